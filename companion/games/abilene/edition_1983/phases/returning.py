"""An escaped cowboy comes back as soon as a start cell is vacant (rules 1983 §6.2)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, NotNow, RuleError, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardTargets
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.step import STEP_COMMANDS
from companion.games.abilene.edition_1983.rules import fever
from companion.games.abilene.edition_1983.rules.turn import vacant_starts
from companion.games.abilene.edition_1983.state import State1983


class ReturnPhase(Phase[State1983]):
    """His owner chooses the cell."""

    commands = (h.ReturnCowboy,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        back = returning(now.layout, now.state)
        return (back[0],) if back else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.ReturnCowboy):
            return come_back(now.layout, now.state, seat, command.cell)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Your escaped cowboy is back: put him on the board")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s puts an escaped cowboy back on the board.", who=Who(seats[0]))

    def refuses(self, now: Situation[State1983], command: Command) -> RuleError | None:
        back = returning(now.layout, now.state) if isinstance(command, STEP_COMMANDS) else None
        return NotNow(say("First %(who)s puts an escaped cowboy back.", who=Who(back[0]))) if back else None

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        """Where there is one cell only, nobody has to choose."""
        back = None if fever.asked(now.state) else returning(now.layout, now.state)
        return (h.CowboyReturned(back[0], back[1][0]),) if back and len(back[1]) == 1 else ()

    def targets(self, now: Situation[State1983], seat: str) -> BoardTargets | None:
        back = returning(now.layout, now.state)
        label = say("Where does your cowboy come back?")
        return BoardTargets("return_cowboy", "cell", back[1], label) if back else None

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        back = returning(now.layout, now.state)
        return h.ReturnCowboy(chance.choice(back[1])) if back else None


def returning(layout: Layout, state: State1983) -> tuple[str, tuple[str, ...]] | None:
    """Whose escaped cowboy comes back now, and the cells to choose from (§6.2, §16.3)."""
    position = state.position
    if position is None or state.pending or state.sale:
        return None
    for seat in state.order:
        if position.waiting.get(seat) and (cells := vacant_starts(layout, position, seat)):
            return seat, cells
    return None


def come_back(layout: Layout, state: State1983, seat: str, cell: str) -> tuple[Event, ...]:
    """The owner chooses the cell."""
    back = returning(layout, state)
    if back is None or back[0] != seat:
        raise NotNow(say("No cowboy of yours can come back now."))
    if cell not in back[1]:
        raise BadRequest(
            say("An escaped cowboy comes back to a vacant start cell for cowboys of your prairie."),
            RuleRef("1983", "6.2"),
        )
    return (h.CowboyReturned(seat, cell),)
