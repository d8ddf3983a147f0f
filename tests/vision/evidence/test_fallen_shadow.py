"""A shadow that has fallen since a frame was read: how deep it is, and what looks in it as it did."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.evidence.background import SCALE, Floats
from vision.evidence.illumination.fallen_shadow import FallenShadow, find_fallen_shadow, has_fallen, thinned
from vision.geometry.board_pose import Picture

SIDE = int(300 * SCALE)
LEFT = 0.3
"""The part of the light that is left in the shadow."""
FIGURE, OTHER = (120, 120), (190, 150)
"""Where figures stand, across and down, in millimetres; the first one in the middle of the shadow."""


def spot(picture: Floats, at: tuple[float, float], radius: float, colour: tuple[float, float, float]) -> None:
    middle = (round(at[0] * SCALE), round(at[1] * SCALE))
    cv2.circle(picture, middle, round(radius * SCALE), colour, -1)


def table(*figures: tuple[float, float], shine: bool = True) -> Floats:
    """Printed paper, and round figures with a highlight each."""
    made = np.full((SIDE, SIDE, 3), (120.0, 150.0, 170.0), np.float32)
    for across in range(0, 300, 30):
        cv2.line(made, (round(across * SCALE), 0), (round(across * SCALE), SIDE), (60.0, 80.0, 90.0), 2)
    for at in figures:
        spot(made, at, 7, (40, 60, 160))
        if shine:
            spot(made, (at[0] - 3, at[1] - 3), 2, (80, 100, 200))
    return made


def photographed(table: Floats, light: float = 1.0) -> Picture:
    """With a round shadow in which so much of the light is left, and noise."""
    shadow = np.zeros((SIDE, SIDE), np.float32)
    cv2.circle(shadow, (round(130 * SCALE), round(130 * SCALE)), round(80 * SCALE), 1.0, -1)
    dark = table * (1 - cv2.GaussianBlur(shadow, (0, 0), 2)[..., None] * (1 - light))
    return np.clip(dark + np.random.default_rng(5).normal(0, 2, table.shape), 0, 255).astype(np.uint8)


def around(picture: Picture | Floats, at: tuple[float, float]) -> Floats:
    x, y, far = round(at[0] * SCALE), round(at[1] * SCALE), round(6 * SCALE)
    return picture[y - far : y + far, x - far : x + far].astype(np.float32)


def standing(*figures: tuple[float, float]) -> NDArray[np.bool_]:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for at in figures:
        cv2.circle(mask, (round(at[0] * SCALE), round(at[1] * SCALE)), round(9 * SCALE), 1, -1)
    return np.asarray(mask > 0, np.bool_)


def fallen(now: Floats, before: Picture, *figures: tuple[float, float]) -> FallenShadow:
    found = find_fallen_shadow(photographed(now, LEFT), before, standing(*figures))
    assert found is not None
    return found


def test_what_a_shadow_took_away_is_given_back() -> None:
    before = photographed(table(FIGURE))
    shadow = fallen(table(FIGURE), before, FIGURE)
    assert shadow.depth[SIDE // 3, SIDE // 3] == pytest.approx(-np.log(LEFT), abs=0.1)
    assert np.abs(shadow.depth[-1, -1]).max() < 0.02
    inside = np.s_[round(80 * SCALE) : round(180 * SCALE), round(80 * SCALE) : round(180 * SCALE)]
    assert np.abs(shadow.even[inside].astype(float) - before[inside]).mean() < 8


def test_a_figure_that_has_lost_its_highlight_is_taken_as_it_was_and_one_that_is_gone_is_not() -> None:
    before = photographed(table(FIGURE, OTHER))
    shadow = fallen(table(FIGURE, shine=False), before, FIGURE, OTHER)
    even, alike = shadow.even, shadow.alike.astype(np.float32)
    assert np.abs(around(even, FIGURE) - around(before, FIGURE)).mean() < 4
    paper = around(photographed(table()), OTHER)
    assert np.abs(around(even, OTHER) - paper).mean() < np.abs(around(even, OTHER) - around(before, OTHER)).mean() / 3
    assert around(alike, FIGURE).mean() > 0.8
    assert around(alike, OTHER).mean() < 0.2


def test_a_figure_of_another_colour_in_its_place_is_not_taken_for_the_one_that_stood_there() -> None:
    before, now = photographed(table(FIGURE)), table()
    spot(now, FIGURE, 7, (170, 90, 40))
    even = fallen(now, before, FIGURE).even
    assert around(even, FIGURE)[..., 0].mean() > around(before, FIGURE)[..., 0].mean() + 40


def test_where_a_figure_has_left_that_was_as_dark_as_the_shadow_the_board_is_seen() -> None:
    """The place is no darker than before, with the shadow all around."""
    start, place = table(), (110.0, 130.0)
    for across in (100, 112, 124):
        spot(start, (across, 130), 9, (120 * LEFT, 150 * LEFT, 170 * LEFT))
    even = fallen(table(), photographed(start), (100, 130), (112, 130), (124, 130)).even
    assert np.abs(around(even, place) - around(photographed(table()), place)).mean() < 10


def test_a_burnt_out_channel_says_nothing_of_how_deep_a_shadow_is() -> None:
    """The paper is twice as red as a camera can tell, but for a stripe."""
    paper = table(FIGURE)
    paper[..., 2] *= 3
    paper[:, ::8] *= 0.3
    shadow = fallen(paper, photographed(paper), FIGURE)
    assert shadow.depth[SIDE // 3, SIDE // 3, 2] == pytest.approx(-np.log(LEFT), abs=0.2)


def test_where_no_shadow_has_fallen_there_is_none() -> None:
    before, now = photographed(table(FIGURE, OTHER)), photographed(table(FIGURE))
    assert find_fallen_shadow(now, before, standing(FIGURE, OTHER)) is None


def test_what_the_sun_has_brought_is_taken_away() -> None:
    before, now = photographed(table(FIGURE) * 0.6), photographed(table(FIGURE) * 0.6, 1.7)
    sun = find_fallen_shadow(now, before, standing(FIGURE), sun=True)
    assert sun is not None
    assert sun.depth[SIDE // 3, SIDE // 3] == pytest.approx(-np.log(1.7), abs=0.1)
    assert np.abs(sun.depth[-1, -1]).max() < 0.02
    assert np.abs(sun.even.astype(float) - before).mean() < 4
    assert sun.alike.mean() > 0.95


def test_a_figure_that_has_come_in_the_sun_is_not_taken_away_with_it() -> None:
    before, now = photographed(table() * 0.6), photographed(table(FIGURE) * 0.6, 1.7)
    sun = find_fallen_shadow(now, before, standing(), sun=True)
    assert sun is not None
    figure = around(photographed(table(FIGURE) * 0.6), FIGURE)
    assert np.abs(around(sun.even, FIGURE) - figure).mean() < 8


def test_a_first_look_tells_whether_a_shadow_may_have_fallen() -> None:
    before = photographed(table(FIGURE, OTHER))

    def fell(now: Picture) -> bool:
        return has_fallen(thinned(now), thinned(before))

    assert fell(photographed(table(FIGURE), LEFT))
    assert not fell(photographed(table(FIGURE))), "somebody has moved"
    assert not fell((before * 0.8).astype(np.uint8)), "all is darker"
