"""Which real card goes where, and who has paid for it: read by whose hands it concerns."""

from __future__ import annotations

import pytest

from companion.core.table.table import Level
from companion.games import registry
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End
from tests.games.unexploded_cow.night import ANN, BOB, CID, CowNight
from tests.support.to_move import all_to_move, to_move


@pytest.fixture
def night() -> CowNight:
    """Return a game in Ann's turn; a city lies face up, and two cows in every herd."""
    night = CowNight()
    night.city()
    for seat in (ANN, BOB, CID):
        night.cow(seat, f"first of {seat}", 100)
        night.cow(seat, f"second of {seat}", 100)
    night.act(ANN, cow_commands.ArrangeHerd(tuple(cow.id for cow in reversed(night.state.herds[ANN]))))
    return night


def cow(night: CowNight, name: str) -> str:
    return next(each.id for herd in night.state.herds.values() for each in herd if each.name == name)


def test_a_cow_for_another_herd_says_where_it_lies_and_who_has_paid_until_the_next_act(night: CowNight) -> None:
    night = CowNight()
    night.city()
    night.cow(BOB, "Buck", 500, price=200)
    assert all_to_move(night) == {
        ANN: ["Lay Buck in the herd of s2, at the left end", "s2 has paid $200 for Buck"],
        BOB: ["s1 lays Buck in your herd, at the left end", "You have paid $200 for Buck"],
    }
    assert night.report()[-1] == "s1 plays Buck in the herd of s2; s2 pays $200"
    night.cow(ANN, "Winston", 800, price=200)
    assert set(all_to_move(night)) == {BOB}, "a player who plays into the own herd knows where the card lies"


def test_a_player_who_plays_an_event_reads_what_it_says_until_the_next_act() -> None:
    """The box took its price, and what to do then stood nowhere but in the log."""
    night = CowNight()
    night.city()
    night.act(ANN, cow_commands.PlayCard("Broken fence"))
    expected = [
        "Do what Broken fence says: Move one cow from any herd to an end of another.",
        "Under More, tell the box what has changed",
    ]
    assert all_to_move(night) == {ANN: expected}
    night.cow(ANN, "Buck", 500)
    assert all_to_move(night) == {}


def test_a_player_who_is_asked_about_a_mechanic_reads_what_either_answer_brings() -> None:
    night = CowNight()
    night.city()
    night.act(ANN, cow_commands.TakeFromPot(1_300))
    night.cow(ANN, "Sparky", 300, Ability.MECHANIC)
    night.roll(1)
    choices = registry()["unexploded_cow"]["2011"].page(night.table, ANN).choices
    assert [[str(line) for line in each.details] for each in choices] == [
        ["s1 takes $100 from the pot; no city is won."],
        ["$200 for s1"],
    ]


def test_where_the_box_keeps_the_money_only_it_says_who_has_paid() -> None:
    night = CowNight(level=Level.BANK)
    night.cow(BOB, "Buck", 0, price=200)
    assert all_to_move(night) == {ANN: ["s2 has paid $200 for Buck"], BOB: ["You have paid $200 for Buck"]}


def test_a_cow_that_a_card_moves_is_told_to_all_three(night: CowNight) -> None:
    night.act(ANN, cow_commands.MoveCow(cow(night, "first of s2"), CID, End.RIGHT))
    assert to_move(night, ANN) == ["Lay first of s2 in the herd of s3, at the right end"]
    assert to_move(night, BOB)[-1] == "s1 takes first of s2 out of your herd"
    assert to_move(night, CID)[-1] == "s1 lays first of s2 in your herd, at the right end"
    night.act(ANN, cow_commands.MoveCow(cow(night, "second of s2"), ANN, 2))
    assert to_move(night, ANN) == ["Lay second of s2 in your herd, as number 2 from the right"]


def test_herds_that_are_passed_on_say_to_whom(night: CowNight) -> None:
    night.act(ANN, cow_commands.PassHerds(End.LEFT))
    found = {seat: lines[-1] for seat, lines in all_to_move(night).items()}
    passed = "Pass your herd on to {}: the cows stay in their order"
    assert found == {ANN: passed.format(BOB), BOB: passed.format(CID), CID: passed.format(ANN)}


def test_the_owner_of_the_herd_discards_what_a_card_takes_out_of_it(night: CowNight) -> None:
    night.act(ANN, cow_commands.RemoveCow(cow(night, "first of s3")))
    assert to_move(night, CID)[-1] == "Lay on the discard pile: first of s3"
    assert to_move(night, ANN) == []


def test_the_owner_of_the_herd_discards_what_has_exploded_no_matter_who_rolled(night: CowNight) -> None:
    night.roll(3)
    assert to_move(night, BOB)[-1] == "Lay on the discard pile: first of s2"
    assert not [line for seat in (ANN, CID) for line in to_move(night, seat) if "discard" in line]


def test_a_spy_is_discarded_out_of_the_herd_in_which_it_lies_and_its_owner_takes_the_city() -> None:
    night = CowNight()
    night.city("Alby", 3, 0)
    night.cow(BOB, "Falko", 300, Ability.SPY)
    night.roll(1)
    assert to_move(night, BOB) == ["Lay on the discard pile: Falko"]
    assert to_move(night, ANN) == ["Take the card of the city: Alby"]
