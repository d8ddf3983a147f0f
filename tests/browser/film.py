"""A Chromium whose camera is a film of one picture, which the test changes, and the phone that it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

from companion.boards.dice import TRAY
from companion.boards.observation import Observation
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.browser.support import CHROMIUM, FLAGS, PATIENCE_MS, PHONE
from tests.vision.dice.test_reading import ROOM
from tests.vision.drawing.dice import LOOKED_AT, PLACES, DrawnDie, roll_drawn, tray_picture
from tests.vision.drawing.renderer import Renderer, Scene, draw, renderer_for
from tests.vision.drawing.view import View
from vision.geometry.board_pose import Picture

LAYOUT = reference_board("abilene-1993")
ASIDE = View((0.0, 400.0, 760.0), (0.0, 0.0), 900.0, (1280, 720))
"""28 degrees off the vertical, as in a lamp arm beside the board"""
WITH_TRAY = View((104.0, 280.0, 800.0), (104.0, 0.0), 1660.0, (1920, 1080))
"""19 degrees off the vertical, with room beside the board for the dice tray"""
BESIDE = 384.0
"""millimetres from the middle of the board to that of the tray"""


@cache
def drawn_from(view: View) -> Renderer:
    return renderer_for(LAYOUT, view)


@cache
def tray_from(view: View, faces: tuple[int, ...]) -> tuple[Picture, Picture]:
    """Return the tray beside the board with a roll of two light dice and three dark ones, and where in the picture it
    lies.
    """
    chance = np.random.default_rng([1993, *faces])
    dice = tuple(
        DrawnDie(LOOKED_AT[at > 1], face, x + chance.uniform(-8, 8), y + chance.uniform(-8, 8), chance.uniform(0, 90))
        for at, (face, (x, y)) in enumerate(zip(faces, PLACES, strict=False))
    )
    tray = tray_picture(np.random.default_rng(3))
    (left, near, height), (to, aside) = view.place, view.target
    over = replace(view, place=(left - BESIDE, near, height), target=(to - BESIDE, aside))
    corners = over.on_sheet(np.array(TRAY.sheet) / 2 * [[-1, -1], [1, -1], [1, 1], [-1, 1]])
    where = np.zeros(view.size[::-1], np.uint8)
    cv2.fillConvexPoly(where, np.round(corners).astype(np.int32), 1)
    return roll_drawn(dice, over, ROOM, (70, 95, 130), tray), where[..., None]


def moved(figures: Observation, frm: str, to: str) -> Observation:
    """Return the same with one figure elsewhere."""
    cells = {cell: kind for cell, kind in figures.cells.items() if cell != frm}
    return replace(figures, cells={**cells, to: figures.cells[frm]})


@dataclass
class Film:
    """The picture of the camera (YUV4MPEG2, of one picture): Chromium reads the file again and again."""

    path: Path
    figures: Observation
    view: View = ASIDE
    dice: tuple[int, ...] | None = None
    """in the tray beside the board; None: there is no tray"""

    def __post_init__(self) -> None:
        self.path.write_bytes(b"")
        self.show(self.figures)

    def roll(self, faces: tuple[int, ...]) -> None:
        """Put these dice into the tray from now on."""
        self.dice = faces
        self.show(self.figures)

    def show(self, figures: Observation) -> None:
        """Show the figures like this from now on."""
        self.figures = figures
        seen = draw(Scene(LAYOUT, figures), drawn_from(self.view))
        if self.dice is not None:
            tray, where = tray_from(self.view, self.dice)
            seen = np.where(where, tray, seen)
        grain = np.random.default_rng(1993).normal(0, 2, seen.shape[:2])[:, :, None]
        self.project(np.clip(seen + grain, 0, 255).astype(np.uint8))

    def project(self, picture: Picture) -> None:
        """Show this picture from now on. It is written into the same file, which Chromium has open."""
        high, wide = picture.shape[:2]
        head = f"YUV4MPEG2 W{wide} H{high} F10:1 Ip A1:1 C420\nFRAME\n".encode()
        with self.path.open("r+b") as file:
            file.write(head + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())


@contextmanager
def watching(browser: Browser, film: Film) -> Iterator[Page]:
    """Yield a page of a phone with this camera, to whose owner a certificate that nobody has signed is good enough."""
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    flags = [*FLAGS, *camera, f"--use-file-for-fake-video-capture={film.path}"]
    phone = browser.browser_type.launch(executable_path=CHROMIUM, args=flags)
    try:
        context = phone.new_context(viewport=PHONE, has_touch=True, ignore_https_errors=True)
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
    finally:
        phone.close()
