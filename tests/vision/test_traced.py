"""A board that somebody traced is found, learnt and read as the reference boards are."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.sighting import Sight, Sighting
from companion.core.tracing import traced
from companion.games.abilene.position import setup
from companion.games.abilene.seen import sighting_of
from tests.core.test_tracing import sketch
from vision.drawn import Scene, draw, overhead, stage
from vision.locate import find_board
from vision.reader import Reader


@pytest.mark.parametrize("lattice", ["hex", "square_diagonal"])
def test_a_traced_board_calibrates_the_camera_and_is_read_after_a_move(lattice: str) -> None:
    layout = traced(sketch(lattice, size=26.0, sheet=[560, 520], areas=[]))
    start = setup(layout, {letter: letter for letter in layout.regions})
    colours = {letter: letter for letter in layout.regions}
    set_up = stage(layout, overhead(layout))
    empty = draw(Scene(layout, Sighting(Sight.OK)), set_up)
    first = draw(Scene(layout, sighting_of(start, colours)), set_up)
    placement = find_board(empty, layout)
    middles = np.array([layout.centre(cell) for cell in layout.by_id])
    assert np.abs(placement.pixels(middles) - set_up.view.on_sheet(middles)).max() < 1.5
    reader = Reader.learn(layout, sighting_of(start, colours), empty, first, None)
    cow = next(cow for cow in start.cows if any(start.free(to) for _, to in layout.neighbours[cow] if to != "town"))
    to = next(to for _, to in layout.neighbours[cow] if to != "town" and start.free(to))
    moved = sighting_of(start.move_cow(cow, to), colours)
    seen = reader.read(draw(Scene(layout, moved), set_up)).sighting
    assert seen.cells == moved.cells
