"""``python -m tests.vision.bench.dice [--rolls N] [--first SEED] [FOLDER]``: how well rolls of dice are read.

Rolls are rendered: of ten kinds of dice that were looked at while the reader was made, and of ten that were not: of
these it says totals alone, that nobody mends the reader by them.
FOLDER has real photographs, which are read in place of them, each with a ``.json`` beside it: ``labels``, and ``box``
(all left edges, all upper ones, all right ones, all lower ones, as parts of the picture).
Writes ``build/bench-dice.json``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from companion.boards.dice import DieRequest, Face, Faces, faces_of
from companion.core.ui.choice import Shade
from tests.bench.rows import Rows, printed, row
from tests.vision.drawing.dice import HELD_OUT, LOOKED_AT, DieKind, DrawnDie, roll_drawn, tray_picture
from tests.vision.drawing.view import Lamp, Light, View
from tests.vision.rendering.developing import Moment, developed, film, jpeg
from tests.vision.rendering.textures import Chance, cloth, felt, wood
from vision.dice.reading import find_dice
from vision.dice.roll import named, read_dice
from vision.dice.view import tray_in
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE, WEBCAM, Lens

BUILD = Path("build")
LIGHT_FACES, DARK_FACES = (0, 1, 2, 3, 4, 5), (1, 1, 2, 2, 3, 4)
DARKER = 110
"""Grey level of a body below which a kind is a dark one."""
ROOM = 52.0
"""Millimetres from the middle of the tray within which dice come to rest."""
AWKWARD = ("touching", "leaning", "hidden")


@dataclass(frozen=True)
class Roll:
    """A rendered roll of two light dice and three dark ones: ``truth`` is what they show, from left to right in either
    shade; ``awkward``: what is the matter with one of them ("": they lie flat and apart).
    """

    picture: Picture
    truth: tuple[int, ...]
    lens: Lens
    awkward: str = ""


WANTED = (*(DieRequest(Shade.LIGHT, LIGHT_FACES),) * 2, *(DieRequest(Shade.DARK, DARK_FACES),) * 3)
ANY_SIX = (DieRequest(faces=(1, 2, 3, 4, 5, 6)),)
ROLLED = 5
"""Dice in a photograph, at most, that count as a roll: no game here rolls more."""


def roll(seed: int, kinds: Sequence[DieKind], tray: bool, awkward: str = "") -> Roll:
    """Return the roll of this number."""
    chance = np.random.default_rng([seed, tray, AWKWARD.index(awkward) + 1 if awkward else 0, len(kinds[0].name)])
    light = [kind for kind in kinds if np.mean(kind.body) >= DARKER]
    dark = [kind for kind in kinds if np.mean(kind.body) < DARKER]
    pair = [light[chance.integers(len(light))]] * 2 + [dark[chance.integers(len(dark))]] * 3
    dice = _thrown(chance, pair, awkward)
    phone = bool(chance.integers(2))
    view = _view(chance, phone)
    made = film(chance, float(chance.uniform(1, 4)))
    drawn = roll_drawn(dice, view, _light(chance), _table(chance), tray_picture(chance) if tray else None)
    if awkward == "hidden":
        _finger(drawn, view, dice[int(chance.integers(5))], chance)
    picture = developed(drawn, view.size, made, Moment(tuple(chance.uniform(0.85, 1.15, 3))), chance)
    seen = cv2.imdecode(np.frombuffer(jpeg(picture, made.quality), np.uint8), cv2.IMREAD_COLOR)
    across = [float(view.on_sheet(np.array([[die.x, die.y]]))[0, 0]) for die in dice]
    order = [*sorted(range(2), key=across.__getitem__), *sorted(range(2, 5), key=across.__getitem__)]
    return Roll(np.asarray(seen, np.uint8), tuple(dice[at].face for at in order), PHONE if phone else WEBCAM, awkward)


def _thrown(chance: Chance, kinds: Sequence[DieKind], awkward: str) -> list[DrawnDie]:
    dice: list[DrawnDie] = []

    def place() -> tuple[float, float, float]:
        x, y = (float(each) for each in chance.uniform(-ROOM, ROOM, 2))
        return x, y, float(chance.uniform(0, 90))

    for at, kind in enumerate(kinds):
        faces = LIGHT_FACES if at < 2 else DARK_FACES
        while True:
            die = DrawnDie(kind, int(chance.choice(faces)), *place())
            gaps = (np.hypot(die.x - one.x, die.y - one.y) / max(kind.edge, one.kind.edge) for one in dice)
            if all(each > 1.8 for each in gaps):
                break
        dice.append(die)
    at = int(chance.integers(5))
    if awkward == "leaning":
        dice[at] = replace(dice[at], lean=float(chance.uniform(20, 40)))
    if awkward == "touching":
        other, angle = dice[(at + 1) % 5], float(chance.uniform(0, 360))
        far = (dice[at].kind.edge + other.kind.edge) / 2 * 1.02
        x, y = other.x + far * np.cos(np.radians(angle)), other.y + far * np.sin(np.radians(angle))
        dice[at] = replace(dice[at], x=float(x), y=float(y), turn=angle % 90)
        dice[(at + 1) % 5] = replace(other, turn=angle % 90)
    return dice


def _view(chance: Chance, phone: bool) -> View:
    slant, towards = np.radians(chance.uniform(0, 40)), chance.uniform(0, 2 * np.pi)
    far = float(chance.uniform(300, 450) if phone else chance.uniform(600, 900))
    place = (far * np.sin(slant) * np.cos(towards), far * np.sin(slant) * np.sin(towards), far * np.cos(slant))
    size = (1024, 768) if phone else (1280, 720)
    focal = size[0] * (0.76 if phone else 1.1) * float(np.exp(chance.normal(0, 0.06)))
    return View(place, tuple(chance.uniform(-15, 15, 2)), focal, size, float(chance.uniform(-30, 30)))


def _light(chance: Chance) -> Light:
    bright = float(chance.uniform(0.25, 0.7))
    warm = (float(chance.uniform(0.7, 1.0)), float(chance.uniform(0.85, 1.0)), 1.0)
    lamps = []
    for _ in range(int(chance.integers(1, 3))):
        x, y, height = (float(chance.uniform(*span)) for span in ((-700, 700), (-700, 700), (400, 1200)))
        lamps.append(Lamp((x, y, height), float(chance.uniform(0.2, 0.6)), warm, float(chance.uniform(2, 12))))
    return Light((bright, bright, bright), tuple(lamps))


def _table(chance: Chance) -> Picture | tuple[int, int, int]:
    shape = (700, 700)
    colours = ((95, 130, 165), (60, 85, 120), (190, 205, 215), (60, 90, 50), (120, 100, 90))
    colour = colours[int(chance.integers(len(colours)))]
    match int(chance.integers(4)):
        case 0:
            return wood(chance, shape, colour, 8)
        case 1:
            return felt(chance, shape, colour)
        case 2:
            return cloth(chance, shape, colour, colour, 30)
        case _:
            return colour


def _finger(picture: Picture, view: View, die: DrawnDie, chance: Chance) -> None:
    """Lay something over a part of this die."""
    (x, y), edge = view.pixels(die.middle[None])[0], die.kind.edge * view.scale()
    angle = chance.uniform(0, 2 * np.pi)
    middle = (round(x + np.cos(angle) * edge * 0.55), round(y + np.sin(angle) * edge * 0.55))
    cv2.circle(picture, middle, round(edge * 0.5), (130, 160, 210), -1, cv2.LINE_AA)


@dataclass
class Score:
    """The results of some rolls."""

    rolls: int = 0
    whole: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    dice: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    def count(self, name: str, read: Faces, truth: Sequence[int], seconds: float) -> None:
        """Count one roll: wrong, where a face was claimed that no die of that look shows."""
        self.rolls += 1
        claimed = [Counter(face for face in part if face is not None) for part in (read[:2], read[2:])]
        true: list[Counter[Face]] = [Counter(truth[:2]), Counter(truth[2:])]
        off = any(claimed_count - shown for claimed_count, shown in zip(claimed, true, strict=True))
        self.whole += claimed == true
        self.wrong += off
        if claimed != true:
            self.bad.append(f"{name}: {read} for {truth}{'  WRONG' if off else ''}")
        self.seconds.append(seconds)

    def rows(self, name: str) -> Rows:
        """Return the lines of a table."""
        return {
            f"{name}: rolls read whole ({self.rolls})": row(100 * self.whole / self.rolls, "%"),
            f"{name}: rolls with a wrong claim": row(self.wrong, "rolls"),
            f"{name}: a picture, p50": row(1000 * float(np.median(self.seconds)), "ms"),
        }


def rendered(kinds: Sequence[DieKind], rolls: int, tray: bool, awkward: str = "", first: int = 0) -> Score:
    """Roll with these dice."""
    score = Score()
    for seed in range(first, first + rolls):
        one = roll(seed, kinds, tray, awkward)
        began = perf_counter()
        read = faces_of(read_dice(one.picture, WANTED, one.lens))
        score.count(f"{awkward or ('tray' if tray else 'table')} {seed}", read, one.truth, perf_counter() - began)
    return score


def photographs(files: Sequence[Path]) -> Rows:
    """Measure on real dice: each counts for itself, and those of a picture as a roll if they are no more than five."""
    counts, seconds = Counter[str](), []
    for file in files:
        picture = np.asarray(cv2.imread(str(file)), np.uint8)
        truth = json.loads(file.with_suffix(".json").read_text())
        boxes = list(zip(*truth["box"], strict=True))
        began = perf_counter()
        dice = find_dice(picture, tray_in(picture), ANY_SIX * len(boxes)).dice
        seconds.append(perf_counter() - began)
        counts["all"] += len(boxes)
        for die in dice:
            on = [
                label
                for (left, top, right, bottom), label in zip(boxes, truth["labels"], strict=True)
                if left < die.place[0] < right and top < die.place[1] < bottom
            ]
            if die.face is not None:
                counts["right" if die.face in on else "wrong"] += 1
        if 0 < len(boxes) <= ROLLED:
            counts["rolls"] += 1
            read = named(dice, ANY_SIX * len(boxes))
            claimed = Counter(face for face in read if face is not None)
            if claimed <= Counter[Face](truth["labels"]):
                counts["few questions"] += read.count(None) <= 1
    name = "photographs"
    return {
        f"{name}: dice read ({counts['all']})": row(100 * counts["right"] / max(counts["all"], 1), "%"),
        f"{name}: wrong claims": row(counts["wrong"], "dice"),
        f"{name}: rolls whole or with one question ({counts['rolls']})": row(
            100 * counts["few questions"] / max(counts["rolls"], 1), "%"
        ),
        f"{name}: a picture, p50": row(1000 * float(np.median(seconds)), "ms"),
    }


def measured(rolls: int, folder: Path | None, looked_at: bool, first: int) -> Iterator[tuple[Rows, list[str]]]:
    """Yield the parts of the table, one after the other: of a folder that alone, else of rendered rolls."""
    if folder:
        yield photographs(sorted(folder.glob("*.jpg"))), []
        return
    for name, kinds in (("looked at", LOOKED_AT), ("held out", HELD_OUT)):
        if looked_at and kinds is HELD_OUT:
            return
        for tray in (True, False):
            score = rendered(kinds, rolls, tray, first=first)
            yield score.rows(f"{name}, {'in the tray' if tray else 'on a table'}"), score.bad * (kinds is LOOKED_AT)
        awkward = [rendered(kinds, max(1, rolls // 3), True, each, first) for each in AWKWARD]
        total = Score()
        for one in awkward:
            total.rolls += one.rolls
            total.whole += one.whole
            total.wrong += one.wrong
            total.seconds += one.seconds
        yield (
            total.rows(f"{name}, touching, leaning, hidden"),
            [line for one in awkward for line in one.bad if kinds is LOOKED_AT],
        )


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench.dice", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--rolls", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first roll: those used up are no test")
    parser.add_argument("--looked-at", action="store_true", help="only the kinds that may be looked at")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    rows: Rows = {}
    for part, bad in measured(chosen.rolls, chosen.folder, chosen.looked_at, chosen.first):
        rows |= part
        for name, line in part.items():
            print(printed(name, line), flush=True)
        print(*bad, sep="\n", flush=True)
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-dice.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
