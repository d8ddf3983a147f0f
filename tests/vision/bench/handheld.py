"""``make bench-handheld``: photos taken by hand, rendered from seeds and read as a phone sends them; nothing is stored.

``python -m tests.vision.bench.handheld [--evenings N] [--checks N]``: an evening is two photos to set up with and some
to check, each from somewhere else. Writes ``build/bench-handheld.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import board_of
from tests.bench.machine import machine
from tests.bench.rows import Rows, printed, row
from tests.vision.bench.evaluate import net
from tests.vision.bench.judging import Judge
from tests.vision.bench.tally import Group, Tally
from tests.vision.rendering.handheld import STEEPEST, Evening, Photo
from vision.capture.photo_file import read_photo
from vision.errors import VisionTrouble
from vision.inference.photos.handheld import HandheldReader

BUILD = Path("build")
EVENINGS, CHECKS = 40, 10
AREAS = ("town", "jail", "corral")
TARGETS = {
    "boards found": ">= 98",
    "cells right": ">= 99.5",
    "cells not false": "",
    "boards exact": "",
    "unchanged: said so": "",
    "legal moves understood": "",
    "wrong moves proposed": "<= 0",
    "changes that went unnoticed": "<= 0",
    "accused though right": "",
    "forms of one colour exchanged: noticed": "",
    "… taken for unchanged": "<= 0",
    "forms of two colours exchanged: noticed": "",
    "… taken for unchanged, of two colours": "<= 0",
    "set up at the first attempt": "",
}


@dataclass
class Outcome:
    """The result of one evening."""

    tally: Tally = field(default_factory=Tally)
    seconds: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Sitting:
    """An evening through the reader and the rules."""

    evening: Evening
    start_only: bool = False
    """no photo of the empty board is taken"""
    outcome: Outcome = field(default_factory=Outcome)

    def __post_init__(self) -> None:
        letters = tuple(self.evening.table.seats)
        self.layout, _, game = board_of(self.evening.board, letters)
        self.reader = HandheldReader(self.layout, game.figures)
        umpire = game.umpire(letters, None)
        assert umpire
        self.judge = Judge(umpire)
        self.believed = Observation(ObservationStatus.OK)
        self.groups: tuple[Group, ...] = (
            ("all", "all"),
            ("light", self.evening.room_name),
            ("artwork", self.evening.art_name),
        )

    def run(self, photos: Iterator[Photo]) -> Outcome:
        """Set up and check."""
        for photo in photos:
            groups = (*self.groups, ("tilt", f"{10 * int(photo.tilt // 10):02} degrees and more"))
            match photo.kind:
                case "empty" if self.start_only:
                    continue
                case "empty":
                    self._empty(photo)
                case "start":
                    self._start(photo)
                case "exchanged":
                    self._exchanged(photo)
                    continue  # the figures are put back
                case _:
                    self._check(photo, groups)
            self.believed = photo.truth
            self.judge.put_right(photo.truth)
        return self.outcome

    def _empty(self, photo: Photo) -> None:
        try:
            self.reader.take_empty(self.reader.located(read_photo(photo.file), self._taps(photo)))
        except VisionTrouble as trouble:
            self.outcome.notes.append(f"{self._name}: empty board: {trouble.text}")

    def _start(self, photo: Photo) -> None:
        wrong: tuple[str, ...] = ("nothing",)
        try:
            located = self.reader.located(read_photo(photo.file), self._taps(photo) if self.start_only else ())
            wrong = self.reader.learn(located, photo.truth, answered=False)
            if wrong:
                self.reader.learn(located, photo.truth, answered=True)
        except VisionTrouble as trouble:
            self.outcome.notes.append(f"{self._name}: start: {trouble.text}")
        self._count("set up at the first attempt", not wrong, self.groups)

    def _check(self, photo: Photo, groups: Sequence[Group]) -> None:
        began = processor_seconds()
        seen = None
        try:
            located = self.reader.located(read_photo(photo.file))
            seen = self.reader.read(located, self.believed)
        except VisionTrouble as trouble:
            self.outcome.notes.append(f"{self._name}: {trouble.text}")
        self.outcome.seconds.append(processor_seconds() - began)
        self._count("boards found", seen is not None, groups)
        cells = list(self.layout.by_id)
        seen = seen or Observation(ObservationStatus.UNCLEAR, unknown=tuple(cells))
        wrong = differences(self.layout, photo.truth, seen)
        false = {place for place, text in wrong.items() if "unknown" not in text}
        for cell in cells:
            self._count("cells right", cell not in wrong, groups)
            self._count("cells not false", cell not in false, groups)
        self._count("boards exact", not wrong, groups)
        self._judged(photo, seen, groups, wrong)

    def _judged(self, photo: Photo, seen: Observation, groups: Sequence[Group], wrong: dict[str, str]) -> None:
        step = photo.step
        dice = {"cattle": list(step.cattle) if step else [], "cowboys": list(step.cowboys) if step else []}
        frame = {"turn": step.turn if step else 0, "seat": step.seat if step else self.evening.table.seats[0]}
        verdict = self.judge.verdict(seen, {**frame, "dice": dice})
        moves = [move for played in step.played_moves for move in played.moves] if step else []
        right = net(verdict.moves) == net(moves)
        if step is None:
            self._count("unchanged: said so", verdict.ruling == "none", groups)
        elif step.legal:
            self._count("legal moves understood", verdict.ruling == "legal" and right, groups)
        changed = {end for move in moves for end in (move["from"], move["to"])}
        clear = seen.status is ObservationStatus.OK and not changed & {*seen.unknown}
        self._count("wrong moves proposed", verdict.ruling == "legal" and not right, groups)
        self._count("changes that went unnoticed", bool(moves) and verdict.ruling == "none" and clear, groups)
        self._count("accused though right", verdict.ruling == "illegal" and (step is None or step.legal), groups)
        if wrong or (verdict.ruling == "legal" and not right):
            line = f"{self._name}, {photo.tilt:.0f} degrees: {seen.status} said {verdict.ruling}, {len(wrong)} wrong"
            self.outcome.notes.append(f"{line} {dict(list(wrong.items())[:5])} {verdict.reason[:80]}")

    def _exchanged(self, photo: Photo) -> None:
        """Check after two figures have changed places: something must be asked, or one of the places named as not
        seen.
        """
        try:
            seen = self.reader.read(self.reader.located(read_photo(photo.file)), self.believed)
        except VisionTrouble as trouble:
            self.outcome.notes.append(f"{self._name}: exchanged: {trouble.text}")
            return
        before, after = self.believed.cells, photo.truth.cells
        places = sorted(cell for cell in {*before, *after} if before.get(cell) != after.get(cell))
        unchanged = [cell for cell in places if cell not in seen.unknown and seen.cells.get(cell) == before.get(cell)]
        alike = len({before[cell].partition(":")[2] for cell in places if cell in before}) == 1
        colours = "one colour" if alike else "two colours"
        self._count(f"forms of {colours} exchanged: noticed", not unchanged, self.groups)
        silent = "… taken for unchanged" if alike else "… taken for unchanged, of two colours"
        self._count(silent, len(unchanged) == len(places), self.groups)
        if unchanged:
            shown = {cell: f"{before.get(cell)} / {after.get(cell)}" for cell in unchanged}
            self.outcome.notes.append(f"{self._name}, {photo.tilt:.0f} degrees: exchanged, read as before {shown}")

    def _taps(self, photo: Photo) -> list[tuple[float, float]]:
        """Return where somebody taps the corners of an empty board without markers, once: three pixels off."""
        if self.evening.markers:
            return []
        high, wide = photo.picture.shape[:2]
        off = np.random.default_rng(self.evening.seed).normal(0, 3, (4, 2))
        return [(float((x + 0.5) / wide), float((y + 0.5) / high)) for x, y in photo.corners_px + off]

    @property
    def _name(self) -> str:
        return f"evening {self.evening.seed} ({self.evening.art_name}, {self.evening.room_name})"

    def _count(self, measure: str, hit: bool, groups: Sequence[Group]) -> None:
        self.outcome.tally.add(measure, int(hit), 1, groups)


def processor_seconds() -> float:
    """Return what this process and the ones that it started have taken of the processor: other work does not count."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def differences(layout: Layout, truth: Observation, seen: Observation) -> dict[str, str]:
    """Return where an observation says something else than the truth."""
    wrong = {}
    for cell in layout.by_id:
        true, read_kind = truth.cells.get(cell, "empty"), seen.cells.get(cell, "empty")
        read_kind = "unknown" if cell in seen.unknown else read_kind
        if read_kind != true:
            wrong[cell] = f"{true} / {read_kind}"
    for area in AREAS:
        if truth.in_area(area) != seen.in_area(area) and area not in seen.unknown:
            wrong[area] = f"{truth.in_area(area)} / {seen.in_area(area)}"
    return wrong


def evaluate(
    seed: int, checks: int, markers: bool, board: str, start_only: bool, tilts: tuple[float, float]
) -> Outcome:
    """Evaluate an evening, in a process of its own."""
    cv2.setNumThreads(1)
    board = board or ("abilene-hexagames" if seed % 8 == 7 else "abilene-1993")
    evening = Evening(seed, markers, board, tilts=tilts)
    return Sitting(evening, start_only).run(evening.photos(checks))


def main() -> None:
    """Read the command line, print the table and write the file."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench.handheld", description=__doc__)
    parser.add_argument("--evenings", type=int, default=EVENINGS)
    parser.add_argument("--checks", type=int, default=CHECKS, help="photos to check in an evening")
    parser.add_argument("--seed", type=int, default=0, help="of the first evening")
    parser.add_argument("--no-markers", action="store_true", help="four taps on the empty board instead")
    parser.add_argument("--start-only", action="store_true", help="no photo of the empty board is taken")
    parser.add_argument("--tilts", type=float, nargs=2, default=(0.0, STEEPEST), help="degrees, of the checks")
    parser.add_argument("--board", default="", help="always this one")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.evenings)
    began, all_of_it = perf_counter(), Outcome()
    with ProcessPoolExecutor(chosen.processes) as pool:
        given = (chosen.checks, not chosen.no_markers, chosen.board, chosen.start_only, tuple(chosen.tilts))
        for outcome in pool.map(evaluate, seeds, *([value] * len(seeds) for value in given)):
            all_of_it.tally.join(outcome.tally)
            all_of_it.seconds += outcome.seconds
            all_of_it.notes += outcome.notes
    rows = rows_of(all_of_it)
    print(f"# {machine()}\n# {len(all_of_it.seconds)} photos checked, {perf_counter() - began:.0f} s")
    for name, line in rows.items():
        print(printed(name, line))
    for by in ("light", "artwork", "tilt"):
        for group in all_of_it.tally.groups(by):
            shares = [all_of_it.tally.share(measure, group) for measure in ("cells right", "boards exact")]
            print(f"{by:8} {group[1]:24} " + "  ".join("" if one is None else f"{one:7.2f} %" for one in shares))
    print("\n".join(("", *all_of_it.notes)))
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-handheld.json").write_text(json.dumps(rows, indent=1) + "\n")


def rows_of(outcome: Outcome) -> Rows:
    """Return the rows of the table; counts where none are wanted."""
    made: Rows = {}
    for measure, target in TARGETS.items():
        key = measure, ("all", "all")
        hits, of = outcome.tally.hits[key], outcome.tally.total[key]
        counted = measure.startswith(("wrong", "changes", "accused", "…"))
        value = float(hits) if counted else 100 * hits / max(of, 1)
        made[f"{measure} ({of})"] = row(value, "times" if counted else "%", None, None, target)
    if outcome.seconds:
        made["processor time from a photo's bytes to what it shows, slowest"] = row(
            max(outcome.seconds), "s", target="<= 2"
        )
        made["… the median"] = row(float(np.median(outcome.seconds)), "s")
    return made


if __name__ == "__main__":
    main()
