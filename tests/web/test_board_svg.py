"""Where names stand on a drawn board: those of regions, and those of the cells that are lit."""

from __future__ import annotations

import pytest

from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.screens.boards import TERMS, TERMS_1983
from companion.web.drawing.board_places import FIGURE_REACH, NAME_WIDTH, cell_names
from companion.web.drawing.board_svg import DrawnRegion, drawing


def spread(region: DrawnRegion) -> tuple[float, float]:
    """Return how far a long name reaches to the left and to the right."""
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[region.anchor] * NAME_WIDTH
    return region.x - left, region.x - left + NAME_WIDTH


def test_an_area_that_the_game_does_not_name_is_not_drawn() -> None:
    """1983 drew the jail of 1993."""
    layout = reference_board("abilene-hexagames")
    drawn = drawing(layout, {}, {}, brief=False, places=TERMS_1983.places)
    assert [area.name for area in drawn.areas] == ["corral"]
    every = drawing(layout, {}, {}, brief=False, places=TERMS.places)
    assert [area.name for area in every.areas] == ["jail", "corral"]
    assert drawn.view_box != ""


@pytest.mark.parametrize("name", ["abilene-1993", "abilene-hexagames"])
def test_no_name_is_written_over_the_jail_the_corral_or_a_cell(name: str) -> None:
    layout = reference_board(name)
    for region in drawing(layout, {}, {}, brief=False).regions:
        left, right = spread(region)
        for area in layout.areas:
            beside = right < area.x - area.width / 2 or left > area.x + area.width / 2
            assert beside or abs(region.y - area.y) > area.height / 2, (region.letter, area.name)
        for x, y in (layout.centre(cell.id) for cell in layout.cells):
            assert not (left < x < right and abs(region.y - y) < layout.size), region.letter


def test_short_names_leave_their_room_to_the_cells() -> None:
    layout = reference_board("abilene-1993")
    short, long = (drawing(layout, {}, {}, brief=False, letters=letters).view_box.split() for letters in (3, 12))
    assert float(short[2]) < float(long[2]) - NAME_WIDTH / 2
    assert short[3] == long[3]


WIDE, HIGH = 37.0, 11.0
"""of a cell's name with its rim, as a browser with broad letters draws it"""


@pytest.mark.parametrize("name", ["abilene-1993", "abilene-hexagames"])
def test_the_names_of_two_cells_do_not_touch(name: str) -> None:
    """Of two that lie side by side they were read as one: B2-1B3-1."""
    layout = reference_board(name)
    for one in layout.cells:
        for _, other in layout.neighbours[one.id]:
            if other in layout.by_id:
                (x, y), (u, v) = cell_names(layout, [one.id, other], [one.id, other]).values()
                assert abs(x - u) >= WIDE or abs(y - v) >= HIGH, (one.id, other)


@pytest.mark.parametrize("name", ["abilene-1993", "abilene-hexagames"])
def test_the_name_of_a_cell_lies_on_no_figure_where_there_is_room(name: str) -> None:
    """A name below its cell lay on the figures of the next row."""
    layout = reference_board(name)
    for cell in layout.by_id:
        x, y = layout.centre(cell)
        below = [each for each in layout.by_id if each != cell and layout.centre(each)[1] > y + 1]
        at, foot = cell_names(layout, [cell], below)[cell]
        for u, v in map(layout.centre, below):
            separate = (
                abs(at - u) >= WIDE / 2 + FIGURE_REACH or foot <= v - FIGURE_REACH or foot - HIGH >= v + FIGURE_REACH
            )
            assert separate, (cell, at - x, foot - y)
