"""Up to three steps for the steers (rules 1983 §4.1-§4.3), and a cowboy hired before (§8)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves, Unit
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common.messages import (
    MoveCow,
    Step,
    StepEnded,
)
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.screens.buttons import (
    done,
)
from companion.games.abilene.edition_1983 import bots, fever, turn
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.step import StepPhase
from companion.games.abilene.edition_1983.screens.boards import board_moves
from companion.games.abilene.edition_1983.screens.choices import hire_choices
from companion.games.abilene.edition_1983.state import State1983


class CattlePhase(StepPhase):
    """The turn begins."""

    commands = (MoveCow, h.HireCowboy)
    step = Step.CATTLE

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCow):
            return turn.move_steer(now.layout, now.table, now.state, seat, command, waived)
        if isinstance(command, h.HireCowboy):
            return turn.hire(now.layout, now.table, now.state, seat, command.cell, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move your steers")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves steers.", who=Who(seats[0]))

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Done when no step is left."""
        state = now.state
        done_with = state.turn.step is Step.CATTLE and state.turn.cow_dice == (0,)
        held_up = state.sale or state.pending or fever.asked(state) or turn.returning(now.layout, state)
        return (StepEnded(state.turn.seat, Step.CATTLE),) if done_with and not held_up else ()

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        if not mine or not now.state.turn.cow_dice:
            return ()
        left = now.state.turn.cow_dice[0]
        return (say("Steps left: %(left)s, for one steer or several. A steer in Abilene is sold at once.", left=left),)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        ended = done(Step.CATTLE, say("Done with the steers"), Weight.PRIMARY)
        return (ended, *hire_choices(now.layout, now.table, now.state, seat))

    def moves(self, now: Situation[State1983], seat: str) -> BoardMoves | None:
        position, moved = now.state.position, now.state.turn.moved
        if position is None:
            return None
        movers = [cow for cow in position.herd(now.layout, seat) if cow not in moved]
        return board_moves("move_cow", movers, now.state.turn.cow_dice, (), now, position, Unit.STEPS)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        hired = bots.hire(now.layout, now.table, now.state, seat)
        return hired or bots.move(self.moves(now, seat), now.layout, now.state, chance)
