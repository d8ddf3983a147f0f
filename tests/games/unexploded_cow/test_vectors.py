"""The worked examples of the rulebook and the readings (rules §16, §17), asked as ``companion calc`` is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from companion.cli.calc import answer_lines

SEATS = ["angel", "buddy", "dunkirk", "starchylde"]


def ask(kind: str, **question: Any) -> Any:
    asked = {"id": 1, "edition": "2011", "kind": kind, "seats": SEATS, **question}
    [answer] = answer_lines([json.dumps(asked)])
    found = json.loads(answer)
    assert "answer" in found, found
    return found["answer"]


def cow(name: str, value: int, *abilities: str, owner: str | None = None) -> dict[str, Any]:
    return {"id": name, "value": value, "abilities": list(abilities), "owner": owner}


EXAMPLE = {
    "angel": [cow("buck", 500, "mechanic"), cow("falko", 300, "spy"), cow("winston", 800)],
    "buddy": [cow("donald", 400, "pfc"), cow("jack", -200), cow("luther", 600, "spy", owner="dunkirk")],
}
"""rules §12.2"""


def roll(dice: list[int], *decisions: object, pot: int = 5_000, **question: Any) -> Any:
    asked = {"active": "angel", "herds": EXAMPLE, "city": {"name": "Paris"}, **question}
    return ask("cow_roll", dice=dice, decisions=list(decisions), pot=pot, **asked)


def gains(answer: Any) -> dict[str, int]:
    return {seat: amount for seat, amount in answer["cash"].items() if amount}


@pytest.mark.parametrize(
    ("vector", "dice", "decisions", "exploded", "won", "city"),
    [
        (
            "12",
            [1],
            [
                False,
            ],
            ["buck"],
            {"angel": 500},
            True,
        ),
        ("14", [2], [], ["falko"], {"angel": 300}, True),
        ("15", [3], [], ["winston"], {"angel": 800}, True),
        ("16", [4], [], ["donald"], {"buddy": 400}, False),
        ("17", [5], [True], ["donald"], {"buddy": 400}, False),
        ("18", [5], [False], ["jack"], {"buddy": -200}, False),
        ("19a", [6, 1], [], ["donald"], {"buddy": 400}, False),
        ("19b", [6, 2], [True], ["donald"], {"buddy": 400}, False),
        ("20", [6, 3], [False], ["luther"], {"dunkirk": 600}, False),
        ("21", [6, 4], [False], ["buck"], {"angel": 500}, True),
        ("22", [6, 5], [], ["falko"], {"angel": 300}, True),
        ("23a", [6, 6, 1], [False], ["buck"], {"angel": 500}, True),
        ("23b", [6, 6, 4], [], ["donald"], {"buddy": 400}, False),
    ],
)
def test_the_printed_example(
    vector: str, dice: list[int], decisions: list[object], exploded: list[str], won: dict[str, int], city: bool
) -> None:
    answer = roll(dice, *decisions)
    assert (answer["exploded"], gains(answer), answer["won"]) == ([exploded], won, city), vector


def test_13_a_defused_bomb_earns_a_hundred_and_no_city() -> None:
    answer = roll([1], True)
    assert (answer["exploded"], gains(answer), answer["won"], answer["defused"]) == (
        [],
        {"angel": 100},
        False,
        ["buck"],
    )
    assert "buck" in answer["survivors"]["angel"]


def test_11_general_bomber_and_pfc() -> None:
    herd = [
        cow("n1", 100),
        cow("n2", 100),
        cow("general", 300, "general"),
        cow("neg", -200),
        cow("bomber", 400, "bomber"),
    ]
    answer = roll([3], "bomber", False, True, herds={"angel": [*herd, cow("pfc", 300, "pfc")]})
    assert answer["exploded"] == [["bomber"], ["pfc"]]
    assert answer["survivors"]["angel"] == ["n1", "n2", "general", "neg"]
    assert answer["used"] == ["general"]


@pytest.mark.parametrize(
    ("dice", "herd", "pot", "won", "left"),
    [
        ([1], [cow("x", 800)], 500, {"angel": 500}, 0),
        ([1], [cow("x", -200)], 500, {"angel": -200}, 700),
        ([4], [cow("x", 100), cow("y", 100), cow("z", 100)], 500, {}, 500),
        ([5], [cow("x", 100), cow("y", 100), cow("z", 100)], 500, {}, 500),
        ([3], [], 500, {}, 500),
    ],
    ids=["5", "6", "7a", "7b", "9"],
)
def test_what_a_pot_pays(dice: list[int], herd: list[Any], pot: int, won: Mapping[str, int], left: int) -> None:
    answer = roll(dice, herds={"angel": herd}, pot=pot, city=None)
    assert (gains(answer), answer["pot"]) == (won, left)


def test_8_a_six_passes_the_die_to_the_left() -> None:
    assert roll([6, 1], herds={"angel": [cow("x", 100)]})["roller"] == "buddy"


def test_10_the_owner_of_the_herd_is_paid_first() -> None:
    cows = [cow("third", 300, "spy", owner="dunkirk"), cow("own", 500), cow("first", 400, "spy", owner="buddy")]
    answer = ask("cow_pay", herd_owner="angel", cows=cows, pot=900)
    assert (answer["order"], gains(answer), answer["pot"]) == (
        ["own", "first", "third"],
        {"angel": 500, "buddy": 400},
        0,
    )


def test_24_a_spy_wins_a_city_in_her_players_turn_only() -> None:
    herds = {"buddy": [cow("spy", 300, "spy", owner="angel")]}
    assert roll([6, 1], herds=herds)["won"] is True
    elsewhere = roll([1], herds=herds, active="buddy")
    assert (gains(elsewhere), elsewhere["won"]) == ({"angel": 300}, False)


def test_25_a_second_roll_of_the_turn_wins_no_second_city() -> None:
    exploded = [{"id": "x", "owner": "angel"}]
    city = {"name": "Paris", "amount": 200}
    assert ask("cow_city", active="angel", city=city, exploded=exploded, pot=500)["won"] is True
    assert ask("cow_city", active="angel", city=city, exploded=exploded, pot=500, city_taken=True)["won"] is False


def test_26_a_city_takes_what_the_pot_has() -> None:
    answer = ask(
        "cow_city",
        active="angel",
        city={"name": "Paris", "amount": 200},
        exploded=[{"id": "x", "owner": "angel"}],
        pot=100,
    )
    assert (gains(answer), answer["pot"]) == ({"angel": 100}, 0)


def test_27_a_bomber_whose_bomb_was_taken_leaves_none() -> None:
    herd = [cow("bomber", 400, "bomber"), cow("pfc", 300, "pfc")]
    answer = roll([1], True, herds={"angel": herd})
    assert (answer["exploded"], answer["survivors"]["angel"]) == ([["pfc"]], ["bomber"])


def test_28_a_pfc_with_two_bombs_explodes_once() -> None:
    herd = [cow("x", 100), cow("bomber", 400, "bomber"), cow("y", 100), cow("pfc", 300, "pfc")]
    answer = roll([2], False, True, True, herds={"angel": herd})
    assert answer["exploded"] == [["bomber"], ["pfc"]]
    assert gains(answer) == {"angel": 700}


def test_29_points_and_then_the_alphabet_order_sudden_death() -> None:
    cities = {
        "angel": [{"name": "Calais", "points": 9}],
        "buddy": [{"name": "Metz", "points": 14}],
        "dunkirk": [{"name": "Brest", "points": 9}],
    }
    assert ask("cow_sudden", cities=cities, last="buddy") == ["buddy", "dunkirk", "angel", "starchylde"]


@pytest.mark.parametrize(
    ("herds", "dice", "end", "won", "pot"),
    [
        ({"angel": [cow("jack", -200)], "buddy": [cow("x", 100)]}, [1], "open", {"angel": -200}, 500),
        ({"angel": [cow("x", 200)]}, [1], "last_cow", {"angel": 300}, 0),
        ({"angel": [cow("x", 500)], "buddy": [cow("y", 100)]}, [1], "pot_empty", {"angel": 300}, 0),
    ],
    ids=["30", "31", "32"],
)
def test_how_sudden_death_goes(herds: Any, dice: list[int], end: str, won: Mapping[str, int], pot: int) -> None:
    answer = ask("cow_sudden_run", order=SEATS, herds=herds, dice=dice, pot=300)
    assert (answer["end"], gains(answer), answer["pot"]) == (end, won, pot)


@pytest.mark.parametrize(("pot", "phase"), [(0, "over"), (400, "sudden_death")])
def test_33_without_a_pot_there_is_no_sudden_death(pot: int, phase: str) -> None:
    assert ask("cow_turn", city_up=False, cities_left=0, pot=pot)["phase"] == phase


def test_33b_with_no_cow_left_the_pot_goes_to_the_owner_of_the_last() -> None:
    answer = ask("cow_sudden_run", order=SEATS, herds={}, dice=[], pot=400, last_exploded="angel")
    assert (answer["end"], gains(answer)) == ("no_cows", {"angel": 400})


@pytest.mark.parametrize(("end", "loans", "result", "wins"), [(6_200, 1_000, 200, True), (5_000, 0, 0, False)])
def test_34_and_35_loans_are_no_gain_and_nothing_is_no_win(end: int, loans: int, result: int, wins: bool) -> None:
    cash = {"angel": end, "buddy": 4_900, "dunkirk": 4_900, "starchylde": 5_000}
    owed = {**dict.fromkeys(SEATS, 0), "angel": loans}
    [game] = ask("cow_result", games=[{"end": cash, "loans": owed}])["games"]
    assert (game["results"]["angel"], "angel" in game["winners"]) == (result, wins)


def test_17_3_a_pfc_takes_each_bomb_once_and_may_take_back_one_it_was_handed() -> None:
    herd = [cow("pfc", 100, "pfc"), cow("general", 300, "general"), cow("other", 100, "pfc")]
    answer = roll([2], "pfc", True, True, herds={"angel": herd})
    assert [(each["ability"], each["cow"]) for each in answer["asked"]] == [
        ("general", "general"),
        ("pfc", "other"),
        ("pfc", "pfc"),
    ]
    assert answer["exploded"] == [["pfc"]]


HELD_UP = {"angel": [cow("left", 100), cow("bang", 400, "bomber"), cow("right", 200), cow("far", 700)]}


def carried_out(*acts: Mapping[str, Any], text: str = "Do something.") -> Any:
    city = {"name": "Paris", "amount": 200, "text": text}
    return ask("cow_carry_out", active="angel", herds=HELD_UP, pot=5_000, city=city, dice=[2], acts=list(acts))


def test_18_1_what_a_city_says_comes_before_the_bombs_of_the_same_batch() -> None:
    assert carried_out()["exploded"] == carried_out(text="")["exploded"] == [["bang"], ["left", "right"]]
    again = carried_out({"act": "roll", "dice": [2]})
    assert (again["exploded"], gains(again)) == ([["bang"], ["right"], ["left"]], {"angel": 400 + 200 + 200 + 100})
    assert carried_out({"act": "explode", "cow": "far"})["exploded"] == [["bang"], ["far"], ["left", "right"]]


def test_18_1_a_cow_that_a_city_moves_or_takes_away_gets_no_bomb() -> None:
    moved = carried_out({"act": "move", "cow": "right", "into": "buddy"}, {"act": "pot", "amount": 100})
    assert (moved["survivors"]["buddy"], gains(moved)) == (["right"], {"angel": 400 + 200 + 100 + 100})
    assert carried_out({"act": "remove", "cow": "left"})["exploded"] == [["bang"], ["right"]]


def test_18_2_a_cow_explodes_by_a_card() -> None:
    herds = {"angel": [cow("fixer", 500, "mechanic"), cow("bang", 300, "bomber")], "buddy": [cow("jack", -200)]}
    question = {"active": "angel", "herds": herds, "pot": 2_000, "city": {"name": "Paris", "amount": 200}}
    at_once = ask("cow_explode", cow="fixer", **question)
    assert (at_once["asked"], at_once["won"], gains(at_once)) == ([], True, {"angel": 700})
    assert ask("cow_explode", cow="fixer", asks=True, decisions=[True], **question)["defused"] == ["fixer"]
    assert ask("cow_explode", cow="bang", decisions=[False], **question)["exploded"] == [["bang"], ["fixer"]]
    elsewhere = ask("cow_explode", cow="jack", **question)
    assert (elsewhere["won"], gains(elsewhere)) == (False, {"buddy": -200})


def test_18_5_a_cow_of_a_player_who_has_left_pays_nobody_and_nobody_decides_for_him() -> None:
    herds = {"buddy": [cow("fixer", -200, "mechanic"), cow("mole", 400, "spy", owner="dunkirk")]}
    question = {"active": "angel", "herds": herds, "pot": 2_000, "asks": True}
    assert len(ask("cow_explode", cow="fixer", decisions=[False], **question)["asked"]) == 1
    gone = ask("cow_explode", cow="fixer", left=["buddy"], **question)
    assert (gone["asked"], gone["exploded"], gone["transfers"]) == ([], [["fixer"]], [])
    assert gains(ask("cow_explode", cow="mole", left=["buddy"], **question)) == {"dunkirk": 400}


def test_18_3_results_with_loans_between_players_add_up_to_the_pot() -> None:
    end = {"angel": 5_500, "buddy": 4_000, "dunkirk": 5_500, "starchylde": 4_500}
    owed = [
        {"lender": "buddy", "borrower": "angel", "due": 1_000},
        {"lender": "bank", "borrower": "dunkirk", "due": 1_000},
    ]
    results = ask("cow_settle", end=end, owed=owed)
    assert results["results"] == {"angel": -500, "buddy": 0, "dunkirk": -500, "starchylde": -500}
    assert results["ranking"][0] == [1, "buddy", 0]
    assert results["winners"] == []


def test_17_2_the_owner_of_the_herd_may_decide_and_the_owner_of_the_card_is_paid() -> None:
    herds = {"angel": [cow("spy", 300, "spy", "mechanic", owner="buddy")]}
    for decider, seat in (("card_owner", "buddy"), ("herd_owner", "angel")):
        answer = roll([1], True, herds=herds, options={"ability_decider": decider})
        assert answer["asked"][0]["seat"] == seat
        assert gains(answer) == {"buddy": 100}


@pytest.mark.parametrize(("limited", "exploded"), [(False, []), (True, [["m"]])])
def test_17_4_a_mechanic_may_be_limited_to_one_bomb_a_turn(limited: bool, exploded: list[Any]) -> None:
    decisions = [] if limited else [True]
    herds = {"angel": [cow("m", 100, "mechanic")]}
    answer = roll([1], *decisions, herds=herds, used=["m"], options={"mechanic_once_per_turn": limited})
    assert answer["exploded"] == exploded


def test_17_6_the_owner_orders_his_cows_where_the_pot_is_too_small() -> None:
    cows = [cow("good", 400), cow("bad", -200)]
    for order, change in ((["good", "bad"], 100), (["bad", "good"], 200)):
        answer = ask("cow_pay", herd_owner="angel", cows=cows, pot=300, decisions=[order])
        assert gains(answer) == {"angel": change}
    assert ask("cow_pay", herd_owner="angel", cows=cows, pot=400)["asked"] == []


def test_17_9_accents_spaces_and_hyphens_do_not_order_cities() -> None:
    names = {"angel": "La Rochelle", "buddy": "Évreux", "dunkirk": "Lannion", "starchylde": "Œuilly"}
    cities = {seat: [{"name": name, "points": 3}] for seat, name in names.items()}
    assert ask("cow_sudden", cities=cities, last="angel") == ["buddy", "dunkirk", "angel", "starchylde"]


@pytest.mark.parametrize(("abilities", "exploded"), [(True, []), (False, [["m"]])])
def test_17_10_abilities_may_be_off_in_sudden_death(abilities: bool, exploded: list[Any]) -> None:
    options = {"sudden_death_abilities": abilities}
    herds = {"angel": [cow("m", 100, "mechanic"), cow("x", 100)]}
    decisions = [True] if abilities else []
    answer = ask("cow_sudden_run", order=SEATS, herds=herds, dice=[1], pot=900, decisions=decisions, options=options)
    assert answer["rolls"][0]["exploded"] == exploded


def test_17_11_an_empty_pot_is_filled_again_where_the_table_wants_it() -> None:
    start = ask("cow_turn", city_up=True, cities_left=3, pot=0, options={"reante_when_empty": True})
    assert (start["pot"], start["turn_up"]) == (2_000, False)
    assert ask("cow_turn", city_up=True, cities_left=3, pot=0)["pot"] == 0
