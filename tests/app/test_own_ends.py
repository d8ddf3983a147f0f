"""Turns that end by themselves five seconds after nothing is left to do, by the box's clock, with *Undo*."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.bots import AUTO_END_SECONDS as SECONDS
from companion.app.bots import BotRunner, end_in_time
from companion.app.camera.judgement import observe
from companion.core.money.bank_messages import BorrowFromBank, Pay, RepayLoan
from companion.core.plugin import AutoEnd, Game
from companion.core.table.commands import CorrectBooks, SetRule, Undo
from companion.core.table.table import Table
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.messages import MoveCow, MoveCowboy, Step
from companion.games.abilene.common.screens.boards import tapped
from companion.games.abilene.edition_1993.messages import PayJail
from tests.support.prairie import PrairieNight
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CODE, AnyNight, Night

SOON = SECONDS - 0.5


class Stopped:
    """A clock that stands until somebody sets it."""

    def __init__(self, night: AnyNight[Any]) -> None:
        self.night, self.time = night, 1_000.0
        self.restarts()

    def restarts(self) -> None:
        """Switch the box off and on again."""
        self.night.restarted().tables.clock = lambda: self.time
        self.players = BotRunner(self.night.tables)

    def later(self, seconds: float) -> tuple[str, Step]:
        """Return whose turn it is, and its step, when the box looks after so many seconds."""
        self.time += seconds
        self.players._play_at(CODE)
        return self.night.turn

    @property
    def left(self) -> float | None:
        """Return how many seconds every screen counts down from now."""
        seats = (None, *self.night.table.ids)
        timers = [reader_of(self.night.tables, CODE, seat).page.timer for seat in seats]
        assert all(each == timers[0] for each in timers), "one time for all"
        return timers[0].ends - self.time if timers[0] else None


def ride(night: AnyNight[Any], most: int = 5) -> None:
    """Move cowboys with the dice, by plain moves alone."""
    game = night.tables.live(CODE).game
    for _ in range(most):
        board = game.page(night.table, ANN).board
        plain = [each for each in tapped(board.moves if board else None) if each[3] is MoveKind.MOVE]
        if not plain:
            return
        frm, die, to, _ = plain[0]
        night.act(ANN, MoveCowboy(frm, to, die))


@pytest.fixture(params=["1993", "1983"])
def night(request: pytest.FixtureRequest) -> AnyNight[Any]:
    """Return a game in which Ann is to move her cowboys."""
    if request.param == "1983":
        prairie = PrairieNight()
        prairie.two_dice(1, 1)
        return prairie
    night = Night()
    night.roll()
    night.end(Step.CATTLE)
    return night


def test_with_the_last_die_the_turn_ends_by_itself_after_five_seconds(night: AnyNight[Any]) -> None:
    clock = Stopped(night)
    ride(night, most=1)
    assert (clock.left, clock.later(60)) == (None, (ANN, Step.COWBOYS)), "a die is left"
    ride(night)
    assert clock.left == SECONDS
    assert clock.later(SOON) == (ANN, Step.COWBOYS)
    assert clock.left == pytest.approx(0.5)
    assert clock.later(1)[0] == BOB
    assert clock.left is None
    ended = night.table.seq
    assert clock.later(SECONDS) == night.turn
    assert night.table.seq == ended, "once"
    night.sound()


def test_undo_stops_it_and_what_was_taken_back_does_not_end_by_itself_again(night: AnyNight[Any]) -> None:
    clock = Stopped(night)
    ride(night)
    night.act(ANN, Undo(night.table.done[-1].before))
    assert (clock.left, clock.later(60)[0]) == (None, ANN), "a die is left"
    ride(night)
    assert clock.later(SECONDS)[0] == BOB
    night.act(ANN, Undo(night.table.done[-1].before))
    assert night.table.motions == (), "nobody is asked"
    assert (clock.left, clock.later(60)) == (None, (ANN, Step.COWBOYS))
    night.end(Step.COWBOYS)
    assert night.turn[0] == BOB


def test_a_box_that_was_switched_off_meanwhile_ends_the_turn_once(night: AnyNight[Any]) -> None:
    clock = Stopped(night)
    ride(night)
    clock.restarts()
    assert clock.left == SECONDS, "it does not begin anew"
    assert clock.later(SOON)[0] == ANN
    clock.restarts()
    assert clock.later(60)[0] == BOB
    number = night.table.seq
    clock.restarts()
    clock.later(60)
    assert night.table.seq == number
    night.sound()


def test_a_player_who_moved_on_first_is_not_cut_short(night: AnyNight[Any]) -> None:
    """A payment of somebody else gives five seconds more; the player himself need not wait."""
    clock = Stopped(night)
    ride(night)
    clock.later(SOON)
    night.act(BOB, Pay(ANN, 500))
    assert clock.left == SECONDS
    night.end(Step.COWBOYS)
    assert night.turn[0] == BOB


def test_not_while_the_table_is_asked(night: AnyNight[Any]) -> None:
    clock = Stopped(night)
    ride(night)
    night.act(ANN, CorrectBooks(BOB, ANN, 500, "a horse"))
    assert night.table.motions
    assert (clock.left, clock.later(60)[0]) == (None, ANN)


def test_a_sale_begins_by_itself() -> None:
    night = Night()
    clock = Stopped(night)
    night.arrange(cows={"A": ("A2-0",)}, cowboys={ANN: ()}, jail={ANN: 5})
    night.roll(cow=(1, 1))
    night.act(ANN, PayJail(0), MoveCow("A2-0", "town", 0))
    night.end(Step.CATTLE)
    page = reader_of(night.tables, CODE, BOB).page
    assert page.timer
    assert str(page.timer.then) == "The sale begins automatically."
    assert clock.later(SECONDS) == (ANN, Step.SALE)


def test_a_player_who_can_repay_the_bank_in_his_own_turn_alone_ends_it_himself() -> None:
    night = Night(loan_anytime=True)
    night.roll()
    night.end(Step.CATTLE)
    ride(night)
    clock = Stopped(night)
    assert clock.later(60)[0] == ANN, "the bank still lends to her"
    night.act(ANN, BorrowFromBank(1_000))
    night.together(ANN, SetRule("loan_anytime", False))
    assert clock.later(60)[0] == ANN, "it still takes that back"
    night.act(ANN, RepayLoan(next(iter(night.table.loans))))
    assert clock.later(SECONDS)[0] == BOB


def test_whether_somebody_could_repay_the_bank_is_not_told_by_the_time_that_runs() -> None:
    timers = set()
    for left in (0, 5_000):
        night = Night(loan_anytime=True)
        night.roll()
        night.end(Step.CATTLE)
        ride(night)
        night.act(ANN, BorrowFromBank(1_000))
        night.together(ANN, SetRule("loan_anytime", False))
        night.hand(ANN, left)
        timers.add(Stopped(night).left)
    assert timers == {None}


@pytest.mark.parametrize(("early", "then"), [(False, BOB), (True, ANN)])
def test_a_loan_that_is_repaid_at_the_end_of_the_game_only_holds_no_turn_up(early: bool, then: str) -> None:
    night = PrairieNight(repay_early=early)
    night.act(ANN, BorrowFromBank(500))
    night.two_dice(0, 0)
    clock = Stopped(night)
    assert clock.later(SECONDS)[0] == then


def test_a_zero_may_be_chosen_in_place_of_the_other_die_and_still_the_turn_waits() -> None:
    """A single cowboy uses the die of his choice (1983 §4.8): nothing is compulsory, and yet he may ride."""
    night = PrairieNight()
    night.put(s1=("A3-3",))
    night.two_dice(0, 2)
    clock = Stopped(night)
    assert clock.later(60)[0] == ANN
    ride(night)
    assert clock.later(SECONDS)[0] == BOB


def test_not_before_the_camera_sees_the_figures_where_the_box_believes_them() -> None:
    night = Night()
    night.roll()
    night.end(Step.CATTLE)
    before = observation_of(night.board, colours_of(night.table))
    clock = Stopped(night)
    observe(night.tables, CODE, before)
    ride(night)
    assert (clock.left, clock.later(60)[0]) == (None, ANN)
    observe(night.tables, CODE, observation_of(night.board, colours_of(night.table)))
    assert clock.later(0)[0] == BOB


def test_a_game_is_asked_once_for_a_state_however_many_tables_the_box_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    nights = [Night() for _ in range(40)]
    asked: list[object] = []
    game = type(nights[0].tables.live(CODE).game)
    auto_end = game.auto_end

    def counted(self: Game, table: Table) -> AutoEnd | None:
        asked.append(table)
        return auto_end(self, table)

    monkeypatch.setattr(game, "auto_end", counted)
    for _ in range(3):
        for night in nights:
            end_in_time(night.tables, night.tables.live(CODE))
    assert len(asked) == len({*map(id, asked)}) == len(nights)
