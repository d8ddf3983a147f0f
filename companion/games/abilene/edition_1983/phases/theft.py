"""A rustled steer is put on a start cell of the captor's prairie (rules 1983 §5.1)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardTargets
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.messages import (
    PlaceCow,
)
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.moves import stolen_placed
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1983.rules.turn import facts_for
from companion.games.abilene.edition_1983.state import State1983


class TheftPhase(Phase[State1983]):
    """The steer is in the captor's hand."""

    commands = (PlaceCow,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return (now.state.pending.thief,) if isinstance(now.state.pending, Theft) else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, PlaceCow):
            return place_steer(now.layout, now.table, now.state, seat, command.cell, waived)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Put the rustled steer on your prairie")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s looks under the rustled steer and puts it on their own prairie.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        secret = say("Look under the steer so that nobody else sees it. It stays your secret.")
        return (secret,) if mine else ()

    def targets(self, now: Situation[State1983], seat: str) -> BoardTargets | None:
        cells = theft_targets(now.layout, now.table, now.state)
        return BoardTargets("place_cow", "cell", cells, say("Where does the rustled steer go?"))

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceCow(chance.choice(theft_targets(now.layout, now.table, now.state)))


def place_steer(
    layout: Layout, table: Table, state: State1983, seat: str, cell: str, waived: bool
) -> tuple[Event, ...]:
    """The rustled steer goes to a vacant start cell of the captor's prairie (§5.1)."""
    targets = None if waived else theft_targets(layout, table, state)
    return stolen_placed(layout, state, seat, cell, targets, RuleRef("1983", "5.1"))


def theft_targets(layout: Layout, table: Table, state: State1983) -> tuple[str, ...]:
    """Where the rustled steer may go, judged after the cowboy has left its cell (§16.4)."""
    theft, position = state.pending, state.position
    if not isinstance(theft, Theft) or position is None:
        return ()
    return movement.theft_cells(layout, position, theft.thief, theft.frm, facts_for(table.rules))
