"""A purse for all: where nobody has any money of their own, what lies in the pot is everybody's."""

from __future__ import annotations

from companion.core.money.ledger import BANK
from companion.core.table.table import Table
from companion.games.any_game.any_game import AnyGame
from companion.games.any_game.messages.bank import MoveMoney
from companion.games.any_game.messages.play import EndTurn, Take
from companion.games.any_game.screens.race import RaceView
from companion.web.view.results import result_of
from tests.games.any_game.whole_evening import ended, evening
from tests.support.any_evening import ANN, BEN, CODE, AnyEvening, pages


def race(table: Table, seat: str | None) -> RaceView:
    (part,) = AnyGame().page(table, seat).parts
    assert isinstance(part.data, RaceView)
    return part.data


def moves(night: AnyEvening, seat: str = ANN) -> list[str]:
    """Return the titles of the ways to move money that are in sight on this phone."""
    return [
        str(each.title)
        for each in AnyGame().page(night.table, seat).choices
        if each.kind == "move_money" and each.weight == "normal" and not each.folded
    ]


def test_a_purse_for_all_is_what_the_screens_show() -> None:
    """The screens used to have a row of $0 for each player."""
    night = evening("Together against the game")
    assert moves(night) == ["From the bank into pot1"], "nothing lies in it yet"
    night.act(ANN, MoveMoney(20, BANK, "pot1", "the harvest"))
    assert moves(night) == ["From the bank into pot1", "From pot1 to the bank"]
    assert moves(night, BEN) == [], "in Ann's turn the keys would lie open on Ben's phone"
    for seat in (None, ANN):
        assert race(night.table, seat).lanes == ()
    assert [row.cash for row in AnyGame().players(night.table, None)] == [None] * 4
    assert "Our purse" in pages(night)[""]
    night.act(ANN, Take(5, "pot1"))
    assert [lane.amount for lane in race(night.table, ANN).lanes] == [5, 0, 0, 0], "somebody has some"


def test_what_is_in_the_purse_at_the_end_is_the_result_of_all() -> None:
    """Four players shared the victory with $0."""
    night = evening("Together against the game", rounds=1)
    night.act(ANN, MoveMoney(35, BANK, "pot1"))
    for seat in night.table.ids:
        night.act(seat, EndTurn())
    assert ended(night) == [(1, seat, 35) for seat in night.table.ids]
    result = result_of(night.tables, night.tables.live(CODE))
    assert result is not None
    assert str(result.sentence) == "You all end with $35."


def test_a_pot_beside_money_of_ones_own_is_nobodys() -> None:
    night = evening("Stakes in a pot", 2)
    night.act(ANN, EndTurn())
    assert len(race(night.table, ANN).lanes) == 2
    other = evening("Together against the game", 2, starts="0, 30")
    assert [lane.seat for lane in race(other.table, ANN).lanes] == [ANN, BEN]
