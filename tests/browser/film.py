"""A Chromium whose camera is a film of one picture, which the test changes, and the phone that it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

from companion.boards.observation import Observation
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.browser.support import CHROMIUM, FLAGS, PATIENCE_MS, PHONE
from tests.vision.drawing.renderer import Renderer, Scene, draw, renderer_for
from tests.vision.drawing.view import View
from vision.geometry.board_pose import Picture

LAYOUT = reference_board("abilene-1993")
ASIDE = View((0.0, 400.0, 760.0), (0.0, 0.0), 900.0, (1280, 720))
"""28 degrees off the vertical, as in a lamp arm beside the board"""


@cache
def standing_aside() -> Renderer:
    return renderer_for(LAYOUT, ASIDE)


def moved(figures: Observation, frm: str, to: str) -> Observation:
    """The same with one figure elsewhere."""
    cells = {cell: kind for cell, kind in figures.cells.items() if cell != frm}
    return replace(figures, cells={**cells, to: figures.cells[frm]})


class Film:
    """What the camera sees (YUV4MPEG2, of one picture): Chromium reads the file again and again."""

    def __init__(self, path: Path, figures: Observation) -> None:
        self.path = path
        path.write_bytes(b"")
        self.show(figures)

    def show(self, figures: Observation) -> None:
        """From now on the figures stand like this."""
        seen = draw(Scene(LAYOUT, figures), standing_aside())
        grain = np.random.default_rng(1993).normal(0, 2, seen.shape[:2])[:, :, None]
        self.project(np.clip(seen + grain, 0, 255).astype(np.uint8))

    def project(self, picture: Picture) -> None:
        """From now on it sees this picture. It is written into the same file, which Chromium has open."""
        high, wide = picture.shape[:2]
        head = f"YUV4MPEG2 W{wide} H{high} F10:1 Ip A1:1 C420\nFRAME\n".encode()
        with self.path.open("r+b") as file:
            file.write(head + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())


@contextmanager
def watching(browser: Browser, film: Film) -> Iterator[Page]:
    """A page of a phone with this camera, to whose owner a certificate that nobody has signed is good enough."""
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    flags = [*FLAGS, *camera, f"--use-file-for-fake-video-capture={film.path}"]
    phone = browser.browser_type.launch(executable_path=CHROMIUM, args=flags)
    try:
        context = phone.new_context(viewport=PHONE, has_touch=True, ignore_https_errors=True)
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()
    finally:
        phone.close()
