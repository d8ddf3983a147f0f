"""The printed sheet that carries the board: its sides and its corners, in millimetres."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout


def sheet_size(layout: Layout) -> tuple[float, float]:
    """The sheet's sides in millimetres; a board without one gets a sheet just around its cells."""
    if min(layout.sheet) > 0:
        return layout.sheet
    corners = np.array([point for cell in layout.cells for point in layout.corners(cell.id)])
    across, down = 2 * np.abs(corners).max(axis=0) + 30
    return float(across), float(down)


def sheet_corners(layout: Layout) -> NDArray[Any]:
    """Top left, top right, bottom right, bottom left of the sheet in millimetres."""
    across, down = sheet_size(layout)
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [across / 2, down / 2]
