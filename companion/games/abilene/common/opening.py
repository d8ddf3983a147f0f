"""The scripted opening of a game that is tried alone: dice, moves, duels and votes, the same every time.

A scripted move is made if it is legal. Once a player has departed from the script, its dice still fall, and moves are
chosen as in any other game.
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
"""Pairs of origin and target, in order."""


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """A scripted turn: its dice, and those moves, placements and votes that matter."""

    cow_dice: tuple[int, ...] = ()
    cowboy_dice: tuple[int, ...] = ()
    cattle: Moves = ()
    cowboys: Moves = ()
    placements: tuple[str, ...] = ()
    """the cells for stolen cows, in order"""
    duel: tuple[int, int] = (0, 0)
    """the dice of attacker and defender"""
    votes: Mapping[str, str] = field(default_factory=dict)
    """ranch of a voter -> the vote on the cow that is sold in this turn"""


@dataclass(frozen=True, slots=True)
class Opening:
    """The scripted turns of a game, in order.

    ``ranches`` are those of the players in their order, the person's first; other tables have no script.
    """

    ranches: tuple[str, ...]
    turns: Sequence[ListedTurn]
    rules: Mapping[str, str | int | bool] = field(default_factory=dict)
    """the house rules that the script needs"""

    def is_scripted(self, table: Table) -> bool:
        """Return whether this table follows the script: a person's first game alone, with its ranches and rules."""
        state = table.play
        has_position = isinstance(state, State) and state.position is not None
        if not table.alone or table.games or table.board or not has_position:
            return False
        if any(getattr(table.rules, name) != value for name, value in self.rules.items()):
            return False
        return tuple(state.ranches[seat] for seat in state.order) == self.ranches and state.order[0] == table.alone

    def turn(self, table: Table) -> ListedTurn | None:
        """Return the script of the current turn; None if there is none."""
        if not self.is_scripted(table):
            return None
        number = table.play.turn.number
        return self.turns[number - 1] if number <= len(self.turns) else None

    def move(self, table: Table, moves: BoardMoves | None) -> Command | None:
        """Return the first scripted move that is legal, or the end of the cattle step before scripted rides.

        A figure that has moved has no legal move any more, so each scripted move is made once.
        """
        script, state = self.turn(table), table.play
        if script is None or moves is None:
            return None
        driving = state.turn.step is Step.CATTLE
        for frm, to in script.cattle if driving else script.cowboys:
            for die, targets in moves.to.get(frm, {}).items():
                if to in targets:
                    return MoveCow(frm, to, die) if driving else MoveCowboy(frm, to, die)
        departed = bool(script.cattle) and not state.turn.moved
        return EndStep(Step.CATTLE) if driving and script.cowboys and not departed else None

    def command(self, table: Table, moves: BoardMoves | None, cells: Sequence[str]) -> Command | None:
        """Return the next scripted command of the active player: a cell for the stolen cow, or a move."""
        if cell := self.placement(table, cells):
            return PlaceCow(cell)
        return self.move(table, moves)

    def placement(self, table: Table, cells: Sequence[str]) -> str:
        """Return the first of ``cells`` that the script names for a stolen cow, "" if there is none."""
        script = self.turn(table)
        return next((cell for cell in script.placements if cell in cells), "") if script else ""

    def vote(self, table: Table, seat: str) -> str:
        """Return the scripted choice of this seat in the open vote, "" if there is none."""
        script = self.turn(table)
        return script.votes.get(table.play.ranches[seat], "") if script else ""
