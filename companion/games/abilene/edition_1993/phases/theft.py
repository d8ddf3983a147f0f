"""A stolen cow is put on the thief's ranch (rules 1993 §10.2)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardTargets
from companion.games.abilene.common.messages import PlaceCow
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1993 import moves
from companion.games.abilene.edition_1993.state import State1993


class TheftPhase(Phase[State1993]):
    """The cow is in the thief's hand."""

    commands = (PlaceCow,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.pending.thief,) if isinstance(now.state.pending, Theft) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, PlaceCow)
        return moves.place_cow(now.layout, now.state, seat, command.cell, waived)

    def asked(self) -> Text:
        return say("Put the stolen cow on your ranch")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s looks at the stolen cow and puts it on the own ranch.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        secret = say("Look at the sticker so that nobody else sees it. It stays your secret.")
        return (secret,) if mine else ()

    def targets(self, now: Situation[State1993], seat: str) -> BoardTargets | None:
        cells = moves.theft_targets(now.layout, now.state)
        return BoardTargets("place_cow", "cell", cells, say("Put the cow here"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceCow(chance.choice(moves.theft_targets(now.layout, now.state)))
