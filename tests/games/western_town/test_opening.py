"""The staged first game of Western Town: four turns against one opponent, with a building, an exploit and an attack."""

from __future__ import annotations

import pytest

from companion.games.western_town.camp.attack import AttackBegan
from companion.games.western_town.changes import TileLaid
from companion.games.western_town.lincoln.card import CardTurnedUp
from companion.games.western_town.lincoln.visit import LincolnVisited
from companion.games.western_town.town.start import StartTaken
from companion.games.western_town.turn.go import CardExploited
from tests.support.alone import Alone


@pytest.fixture
def game() -> Alone:
    return Alone("western_town", "2012")


def test_the_box_hands_out_the_start_cards_and_turns_up_lincolns(game: Alone) -> None:
    game.until(lambda table: table.play.card is not None)
    starts = {event.seat: event.card for event in game.events() if isinstance(event, StartTaken)}
    assert starts.pop(game.mia) == "Marshal Bright"
    assert [*starts.values()] == ["Parson Reed"]
    town = game.table.play.towns[game.mia].town
    assert (town.gold, town.wood, town.inhabitants) == (2, 2, 3)


def test_it_meets_a_building_an_exploit_an_attack_and_every_visit(game: Alone) -> None:
    game.to_the_end()
    events = game.events()
    assert any(isinstance(event, TileLaid) and event.building.name == "general store" for event in events)
    assert any(isinstance(event, CardExploited) and event.other == game.mia for event in events)
    assert any(isinstance(event, CardExploited) and event.seat == game.mia for event in events)
    assert any(isinstance(event, AttackBegan) for event in events)
    assert sum(isinstance(event, CardTurnedUp) for event in events) == 4
    assert any(isinstance(event, LincolnVisited) for event in events)
    assert game.table.ending
    assert game.taps <= 90


def test_it_is_the_same_every_time() -> None:
    first, second = Alone("western_town", "2012"), Alone("western_town", "2012", seed=77)
    for each in (first, second):
        each.until(lambda table: table.play.turn == 3)
    one, two = first.table.play.towns, second.table.play.towns
    assert [board.town for board in one.values()] == [board.town for board in two.values()]
