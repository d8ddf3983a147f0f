"""``make bench-filmed``: a camera films a table and is knocked, the light changes, a hand reaches over it.

``python -m tests.vision.bench.filmed FOLDER``: every folder in FOLDER with ``scene.json`` and ``truth.json`` is a set,
but for photos taken by hand; rendered tables are filmed beside it. Each set is filmed twice for each happening: as the
pictures that a phone sends, and as a video. It happens at the third picture and lasts. The table answers what it is
asked, and leaves wrong claims as they are. Writes ``build/bench-filmed.json``.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Orders, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import SceneBoard, board_of_scene, scene_of
from companion.cli.camera.scene_truth import Truth
from companion.web.camera.page import sentence_at
from tests.bench.rows import Rows, printed, row
from tests.vision.bench.filming import HAPPENINGS, Happening, Table
from tests.vision.rendering.__main__ import render
from tests.vision.rendering.recipes import VERSION, recipe
from vision.capture.scene_folder import FrameKind, RecordedScene, SceneFrame
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE, WEBCAM
from vision.runtime.pipeline import Pipeline

BUILD = Path("build")
SERIES, VIDEO = "pictures", "video"
QUALITY, RATE = 85, 10.0
"""of a phone's JPEGs; pictures a second of a video"""
HOLD = 8
"""Pictures of a video for which a position stays; a phone's picture is looked at as often."""
ON_THE_WAY = (0.3, 0.65, 1.08)
"""Parts of a happening in the pictures of a video in which it comes about."""
AT = 2
"""The picture of play at which it happens."""
ROOMS = ("daylight", "two lamps")
"""Light of the rendered tables: that of the others makes for wrong claims of its own, whatever happens."""
MOST_ASKED = 0.1
"""The part of the cells in the picture that may be open for a board to count as read again."""


@dataclass(frozen=True)
class Shot:
    """A picture for as long as it is filmed: what stands in it, whether it is only on the way, what it is under."""

    picture: Picture
    frame: SceneFrame
    happening: Happening | None
    passing: bool = False


@dataclass
class Count:
    """The score of a film."""

    pictures: int = 0
    read: int = 0
    wrong: set[tuple[str, str]] = field(default_factory=set)
    """file and cell"""
    asked: int = 0
    apt: int = 0
    """pictures of which the page said what is so"""
    said: Counter[str] = field(default_factory=Counter)
    again: int | None = None
    """pictures from the happening until the board was read"""
    since: int = 0


@dataclass
class Film:
    """A set, filmed in one way while one thing happens."""

    folder: Path
    happening: Happening
    way: str
    most: int

    def __post_init__(self) -> None:
        self.scene: RecordedScene = scene_of(self.folder)
        self.board: SceneBoard = board_of_scene(self.scene)
        self.truth = Truth.of(self.folder, self.board.areas)
        size = self._picture(self.scene.first(FrameKind.EMPTY)).shape[1::-1]
        assert self.scene.corners is not None
        self.table = Table(self.board.layout, np.asarray(self.scene.corners, np.float64), size)
        self.line = Pipeline(lens=PHONE if self.way == SERIES else WEBCAM)
        self.line.apply_orders(Orders(5, "ABCD", to_json(self.board.layout), self.board.start, rules=self.board.rules))
        self.count = Count()

    def run(self) -> Count:
        """Set the camera up and film the play."""
        for picture, shot, number in self._sent() if self.way == SERIES else self._filmed():
            last = shot.passing or number == HOLD - 1
            if shot.frame.kind is not FrameKind.PLAY:
                self._set_up(picture, shot.frame.kind, last)
            else:
                self._look(picture, shot, number, last)
        return self.count

    def _picture(self, frame: SceneFrame) -> Picture:
        """Return a picture with even sides, as videos need them."""
        picture = self.scene.picture(frame)
        odd = [side % 2 for side in picture.shape[:2]]
        return np.asarray(cv2.copyMakeBorder(picture, 0, odd[0], 0, odd[1], cv2.BORDER_REPLICATE), np.uint8)

    def _set_up(self, picture: Picture, kind: FrameKind, last: bool) -> None:
        """Do what somebody does who sets the camera up, once the picture has been there for a while."""
        taps = tuple(map(tuple, ((self.table.corners + 0.5) / self.table.size).tolist()))
        asked = (Ask.CORNERS, Ask.EMPTY) if kind is FrameKind.EMPTY else (Ask.START, Ask.ACCEPT)
        for ask in asked if last else (Ask.NOTHING,):
            if ask is not Ask.NOTHING and self.line.stage is not Stage.WATCHING:
                order = Orders(5, "ABCD", None, self.board.start, ask, self.line.done + 1, corners=taps)
                self.line.apply_orders(order)
            self.line.see(picture)

    @property
    def play(self) -> list[SceneFrame]:
        """Return the pictures of play, as many as wanted from all of the game."""
        frames = [
            each for each in self.scene.frames if each.kind is FrameKind.PLAY and each.file in self.truth.observations
        ]
        chosen = np.unique(np.linspace(0, len(frames) - 1, min(self.most, len(frames))).round().astype(int))
        return [frames[number] for number in chosen.tolist()]

    def _shots(self) -> Iterator[Shot]:
        """Yield what is before the camera, one thing after the other."""
        its, table = self.happening, self.table
        for kind in (FrameKind.EMPTY, FrameKind.START):
            frame = self.scene.first(kind)
            yield Shot(self._picture(frame), frame, None)
        for number, frame in enumerate(self.play):
            bare = self._picture(frame)
            if its.hand or number == AT:
                if not its.hand:
                    yield Shot(bare, frame, None)
                for part in ON_THE_WAY:
                    yield Shot(its.over(bare, table, part), frame, None, passing=True)
            if number >= AT or its.hand:
                yield Shot(its.over(bare, table), frame, its)
            if its.hand:
                for part in reversed(ON_THE_WAY):
                    yield Shot(its.over(bare, table, part), frame, None, passing=True)
            if number < AT or its.hand:
                yield Shot(bare, frame, None)

    def _sent(self) -> Iterator[tuple[Picture, Shot, int]]:
        """Yield what a phone sends: a JPEG of what lies still, looked at until the next one."""
        for shot in self._shots():
            if not shot.passing:
                jpeg = cv2.imencode(".jpg", shot.picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1]
                sent = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
                for number in range(HOLD):
                    yield sent, shot, number

    def _filmed(self) -> Iterator[tuple[Picture, Shot, int]]:
        """Yield the pictures of a video, as it comes back from its file."""
        shots = [(shot, number) for shot in self._shots() for number in range(1 if shot.passing else HOLD)]
        with TemporaryDirectory() as folder:
            path = str(Path(folder) / "film.mp4")
            writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"mp4v"), RATE, self.table.size)
            for shot, _ in shots:
                writer.write(shot.picture)
            writer.release()
            film = cv2.VideoCapture(path)
            for shot, number in shots:
                good, picture = film.read()
                assert good, "the video is shorter than what was written"
                yield np.asarray(picture, np.uint8), shot, number
            film.release()

    def _look(self, picture: Picture, shot: Shot, number: int, last: bool) -> None:
        self.line.see(picture)
        report = self.line.report(0.0, self.way, RATE, missing=False)
        self.line.unsent = None
        if report.observation is not None:
            self._judge(shot, report.observation)
            self._answer(shot, report.observation)
        reads = self._reads(shot)
        if shot.happening is not None and not shot.happening.hand and self.count.again is None:
            self.count.since += self.way == VIDEO or number == 0
            self.count.again = self.count.since if reads else None
        if last and not shot.passing:
            said = report.state if report.stage is Stage.WATCHING and report.state else sentence_at(report.stage)
            self._sum_up(shot, str(said), reads)

    def _sum_up(self, shot: Shot, said: str, reads: bool) -> None:
        count, happening = self.count, shot.happening or HAPPENINGS[0]
        count.pictures += 1
        count.said[said] += 1
        count.apt += said == str(happening.says(self.table))
        if happening.hand:
            count.read += 1  # there is nothing to be read
            return
        count.read += reads
        if reads:
            assert self.line.watcher is not None
            assert self.line.watcher.reading is not None
            count.asked += len({*self.line.watcher.reading.observation.unknown} - happening.outside(self.table))

    def _reads(self, shot: Shot) -> bool:
        """Return whether the board is read now, but for few cells, and nothing is claimed wrong of it."""
        watcher = self.line.watcher
        if watcher is None or watcher.reading is None or self.line.stage is not Stage.WATCHING:
            return False
        if watcher.state != watcher.states.of(watcher.reading):
            return False  # the reading is of a picture before
        seen = watcher.reading.observation
        outside = (shot.happening or HAPPENINGS[0]).outside(self.table)
        few = len({*seen.unknown} - outside) <= MOST_ASKED * (len(self.board.layout.by_id) - len(outside))
        return few and seen.status is ObservationStatus.OK and not self._wrong(shot, seen)

    def _wrong(self, shot: Shot, seen: Observation) -> set[str]:
        true = self.truth.observations[shot.frame.file]
        cells = {cell for cell in (*seen.cells, *true.cells) if seen.cells.get(cell) != true.cells.get(cell)}
        areas = {area for area in self.board.areas if sorted(seen.in_area(area)) != sorted(true.in_area(area))}
        return (cells | areas) - {*seen.unknown}

    def _judge(self, shot: Shot, seen: Observation) -> None:
        self.count.wrong |= {(shot.frame.file, cell) for cell in self._wrong(shot, seen)}

    def _answer(self, shot: Shot, seen: Observation) -> None:
        answer = self.truth.answer(shot.frame.file, seen)
        if answer is not None:
            self.line.apply_orders(Orders(5, "ABCD", None, answer))


def filmed(folder: Path, happening: Happening, way: str, most: int) -> Count:
    """Return the score of a film. For a process of its own."""
    cv2.setNumThreads(1)
    return Film(folder, happening, way, most).run()


def rows_of(name: str, counts: Sequence[Count]) -> Rows:
    """Return the lines of all films in which one thing happens."""
    pictures = sum(count.pictures for count in counts)
    changed = [count for count in counts if count.since]
    found = [count.again for count in changed if count.again is not None]
    rows: Rows = {
        f"{name}: pictures read ({pictures})": row(sum(count.read for count in counts), "pictures"),
        f"{name}: wrong claims": row(sum(len(count.wrong) for count in counts), "cells"),
        f"{name}: asked": row(sum(count.asked for count in counts), "cells"),
        f"{name}: the page says what is so ({pictures})": row(sum(count.apt for count in counts), "pictures"),
    }
    if changed:
        rows[f"{name}: read again ({len(changed)})"] = row(len(found), "films")
        rows[f"{name}: read again after, at worst"] = row(max(found, default=0), "pictures")
    return rows


def sets_of(folder: Path | None, rendered: int, processes: int) -> dict[str, list[Path]]:
    """Return the folders to be filmed, by what they show."""
    given = sorted(path.parent for path in folder.glob("*/truth.json")) if folder else []
    photographs = [each for each in given if _is_film(each)]
    recipes = [
        replace(
            recipe(300 + number, play=10, again=0),
            room=ROOMS[number % len(ROOMS)],
            markers=False,
            taps=0.0,
            bumped=False,
            hands=0.0,
            things=0.0,
        )
        for number in range(rendered)
    ]
    return {
        "photographs": photographs,
        "rendered": render(recipes, BUILD / f"vision-films-{VERSION}", processes),
    }


def _is_film(folder: Path) -> bool:
    """Return whether the pictures are of a camera that hangs still, and its board was tapped."""
    found = scene_of(folder)
    return not found.by_hand and found.corners is not None


def main() -> None:
    """Read the command line and film every set."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench.filmed", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of folders of photographs")
    parser.add_argument("--pictures", type=int, default=6, help="pictures of each set at most, from all of its game")
    parser.add_argument("--rendered", type=int, default=2, help="rendered tables")
    parser.add_argument("--happening", default="", help="only those whose name has this in it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    rows: Rows = {}
    happenings = [each for each in HAPPENINGS if chosen.happening in each.name]
    with ProcessPoolExecutor(chosen.processes) as pool:
        for kind, folders in sets_of(chosen.folder, chosen.rendered, chosen.processes).items():
            for way in (SERIES, VIDEO):
                all_of_it = list[Count]()
                for its in happenings:
                    count = len(folders)
                    counts = list(pool.map(filmed, folders, [its] * count, [way] * count, [chosen.pictures] * count))
                    rows |= _told(f"{kind}, {way}, {its.name}", folders, counts)
                    all_of_it += counts
                rows |= rows_of(f"{kind}, {way}", all_of_it)
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-filmed.json").write_text(json.dumps(rows, indent=1) + "\n")


def _told(name: str, folders: Sequence[Path], counts: Sequence[Count]) -> Rows:
    """Print what came of these films and return their rows."""
    if not counts:
        return {}
    rows = rows_of(name, counts)
    for what, line in rows.items():
        print(printed(what, line), flush=True)
    said = sum((count.said for count in counts), Counter[str]())
    for sentence, often in said.most_common():
        print(f"#   {often} x {sentence}")
    for folder, count in zip(folders, counts, strict=True):
        again = "not" if count.again is None else f"after {count.again}"
        wrong = " ".join(f"{file}:{cell}" for file, cell in sorted(count.wrong))
        print(f"#   {folder.name}: {count.read} of {count.pictures} read, {count.asked} asked, again {again}; {wrong}")
    return rows


if __name__ == "__main__":
    main()
