"""Photos taken by hand in deep shadow: what it took away is given back, and what speaks for figures there is less."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.boards.observation import EMPTY, Observation
from companion.cli.scene_board import board_of
from tests.vision.cast import round_shadow
from tests.vision.inference.test_handheld import BARE, LAYOUT, START, VIEWS, moved, taken, taught
from vision.evidence.background import Background, Floats, logarithms, rectify
from vision.evidence.illumination.cast_shadow import without_cast_shadow
from vision.geometry.board_pose import Picture
from vision.geometry.sheet import in_cell_units
from vision.inference.photos.handheld import HandheldReader
from vision.inference.photos.shaded_figures import faded

GAME = board_of("abilene-1993", tuple("ABDE"))[2]
DEEP = 0.15
"""The part of the light that one lamp leaves in the shadow of a head."""


@pytest.fixture(scope="module")
def reader() -> HandheldReader:
    return taught()


def shaded(figures: Observation, middle: tuple[float, float] = (-60.0, -40.0), radius: float = 110.0) -> Picture:
    """A photo with a deep shadow around a place on the board, millimetres, and the grain of a phone."""
    picture = taken(2, figures).astype(np.float64)
    inside = round_shadow(VIEWS[2], middle, radius, 3)[..., None]
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


def test_figures_in_a_deep_shadow_are_read(reader: HandheldReader) -> None:
    seen = reader.read(reader.located(shaded(moved())), START)
    wrong = [cell for cell in LAYOUT.by_id if seen.cells.get(cell) != moved().cells.get(cell)]
    assert wrong == [*seen.unknown]
    assert len(wrong) <= 1


def test_shadows_of_figures_in_the_light_are_no_part_of_the_photographers(reader: HandheldReader) -> None:
    """Between figures of a herd there is hardly any other print."""
    reader.read(reader.located(shaded(START)), START)
    assert reader.recogniser
    assert reader.recogniser.depth is not None
    for cell in START.cells:
        place = np.array(in_cell_units(LAYOUT).corners(cell)).mean(axis=0)
        x, y = reader.recogniser.grid.at(place[None])[0].round().astype(int)
        if np.hypot(place[0] + 60, place[1] + 40) > 140:
            assert reader.recogniser.depth[y, x].max() < 0.1, cell


@pytest.mark.parametrize(
    ("figures", "bare", "left"),
    [((0.2, 0.25, 0.3, -0.5), 0.0, 0.225), ((0.2, 0.25, 0.3), 0.2, 1.0), ((0.2, 0.25), 0.0, 1.0)],
)
def test_figures_that_fade_in_the_shadow_tell_how_much_they_do_if_bare_cells_are_others(
    figures: tuple[float, ...], bare: float, left: float
) -> None:
    """One of four has gone. Two tell nothing."""
    parts = np.array([*figures, *[bare] * 9], np.float32)
    stands = np.array(["cow"] * len(figures) + [EMPTY] * 9)
    assert faded(parts, stands, "cow") == pytest.approx(left)


def test_print_between_figures_is_given_back_up_to_the_edge_of_the_shadow() -> None:
    """Beside a figure dark print may as well lie in the figure's own shadow: it is believed near the large one."""
    chance = np.random.default_rng(7)
    print_ = cv2.GaussianBlur(chance.normal(130, 25, (240, 240, 3)), (0, 0), 1.5).clip(60, 200).astype(np.uint8)
    background = Background.of(print_)
    across, down = np.meshgrid(np.arange(240) - 120, np.arange(240) - 120)
    away, turn = np.hypot(across, down), np.degrees(np.arctan2(down, across))
    figures = (np.abs(away - 68) < 24) & (np.abs(turn) < 90) & (turn % 20 < 15)
    inside = away < 70
    dark = np.where(inside[..., None], 0.2 * print_, print_).astype(np.uint8)
    dark[figures] = 30

    def explained(picture: Picture, light: Floats, _: NDArray[np.bool_]) -> Floats:
        off = logarithms(picture) - background.colour - background.response * light
        return np.where(figures, 0, np.clip(3 - 10 * np.abs(off).mean(axis=2), -3, 3)).astype(np.float32)

    _, depth = without_cast_shadow(dark, background, figures[..., None], explained)
    assert depth is not None
    between = (away < 67) & (away > 55) & (np.abs(turn) < 80) & ~figures
    assert (depth[between].mean(axis=1) < 1.2).mean() < 0.05
    assert depth[(away > 75) & ~figures].max() < 0.1
