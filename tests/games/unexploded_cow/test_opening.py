"""The staged first game of Unexploded Cow: a dealt hand, every sum of its list, sudden death, and its end."""

from __future__ import annotations

import pytest

from companion.core.table.table import Table
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.bots import herd_for
from companion.games.unexploded_cow.opening import hand
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.rulebook.bombs import QuestionKind
from tests.support.alone import Alone


@pytest.fixture
def game() -> Alone:
    return Alone("unexploded_cow", "2011")


def held(game: Alone) -> list[str]:
    """Return the names of the cards in Mia's hand."""
    return [card.name for card in hand(game.table, Situation.of(game.table).deck, game.mia)]


def brought(game: Alone, number: int) -> dict[str, int]:
    """Return what explosions and cities bring everybody, until the turn with this number begins."""
    seen = len(game.events())

    def begun(table: Table) -> bool:
        return bool(table.play.turn.number >= number or table.play.sudden)

    game.until(begun)
    sums: dict[str, int] = {}
    names = {seat.id: seat.name for seat in game.table.seats}
    for event in game.events()[seen:]:
        if isinstance(event, (cow_events.CowsPaid, cow_events.CityWon)):
            for posting in event.postings:
                gain = posting.amount if posting.to in names else -posting.amount
                who = names[posting.to if posting.to in names else posting.frm]
                sums[who] = sums.get(who, 0) + gain
    return sums


def test_every_turn_of_the_list_brings_what_it_should(game: Alone) -> None:
    assert brought(game, 2) == {"Mia": 600 + 500}
    assert brought(game, 3) == {"Berta": -200 + 200}
    assert brought(game, 4) == {"Mia": -100}, "a 6 handed the die to Emma"
    assert brought(game, 5) == {"Emma": 500}, "a spy in Mia's herd"
    assert brought(game, 6) == {}, "the general hands the bomb to the mechanic"
    assert brought(game, 7) == {"Berta": 500 + 200}
    assert brought(game, 8) == {"Mia": -500}, "Berta's present; the box lends Mia what she lacks"
    assert brought(game, 9) == {"Berta": 300}
    assert brought(game, 10) == {"Mia": 300 + 300 + 800}, "the mad bomber left a bomb"
    assert brought(game, 11) == {"Emma": 200}
    assert brought(game, 12) == {"Emma": -200}
    assert brought(game, 13) == {"Berta": -200}
    assert brought(game, 14) == {"Mia": 400}, "the PFC took the bomb"
    assert game.table.play.sudden


def test_a_hand_is_dealt_and_two_cards_come_with_each_turn(game: Alone) -> None:
    assert held(game) == ["Duchess", "Stampy", "Goldhorn"]
    brought(game, 2)
    assert held(game) == ["Goldhorn"]
    brought(game, 5)
    assert held(game) == ["Goldhorn", "General Bluster", "Sparky"]


def test_it_asks_about_every_ability_and_ends(game: Alone) -> None:
    game.to_the_end()
    events = game.events()
    asked = {event.ability for event in events if isinstance(event, cow_events.Reacted) and event.seat == game.mia}
    assert asked == {QuestionKind.GENERAL, QuestionKind.MECHANIC, QuestionKind.PFC}
    assert any(isinstance(event, cow_events.SuddenDeathBegan) for event in events)
    assert sum(isinstance(event, cow_events.CityWon) for event in events) == 6
    assert game.taps <= 60


def test_what_costs_goes_to_the_richest_and_what_earns_stays_at_home(game: Alone) -> None:
    now, berta = Situation.of(game.table), game.seat("Berta")
    for name, into in (("Duchess", berta), ("Mata Heifer", game.mia), ("Grumble", game.mia), ("The Whisperer", berta)):
        card = now.deck.cow(name)
        assert card
        assert herd_for(now, berta, card) == into
