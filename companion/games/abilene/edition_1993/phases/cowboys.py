"""Cowboys ride with the dark dice (rules 1993 §9)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardMoves
from companion.core.ui.choice import Choice
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.refusals import refusal
from companion.games.abilene.common.messages import MoveCowboy, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COWBOY_DIE
from companion.games.abilene.common.rules.moves import met, ready_to_ride
from companion.games.abilene.common.screens.buttons import done_with_cowboys
from companion.games.abilene.common.state import State, standing_on
from companion.games.abilene.edition_1993.bots import move
from companion.games.abilene.edition_1993.phases.step import StepPhase, usable_dice
from companion.games.abilene.edition_1993.screens.boards import board_moves
from companion.games.abilene.edition_1993.state import State1993


class CowboysPhase(StepPhase):
    """After the cattle, before the sale."""

    commands = (MoveCowboy,)
    step = Step.COWBOYS

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, MoveCowboy):
            return move_cowboy(now.layout, now.table, now.state, seat, command, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Move your cowboys")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s moves cowboys.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Each dark die moves one cowboy, exactly that far. Onto a cow: yours. Onto a cowboy: duel.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        label = say("Done: sell the cattle") if now.state.waiting_cows else say("End my turn")
        return (done_with_cowboys(label, usable_dice(now.layout, now.table, now.state)),)

    def moves(self, now: Situation[State1993], seat: str) -> BoardMoves | None:
        turn, position = now.state.turn, now.state.position
        if position is None:
            return None
        movers = [node for node in Counter(position.cowboys_of(seat)) if standing_on(now.state, seat, node) > 0]
        return board_moves("move_cowboy", COWBOY_DIE, movers, turn.cowboy_dice, turn.used_cowboy, now, position)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return move(self.moves(now, seat), now, chance)


def move_cowboy(
    layout: Layout, table: Table, state: State, seat: str, command: m.MoveCowboy, waived: bool
) -> tuple[Event, ...]:
    """§9: one cowboy, one dark die exactly; may lead to a theft (§10) or a duel (§11)."""
    position, face = ready_to_ride(state, seat, command, RuleRef("1993", "9.1"))
    if not waived and (refused := refusal(layout, position, command.frm, command.to, face, seat, table.rules)):
        raise refused
    what, other = met(layout, position, seat, command)
    return (m.CowboyMoved(seat, command.frm, command.to, command.die, face, what, other),)
