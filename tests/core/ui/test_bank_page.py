"""The buttons of the bank: what each side of a loan can do, and whom money can be paid to."""

from __future__ import annotations

import pytest

from companion.core.money.bank_messages import AcceptLoan, Loan, OfferLoan, RepayLoan
from companion.core.money.ledger import BANK
from companion.core.text import say
from companion.core.ui.bank_page import bank_choices, loan_choices, loan_line
from companion.core.ui.choice import Choice, Weight
from companion.store.codec import Codec
from tests.support.stakes import ANN, BOB, POT, Evening, Stakes


def loan_of(evening: Evening) -> Loan:
    [loan] = evening.table.loans.values()
    return loan


def kinds(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.kind for choice in choices]


def offered() -> Evening:
    """Return a game in which Ann offers Bob 200 for 250."""
    evening = Evening()
    evening.act(ANN, OfferLoan(BOB, 200, 50))
    return evening


def lent() -> Evening:
    evening = offered()
    evening.act(BOB, AcceptLoan(loan_of(evening).id))
    return evening


def repaying() -> Evening:
    evening = lent()
    evening.act(BOB, RepayLoan(loan_of(evening).id))
    return evening


@pytest.mark.parametrize(
    ("evening", "borrower", "lender"),
    [
        (offered(), ["accept_loan", "decline_loan"], ["decline_loan"]),
        (lent(), ["repay_loan", "repay_loan"], ["forgive_loan"]),
        (repaying(), [], ["confirm_repayment"]),
    ],
    ids=["offered", "lent", "repaying"],
)
def test_each_side_of_a_loan_has_its_own_buttons_and_the_table_takes_them(
    evening: Evening, borrower: list[str], lender: list[str]
) -> None:
    loan = loan_of(evening)
    assert kinds(loan_choices(evening.table, loan, BOB)) == borrower
    assert kinds(loan_choices(evening.table, loan, ANN)) == lender
    for seat in (ANN, BOB):
        for choice in loan_choices(evening.table, loan, seat):
            codec = Codec(Stakes())
            command = codec.commands[choice.kind](**choice.fixed)
            evening.tables.live("TEST").referee.decide(evening.table, seat, command)


def test_a_loan_is_told_to_each_side_from_where_it_stands() -> None:
    loan = loan_of(lent())
    assert str(loan_line(loan, BOB)) == "You borrowed $200 from s1 and owe $250."
    assert str(loan_line(loan, ANN)) == "s2 owes you $250."


def test_a_bank_that_does_not_take_its_money_back_yet_says_why() -> None:
    evening = lent()
    loan = Loan(9, BANK, BOB, 100, 110)
    [choice] = loan_choices(evening.table, loan, BOB, say("Not in this turn."))
    assert ([str(line) for line in choice.details], choice.weight) == (["Not in this turn."], Weight.QUIET)


def test_only_an_account_that_takes_payments_can_be_paid_into() -> None:
    evening = Evening()
    declared = Stakes.edition.accounts
    pay = bank_choices(evening.table, ANN, declared)[0]
    assert [option.value for option in pay.fields[0].options] == [BOB, "s3", BANK, POT]
    assert [option.value for option in bank_choices(evening.table, ANN, {})[0].fields[0].options] == [BOB, "s3", BANK]


def test_a_player_who_has_left_the_game_is_neither_paid_nor_lent_to_and_pays_nobody() -> None:
    table = Evening().table
    for choice in bank_choices(table, ANN, {}, out=(BOB,))[:2]:
        assert BOB not in [option.value for option in choice.fields[0].options], choice.kind
    assert bank_choices(table, BOB, {}, out=(BOB,)) == ()


def test_before_the_game_there_is_nothing_to_pay() -> None:
    assert bank_choices(Evening(start=False).table, ANN, {}) == ()
