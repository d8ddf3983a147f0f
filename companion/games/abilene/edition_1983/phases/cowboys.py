"""Two cowboys ride, one die each (rules 1983 §4.4-§4.8)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves, Unit
from companion.core.ui.choice import Choice
from companion.games.abilene.common.messages import (
    MoveCowboy,
    Step,
)
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.screens.buttons import (
    done_with_cowboys,
)
from companion.games.abilene.common.state import standing_on
from companion.games.abilene.edition_1983 import bots, turn
from companion.games.abilene.edition_1983.phases.step import StepPhase
from companion.games.abilene.edition_1983.screens.boards import board_moves
from companion.games.abilene.edition_1983.state import State1983


class CowboysPhase(StepPhase):
    """The dice are rolled."""

    commands = (MoveCowboy,)
    step = Step.COWBOYS

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCowboy):
            return turn.ride(now.layout, now.table, now.state, seat, command, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move two cowboys")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves cowboys.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Each die moves another cowboy, exactly that far. Onto a steer: yours. A cowboy: duel.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return (done_with_cowboys(say("End my turn"), turn.unused_dice(now.layout, now.table, now.state)),)

    def moves(self, now: Situation[State1983], seat: str) -> BoardMoves | None:
        position, turn_now = now.state.position, now.state.turn
        if position is None:
            return None
        movers = [cell for cell in position.cowboys_of(seat) if standing_on(now.state, seat, cell) > 0]
        return board_moves("move_cowboy", movers, turn_now.cowboy_dice, turn_now.used_cowboy, now, position, Unit.DIE)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.move(self.moves(now, seat), now.layout, now.state, chance)
