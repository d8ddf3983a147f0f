"""Payments and loans between players and from the bank (rules 1993 §12.10, §12.11)."""

import pytest

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.money.bank import claims, debts, decide
from companion.core.money.bank_messages import (
    AcceptLoan,
    BorrowFromBank,
    ConfirmRepayment,
    DeclineLoan,
    ForgiveLoan,
    LoanState,
    OfferLoan,
    Pay,
    RepayLoan,
)
from companion.core.money.ledger import BANK, EVERYBODY, Payee
from companion.core.table.table import Level
from companion.core.ui.bank_page import loan_choices, loan_line
from tests.support.abilene import ABILENE
from tests.support.table import ANN, BOB, CID, DAN, Night


def lent(amount: int = 1_000, interest: int = 200) -> tuple[Night, int]:
    """Return a game in which Ann has lent Bob money, and the loan's number."""
    night = Night(4, Level.BANK)
    night.act(ANN, OfferLoan(BOB, amount, interest, "when he sells"))
    number = max(night.table.loans)
    night.act(BOB, AcceptLoan(number))
    return night, number


def test_a_payment_goes_from_one_to_the_other_and_says_what_for() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 250, "a  favour\n"))
    assert night.cash() == (9_750, 10_250, 10_000, 10_000)
    assert night.report()[-1] == "s1 paid s2 $250: a favour"
    (posting,) = night.events()[-1].postings
    assert night.sentence(posting.reason) == "s1 pays: a favour"


def test_payments_that_make_no_sense_are_refused() -> None:
    night = Night(4)
    refusal = night.refused(ANN, Pay(BOB, 10_001), CannotAfford)
    assert str(refusal.text) == "s1 cannot pay $10,001: there is not enough money."
    assert not refusal.waivable
    for to, amount in ((BOB, 0), (BOB, -100), (BOB, 10**9), (ANN, 100), ("s9", 100), ("", 100)):
        night.refused(ANN, Pay(to, amount), BadRequest)
    night.refused(ANN, Pay(BOB, 100, "x" * 201), BadRequest)
    night.refused(None, Pay(BOB, 100), BadRequest)
    night.refused("s9", Pay(BOB, 100), BadRequest)


def test_the_bank_is_paid_like_anybody_and_asks_nobody() -> None:
    night = Night(4)
    night.act(ANN, Pay(BANK, 250, "for a new rope"))
    assert night.cash() == (9_750, 10_000, 10_000, 10_000)
    assert night.report()[-1] == "s1 paid the bank $250: for a new rope"
    assert not night.table.motions
    night.refused(ANN, Pay(BANK, 9_751), CannotAfford)


def test_all_others_are_paid_the_same_up_to_the_last_dollar() -> None:
    accounts = {BANK: 0, ANN: 200, BOB: 0, CID: 0}
    (paid,) = decide(accounts, {}, {}, ANN, Pay(EVERYBODY, 100), 1, {Payee.EVERYBODY})
    assert [(each.frm, each.to, each.amount) for each in paid.postings] == [(ANN, BOB, 100), (ANN, CID, 100)]
    with pytest.raises(CannotAfford) as refusal:
        decide(accounts, {}, {}, ANN, Pay(EVERYBODY, 101), 1, {Payee.EVERYBODY})
    assert str(refusal.value.text) == "s1 cannot pay $202: there is not enough money."


def test_a_player_who_does_not_take_part_is_not_paid() -> None:
    accounts = {BANK: 0, ANN: 200, BOB: 0}
    for to, payees in ((BANK, {Payee.PLAYER}), ("s9", {Payee.PLAYER, Payee.BANK}), (EVERYBODY, {Payee.PLAYER})):
        with pytest.raises(BadRequest):
            decide(accounts, {}, {}, ANN, Pay(to, 100), 1, payees)


def test_what_somebody_cannot_pay_tells_nobody_what_he_has() -> None:
    """The refusal of a loan that its lender cannot pay any more used to say the lender's balance to the borrower."""
    night = Night(4)
    night.act(ANN, OfferLoan(BOB, 5_000))
    night.act(ANN, Pay(CID, 9_300))
    refusal = night.refused(BOB, AcceptLoan(max(night.table.loans)), CannotAfford)
    assert "700" not in str(refusal.text)


def test_a_loan_between_players_moves_money_only_when_it_is_accepted() -> None:
    night = Night(4)
    night.act(ANN, OfferLoan(BOB, 1_000, 200, "when he sells"))
    (loan,) = night.table.loans.values()
    assert night.cash(ANN, BOB) == (10_000, 10_000)
    night.refused(CID, AcceptLoan(loan.id), NotNow)
    night.refused(ANN, AcceptLoan(loan.id), NotNow)
    night.act(BOB, AcceptLoan(loan.id))
    assert night.cash(ANN, BOB) == (9_000, 11_000)
    assert night.table.loans[loan.id].repay == 1_200
    night.refused(BOB, AcceptLoan(loan.id), NotNow)


def test_an_offer_can_be_declined_or_taken_back() -> None:
    night = Night(4)
    for who in (BOB, ANN):
        night.act(ANN, OfferLoan(BOB, 1_000))
        (number,) = night.table.loans
        night.refused(CID, DeclineLoan(number), NotNow)
        night.act(who, DeclineLoan(number))
        night.refused(BOB, AcceptLoan(number), NotNow)
    assert night.cash() == (10_000,) * 4


def test_an_offer_must_be_good_when_it_is_made_and_when_it_is_accepted() -> None:
    night = Night(4)
    night.refused(ANN, OfferLoan(BOB, 10_001), CannotAfford)
    for borrower, amount, interest in ((ANN, 100, 0), ("bank", 100, 0), (BOB, 0, 0), (BOB, 100, -1), (BOB, -5, 0)):
        night.refused(ANN, OfferLoan(borrower, amount, interest), BadRequest)
    night.act(ANN, OfferLoan(BOB, 6_000), Pay(CID, 5_000))
    night.refused(BOB, AcceptLoan(max(night.table.loans)), CannotAfford)


def test_a_player_is_repaid_in_whole_when_he_confirms() -> None:
    night, number = lent()
    night.refused(CID, RepayLoan(number), NotNow)
    night.act(BOB, RepayLoan(number))
    assert night.cash(ANN, BOB) == (9_000, 11_000), "the lender has not confirmed yet"
    assert night.table.loans[number].state is LoanState.REPAYING
    night.refused(BOB, ConfirmRepayment(number), NotNow)
    night.act(ANN, ConfirmRepayment(number))
    assert night.cash(ANN, BOB) == (10_200, 9_800)
    assert not night.table.loans


def test_a_loan_from_a_player_may_be_repaid_in_parts() -> None:
    night = Night()
    night.act(BOB, OfferLoan(ANN, 1_000, 200))
    [number] = night.table.loans
    night.act(ANN, AcceptLoan(number), RepayLoan(number, 500))
    assert night.cash(ANN, BOB) == (11_000, 9_000), "the lender confirms first"
    lines = [str(loan_line(night.table.loans[number], seat)) for seat in (ANN, BOB)]
    assert lines == ["You repay $500; s2 still has to confirm.", "s1 repays $500. Is that right?"]
    night.act(BOB, ConfirmRepayment(number))
    assert night.cash(ANN, BOB) == (10_500, 9_500)
    assert "s1 repaid $500 to s2 and still owes $700" in night.report()
    night.act(ANN, RepayLoan(number, 700))
    night.act(BOB, ConfirmRepayment(number))
    assert not night.table.loans
    assert night.cash(ANN, BOB) == (9_800, 10_200)


def test_no_more_is_repaid_than_is_due_nothing_less_than_something_and_the_bank_takes_its_loan_whole() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1_000))
    night.act(BOB, OfferLoan(ANN, 1_000))
    first, second = night.table.loans
    night.act(ANN, AcceptLoan(second))
    for loan, amount in ((second, 1_001), (second, -5), (first, 500), (first, 10**9)):
        night.refused(ANN, RepayLoan(loan, amount), BadRequest)
    night.act(ANN, RepayLoan(first, 1_300))
    assert set(night.table.loans) == {second}


def test_a_phone_offers_the_whole_and_a_part_of_a_loan_from_a_player() -> None:
    night = Night()
    night.act(BOB, OfferLoan(ANN, 1_000))
    [number] = night.table.loans
    night.act(ANN, AcceptLoan(number))
    whole, part = loan_choices(night.table, night.table.loans[number], ANN)
    assert (whole.kind, part.kind) == ("repay_loan", "repay_loan")
    assert [field.maximum for field in part.fields] == [1_000]


def test_a_repayment_that_has_become_too_dear_is_refused_when_it_is_confirmed() -> None:
    night, number = lent()
    night.act(BOB, RepayLoan(number), Pay(CID, 10_000))
    night.refused(ANN, ConfirmRepayment(number), CannotAfford)


def test_a_lender_may_let_a_debt_go_but_not_a_mere_offer() -> None:
    night, number = lent()
    night.refused(BOB, ForgiveLoan(number), NotNow)
    night.act(ANN, ForgiveLoan(number))
    assert not night.table.loans
    assert night.cash(ANN, BOB) == (9_000, 11_000)
    night.act(ANN, OfferLoan(BOB, 100))
    night.refused(ANN, ForgiveLoan(max(night.table.loans)), NotNow)


def test_the_bank_is_repaid_at_once_and_in_whole() -> None:
    night = Night(4, loan_anytime=True)
    night.act(ANN, BorrowFromBank(3_300))
    (number,) = night.table.loans
    assert night.cash(ANN) == (13_300,)
    night.refused(BOB, RepayLoan(number), NotNow)
    night.act(ANN, RepayLoan(number))
    assert night.cash(ANN) == (9_100,)
    assert not night.table.loans


def test_what_is_owed_counts_for_both_sides_and_what_is_only_offered_for_none() -> None:
    night, _ = lent()
    night.act(BOB, OfferLoan(ANN, 300))
    loans = night.table.loans
    assert [(debts(loans, seat), claims(loans, seat)) for seat in (ANN, BOB)] == [(0, 1_200), (1_200, 0)]


def test_each_bank_loan_is_rounded_on_its_own() -> None:
    night = Night(4, loan_anytime=True)
    night.act(ANN, BorrowFromBank(500), BorrowFromBank(500))
    assert [loan.repay for loan in night.table.loans.values()] == [700, 700]


@pytest.mark.parametrize(("visibility", "seen"), [("own", [10_000, None, None, None]), ("all", [10_000] * 4)])
def test_who_sees_whose_cash(visibility: str, seen: list[int | None]) -> None:
    night = Night(4, cash_visibility=visibility)
    game = ABILENE["1993"]
    assert [row.cash for row in game.players(night.table, ANN)] == seen
    on_screen = [None] * 4 if visibility == "own" else [10_000] * 4
    assert [row.cash for row in game.players(night.table, None)] == on_screen


def test_loans_are_public_and_only_what_is_owed_counts_as_debt() -> None:
    night, _ = lent()
    night.act(CID, OfferLoan(DAN, 500))
    rows = {row.seat: [str(fact) for fact in row.facts] for row in ABILENE["1993"].players(night.table, CID)}
    assert "owes $1,200" in rows[BOB]
    assert not any("owes" in fact for fact in rows[DAN])
