"""Large shadows: the light of a frame follows their edges, and figures in them are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.observation import Observation
from tests.vision.cast import round_shadow
from tests.vision.inference.test_handheld import BARE, LAYOUT, START, VIEWS, empty_board, moved, taken, taught
from vision.evidence.background import Background, rectify
from vision.geometry.board_pose import Picture
from vision.inference.learning import unlit
from vision.inference.photos.handheld import HandheldReader

DEEP = 0.25
"""The part of the light that a lamp leaves in the shadow of a head."""


@pytest.fixture(scope="module")
def reader() -> HandheldReader:
    return taught()


def shaded(figures: Observation, middle: tuple[float, float] = (-60.0, -40.0), radius: float = 110.0) -> Picture:
    """Return a photo with a deep shadow around a place on the board, millimetres, and the grain of a phone."""
    picture = taken(2, figures).astype(np.float64)
    inside = round_shadow(VIEWS[2], middle, radius, 3)[..., None]
    grain = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * (1 - inside * (1 - DEEP)) + grain, 0, 255), np.uint8)


def test_what_a_deep_shadow_took_away_is_given_back_in_full(reader: HandheldReader) -> None:
    """In hardly any light, a camera's response curve differs from that in the light."""
    grid, background = empty_board(reader)
    light, dark = (
        rectify(grid, photo.board_pose, photo.picture)
        for photo in (reader.located(taken(2, BARE)), reader.located(shaded(BARE)))
    )
    inside = background.spread(background.illumination(dark).gain).mean(axis=2) < -1
    assert inside.mean() > 0.12
    even = np.exp(unlit(background, dark)) - 10
    assert even[inside].mean() == pytest.approx(light[inside].mean(), rel=0.1)


def test_nothing_wrong_is_claimed_of_figures_in_a_deep_shadow(reader: HandheldReader) -> None:
    seen = reader.read(reader.located(shaded(moved())), START)
    wrong = [cell for cell in LAYOUT.by_id if seen.cells.get(cell) != moved().cells.get(cell)]
    assert not {*wrong} - {*seen.unknown}
    assert len(seen.unknown) <= 8


def test_the_light_has_no_edges_where_only_figures_throw_shadows(reader: HandheldReader) -> None:
    photo, (grid, background) = reader.located(taken(2, START)), empty_board(reader)
    light = background.illumination(rectify(grid, photo.board_pose, photo.picture))
    assert not light.step.any()
    assert len(light.gains()) == 1


def test_the_edge_of_a_shadow_is_found_to_a_few_pixels_and_both_lights_count_beside_it() -> None:
    chance = np.random.default_rng(7)
    print_ = cv2.GaussianBlur(chance.normal(130, 25, (260, 260, 3)), (0, 0), 1.5).clip(60, 200).astype(np.uint8)
    background = Background.of(print_)
    away = np.hypot(*np.mgrid[-130:130, -130:130])
    light = background.illumination(np.where((away < 70)[..., None], 0.3 * print_, print_).astype(np.uint8))
    depth = background.spread(light.gain).mean(axis=2)
    assert depth[away < 58].max() < np.log(0.3) / 2 < depth[away > 82].min()
    lightest, darkest = (background.spread(gain).mean(axis=2) for gain in light.gains())
    rim = np.abs(away - 70) < 2
    assert (lightest[rim] - darkest[rim]).mean() > 0.5
