"""``make bench-photos``: how well real photographs are read, beside the plain difference to the empty board.

``python -m tests.vision.bench.photos FOLDER``: every folder in FOLDER with ``scene.json`` and ``truth.json`` is a set.
Each is read twice: with a table that answers what it is asked, and with one that says after every picture what stood
there. ``build/photos-report/index.html`` shows every cell that was asked or claimed wrong.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from click import ClickException

from companion.boards.observation import Observation, ObservationStatus
from companion.cli.camera.scene_board import board_of_scene
from companion.cli.camera.scene_truth import Score, Truth, readings
from tests.bench.rows import Rows, printed, row
from tests.vision.bench import missed_cells as report
from vision.capture.scene_folder import FrameKind, RecordedScene, scene
from vision.errors import VisionTrouble
from vision.geometry.sheet import sheet_corners

BUILD = Path("build")
SIDE = 40
"""Pixels along a cell of the picture as the plain difference sees it."""
THRESHOLDS = (12.0, 20.0, 30.0)
"""Mean differences of the middle of a cell, in grey levels, of which the plain difference may take the best."""

Cells = Mapping[str, str]
Read = Callable[[str], tuple[Cells, frozenset[str]]]
"""the name of a picture -> what is claimed to stand where, and the cells of which nothing is claimed"""


@dataclass(frozen=True)
class PhotoSet:
    """A folder of photographs with its truth."""

    found: RecordedScene
    truth: Mapping[str, Cells]

    @classmethod
    def of(cls, folder: Path) -> PhotoSet:
        """Raise VisionTrouble for a folder that is no scene."""
        frames = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["frames"]
        return cls(scene(folder), {frame["file"]: frame["cells"] for frame in frames if frame["status"] == "ok"})

    @property
    def play(self) -> list[str]:
        """Return the pictures to be read, in their order."""
        frames = [frame.file for frame in self.found.frames if frame.kind is FrameKind.PLAY]
        return [file for file in frames if file in self.truth]

    def score(self, read: Read) -> Score:
        """Return the score of all pictures, read by ``read``."""
        board, score = board_of_scene(self.found), Score()
        for file in self.play:
            cells, unknown = read(file)
            seen, true = (Observation(ObservationStatus.OK, each) for each in (cells, self.truth[file]))
            score.count(replace(seen, unknown=tuple(unknown)), true, board.start, board.layout.by_id)
        return score

    def picture(self, file: str) -> Any:
        """Return one picture of the set."""
        return self.found.picture(next(frame for frame in self.found.frames if frame.file == file))


def read_by_camera(photos: PhotoSet, corrected: bool) -> Score:
    """Return the score of the program, as `companion camera read` reads; ``told``: the table says after every picture
    what stood there, otherwise it answers what it is asked.
    """
    board, score = board_of_scene(photos.found), Score()
    truth = Truth.of(photos.found.folder, board.areas)
    for _ in readings(photos.found, board, truth, corrected, score):
        continue
    return score


def read_by_difference(photos: PhotoSet) -> Score:
    """Return the score of the plain difference to the empty board: what differs is a figure, of the kind whose mean
    colour is nearest. Of several thresholds the best one for the set, which nobody at a table could know.
    """
    board = board_of_scene(photos.found)
    start, empty = (photos.found.first(kind).file for kind in (FrameKind.START, FrameKind.EMPTY))
    bare, with_figures = _middles(photos, empty), _middles(photos, start)
    kinds = {
        kind: np.mean([with_figures[cell].mean(0) for cell, its in board.start.cells.items() if its == kind], axis=0)
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
    """Return the pixels in the middle of every cell (n x 3), where the cells are in the first picture."""
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


def rows_of(photos: PhotoSet, pages: list[report.MissedCells]) -> Rows:
    """Return the table of one set."""
    name = photos.found.folder.name
    rows: Rows = {}
    for how, corrected in (("answered", False), ("told", True)):
        score = read_by_camera(photos, corrected)
        rows |= score_rows(f"{name}, {how}", score)
        pages.append(report.MissedCells(photos.found, how, score.line, score.missed))
    if photos.found.corners is not None:
        rows |= score_rows(f"{name}, plain difference", read_by_difference(photos))
    return rows


def score_rows(name: str, score: Score) -> Rows:
    """Return the lines of a table."""
    return {
        f"{name}: changed cells right ({score.changed})": row(100 * score.changed_right / max(score.changed, 1), "%"),
        f"{name}: boards exact ({score.boards})": row(score.exact, "boards"),
        f"{name}: wrong claims": row(score.wrong, "cells"),
        f"{name}: asked": row(score.asked, "cells"),
        f"{name}: not read": row(score.unread, "pictures"),
        f"{name}: corners tapped": row(score.taps, "times"),
    }


def main() -> None:
    """Read the command line and every set."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench.photos", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of folders of photographs")
    folder = parser.parse_args().folder
    if folder is None or not folder.is_dir():
        print("No photographs are read: name a folder of sets, make bench-photos ARGS=FOLDER.")
        return
    cv2.setNumThreads(1)
    rows: Rows = {}
    pages: list[report.MissedCells] = []
    for each in sorted(path.parent for path in folder.glob("*/truth.json")):
        try:
            found = rows_of(PhotoSet.of(each), pages)
        except (VisionTrouble, ClickException) as trouble:
            print(f"# {each.name} is left out: {trouble}")
            continue
        for name, line in found.items():
            print(printed(name, line), flush=True)
        rows |= found
    BUILD.mkdir(exist_ok=True)
    (BUILD / "bench-photos.json").write_text(json.dumps(rows, indent=1) + "\n")
    print(f"# every wrong or asked cell: {report.write(BUILD / 'photos-report', pages)}")


if __name__ == "__main__":
    main()
