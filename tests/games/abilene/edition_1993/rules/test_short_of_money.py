"""Settling, borrowing and ruin (rules 1993 §12.7-§12.12, §18 vector 27), at the level *bank*."""

from typing import Any

from companion.core.errors import BadRequest, CannotAfford, IllegalMove, NotNow, RuleRef
from companion.core.messages import Message
from companion.core.money.bank_messages import (
    AcceptLoan,
    BorrowFromBank,
    ConfirmRepayment,
    LoanState,
    OfferLoan,
    Pay,
    RepayLoan,
)
from companion.core.table.commands import AllowAnyway, SetRule
from companion.core.table.table import Level
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1993.messages import CowSold, GoBankrupt, PayJail, RecordJailed, RecordTown
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

OWN, FOREIGN = "OWN", "FOREIGN"


def seller_short(**rules: Any) -> Night:
    """Return the game of vector 27: the seller has 500 and her sale costs her 2000 net (vector 19), so she lacks
    1500.
    """
    night = Night(4, Level.BANK, **rules)
    night.hand(ANN, 500)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, FOREIGN, OWN)
    night.show("B", 1000)
    assert not night.events(CowSold), "nothing is paid before everybody can pay"
    assert night.cash() == (500, 10_000, 10_000, 10_000)
    return night


def prompt(night: Night, seat: str) -> list[str]:
    """Return what the game tells this seat, in English."""
    game = night.tables.live(CODE).game
    return [str(line) for line in game.page(night.table, seat).prompt]


def test_vector_27_a_bank_loan_of_1500_to_be_repaid_with_1900() -> None:
    night = seller_short()
    night.act(ANN, BorrowFromBank(1500))
    assert night.cash() == (0, 12_000, 12_000, 8_000)
    (loan,) = night.table.loans.values()
    assert (loan.amount, loan.repay) == (1500, 1900)


def test_vector_27_a_loan_that_is_too_small_does_not_settle_yet() -> None:
    night = seller_short()
    night.act(ANN, BorrowFromBank(1400))
    assert not night.events(CowSold)
    night.act(ANN, BorrowFromBank(100))
    assert night.cash() == (0, 12_000, 12_000, 8_000)
    assert sorted(loan.repay for loan in night.table.loans.values()) == [200, 1_800]


def test_vector_27_a_loan_from_another_player() -> None:
    night = seller_short()
    night.act(BOB, OfferLoan(ANN, 1500, 700, "by the end"))
    (loan,) = night.table.loans.values()
    night.act(ANN, AcceptLoan(loan.id))
    assert night.cash() == (0, 10_500, 12_000, 8_000)
    assert night.table.loans[loan.id].repay == 2_200
    assert night.table.loans[loan.id].state is LoanState.OPEN


def test_vector_27_a_gift_settles_it_too() -> None:
    night = seller_short()
    night.act(DAN, Pay(ANN, 1500))
    assert night.cash() == (0, 12_000, 12_000, 6_500)


def test_vector_27_bankruptcy_the_creditors_are_paid_in_seat_order_from_his_left() -> None:
    """She has 500 and receives 2000 from Dan; Bob sits to her left and is paid first (§12.12)."""
    night = seller_short()
    night.act(ANN, GoBankrupt())
    assert night.cash() == (0, 12_000, 10_500, 8_000)
    assert night.state.out == (ANN,)
    assert night.turn == (BOB, Step.TABLE), "she has no turns any more"
    night.act(BOB, RecordTown())
    assert night.ballot.voters == (CID, DAN), "nor votes"


def test_creditors_share_only_what_the_bankrupt_seller_had_when_nobody_pays_him() -> None:
    night = Night(4, Level.BANK)
    night.hand(ANN, 500)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, FOREIGN, FOREIGN)
    night.show("B", 100)
    night.act(ANN, GoBankrupt())
    assert night.cash() == (0, 10_200, 10_200, 10_100)


def test_the_order_of_creditors_begins_at_the_left_of_the_bankrupt_not_at_the_first_seat() -> None:
    night = Night(4, Level.BANK)
    night.end(Step.TABLE, Step.TABLE)
    night.hand(CID, 1_000)
    night.act(CID, RecordTown())
    night.vote(FOREIGN, FOREIGN, FOREIGN)  # Dan, Ann, Bob
    night.show("A", 300)
    night.act(CID, GoBankrupt())
    assert night.cash() == (10_400, 10_000, 0, 10_600)


def test_a_bankrupt_voter_pays_what_he_has_and_the_seller_bears_the_rest() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, OWN, OWN)
    night.hand(BOB, 700)
    night.show("A", 1000)  # Bob owes 2000
    assert not night.events(CowSold)
    assert prompt(night, BOB)[0] == "You have to pay $2,000 and have $700: $1,300 is missing."
    assert "s2 is $1,300 short." in prompt(night, CID)
    night.act(BOB, GoBankrupt())
    assert night.cash() == (12_700, 0, 10_000, 10_000)
    assert night.state.out == (BOB,)


def test_a_part_payment_is_not_told_as_the_whole() -> None:
    """Bob's $700 used to be "its value twice" of a cow for $1,000."""
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, OWN, OWN)
    night.hand(BOB, 700)
    night.show("A", 1000)
    night.act(BOB, GoBankrupt())
    paid = [posting for posting in night.events(CowSold)[-1].postings if posting.frm == BOB]
    assert [posting.amount for posting in paid] == [700]
    assert night.sentence(paid[0].reason).endswith("twice its value. Bankrupt, so only a part of $2,000.")
    seller = seller_short()
    seller.act(ANN, GoBankrupt())
    reasons = {posting.to: seller.sentence(posting.reason) for posting in seller.events(CowSold)[-1].postings}
    assert reasons[CID].endswith("Bankrupt, so only a part of $2,000."), "she has 500 left for him"
    assert not reasons[BOB].endswith("Bankrupt, so only a part of $2,000."), "he is paid in full"


def test_a_jail_bill_that_cannot_be_paid_is_told_in_words_with_every_way_out() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    night.hand(BOB, 100)
    night.end(Step.TABLE)
    lines = prompt(night, BOB)
    assert lines[0] == "The bill is $300, you have $100: $200 is missing."
    assert "300 for the first" in lines[1], "why the bill is $300"
    assert "Borrow from the bank" in lines[2]
    assert "loan" in lines[2]
    assert "bankrupt" in lines[2]
    words = " ".join(prompt(night, ANN))
    assert "s2 cannot pay the jail bill of $300." in words
    assert "$100" not in words
    assert "$200" not in words, "what he has is his own business"
    night.act(ANN, Pay(BOB, 200))
    assert not any("missing" in line for line in prompt(night, BOB))


def filled_in(night: Night, seat: str) -> object:
    """Return the loan that a page of this seat has filled in."""
    choices = night.tables.live(CODE).game.page(night.table, seat).choices
    return next(field for each in choices if each.kind == "borrow_from_bank" for field in each.fields).initial


def test_the_loan_for_the_jail_is_filled_in_with_what_is_missing() -> None:
    """It used to be the dearest bill that could be chosen: 4,500 for three cowboys of whom nobody has to be freed."""
    night = Night(4, Level.BANK)
    night.act(ANN, *(RecordJailed(BOB) for _ in range(3)))
    night.hand(BOB, 0)
    night.end(Step.TABLE)
    assert prompt(night, BOB)[0] == "The bill is $600, you have $0: $600 is missing."
    assert filled_in(night, BOB) == 600
    night.hand(BOB, 650)
    assert filled_in(night, BOB) == 1_400, "to free one costs 2,000 with the food of the others: in whole hundreds"


def test_what_a_bankrupt_had_left_goes_to_the_bank() -> None:
    """Jail: the bank is the creditor (§7.6, §12.12)."""
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    night.hand(BOB, 200)
    night.end(Step.TABLE)
    assert night.turn == (BOB, Step.JAIL)
    night.refused(BOB, PayJail(0), CannotAfford)
    night.act(BOB, GoBankrupt())
    assert night.cash(BOB) == (0,)
    assert night.table.accounts["bank"] == -30_000
    assert night.turn[0] == CID


def test_a_bankrupt_player_may_stay_without_cowboys_by_house_rule() -> None:
    night = seller_short(bankrupt_player="stays")
    night.act(ANN, GoBankrupt())
    assert night.cash() == (0, 12_000, 10_500, 8_000)
    assert night.state.out == ()
    night.end(Step.TABLE)
    night.act(BOB, RecordTown())
    assert night.ballot.voters == (CID, DAN, ANN)


def test_only_who_cannot_pay_goes_bankrupt_or_borrows() -> None:
    night = Night(4, Level.BANK)
    assert night.refused(ANN, GoBankrupt(), IllegalMove).waivable
    assert night.refused(ANN, BorrowFromBank(1000), IllegalMove).waivable


def test_with_the_house_rule_the_bank_lends_at_any_time_of_the_borrowers_turn() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1000))
    assert night.cash(ANN) == (11_000,)
    night.refused(BOB, BorrowFromBank(1000), IllegalMove)
    night.refused(ANN, BorrowFromBank(150), IllegalMove)


def test_a_bank_loan_is_repaid_in_the_borrowers_own_turn_unless_the_table_allows_it_otherwise() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1000), BorrowFromBank(400))
    first, second = night.table.loans
    night.act(ANN, RepayLoan(first))
    night.end(Step.TABLE)
    refusal = night.refused(ANN, RepayLoan(second), IllegalMove)
    assert refusal.waivable
    assert str(refusal.rule) == str(RuleRef("1993", "12.10"))
    night.refused(BOB, RepayLoan(second), NotNow)
    night.together(ANN, AllowAnyway(Message("repay_loan", {"loan": second})))
    assert not night.table.loans
    assert night.cash(ANN) == (10_000 - 300 - 100,)


def test_the_debts_of_a_bankrupt_lapse_and_so_do_debts_to_him() -> None:
    night = Night(4, Level.BANK)
    night.act(BOB, OfferLoan(ANN, 1_000))
    night.act(ANN, AcceptLoan(next(iter(night.table.loans))))
    night.act(ANN, OfferLoan(CID, 500))
    night.act(CID, AcceptLoan(max(night.table.loans)))
    night.hand(ANN, 0)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, OWN, OWN)
    night.show("D", 1000)  # OWN pays 2000 each: 4000 in, 2000 out
    assert night.events(CowSold)
    night.hand(ANN, 0)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, FOREIGN, FOREIGN)
    night.show("D", 600)
    night.act(ANN, GoBankrupt())
    assert not night.table.loans


def test_money_neither_goes_to_nor_comes_from_a_player_who_is_out() -> None:
    night = seller_short()
    night.act(ANN, GoBankrupt())
    night.refused(BOB, Pay(ANN, 100), BadRequest)
    night.refused(BOB, OfferLoan(ANN, 100), BadRequest)
    night.refused(ANN, OfferLoan(BOB, 100), BadRequest)


def test_a_player_who_is_out_may_go_home_and_is_asked_for_nothing_any_more() -> None:
    night = seller_short()
    night.act(ANN, GoBankrupt())
    night.act(BOB, SetRule("loan_anytime", True))
    assert night.table.motions[0].asked == (CID, DAN)
    night.agree()
    assert night.table.rules.loan_anytime


def test_a_player_who_cannot_pay_yet_gives_nothing_away_unless_the_table_allows_it() -> None:
    night = seller_short()
    refusal = night.refused(ANN, Pay(BOB, 500), IllegalMove)
    assert str(refusal).startswith("s1 cannot pay the bill yet")
    night.refused(ANN, OfferLoan(BOB, 500), IllegalMove)
    night.act(CID, Pay(BOB, 100))
    night.together(ANN, AllowAnyway(Message("pay", {"to": BOB, "amount": 500})))
    assert night.cash(ANN, BOB) == (0, 10_600)


def test_what_a_debtor_in_the_jail_step_has_is_not_told_to_the_player_who_takes_his_loan() -> None:
    """The refusal named what was missing of a bill that everybody knows, and so what the lender has."""
    refusals = set()
    for left in (0, 100):
        night = Night(4, Level.BANK)
        night.act(ANN, OfferLoan(BOB, 100), RecordJailed(ANN))
        night.end(Step.TABLE)
        for _ in (BOB, CID, DAN):
            night.end(Step.TABLE)
        night.hand(ANN, left)
        refusals.add(str(night.refused(BOB, AcceptLoan(next(iter(night.table.loans))), IllegalMove)))
    assert len(refusals) == 1, refusals


def test_a_loan_is_neither_granted_nor_repaid_by_somebody_who_has_become_short_since() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, OfferLoan(BOB, 100), OfferLoan(CID, 100))
    granted, offered = night.table.loans
    night.act(BOB, AcceptLoan(granted))
    night.act(BOB, RepayLoan(granted))
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, FOREIGN, FOREIGN)
    night.hand(ANN, 500)
    night.show("B", 1000)
    night.refused(CID, AcceptLoan(offered), IllegalMove)
    night.act(ANN, ConfirmRepayment(granted))
    assert night.cash(ANN) == (600,), "what comes in is welcome"
