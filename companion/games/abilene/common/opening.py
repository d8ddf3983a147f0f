"""The listed turns of a game that somebody tries alone: dice, moves, duels and votes, the same every time.

A list is kept as long as its moves are legal. After a departure its dice still fall; moves are then chosen as ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.core.ui.board_page import BoardMoves
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.common.state import State

Moves = tuple[tuple[str, str], ...]
"""From where to where, in order."""


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """A turn with its dice; moves, votes and what else is chosen in it only where they matter."""

    cow_dice: tuple[int, ...] = ()
    cowboy_dice: tuple[int, ...] = ()
    cattle: Moves = ()
    cowboys: Moves = ()
    placements: tuple[str, ...] = ()
    """where the stolen cows go, one after the other"""
    duel: tuple[int, int] = (0, 0)
    """the dice of attacker and defender"""
    votes: Mapping[str, str] = field(default_factory=dict)
    """ranch of a voter -> what that player says of the cow sold in this turn"""


@dataclass(frozen=True, slots=True)
class Opening:
    """The listed turns of a game, in the order in which they are played.

    ``ranches``: where the players sit, the person first; at another table nothing is listed.
    """

    ranches: tuple[str, ...]
    turns: Sequence[ListedTurn]
    rules: Mapping[str, str | int | bool] = field(default_factory=dict)
    """the house rules that go with it: with others nothing is listed either"""

    def is_scripted(self, table: Table) -> bool:
        """Return whether this table plays by the list: the first game of somebody who plays alone, from these seats."""
        state = table.play
        plays = isinstance(state, State) and state.position is not None
        if not table.alone or table.games or table.board or not plays:
            return False
        if any(getattr(table.rules, name) != value for name, value in self.rules.items()):
            return False
        return tuple(state.ranches[seat] for seat in state.order) == self.ranches and state.order[0] == table.alone

    def turn(self, table: Table) -> ListedTurn | None:
        """Return what is listed for the turn that is played now."""
        if not self.is_scripted(table):
            return None
        number = table.play.turn.number
        return self.turns[number - 1] if number <= len(self.turns) else None

    def move(self, table: Table, moves: BoardMoves | None) -> Command | None:
        """Return the first listed move that the board offers; a figure that has moved is offered no more."""
        listed, state = self.turn(table), table.play
        if listed is None or moves is None:
            return None
        driving = state.turn.step is Step.CATTLE
        for frm, to in listed.cattle if driving else listed.cowboys:
            for die, ends in moves.to.get(frm, {}).items():
                if to in ends:
                    return MoveCow(frm, to, die) if driving else MoveCowboy(frm, to, die)
        departed = bool(listed.cattle) and not state.turn.moved
        return EndStep(Step.CATTLE) if driving and listed.cowboys and not departed else None

    def command(self, table: Table, moves: BoardMoves | None, cells: Sequence[str]) -> Command | None:
        """Return what is listed next for the player whose turn it is: a move, or a place for the stolen cow."""
        if cell := self.placement(table, cells):
            return PlaceCow(cell)
        return self.move(table, moves)

    def placement(self, table: Table, cells: Sequence[str]) -> str:
        """Return the listed cell for a figure in somebody's hand, "" where it is not among these cells."""
        listed = self.turn(table)
        return next((cell for cell in listed.placements if cell in cells), "") if listed else ""

    def vote(self, table: Table, seat: str) -> str:
        """Return what is listed as the choice of this seat in the vote going on, "" for nothing."""
        listed = self.turn(table)
        return listed.votes.get(table.play.ranches[seat], "") if listed else ""
