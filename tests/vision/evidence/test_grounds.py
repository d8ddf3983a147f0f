"""Figures that have the colour of their field: told by their texture, or doubted, and learnt from who knows better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.observation import Observation, ObservationStatus
from tests.vision.fields import DENSE, SIDE, Fields, developed, drawn, layout, observation, seen_by_camera, start_cells
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser

WHITE = (221, 226, 229)
HERE = Fields(light=(225, 230, 232), figures={"light": WHITE, "dark": (30, 25, 60)})
"""The light figures are as good as the light fields."""
START = start_cells()
ON_LIGHT, ON_DARK = "c3", "b3"


def photograph(fields: Fields, cells: Mapping[str, str], relief: float = 1.0) -> Picture:
    """Return a photo with figures that are turned: rings of light and shade, by ``relief``."""
    board = drawn(fields, cells, rim=1 - 0.1 * relief).astype(np.float64)
    for cell in cells:
        x, y = ("abcdefgh".index(cell[0]) + 0.5) * DENSE, (int(cell[1]) - 0.5) * DENSE
        for ring in (0.1, 0.18, 0.26):
            shade = 0.86 if ring == 0.18 else 1.12
            mask = np.zeros(board.shape[:2], np.uint8)
            cv2.circle(mask, (int(x), int(y)), int(ring * DENSE), 1, 3, cv2.LINE_AA)
            board[mask > 0] *= 1 + relief * (shade - 1)
    assert board.shape[0] == SIDE * DENSE
    return developed(fields, seen_by_camera(fields, np.clip(board, 0, 255).astype(np.uint8)))


def learnt(start: Mapping[str, str] = START) -> Recogniser:
    first = photograph(replace(HERE, seed=2), start)
    return Recogniser.learn(layout(), observation(start), photograph(HERE, {}), first, HERE.corners_px)


def moved(to: str) -> dict[str, str]:
    """Return a light figure that has come to another cell."""
    return {**{cell: kind for cell, kind in START.items() if cell != "a5"}, to: "light"}


@pytest.mark.parametrize("to", [ON_LIGHT, ON_DARK])
def test_a_white_figure_on_a_white_field_is_seen_by_its_texture(to: str) -> None:
    seen = learnt().read(photograph(replace(HERE, seed=3), moved(to))).observation
    assert (seen.cells, seen.unknown) == (moved(to), ())


@pytest.mark.parametrize("to", [ON_LIGHT, ON_DARK])
def test_a_board_with_one_kind_of_figure_is_learnt_and_read(to: str) -> None:
    """It used to be said of its two pictures that nothing can be learnt from them."""
    alone = replace(HERE, figures={"light": WHITE})
    start = dict.fromkeys(START, "light")
    first = photograph(replace(alone, seed=2), start)
    reader = Recogniser.learn(layout(), observation(start), photograph(alone, {}), first, alone.corners_px)
    assert reader.mismatches == ()
    cells = {**{cell: kind for cell, kind in start.items() if cell != "a5"}, to: "light"}
    assert reader.read(photograph(replace(alone, seed=3), cells)).observation.cells == cells


def test_a_soft_shadow_has_no_texture() -> None:
    picture = photograph(replace(HERE, seed=3), START).astype(np.float64)
    x, y = 300, 240
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    shade = 1 - 0.35 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 60**2))
    seen = learnt().read(np.clip(picture * shade[..., None], 0, 255).astype(np.uint8)).observation
    known = layout().by_id.keys() - {*seen.unknown}
    assert {cell: seen.cells.get(cell) for cell in known} == {cell: START.get(cell) for cell in known}
    assert len(seen.unknown) <= 4


def observed(cells: dict[str, str]) -> Observation:
    return Observation(ObservationStatus.OK, cells)


def test_a_kind_that_was_never_seen_on_a_ground_of_its_colour_is_doubted_and_not_called_empty() -> None:
    light = {cell for cell in START if ("abcdefgh".index(cell[0]) + int(cell[1]) - 1) % 2 == 0}
    start = {cell: kind for cell, kind in START.items() if kind == "dark" or cell not in light}
    reader = learnt(start)
    cells = {**{cell: kind for cell, kind in start.items() if cell != "b5"}, ON_LIGHT: "light"}
    seen = reader.read(photograph(replace(HERE, seed=3), cells)).observation
    assert ON_LIGHT in seen.unknown
    assert "light" in seen.doubts[ON_LIGHT]
    reader.confirm(observed(cells))
    after = reader.read(photograph(replace(HERE, seed=4), cells)).observation
    assert (after.cells, after.unknown) == (cells, ())


def test_what_a_player_corrects_is_learnt_at_once_and_does_not_outlast_the_figure() -> None:
    faded = replace(HERE, figures={**HERE.colours, "faded": (45, 38, 70)})
    looks, there = {**moved(ON_DARK), ON_DARK: "faded"}, moved(ON_DARK)
    reader = learnt()
    reader.read(photograph(replace(faded, seed=3), looks))
    assert reader.read(photograph(replace(faded, seed=3), looks)).observation.cells.get(ON_DARK) != "light"
    reader.confirm(observed(there))
    seen = reader.read(photograph(replace(faded, seed=4), looks)).observation
    assert (seen.cells, seen.unknown) == (there, ())
    assert reader.read(photograph(replace(faded, seed=5), START)).observation.cells == START


def test_a_table_that_has_moved_on_teaches_nothing_wrong() -> None:
    """Somebody taps the move first and moves the figure afterwards."""
    reader = learnt()
    reader.read(photograph(replace(HERE, seed=3), START))
    reader.confirm(observed(moved(ON_DARK)))
    seen = reader.read(photograph(replace(HERE, seed=4), START)).observation
    assert (seen.cells, seen.unknown) == (START, ())
    reader.confirm(observed({}))
    assert reader.read(photograph(replace(HERE, seed=5), START)).observation.cells == START


def test_where_noise_drowns_its_texture_a_missing_figure_may_stand_on_any_field_of_its_colour() -> None:
    """The picture cannot decide then; with no figure missing the fields are believed to be as they were."""
    dim = replace(HERE, noise=9.0)
    first, empty = photograph(replace(dim, seed=2), START, relief=0.4), photograph(dim, {})
    reader = Recogniser.learn(layout(), observation(START), empty, first, dim.corners_px)
    seen = reader.read(photograph(replace(dim, seed=3), START, relief=0.4)).observation
    assert (seen.cells, seen.unknown) == (START, ())
    position = {cell: kind for cell, kind in START.items() if cell != "b5"} | {ON_LIGHT: "light"}
    seen = reader.read(photograph(replace(dim, seed=3), position, relief=0.4)).observation
    assert "b5" not in {*seen.cells, *seen.unknown}
    assert "light" in seen.doubts[ON_LIGHT]


def test_a_figure_as_faint_as_the_faintest_on_its_ground_is_seen_by_its_texture() -> None:
    """Most that stand on light fields at the start are darker than these."""
    uneven = replace(HERE, figures={**HERE.colours, "grey": (165, 169, 171)})
    darker = dict.fromkeys(("a5", "b6", "c5", "d6", "e5"), "grey")

    def frame(cells: Mapping[str, str], seed: int) -> Picture:
        return photograph(replace(uneven, seed=seed), {cell: darker.get(cell, kind) for cell, kind in cells.items()})

    reader = Recogniser.learn(layout(), observation(START), frame({}, 1), frame(START, 2), uneven.corners_px)
    seen = reader.read(frame(moved(ON_LIGHT), 3)).observation
    assert (seen.cells, seen.unknown) == (moved(ON_LIGHT), ())


def test_figures_that_are_put_on_the_board_of_no_game_are_read_at_once() -> None:
    more = START | {ON_LIGHT: "light", ON_DARK: "light", "d4": "dark"}
    seen = learnt().read(photograph(replace(HERE, seed=3), more)).observation
    assert (seen.cells, seen.unknown) == (more, ())


GREY = replace(HERE, figures={"light": (200, 204, 207), "dark": (30, 25, 60)})
"""The light figures look like a light field in a shadow."""


def dappled(cells: Mapping[str, str], cell: str) -> Picture:
    """Return the picture with a small soft shadow on a cell."""
    picture = photograph(replace(GREY, seed=3), cells)
    x, y = learnt_grey().board_pose.pixels(np.array([layout().centre(cell)]))[0]
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    near = (np.maximum(abs(columns - x), abs(rows - y)) < 25).astype(np.float32)
    return np.asarray(picture * (1 - 0.3 * cv2.GaussianBlur(near, (0, 0), 5)[..., None]), np.uint8)


def learnt_grey() -> Recogniser:
    first = photograph(replace(GREY, seed=2), START)
    return Recogniser.learn(layout(), observation(START), photograph(GREY, {}), first, GREY.corners_px)


def test_a_soft_shadow_of_the_colour_of_a_figure_that_is_missing_is_not_taken_for_it() -> None:
    gone = {cell: kind for cell, kind in START.items() if cell != "a5"}
    seen = learnt_grey().read(dappled(gone, ON_LIGHT)).observation
    assert ON_LIGHT not in seen.cells


def shaded(picture: Picture, rows: bool, edge: int) -> Picture:
    """Return the picture with a large shadow over all that lies to the left of, or above, its soft edge."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    inside = cv2.GaussianBlur(((y if rows else x) < edge).astype(np.float32), (0, 0), 6)
    return np.asarray(picture * (1 - 0.4 * inside[..., None]), np.uint8)


@pytest.mark.parametrize(("rows", "edge"), [(False, 360), (False, 400), (True, 320), (True, 400)])
@pytest.mark.parametrize("cells", [START, moved(ON_LIGHT)], ids=["still", "moved"])
def test_in_a_large_shadow_nothing_wrong_is_claimed_of_figures_of_the_fields_colour(
    cells: Mapping[str, str], rows: bool, edge: int
) -> None:
    start, frame = (photograph(replace(HERE, seed=seed), its, relief=0.7) for seed, its in ((2, START), (3, cells)))
    reader = Recogniser.learn(layout(), observation(START), photograph(HERE, {}), start, HERE.corners_px)
    reader.read(start)
    seen = reader.read(shaded(frame, rows, edge)).observation
    known = layout().by_id.keys() - {*seen.unknown}
    assert {cell: seen.cells.get(cell) for cell in known} == {cell: cells.get(cell) for cell in known}
    assert seen.status is ObservationStatus.OK
    assert len(known) >= 0.8 * len(layout().by_id)
