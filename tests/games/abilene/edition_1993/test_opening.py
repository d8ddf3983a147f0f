"""The staged first game of 1993: every sum of its first three rounds, and that it ends after eight sales."""

from __future__ import annotations

import pytest

from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.messages import CowboyMoved
from companion.games.abilene.edition_1993.messages import CowSold, DuelWon, JailPaid
from tests.support.alone import Alone

MIAS_VOTES = {0: "OWN", 1: "OWN", 2: "OWN", 3: "OWN", 4: "FOREIGN"}


@pytest.fixture
def game() -> Alone:
    return Alone("abilene", "1993", MIAS_VOTES)


def test_the_first_three_rounds_bring_these_sums(game: Alone) -> None:
    game.until(lambda table: table.play.turn.number == 3)
    assert game.money() == {"Mia": 200, "Annie": 1_800, "Buck": 200, "Cole": 200}, "own cow, and nobody doubted"
    game.until(lambda table: table.play.turn.number == 5)
    assert game.table.play.in_jail(game.mia) == 1, "Cole won the duel on his own ranch"
    game.until(lambda table: table.play.turn.number == 6)
    borrowed = 100
    assert game.money()["Mia"] == 200 + borrowed - 300 + 3_800, "the bill, and the rustled cow that everybody believed"
    game.until(lambda table: table.play.turn.number == 8)
    assert game.money() == {"Mia": 3_200, "Annie": 1_800, "Buck": 600, "Cole": 0}, "Annie knew her cow"
    game.until(lambda table: table.play.turn.number == 10)
    assert game.money()["Mia"] == 3_200 - 300 + 2_000, "a cow of her own"
    game.until(lambda table: table.play.turn.number == 13)
    assert game.money() == {"Mia": 5_600, "Annie": 5_200, "Buck": 0, "Cole": 600}, "she knew hers"


def test_it_meets_theft_duel_jail_and_votes_and_ends_after_eight_sales(game: Alone) -> None:
    game.to_the_end()
    events = game.events()
    thefts = {event.other for event in events if isinstance(event, CowboyMoved) and event.what is MoveKind.THEFT}
    assert game.mia in thefts
    assert any(isinstance(event, DuelWon) and event.loser == game.mia for event in events)
    assert any(isinstance(event, JailPaid) and event.seat == game.mia for event in events)
    assert 8 <= sum(isinstance(event, CowSold) for event in events) <= 9, "both cows of a turn are sold"
    assert game.table.ending
    assert game.table.ending.code == "cows_sold"


def test_it_is_the_same_every_time() -> None:
    first, second = Alone("abilene", "1993", MIAS_VOTES), Alone("abilene", "1993", MIAS_VOTES, seed=77)
    for each in (first, second):
        each.until(lambda table: table.play.turn.number == 13)
    assert first.money() == second.money()


def test_after_a_departure_the_listed_dice_still_fall_and_the_box_plays_on(game: Alone) -> None:
    game.until(lambda table: table.play.turn.step == "cowboys")
    game.send("move_cowboy", {"frm": "E5-0", "to": "D6-5", "die": 2})
    game.until(lambda table: table.play.turn.number == 9)
    assert game.table.phase == "playing"


def test_it_takes_few_taps(game: Alone) -> None:
    game.to_the_end()
    assert game.taps <= 110


def test_a_thief_reads_the_sticker_on_the_button_that_puts_the_cow_down(game: Alone) -> None:
    game.until(lambda table: table.play.pending is not None)
    [put] = [each for each in game.page.choices if each.kind == "place_cow"]
    assert str(put.label) == "Put the cow (brand D, $300) on your ranch"


def test_the_box_says_why_and_nothing_that_a_seat_could_not_know(game: Alone) -> None:
    game.until(lambda table: table.play.turn.number == 9)
    reasons = [str(text) for text in game.tables.live(game.code).box.reasons.values()]
    assert "s3 stole your cow, because the dark 2 led exactly there." in reasons
    assert not any("$" in reason or "brand" in reason for reason in reasons)
