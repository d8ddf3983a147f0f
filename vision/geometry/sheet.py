"""The printed sheet that carries the board: its sides and its corners, in millimetres, and what its cells measure.

Figures are read in *cell units*: the board as if the middles of its cells were ``SPACING`` millimetres
apart. A picture looks the same whatever size somebody has put into the board file, and so it must be read the same;
figures are made for their cells, not for millimetres.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Lattice, Layout

SPACING = 18.0 * sqrt(3)
"""Between the middles of neighbouring cells, about 31: as on the board on which figures were measured."""


def cell_unit(layout: Layout) -> float:
    """Return how many millimetres of this layout one of the board in cell units is."""
    return layout.size * (sqrt(3) if layout.lattice is Lattice.HEX else 1.0) / SPACING


def in_cell_units(layout: Layout) -> Layout:
    """Return the layout itself where its cells have that spacing, else the same board larger or smaller."""
    by = 1 / cell_unit(layout)
    if abs(by - 1) < 1e-9:
        return layout
    return replace(
        layout,
        size=layout.size * by,
        areas=tuple(
            replace(area, x=area.x * by, y=area.y * by, width=area.width * by, height=area.height * by)
            for area in layout.areas
        ),
        sheet=(layout.sheet[0] * by, layout.sheet[1] * by),
        markers=tuple(replace(marker, x=marker.x * by, y=marker.y * by) for marker in layout.markers),
        marker_side=layout.marker_side * by,
        marker_margin=layout.marker_margin * by,
        origin=(layout.origin[0] * by, layout.origin[1] * by),
    )


def sheet_size(layout: Layout) -> tuple[float, float]:
    """Return the sheet's sides in millimetres; a board without one gets a sheet just around its cells."""
    if min(layout.sheet) > 0:
        return layout.sheet
    corners = np.array([point for cell in layout.cells for point in layout.corners(cell.id)])
    across, down = 2 * np.abs(corners).max(axis=0) + 30
    return float(across), float(down)


def sheet_corners(layout: Layout) -> NDArray[Any]:
    """Return top left, top right, bottom right and bottom left of the sheet, in millimetres."""
    across, down = sheet_size(layout)
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [across / 2, down / 2]
