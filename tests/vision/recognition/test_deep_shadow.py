"""Photos taken by hand in deep shadow: what it took away is given back."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards.observation import Observation
from companion.cli.scene_board import board_of
from tests.vision.recognition.test_handheld import BARE, LAYOUT, START, VIEWS, taken
from vision.geometry.board_pose import Picture, Points
from vision.recognition.models.background import rectify
from vision.recognition.models.cast_shadow import without_cast_shadow
from vision.recognition.photos.handheld import HandheldReader

GAME = board_of("abilene-1993", tuple("ABDE"))[2]
DEEP = 0.15
"""The part of the light that one lamp leaves in the shadow of a head."""


@pytest.fixture(scope="module")
def reader() -> HandheldReader:
    """It has seen the empty board and the start, each from another side."""
    made = HandheldReader(LAYOUT, GAME.figure_rules())
    made.take_empty(made.located(taken(0, BARE)))
    assert made.learn(made.located(taken(1, START)), START, answered=False) == ()
    return made


def shaded(figures: Observation, middle: tuple[float, float] = (-60.0, -40.0), radius: float = 110.0) -> Picture:
    """A photo with a deep shadow around a place on the board, millimetres, and the grain of a phone."""
    picture = taken(2, figures).astype(np.float64)
    around = np.radians(np.arange(0, 360, 10))
    rim: Points = np.array(middle) + radius * np.column_stack([np.cos(around), np.sin(around)])
    inside: NDArray[Any] = np.zeros(picture.shape[:2])
    cv2.fillPoly(inside, [VIEWS[2].on_sheet(rim).round().astype(np.int32)], 1.0)
    inside = np.asarray(cv2.GaussianBlur(inside, (0, 0), 3))[..., None]
    grain = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * (1 - inside * (1 - DEEP)) + grain, 0, 255), np.uint8)


def test_what_a_deep_shadow_took_away_is_given_back_in_full(reader: HandheldReader) -> None:
    """Where hardly any light is left, a camera's answer to it is not the same as in the light."""
    assert reader.recogniser
    grid, cache = reader.recogniser.grid, reader.recogniser.cache
    light, dark = (
        rectify(grid, photo.board_pose, photo.picture)
        for photo in (reader.located(taken(2, BARE)), reader.located(shaded(BARE)))
    )
    nothing = np.zeros((*dark.shape[:2], len(cache.colour_model.kinds)), bool)
    even, depth = without_cast_shadow(dark, cache.background, nothing, cache.explained)
    assert depth is not None
    inside = depth.mean(axis=2) > 1
    assert inside.mean() > 0.15
    assert even[inside].mean() == pytest.approx(light[inside].mean(), rel=0.1)
