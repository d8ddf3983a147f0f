"""The camera of the demo: it films a table that is only drawn, with the figures where the box says they stand."""

from __future__ import annotations

import numpy as np

from companion.boards import board_file
from companion.boards.camera_messages import Drawn, Orders, Stage
from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from vision.geometry.board_pose import Picture
from vision.synthetic.table import DrawnTable, Solid, arm

DEMO = "demo"
SIZE = (1280, 720)
NOISE = 2.0
"""standard deviation of a cheap camera's noise, in grey levels"""


class DemoCamera:
    """See ``vision.capture.sources.Source``. A picture is drawn anew only when something on the table has changed."""

    def __init__(self, seed: int = 1993) -> None:
        self.chance = np.random.default_rng(seed)
        self.table: DrawnTable | None = None
        self.drawn = Drawn(Observation(ObservationStatus.OK))
        self.clean: Picture | None = None

    def read(self) -> Picture | None:
        """See ``Source``."""
        if self.table is None:
            return None
        if self.clean is None:
            self.clean = self.table.picture(self.drawn.figures, reaching(self.table.layout, self.drawn.hand))
        noise = self.chance.normal(0.0, NOISE, self.clean.shape[:2]).astype(np.int16)
        return np.asarray(np.clip(self.clean + noise[:, :, None], 0, 255), np.uint8)

    def apply_orders(self, orders: Orders, stage_now: Stage) -> None:
        """See ``Source``."""
        if orders.board is not None:
            self.table, self.clean = DrawnTable(board_file.from_json(dict(orders.board)), SIZE), None
        if orders.drawn is not None and orders.drawn != self.drawn:
            self.drawn, self.clean = orders.drawn, None

    def close(self) -> None:
        """Close nothing: nothing is open."""


def reaching(layout: Layout, hand: str) -> tuple[Solid, ...]:
    """Return a forearm over the table, with its hand at a cell; it comes from the nearer long side."""
    if not hand:
        return ()
    x, y = layout.centre(hand)
    side = 1.0 if y >= 0 else -1.0
    return arm((x, y), (1.4 * x + 40.0, side * (layout.sheet[1] / 2 + 200.0)))
