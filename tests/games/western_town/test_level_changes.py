"""Guided, counted only, guided again, at any moment of a turn: nothing that was done is undone by it (rules 20.5)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.app.check import problems
from companion.core.errors import RuleError
from companion.core.table.commands import SetLevel
from companion.core.table.table import Level, TablePhase
from companion.games import registry
from companion.games.western_town.guided_turn import NOTHING, OnTable, Round, RoundStage
from companion.games.western_town.lincoln.visit import TurnEnded
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.by_hand import ChangeTown, LayTile, MarkBuilding, Reason
from companion.games.western_town.turn.act import CarryOut
from companion.games.western_town.turn.gains import GainsTaken
from companion.games.western_town.turn.go import CardExploited, PlayerPassed
from companion.games.western_town.turn.keep import CardsKept
from companion.games.western_town.turn.lay import CardLaid, PlayCard
from companion.games.western_town.turn.play import PassFirst
from tests.games.western_town.test_game import explained
from tests.support.western import ALEXANDRE, ROBIN, THEO, TownEvening

MINE, CARPENTER, HOMESTEAD = "gold mine", "carpenter", "homestead"


def guided(players: int = 3, **rules: str | bool) -> TownEvening:
    return TownEvening(players, Level.BOARD, **rules).start()


def counts_and_guides(evening: TownEvening) -> None:
    """Let the table count only, and have the box guide again at once."""
    evening.together(ROBIN, SetLevel(Level.BANK))
    evening.together(ROBIN, SetLevel(Level.BOARD))


def where(evening: TownEvening) -> Round:
    """Return how far the turn has come, whatever the vote is called in which a pair lays its cards."""
    return replace(evening.round, ballot=0)


def test_a_card_that_was_played_and_one_that_is_being_carried_out_stay_so() -> None:
    evening = guided().play_phase_1()
    evening.act(ROBIN, PlayCard(CARPENTER))
    before = evening.round
    counts_and_guides(evening)
    assert evening.round == before
    evening.act(ROBIN, CarryOut(0))
    assert evening.round.table(ROBIN) == (OnTable(CARPENTER),)
    assert evening.ballot.voters == (ROBIN, ALEXANDRE)


def test_what_was_built_while_only_counting_was_built_with_the_card() -> None:
    evening = guided().play_phase_1()
    evening.act(ROBIN, PlayCard(CARPENTER))
    evening.together(ROBIN, SetLevel(Level.BANK))
    evening.act(ROBIN, LayTile("barber", 5, cell="c5"), MarkBuilding("gold mine", True))
    evening.together(ROBIN, SetLevel(Level.BOARD))
    assert evening.round.acting[0].built


def test_a_turn_that_ended_while_only_counting_begins_anew() -> None:
    evening = guided().play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    evening.together(ROBIN, SetLevel(Level.BANK))
    evening.hold_visit()
    evening.together(ROBIN, SetLevel(Level.BOARD))
    assert (evening.state.turn, evening.round) == (2, Round())


def test_the_first_to_pass_while_only_counting_has_passed() -> None:
    evening = guided().play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    evening.together(ROBIN, SetLevel(Level.BANK))
    evening.act(ALEXANDRE, PassFirst())
    evening.together(ROBIN, SetLevel(Level.BOARD))
    exploiting = evening.round.exploiting
    assert exploiting
    assert (evening.circle().lead, exploiting.passed, exploiting.turn) == (ALEXANDRE, (ALEXANDRE,), THEO)
    assert evening.round.table(ROBIN) == (OnTable(HOMESTEAD),)


def test_logs_in_which_the_turn_began_anew_are_read_as_they_were() -> None:
    """A box that forgot how far the turn had come had everybody keep cards again."""
    evening = guided().play_phase_1()
    evening.play(ROBIN, HOMESTEAD)
    game, table = registry()["western_town"]["2012"], evening.table
    for seat in evening.state.seats:
        state = game.apply(table, CardsKept(seat, 4, (MINE, CARPENTER)))
        table = type(table)(**{**table.__dict__, "play": state})
    turn = table.play.circle(ROBIN).round
    assert (turn.stage, turn.step, dict(turn.tables)) == (RoundStage.PLAY, 0, {})


class LevelChanges(RuleBasedStateMachine):
    """A short game in which the table changes its mind about the box again and again."""

    resumed: ClassVar[int] = 0
    """how often the box guides again, over all examples"""

    def __init__(self) -> None:
        super().__init__()
        self.chance = random.Random(5)
        self.before: Round | None = None

    @initialize(sealed=st.booleans())
    def begins(self, sealed: bool) -> None:
        self.evening = guided(sealed_choice=sealed).play_phase_1()

    @property
    def counting(self) -> bool:
        return self.evening.circle().round is None

    @property
    def over(self) -> bool:
        return self.evening.table.phase is not TablePhase.PLAYING or self.evening.state.counting

    @precondition(lambda self: not self.counting and not self.over)
    @rule(steps=st.integers(1, 12))
    def goes_on(self, steps: int) -> None:
        for _ in range(steps):
            if not self.over:
                self.evening.play_on(self.chance)

    @precondition(lambda self: not self.counting and not self.over)
    @rule()
    def counts(self) -> None:
        self.before = where(self.evening)
        self.evening.together(ROBIN, SetLevel(Level.BANK))

    @precondition(lambda self: self.counting and not self.over)
    @rule()
    def guides(self) -> None:
        self.evening.together(THEO, SetLevel(Level.BOARD))
        LevelChanges.resumed += 1
        if self.before:
            assert where(self.evening) == self.before

    @precondition(lambda self: self.counting and not self.over)
    @rule(seat=st.sampled_from((ROBIN, ALEXANDRE, THEO)), what=st.sampled_from(tuple(Resource)))
    def changes_cubes(self, seat: str, what: Resource) -> None:
        with suppress(RuleError):
            self.evening.act(seat, ChangeTown({what: 1}, Reason.PLAYED))

    @precondition(lambda self: self.counting and not self.over and not self.evening.circle().passed)
    @rule(seat=st.sampled_from((ROBIN, ALEXANDRE, THEO)))
    def passes_first(self, seat: str) -> None:
        with suppress(RuleError):
            self.evening.act(seat, PassFirst())
            self.before = None

    @precondition(lambda self: self.counting and not self.over and self.evening.state.card is not None)
    @rule()
    def lincoln_comes(self) -> None:
        with suppress(RuleError):
            self.evening.hold_visit()
            self.before = None

    @invariant()
    def nothing_is_lost_or_done_twice(self) -> None:
        """Check that what this turn's events say lies on the tables, and nothing else; nobody passes, keeps or gains
        twice.
        """
        turn = self.evening.circle().round or self.evening.circle().resting or Round()
        events = self.evening.events()
        ended = max((at for at, each in enumerate(events) if isinstance(each, TurnEnded)), default=-1)
        now = events[ended + 1 :]
        for kind in (PlayerPassed, GainsTaken, CardsKept):
            seats = [each.seat for each in now if isinstance(each, kind)]
            assert len(seats) == len(set(seats))
        for seat in self.evening.state.seats:
            laid = [each for each in now if isinstance(each, CardLaid) and each.seat == seat and each.card != NOTHING]
            cards = [each.card for each in laid]
            assert len(cards) == len(set(cards)) <= 3
            lying = [each.card for each in turn.table(seat)]
            assert lying == [card for card in cards if turn.laid.get(seat) != card]
            targets = {each.target for each in now if isinstance(each, CardExploited) and each.other == seat}
            assert {each.card for each in turn.table(seat) if not each.face_up} == targets | {
                each.card for each in laid if each.face_down
            }

    @invariant()
    def the_log_explains_every_cube(self) -> None:
        for seat in self.evening.state.seats:
            has: Mapping[Resource, int] = {what: self.evening.has(seat, what) for what in Resource}
            assert explained(self.evening, seat) == has

    def teardown(self) -> None:
        assert problems(self.evening.log, registry()) == []


@pytest.mark.thorough
def test_whatever_the_table_changes_in_mid_turn_no_card_payment_or_cube_is_lost() -> None:
    LevelChanges.resumed = 0
    run_state_machine_as_test(
        LevelChanges,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert LevelChanges.resumed > 12, "negative control: the box guided again more often than once a game"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_every_action_of_a_turn_the_table_may_count_only_and_be_guided_again(players: int) -> None:
    evening, chance = guided(players, variant="short"), random.Random(players)
    while evening.state.turn < 2:
        before = where(evening)
        counts_and_guides(evening)
        assert where(evening) == before
        evening.play_on(chance)
