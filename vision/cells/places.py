"""The places of a board, seen from straight above at one pixel to the millimetre of a board in cell units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.geometry.outlines import outlines

Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]

MARGIN = 28.0
"""Millimetres around the places that are looked at: nearly a cell, over which figures lean and crops reach."""
SPOT = 8.0
"""Millimetres from spot to spot of an area: a quarter of a cell, so that a figure is never farther than 6 from one."""
ON_CELL = 15.0
"""Millimetres around the middle of a cell that lie on it: half of what cells are apart."""
DISC = 10.5
"""Millimetres around the middle of a cell that show its ground: two thirds of the way to its edge."""


def single(numbers: Any) -> Floats:
    """Return the numbers in single precision."""
    return np.asarray(numbers, np.float32)


@dataclass(frozen=True, eq=False)
class Places:
    """The n cells, then the spots of areas; ``middles`` in pixels of the view, whose corner lies at ``corner``."""

    layout: Layout
    corner: NDArray[np.float64]
    shape: tuple[int, int]
    middles: Floats
    spots: Mapping[str, slice] = field(default_factory=dict)

    @classmethod
    def of(cls, layout: Layout) -> Self:
        """Return those of a board in cell units."""
        middles = [np.array([layout.centre(cell) for cell in layout.by_id], np.float64)]
        spots, count = {}, len(middles[0])
        for name, shapes in outlines(layout).items():
            inside = _spots(shapes)
            middles.append(inside)
            spots[name] = slice(count, count + len(inside))
            count += len(inside)
        every = np.concatenate(middles)
        corner = every.min(axis=0) - MARGIN
        width, height = np.ceil(every.max(axis=0) + MARGIN - corner).astype(int).tolist()
        return cls(layout, corner, (height, width), single(every - corner), spots)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Return the names of the cells."""
        return tuple(self.layout.by_id)

    @property
    def on_cells(self) -> Floats:
        """Return the middles of the cells (n x 2)."""
        return self.middles[: len(self.cells)]

    @cached_property
    def distances(self) -> Floats:
        """Return millimetres between cells (n x n)."""
        return single(np.linalg.norm(self.on_cells[:, None] - self.on_cells[None], axis=2))

    @cached_property
    def owner(self) -> Numbers:
        """Return the number of the nearest cell (height x width)."""
        seeds = np.ones(self.shape, np.uint8)
        x, y = np.rint(self.on_cells).astype(int).T
        seeds[y, x] = 0
        _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
        number = np.zeros(int(labels.max()) + 1, np.intp)
        number[labels[y, x]] = np.arange(len(x))
        return np.asarray(number[labels], np.intp)

    @cached_property
    def lit_by(self) -> Numbers:
        """Return whose light falls there (height x width): the number of a cell, after all cells that of an area."""
        found, (rows, columns) = self.owner.copy(), self.shape
        x, y = np.meshgrid(np.arange(columns), np.arange(rows))
        for number, spots in enumerate(self.spots.values(), len(self.cells)):
            first, last = self.middles[spots].min(axis=0) - SPOT / 2, self.middles[spots].max(axis=0) + SPOT / 2
            within = (x > first[0]) & (x < last[0]) & (y > first[1]) & (y < last[1])
            found[within & ~self._on_cell] = number
        return found

    @cached_property
    def _on_cell(self) -> NDArray[np.bool_]:
        """Return which pixels lie on a cell, not beside one (height x width)."""
        x, y = np.meshgrid(np.arange(self.shape[1]), np.arange(self.shape[0]))
        middle = self.on_cells[self.owner]
        return np.asarray(np.hypot(x - middle[..., 0], y - middle[..., 1]) < ON_CELL)

    def discs(self, picture: Floats, middles: Floats | None = None) -> Floats:
        """Return what the picture shows on a disc around each cell, or these middles (n x samples x channels)."""
        where = (self.on_cells if middles is None else middles)[:, None] + _DISC[None]
        found = cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, np.float32).reshape(len(where), len(_DISC), -1)


def _spots(shapes: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return points of a grid that lie in one of these polygons."""
    low, high = np.min([s.min(axis=0) for s in shapes], axis=0), np.max([s.max(axis=0) for s in shapes], axis=0)
    x, y = (np.arange(a + SPOT / 2, b, SPOT) for a, b in zip(low, high, strict=True))
    points = np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2)
    within = [
        any(cv2.pointPolygonTest(single(shape), point, False) >= 0 for shape in shapes) for point in points.tolist()
    ]
    return points[within]


def _disc() -> Floats:
    side = np.linspace(-10.0, 10.0, 9)
    square = np.stack(np.meshgrid(side, side), axis=2).reshape(-1, 2)
    return single(square[np.linalg.norm(square, axis=1) < DISC])


_DISC = _disc()
