"""The outlines of the town and of the areas beside the cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout


def outlines(layout: Layout) -> dict[str, list[NDArray[np.float64]]]:
    """Return the town's cells, and the rectangles of the areas, in millimetres."""
    found = {layout.hub.name: [np.array(outline) for outline in layout.hub_outlines()]} if layout.hub else {}
    for area in layout.areas:
        x, y = area.width / 2, area.height / 2
        corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
        found[area.name] = [np.array([(area.x + dx, area.y + dy) for dx, dy in corners])]
    return found
