"""A page with a picture of every cell that was asked or claimed wrong, as the camera sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import cv2
import numpy as np

from companion.boards.layout import Lattice
from companion.boards.observation import EMPTY
from companion.cli.camera.scene_board import board_of_scene
from companion.cli.camera.scene_truth import ASKED, Truth
from vision.capture.scene_folder import FrameKind, RecordedScene
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_corners

ACROSS = 80
"""Pixels of the report to a cell."""
AROUND = 1.5
"""Cells from the middle of a picture to its edge."""
GAP = 6
"""White pixels between two pictures."""
MOST = 60
"""Cells of one picture at most: of a board that was not read all are asked."""
HEAD = """<!doctype html><meta charset=utf-8><title>Wrong or asked cells</title><style>
body{font:16px/1.4 sans-serif;max-width:75rem;margin:1rem auto;padding:0 1rem}
section{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:0;width:500px}img{max-width:100%}.wrong{border-left:8px solid #c00;padding-left:8px}
.asked{border-left:8px solid #e90;padding-left:8px}</style><h1>Wrong or asked cells</h1>
<p>Each cell in a red frame: left in the picture that was read, right on the empty board, if there is a picture of it.
Red bar: a wrong claim. Orange bar: nothing was claimed, the players are asked.</p>"""


@dataclass(frozen=True)
class MissedCells:
    """The wrong or missing answers about the cells of a set, by picture and cell; ``line`` is its score."""

    found: RecordedScene
    how: str
    line: str
    missed: Mapping[str, Mapping[str, str]]

    @property
    def cells(self) -> Mapping[str, Mapping[str, str]]:
        """Return the pictures in which a cell is not right."""
        return {file: cells for file, cells in self.missed.items() if cells}


def write(folder: Path, sets: Sequence[MissedCells]) -> Path:
    """Write the page and its pictures into the folder; return the page. A cell missed twice is shown once."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [HEAD]
    for number, each in enumerate(sets):
        lines.append(f"<h2>{escape(each.found.folder.name)}, {escape(each.how)}</h2><p>{escape(each.line)}.</p>")
        before = sets[number - 1] if number else None
        if not each.cells:
            lines.append("<p>Nothing wrong, nothing asked.</p>")
        elif before and (before.found.folder, before.cells) == (each.found.folder, each.cells):
            lines.append(f"<p>The same cells as {escape(before.how)}.</p>")
        else:
            lines += ["<section>", *_figures(folder, number, each), "</section>"]
    page = folder / "index.html"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page


def _figures(folder: Path, number: int, missed: MissedCells) -> Iterator[str]:
    """Yield a picture with its caption for each cell."""
    found, board = missed.found, board_of_scene(missed.found)
    truth = Truth.of(found.folder, board.areas)
    frames = {frame.file: frame for frame in found.frames}
    size, sheet = board.layout.size, sheet_corners(board.layout)
    pitch = size if board.layout.lattice is Lattice.SQUARE else size * np.sqrt(3)

    def flat(file: str) -> tuple[Picture, np.ndarray] | None:
        """Return the picture, and how it is laid out flat; None where nobody knows its corners."""
        corners = found.corners if truth.taps(file) is None else truth.taps(file)
        if corners is None:
            return None
        return found.picture(frames[file]), cv2.getPerspectiveTransform(
            corners.astype(np.float32), _pixels(sheet, pitch)
        )

    bare = next((flat(frame.file) for frame in found.frames if frame.kind is FrameKind.EMPTY), None)
    for file, cells in missed.cells.items():
        seen = flat(file)
        if seen is None:
            continue
        for cell, claim in list(cells.items())[:MOST]:
            middle = _pixels(np.array([board.layout.centre(cell)]), pitch)
            name = f"{number}-{file}-{cell}.jpg".replace("/", "-")
            cv2.imwrite(str(folder / name), np.hstack([_cut(*each, middle) for each in (seen, bare) if each]))
            true = truth.observations[file].cells.get(cell, EMPTY)
            kind, shown = ("asked", ASKED) if claim == ASKED else ("wrong", f"claimed: {claim}")
            caption = escape(f"{file}, {cell} \u2013 {shown} \u2013 truth: {true}")
            yield f'<figure class={kind}><img src="{name}" alt=""><figcaption>{caption}</figcaption></figure>'


def _pixels(millimetres: np.ndarray, pitch: float) -> np.ndarray:
    """Return points of the sheet in pixels of the report."""
    return np.asarray(millimetres / pitch * ACROSS, np.float32)


def _cut(picture: Picture, onto: np.ndarray, middle: np.ndarray) -> Picture:
    """Return the cell and its neighbours, the cell in a red frame."""
    side = int(2 * AROUND * ACROSS)
    x, y = middle[0] - side / 2
    moved = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]) @ onto
    shown = cv2.warpPerspective(picture, moved, (side, side))
    shown[:, -GAP:] = 255
    first, last = (side - ACROSS) // 2, (side + ACROSS) // 2
    return np.asarray(cv2.rectangle(shown, (first, first), (last, last), (0, 0, 255), 2), np.uint8)
