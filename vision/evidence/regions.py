"""The town and the areas beside the cells: where to look, and where a figure may have its foot."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.templates import HALF, PIXEL, TemplateModel
from vision.geometry.outlines import outlines

BRIM = 6.0
"""Millimetres outside an area where the foot of a figure still counts as standing in it."""


@dataclass(frozen=True)
class RegionOfInterest:
    """The town or an area: ``window`` of the coarse map to look at, ``inside`` where a figure may have its foot."""

    name: str
    window: tuple[slice, slice]
    inside: NDArray[np.bool_]
    outlined: NDArray[np.bool_]


def regions_of_interest(model: TemplateModel) -> tuple[RegionOfInterest, ...]:
    """Return where to look."""
    rows, columns = model.coarse
    made, areas = [], {area.name for area in model.layout.areas}
    for name, shapes in outlines(model.layout).items():
        mask = np.zeros((rows, columns), np.uint8)
        for shape in shapes:
            cv2.fillPoly(mask, [(model.grid.at(shape) / 2).round().astype(np.int32)], 1)
        side = 2 * int(BRIM / PIXEL) + 1 if name in areas else 1
        wide = cv2.dilate(mask, np.ones((side, side), np.uint8))
        y, x = np.nonzero(wide)
        window = (
            slice(max(0, int(y.min()) - HALF), min(rows, int(y.max()) + HALF + 1)),
            slice(max(0, int(x.min()) - HALF), min(columns, int(x.max()) + HALF + 1)),
        )
        made.append(RegionOfInterest(name, window, wide[window].astype(bool), mask[window].astype(bool)))
    return tuple(made)
