"""Any game as a bank: paying, taking, asking, pots, a bank that runs out; errors are refused in a sentence."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, CannotAfford, IllegalMove, NotNow, RuleError
from companion.core.messages import Command, Message
from companion.core.money.bank_messages import BorrowFromBank, OfferLoan, Pay, RepayLoan
from companion.core.money.ledger import BANK, EVERYBODY
from companion.core.table.commands import AllowAnyway, CorrectBooks, Undo
from companion.games.any_game.messages.play import DropRequest, NameBanker, PayRequest, RequestPayment, Score, Take
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening
from tests.support.readers import reader_of

POT = "pot1"


def test_everybody_begins_with_the_starting_money() -> None:
    assert AnyEvening().has(ANN, BEN, CID, BANK) == (1_500, 1_500, 1_500, -4_500)


def test_starting_money_may_differ_from_seat_to_seat() -> None:
    assert AnyEvening(starts="100, 0").has(ANN, BEN, CID) == (100, 0, 1_500)


def test_one_pays_a_player_the_bank_a_pot_and_everybody() -> None:
    evening = AnyEvening(pots="The middle")
    evening.act(ANN, Pay(BEN, 26, "rent"), Pay(BANK, 100), Pay(POT, 50), Pay(EVERYBODY, 10))
    assert evening.has(ANN, BEN, CID, POT) == (1_500 - 26 - 100 - 50 - 20, 1_500 + 26 + 10, 1_510, 50)
    assert evening.report()[-4:] == [
        "s1 paid s2 $26: rent",
        "s1 paid the bank $100",
        "s1 paid pot1 $50",
        "s1 paid everyone $10",
    ]
    evening.sound()


def test_a_player_who_cannot_pay_everybody_pays_nobody() -> None:
    evening = AnyEvening()
    assert "s1 cannot pay $1,502" in evening.refusal(ANN, Pay(EVERYBODY, 751), CannotAfford)


# --- taking -------------------------------------------------------------------------------------


def test_anybody_takes_while_all_look_on() -> None:
    evening = AnyEvening(pots="The middle")
    evening.act(ANN, Take(200, words="passed the start"), Pay(POT, 70), Take(70, POT, BEN))
    assert evening.has(ANN, BEN, POT) == (1_630, 1_570, 0)
    assert "s1 took $200 from the bank: passed the start" in evening.report()


def test_the_banker_takes_by_himself_and_is_asked_by_the_others() -> None:
    evening = AnyEvening(taking="banker")
    evening.act(ANN, Take(100), Take(50, to=CID))
    evening.act(BEN, Take(200))
    assert evening.has(ANN, BEN, CID) == (1_600, 1_500, 1_550)
    assert evening.table.motions[0].asked == (ANN,)
    evening.agree(ANN)
    assert evening.has(BEN) == (1_700,)


def test_the_banker_hands_the_bank_over_and_nobody_else_does_without_being_asked() -> None:
    evening = AnyEvening(taking="banker")
    evening.act(ANN, NameBanker(BEN))
    assert evening.state.banker == BEN
    evening.act(ANN, NameBanker(ANN))
    assert evening.state.banker == BEN
    evening.agree()
    assert evening.state.banker == ANN


def test_one_other_agrees_where_the_table_wants_it() -> None:
    evening = AnyEvening(taking="consent")
    evening.act(BEN, Take(100))
    assert evening.has(BEN) == (1_500,)
    evening.agree(CID)
    assert evening.has(BEN) == (1_600,)


def test_a_bank_with_a_limit_runs_out_and_pays_on_when_the_table_allows_it() -> None:
    evening = AnyEvening(bank_limit=5_000)
    evening.act(ANN, Take(500))
    refusal = evening.refusal(ANN, Take(1), IllegalMove)
    assert refusal == "The bank has only $0 left."
    evening.act(ANN, AllowAnyway(Message("take", {"amount": 1})))
    evening.agree()
    assert evening.has(ANN) == (2_001,)


def test_without_a_bank_nobody_pays_it_or_takes_from_it() -> None:
    evening = AnyEvening(bank=False, pots="Pot")
    for command in (Pay(BANK, 10), Take(10)):
        assert evening.refusal(ANN, command, BadRequest) == "There is no bank in this game."
    evening.act(ANN, Pay(POT, 10), Take(10, POT))


# --- asking -------------------------------------------------------------------------------------


def test_a_player_who_is_asked_pays_with_one_tap() -> None:
    evening = AnyEvening()
    evening.act(ANN, RequestPayment(BEN, 26, "rent"))
    (request,) = evening.state.requests
    assert evening.refusal(CID, PayRequest(request.id), NotNow) == "You are not asked about that."
    evening.act(BEN, PayRequest(request.id))
    assert evening.has(ANN, BEN) == (1_526, 1_474)
    assert evening.refusal(BEN, PayRequest(request.id), NotNow) == "That request has been answered already."
    assert evening.report()[-2:] == ["s1 asks s2 for $26: rent", "s2 paid s1 the $26: rent"]


def test_everybody_can_be_asked_at_once_and_each_answers_for_himself() -> None:
    evening = AnyEvening()
    evening.act(CID, RequestPayment(EVERYBODY, 10))
    one, two = evening.state.requests
    evening.act(ANN, PayRequest(one.id))
    evening.act(BEN, DropRequest(two.id))
    assert evening.has(ANN, BEN, CID) == (1_490, 1_500, 1_510)
    assert evening.state.requests == ()


def test_one_takes_back_ones_own_request_and_nobody_elses() -> None:
    evening = AnyEvening()
    evening.act(ANN, RequestPayment(BEN, 26))
    number = evening.state.requests[0].id
    evening.refusal(CID, DropRequest(number), NotNow)
    evening.act(ANN, DropRequest(number))
    assert evening.state.requests == ()


# --- loans, undo --------------------------------------------------------------------------------


def test_the_bank_lends_at_the_interest_of_the_table() -> None:
    evening = AnyEvening(interest=10, step=5)
    evening.act(ANN, BorrowFromBank(105))
    (loan,) = evening.table.loans.values()
    assert (evening.has(ANN), loan.repay) == ((1_605,), 120)
    evening.act(ANN, RepayLoan(loan.id))
    assert evening.has(ANN) == (1_485,)


def test_the_loan_is_filled_in_with_what_is_missing_for_what_one_is_asked_to_pay() -> None:
    evening = AnyEvening(start=100, interest=0, step=5)
    evening.act(ANN, RequestPayment(BEN, 90))
    assert borrowed(evening, BEN) is None, "nothing is missing"
    evening.act(CID, RequestPayment(BEN, 125))
    assert borrowed(evening, BEN) == 25


def borrowed(evening: AnyEvening, seat: str) -> object:
    """Return the loan that a page of this seat has filled in."""
    page = reader_of(evening.tables, CODE, seat).page
    return next(field for each in page.money if each.kind == "borrow_from_bank" for field in each.fields).initial


def test_a_bank_that_does_not_lend_says_so() -> None:
    assert AnyEvening().refusal(ANN, BorrowFromBank(100), NotNow) == "The bank does not lend in this game."


def test_what_was_taken_can_be_undone() -> None:
    evening = AnyEvening()
    evening.act(ANN, Take(100))
    evening.act(ANN, Undo(evening.table.done[-1].before))
    assert evening.has(ANN, BANK) == (1_500, -4_500)


# --- what makes no sense ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Take(0), "Enter more than zero, not $0."),
        (Take(-5), "Enter more than zero, not -$5."),
        (Take(10**9), "is too much: at most"),
        (Take(10, "pot1"), "pot1 cannot pay $10: there is not enough money."),
        (Take(10, "pot9"), "There is no such account in this game."),
        (Take(10, BEN), "There is no such account in this game."),
        (Take(10, to="s9"), "Nobody has that seat."),
        (RequestPayment(ANN, 5), "You cannot pay yourself."),
        (RequestPayment("s9", 5), "Nobody has that seat."),
        (RequestPayment(BEN, -5), "Enter more than zero, not -$5."),
        (PayRequest(99), "That request has been answered already."),
        (Pay("s9", 5), "Nobody has that seat."),
        (Score(ANN, 5), "No points are counted in this game."),
    ],
)
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(command: Command, expected: str) -> None:
    evening = AnyEvening(pots="The middle")
    assert expected in evening.refusal(ANN, command, RuleError)


@pytest.mark.parametrize(
    "command", [Pay(BEN, 12), Take(12), RequestPayment(BEN, 12), OfferLoan(BEN, 12), CorrectBooks(BANK, ANN, 12)]
)
def test_less_than_the_smallest_amount_there_is_cannot_be_paid(command: Command) -> None:
    refusal = AnyEvening(step=5).refusal(ANN, command, BadRequest)
    assert refusal == "The smallest amount here is $5: $12 is none of its multiples."
