"""A table without a camera: photos of a game, taken by hand with whatever phone was near, and the truth about each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.vision.drawing.renderer import Renderer
from tests.vision.drawing.view import Floats, View
from tests.vision.rendering import artworks, looks, things
from tests.vision.rendering.developing import Film, Moment, developed, film, jpeg
from tests.vision.rendering.figures import Crowd, Standing
from tests.vision.rendering.steps import Step, Table, some_seats
from tests.vision.rendering.textures import Chance
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import sheet_corners

SENSORS = ((2000, 1500), (1920, 1080))
"""Two sizes of sensor, as a phone's page hands their pictures on."""
STEEPEST = 30.0
"""Degrees off the vertical from which somebody holds a phone at most, unless another is asked for."""
SHADED = 0.35
"""How often the photographer stands in his own light."""
UNCHANGED = 0.35
"""How often nothing has changed since the last photo."""
EXCHANGES = 2
"""Photos at the end of an evening on which two figures of different form have changed places, against the rules."""
ROOMS = ("one lamp", "two lamps", "dim", "daylight", "cold gloss")


@dataclass(frozen=True)
class Photo:
    """A photo with its truth; ``step`` is what happened since the last one, None: nothing."""

    picture: Picture
    quality: int
    truth: Observation
    corners_px: Floats
    kind: str
    tilt: float
    step: Step | None = None

    @property
    def file(self) -> bytes:
        """Return the photo as it is sent."""
        return jpeg(self.picture, self.quality)


@dataclass
class Evening:
    """A game at one table; every photo is taken from somewhere else."""

    seed: int
    markers: bool = True
    board: str = "abilene-1993"
    wrong: float = 0.25
    tilts: tuple[float, float] = (0.0, STEEPEST)
    """degrees off the vertical, least and most, at which the board is checked; it is set up from above"""
    believed: Observation = field(init=False)

    def __post_init__(self) -> None:
        self.chance: Chance = np.random.default_rng([self.seed, 93])
        luck = random.Random(f"photos {self.seed}")
        self.layout: Layout = reference_board(self.board)
        self.table = Table(self.layout, some_seats(self.layout, luck), luck, self.wrong)
        self.room_name = ROOMS[self.seed % len(ROOMS)]
        self.room = looks.ROOMS[self.room_name](self.chance)
        every = sorted(artworks.TUNING | artworks.HELD_OUT)
        self.art_name = every[self.seed % len(every)]
        self.makers = looks.makers(self.chance)
        self.crowd = Crowd(self.layout, luck, neat=luck.uniform(0.8, 2.4))
        self.art = artworks.artwork(self.art_name, self.layout, self.chance, 3.2, self.markers)
        tables = (*artworks.TABLES[False], *artworks.TABLES[True])
        self.surface = artworks.table(tables[int(self.chance.integers(len(tables)))], self.chance)
        self.phones = [film(self.chance, min(self.room.noise, 3.5)) for _ in SENSORS]
        self.luck = luck

    def photos(self, checks: int) -> Iterator[Photo]:
        """Yield the empty board, the start, then ``checks`` photos of play, each after a step or after none; last
        those on
        which two figures have changed places, which are put back each time.
        """
        yield self._taken("empty")
        self.crowd.set_up(self.table.kinds)
        yield self._taken("start")
        steps = self.table.steps()
        for _ in range(checks):
            step = None if self.luck.random() < UNCHANGED else next(steps, None)
            if step is None:
                yield self._taken("play")
                continue
            if step.cleared:
                self.crowd.clear()
            self.crowd.follow([move for played in step.played_moves for move in played.moves])
            yield self._taken("play", step)
        for _ in range(EXCHANGES):
            pair = self._of_two_forms()
            self.crowd.exchange(*pair)
            yield self._taken("exchanged")
            self.crowd.exchange(*pair)

    def _of_two_forms(self) -> tuple[Standing, Standing]:
        """Return a cow and a cowboy on the board, of one colour if there are such."""
        on_board = [one for one in self.crowd.everybody if one.node in self.layout.by_id]
        forms = [[one for one in on_board if one.kind.startswith(form)] for form in ("cow", "cowboy")]
        pairs = [(cow, man) for cow in forms[0] for man in forms[1] if not cow.kind.startswith("cowboy")]
        alike = [pair for pair in pairs if pair[0].kind.partition(":")[2] == pair[1].kind.partition(":")[2]]
        return self.luck.choice(alike or pairs)

    def _taken(self, kind: str, step: Step | None = None) -> Photo:
        chance = self.chance
        which = int(chance.integers(len(SENSORS)))
        wide, tall = SENSORS[which]
        size = (wide, tall) if chance.random() < 0.5 else (tall, wide)
        tilt = float(chance.uniform(*((0, STEEPEST) if kind in ("empty", "start") else self.tilts)))
        view = held(self.layout, chance, size, tilt)
        stage = Renderer(self.art, view, self.room.light, self.surface)
        unseen = (
            [things.head(chance, self.room.light)] if kind in ("play", "exchanged") and chance.random() < SHADED else []
        )
        light = stage.picture(self.crowd.shapes(self.makers), (), unseen)
        made = self._developed(light, size, self.phones[which])
        cells: dict[str, Any] = self.crowd.truth()
        areas = {area: tuple(cells[area]) for area in ("town", "jail", "corral")}
        truth = Observation(ObservationStatus.OK, cells["cells"], (), areas)
        corners = view.on_sheet(sheet_corners(self.layout))
        return Photo(made, self.phones[which].quality, truth, corners, kind, tilt, step)

    def _developed(self, light: Picture, size: tuple[int, int], phone: Film) -> Picture:
        """Return the picture exposed for its own middle, as phones do, and for its brightest part."""
        high, wide = light.shape[:2]
        middle = light[high // 4 : high - high // 4, wide // 4 : wide - wide // 4]
        seen = cv2.resize(middle, (64, 64), interpolation=cv2.INTER_AREA)
        bright = self.chance.uniform(95, 125) / float(seen.mean())
        bright = float(np.clip(min(bright, 235 / float(np.quantile(seen.max(axis=2), 0.97))), 0.4, 3.0))
        gains = bright * (1 + self.chance.normal(0, 0.02, 3))
        blue, green, red = gains.tolist()
        shaken = self.chance.normal(0, 1.0, 2).tolist() if self.chance.random() < 0.15 else (0.0, 0.0)
        return developed(light, size, phone, Moment((blue, green, red), (shaken[0], shaken[1])), self.chance)


def held(layout: Layout, chance: Chance, size: tuple[int, int], tilt: float) -> View:
    """Return a phone so many degrees off the vertical, near enough for the sheet to fill most of its picture."""
    side = float(chance.integers(4)) * np.pi / 2 + float(chance.normal(0, 0.35))
    fill = float(chance.uniform(0.78, 0.94))
    focal = max(size) * float(chance.uniform(0.72, 0.85))
    target = chance.normal(0, 8, 2).tolist()
    distortion = (float(chance.uniform(-0.05, 0.01)), 0.0)
    roll = 90.0 - np.degrees(side) + float(chance.normal(0, 6))
    if size[0] < size[1] and chance.random() < 0.5:
        roll += 90.0
    distance = 800.0
    for _ in range(20):
        place = (
            target[0] + distance * np.sin(np.radians(tilt)) * np.cos(side),
            target[1] + distance * np.sin(np.radians(tilt)) * np.sin(side),
            distance * np.cos(np.radians(tilt)),
        )
        view = View(place, (target[0], target[1]), focal, size, roll, distortion)
        reach = np.abs(view.on_sheet(sheet_corners(layout)) - view.middle) / np.array(view.middle)
        distance *= float(reach.max()) / fill
    return view
