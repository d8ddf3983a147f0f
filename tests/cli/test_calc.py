"""The rules as a calculator: the cases that anybody may check, and every kind of bad line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import calc
from companion.cli.calc import answer_lines, answering
from companion.core.plugin import Answer
from tests.games.minimal import NineCounters

ANSWERED = {"sale", "dest", "explain", "jail", "loan", "tally", "sale_hex", "dest_hex", "interest_hex"}
LINES = (Path(__file__).parents[1] / "data" / "calc_cases.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [case for case in map(json.loads, LINES) if case["kind"] in ANSWERED]
LOAN = {"id": 1, "edition": "1993", "kind": "loan", "amount": 1000}
SALE = {
    "id": 1,
    "edition": "1993",
    "kind": "sale",
    "state": "OWN",
    "value": 600,
    "seller": "s1",
    "votes": {"s2": "NONE"},
}
JAIL = {"id": 1, "edition": "1993", "kind": "jail", "jailed": 3, "released": 1}
TALLY = {"id": 1, "edition": "1993", "kind": "tally", "cash": {"s1": 100, "s2": 200}}
POSITION = {
    "board": "abilene-1993",
    "ranch_of": {"s1": "A", "s2": "C", "s3": "E"},
    "cows": ["A6-0", "C6-0"],
    "cowboys": {"s1": ["A5-0", "T"]},
}
DEST = {
    "id": 1,
    "edition": "1993",
    "kind": "dest",
    "position": POSITION,
    "piece": "cow",
    "cell": "A6-0",
    "die": 1,
    "seat": "s1",
}

EXPLAIN = {
    "id": 1,
    "edition": "1993",
    "kind": "explain",
    "before": POSITION,
    "after": POSITION | {"cows": ["A7-0", "C6-0"]},
    "cow_dice": [1, 0],
    "cowboy_dice": [],
    "seat": "s1",
}


def reply(question: Mapping[str, Any] | str, **changes: Any) -> Any:
    line = question if isinstance(question, str) else json.dumps({**question, **changes})
    [answer] = answer_lines([line])
    assert "\n" not in answer
    return json.loads(answer)


def code(answer: Mapping[str, Any]) -> str:
    assert answer["error"]["message"]
    return str(answer["error"]["code"])


def placed(**changes: Any) -> Mapping[str, Any]:
    return {**POSITION, **changes}


class TestCases:
    def test_no_kind_of_case_is_missing(self) -> None:
        assert {case["kind"] for case in CASES} == ANSWERED
        assert len(CASES) == len(LINES) == 320

    @pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']} {case['id']}")
    def test_the_rules_answer_as_expected(self, case: Mapping[str, Any]) -> None:
        assert reply(case) == {"id": case["id"], "answer": case["expect"]}

    def test_every_line_gets_its_own_answer_in_order(self) -> None:
        answers = [json.loads(line) for line in answer_lines(LINES)]
        assert [answer["id"] for answer in answers] == [json.loads(line)["id"] for line in LINES]

    def test_a_kind_or_edition_that_is_not_answered_is_said_to_be_so(self) -> None:
        assert code(reply(LOAN, kind="sale_hex")) == "not_supported"
        assert code(reply(LOAN, kind="horoscope")) == "not_supported"
        assert code(reply(LOAN, edition="2093")) == "not_supported"


class TestAnswers:
    def test_the_shelf_is_asked_for_editions(self) -> None:
        assert {"1993", "1983", "hexagames", "2011", "unexploded-cow", "2012", "western-town"} == set().union(
            *(each.editions for each in answering())
        )

    def test_an_illegal_release_has_no_bill_but_six_in_jail_make_no_sense(self) -> None:
        assert reply(JAIL, jailed=2) == {"id": 1, "answer": None}
        assert code(reply(JAIL, jailed=6)) == "bad_request"

    def test_an_option_changes_the_answer_and_its_absence_means_the_default(self) -> None:
        sale = {**SALE, "state": "FOREIGN"}
        assert reply(sale)["answer"]["bank"] == 2600
        assert reply(sale, options={"contest_rule": "any_doubt"})["answer"]["bank"] == 0

    def test_a_seat_that_is_out_is_not_counted(self) -> None:
        assert reply(TALLY, out=["s2"])["answer"]["winners"] == ["s1"]

    def test_the_town_is_written_as_a_letter_in_questions_and_answers(self) -> None:
        assert reply(DEST, piece="cowboy", cell="T")["answer"]
        assert reply(DEST, position=placed(cows=["A2-0"]), cell="A2-0")["answer"]["T"] == "sale"

    def test_a_turn_is_explained_or_not(self) -> None:
        assert reply(EXPLAIN)["answer"] is True
        assert reply(EXPLAIN, cow_dice=[0, 0])["answer"] is False
        assert reply(EXPLAIN, cowboy_dice=[1, 2, 3])["answer"] is False
        assert reply(EXPLAIN, cowboy_dice=[1, 2, 3], options={"cowboy_dice_mandatory": False})["answer"] is True


NOT_JSON = ["", "{", "nonsense", "\x00", "\ufeff{}", '{"id": NaN}', '{"id": 1, "amount": -Infinity}', "[" * 100_000]
NO_QUESTION = ["[]", "1", "null", '"loan"', "{}", '{"id": true}', '{"id": null}', '{"id": 1.5}', '{"id": []}']
NO_WHOLE_NUMBER: list[object] = [True, None, "1000", 1000.0, 1e300, [1000], {}]
BAD_AMOUNTS = [*NO_WHOLE_NUMBER, -100, 0, 10**18, 10**4000]


class TestBadLines:
    @pytest.mark.parametrize("line", NOT_JSON, ids=range(len(NOT_JSON)))
    def test_what_is_not_json_gets_an_error(self, line: str) -> None:
        assert code(reply(line)) == "bad_json"

    @pytest.mark.parametrize("line", NO_QUESTION)
    def test_what_has_no_usable_id_gets_an_error_without_one(self, line: str) -> None:
        answer = reply(line)
        assert code(answer) == "bad_request"
        assert answer["id"] is None

    @pytest.mark.parametrize("question", [LOAN, SALE, JAIL, DEST], ids=lambda question: str(question["kind"]))
    def test_each_missing_field_gets_an_error(self, question: Mapping[str, Any]) -> None:
        for missing in question.keys() - {"id"}:
            assert code(reply({key: value for key, value in question.items() if key != missing})) == "bad_request"

    @pytest.mark.parametrize("amount", BAD_AMOUNTS, ids=range(len(BAD_AMOUNTS)))
    def test_an_amount_that_is_none_gets_an_error(self, amount: object) -> None:
        answers = [
            reply(LOAN, amount=amount),
            reply(SALE, value=amount),
            reply(TALLY, bank_loans={"s1": [amount]}),
        ]
        assert [code(answer) for answer in answers] == ["bad_request"] * 3

    @pytest.mark.parametrize("count", [*NO_WHOLE_NUMBER, -1, 10**18])
    def test_a_count_that_is_none_gets_an_error(self, count: object) -> None:
        answers = [reply(JAIL, jailed=count), reply(JAIL, released=count), reply(DEST, die=count)]
        assert [code(answer) for answer in answers] == ["bad_request"] * 3

    def test_more_digits_than_a_number_may_have_get_an_error(self) -> None:
        assert code(reply(json.dumps(LOAN).replace("1000", "1" * 5000))) == "bad_json"

    def test_a_loan_of_broken_hundreds_is_refused_by_the_rules(self) -> None:
        assert code(reply(LOAN, amount=150)) == "illegal"

    @pytest.mark.parametrize(
        "changes",
        [
            {"state": "own"},
            {"votes": {}},
            {"votes": {"s2": "MAYBE"}},
            {"votes": {"s1": "OWN"}},
            {"votes": [["s2", "OWN"]]},
            {"votes": {f"s{i}": "OWN" for i in range(2, 9)}},
            {"seller": ""},
            {"seller": "bank"},
            {"seller": 1},
            {"options": {"contest_rules": "any_doubt"}},
            {"options": {"contest_rule": "whatever"}},
            {"options": {"accuser_split": 1}},
            {"options": []},
            {"options": {"max_turn_angle": 90}},
        ],
        ids=str,
    )
    def test_a_sale_that_makes_no_sense_gets_an_error(self, changes: Mapping[str, Any]) -> None:
        assert code(reply(SALE, **changes)) == "bad_request"

    @pytest.mark.parametrize(
        "changes",
        [
            {"cash": {}},
            {"cash": {"s1": -5}},
            {"cash": {"s1": True}},
            {"bank_loans": {"s9": [100]}},
            {"bank_loans": {"s1": 100}},
            {"player_loans": [["s1", "s2"]]},
            {"player_loans": [["s1", "s1", 100]]},
            {"player_loans": [["s1", "s9", 100]]},
            {"player_loans": [["s1", "s2", -100]]},
        ],
        ids=str,
    )
    def test_a_count_of_money_that_makes_no_sense_gets_an_error(self, changes: Mapping[str, Any]) -> None:
        assert code(reply(TALLY, **changes)) == "bad_request"

    @pytest.mark.parametrize(
        "changes",
        [
            {"after": placed(board="abilene-hexagames")},
            {"after": placed(board="chess")},
            {"after": placed(cows=["A6-0", "A6-0"])},
            {"before": placed(cows=["Z9-9"])},
            {"before": None},
            {"seat": "s9"},
            {"cow_dice": [6]},
            {"cow_dice": [1, 2, 3]},
            {"cow_dice": [-1]},
            {"cow_dice": "12"},
            {"cowboy_dice": [5]},
            {"cowboy_dice": [1, 1, 1, 1]},
            {"cowboy_dice": [True]},
            {"options": {"max_turn_angle": 90}},
        ],
        ids=str,
    )
    def test_a_turn_that_makes_no_sense_gets_an_error(self, changes: Mapping[str, Any]) -> None:
        assert code(reply(EXPLAIN, **changes)) == "bad_request"

    @pytest.mark.parametrize(
        "changes",
        [
            {"cell": "Z9-9"},
            {"cell": "A7-0"},
            {"cell": "C9-0"},
            {"cell": "jail"},
            {"piece": "cowboy"},
            {"piece": "horse"},
            {"piece": "cow", "cell": "T"},
            {"piece": "cowboy", "cell": "T", "seat": "s2"},
            {"piece": "cowboy", "cell": "A5-0", "die": 5},
            {"die": 6},
            {"seat": "s9"},
            {"position": placed(board="atlantis")},
            {"position": placed(cows=["A6-0", "A6-0"])},
            {"position": placed(cows=["A6-0", "A5-0"])},
            {"position": placed(cows=["A6-0", "T"])},
            {"position": placed(cows=["A6-0", "Q1-1"])},
            {"position": placed(cows="A6-0")},
            {"position": placed(ranch_of={"s1": "A", "s2": "A"})},
            {"position": placed(ranch_of={"s1": "G"})},
            {"position": placed(cowboys={"s9": ["A5-0"]})},
            {"position": placed(cowboys={"s1": ["A5-0", "A5-0"]})},
            {"position": placed(cowboys={"s1": ["A5-0"], "s2": ["A5-0"]})},
            {"position": placed(jail={"s1": -1})},
            {"position": placed(corral=True)},
            {"position": []},
        ],
        ids=str,
    )
    def test_a_position_that_cannot_be_gets_an_error(self, changes: Mapping[str, Any]) -> None:
        assert code(reply(DEST, **changes)) == "bad_request"

    def test_after_a_bad_line_the_next_one_is_answered(self) -> None:
        answers = [json.loads(line) for line in answer_lines(["{", "\n", json.dumps(LOAN) + "\n"])]
        assert ["error" in answer for answer in answers] == [True, True, False]
        assert answers[-1] == {"id": 1, "answer": 1300}

    def test_an_id_that_no_encoding_can_write_still_gets_a_line_of_ascii(self) -> None:
        [answer] = answer_lines([r'{"id": "\ud800", "edition": "1993", "kind": "loan", "amount": 100}'])
        assert answer.isascii()
        assert code(json.loads(answer)) == "bad_request"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["s1", "T", "A6-0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(derandomize=True)
@given(st.data())
def test_whatever_one_field_holds_there_is_an_answer_or_an_error(data: st.DataObject) -> None:
    question = data.draw(st.sampled_from([LOAN, SALE, JAIL, TALLY, DEST]))
    into_position = question is DEST and data.draw(st.booleans())
    field = data.draw(st.sampled_from(sorted(POSITION if into_position else question)))
    value = data.draw(JSON)
    changes = {"position": placed(**{field: value})} if into_position else {field: value}
    answer = reply({**question, **changes})
    assert ("answer" in answer) != ("error" in answer)


@settings(derandomize=True)
@given(st.text())
def test_whatever_a_line_holds_there_is_one_line_in_return(line: str) -> None:
    assert "error" in reply(line)


# --- several games ------------------------------------------------------------------------------


class Answering(NineCounters):
    """A game that answers every question of its kinds with its own name."""

    def __init__(self, name: str, edition: str, *kinds: str, aliases: tuple[str, ...] = ()) -> None:
        self.name = name
        self.edition = replace(NineCounters.edition, id=edition)
        self.kinds = kinds
        self.question_editions = aliases

    def answers(self) -> Mapping[str, Answer]:
        return {kind: lambda _: self.name for kind in self.kinds}


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install two games: both have an edition "home" and the question "win", and each has one of its own."""
    one, other = Answering("one", "home", "win", "lose"), Answering("other", "home", "win", "draw", aliases=("old",))
    games = {game.name: {"home": game} for game in (one, other)}
    monkeypatch.setattr(calc, "registry", lambda: games)


def asked(**question: str) -> object:
    [line] = answer_lines([json.dumps({"id": 1, **question})])
    found = json.loads(line)
    return found.get("answer", found.get("error", {}).get("code"))


@pytest.mark.usefixtures("two_games")
def test_a_question_goes_to_the_game_that_knows_its_edition_and_its_kind() -> None:
    assert asked(edition="home", kind="lose") == "one"
    assert asked(edition="home", kind="draw") == "other"
    assert asked(edition="old", kind="win") == "other"
    assert asked(edition="old", kind="lose") == "not_supported"


@pytest.mark.usefixtures("two_games")
def test_where_two_games_could_answer_the_question_names_its_game() -> None:
    assert asked(edition="home", kind="win") == "bad_request"
    assert asked(edition="home", kind="win", game="other") == "other"
    assert asked(edition="home", kind="win", game="third") == "not_supported"
