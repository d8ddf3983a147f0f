"""``make bench-photos``: how well real photographs are read, beside the plain difference to the empty board.

``python -m tests.vision.bench.photos FOLDER``: every folder in FOLDER with ``scene.json`` and ``truth.json`` is a set.
Each is read twice: by itself, and with a table that says after every picture what really stood there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.boards.observation import Observation, ObservationStatus
from companion.cli.scene_board import board_of_scene
from tests.bench.rows import Rows, printed, row
from vision.capture.scene_folder import FrameKind, RecordedScene, scene
from vision.errors import VisionTrouble
from vision.geometry.sheet import sheet_corners
from vision.inference.recogniser import Recogniser

BUILD = Path("build")
SIDE = 40
"""Pixels along a cell of the picture as the plain difference sees it."""
THRESHOLDS = (12.0, 20.0, 30.0)
"""Mean differences of the middle of a cell, in grey levels, of which the plain difference may take the best."""

Cells = Mapping[str, str]
Read = Callable[[str], tuple[Cells, frozenset[str]]]
"""the name of a picture -> what is claimed to stand where, and the cells of which nothing is claimed"""


@dataclass
class Score:
    """What came of one set: of the cells that differ from the start, of whole boards, of all cells."""

    changed: int = 0
    changed_right: int = 0
    boards: int = 0
    exact: int = 0
    wrong: int = 0
    crashes: int = 0

    def count(self, cells: Cells, unknown: frozenset[str], truth: Cells, start: Cells, every: list[str]) -> None:
        """One picture; a claim is wrong where it is not the truth, a cell left open is not."""
        right = {cell for cell in every if cell not in unknown and cells.get(cell) == truth.get(cell)}
        changed = [cell for cell in every if truth.get(cell) != start.get(cell)]
        self.changed += len(changed)
        self.changed_right += len(right.intersection(changed))
        self.boards += 1
        self.exact += len(right) == len(every)
        self.wrong += len(every) - len(right) - len(unknown.difference(right))

    def rows(self, name: str) -> Rows:
        """As lines of a table."""
        return {
            f"{name}: changed cells right ({self.changed})": row(100 * self.changed_right / max(self.changed, 1), "%"),
            f"{name}: boards exact ({self.boards})": row(self.exact, "boards"),
            f"{name}: wrong claims": row(self.wrong, "cells"),
            f"{name}: crashes": row(self.crashes, "pictures"),
        }


@dataclass(frozen=True)
class PhotoSet:
    """A folder of photographs with its truth."""

    found: RecordedScene
    truth: Mapping[str, Cells]

    @classmethod
    def of(cls, folder: Path) -> PhotoSet:
        """Raises VisionTrouble for a folder that is no scene."""
        frames = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["frames"]
        return cls(scene(folder), {frame["file"]: frame["cells"] for frame in frames if frame["status"] == "ok"})

    @property
    def play(self) -> list[str]:
        """The pictures to be read, in their order."""
        frames = [frame.file for frame in self.found.frames if frame.kind is FrameKind.PLAY]
        return [file for file in frames if file in self.truth]

    def score(self, read: Read) -> Score:
        """Every picture read by ``read``."""
        board, score = board_of_scene(self.found), Score()
        for file in self.play:
            cells, unknown = read(file)
            score.count(cells, unknown, self.truth[file], board.start.cells, list(board.layout.by_id))
        return score

    def picture(self, file: str) -> Any:
        """One of them."""
        return self.found.picture(next(frame for frame in self.found.frames if frame.file == file))


def read_by_camera(photos: PhotoSet, told: bool) -> Score:
    """By the program; ``told``: the table says after every picture what stood there."""
    board = board_of_scene(photos.found)
    everything = frozenset(board.layout.by_id)
    empty, first = (photos.found.picture(photos.found.first(kind)) for kind in (FrameKind.EMPTY, FrameKind.START))
    corners = None if photos.found.markers else photos.found.corners
    crashes = 0
    try:
        reader = Recogniser.learn(board.layout, board.start, empty, first, corners, board.rules)
    except VisionTrouble as trouble:
        print(f"# {photos.found.folder.name}: not learnt: {trouble.text}")
        return photos.score(lambda _: ({}, everything))

    def read(file: str) -> tuple[Cells, frozenset[str]]:
        nonlocal crashes
        try:
            seen = reader.read(photos.picture(file)).observation
            if told:
                reader.confirm(Observation(ObservationStatus.OK, photos.truth[file]))
        except Exception as error:
            print(f"# {photos.found.folder.name}/{file}: {error!r}")
            crashes += 1
            seen = Observation(reader.nothing_seen().status, unknown=tuple(everything))
        return seen.cells, frozenset(seen.unknown)

    score = photos.score(read)
    score.crashes = crashes
    return score


def read_by_difference(photos: PhotoSet) -> Score:
    """By the plain difference to the empty board: what differs is a figure, of the kind whose mean colour is nearest.

    Of several thresholds the best one for the set, which nobody at a table could know.
    """
    board = board_of_scene(photos.found)
    start, empty = (photos.found.first(kind).file for kind in (FrameKind.START, FrameKind.EMPTY))
    bare, stood = _middles(photos, empty), _middles(photos, start)
    kinds = {
        kind: np.mean([stood[cell].mean(0) for cell, its in board.start.cells.items() if its == kind], axis=0)
        for kind in sorted(set(board.start.cells.values()))
    }

    def reading(threshold: float) -> Read:
        def read(file: str) -> tuple[Cells, frozenset[str]]:
            found = {}
            for cell, pixels in _middles(photos, file).items():
                differs = np.abs(pixels - bare[cell]).mean(axis=1) > threshold
                if differs.mean() > 0.25:
                    colour = pixels[differs].mean(axis=0)
                    found[cell] = min(kinds, key=lambda kind: float(np.linalg.norm(colour - kinds[kind])))
            return found, frozenset()

        return read

    return max((photos.score(reading(threshold)) for threshold in THRESHOLDS), key=lambda score: score.exact)


def _middles(photos: PhotoSet, file: str) -> dict[str, Any]:
    """The pixels in the middle of every cell (n x 3), where the cells are in the first picture."""
    layout = board_of_scene(photos.found).layout
    corners = np.asarray(photos.found.corners, np.float32)
    size = np.ptp(np.array([layout.centre(cell) for cell in layout.by_id]), axis=0).max()
    scale = SIDE * (np.sqrt(len(layout.by_id)) - 1) / size
    onto = ((sheet_corners(layout) - sheet_corners(layout)[0]) * scale).astype(np.float32)
    change = cv2.getPerspectiveTransform(corners, onto)
    width, height = onto[2].astype(int).tolist()
    flat = cv2.warpPerspective(photos.picture(file), change, (width, height)).astype(np.float32)
    half, found = SIDE // 4, {}
    for cell in layout.by_id:
        x, y = ((np.array(layout.centre(cell)) - sheet_corners(layout)[0]) * scale).astype(int).tolist()
        found[cell] = flat[y - half : y + half, x - half : x + half].reshape(-1, 3)
    return found


def rows_of(photos: PhotoSet) -> Rows:
    """The table of one set."""
    name = photos.found.folder.name
    rows = read_by_camera(photos, told=False).rows(f"{name}, by itself")
    rows |= read_by_camera(photos, told=True).rows(f"{name}, corrected by the table")
    if photos.found.corners is not None:
        rows |= read_by_difference(photos).rows(f"{name}, plain difference")
    return rows


def main() -> None:
    """Reads the command line and every set."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench.photos", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of folders of photographs")
    folder = parser.parse_args().folder
    if folder is None or not folder.is_dir():
        print("No photographs are read: name a folder of sets, make bench-photos ARGS=FOLDER.")
        return
    cv2.setNumThreads(1)
    rows: Rows = {}
    for each in sorted(path.parent for path in folder.glob("*/truth.json")):
        try:
            found = rows_of(PhotoSet.of(each))
        except VisionTrouble as trouble:
            print(f"# {each.name} is left out: {trouble.text}")
            continue
        for name, line in found.items():
            print(printed(name, line), flush=True)
        rows |= found
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-photos.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
