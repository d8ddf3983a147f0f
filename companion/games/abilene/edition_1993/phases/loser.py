"""The winner of a duel puts the loser's cowboy back on his ranch (rules 1993 §11.2 b, c)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, fact, say
from companion.core.ui.board_page import BoardTargets
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.turns import on_free_cell
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.messages import PlaceLoser
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import Loser, State1993


class LoserPhase(Phase[State1993]):
    """The loser's cowboy is in the winner's hand."""

    commands = (PlaceLoser,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        return (hand(now.state, now.state.pending),) if isinstance(now.state.pending, Loser) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, PlaceLoser)
        return place_loser(now.layout, now.state, seat, command.cell, waived)

    def asked(self) -> Text:
        return say("You won: place the other cowboy")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s won the duel and places the other cowboy.", who=Who(seats[0]))

    def targets(self, now: Situation[State1993], seat: str) -> BoardTargets | None:
        cells = loser_targets(now.layout, now.state)
        return BoardTargets("place_loser", "cell", cells, say("Put the cowboy here"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return PlaceLoser(chance.choice(loser_targets(now.layout, now.state)))


def place_loser(layout: Layout, state: State1993, seat: str, cell: str, waived: bool) -> tuple[Event, ...]:
    """The winner places the loser's cowboy (§11.2 b, c)."""
    lost = state.pending
    if not isinstance(lost, Loser) or hand(state, lost) != seat:
        raise NotNow.saying(SENTENCES, fact("no_loser"))
    if not waived and cell not in loser_targets(layout, state):
        raise IllegalMove.saying(SENTENCES, fact("loser_not_put_there", cell=cell), RuleRef("1993", "11.2"))
    on_free_cell(layout, state, cell)
    return (own.LoserPlaced(lost.loser, lost.cell, cell),)


def hand(state: State1993, lost: Loser) -> str:
    """Who places the loser's cowboy: the winner, or, where he has left the game since, the loser himself."""
    return lost.winner if lost.winner in state.solvent else lost.loser


def loser_targets(layout: Layout, state: State1993) -> tuple[str, ...]:
    """Where the winner may put the loser's cowboy."""
    lost, position = state.pending, state.position
    if not isinstance(lost, Loser) or position is None:
        return ()
    return movement.loser_cells(layout, position, lost.cell, lost.winner, lost.loser)
