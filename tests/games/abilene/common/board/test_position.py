"""Positions are values: updates replace, equal positions are equal, and they survive JSON."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from companion.core.errors import BadRequest
from companion.games.abilene.common.board.position import Position, check, from_calc, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.pieces import TOWN

NEW = reference_board("abilene-1993")
START = setup(NEW, {"red": "A", "blue": "C", "green": "E"})


def test_everybody_starts_with_nine_cows_and_five_cowboys() -> None:
    for seat in START.ranch_of:
        assert len(START.herd(NEW, seat)) == 9
        assert len(START.cowboys_of(seat)) == 5
    assert not START.free("A6-0")
    assert START.free("A2-0")


def test_moving_there_and_back_is_the_same_position_again() -> None:
    there = START.move_cow("A6-0", "A7-0").move_cowboy("red", "A3-1", TOWN)
    assert there != START
    back = there.move_cowboy("red", TOWN, "A3-1").move_cow("A7-0", "A6-0")
    assert back == START
    assert hash(back) == hash(START)


def test_a_cow_in_town_waits_in_the_corral_until_it_is_sold() -> None:
    brought = START.move_cow("A6-0", TOWN)
    assert (brought.corral, len(brought.herd(NEW, "red"))) == (1, 8)
    assert brought.sell_cow().corral == 0
    with pytest.raises(BadRequest):
        START.sell_cow()


def test_jail_and_back() -> None:
    jailed = START.to_jail("red", "A5-0").to_jail("red", "A5-4")
    assert jailed.jail == {"red": 2}
    free = jailed.release("red", "A5-0").release("red", "A5-4")
    assert free == START
    with pytest.raises(BadRequest):
        START.release("red", "A7-0")


def test_a_stolen_cow_belongs_to_the_thiefs_herd() -> None:
    stolen = START.remove_cow("C6-0").move_cowboy("red", "A3-1", "C6-0").place_cow("A7-0")
    assert len(stolen.herd(NEW, "red")) == 10
    assert len(stolen.herd(NEW, "blue")) == 8
    check(NEW, stolen)


def test_a_player_who_leaves_takes_his_cowboys_but_not_his_cattle() -> None:
    gone = START.to_jail("red", "A5-0").move_cowboy("red", "A5-4", TOWN).leave("red")
    assert gone.cowboys_of("red") == ()
    assert (gone.jail, gone.town) == ({}, {})
    assert gone.cows == START.cows
    assert gone.herd(NEW, "red") == ()
    check(NEW, gone)


@pytest.mark.parametrize(
    "impossible",
    [
        partial(START.move_cow, "A6-0", "A6-1"),
        partial(START.move_cowboy, "red", "A5-0", "A5-4"),
        partial(START.place_cow, "A5-0"),
        partial(START.move_cow, "A2-0", "A2-1"),
        partial(START.move_cowboy, "blue", "A5-0", "A2-0"),
        partial(START.move_cowboy, "red", TOWN, "A2-0"),
    ],
)
def test_two_figures_never_share_a_cell_and_none_moves_that_is_not_there(impossible: Callable[[], Position]) -> None:
    with pytest.raises(BadRequest):
        impossible()


@pytest.mark.parametrize(
    "wrong",
    [
        replace(START, cows=("Z1-1",)),
        replace(START, cows=("A5-0",)),
        replace(START, cows=("A2-0", "A2-0")),
        replace(START, ranch_of={"red": "A", "blue": "A", "green": "E"}),
        replace(START, ranch_of={"red": "A", "blue": "C", "green": "Z"}),
        replace(START, jail={"yellow": 1}),
        replace(START, corral=-1),
    ],
)
def test_an_impossible_position_is_refused(wrong: Position) -> None:
    with pytest.raises(BadRequest):
        check(NEW, wrong)


def test_a_position_survives_json_in_any_order_of_its_keys() -> None:
    adapter = TypeAdapter(Position)
    busy = START.to_jail("red", "A5-0").move_cowboy("blue", "C5-0", TOWN).move_cow("E6-0", TOWN)
    assert adapter.validate_json(adapter.dump_json(busy)) == busy


def test_positions_of_rule_questions_can_all_be_read() -> None:
    for line in Path("tests/data/calc_cases.jsonl").read_text().splitlines():
        if data := json.loads(line).get("position"):
            position = from_calc(data)
            check(reference_board(data["board"]), position)
            assert sum(position.town.values()) == sum(nodes.count("T") for nodes in data["cowboys"].values())
    with pytest.raises(BadRequest):
        from_calc({"ranch_of": {}, "cows": [], "cowboys": {"red": ["A2-0"], "blue": ["A2-0"]}})
