"""Rule questions about Unexploded Cow: the cases that anybody may check, and questions that make no sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli.calc import answer_lines

LINES = (Path(__file__).parents[2] / "data" / "calc_cases_cow.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
KINDS = {"cow_start", "cow_turn", "cow_play", "cow_options", "cow_pay", "cow_roll", "cow_city", "cow_sudden"} | {
    "cow_sudden_run",
    "cow_result",
}
SEATS = ["s1", "s2", "s3"]
HERD = [{"id": "a", "value": 300}, {"id": "b", "value": 200, "abilities": ["pfc"]}]
ROLL = {"kind": "cow_roll", "active": "s1", "herds": {"s1": HERD}, "dice": [1], "pot": 1000, "decisions": [False]}


def reply(question: Mapping[str, Any], **changes: Any) -> Any:
    asked = {"id": 1, "edition": "unexploded-cow", "seats": SEATS, **question, **changes}
    [answer] = answer_lines([json.dumps(asked)])
    return json.loads(answer)


def refused(question: Mapping[str, Any], **changes: Any) -> str:
    answer = reply(question, **changes)
    assert answer["error"]["message"]
    return str(answer["error"]["code"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_rules_answer_as_expected(case: Mapping[str, Any]) -> None:
    answer = reply(case)
    if "expect" in case:
        assert answer == {"id": case["id"], "answer": case["expect"]}
    else:
        assert answer["error"]["code"] == case["expect_error"]


def test_no_kind_of_case_is_missing() -> None:
    assert {case["kind"] for case in CASES} == KINDS
    assert len(CASES) == 154


def test_a_field_that_is_null_has_its_default_and_one_that_is_not_known_is_ignored() -> None:
    assert reply(ROLL, city=None, used=None, roller=None, options=None, colour="red") == reply(ROLL)


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ["s1", "s2"]},
        {"seats": ["s1", "s2", "pot"]},
        {"seats": ["s1", "s1", "s2"]},
        {"seats": [f"s{number}" for number in range(7)]},
        {"options": {"mechanic_rewards": 200}},
        {"options": {"mechanic_reward": 150}},
        {"options": {"ability_decider": "nobody"}},
        {"options": {"allow_two": 1}},
        {"active": "s9"},
        {"roller": "s9"},
        {"herds": {"s9": HERD}},
        {"herds": {"s1": [*HERD, HERD[0]]}},
        {"herds": {"s1": HERD, "s2": HERD}},
        {"herds": {"s1": [{"id": "a", "value": 300, "owner": "s2"}]}},
        {"herds": {"s1": [{"id": "a", "value": 300, "abilities": ["swimmer"]}]}},
        {"herds": {"s1": [{"id": "a", "value": 300.5}]}},
        {"herds": {"s1": [{"id": "", "value": 300}]}},
        {"herds": {"s1": [{"id": "a"}]}},
        {"pot": -100},
        {"pot": True},
        {"dice": []},
        {"dice": [6]},
        {"dice": [1, 2]},
        {"dice": [7]},
        {"decisions": []},
        {"decisions": [False, False]},
        {"decisions": ["b"]},
        {"decisions": [None]},
    ],
    ids=str,
)
def test_a_roll_that_makes_no_sense_gets_an_error(changes: Mapping[str, Any]) -> None:
    assert "answer" in reply(ROLL)
    assert refused(ROLL, **changes) == "bad_request"


def test_what_cannot_be_carried_out_exploded_or_owed_gets_an_error() -> None:
    roll = {**ROLL, "kind": "cow_carry_out", "city": {"name": "Paris", "text": "Roll."}}
    acts: list[dict[str, Any]] = [{"act": "explode", "cow": "b"}]
    assert "answer" in reply(roll, acts=acts)
    for bad in ([*acts, *acts], [{"act": "roll"}], [{"act": "fly"}], [{"act": "move", "cow": "b", "into": "s9"}]):
        assert refused(roll, acts=bad) == "bad_request"
    assert refused(roll, acts=acts, city={"name": "Paris"}) == "bad_request"
    assert refused({**ROLL, "kind": "cow_explode", "decisions": []}, cow="z") == "bad_request"
    end = dict.fromkeys(SEATS, 5_000)
    for lender, borrower in (("s1", "s1"), ("s9", "s1"), ("s1", "bank")):
        owed = [{"lender": lender, "borrower": borrower, "due": 100}]
        assert refused({"kind": "cow_settle", "end": end}, owed=owed) == "bad_request"


def test_a_citys_text_in_the_question_about_a_roll_is_ignored() -> None:
    assert reply(ROLL, city={"name": "Paris", "text": "Roll."}) == reply(ROLL, city={"name": "Paris"})


def test_two_play_where_the_table_allows_it() -> None:
    assert "answer" in reply(ROLL, seats=["s1", "s2"], options={"allow_two": True})


def test_a_general_cannot_hand_a_bomb_to_itself() -> None:
    herd = [{"id": "g", "value": 100, "abilities": ["general"]}, {"id": "x", "value": 100}]
    assert reply(ROLL, herds={"s1": herd}, decisions=["x"])["answer"]["exploded"] == [["x"]]
    assert refused(ROLL, herds={"s1": herd}, decisions=["g"]) == "bad_request"


@pytest.mark.parametrize("dice", [[6], [1, 6], [1, 1, 1, 1]])
def test_dice_of_sudden_death_that_end_within_a_roll_or_go_on_after_the_end_get_an_error(dice: list[int]) -> None:
    run = {"kind": "cow_sudden_run", "order": SEATS, "herds": {"s1": [{"id": "a", "value": 100}]}, "pot": 300}
    assert "answer" in reply(run, dice=[2])
    assert refused(run, dice=dice) == "bad_request"
