"""Selling, settling, borrowing and ruin (rules 1993 §12, §13, §18), told as a report of the game.

Played at the level *bank*, where a cow is in town as soon as somebody says so: the money is the same.
"""

from typing import Any

import pytest

from companion.core.ballot import AlreadySealed, Opening, SealVote, VoidBallot
from companion.core.bank_messages import AcceptLoan, BorrowFromBank, LoanState, OfferLoan, Pay, RepayLoan
from companion.core.errors import BadRequest, CannotAfford, IllegalMove, NotNow, RuleRef
from companion.core.messages import Message
from companion.core.table import Level
from companion.core.table_messages import AllowAnyway, Refuse, SetRule
from companion.games.abilene.messages import (
    CowSold,
    EndStep,
    GoBankrupt,
    PayJail,
    RecordJailed,
    RecordTheft,
    RecordTown,
    ShowSticker,
    Step,
)
from tests.table import ANN, BOB, CID, CODE, DAN, Night

OWN, NONE, FOREIGN = "OWN", "NONE", "FOREIGN"


def sale(*cards: str, players: int = 4, **rules: Any) -> Night:
    """Ann has brought a cow to town; the others have voted, her left neighbour's card first."""
    night = Night(players, Level.BANK, **rules)
    night.act(ANN, RecordTown())
    night.vote(*cards)
    return night


def seller_short(**rules: Any) -> Night:
    """Vector 27: the seller has 500 and her sale costs her 2000 net (vector 19), so she lacks 1500."""
    night = Night(4, Level.BANK, **rules)
    night.hand(ANN, 500)
    night.act(ANN, RecordTown())
    night.vote(FOREIGN, FOREIGN, OWN)
    night.show("B", 1000)
    assert not night.events(CowSold), "nothing is paid before everybody can pay"
    assert night.cash() == (500, 10_000, 10_000, 10_000)
    return night


# --- the vote and the sticker (§5.4, §12.2) ---------------------------------------------------


def test_everybody_but_the_seller_votes_the_left_neighbour_first_and_all_is_settled_at_once() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    assert night.ballot.voters == (BOB, CID, DAN)
    night.vote(OWN, NONE, FOREIGN)
    night.show("A", 600)
    assert night.cash() == (13_400, 10_000, 9_400, 8_800), "vector 11"


def test_the_sticker_waits_for_the_votes_and_the_votes_for_each_other() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.refused(ANN, ShowSticker("A", 600), NotNow)
    night.refused(ANN, EndStep(Step.TABLE), NotNow)
    night.seal({BOB: OWN, CID: OWN})
    with pytest.raises(NotNow, match="Not everybody has sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, night.opening(BOB, OWN))
    night.seal({DAN: OWN})
    night.open({BOB: OWN, CID: OWN})
    assert not night.ballot.votes, "nobody sees a vote before the last one is open"
    night.open({DAN: OWN})
    assert dict(night.ballot.votes) == {BOB: OWN, CID: OWN, DAN: OWN}


def test_a_sealed_vote_cannot_be_changed_and_only_the_sealed_vote_opens() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN, DAN: OWN})
    night.refused(BOB, SealVote(night.ballot.id, "0" * 64), AlreadySealed)
    with pytest.raises(BadRequest, match="not the vote that s2 sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, night.opening(BOB, FOREIGN))
    with pytest.raises(BadRequest, match="not the vote that s2 sealed"):
        night.tables.open_vote(CODE, BOB, night.ballot.id, Opening(OWN, "00" * 32))


def test_the_seller_has_no_vote() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.refused(ANN, SealVote(night.ballot.id, "0" * 64), NotNow)


def test_a_sticker_that_no_cow_can_have_is_refused_and_one_that_is_used_up_only_by_the_rules() -> None:
    night = sale(OWN, OWN, OWN)
    night.refused(ANN, ShowSticker("A", 700), BadRequest)
    night.refused(ANN, ShowSticker(None, 600), BadRequest)
    night.refused(ANN, ShowSticker("F", 600), IllegalMove)  # nobody plays brand F
    night.show("A", 1000)
    night.act(ANN, RecordTown())
    night.vote(OWN, OWN, OWN)
    refusal = night.refused(ANN, ShowSticker("A", 1000), IllegalMove)
    assert refusal.waivable, "somebody may have mistyped the first one"
    night.together(ANN, AllowAnyway(Message("show_sticker", {"brand": "A", "value": 1000})))
    assert len(night.state.sold) == 2


def test_another_seat_types_the_sticker_for_a_silent_seller_and_a_second_seat_confirms_it() -> None:
    night = sale(OWN, OWN, OWN)
    night.act(CID, ShowSticker("A", 600))
    assert not night.events(CowSold)
    assert len(night.table.motions) == 1
    night.agree(DAN)
    assert night.cash(ANN) == (11_600,)


def test_a_sticker_typed_for_the_seller_can_be_refused_and_the_seller_still_types_his_own() -> None:
    night = sale(OWN, OWN, OWN)
    night.act(CID, ShowSticker("A", 600))
    night.act(ANN, Refuse(night.table.motions[0].id))
    night.show("A", 100)
    assert night.cash(ANN) == (11_100,)


def test_cards_on_the_table_are_typed_by_one_seat_and_confirmed_by_another() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: FOREIGN})
    night.cards_on_the_table(BOB, OWN, NONE, OWN)
    assert not night.ballot.votes
    night.agree(CID)
    assert dict(night.ballot.votes) == {BOB: OWN, CID: NONE, DAN: OWN}


def test_cards_with_a_hole_in_them_are_refused_before_anybody_is_asked() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    with pytest.raises(ValueError, match="zip"):
        night.cards_on_the_table(BOB, OWN, NONE)
    with pytest.raises(BadRequest, match="Every voter needs one of the cards"):
        night.cards_on_the_table(BOB, OWN, NONE, "JOKER")
    assert not night.table.motions


def test_a_vote_is_held_again_when_everybody_but_the_phone_that_stays_away_agrees() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN})
    first = night.ballot.id
    night.act(CID, VoidBallot(first))
    assert night.table.motions[0].asked == (ANN, BOB), "Dan is the one who is waited for"
    night.agree(ANN)
    assert night.ballot.id == first
    night.agree(BOB)
    assert night.ballot.id != first
    assert not night.ballot.sealed
    night.refused(DAN, SealVote(first, "0" * 64), NotNow)
    night.vote(NONE, NONE, NONE)
    night.show("A", 100)
    assert night.cash() == (11_400, 9_900, 9_900, 9_900)


def test_a_phone_that_sealed_but_never_opens_is_not_asked_either() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN, DAN: OWN})
    night.open({BOB: OWN, DAN: OWN})
    night.act(ANN, VoidBallot(night.ballot.id, away=(BOB, DAN)))
    assert night.table.motions[0].asked == (BOB, DAN), "who is away is the box's to say, not the proposer's"
    night.agree()
    assert not night.ballot.sealed


def test_a_phone_that_lost_its_vote_asks_everybody() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: OWN, DAN: OWN})
    night.act(BOB, VoidBallot(night.ballot.id))
    assert night.table.motions[0].asked == (ANN, CID, DAN)


def test_when_nobody_has_voted_yet_everybody_is_asked() -> None:
    night = Night(3, Level.BANK)
    night.act(ANN, RecordTown())
    night.act(ANN, VoidBallot(night.ballot.id))
    assert night.table.motions[0].asked == (BOB, CID)


def test_one_refusal_keeps_the_vote() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.act(CID, VoidBallot(night.ballot.id))
    night.act(ANN, Refuse(night.table.motions[0].id))
    assert not night.table.motions
    night.vote(OWN, OWN, OWN)


# --- short of money (§12.9, vector 27) --------------------------------------------------------


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
    night = sale(FOREIGN, OWN, OWN)
    night.hand(BOB, 700)
    night.show("A", 1000)  # Bob owes 2000
    assert not night.events(CowSold)
    night.act(BOB, GoBankrupt())
    assert night.cash() == (12_700, 0, 10_000, 10_000)
    assert night.state.out == (BOB,)


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


def test_who_is_out_may_go_home_and_is_asked_for_nothing_any_more() -> None:
    night = seller_short()
    night.act(ANN, GoBankrupt())
    night.act(BOB, SetRule("loan_anytime", True))
    assert night.table.motions[0].asked == (CID, DAN)
    night.agree()
    assert night.table.rules.loan_anytime


# --- the ends (§13) ---------------------------------------------------------------------------


def sell_own(night: Night) -> None:
    """The active player sells the dearest cow of his own brand that is left."""
    seller = night.turn[0]
    night.act(seller, RecordTown())
    night.vote(*[OWN] * len(night.ballot.voters))
    values = (1000, 600, 600, 600, 300, 300, 100)
    night.show(night.state.brands[seller], values[sum(who == seller for who, _ in night.state.sold)])


def test_vector_44_four_players_sold_sixteen_cows_and_the_game_ends_with_the_turn() -> None:
    night = Night(4, Level.BANK, cows_to_sell=16)
    for sold in range(16):
        assert not night.is_over(), f"over after {sold} sales already"
        sell_own(night)
        if sold < 15:
            night.end(Step.TABLE)
    assert not night.is_over(), "the turn is finished first (A16)"
    night.end(Step.TABLE)
    assert night.is_over()
    assert night.table.ending is not None
    assert night.table.ending.code == "cows_sold"


def test_vector_45_the_last_cow_to_town_and_one_rustled_and_the_game_goes_on() -> None:
    night = Night(4, Level.BANK)
    night.end(Step.TABLE)
    night.act(BOB, *[RecordTheft(ANN)] * 8)
    night.end(Step.TABLE, Step.TABLE, Step.TABLE)
    sell_own(night)
    assert night.state.herd[ANN] == 0
    night.act(ANN, RecordTheft(DAN))
    night.end(Step.TABLE)
    assert not night.is_over()


def test_vector_46_an_opponents_only_cow_is_rustled_and_the_game_ends_with_the_turn() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, *[RecordTheft(BOB)] * 9)
    assert not night.is_over()
    night.end(Step.TABLE)
    assert night.table.ending is not None
    assert night.table.ending.code == "no_cattle"
    assert str(night.table.ending.reason) == "s2 has no cattle left on the ranch"


def test_with_the_house_rule_the_game_ends_at_once() -> None:
    night = Night(4, Level.BANK, end_check="at_once")
    night.act(ANN, *[RecordTheft(BOB)] * 8)
    assert not night.is_over()
    night.act(ANN, RecordTheft(BOB))
    assert night.is_over()


def test_at_once_still_sells_the_last_cow_that_stands_in_town() -> None:
    night = Night(4, Level.BANK, end_check="at_once")
    night.end(Step.TABLE)
    night.act(BOB, *[RecordTheft(ANN)] * 8)
    night.end(Step.TABLE, Step.TABLE, Step.TABLE)
    night.act(ANN, RecordTown())
    assert not night.is_over()
    night.vote(OWN, OWN, OWN)
    night.show("A", 100)
    assert night.is_over()
    assert night.cash(ANN) == (11_100,)


def test_with_the_house_rule_the_round_is_finished() -> None:
    night = Night(4, Level.BANK, end_check="end_of_round")
    night.end(Step.TABLE)
    night.act(BOB, *[RecordTheft(CID)] * 9)
    night.end(Step.TABLE, Step.TABLE)
    assert not night.is_over()
    night.end(Step.TABLE)
    assert night.is_over()


def test_an_emptied_ranch_that_got_a_cow_back_within_the_round_ends_nothing() -> None:
    night = Night(4, Level.BANK, end_check="end_of_round")
    night.act(ANN, *[RecordTheft(CID)] * 9)
    night.end(Step.TABLE, Step.TABLE)
    night.act(CID, RecordTheft(ANN))
    night.end(Step.TABLE, Step.TABLE)
    assert not night.is_over()


def test_the_last_solvent_player_wins_at_once() -> None:
    night = Night(3, Level.BANK)
    night.act(ANN, RecordJailed(BOB), RecordJailed(CID))
    night.hand(BOB, 0)
    night.hand(CID, 0)
    night.end(Step.TABLE)
    night.act(BOB, GoBankrupt())
    assert not night.is_over()
    night.act(CID, GoBankrupt())
    ending = night.table.ending
    assert ending is not None
    assert ending.code == "last_solvent"
    assert [(line.rank, line.seat, line.score) for line in ending.standings] == [(1, ANN, 10_000)]


def test_vector_26_debts_are_settled_before_the_ranking_and_the_balances_are_the_scores() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1_000))
    night.hand(ANN, 8_000)
    night.act(BOB, OfferLoan(CID, 2_000, 500))
    night.act(CID, AcceptLoan(max(night.table.loans)))
    night.act(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    ending = night.table.ending
    assert ending is not None
    assert {line.seat: line.score for line in ending.standings} == {ANN: 6_700, BOB: 10_500, CID: 9_500, DAN: 10_000}
    assert night.cash() == (6_700, 10_500, 9_500, 10_000)
    assert [line.seat for line in ending.standings] == [BOB, DAN, CID, ANN]
    lines = {line.seat: (line.cash, line.debts) for line in ending.standings}
    assert lines == {ANN: (8_000, 1_300), BOB: (10_500, 0), CID: (12_000, 2_500), DAN: (10_000, 0)}
    night.refused(BOB, Pay(ANN, 100), NotNow)


def test_a_debt_may_make_a_score_negative_and_equal_scores_share_a_rank() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, BorrowFromBank(1_000))
    night.hand(ANN, 300)
    night.act(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    ending = night.table.ending
    assert ending is not None
    assert [(line.rank, line.score) for line in ending.standings] == [
        (1, 10_000),
        (1, 10_000),
        (1, 10_000),
        (4, -1_000),
    ]
