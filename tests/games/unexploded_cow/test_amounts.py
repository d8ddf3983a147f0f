"""Whole hundreds, no more cards than there are, and herds that are sent on (rules §19.4, §19.5)."""

from __future__ import annotations

import pytest

from companion.core.errors import IllegalMove, RuleError
from companion.core.messages import Command
from companion.core.money.bank_messages import BorrowFromBank, OfferLoan, Pay
from companion.core.referee.parting import LeaveGame
from companion.core.table.commands import AllowAnyway, SetLevel
from companion.core.table.table import Level
from companion.games.unexploded_cow import commands as cow_commands
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End
from tests.games.unexploded_cow.night import ANN, BOB, CID, POT, CowNight

ODD = """type,name,price,value,abilities,copies,points,amount,text
cow,Dear,150,300,,1,,,
cow,Worth,100,350,,1,,,
cow,Twice,100,300,,2,,,
event,A trick,250,,,1,,,
city,Alby,,,,,3,250,
city,Belby,,,,,5,200,
"""


@pytest.mark.parametrize(
    "command",
    [
        cow_commands.PlayCow(BOB, 250),
        cow_commands.PlayCow(BOB, 200, value=350),
        cow_commands.PlayCow(BOB, 200, value=-150),
        cow_commands.PlayEvent(50),
        cow_commands.TakeFromPot(255),
        cow_commands.PlayCard("Dear", BOB),
        cow_commands.PlayCard("Worth", BOB),
        cow_commands.PlayCard("A trick"),
        BorrowFromBank(250),
    ],
    ids=str,
)
def test_an_amount_that_is_no_whole_hundred_is_refused_and_the_table_may_allow_it(command: Command) -> None:
    night = CowNight(deck=ODD)
    night.act(ANN, cow_commands.TurnUpCity("Belby"))
    assert "whole hundreds" in night.refusal(ANN, command, IllegalMove)
    night.act(ANN, AllowAnyway(night.tables.live(night.code).referee.write(command)))
    night.agree()
    assert not night.table.motions


@pytest.mark.parametrize("command", [cow_commands.TurnUpCity("Alby"), cow_commands.TurnUpCity("Q", 3, 250)], ids=str)
def test_a_city_has_an_amount_of_whole_hundreds(command: Command) -> None:
    CowNight(deck=ODD).refused(ANN, command, IllegalMove)


@pytest.mark.parametrize(
    "command",
    [
        cow_commands.CountCow(BOB, 250),
        cow_commands.CountCow(BOB, -50),
        cow_commands.TakeCity("Q", 3, 250),
        cow_commands.PlayCow(BOB, 150),
        cow_commands.TakeFromPot(1),
    ],
    ids=str,
)
def test_so_at_the_money_only(command: Command) -> None:
    CowNight(level=Level.BANK).refused(ANN, command, IllegalMove)


@pytest.mark.parametrize("command", [Pay(BOB, 250), Pay(POT, 50), OfferLoan(BOB, 500, 50)], ids=str)
def test_so_what_players_pay_and_lend(command: Command) -> None:
    CowNight().refused(ANN, command, RuleError)


def test_points_are_no_money() -> None:
    night = CowNight()
    night.act(ANN, cow_commands.TurnUpCity("Q", 7, 200))
    assert night.state.city


@pytest.fixture
def night() -> CowNight:
    night = CowNight(deck=ODD)
    night.act(ANN, cow_commands.TurnUpCity("Belby"))
    night.act(ANN, cow_commands.PlayCard("Twice", BOB), cow_commands.PlayCard("Twice", CID))
    return night


@pytest.mark.parametrize(
    "command", [cow_commands.PlayCard("Twice", ANN), cow_commands.PlayCow(ANN, 100, "Twice", 300)], ids=str
)
def test_a_card_lies_in_the_herds_as_often_as_it_has_copies(night: CowNight, command: Command) -> None:
    refused = night.refusal(ANN, command, IllegalMove)
    assert refused == "Twice is on the table already (copies: 2)."
    night.act(ANN, AllowAnyway(night.tables.live(night.code).referee.write(command)))
    night.agree()
    assert night.names(ANN) == ["Twice"]


def test_a_copy_that_has_exploded_can_be_played_again(night: CowNight) -> None:
    night.act(ANN, cow_commands.RemoveCow(night.state.herds[BOB][0].id), cow_commands.PlayCard("Twice", ANN))
    assert night.names(ANN) == ["Twice"]


def test_where_the_herds_are_counted_a_card_lies_there_as_often_as_it_has_copies(night: CowNight) -> None:
    for level in (Level.BANK, Level.BOARD):
        night.act(ANN, SetLevel(level))
        night.agree()
    night.refused(ANN, cow_commands.PlayCard("Twice", ANN), IllegalMove)


# --- herds that are sent on -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "after"),
    [
        (End.LEFT, {ANN: [], BOB: [("a1", BOB), ("a2", BOB)], CID: [("b1", CID), ("s", CID)]}),
        (End.RIGHT, {ANN: [("b1", ANN), ("s", CID)], BOB: [], CID: [("a1", CID), ("a2", CID)]}),
    ],
)
def test_45_every_herd_goes_to_the_next_player_and_nobody_pays(
    to: End, after: dict[str, list[tuple[str, str]]]
) -> None:
    night = CowNight()
    night.city()
    for into, name in ((ANN, "a1"), (ANN, "a2"), (BOB, "b1")):
        night.cow(into, name, 100)
    spy_of_cid(night)
    before = night.has(ANN, BOB, CID, POT)
    active = night.state.turn.active
    night.act(active, cow_commands.PassHerds(to))
    assert {seat: [(cow.name, cow.owner) for cow in herd] for seat, herd in night.state.herds.items()} == after
    assert night.has(ANN, BOB, CID, POT) == before


def spy_of_cid(night: CowNight) -> None:
    """Begin Cid's turn, who has a spy in Bob's herd."""
    for _ in range(2):
        night.roll(6)
        roller = night.state.roll.roller if night.state.roll else ""
        night.act(roller, cow_commands.RollDie(4))
        if not night.state.city:
            night.city(f"City {night.state.turn.number}")
    assert night.state.turn.active == CID
    night.cow(BOB, "s", 200, Ability.SPY)


def test_45_a_herd_before_somebody_who_has_left_stays() -> None:
    night = CowNight(players=4)
    night.city()
    for into in (ANN, BOB, CID):
        night.cow(into, f"of {into}", 100)
    night.act(CID, LeaveGame())
    night.agree()
    night.act(ANN, cow_commands.PassHerds(End.LEFT))
    assert {seat: night.names(seat) for seat in night.table.ids} == {
        ANN: [],
        BOB: ["of s1"],
        CID: ["of s3"],
        "s4": ["of s2"],
    }
    assert "s1's card sends every herd to the player on the left" in night.report()


def test_that_a_card_sends_the_herds_on_is_offered_while_there_are_cows() -> None:
    night = CowNight()
    night.city()
    page = night.tables.live(night.code).game.page
    assert "pass_herds" not in [choice.kind for choice in page(night.table, ANN).choices]
    night.cow(BOB, "b", 100)
    assert "pass_herds" in [choice.kind for choice in page(night.table, ANN).choices]
