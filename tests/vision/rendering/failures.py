"""The pictures of docs/camera.md: what makes a camera wait or ask, rendered, with what it believes drawn over it.

``python -m tests.vision.rendering.failures FOLDER``; ``make pictures`` writes them beside the others.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from tests.vision.bench.evaluate import observation_of_truth
from tests.vision.drawing.figures import Shape, box
from tests.vision.rendering import things
from tests.vision.rendering.developing import Moment, developed
from tests.vision.rendering.recipes import Recipe, recipe
from tests.vision.rendering.session import Session
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser
from vision.runtime.overlay import draw_overlay, small

WIDTH, QUALITY = 520, 70
BASE = replace(
    recipe(7), board="abilene-1993", artwork="parchment", room="one lamp", table="wood", markers=True, size=(1280, 960)
)
DIM = replace(BASE, room="dim", size=(800, 600))
HOUR: Moment = Moment()


class Table:
    """A table that is photographed."""

    def __init__(self, folder: Path, what: Recipe = BASE, cow: Shape | None = None) -> None:
        self.session = Session(what, folder)
        self.layout: Layout = self.session.layout
        if cow:
            self.session.makers = replace(self.session.makers, cow=cow)
        empty = self.picture()
        self.session.crowd.set_up(self.session.table.kinds)
        start = self.session.crowd.truth()
        self.reader = Recogniser.learn(self.layout, observation_of_truth(start), empty, self.picture())

    def picture(self, above: Sequence[Shape] = (), unseen: Sequence[Shape] = ()) -> Picture:
        """Return how it looks now, with these things over it, and those of which only the shadow is seen."""
        session = self.session
        light = session.stage.picture(session.crowd.shapes(session.makers), above, unseen)
        return developed(light, session.view.size, session.film, HOUR, session.chance)

    def believed(self, picture: Picture) -> Picture:
        """Return the picture with what is believed drawn over it; as it is where the board is not found."""
        reading = self.reader.read(picture)
        if reading.board_pose is None:
            return picture
        return draw_overlay(picture, self.layout, reading.board_pose, reading.observation)


def hand(table: Table) -> Picture:
    """Draw a hand over the board."""
    arm = things.hand_at((30.0, -20.0), np.random.default_rng(3))
    return table.believed(table.picture(above=[arm]))


def head(table: Table) -> Picture:
    """Draw a head between lamp and board."""
    return table.believed(table.picture(unseen=[things.head(np.random.default_rng(5), table.session.room.light)]))


def sun(table: Table) -> Picture:
    """Return the sun that comes in through a gap and burns a part of the board out."""
    seen = table.picture()
    height, wide = seen.shape[:2]
    lit = np.zeros((height, wide), np.float32)
    corners = np.array([[0.36, 0], [0.56, 0], [0.74, 1], [0.54, 1]]) * [wide, height]
    cv2.fillConvexPoly(lit, corners.astype(np.int32), 2.2, cv2.LINE_AA)
    return table.believed(np.clip(seen * (1 + lit[..., None]), 0, 255).astype(np.uint8))


def die(table: Table) -> Picture:
    """Return a die came to rest on a cell."""
    x, y = table.layout.centre("F4-2")
    return table.believed(table.picture(above=[box(16, 16, 16, (235, 238, 240)).at(x, y, 20)]))


def far_away(table: Table) -> Picture:
    """Return a camera that hangs so high that the cells are no larger than a few pixels."""
    seen = table.picture()
    height, wide = seen.shape[:2]
    return _on_the_table(seen, np.array([[0.22, 0, wide * 0.39], [0, 0.22, height * 0.39]]))


def cut_off(table: Table) -> Picture:
    """Return a photo on which two corners of the board are missing."""
    seen = table.picture()
    height, wide = seen.shape[:2]
    return seen[: round(0.78 * height), : round(0.8 * wide)]


def bright(table: Table) -> Picture:
    """Add so much light that the fields cannot be told from each other."""
    return table.believed(np.clip(table.picture() * 3.2, 0, 255).astype(np.uint8))


def like_the_field(table: Table) -> Picture:
    """Return a counter as flat as paper and of the colour of its field, in too little light."""
    folder, cell = table.session.folder, "F3-0"
    art = Session(DIM, folder).art
    (column, line), *_ = art.raster([table.layout.centre(cell)])
    print_there = art.picture[round(line) - 14 : round(line) + 15, round(column) - 14 : round(column) + 15]
    blue, green, red = (int(level) for level in np.median(print_there.reshape(-1, 3), axis=0))
    dim = Table(folder, DIM, box(17, 17, 0.6, (blue, green, red)))
    dim.session.crowd.follow([{"piece": "cow", "from": "A5-1", "to": cell}])
    return dim.believed(dim.picture())


def _on_the_table(seen: Picture, where: NDArray[np.float64]) -> Picture:
    """Return the picture moved on a table of the colour at its rim."""
    height, wide = seen.shape[:2]
    rim = [float(level) for level in np.median(seen[-8:].reshape(-1, 3), axis=0)]
    return np.asarray(cv2.warpAffine(seen, where, (wide, height), borderValue=rim), np.uint8)


FAILURES: dict[str, Callable[[Table], Picture]] = {
    "hand": hand,
    "head": head,
    "sun": sun,
    "die": die,
    "far-away": far_away,
    "cut-off": cut_off,
    "bright": bright,
    "like-the-field": like_the_field,
}


def pictures() -> Iterator[tuple[str, Picture]]:
    """Yield the pictures by name."""
    with tempfile.TemporaryDirectory() as name:
        table = Table(Path(name))
        for what, made in FAILURES.items():
            yield what, made(table)


def write(folder: Path) -> None:
    """Write all of them, small."""
    for name, picture in pictures():
        packed = cv2.imencode(".jpg", small(picture, WIDTH), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        (folder / f"camera-{name}.jpg").write_bytes(packed.tobytes())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
