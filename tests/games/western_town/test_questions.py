"""Rule questions: the cases that anybody may check, every test vector among them, and lines that make no sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from companion.cli.calc import answer_lines
from companion.core.errors import RuleError
from companion.games.western_town.calc import ANSWERS

FILE = Path(__file__).parents[2] / "data" / "western_town_cases.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
BY_HAND = {1, 2, 3}
"""vectors of the rules that are no question: numbers of components, in test_rulebook"""


def answer(case: Mapping[str, Any], **changes: Any) -> Any:
    return json.loads(json.dumps(ANSWERS[case["kind"]](json.dumps({**case, **changes}))))


def refusal(case: Mapping[str, Any], **changes: Any) -> str:
    with pytest.raises((RuleError, ValidationError)) as refused:
        answer(case, **changes)
    error = refused.value
    return error.code if isinstance(error, RuleError) else "bad_request"


def case(name: str) -> dict[str, Any]:
    [found] = [each for each in CASES if each["id"] == name]
    return found


def test_no_vector_and_no_kind_is_missing() -> None:
    asked = {each.get("vector", "") for each in CASES}
    assert {f"western {number}" for number in set(range(1, 44)) - BY_HAND} <= asked
    assert {each["kind"] for each in CASES} == ANSWERS.keys()
    assert len(CASES) == 197


@pytest.mark.parametrize("asked", [each for each in CASES if "expect" in each], ids=lambda each: each["id"])
def test_the_rules_answer_as_expected(asked: Mapping[str, Any]) -> None:
    assert answer(asked) == asked["expect"]


@pytest.mark.parametrize("asked", [each for each in CASES if "expect_error" in each], ids=lambda each: each["id"])
def test_what_the_rules_refuse_is_refused(asked: Mapping[str, Any]) -> None:
    assert refusal(asked) == asked["expect_error"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("western-21-1", {"town": {"gold": -1}}),
        ("western-21-1", {"town": {"gold": 1.5}}),
        ("western-21-1", {"town": {"gold": True}}),
        ("western-21-2", {"buildings": [{"name": "bank", "storage": {"lure": 4}}]}),
        ("western-21-1", {"options": {"half_rounding": "sideways"}}),
        ("western-21-1", {"options": {"double_duel": True}}),
        ("western-9-1", {"seats": ["robin"]}),
        ("western-9-1", {"seats": ["robin", "robin", "theo"]}),
        ("western-9-1", {"seats": ["robin", "a", "b", "c", "d"]}),
        ("western-6-1", {"turn": 1}),
        ("western-6-1", {"cell_effect": "die", "options": {"start_cell_effect": True}}),
        ("western-6-1", {"start": {"building": "saloon", "gains": {"pipes": 1}}}),
        ("western-13-1", {"passed": ["robin"]}),
        ("western-13-1", {"passed": ["nobody"]}),
        ("western-13-1", {"tables": {"nobody": []}}),
        ("western-13-1", {"hand": [{"id": "ac", "name": "carpenter"}]}),
        ("western-13-1", {"do": ["rc", "alexandre"]}),
        ("western-18-1", {"cell": "c99"}),
        ("western-18-1", {"tile": {"name": "x", "from": "pocket"}}),
        ("western-18-1", {"tile": {"name": "x", "from": "constructible", "cost": [["lure"]]}}),
        ("western-18-1", {"tile": {"name": "x", "from": "constructible", "cost": [[]]}}),
        ("western-19.5-1", {"exchange": {"inhabitants": 1}}),
        ("western-19.5-1", {"exchange": {"gold": 99}}),
        ("western-18-2", {"swap": True}),
        ("western-20-1", {"choices": []}),
        ("western-20-1", {"choices": ["lure"]}),
        ("western-20-1", {"choices": ["gold", "gold"]}),
        ("western-23-1", {"towns": {"robin": {}}}),
        ("western-23-1", {"card": []}),
        ("western-23-1", {"card": ["gold"]}),
        ("western-26-1", {"faces": [{"add": ["orange"], "again": True}]}),
        ("western-26-1", {"faces": [{"add": []}]}),
        ("western-26-1", {"roller": "nobody"}),
        ("western-26-1", {"camp": {"orange": 2}}),
        ("western-31-1", {"targets": []}),
        ("western-31-1", {"camp": {"red": 4}}),
        ("western-31-1", {"targets": [{"colour": "orange", "target": "church", "defend": False}]}),
        ("western-31-1", {"buildings": [{"id": "inhabitants", "name": "x", "cell": 4}]}),
        ("western-42-1", {"towns": {}}),
        ("western-17-1", {"goes": ["third"] * 3 + ["pass"] * 3 + ["exploit"]}),
        ("western-17-1", {"goes": ["third"] * 4}),
    ],
)
def test_nonsense_is_refused(name: str, changes: Mapping[str, Any]) -> None:
    asked = case(name)
    assert "expect" in asked, "negative control: it is answered as it stands"
    assert refusal(asked, **changes) in ("illegal", "bad_request", "not_now")


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_null_means_the_default_but_for_the_card_5(kind: str) -> None:
    asked = next(each for each in CASES if each["kind"] == kind and "expect" in each)
    assert answer(asked, options=None) == answer(asked)
    no_card = {name: value for name, value in case("western-25-1").items() if name != "card"}
    assert refusal(no_card) == "bad_request"


def test_the_calculator_on_the_shelf_answers_every_case() -> None:
    replies = [json.loads(line) for line in answer_lines(map(json.dumps, CASES))]
    wrong = [
        asked["id"]
        for asked, reply in zip(CASES, replies, strict=True)
        if (reply.get("answer") != asked["expect"] if "expect" in asked else "error" not in reply)
    ]
    assert wrong == []
