"""The winner of a duel puts the loser's cowboy back on his ranch (rules 1993 §11.2 b, c)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.board_page import BoardTargets
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.state import Loser
from companion.games.abilene.edition_1993 import moves
from companion.games.abilene.edition_1993.messages import PlaceLoser
from companion.games.abilene.edition_1993.state import State1993


class LoserPhase(Phase[State1993]):
    """The loser's cowboy is in the winner's hand."""

    commands = (PlaceLoser,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (now.state.pending.winner,) if isinstance(now.state.pending, Loser) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, PlaceLoser)
        return moves.place_loser(now.layout, now.state, seat, command.cell, waived)

    def asked(self) -> Text:
        return say("You won: place the other cowboy")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s won the duel and places the other cowboy.", who=Who(seats[0]))

    def targets(self, now: Situation[State1993], seat: str) -> BoardTargets | None:
        cells = moves.loser_targets(now.layout, now.state)
        return BoardTargets("place_loser", "cell", cells, say("Put the cowboy here"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceLoser(chance.choice(moves.loser_targets(now.layout, now.state)))
