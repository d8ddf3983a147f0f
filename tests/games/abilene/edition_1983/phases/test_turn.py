"""Turns of the 1983 edition, played through ``Tables.act`` (rules §2 to §6, §8)."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest, CannotAfford, IllegalMove, NotNow
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.money.ledger import BANK
from companion.core.table.commands import CorrectBooks
from companion.core.ui.choice import Weight
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1983.messages import HireCowboy, ReturnCowboy, RollShots, RollTwoDice, SealFever
from companion.games.abilene.edition_1983.reducer import in_play
from companion.games.abilene.edition_1993.messages import RollDice
from tests.support.prairie import ANN, BOB, CID, LAYOUT, PrairieNight
from tests.support.table import CODE


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

    def test_making_no_notes_is_a_visible_choice(self) -> None:
        """It used to be hidden under *More*."""
        night = PrairieNight(noted=False)
        (in_mind,) = night.tables.live(CODE).game.page(night.table, ANN).choices
        assert (in_mind.kind, in_mind.weight) == ("seal_fever", Weight.NORMAL)

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
        assert night.turn == (BOB, Step.CATTLE), "with a 0 the cowboy stands still"

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
        assert night.state.steers["A5-1"] == "B5-2"
        assert night.board.cowboys["B5-2"] == ANN

    def test_without_a_vacant_start_cell_nothing_is_captured(self, night: PrairieNight) -> None:
        night.put(s1=("B4-2", "A3-3"))
        night.two_dice(1, 0)
        night.refused(ANN, MoveCowboy("B4-2", "B5-2", 0), IllegalMove)


class TestDuels:
    def duel(self, night: PrairieNight, frm: str, cell: str, one: int, two: int) -> None:
        """Attack Bob's only cowboy with Ann's."""
        night.put(s1=(frm, "A3-3"), s2=(cell,))
        night.two_dice(1, 0)
        night.act(ANN, MoveCowboy(frm, cell, 0))
        night.act(BOB, RollShots(one, two))

    def test_a_cowboy_who_loses_at_home_escapes_to_a_start_cell_of_his_choice(self, night: PrairieNight) -> None:
        self.duel(night, "B4-1", "B4-2", 5, 0)
        assert night.board.waiting == {BOB: 1}
        assert in_play(night.state, BOB) == 1
        night.refused(ANN, EndStep(Step.COWBOYS), NotNow)
        night.refused(BOB, ReturnCowboy("B4-4"), IllegalMove)
        night.act(BOB, ReturnCowboy("B3-3"))
        assert night.board.waiting == {}
        assert night.board.cowboys["B3-3"] == BOB

    def test_a_single_vacant_start_cell_needs_no_choice(self, night: PrairieNight) -> None:
        night.put(s1=("B4-1", "B3-1"), s2=("B4-2",), s3=("B3-3",))
        night.two_dice(1, 0)
        night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
        night.act(ANN, RollShots(1, 0))
        assert night.board.cowboys["B3-4"] == BOB

    def test_a_cowboy_who_escapes_waits_until_a_start_cell_is_vacant(self, night: PrairieNight) -> None:
        night.put(s1=("B4-1", "B3-1"), s2=("B4-2",), s3=("B3-3", "B3-4"))
        night.two_dice(1, 1)
        night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
        night.act(ANN, RollShots(1, 0))
        assert night.board.waiting == {BOB: 1}
        night.act(ANN, MoveCowboy("B3-1", "B2-0", 1))
        assert night.board.cowboys["B3-1"] == BOB

    def test_a_cowboy_who_loses_on_foreign_ground_is_killed(self, night: PrairieNight) -> None:
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


class TestHiring:
    def test_a_cowboy_costs_2000_and_only_two_can_be_in_play(self, night: PrairieNight) -> None:
        night.put(s1=("A3-1",))
        night.refused(ANN, HireCowboy("A4-4"), IllegalMove)
        night.act(ANN, HireCowboy("A3-3"))
        assert night.cash(ANN) == (0,)
        assert in_play(night.state, ANN) == 2
        night.refused(ANN, HireCowboy("A3-4"), IllegalMove)

    @pytest.mark.parametrize("once", [False, True])
    def test_a_player_who_has_no_cowboy_left_hires_two_in_one_turn_each_for_2000(self, once: bool) -> None:
        """Up to two cowboys in play, each for $2,000; one in a game if the table reads the rules so (``hire_once``)."""
        night = PrairieNight(hire_once=once)
        night.hand(ANN, 5_000)
        night.put(s1=())
        starts = iter(LAYOUT.select("A", Mark.COWBOY_START))
        for hired in range(1 if once else 2):
            assert self.offered(night) == 1
            night.act(ANN, HireCowboy(next(starts)))
            assert (night.cash(ANN), in_play(night.state, ANN)) == ((3_000 - 2_000 * hired,), hired + 1)
        assert self.offered(night) == 0
        night.refused(ANN, HireCowboy(next(starts)), IllegalMove)

    @staticmethod
    def offered(night: PrairieNight) -> int:
        """Return how many choices on Ann's page hire a cowboy."""
        choices = night.tables.live(CODE).game.page(night.table, ANN).choices
        hiring = [choice for choice in choices if choice.kind == "hire_cowboy"]
        assert all("$2,000" in str(choice.title) for choice in hiring), "cells alone do not say what they are for"
        return len(hiring)

    def test_a_cowboy_is_not_hired_without_the_money(self, night: PrairieNight) -> None:
        night.put(s1=("A3-1",))
        night.together(ANN, CorrectBooks(ANN, BANK, 500, "poor"))
        night.refused(ANN, HireCowboy("A3-3"), CannotAfford)
        night.act(ANN, BorrowFromBank(500), HireCowboy("A3-3"))

    def test_cowboys_are_hired_between_steers_and_until_the_dice_are_thrown(self) -> None:
        """Rules 1983 §17.2."""
        night = PrairieNight()
        night.put(s1=())
        night.hand(ANN, 4_000)
        night.drive("A5-2", "A4-2")
        assert self.offered(night) == 1
        night.act(ANN, HireCowboy("A3-3"))
        assert in_play(night.state, ANN) == 1
        night.end(Step.CATTLE)
        assert self.offered(night) == 1
        night.act(ANN, HireCowboy("A3-4"))
        night.put(s1=())
        night.act(ANN, RollTwoDice((0, 0)))
        assert self.offered(night) == 0
        night.refused(ANN, HireCowboy("A3-3"), NotNow)

    def test_cowboys_who_were_killed_are_hired_again(self, night: PrairieNight) -> None:
        night.hand(ANN, 20_000)
        for _ in range(4):
            night.put(s1=("A3-1",))
            night.act(ANN, HireCowboy("A3-3"))
        night.refused(ANN, HireCowboy("A3-4"), IllegalMove)

    @pytest.mark.parametrize(("once", "times"), [(True, 1), (False, 2)])
    def test_hiring_is_limited_by_the_stock_or_to_once_as_the_table_reads_it(self, once: bool, times: int) -> None:
        night = PrairieNight(hire_once=once, killed_again=False)
        night.hand(ANN, 20_000)
        for _ in range(times):
            night.put(s1=("A3-1",))
            night.act(ANN, HireCowboy("A3-3"))
        night.put(s1=("A3-1",))
        night.refused(ANN, HireCowboy("A3-3"), IllegalMove)


def test_the_steps_left_for_steers_are_told_in_words_and_are_no_die(night: PrairieNight) -> None:
    """A lone 3 used to be shown as a die."""

    def shown() -> list[tuple[str, int]]:
        page = night.tables.live(CODE).game.page(night.table, ANN)
        return [(kind, face) for kind, face, _ in page.dice]

    assert shown() == []
    night.end(Step.CATTLE)
    assert shown() == []
    night.act(ANN, RollTwoDice((1, 0)))
    assert shown() == [("cowboy", 1), ("cowboy", 0)]
