"""A player who may not move is told why."""

from dataclasses import replace

import pytest

from companion.core.errors import BadRequest, RuleRef
from companion.games.abilene.common.board.movement import destinations, perspective
from companion.games.abilene.common.board.movement_facts import FACTS_1983, FACTS_1993
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.house_rules import HouseRules

NEW, OLD = reference_board("abilene-1993"), reference_board("abilene-hexagames")
THREE = {"red": "A", "blue": "C", "green": "E"}
START = setup(NEW, THREE)


def lone(*cows: str, **cowboys: str) -> Position:
    """Return a few figures on an empty board; ``A5_0="red"`` is a cowboy on A5-0."""
    return Position(THREE, tuple(sorted(cows)), {cell.replace("_", "-"): seat for cell, seat in cowboys.items()})


@pytest.mark.parametrize(
    ("position", "frm", "to", "die", "section", "words"),
    [
        (START, "A4-1", "A2-1", 3, "9.2", "A2-1 is at a distance of 2 and the die shows 3"),
        (START, "A4-1", "A2-1", 1, "9.2", "a cowboy moves exactly the die"),
        (lone("A3-0", A4_0="red"), "A4-0", "A2-0", 2, "9.5", "A figure on A3-0 is in the way to A2-0"),
        (lone(A4_0="red", A4_1="red"), "A4-0", "A4-1", 1, "9.6", "figure of yours"),
        (lone("A4-1", A4_0="red"), "A4-0", "A4-1", 1, "9.6", "figure of yours"),
        (lone(A2_1="red"), "A2-1", "D4-2", 4, "9.4", "more than one change of direction"),
        (lone("A6-0"), "A6-0", "F6-5", 1, "8.3", "not on your ranch"),
        (lone("A6-0"), "A6-0", "A2-0", 3, "8.2", "at a distance of 4 and the die shows 3"),
        (lone("A6-0", "A5-0"), "A6-0", "A5-0", 3, "8.4", "needs a free space"),
        (lone("A2-0", "A3-0"), "A3-0", TOWN, 2, "8.4", "A figure on A2-0 is in the way to the town"),
        (lone("C6-0"), "C6-0", "C5-0", 3, "8.3", "not in your herd"),
        (lone(C6_0="blue"), "C6-0", "C5-0", 3, "9.6", "not yours"),
        (lone(A6_0="red"), "A6-0", "A6-0", 3, "9.2", "distance of 0"),
    ],
)
def test_the_first_reason_is_told_with_its_section(
    position: Position, frm: str, to: str, die: int, section: str, words: str
) -> None:
    refused = refusal(perspective(NEW, position, "red"), frm, to, die)
    assert refused is not None
    assert words in str(refused)
    assert refused.rule == RuleRef("1993", section)


def test_the_town_may_be_closed_to_cowboys_who_stop() -> None:
    refused = refusal(
        perspective(NEW, lone(A2_0="red"), "red", HouseRules(cowboy_may_stop_in_abilene=False)), "A2-0", TOWN, 1
    )
    assert "not stop" in str(refused)


def test_a_turn_too_sharp_is_told_apart_from_two_turns() -> None:
    position = lone(A4_1="red")
    sharp = set(destinations(NEW, position, "A4-1", 3, "red"))
    gentle = set(destinations(NEW, position, "A4-1", 3, "red", HouseRules(max_turn_angle=60)))
    for end in sharp - gentle:
        reason = refusal(perspective(NEW, position, "red", HouseRules(max_turn_angle=60)), "A4-1", end, 3)
        assert "more than 60 degrees" in str(reason)
    assert sharp > gentle


def test_a_theft_without_a_place_for_the_cow_is_refused() -> None:
    starts = OLD.select("A", "cow_start")
    position = Position({"red": "A", "blue": "B"}, tuple(sorted((*starts, "B2-0"))), {"A2-3": "red"})
    refused = refusal(perspective(OLD, position, "red", facts=FACTS_1983), "A2-3", "B2-0", 1)
    assert "no free space" in str(refused)
    assert refused is not None
    assert refused.rule == RuleRef("1983", "5.2")


def test_a_closed_prairie_is_named() -> None:
    closed = replace(FACTS_1983, unowned_ranches_open=False)
    position = Position({"red": "A", "blue": "B"}, (), {"A6-0": "red"})
    assert "closed" in str(refusal(perspective(OLD, position, "red", facts=closed), "A6-0", "C6-11", 1))


def test_a_legal_move_is_not_refused() -> None:
    assert refusal(perspective(NEW, lone(A4_1="red"), "red"), "A4-1", "A2-1", 2) is None
    assert refusal(perspective(NEW, START, "red"), "A6-0", "A6-0", 2) is None


def test_an_unknown_end_makes_no_sense() -> None:
    for nowhere in ("Z1-1", "jail"):
        with pytest.raises(BadRequest):
            refusal(perspective(NEW, START, "red"), "A4-1", nowhere, 2)


@pytest.mark.parametrize("rules", [HouseRules(), HouseRules(max_turn_angle=120, cowboy_may_stop_in_abilene=False)])
def test_exactly_the_illegal_moves_have_a_reason(rules: HouseRules) -> None:
    position = START.move_cowboy("red", "A3-1", TOWN).move_cowboy("blue", "C3-1", "A7-3")
    for frm in ("A4-1", "A6-2", "A6-0", TOWN, "C5-0", "C6-0"):
        for die in (0, 1, 3, 4):
            legal = destinations(NEW, position, frm, die, "red", rules)
            for to in NEW.nodes:
                refused = refusal(perspective(NEW, position, "red", rules, FACTS_1993), frm, to, die)
                stays = to == frm and frm in position.cows
                assert (refused is None) == (to in legal or stays)
