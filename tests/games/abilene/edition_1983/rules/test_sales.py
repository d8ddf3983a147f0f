"""Selling steers, the bank and the end of a game of 1983 (its rules §7, §9, §10, §15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.errors import BadRequest, IllegalMove, NotNow
from companion.core.messages import Event, Message, Posting
from companion.core.money.bank_messages import BorrowFromBank, RepayLoan
from companion.core.money.ledger import BANK
from companion.core.table.commands import Batch, CorrectBooks, SetRule
from companion.core.table.table import Level
from companion.core.text import fact
from companion.core.ui.page import CardView
from companion.games.abilene.common.messages import EndStep, MoveCowboy, PlaceCow, Step, TheftRecorded
from companion.games.abilene.edition_1983.messages import CowboyBeaten, OpenFever, RecordSteer, TurnSteer
from companion.games.abilene.edition_1983.prices import Belief
from companion.games.abilene.edition_1983.rules.play import end
from companion.games.abilene.edition_1983.screens.notebook import Notebook
from companion.games.abilene.edition_1983.screens.players import last_sale
from tests.support.abilene import ABILENE
from tests.support.prairie import ANN, BOB, CID, PrairieNight

B, N = Belief.BELIEVES, Belief.DOUBTS


class TestSale:
    def sell(self, night: PrairieNight, steer: str) -> None:
        night.put(cows=("A2-0",), gone=(steer,))
        night.drive("A2-0", "town")

    def test_a_sale_opens_before_the_dice_and_the_owners_phone_tells_the_truth(self, night: PrairieNight) -> None:
        self.sell(night, "A5-1")
        assert night.state.sale is not None
        assert (night.state.sale.owner, night.state.sale.steer) == (ANN, "A5-1")
        assert night.ballot.voters == (BOB, CID)
        night.refused(ANN, EndStep(Step.CATTLE), NotNow)
        night.refused(ANN, OpenFever("A5-1", True, night.nonce("A5-1")), NotNow)
        night.believe(B, N)
        night.refused(ANN, OpenFever("A5-1", False, night.nonce("A5-1")), BadRequest)
        night.refused(ANN, OpenFever("A5-2", True, night.nonce("A5-2")), NotNow)
        night.refused(BOB, OpenFever("A5-1", True, night.nonce("A5-1")), NotNow)
        night.open_note(ANN, "A5-1")
        assert night.cash() == (3000, 1500, 2500)
        assert night.turn == (ANN, Step.CATTLE), "two steps are left"
        assert night.state.unsold == 26

    def test_a_rustled_steer_is_worth_double_and_opened_by_the_phone_of_its_colour(self, night: PrairieNight) -> None:
        night.put(gone=("A5-2",))
        night.put(s1=("B4-4", "A3-3"))
        night.two_dice(1, 0)
        night.act(ANN, MoveCowboy("B4-4", "B5-5", 0), PlaceCow("A5-2"))
        night.end(Step.COWBOYS)
        night.next_turn()
        night.next_turn()
        self.sell(night, "A5-2")
        assert night.state.sale is not None
        assert night.state.sale.owner == BOB
        night.believe(N, N)
        night.open_note(BOB, "B5-5")
        assert night.state.sale is not None, "the seller looks first whether the note is right"
        assert night.titles() == ["The steer is healthy"]
        assert night.table.motions[0].asked == (ANN,)
        night.agree()
        assert night.cash() == (6000, 1000, 1000)

    def test_of_two_steers_on_their_way_to_town_the_first_is_sold_first(self, night: PrairieNight) -> None:
        """A camera sees both at once: which one the box sells must be the one that came first."""
        night.put(cows=("A2-0", "A2-1"), gone=("A5-1", "B5-1"))
        both = Batch(tuple(Message("move_cow", {"frm": cow, "to": "town", "die": 0}) for cow in ("A2-0", "A2-1")))
        assert str(night.refused(ANN, both, NotNow)) == "A steer is in Abilene already: it is sold first."
        night.drive("A2-0", "town")
        assert night.state.sale is not None

    def test_where_one_stake_is_shared_no_card_promises_or_threatens_a_whole_one(self) -> None:
        night = PrairieNight(votes_total=True)
        self.sell(night, "A5-1")
        game = ABILENE["1983"]
        believes, doubts = (lines_of(card) for card in game.cards(night.table, BOB))
        assert believes == ["healthy: $0", "Texas fever: −$500, shared"]
        assert doubts == ["healthy: −$500, shared", "Texas fever: +$500, shared"]
        assert game.cards(night.table, BOB)[1].signs == (-1, 1), "a colour never says it alone, nor a sign"
        (prompt, *_) = [str(line) for line in game.page(night.table, BOB).prompt]
        assert prompt.endswith("and $500 is at stake with all other players together.")

    def test_the_hole_decides_and_not_the_note(self, night: PrairieNight) -> None:
        """A5-1 was noted as sick; the seller's finding counts, and an undo asks anew."""
        self.sell(night, "A5-1")
        night.believe(B, B)
        night.turn_over(False)
        assert night.state.sold[-1].fever is False
        night.undo(ANN)
        if night.table.motions:
            night.agree()
        assert night.state.sale is not None
        assert night.state.sale.fever is None

    @pytest.mark.parametrize("memo", [False, True])
    def test_the_note_of_the_steer_on_sale_is_filled_in_for_its_owner(self, memo: bool) -> None:
        night = PrairieNight(fever_memo=memo)
        self.sell(night, "A5-1")
        game = ABILENE["1983"]

        def asked(seat: str) -> str:
            books = [part.data for part in game.page(night.table, seat).parts if isinstance(part.data, Notebook)]
            return books[0].asked if books else ""

        assert asked(ANN) == "", "not before the votes are open"
        night.believe(B, B)
        assert (asked(ANN), asked(BOB)) == ("A5-1", "")
        night.turn_over(True)
        assert asked(ANN) == ""

    def test_the_seller_may_simply_turn_it_over(self, night: PrairieNight) -> None:
        self.sell(night, "A5-9")
        night.refused(ANN, TurnSteer(False), NotNow)
        night.believe(B, B)
        night.turn_over(False)
        assert night.cash() == (3000, 2000, 2000)

    def test_somebody_else_may_say_it_and_a_second_one_confirms(self, night: PrairieNight) -> None:
        self.sell(night, "A5-9")
        night.believe(B, B)
        night.act(BOB, TurnSteer(True))
        assert night.cash() == (2000, 2000, 2000)
        night.agree(CID)
        assert night.cash() == (4000, 1500, 1500)

    def test_no_colour_has_more_than_three_with_the_fever(self, night: PrairieNight) -> None:
        for steer in ("A5-9", "A5-8", "A5-7"):
            night.hand(BOB, 5000)
            night.hand(CID, 5000)
            self.sell(night, steer)
            night.believe(B, B)
            night.turn_over(True)
            while night.state.turn.seat != ANN or night.state.turn.step is not Step.CATTLE:
                night.next_turn()
            if night.state.turn.cow_dice != (3,):
                for _ in range(3):
                    night.next_turn()
        self.sell(night, "A5-6")
        night.believe(B, B)
        night.refused(ANN, TurnSteer(True), IllegalMove)
        night.turn_over(False)

    def test_a_player_who_cannot_pay_borrows_and_then_the_sale_is_settled(self, night: PrairieNight) -> None:
        night.together(BOB, CorrectBooks(BOB, BANK, 1900, "poor"))
        self.sell(night, "A5-1")
        night.believe(B, N)
        night.open_note(ANN, "A5-1")
        assert night.cash(ANN) == (2000,), "Bob lacks 400"
        pages = {seat: ABILENE["1983"].page(night.table, seat) for seat in (BOB, CID)}
        assert [bool(page.asked) for page in pages.values()] == [True, False], "only his phone is heard"
        (borrow,) = (choice for choice in pages[BOB].choices if choice.kind == "borrow_from_bank")
        assert len(borrow.details) == 2, "the button is not below a table of interest"
        night.act(BOB, BorrowFromBank(500))
        assert night.cash() == (3000, 100, 2500)
        [loan] = night.table.loans.values()
        assert loan.repay == 1000

    def test_an_own_steer_that_was_stolen_and_won_back_is_an_own_one(self, night: PrairieNight) -> None:
        """H11: the colour decides, not the way it went."""
        night.put(cows=("A5-1",), gone=("A5-1",))
        self.sell(night, "A5-1")
        assert night.state.sale is not None
        assert night.state.sale.owner == ANN

    def test_of_steers_that_were_rearranged_the_colour_is_asked(self, night: PrairieNight) -> None:
        night.put(cows=("A2-0", "A2-2"), gone=("A5-1", "A5-2"))
        night.drive("A2-0", "town")
        assert night.state.sale is not None
        assert night.state.sale.owner == ""
        night.believe(B, B)
        night.refused(ANN, TurnSteer(False), BadRequest)
        believes, _ = (lines_of(card) for card in ABILENE["1983"].cards(night.table, BOB))
        assert believes == [
            "own, healthy: $0",
            "own, Texas fever: −$500",
            "rustled, healthy: $0",
            "rustled, Texas fever: −$1,000",
        ]
        night.turn_over(False, BOB)
        assert night.cash(ANN) == (4000,)

    def test_after_a_sale_everybody_reads_what_it_brought_in_all(self, night: PrairieNight) -> None:
        self.sell(night, "A5-1")
        night.believe(B, N)
        night.open_note(ANN, "A5-1")
        sale = last_sale(night.state)
        assert sale is not None
        assert sale.refused is None, "the bank of 1983 always pays"
        gained = [cash - 2000 for cash in night.cash()]
        assert sale.nets == tuple(zip((ANN, BOB, CID), gained, strict=True))
        assert gained == [1000, -500, 500]


class TestBank:
    def test_the_bank_lends_at_any_time_and_is_repaid_at_the_end(self, night: PrairieNight) -> None:
        night.act(CID, BorrowFromBank(2000), BorrowFromBank(1500))
        assert [loan.repay for loan in night.table.loans.values()] == [2500, 2000]
        number = next(iter(night.table.loans))
        night.refused(CID, RepayLoan(number), IllegalMove)
        night.refused(CID, BorrowFromBank(700), IllegalMove)

    @pytest.mark.parametrize(
        ("rules", "name", "value"),
        [
            ({}, "interest_6000", 3000),
            ({}, "interest_10000", 500),
            ({}, "interest_6000", 500),
            ({"interest_10000": 5000, "interest_8000": 4000}, "interest_8000", 1000),
        ],
    )
    def test_a_table_of_interest_that_falls_is_refused(self, rules: dict[str, Any], name: str, value: int) -> None:
        night = PrairieNight(**rules)
        refusal = night.refused(ANN, SetRule(name, value), BadRequest)
        assert "less than a smaller one" in str(refusal)

    def test_lines_are_raised_from_the_last_one_down(self) -> None:
        night = PrairieNight(interest_10000=4000, interest_8000=4000, interest_6000=3000)
        assert list(night.table.rules.interest_lines.values()) == [500, 1000, 3000, 4000, 4000]

    def test_a_bank_loan_may_be_repaid_early_where_the_table_says_so(self) -> None:
        night = PrairieNight(repay_early=True)
        night.act(ANN, BorrowFromBank(500), BorrowFromBank(1500))
        first, second = night.table.loans
        night.act(ANN, RepayLoan(first))
        assert night.cash(ANN) == (3000,)
        night.next_turn()
        night.refused(ANN, RepayLoan(second), IllegalMove)


class TestEnd:
    @pytest.mark.parametrize("amounts", [(9000, -500), (2500, 0), (2000, -2000)])
    def test_a_table_whose_loans_cost_less_than_nothing_ends_all_the_same(self, amounts: tuple[int, ...]) -> None:
        """Falling lines of interest left such a table: the whole debt is settled."""
        night = PrairieNight(level=Level.BANK)
        night.act(ANN, *[BorrowFromBank(500)] * len(amounts))
        loans = zip(night.table.loans.values(), amounts, strict=True)
        table = replace(night.table, loans={loan.id: replace(loan, repay=repay) for loan, repay in loans})
        ended = end(table, fact("six_left"))
        assert ended.postings == tuple(
            Posting(ANN, BANK, total, fact("debts_settled")) for total in [sum(amounts)] if total
        )
        assert next(line.score for line in ended.ending.standings if line.seat == ANN) == 3000 - sum(amounts)

    @pytest.mark.parametrize(("players", "sales"), [(3, 21), (2, 12)])
    def test_the_game_ends_at_once_when_six_steers_are_left(self, players: int, sales: int) -> None:
        night = PrairieNight(players=players, level=Level.BANK)
        night.act(ANN, BorrowFromBank(3500))
        seats = night.table.ids
        for number in range(sales):
            assert not night.is_over()
            seller = night.state.turn.seat
            owner = next(seat for seat in seats if night.state.herd[seller] and _left(night, seat))
            night.act(seller, RecordSteer(owner))
            night.believe(*[B] * (players - 1))
            healthy = [sold.fever for sold in night.state.sold if sold.owner == owner].count(False) < 6
            for seat in seats:
                night.act(seat, BorrowFromBank(5000))
            night.turn_over(not healthy)
            if number < sales - 1:
                night.next_turn()
        assert night.is_over()
        assert night.table.ending is not None
        assert night.table.ending.code == "six_left"
        assert night.state.unsold == 6
        scores = {line.seat: line.score for line in night.table.ending.standings}
        assert scores == {seat: night.table.accounts[seat] for seat in seats}

    def test_debts_and_interest_come_off_the_cash(self) -> None:
        """Vector 27: 9000 in cash, 3500 owed: 4500."""
        night = PrairieNight(level=Level.BANK)
        night.act(ANN, BorrowFromBank(3500))
        night.hand(ANN, 9000)
        ended = end(night.table, fact("six_left"))
        assert next(line.score for line in ended.ending.standings if line.seat == ANN) == 4500


def test_a_duel_of_1983_ends_on_both_phones_and_a_theft_on_that_of_the_one_who_was_robbed() -> None:
    def news(event: Event) -> dict[str, str]:
        return {seat: str(words) for seat, words in ABILENE["1983"].news_of(event).items()}

    assert news(CowboyBeaten(ANN, BOB, "A5-1", killed=True)) == {
        ANN: f"You won the duel: {BOB}'s cowboy was killed.",
        BOB: f"You lost the duel against {ANN}: your cowboy was killed.",
    }
    assert news(CowboyBeaten(ANN, BOB, "A5-1", killed=False))[BOB].endswith("your cowboy escaped.")
    assert news(TheftRecorded(ANN, BOB)) == {BOB: f"{ANN} stole one of your steers."}


def lines_of(card: CardView) -> list[str]:
    """Return what the card wins or costs, a case each."""
    return [f"{case}: {outcome}" for case, outcome in zip(card.cases, card.outcomes, strict=True)]


def _left(night: PrairieNight, owner: str) -> int:
    return 9 - [sold.owner for sold in night.state.sold].count(owner)
