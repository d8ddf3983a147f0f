"""Two cowboys ride, one die each (rules 1983 §4.4-§4.8)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import TOWN, Layout
from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves, Unit
from companion.core.ui.choice import Choice
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import DEFAULTS, MoveKind
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import (
    MoveCowboy,
    Step,
)
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.rules.moves import met, ready_to_ride
from companion.games.abilene.common.screens.buttons import (
    done_with_cowboys,
)
from companion.games.abilene.common.state import standing_on
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983.phases.step import StepPhase, unused_dice
from companion.games.abilene.edition_1983.rules.turn import facts_for
from companion.games.abilene.edition_1983.screens.boards import board_moves
from companion.games.abilene.edition_1983.state import State1983


class CowboysPhase(StepPhase):
    """The dice are rolled."""

    commands = (MoveCowboy,)
    step = Step.COWBOYS

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCowboy):
            return ride(now.layout, now.table, now.state, seat, command, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move two cowboys")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves cowboys.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Each die moves another cowboy, exactly that far. Onto a steer: yours. A cowboy: duel.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return (done_with_cowboys(say("End my turn"), unused_dice(now.layout, now.table, now.state)),)

    def moves(self, now: Situation[State1983], seat: str) -> BoardMoves | None:
        position, turn_now = now.state.position, now.state.turn
        if position is None:
            return None
        movers = [cell for cell in position.cowboys_of(seat) if standing_on(now.state, seat, cell) > 0]
        return board_moves("move_cowboy", movers, turn_now.cowboy_dice, turn_now.used_cowboy, now, position, Unit.DIE)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.move(self.moves(now, seat), now.layout, now.state, chance)


def ride(
    layout: Layout, table: Table, state: State1983, seat: str, command: m.MoveCowboy, waived: bool
) -> tuple[Event, ...]:
    """One cowboy, one die exactly (§4.4-§4.7); may lead to a theft (§5) or a duel (§6)."""
    position, face = ready_to_ride(state, seat, command, RuleRef("1983", "4.4"))
    facts = facts_for(table.rules)
    if not waived and (refused := refusal(layout, position, command.frm, command.to, face, seat, DEFAULTS, facts)):
        raise refused
    if command.to == TOWN:
        raise BadRequest(say("A cowboy may ride through the town but not stop there."), RuleRef("1983", "4.7"))
    if command.to == command.frm:
        return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, MoveKind.STAY),)
    what, other = met(layout, position, seat, command)
    return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, what, other),)
