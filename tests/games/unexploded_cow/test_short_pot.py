"""A pot that has less than a card brings: a player who gets less reads why, in the log, the result and the payment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.money.ledger import nets
from companion.core.referee.parting import LeaveGame
from companion.core.table.table import Level
from companion.games.unexploded_cow.commands import ArrangeHerd, CountCow, CountMechanic, TakeCity, TakeFromPot
from companion.games.unexploded_cow.events import CowsPaid
from companion.games.unexploded_cow.rulebook.cards import Ability
from tests.games.unexploded_cow.night import ANN, BOB, POT, CowNight


def pot_of(amount: int, level: Level = Level.BOARD, **rules: int) -> CowNight:
    """Return a game in Ann's turn with so much in the pot."""
    night = CowNight(level=level, rules=rules)
    if level is Level.BOARD:
        night.city()
    night.act(ANN, TakeFromPot(night.table.accounts[POT] - amount))
    return night


def reasons(night: CowNight) -> list[str]:
    """Return what the payments out of the pot are for, but the one that made it small."""
    postings = (posting for event in night.events() for posting in event.postings if posting.frm == POT)
    return [night.sentence(posting.reason) for posting in postings][1:]


def settled_words(night: CowNight, about: str) -> Iterator[str]:
    return (line for line in night.report() if about in line)


@pytest.mark.parametrize(
    ("pot", "log", "reason"),
    [
        (700, "Duchess of s1 explodes and brings $600", ["a cow has exploded: Duchess"]),
        (600, "Duchess of s1 explodes and brings $600", ["a cow has exploded: Duchess"]),
        (
            200,
            "Duchess of s1 explodes ($600); only $200 were in the pot",
            ["a cow has exploded: Duchess ($600, but the pot had no more)"],
        ),
        (0, "Duchess of s1 explodes ($600); the pot is empty", []),
    ],
)
def test_a_cow_that_brings_less_than_stands_on_it_says_what_was_in_the_pot(
    pot: int, log: str, reason: list[str]
) -> None:
    night = pot_of(pot)
    night.cow(ANN, "Duchess", 600)
    night.roll(1)
    assert [*settled_words(night, "explodes")] == [log]
    assert reasons(night) == reason


def test_a_cow_that_costs_its_owner_says_nothing_of_the_pot() -> None:
    night = pot_of(0)
    night.cow(ANN, "Stampy", -200)
    night.roll(1)
    assert [*settled_words(night, "explodes")] == ["Stampy of s1 explodes and costs $200"]


def test_cows_that_explode_together_say_how_much_was_missing() -> None:
    night = pot_of(500)
    night.cow(ANN, "Boom Bessie", 100, Ability.BOMBER)
    night.cow(ANN, "Duchess", 600)
    night.cow(ANN, "Goldhorn", 800)
    night.act(ANN, ArrangeHerd(tuple(night.state.herds[ANN][at].id for at in (1, 0, 2))))
    night.roll(2)
    assert "Cows of s1 explode: Duchess, Goldhorn; the pot had $1,000 too little" in night.report()
    assert reasons(night)[1:] == ["a cow has exploded: Duchess ($600, but the pot had no more)"]


@pytest.mark.parametrize(
    ("pot", "log", "reason"),
    [
        (800, "s1 wins the city of Foggy Bottom and takes $500", "the city of Foggy Bottom"),
        (
            500,
            "s1 wins the city of Foggy Bottom ($500); only $200 were in the pot",
            "the city of Foggy Bottom ($500, but the pot had no more)",
        ),
        (300, "s1 wins the city of Foggy Bottom ($500); the pot is empty", ""),
    ],
)
def test_a_city_that_brings_less_than_stands_on_it_says_what_was_in_the_pot(pot: int, log: str, reason: str) -> None:
    night = CowNight()
    night.city("Foggy Bottom", 1, 500)
    night.act(ANN, TakeFromPot(night.table.accounts[POT] - pot))
    night.cow(ANN, "Clover", 300)
    night.roll(1)
    assert [*settled_words(night, "wins")] == [log]
    assert reasons(night)[1:] == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("pot", "log", "reason"),
    [
        (200, "Sparky defuses the bomb", ["a bomb defused: Sparky"]),
        (100, "Sparky defuses the bomb", ["a bomb defused: Sparky ($200, but the pot had no more)"]),
        (0, "Sparky defuses the bomb; nothing is paid for it", []),
    ],
)
def test_a_mechanic_who_is_paid_less_says_why(pot: int, log: str, reason: list[str]) -> None:
    night = pot_of(pot, mechanic_reward=200)
    night.cow(ANN, "Sparky", 300, Ability.MECHANIC)
    night.roll(1)
    night.react(ANN, "Sparky", True)
    assert [*settled_words(night, "defuses")] == [log]
    assert reasons(night) == reason


def test_where_the_box_keeps_the_money_only_it_says_the_same() -> None:
    night = pot_of(200, Level.BANK)
    night.act(ANN, CountCow(BOB, 600), CountCow(BOB, 400), CountMechanic(BOB))
    assert [*settled_words(night, "cow of s2 explodes")] == [
        "A cow of s2 explodes ($600); only $200 were in the pot",
        "A cow of s2 explodes ($400); the pot is empty",
    ]
    assert [*settled_words(night, "defuses")] == ["A mechanic of s2 defuses a bomb; nothing is paid for it"]
    night.act(ANN, TakeCity("Foggy Bottom", 1, 500))
    assert [*settled_words(night, "wins")] == ["s1 wins the city of Foggy Bottom ($500); the pot is empty"]
    assert reasons(night) == ["a cow has exploded ($600, but the pot had no more)"]


def test_the_cow_of_somebody_who_has_left_says_nothing_of_the_pot() -> None:
    night = pot_of(700)
    night.cow(BOB, "Duchess", 600)
    night.together(BOB, LeaveGame())
    night.roll(1)
    assert [*settled_words(night, "explodes")] == ["Duchess of s2 explodes"]
    assert not nets(night.events(CowsPaid)[0].postings)
