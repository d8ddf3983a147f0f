"""A stolen cow is put on the thief's ranch (rules 1993 §10.2)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardTargets
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.messages import PlaceCow
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.moves import stolen_placed
from companion.games.abilene.common.state import State, Theft
from companion.games.abilene.edition_1993.state import State1993


class TheftPhase(Phase[State1993]):
    """The cow is in the thief's hand."""

    commands = (PlaceCow,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.pending.thief,) if isinstance(now.state.pending, Theft) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, PlaceCow)
        return place_cow(now.layout, now.state, seat, command.cell, waived)

    def asked(self) -> Text:
        return say("Put the stolen cow on your ranch")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s looks at the stolen cow and puts it on their own ranch.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        secret = say("Look at the sticker so that nobody else sees it. It stays your secret.")
        return (secret,) if mine else ()

    def targets(self, now: Situation[State1993], seat: str) -> BoardTargets | None:
        cells = theft_targets(now.layout, now.state)
        return BoardTargets("place_cow", "cell", cells, say("Put the cow here"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceCow(chance.choice(theft_targets(now.layout, now.state)))


def place_cow(layout: Layout, state: State, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """The stolen cow goes to a start cell of the thief's ranch, else its edge, else anywhere there (§10.2)."""
    targets = None if waived else theft_targets(layout, state)
    return stolen_placed(layout, state, seat, cell, targets, RuleRef("1993", "10.2"))


def theft_targets(layout: Layout, state: State) -> tuple[str, ...]:
    """Where the stolen cow may go, judged after the thief's cowboy has left its cell (§19.5)."""
    theft, position = state.pending, state.position
    if not isinstance(theft, Theft) or position is None:
        return ()
    return movement.theft_cells(layout, position.remove_cowboy(theft.thief, theft.frm), theft.thief)
