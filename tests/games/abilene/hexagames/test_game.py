"""The 1983 edition played through the one door, as its rules §15 and §16 tell it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.bank_messages import BorrowFromBank, RepayLoan
from companion.core.errors import BadRequest, CannotAfford, IllegalMove, NotNow
from companion.core.ledger import BANK
from companion.core.table import Level
from companion.core.table_messages import AllowAnyway, CorrectBooks, SetLevel
from companion.games import shelf
from companion.games.abilene.hexagames.ending import end
from companion.games.abilene.hexagames.evolution import in_play
from companion.games.abilene.hexagames.messages import (
    ArrangeSteers,
    HireCowboy,
    OpenFever,
    RecordKilled,
    RecordSteer,
    ReturnCowboy,
    RollShots,
    RollTwoDice,
    SealFever,
    TurnSteer,
)
from companion.games.abilene.hexagames.prices import Belief
from companion.games.abilene.messages import (
    ArrangeBoard,
    EndStep,
    MoveCow,
    MoveCowboy,
    PlaceCow,
    RecordTheft,
    RollDice,
    Step,
)
from companion.web.views import view_of
from tests.prairie import ANN, BOB, CID, PrairieNight
from tests.table import CODE

B, N = Belief.BELIEVES, Belief.DOUBTS


@pytest.fixture
def night() -> PrairieNight:
    return PrairieNight()


class TestStart:
    def test_three_players_have_2000_each_and_27_steers(self, night: PrairieNight) -> None:
        assert night.cash() == (2000, 2000, 2000)
        assert len(night.board.cows) == night.state.unsold == 27
        assert [in_play(night.state, seat) for seat in (ANN, BOB, CID)] == [3, 3, 3]

    def test_nobody_moves_before_everybody_has_noted_the_fever(self) -> None:
        night = PrairieNight(noted=False)
        night.refused(ANN, EndStep(Step.CATTLE), NotNow)
        night.act(ANN, SealFever(night.notes(ANN)))
        night.act(BOB, SealFever({}))
        night.refused(ANN, EndStep(Step.CATTLE), NotNow)
        night.act(CID, SealFever(night.notes(CID)))
        night.end(Step.CATTLE)
        assert night.turn == (ANN, Step.DICE)

    def test_a_note_is_sealed_once_for_all_nine_steers_or_not_at_all(self) -> None:
        night = PrairieNight(noted=False)
        notes = night.notes(ANN)
        night.refused(ANN, SealFever(dict(list(notes.items())[:8])), BadRequest)
        night.refused(ANN, SealFever(night.notes(BOB)), BadRequest)
        night.refused(ANN, SealFever(dict.fromkeys(notes, "fever")), BadRequest)
        night.act(ANN, SealFever(notes))
        night.refused(ANN, SealFever({}), NotNow)

    def test_a_table_may_begin_with_two_cowboys_each(self) -> None:
        assert [in_play(PrairieNight(cowboys=2).state, seat) for seat in (ANN, BOB)] == [2, 2]

    def test_two_players_leave_a_prairie_without_owner(self) -> None:
        night = PrairieNight(players=2)
        assert set(night.board.ranch_of.values()) == {"A", "B"}
        assert night.state.unsold == 18


class TestSteers:
    def test_three_steps_go_to_one_steer_or_to_several(self, night: PrairieNight) -> None:
        night.drive("A5-2", "A4-2")
        assert night.state.turn.cow_dice == (2,)
        night.drive("A5-4", "A4-4")
        night.drive("A5-6", "A4-5")
        assert night.turn == (ANN, Step.DICE), "nothing is left to move"

    def test_a_steer_uses_no_more_steps_than_its_way_is_long(self, night: PrairieNight) -> None:
        night.drive("A5-2", "A3-2")
        assert night.state.turn.cow_dice == (1,)
        far = night.refused(ANN, MoveCow("A5-8", "A6-4", 0), IllegalMove)
        assert str(far) == "That is too far: steps left: 1."

    def test_a_steer_moves_once_a_turn(self, night: PrairieNight) -> None:
        night.drive("A5-2", "A4-2")
        night.refused(ANN, MoveCow("A4-2", "A3-1", 0), IllegalMove)

    def test_fewer_steps_are_allowed_and_other_herds_are_not(self, night: PrairieNight) -> None:
        night.refused(ANN, MoveCow("B5-2", "B4-2", 0), IllegalMove)
        night.end(Step.CATTLE)
        assert night.turn == (ANN, Step.DICE)


class TestCowboys:
    def test_two_cowboys_must_move_one_per_die(self, night: PrairieNight) -> None:
        night.two_dice(1, 2)
        night.refused(ANN, EndStep(Step.COWBOYS), IllegalMove)
        night.act(ANN, MoveCowboy("A3-1", "A2-0", 0))
        night.refused(ANN, MoveCowboy("A2-0", "A4-0", 1), IllegalMove)
        night.refused(ANN, EndStep(Step.COWBOYS), IllegalMove)
        night.act(ANN, MoveCowboy("A3-4", "A4-7", 1))
        night.end(Step.COWBOYS)
        assert night.turn == (BOB, Step.CATTLE)

    def test_a_zero_leaves_a_cowboy_where_he_is(self, night: PrairieNight) -> None:
        night.two_dice(0, 1)
        night.refused(ANN, EndStep(Step.COWBOYS), IllegalMove)
        night.act(ANN, MoveCowboy("A3-1", "A3-1", 0), MoveCowboy("A3-3", "A2-2", 1))
        night.end(Step.COWBOYS)
        assert night.turn == (BOB, Step.CATTLE)

    def test_with_a_single_cowboy_one_die_is_enough(self, night: PrairieNight) -> None:
        night.put(s1=("A3-1",))
        night.two_dice(0, 3)
        night.end(Step.COWBOYS)
        assert night.turn == (BOB, Step.CATTLE), "he stood still"

    def test_a_cowboy_moves_the_whole_die_and_never_stops_in_town(self, night: PrairieNight) -> None:
        night.two_dice(4, 2)
        night.refused(ANN, MoveCowboy("A3-1", "A2-0", 0), IllegalMove)
        night.put(s1=("A2-0", "A3-3"))
        night.refused(ANN, MoveCowboy("A2-0", "town", 1), IllegalMove)

    def test_dice_have_faces_0_to_5_and_there_are_two(self, night: PrairieNight) -> None:
        night.end(Step.CATTLE)
        for dice in ((6, 1), (1,), (1, 2, 3), (-1, 0)):
            night.refused(ANN, RollTwoDice(dice), BadRequest)
        night.refused(ANN, RollDice((1, 1), (1, 1, 1)), BadRequest)


class TestRustling:
    def test_a_captured_steer_goes_to_a_vacant_start_cell_and_keeps_its_colour(self, night: PrairieNight) -> None:
        night.put(s1=("B4-2", "A3-3"), gone=("A5-1",))
        night.two_dice(1, 0)
        night.act(ANN, MoveCowboy("B4-2", "B5-2", 0))
        night.refused(ANN, PlaceCow("A6-0"), IllegalMove)
        night.act(ANN, PlaceCow("A5-1"))
        assert night.prairie.steers["A5-1"] == "B5-2"
        assert night.board.cowboys["B5-2"] == ANN

    def test_without_a_vacant_start_cell_nothing_is_captured(self, night: PrairieNight) -> None:
        night.put(s1=("B4-2", "A3-3"))
        night.two_dice(1, 0)
        night.refused(ANN, MoveCowboy("B4-2", "B5-2", 0), IllegalMove)


class TestDuels:
    def duel(self, night: PrairieNight, frm: str, cell: str, one: int, two: int) -> None:
        """Ann attacks Bob's only cowboy."""
        night.put(s1=(frm, "A3-3"), s2=(cell,))
        night.two_dice(1, 0)
        night.act(ANN, MoveCowboy(frm, cell, 0))
        night.act(BOB, RollShots(one, two))

    def test_who_loses_at_home_escapes_to_a_start_cell_of_his_choice(self, night: PrairieNight) -> None:
        self.duel(night, "B4-1", "B4-2", 5, 0)
        assert night.board.waiting == {BOB: 1}
        assert in_play(night.state, BOB) == 1
        night.refused(ANN, EndStep(Step.COWBOYS), NotNow)
        night.refused(BOB, ReturnCowboy("B4-4"), BadRequest)
        night.act(BOB, ReturnCowboy("B3-3"))
        assert night.board.waiting == {}
        assert night.board.cowboys["B3-3"] == BOB

    def test_a_single_vacant_start_cell_needs_no_choice(self, night: PrairieNight) -> None:
        night.put(s1=("B4-1", "B3-1"), s2=("B4-2",), s3=("B3-3",))
        night.two_dice(1, 0)
        night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
        night.act(ANN, RollShots(1, 0))
        assert night.board.cowboys["B3-4"] == BOB

    def test_who_escapes_waits_until_a_start_cell_is_vacant(self, night: PrairieNight) -> None:
        night.put(s1=("B4-1", "B3-1"), s2=("B4-2",), s3=("B3-3", "B3-4"))
        night.two_dice(1, 1)
        night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
        night.act(ANN, RollShots(1, 0))
        assert night.board.waiting == {BOB: 1}
        night.act(ANN, MoveCowboy("B3-1", "B2-0", 1))
        assert night.board.cowboys["B3-1"] == BOB

    def test_who_loses_on_foreign_ground_is_killed(self, night: PrairieNight) -> None:
        self.duel(night, "A4-1", "A4-2", 3, 2)
        assert in_play(night.state, BOB) == 0
        assert night.board.cowboys["A4-2"] == ANN

    def test_an_attacker_who_loses_abroad_is_killed_and_the_other_die_must_still_be_used(
        self, night: PrairieNight
    ) -> None:
        night.put(s1=("B4-1", "A3-3"), s2=("B4-2",))
        night.two_dice(1, 1)
        night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
        night.act(ANN, RollShots(2, 2))
        assert night.state.pending is not None
        night.act(BOB, RollShots(2, 3))
        assert in_play(night.state, ANN) == 1
        night.refused(ANN, EndStep(Step.COWBOYS), IllegalMove)

    @pytest.mark.parametrize(("reading", "left"), [("killed", 0), ("escapes", 1)])
    def test_the_prairie_of_nobody_is_read_as_the_table_agreed(self, reading: str, left: int) -> None:
        night = PrairieNight(players=2, unowned_duel=reading)
        self.duel(night, "C4-1", "C4-2", 5, 0)
        assert in_play(night.state, BOB) == left

    def test_a_closed_prairie_is_not_entered(self) -> None:
        night = PrairieNight(players=2, third_prairie="closed")
        night.put(s1=("A6-0", "A3-3"))
        night.two_dice(1, 0)
        night.refused(ANN, MoveCowboy("A6-0", "C6-11", 0), IllegalMove)


class TestSale:
    def sell(self, night: PrairieNight, steer: str) -> None:
        night.put(cows=("A2-0",), gone=(steer,))
        night.drive("A2-0", "town")

    def test_a_sale_opens_before_the_dice_and_the_owners_phone_tells_the_truth(self, night: PrairieNight) -> None:
        self.sell(night, "A5-1")
        assert night.prairie.sale is not None
        assert (night.prairie.sale.owner, night.prairie.sale.steer) == (ANN, "A5-1")
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
        assert night.prairie.sale is not None
        assert night.prairie.sale.owner == BOB
        night.believe(N, N)
        night.open_note(BOB, "B5-5")
        assert night.cash() == (6000, 1000, 1000)

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

    def test_who_cannot_pay_borrows_and_then_the_sale_is_settled(self, night: PrairieNight) -> None:
        night.together(BOB, CorrectBooks(BOB, BANK, 1900, "poor"))
        self.sell(night, "A5-1")
        night.believe(B, N)
        night.open_note(ANN, "A5-1")
        assert night.cash(ANN) == (2000,), "Bob lacks 400"
        night.act(BOB, BorrowFromBank(500))
        assert night.cash() == (3000, 100, 2500)
        [loan] = night.table.loans.values()
        assert loan.repay == 1000

    def test_an_own_steer_that_was_stolen_and_won_back_is_an_own_one(self, night: PrairieNight) -> None:
        """H11: the colour decides, not the way it went."""
        night.put(cows=("A5-1",), gone=("A5-1",))
        self.sell(night, "A5-1")
        assert night.prairie.sale is not None
        assert night.prairie.sale.owner == ANN

    def test_of_steers_that_were_rearranged_the_colour_is_asked(self, night: PrairieNight) -> None:
        night.put(cows=("A2-0", "A2-2"), gone=("A5-1", "A5-2"))
        night.drive("A2-0", "town")
        assert night.prairie.sale is not None
        assert night.prairie.sale.owner == ""
        night.believe(B, B)
        night.refused(ANN, TurnSteer(False), BadRequest)
        night.turn_over(False, BOB)
        assert night.cash(ANN) == (4000,)


class TestArranging:
    def herds(self, night: PrairieNight, **moved: str) -> ArrangeSteers:
        """Everything as it stands, but for these steers (from=to)."""
        herds = {moved.get(cell.replace("-", "_"), cell): seat for cell, seat in night.prairie.colours.items()}
        return ArrangeSteers(cowboys=dict(night.board.cowboys), herds=herds)

    def test_steers_are_set_up_with_their_colours_and_still_known_where_one_of_a_colour_moved(
        self, night: PrairieNight
    ) -> None:
        night.together(ANN, self.herds(night, A5_1="A2-0", B5_1="A2-2"))
        assert (night.prairie.colours["A2-0"], night.prairie.colours["A2-2"]) == (ANN, BOB)
        assert night.prairie.steers["A2-2"] == "B5-1"
        night.drive("A2-2", "town")
        assert night.prairie.sale is not None
        assert (night.prairie.sale.owner, night.prairie.sale.steer) == (BOB, "B5-1")

    def test_of_several_that_moved_only_the_colour_is_known(self, night: PrairieNight) -> None:
        night.together(ANN, self.herds(night, A5_1="A2-0", A5_2="A2-2"))
        assert night.prairie.colours["A2-0"] == ANN
        assert "A2-0" not in night.prairie.steers

    def test_no_colour_has_more_steers_than_are_left(self, night: PrairieNight) -> None:
        many = self.herds(night)
        first = next(cell for cell, seat in many.herds.items() if seat == BOB)
        night.refused(ANN, replace(many, herds={**many.herds, first: ANN}), BadRequest)
        night.refused(ANN, replace(many, herds={**many.herds, first: "s9"}), BadRequest)

    def test_after_a_while_with_the_bank_only_a_colour_that_nobody_says_is_unknown(self, night: PrairieNight) -> None:
        figures = night.board
        night.together(ANN, SetLevel(Level.BANK))
        night.together(ANN, SetLevel(Level.BOARD))
        night.together(ANN, ArrangeBoard(figures.cows, dict(figures.cowboys), {}, {}))
        assert night.prairie.colours == night.prairie.steers == {}
        assert night.turn == (ANN, Step.CATTLE)
        night.drive("A5-2", "A4-2")

    def test_the_page_offers_steers_by_colour_and_neither_town_nor_jail(self, night: PrairieNight) -> None:
        arranging = shelf()["abilene"].arranging(night.table, ANN)
        assert arranging is not None
        assert [(piece.name, piece.left) for piece in arranging.pieces if piece.field == "herds"] == [
            ("cow:s1", 9),
            ("cow:s2", 9),
            ("cow:s3", 9),
        ]
        assert arranging.places == {}
        assert set(arranging.settings[0].figures.values()) >= {("cow:s1",), ("cow:s2",), ("cow:s3",)}


class TestHiring:
    def test_a_cowboy_costs_2000_and_only_two_can_be_in_play(self, night: PrairieNight) -> None:
        night.put(s1=("A3-1",))
        night.refused(ANN, HireCowboy("A4-4"), IllegalMove)
        night.act(ANN, HireCowboy("A3-3"))
        assert night.cash(ANN) == (0,)
        assert in_play(night.state, ANN) == 2
        night.refused(ANN, HireCowboy("A3-4"), IllegalMove)

    def test_not_after_a_steer_has_moved_nor_without_the_money(self, night: PrairieNight) -> None:
        night.put(s1=("A3-1",))
        night.together(ANN, CorrectBooks(ANN, BANK, 500, "poor"))
        night.refused(ANN, HireCowboy("A3-3"), CannotAfford)
        night.drive("A5-2", "A4-2")
        night.act(ANN, BorrowFromBank(500))
        night.refused(ANN, HireCowboy("A3-3"), IllegalMove)

    @pytest.mark.parametrize(("once", "times"), [(True, 1), (False, 2)])
    def test_no_more_than_the_stock_or_once_as_the_table_reads_it(self, once: bool, times: int) -> None:
        night = PrairieNight(hire_once=once)
        night.hand(ANN, 20_000)
        for _ in range(times):
            night.put(s1=("A3-1",))
            night.act(ANN, HireCowboy("A3-3"))
        night.put(s1=("A3-1",))
        night.refused(ANN, HireCowboy("A3-3"), IllegalMove)


class TestBank:
    def test_the_bank_lends_at_any_time_and_is_repaid_at_the_end(self, night: PrairieNight) -> None:
        night.act(CID, BorrowFromBank(2000), BorrowFromBank(1500))
        assert [loan.repay for loan in night.table.loans.values()] == [2500, 2000]
        number = next(iter(night.table.loans))
        night.refused(CID, RepayLoan(number), IllegalMove)
        night.refused(CID, BorrowFromBank(700), IllegalMove)


class TestEnd:
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
            healthy = [sold.fever for sold in night.prairie.sold if sold.owner == owner].count(False) < 6
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
        ended = end(night.table, "six_left", night.state)
        assert next(line.score for line in ended.ending.standings if line.seat == ANN) == 4500


def _left(night: PrairieNight, owner: str) -> int:
    return 9 - [sold.owner for sold in night.prairie.sold].count(owner)


class TestBankOnly:
    def test_the_bank_counts_steers_cowboys_and_thefts(self) -> None:
        night = PrairieNight(level=Level.BANK)
        night.act(ANN, RecordTheft(BOB), RecordKilled(BOB), RecordKilled(BOB))
        assert (night.state.herd[ANN], night.state.herd[BOB]) == (10, 8)
        assert in_play(night.state, BOB) == 1
        night.act(ANN, RecordSteer(BOB))
        night.believe(N, N)
        night.turn_over(False)
        assert night.cash() == (6000, 1000, 1000)
        night.end(Step.TABLE)
        night.hand(BOB, 2000)
        night.act(BOB, HireCowboy())
        assert in_play(night.state, BOB) == 2
        night.refused(BOB, RecordTheft(BOB), BadRequest)
        night.refused(BOB, RecordSteer("s9"), BadRequest)

    def test_a_table_goes_down_to_the_bank_with_its_counts(self, night: PrairieNight) -> None:
        night.put(s2=("B3-1",))
        night.together(ANN, SetLevel(Level.BANK))
        assert night.turn == (ANN, Step.TABLE)
        assert in_play(night.state, BOB) == 1
        assert night.state.herd == {ANN: 9, BOB: 9, CID: 9}
        night.together(ANN, SetLevel(Level.BOARD))
        assert night.turn == (ANN, Step.TABLE)

    def test_what_the_rules_refuse_the_table_may_allow(self, night: PrairieNight) -> None:
        night.end(Step.CATTLE)
        night.act(ANN, RollTwoDice((1, 2)))
        message = night.tables.live("TEST").codec.write(EndStep(Step.COWBOYS))
        night.act(ANN, AllowAnyway(message))
        night.agree()
        assert night.turn == (BOB, Step.CATTLE)


def test_every_option_of_the_rules_is_offered_with_its_default() -> None:
    game = shelf()["abilene"]
    offered = {rule.name: [option.value for option in rule.options] for rule in game.house_rules("1983")}
    defaults = game.editions["1983"].rules
    sections = {
        "votes_total",
        "interest_4000_inclusive",
        "interest_6000",
        "fever_memo",
        "unowned_duel",
        "third_prairie",
        "cowboys",
        "hire_once",
    }
    assert sections <= set(offered)
    for name, values in offered.items():
        assert getattr(defaults, name) in values, name
    assert set(offered) == set(type(defaults).__dataclass_fields__)


def test_the_button_that_repays_the_bank_says_why_not_yet() -> None:
    night = PrairieNight()
    night.act(ANN, BorrowFromBank(500))
    [loan] = view_of(night.tables, CODE, ANN, "http://box").loans
    [button] = loan.choices
    assert [str(line) for line in button.details] == ["A bank loan is repaid at the end of the game."]
