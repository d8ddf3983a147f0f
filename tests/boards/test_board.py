"""The geometry of the reference boards, and boards as data."""

import json
from dataclasses import replace
from math import hypot, sqrt

import pytest

from companion.boards.board_file import from_json, to_json
from companion.boards.layout import Cell, Lattice, Layout
from companion.core.errors import BadRequest
from companion.games.abilene.common.board.reference_boards import PLANS, reference_board
from companion.games.abilene.common.pieces import TOWN, Mark

NEW, OLD = reference_board("abilene-1993"), reference_board("abilene-hexagames")
BOTH = pytest.mark.parametrize("board", [NEW, OLD], ids=lambda board: board.name)


def chequers(lattice: Lattice) -> Layout:
    cells = tuple(Cell(f"{q}{r}", q, r, "A") for q in range(3) for r in range(3))
    return Layout("chequers", lattice, 30.0, cells)


@pytest.mark.parametrize(
    ("board", "regions", "cells", "cows", "cowboys"), [(NEW, "ABCDEF", 27, 9, 5), (OLD, "ABC", 40, 9, 3)]
)
def test_every_region_has_its_cells_and_start_cells(
    board: Layout, regions: str, cells: int, cows: int, cowboys: int
) -> None:
    assert board.regions == tuple(regions)
    assert len(board.by_id) == cells * len(regions)
    for region in regions:
        assert len(board.select(region)) == cells
        assert len(board.select(region, Mark.COW_START)) == cows
        assert len(board.select(region, Mark.COWBOY_START)) == cowboys


@pytest.mark.parametrize(("board", "widest", "lowest"), [(NEW, 218.24, 189), (OLD, 207.85, 180)])
def test_centres_reach_as_far_as_the_formulae_say(board: Layout, widest: float, lowest: float) -> None:
    centres = [board.centre(cell) for cell in board.by_id]
    assert max(abs(x) for x, _ in centres) == pytest.approx(widest, abs=0.005)
    assert max(abs(y) for _, y in centres) == pytest.approx(lowest)


@BOTH
def test_a_cell_has_at_most_six_neighbours_and_the_town_twelve(board: Layout) -> None:
    for cell in board.by_id:
        ways = board.neighbours[cell]
        assert len({node for _, node in ways}) <= 6
        assert len({direction for direction, _ in ways}) == len(ways)
    assert {node for _, node in board.neighbours[TOWN]} == {cell for cell in board.by_id if cell[1] == "2"}
    assert len({node for _, node in board.neighbours[TOWN]}) == 12


@BOTH
def test_neighbours_are_mutual_and_one_step_apart(board: Layout) -> None:
    for node, ways in board.neighbours.items():
        for direction, other in ways:
            assert (board.lattice.reverse(direction), node) in board.neighbours[other]
            if TOWN not in (node, other):
                (x1, y1), (x2, y2) = board.centre(node), board.centre(other)
                assert hypot(x2 - x1, y2 - y1) == pytest.approx(board.size * sqrt(3))


@BOTH
def test_straight_through_the_town_keeps_to_one_line(board: Layout) -> None:
    for (cell, direction), across in board.straight_through.items():
        assert across is not None
        (x1, y1), (x2, y2) = board.centre(cell), board.centre(across)
        q, r = board.lattice.steps[direction]
        step_x, step_y = sqrt(3) * (q + r / 2), 1.5 * r
        assert (x2 - x1) * step_y == pytest.approx((y2 - y1) * step_x, abs=1e-6)
        assert (x2 - x1) * step_x + (y2 - y1) * step_y > 0
        assert board.straight_through[across, board.lattice.reverse(direction)] == cell


def test_clockwise_letters_begin_at_the_upper_left() -> None:
    x, y = NEW.centre("A7-0")
    assert x < 0
    assert y == pytest.approx(-189)
    assert NEW.centre("B7-0")[0] == pytest.approx(-x)
    assert NEW.centre("C7-0") == pytest.approx((218.238, 0), abs=0.001)


@BOTH
def test_corners_lie_at_the_cells_size_and_are_shared_with_neighbours(board: Layout) -> None:
    cell, (_, other) = "A4-1", board.neighbours["A4-1"][0]
    x, y = board.centre(cell)
    corners = board.corners(cell)
    assert len(corners) == 6
    assert all(hypot(a - x, b - y) == pytest.approx(board.size) for a, b in corners)
    rounded = {(round(a, 6), round(b, 6)) for a, b in corners}
    assert len(rounded & {(round(a, 6), round(b, 6)) for a, b in board.corners(other)}) == 2
    assert len(board.hub_outlines()) == 7


@BOTH
def test_town_and_areas_have_their_places(board: Layout) -> None:
    assert board.centre(TOWN) == pytest.approx((0, 0))
    assert board.centre("jail") == (200, 185)
    assert board.centre("corral") == (200, -185)
    assert [(marker.id, marker.x, marker.y) for marker in board.markers] == [
        (0, -258, -228),
        (1, 258, -228),
        (2, 258, 228),
        (3, -258, 228),
    ]
    with pytest.raises(BadRequest):
        board.centre("Z9-9")


@BOTH
def test_a_board_file_gives_the_same_board_back(board: Layout) -> None:
    again = from_json(json.loads(json.dumps(to_json(board))))
    assert again == board
    assert hash(again) == hash(board)
    assert again.neighbours == board.neighbours


def test_a_broken_board_file_is_refused_with_a_sentence() -> None:
    good = to_json(NEW)
    for broken in ({}, good | {"lattice": "round"}, good | {"cells": [{"id": "A1"}]}, good | {"sheet": [1]}):
        with pytest.raises(BadRequest):
            from_json(broken)
    with pytest.raises(BadRequest, match="no space A2-0"):
        from_json(good | {"cells": [cell for cell in good["cells"] if cell["id"] != "A2-0"]})
    with pytest.raises(BadRequest, match="same name"):
        replace(NEW, cells=(*NEW.cells, NEW.cells[0]))


def test_reference_boards_are_built_once_and_known_by_name() -> None:
    assert set(PLANS) == {"abilene-1993", "abilene-hexagames"}
    assert reference_board("abilene-1993") is NEW
    with pytest.raises(BadRequest):
        reference_board("abilene-1848")


def test_bits_and_masks_name_sets_of_nodes() -> None:
    assert NEW.mask(["A2-0", TOWN]) == NEW.bit["A2-0"] | NEW.bit[TOWN]
    assert NEW.mask([]) == 0
    assert NEW.select_mask("A", Mark.COW_START).bit_count() == 9
    assert NEW.select_mask(flag=Mark.OUTER_EDGE).bit_count() == 42
    assert NEW.select("Z") == ()


def test_squares_need_nothing_but_another_lattice() -> None:
    four, eight = chequers(Lattice.SQUARE), chequers(Lattice.SQUARE_DIAGONAL)
    assert len(four.neighbours["11"]) == 4
    assert len(eight.neighbours["11"]) == 8
    assert four.lattice.turn(0, 3) == 90
    assert eight.lattice.turn(0, 3) == 135
    assert four.nodes == tuple(four.by_id)
    assert four.centre("12") == (30, 60)
    assert sorted(four.corners("11")) == [pytest.approx(at) for at in ((15, 15), (15, 45), (45, 15), (45, 45))]
    assert from_json(to_json(eight)) == eight


@pytest.mark.parametrize("lattice", Lattice)
def test_reversing_is_a_turn_of_180_degrees(lattice: Lattice) -> None:
    for direction, (q, r) in enumerate(lattice.steps):
        back = lattice.reverse(direction)
        assert lattice.turn(direction, back) == 180
        assert lattice.steps[back] == (-q, -r)
