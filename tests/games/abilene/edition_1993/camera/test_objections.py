"""The objection to an illegal move names the move, the rule and the cells."""

from __future__ import annotations

import random

import pytest

from companion.games.abilene.common.board.movement import JAIL, MoveKind
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explain, explains_duel
from companion.games.abilene.edition_1993.camera.objections import objection
from companion.games.abilene.edition_1993.house_rules import DEFAULTS
from tests.bench.bench_explain import disturbed, played

BOARD = reference_board("abilene-1993")
SEATS = {"red": "A", "blue": "B", "green": "D", "white": "E"}
START = setup(BOARD, SEATS)


def rode(position: Position, *rides: tuple[str, str]) -> Position:
    """Return the position with cowboys of any player put elsewhere."""
    for frm, to in rides:
        position = position.move_cowboy(position.cowboys[frm], frm, to)
    return position


def stolen(position: Position, frm: str, at: str, put: str) -> Position:
    """Return the position after red has stolen the cow at ``at``."""
    return position.remove_cow(at).move_cowboy("red", frm, at).place_cow(put)


def shot(position: Position, frm: str, at: str, put: str) -> Position:
    """Return the position after red has beaten the cowboy at ``at`` and put him on ``put``."""
    loser = position.cowboys[at]
    return position.move_cowboy(loser, at, put).move_cowboy("red", frm, at)


NEAR_BLUE = rode(START, ("A5-4", "A7-6"), ("B5-0", "A3-2"))
"""A red cowboy beside the blue ranch, a blue one on the red ranch beside the red one on A4-2."""

CASES = [
    (
        START,
        rode(START, ("A4-1", "A2-1")),
        ((), (3,)),
        "9.2",
        "at a distance of 2 and the die shows 3",
        ("A4-1", "A2-1"),
    ),
    (START, rode(START, ("A3-1", "A2-0"), ("A4-1", "A4-0")), ((), (1,)), "9.1", "no die is left", None),
    (START, START.move_cow("A6-0", "F6-5"), ((5,), ()), "8.3", "a cow never leaves it", ("A6-0", "F6-5")),
    (START, START.move_cow("B6-1", "B7-1"), ((5, 1), ()), "8.3", "not in your herd", ("B6-1", "B7-1")),
    (
        START,
        START.move_cow("A6-0", TOWN),
        ((3, 1), ()),
        "8.2",
        "at a distance of 5 and the die shows 3",
        ("A6-0", TOWN),
    ),
    (START, rode(START, ("B3-1", "B3-0")), ((), (1,)), "9.6", "The cowboy on B3-1 is not yours", ("B3-1", "B3-0")),
    (START, START, ((5, 5), (1, 2)), "9.3", "still a move for 1, 2", None),
    (START, START.remove_cow("A6-0"), ((5, 5), ()), "4.1", "There were 36 cows", ("A6-0",)),
    (START, START.remove_cowboy("blue", "B3-1"), ((), ()), "4.1", "blue had 5 cowboys, now there are 4", ("B3-1",)),
    (
        NEAR_BLUE,
        stolen(NEAR_BLUE, "A7-6", "B6-0", "A2-1"),
        ((), (1,)),
        "10.2",
        "The stolen cow does not go to A2-1",
        ("A2-1", "A7-0"),
    ),
    (NEAR_BLUE, shot(NEAR_BLUE, "A4-2", "A3-2", "B7-0"), ((), (1,)), "11.2", "does not go to B7-0", ("B7-0", "jail")),
]


@pytest.mark.parametrize(("before", "after", "dice", "section", "words", "cells"), CASES, ids=range(len(CASES)))
def test_the_sentence_names_the_rule_and_the_squares(
    before: Position,
    after: Position,
    dice: tuple[tuple[int, ...], tuple[int, ...]],
    section: str,
    words: str,
    cells: tuple[str, ...] | None,
) -> None:
    found = objection(BOARD, before, after, TurnContext("red", *dice))
    assert found
    assert words in str(found.refused.text)
    assert found.refused.rule
    assert found.refused.rule.section == section
    assert cells is None or found.cells == cells


def test_one_wrong_ride_is_found_among_right_ones() -> None:
    after = rode(START, ("A4-2", "A4-3"), ("A3-1", "A2-0"), ("A5-0", "F7-0")).move_cow("A6-0", "A7-1")
    turn = TurnContext("red", (1, 4), (1, 1, 3))
    found = objection(BOARD, START, after, turn)
    assert found
    assert "and the die shows 3" in str(found.refused.text)


def test_what_no_single_change_explains_gets_a_sentence_too() -> None:
    after = rode(START, ("A3-1", "E7-0"), ("B3-1", "D7-0"), ("D3-1", "F7-0"), ("E3-1", "F7-2"))
    found = objection(BOARD, START, after, TurnContext("red", (1, 1), (1, 1, 1)))
    assert found
    assert "No turn with these dice" in str(found.refused.text)
    assert found.cells == ("A3-1", "B3-1", "D3-1", "D7-0", "E3-1", "E7-0", "F7-0", "F7-2")


@pytest.mark.thorough
def test_there_is_an_objection_exactly_where_there_is_no_explanation() -> None:
    chance = random.Random(11)
    for _ in range(60):
        turn = TurnContext("red", tuple(chance.choices(range(6), k=2)), tuple(chance.choices((1, 2, 3, 4), k=3)))
        legal = played(BOARD, START, turn, chance)
        assert objection(BOARD, START, legal, turn) is None
        after = disturbed(BOARD, legal, chance)
        found = objection(BOARD, START, after, turn)
        assert (found is None) == (explain(BOARD, START, after, turn) is not None)
        if found:
            assert found.refused.rule
            assert str(found.refused.text)
            assert set(found.cells) <= {*BOARD.nodes, "jail"}


@pytest.mark.thorough
def test_a_cowboy_who_lost_a_duel_can_be_thought_of_in_jail_first() -> None:
    """Check that this question is asked before those with every cell on which the loser may stand."""
    chance, fought = random.Random(4), 0
    for _ in range(300):
        turn = TurnContext("red", (), tuple(chance.choices((1, 2, 3, 4), k=3)))
        after = played(BOARD, NEAR_BLUE, turn, chance)
        sequence = explain(BOARD, NEAR_BLUE, after, turn) or ()
        fought_on = [move.to for move in sequence]
        for move in sequence:
            if move.what is MoveKind.DUEL and move.placed not in (*fought_on, JAIL):
                jailed = after.to_jail(after.cowboys[move.placed], move.placed)
                assert explains_duel(BOARD, NEAR_BLUE, jailed, turn, DEFAULTS, {})
                fought += 1
    assert fought
