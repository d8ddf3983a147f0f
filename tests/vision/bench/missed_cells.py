"""One page with a picture of every cell that was asked or claimed wrong, as the camera sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

import cv2
import numpy as np

from companion.cli.scene_board import board_of_scene
from companion.cli.scene_truth import Truth
from vision.capture.scene_folder import RecordedScene
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_corners

ACROSS = 32
"""Pixels of the report to a cell."""
AROUND = 1.5
"""Cells from the middle of a picture to its edge."""
MOST = 60
"""Cells of one picture at most: of a board that was not read all are asked."""


@dataclass(frozen=True)
class MissedCells:
    """The wrong or missing answers about the cells of a set: by picture and cell."""

    found: RecordedScene
    title: str
    missed: Mapping[str, Mapping[str, str]]


def write(folder: Path, sets: Iterable[MissedCells]) -> Path:
    """Write the page and its pictures into the folder; return the page."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["<!doctype html><meta charset=utf-8><title>Wrong or asked cells</title>"]
    for number, each in enumerate(sets):
        lines.append(f"<h2>{escape(each.title)}</h2>")
        lines += _figures(folder, number, each)
    page = folder / "index.html"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page


def _figures(folder: Path, number: int, missed: MissedCells) -> Iterable[str]:
    """Yield a picture with its caption for each cell."""
    board = board_of_scene(missed.found)
    truth = Truth.of(missed.found.folder, board.areas)
    frames = {frame.file: frame for frame in missed.found.frames}
    pitch = board.layout.size if board.layout.lattice.value == "square" else board.layout.size * np.sqrt(3)
    for file, cells in missed.missed.items():
        corners = truth.taps(file)
        corners = missed.found.corners if corners is None else corners
        if not cells or corners is None:
            continue
        picture = missed.found.picture(frames[file])
        onto = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), _pixels(sheet_corners(board.layout), pitch))
        for cell, said in list(cells.items())[:MOST]:
            name = f"{number}-{file}-{cell}.jpg".replace("/", "-")
            cv2.imwrite(str(folder / name), _cut(picture, onto, _pixels(np.array([board.layout.centre(cell)]), pitch)))
            true = truth.observations[file].cells.get(cell, "empty")
            caption = escape(f"{file} {cell}: {said}, is {true}")
            yield f'<figure><img src="{name}"><figcaption>{caption}</figcaption></figure>'


def _pixels(millimetres: np.ndarray, pitch: float) -> np.ndarray:
    """Return points of the sheet in pixels of the report."""
    return np.asarray(millimetres / pitch * ACROSS, np.float32)


def _cut(picture: Picture, onto: np.ndarray, middle: np.ndarray) -> Picture:
    """Return the cell and its neighbours, the cell in a red frame."""
    side = int(2 * AROUND * ACROSS)
    x, y = middle[0] - side / 2
    moved = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]) @ onto
    shown = cv2.warpPerspective(picture, moved, (side, side))
    first, last = (side - ACROSS) // 2, (side + ACROSS) // 2
    return np.asarray(cv2.rectangle(shown, (first, first), (last, last), (0, 0, 255), 1), np.uint8)
