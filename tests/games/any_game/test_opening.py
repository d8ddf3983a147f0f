"""The staged first game of *Any game*: three rounds of streets and houses, with every way in which money moves."""

from __future__ import annotations

import pytest

from companion.core.money.bank_messages import BankLoanTaken, Paid
from companion.core.secrets.ballot import BallotRevealed
from companion.games.any_game.messages import play as play_messages
from tests.support.alone import Alone


@pytest.fixture
def game() -> Alone:
    return Alone("any_game", "any")


def test_the_three_rounds_bring_these_sums(game: Alone) -> None:
    game.until(lambda table: table.play.round == 2)
    assert game.money() == {"Mia": 100 - 60 + 6, "Alex": 60, "Kim": 94, "Robin": 40}
    game.until(lambda table: table.play.round == 3)
    assert game.money() == {"Mia": 0, "Alex": 56, "Kim": 360, "Robin": 44}, "66 were asked for, and 20 borrowed"
    game.to_the_end()
    assert game.money() == {"Mia": 200 + 6 - 22, "Alex": 38, "Kim": 238, "Robin": 38}
    assert game.table.ending
    assert game.table.ending.code == "rounds_over"


def test_it_meets_a_payment_a_request_a_loan_an_income_and_a_vote(game: Alone) -> None:
    game.to_the_end()
    kinds = {type(event) for event in game.events()}
    assert {
        Paid,
        BankLoanTaken,
        play_messages.PaymentRequested,
        play_messages.RequestPaid,
        play_messages.Taken,
        BallotRevealed,
    } <= kinds
    assert game.taps <= 40


def test_nothing_is_to_be_tapped_while_a_player_of_the_box_is_to_ask_for_rent(game: Alone) -> None:
    """A quick player ended the turn before that, and met neither a request nor a loan."""
    game.until(lambda table: table.play.round == 2 and table.play.turn == game.mia and bool(table.play.dice))
    assert not game.page.choices
    assert not game.page.asked
    game.until(lambda table: bool(table.play.requests))
    assert game.page.choices


def test_a_player_who_does_something_else_plays_on(game: Alone) -> None:
    game.until(lambda table: bool(table.play.dice))
    game.send("pay", {"to": game.seat("Robin"), "amount": 5})
    game.to_the_end()
    assert game.table.ending
