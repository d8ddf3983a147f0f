"""Accounts that are nobody's: a pot is paid into and taken from like any purse, and is never below zero."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.core.errors import BadRequest, CannotAfford
from companion.core.money.bank_messages import AcceptLoan, ConfirmRepayment, OfferLoan, Pay, RepayLoan
from companion.core.money.ledger import BANK, Account, check_names
from companion.core.secrets.ballot import Opening, RevealBallot, SealVote, commitment
from companion.core.table.commands import Agree, CorrectBooks, LeaveSeat, PlayAgain, StartGame, TakeSeat, Undo
from companion.core.table.events import TableCleared
from companion.core.table.table import TablePhase
from companion.core.text import say
from tests.support.stakes import ANN, BOB, CID, CODE, POT, Evening, Finish, LayCards, Stakes, TakePot


def test_a_declared_account_is_opened_with_the_table_and_stays_when_seats_come_and_go() -> None:
    evening = Evening(start=False)
    assert dict(evening.table.accounts) == {BANK: 0, POT: 0, ANN: 0, BOB: 0, CID: 0}
    evening.act(CID, LeaveSeat())
    assert dict(evening.table.accounts) == {BANK: 0, POT: 0, ANN: 0, BOB: 0}


def test_a_game_moves_money_to_the_pot_and_out_of_it_by_postings() -> None:
    evening = Evening()
    assert evening.has(ANN, POT, BANK) == (4_500, 1_500, -15_000)
    evening.act(BOB, TakePot(1_200))
    assert evening.has(BOB, POT) == (5_700, 300)


def test_the_pot_pays_no_more_than_lies_in_it() -> None:
    evening = Evening()
    assert evening.refused(ANN, TakePot(1_501), CannotAfford) == "pot cannot pay $1,501: there is not enough money."


def test_a_game_that_forgets_to_look_into_the_pot_is_stopped() -> None:
    evening = Evening()
    before = evening.table
    with pytest.raises(ValueError, match="only the bank can owe"):
        evening.act(ANN, TakePot(1_501, careless=True))
    assert evening.table == before


def test_players_pay_into_a_pot_that_takes_payments() -> None:
    evening = Evening()
    evening.act(ANN, Pay(POT, 100, "a penalty"))
    assert evening.has(ANN, POT) == (4_400, 1_600)


def test_players_do_not_pay_into_a_pot_that_is_filled_by_the_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Stakes.edition.accounts, POT, Account(say("the pot")))
    Evening().refused(ANN, Pay(POT, 100), BadRequest)


def test_nobody_lends_to_a_pot() -> None:
    Evening().refused(ANN, OfferLoan(POT, 100), BadRequest)


def test_everybody_else_agrees_before_the_books_take_from_the_pot() -> None:
    evening = Evening()
    evening.act(ANN, CorrectBooks(POT, ANN, 200, "counted wrong"))
    assert set(evening.table.motions[0].asked) == {BOB, CID}
    for seat in (BOB, CID):
        evening.act(seat, Agree(evening.table.motions[0].id))
    assert evening.has(ANN, POT) == (4_700, 1_300)


def test_an_undo_asks_the_players_whom_it_touches_and_not_the_pot() -> None:
    evening = Evening()
    evening.act(ANN, Pay(POT, 100))
    assert evening.table.done[-1].touches == (ANN,)
    evening.act(ANN, Undo(evening.table.done[-1].before))
    assert evening.has(ANN, POT) == (4_500, 1_500)


@pytest.mark.parametrize("name", [BANK, "s1", "s12", ""])
def test_no_account_is_called_like_the_bank_or_a_seat(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be called"):
        check_names({name: Account(say("the pot"))})


def test_a_table_with_a_pot_is_exported_replayed_restarted_and_checked() -> None:
    evening = Evening()
    evening.act(ANN, TakePot(700), Pay(POT, 50))
    exported = export_lines(evening.tables, CODE)
    again, head = replay_lines(evening.games, exported)
    assert dict(again.accounts) == head["accounts"] == dict(evening.table.accounts)
    assert evening.opened().table(CODE) == evening.table
    assert problems(evening.log, evening.games) == []


def test_an_account_that_an_edition_has_come_to_declare_is_opened_in_an_old_snapshot() -> None:
    live = Evening(start=False).tables.live(CODE)
    accounts = {name: money for name, money in live.table.accounts.items() if name != POT}
    old = live.codec.table_to_json(replace(live.table, accounts=accounts))
    assert live.codec.table_from_json(old).accounts == live.table.accounts


# --- what there is to see ---------------------------------------------------------------------


def test_screens_and_scripts_show_what_lies_in_the_pot() -> None:
    evening = Evening()
    (shown,) = evening.shown().get_json()["pots"]
    assert shown == {"account": POT, "title": "the pot", "amount": 1_500}
    assert "the pot" in evening.shown(path=f"/t/{CODE}/screen").text


def test_the_pot_is_called_by_its_title_in_the_log_and_in_refusals() -> None:
    evening = Evening()
    evening.act(ANN, Pay(POT, 100, "a penalty"))
    lines = [line["text"] for line in evening.shown().get_json()["log"]]
    assert "Ann paid the pot $100: a penalty" in lines
    assert "Ann → the pot $500: the stake" in lines


def test_the_exported_payments_name_the_pot() -> None:
    rows = Evening().shown(path=f"/t/{CODE}/transfers.csv").text.splitlines()
    assert rows[-1].endswith(",Cid,the pot,500,the stake")


# --- another game -----------------------------------------------------------------------------


def finished() -> Evening:
    """Return a game in which Bob has taken the pot but for 300; the game is over."""
    evening = Evening()
    evening.act(BOB, TakePot(1_200))
    evening.act(ANN, Finish())
    return evening


def test_a_game_may_carry_money_over_to_the_next() -> None:
    evening = finished()
    evening.act(ANN, PlayAgain())
    assert evening.table.phase is TablePhase.LOBBY
    assert evening.has(ANN, BOB, CID, POT, BANK) == (4_500, 5_700, 4_500, 300, -15_000)
    evening.act(ANN, StartGame(ANN))
    assert evening.has(ANN, BOB, CID, POT, BANK) == (4_000, 5_200, 4_000, 1_800, -15_000)
    assert problems(evening.log, evening.games) == []


def owing() -> Evening:
    """Return an evening at whose end Bob owes Ann 550 and Cid 100, Cid owes Bob 220, and Ann offers more; then they
    play again.
    """
    evening = Evening()
    for lender, borrower, amount, interest in ((ANN, BOB, 500, 50), (CID, BOB, 100, 0), (BOB, CID, 200, 20)):
        evening.act(lender, OfferLoan(borrower, amount, interest))
        evening.act(borrower, AcceptLoan(max(evening.table.loans)))
    evening.act(ANN, OfferLoan(BOB, 1_000, 0))
    evening.act(ANN, Finish())
    evening.act(ANN, PlayAgain())
    return evening


def owed(evening: Evening) -> list[tuple[str, str, int]]:
    return [(loan.borrower, loan.lender, loan.repay) for loan in evening.table.loans.values()]


def test_where_money_is_carried_over_debts_are_too_and_offers_are_not() -> None:
    evening = owing()
    assert owed(evening) == [(BOB, ANN, 550), (BOB, CID, 100), (CID, BOB, 220)]
    evening.act(ANN, StartGame(ANN))
    first = min(evening.table.loans)
    evening.act(BOB, RepayLoan(first))
    evening.act(ANN, ConfirmRepayment(first))
    assert owed(evening) == [(BOB, CID, 100), (CID, BOB, 220)]
    assert evening.has(ANN, BOB) == (4_050, 3_850)
    assert problems(evening.log, evening.games) == []


def test_a_player_who_leaves_before_the_next_game_owes_nothing_and_is_owed_nothing() -> None:
    evening = owing()
    evening.act(CID, LeaveSeat())
    assert owed(evening) == [(BOB, ANN, 550)]


def test_a_game_whose_end_settles_loans_says_which_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stakes, "carried_loans", lambda self, table: ())
    assert owed(owing()) == []


def test_what_somebody_kept_goes_back_to_the_bank_when_he_leaves_and_the_player_who_comes_begins_anew() -> None:
    evening = finished()
    evening.act(ANN, PlayAgain())
    evening.act(BOB, LeaveSeat())
    assert evening.has(ANN, CID, POT, BANK) == (4_500, 4_500, 300, -9_300)
    evening.act(None, TakeSeat("Dan", {}))
    assert evening.has(BOB) == (0,)
    evening.act(ANN, StartGame(ANN))
    assert evening.has(ANN, BOB) == (4_000, 4_500)


def test_the_next_account_and_chart_begin_with_what_was_kept() -> None:
    evening = finished()
    evening.act(ANN, PlayAgain(), StartGame(ANN), TakePot(100), Finish())
    result = evening.shown().get_json()["result"]
    assert result["wealth"][BOB] == [5_200, 5_200]
    account = evening.shown(path=f"/t/{CODE}/s/{BOB}/account").text
    assert "carried over from the game before" in account
    assert "= $5,200" in account


def test_a_table_cleared_before_money_was_carried_over_still_replays() -> None:
    live = finished().tables.live(CODE)
    old = live.codec.event_from_json("table_cleared", '{"by": "s1"}')
    assert old == TableCleared("s1")
    assert live.codec.event_to_json(old) == '{"by":"s1"}'


# --- the chart --------------------------------------------------------------------------------


def laid(evening: Evening, **cards: str) -> None:
    """Lay a card of each player, whose number is their score."""
    evening.act(ANN, LayCards())
    assert evening.table.ballot
    number = evening.table.ballot.id
    votes = {seat: Opening(card, "0a" * 32) for seat, card in cards.items()}
    for seat, vote in votes.items():
        evening.act(seat, SealVote(number, commitment(CODE, number, seat, vote)))
    evening.act(None, RevealBallot(number, votes))


def test_a_game_that_counts_points_charts_them_and_an_undone_turn_is_not_in_it() -> None:
    evening = Evening()
    laid(evening, s1="1", s2="6", s3="5")
    evening.act(BOB, TakePot(100))
    evening.act(BOB, TakePot(100), Undo(evening.table.seq))
    laid(evening, s1="4", s2="2", s3="5")
    evening.act(CID, TakePot(100), Finish())
    result = evening.shown().get_json()["result"]
    assert result["points"] == {ANN: [0, 1, 5], BOB: [0, 6, 8], CID: [0, 5, 10]}
    assert result["wealth"][BOB] == [4_500, 4_600, 4_600], "money is told as well"
    page = evening.shown(path=f"/t/{CODE}/screen").text
    assert "Points over time" in page
    assert ">10</text>" in page
    assert "Money over time" not in page


def test_the_points_of_the_second_game_begin_anew() -> None:
    evening = Evening()
    laid(evening, s1="1", s2="6", s3="5")
    evening.act(ANN, TakePot(100), Finish(), PlayAgain(), StartGame(ANN))
    laid(evening, s1="4", s2="2", s3="5")
    evening.act(ANN, TakePot(100), Finish())
    assert evening.shown().get_json()["result"]["points"] == {ANN: [0, 4], BOB: [0, 2], CID: [0, 5]}


def test_a_game_without_points_charts_money() -> None:
    shown = finished()
    assert shown.shown().get_json()["result"]["points"] == {}
    assert "Money over time" in shown.shown(path=f"/t/{CODE}/screen").text
