"""Follows the board from picture to picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.core.board import Layout
from vision.errors import BoardNotFound
from vision.locate import find_board, sheet_corners, usable
from vision.placement import Picture, Placement

STILL = 0.5
"""Millimetres at the worst corner that are no movement."""


class Tracker:
    """Knows where the board was, and says where it is now."""

    def __init__(self, layout: Layout, placement: Placement, picture: Picture) -> None:
        self.layout = layout
        self.placement = replace(placement, moved=0.0)
        self.reference = usable(picture)

    def follow(self, picture: Picture) -> Placement:
        """Where the board is in this picture: the same Placement as before when nothing moved.

        ``moved`` of the answer is how far the worst corner of the sheet went since the last picture, in millimetres.
        Raises BadPicture and BoardNotFound.
        """
        usable(picture)
        self.placement = replace(self.placement, moved=0.0) if self.placement.moved else self.placement
        if self.layout.markers:
            try:
                found = find_board(picture, self.layout)
            except BoardNotFound:
                return self.placement
            moved = shift(self.placement, found, self.layout)
            if moved > STILL:
                self.placement = replace(found, moved=moved)
        return self.placement


def shift(before: Placement, after: Placement, layout: Layout) -> float:
    """How far the worst corner of the sheet moved, in millimetres of the sheet as it lay before."""
    corners = sheet_corners(layout)
    return float(np.linalg.norm(before.millimetres(after.pixels(corners)) - corners, axis=1).max())
