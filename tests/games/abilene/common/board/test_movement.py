"""Movement against the test vectors of rules 1993 §18; the published questions are asked by `tests/cli/test_calc`."""

from dataclasses import replace
from typing import Any

import pytest

from companion.boards.layout import Cell, Lattice, Layout, hub_among
from companion.core.errors import BadRequest
from companion.games.abilene.common.board.movement import (
    MoveKind,
    all_destinations,
    any_cowboy_move,
    destinations,
    loser_cells,
    perspective,
    release_cells,
    theft_cells,
)
from companion.games.abilene.common.board.movement_facts import FACTS_1983
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.house_rules import Transit
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.edition_1993.house_rules import HouseRules

NEW = reference_board("abilene-1993")
THREE = {"red": "A", "blue": "C", "green": "E"}
EMPTY = Position(ranch_of=THREE)
ALWAYS, FREE = HouseRules(abilene_transit=Transit.ALWAYS_TURN), HouseRules(abilene_transit=Transit.FREE)
SHARP = HouseRules(max_turn_angle=120)


# The vectors of §18: a wide plain with a town of one hexagon in the middle.


def at(q: int, r: int) -> str:
    return TOWN if (q, r) == (0, 0) else f"{q},{r}"


def plain(region: str) -> Layout:
    places = [(q, r) for q in range(-9, 10) for r in range(-9, 10) if abs(q + r) <= 9 and (q, r) != (0, 0)]
    cells = tuple(Cell(at(q, r), q, r, region) for q, r in places)
    return Layout("plain", Lattice.HEX, 10.0, cells, hub_among(Lattice.HEX, TOWN, ((0, 0),), cells))


HOME, ABROAD = plain("A"), plain("B")
B, C, D = at(2, -1), at(2, 0), at(1, 1)


def on_plain(cows: tuple[str, ...] = (), own_cowboys: tuple[str, ...] = (), enemies: tuple[str, ...] = ()) -> Position:
    cowboys = dict.fromkeys(own_cowboys, "red") | dict.fromkeys(enemies, "blue")
    return Position(ranch_of={"red": "A", "blue": "Z"}, cows=tuple(sorted(cows)), cowboys=cowboys)


def rider(die: int, rules: HouseRules = HouseRules(), frm: str = at(-2, 0), **others: Any) -> dict[str, MoveKind]:  # noqa: B008
    return destinations(ABROAD, on_plain(own_cowboys=(frm,), **others), frm, die, "red", rules)


def through_a(die: int, rules: HouseRules) -> set[str]:
    """Return the ends after entering from the west and leaving through A = (1,0), every other gate being barred."""
    gates = (at(1, -1), at(0, -1), at(-1, 1), at(0, 1))
    lane = (at(-2, 1), at(-1, -1), at(-3, 0), at(-2, -1), at(-3, 1))
    return {end for end in rider(die, rules, cows=gates + lane) if end[0] in "12"}


def test_28_a_cow_goes_straight_and_turns_once() -> None:
    legs = on_plain(cows=(at(3, 0),))
    assert destinations(HOME, legs, at(3, 0), 3, "red")[at(5, 1)] is MoveKind.MOVE


def test_29_a_cattle_die_is_a_maximum() -> None:
    cow = on_plain(cows=(at(3, 0),))
    assert at(5, 0) in destinations(HOME, cow, at(3, 0), 5, "red")
    assert at(6, 0) not in destinations(HOME, cow, at(3, 0), 2, "red")


def test_30_a_cow_turns_once_and_passes_own_cowboys_only() -> None:
    start = at(3, 0)
    walled = on_plain(cows=(start, at(4, 0), at(3, 1), at(2, 1), at(2, 0)), own_cowboys=(at(4, -1),))
    found = destinations(HOME, walled, start, 3, "red")
    assert at(5, -2) in found  # through the own cowboy
    assert at(4, -1) not in found  # onto it
    assert at(5, 0) not in found  # through a cow, the other way round it takes two turns
    bars = replace(walled, cowboys={at(4, -1): "blue"})
    assert at(5, -2) not in destinations(HOME, bars, start, 3, "red")


def test_31_each_die_is_asked_for_by_itself() -> None:
    cow = on_plain(cows=(at(4, 0),))
    found = all_destinations(HOME, cow, "red", [1, 5], [])
    assert set(found) == {(at(4, 0), 1), (at(4, 0), 5)}
    assert at(9, 0) in found[at(4, 0), 5]


def test_32_a_cowboy_moves_exactly_the_die() -> None:
    found = rider(3, frm=at(-6, 0))
    assert at(-6, 3) in found
    assert at(-6, 2) not in found


def test_33_a_theft_needs_the_exact_count() -> None:
    layout = replace(ABROAD, cells=tuple(replace(cell, region="AB"[cell.q < 5]) for cell in ABROAD.cells))
    thief = on_plain(cows=(at(-3, 0),), own_cowboys=(at(-6, 0),))
    assert destinations(layout, thief, at(-6, 0), 3, "red")[at(-3, 0)] is MoveKind.THEFT
    assert at(-3, 0) not in destinations(layout, thief, at(-6, 0), 4, "red")
    assert at(-2, 0) not in destinations(layout, thief, at(-6, 0), 4, "red")


def test_34_going_straight_through_the_town_keeps_the_turn() -> None:
    assert through_a(4, HouseRules()) == {B, C, D}
    assert through_a(4, ALWAYS) == {C}


def test_35_leaving_the_town_aside_is_the_turn() -> None:
    side = at(1, -1)
    bars = (at(1, 0), at(0, -1), at(-1, 1), at(0, 1), at(-1, -1), at(-2, -1), at(-2, 1), at(-3, 0), at(-3, 1))
    assert set(rider(4, cows=bars)) == {at(2, -2)}
    assert {at(2, -2), at(1, -2), at(2, -1), at(1, 0)} - set(rider(4, FREE, cows=bars)) == {at(1, 0)}
    assert side in rider(3, cows=bars)


def test_36_no_cell_is_visited_twice() -> None:
    for rules in (HouseRules(), ALWAYS, FREE):
        assert at(-1, 0) not in rider(3, rules)
        assert at(-2, 0) not in rider(4, rules)


def test_37_a_cowboy_who_has_turned_leaves_the_town_straight_on() -> None:
    start = at(-2, 1)  # east to (-1,1) then, turned, north-east into the town
    bars = (at(-1, 0), at(-2, 0), at(-3, 1), at(-3, 2), at(-2, 2), at(-1, 2), at(0, 1))
    assert at(1, -1) in rider(3, frm=start, cows=bars)
    assert not {at(1, 0), at(0, -1)} & set(rider(3, frm=start, cows=bars))
    assert at(1, -1) not in rider(3, ALWAYS, frm=start, cows=bars)
    assert {at(1, 0), at(0, -1)} <= set(rider(3, FREE, frm=start, cows=bars))


def test_38_the_angle_may_be_limited() -> None:
    assert through_a(4, HouseRules()) == {B, C, D}
    bars = (at(-1, 1), at(0, -1), at(-1, -1), at(-2, -1), at(-2, 1), at(-3, 0), at(-3, 1))
    sharp = set(rider(4, SHARP, cows=bars))
    assert {B, C, D, at(1, -1), at(0, 1)} <= sharp
    assert sharp - set(rider(4, cows=bars)) == {at(1, -1), at(0, 1)}


# Where thieves' cows and duellists go, on the 1993 board.


def test_40_the_losers_place_depends_on_whose_ranch_it_is() -> None:
    boots, edge = NEW.select("C", Mark.COWBOY_START), NEW.select("C", Mark.OUTER_EDGE)
    assert loser_cells(NEW, EMPTY, "A4-1", "red", "blue") == ("jail",)
    assert loser_cells(NEW, EMPTY, "C4-1", "red", "blue") == edge
    assert loser_cells(NEW, EMPTY, "E4-1", "red", "blue") == boots
    assert loser_cells(NEW, EMPTY, "B4-1", "red", "blue") == boots  # nobody's ranch (11.3)
    crowded = replace(EMPTY, cowboys=dict.fromkeys(boots, "green"))
    assert loser_cells(NEW, crowded, "E4-1", "red", "blue") == edge
    full = replace(EMPTY, cows=tuple(sorted({*boots, *edge})))
    rest = set(NEW.select("C")) - {*boots, *edge}
    assert set(loser_cells(NEW, full, "E4-1", "red", "blue")) == rest
    assert set(loser_cells(NEW, full, "C3-0", "red", "blue")) == rest - {"C3-0"}
    assert loser_cells(NEW, replace(EMPTY, cows=NEW.select("C")), "E4-1", "red", "blue") == ("jail",)


def test_41_an_attacker_who_loses_at_home_goes_to_his_own_edge() -> None:
    duel = replace(EMPTY, cowboys={"A7-0": "red", "A7-3": "blue"})
    found = loser_cells(NEW, duel, "A7-3", "blue", "red", leaving="A7-0")
    assert set(found) == set(NEW.select("A", Mark.OUTER_EDGE)) - {"A7-3"}
    assert "A7-0" not in loser_cells(NEW, duel, "A7-3", "blue", "red")


def test_42_nobody_shoots_in_the_town() -> None:
    position = replace(EMPTY, cowboys={"A2-0": "red"}, town={"blue": 1, "red": 1})
    assert destinations(NEW, position, "A2-0", 1, "red")[TOWN] is MoveKind.TOWN
    assert TOWN not in destinations(NEW, position, "A2-0", 1, "red", HouseRules(cowboy_may_stop_in_abilene=False))
    assert TOWN not in destinations(NEW, position, TOWN, 1, "red")


def test_43_a_stolen_cow_goes_to_a_start_cell_else_the_edge_else_anywhere() -> None:
    starts, edge = NEW.select("A", Mark.COW_START), NEW.select("A", Mark.OUTER_EDGE)
    assert theft_cells(NEW, EMPTY, "red") == starts
    assert theft_cells(NEW, replace(EMPTY, cows=starts), "red") == edge
    full = replace(EMPTY, cows=tuple(sorted({*starts, *edge})))
    assert set(theft_cells(NEW, full, "red")) == set(NEW.select("A")) - {*starts, *edge}
    assert theft_cells(NEW, full, "red", facts=FACTS_1983) == ()


def test_a_thief_may_use_the_cell_he_leaves_but_needs_one() -> None:
    ranch = [cell for cell in NEW.select("A") if cell != "A2-0"]
    position = replace(EMPTY, cows=tuple(sorted((*ranch, "B2-0"))), cowboys={"A2-0": "red"})
    reach = destinations(NEW, position, "A2-0", 2, "red")
    assert reach["B2-0"] is MoveKind.THEFT  # through the town
    assert theft_cells(NEW, position, "red", leaving="A2-0") == ("A2-0",)
    packed = replace(position, cows=tuple(sorted((*position.cows, "A2-0"))), cowboys={}, town={"red": 1})
    assert "B2-0" not in destinations(NEW, packed, TOWN, 1, "red")


def test_a_prisoner_comes_out_on_a_free_boot_or_edge_cell() -> None:
    position = replace(EMPTY, cowboys={"A5-0": "red"}, cows=("A7-0",))
    cells = {*NEW.select("A", Mark.COWBOY_START), *NEW.select("A", Mark.OUTER_EDGE)}
    assert set(release_cells(NEW, position, "red")) == cells - {"A5-0", "A7-0"}


def test_all_destinations_are_those_of_every_figure_and_die() -> None:
    position = setup(NEW, THREE).move_cowboy("red", "A3-1", TOWN)
    found = all_destinations(NEW, position, "red", [2, 5], [1, 1, 4])
    assert len(found) == 9 * 2 + 5 * 2
    for (node, die), ends in found.items():
        assert ends == destinations(NEW, position, node, die, "red")


def test_a_die_is_lost_when_no_unmoved_cowboy_can_use_it() -> None:
    position = replace(EMPTY, cowboys={"A7-0": "red", "C2-0": "red"}, cows=("A6-0", "A7-1", "F7-6", "F6-5"))
    assert any_cowboy_move(perspective(NEW, position, "red"), [2], moved=["A7-0"])
    assert not any_cowboy_move(perspective(NEW, position, "red"), [2, 4], moved=["C2-0"])
    twins = replace(EMPTY, town={"red": 2})
    assert any_cowboy_move(perspective(NEW, twins, "red"), [1], moved=[TOWN])
    assert not any_cowboy_move(perspective(NEW, twins, "red"), [1], moved=[TOWN, TOWN])
    assert not any_cowboy_move(perspective(NEW, position, "red"), [])


def test_a_die_of_0_keeps_a_cowboy_where_it_is() -> None:
    position = setup(NEW, THREE)
    assert destinations(NEW, position, "A5-0", 0, "red") == {"A5-0": MoveKind.STAY}
    assert destinations(NEW, position, "A6-0", 0, "red") == {}


def test_strange_figures_do_not_move_and_empty_cells_are_refused() -> None:
    position = setup(NEW, THREE)
    assert destinations(NEW, position, "C6-0", 3, "red") == {}
    assert destinations(NEW, position, "C5-0", 3, "red") == {}
    for node in ("A2-0", TOWN, "nowhere"):
        with pytest.raises(BadRequest):
            destinations(NEW, position, node, 3, "red")
