"""The staged first game of 1983: a believed steer, a sick one, a duel that is lost, a stolen one, and its end."""

from __future__ import annotations

import pytest

from companion.games.abilene.edition_1983.messages import CowboyBeaten, SteerSold
from tests.support.alone import Alone


@pytest.fixture
def game() -> Alone:
    return Alone("abilene", "1983", {0: "b", 1: "b"})


def test_the_first_three_rounds_bring_these_sums(game: Alone) -> None:
    game.until(lambda table: table.play.turn.number == 5)
    assert game.money() == {"Mia": 2_000, "Annie": 500, "Buck": 0}, "healthy, and Buck had doubted"
    game.until(lambda table: table.play.turn.number == 6)
    assert game.money() == {"Mia": 1_500, "Annie": 1_500, "Buck": 500}, "sick, and Buck was right to doubt"
    game.until(lambda table: table.play.turn.number == 8)
    assert game.money() == {"Mia": 4_500, "Annie": 1_500, "Buck": 500}, "a stolen one pays double"


def test_it_meets_theft_and_duel_and_ends_after_six_sales(game: Alone) -> None:
    game.to_the_end()
    events = game.events()
    assert any(isinstance(event, CowboyBeaten) and event.loser == game.mia and event.killed for event in events)
    assert sum(isinstance(event, SteerSold) for event in events) == 6
    assert game.table.ending
    assert game.table.ending.code == "six_left"
    assert game.taps <= 100
