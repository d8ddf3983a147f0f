"""A board of coloured fields, as draughts are played on, and a camera above it: drawn, small and quick to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Cell, Lattice, Layout
from companion.boards.observation import Observation, ObservationStatus
from vision.geometry.board_pose import Picture, Points

SIDE = 6
"""Cells along a side."""
DENSE = 60
"""Pixels along a cell of the drawn board."""
Colour = tuple[int, int, int]
"""Blue, green, red."""


def layout(size: float = 31.0) -> Layout:
    """Return the board, its cells ``size`` millimetres wide: a1 is at the top left."""
    cells = tuple(Cell(f"{'abcdefgh'[q]}{r + 1}", q, r, "A", frozenset()) for r in range(SIDE) for q in range(SIDE))
    first, sheet = -size * (SIDE - 1) / 2, size * SIDE
    return Layout("fields", Lattice.SQUARE, size, cells, sheet=(sheet, sheet), origin=(first, first))


@dataclass(frozen=True)
class Fields:
    """The look of board, figures and camera. ``shift``: pixels by which the board lies elsewhere in the picture."""

    light: Colour = (225, 230, 232)
    dark: Colour = (70, 110, 60)
    table: Colour = (95, 120, 150)
    figures: Mapping[str, Colour] | None = None
    wide: float = 0.33
    """The radius of a figure, in parts of a cell."""
    corners: tuple[tuple[float, float], ...] = ((118.3, 62.1), (520.4, 58.6), (541.0, 421.5), (101.2, 424.0))
    size: tuple[int, int] = (640, 480)
    shift: tuple[float, float] = (0.0, 0.0)
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    noise: float = 2.0
    seed: int = 1

    @property
    def colours(self) -> Mapping[str, Colour]:
        """Return the kinds of figures."""
        return self.figures or {"light": (190, 215, 222), "dark": (30, 25, 60)}

    @property
    def corners_px(self) -> Points:
        """Return the corners of the board in the picture."""
        return np.array(self.corners) + self.shift


def photograph(fields: Fields, cells: Mapping[str, str]) -> Picture:
    """Return what the camera sees of the board with these figures."""
    return developed(fields, seen_by_camera(fields, drawn(fields, cells)))


def drawn(fields: Fields, cells: Mapping[str, str], rim: float = 0.72) -> Picture:
    """Return the board from straight above with these figures, round and flat; their ``rim`` is so much darker."""
    side = SIDE * DENSE
    board = np.empty((side, side, 3), np.uint8)
    places = {cell.id: (cell.q, cell.r) for cell in layout().cells}
    for q, r in places.values():
        colour = fields.light if (q + r) % 2 == 0 else fields.dark
        board[r * DENSE : (r + 1) * DENSE, q * DENSE : (q + 1) * DENSE] = colour
    for cell, kind in cells.items():
        q, r = places[cell]
        middle = (int((q + 0.5) * DENSE), int((r + 0.5) * DENSE))
        colour = fields.colours[kind]
        rim_colour = tuple(int(rim * channel) for channel in colour)
        cv2.circle(board, middle, int(fields.wide * DENSE), rim_colour, -1, cv2.LINE_AA)
        cv2.circle(board, middle, int(0.79 * fields.wide * DENSE), colour, -1, cv2.LINE_AA)
    return board


def seen_by_camera(fields: Fields, board: Picture) -> NDArray[np.float64]:
    """Return the drawn board on its table, before the camera adds its noise."""
    side = len(board)
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    change = cv2.getPerspectiveTransform(corners, fields.corners_px.astype(np.float32))
    table = np.full((fields.size[1], fields.size[0], 3), fields.table, np.uint8)
    rng = np.random.default_rng(7)
    wood = cv2.GaussianBlur(rng.normal(0, 60, table.shape[:2]), (0, 0), 6)
    table = np.clip(table + wood[..., None], 0, 255).astype(np.uint8)
    small = cv2.GaussianBlur(board, (0, 0), 0.4)
    seen = cv2.warpPerspective(small, change, fields.size, table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.float64)


def developed(fields: Fields, seen: NDArray[np.float64]) -> Picture:
    """Return the picture as the camera gives it: with its tint, exposure and noise."""
    noise = np.random.default_rng(fields.seed).normal(0, fields.noise, seen.shape)
    return np.clip(seen * fields.gain + noise, 0, 255).astype(np.uint8)


def start_cells() -> dict[str, str]:
    """Return two rows of figures on either side."""
    rows = {1: "dark", 2: "dark", SIDE - 1: "light", SIDE: "light"}
    return {f"{column}{row}": kind for row, kind in rows.items() for column in "abcdefgh"[:SIDE]}


def observation(cells: Mapping[str, str]) -> Observation:
    """Return what a faultless camera would say."""
    return Observation(ObservationStatus.OK, dict(cells))
