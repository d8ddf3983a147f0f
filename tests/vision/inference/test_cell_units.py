"""A board is read by what is seen of it, whatever size its file says the cells have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fields import Fields, layout, observation, photograph, start_cells
from vision.geometry.sheet import cell_unit, in_cell_units, sheet_corners
from vision.inference.recogniser import Recogniser

HERE, START = Fields(), start_cells()
MOVED = {**{cell: kind for cell, kind in START.items() if cell not in ("b2", "e5")}, "b3": "dark", "e4": "light"}


@pytest.mark.parametrize("size", [20.0, 31.0, 55.0])
def test_the_same_pictures_read_the_same_at_any_size_of_the_cells(size: float) -> None:
    board = layout(size)
    first = photograph(Fields(seed=2), START)
    reader = Recogniser.learn(board, observation(START), photograph(HERE, {}), first, HERE.corners_px)
    assert reader.mismatches == ()
    seen = reader.read(photograph(Fields(seed=3), MOVED))
    assert seen.observation.cells == MOVED
    assert seen.observation.unknown == ()
    assert seen.confidence == pytest.approx(at_31().read(photograph(Fields(seed=3), MOVED)).confidence, abs=1e-3)
    assert seen.board_pose is not None
    assert np.abs(seen.board_pose.pixels(sheet_corners(board)) - HERE.corners_px).max() < 1.0


def at_31() -> Recogniser:
    first = photograph(Fields(seed=2), START)
    return Recogniser.learn(layout(), observation(START), photograph(HERE, {}), first, HERE.corners_px)


def test_a_board_in_cell_units_is_the_same_board() -> None:
    board = in_cell_units(layout(55.0))
    assert cell_unit(board) == pytest.approx(1.0)
    assert board.by_id.keys() == layout().by_id.keys()
    assert in_cell_units(board) is board


def test_small_figures_are_seen_that_stand_far_from_all_others_where_texture_tells_nothing() -> None:
    small = Fields(wide=0.14)
    cells = {"a1": "dark", "d1": "dark", "f3": "dark", "c4": "light", "a6": "light", "f6": "light"}
    first = photograph(replace(small, seed=2), cells)
    reader = Recogniser.learn(layout(), observation(cells), photograph(small, {}), first, HERE.corners_px)
    assert reader.mismatches == ()
    moved = {**{cell: kind for cell, kind in cells.items() if cell != "c4"}, "d4": "light"}
    silent = np.full_like(reader.texture.half_way, np.inf)
    reader.texture = replace(reader.texture, half_way=silent, flat=np.zeros_like(silent))
    assert reader.read(photograph(replace(small, seed=3), moved)).observation.cells == moved
