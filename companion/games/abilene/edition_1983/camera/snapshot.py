"""Where the figures of 1983 stand for somebody who can only look, and what a player can still do with them.

Steers have colours, so figures are told apart by their kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement_facts import MovementFacts
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.seen import COWBOY, figures_of_herds
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.turn import escapes, facts_for, vacant_starts

Kinds = Mapping[str, str]
"""Cell -> kind of the figure on it."""


@dataclass(frozen=True, slots=True)
class Prairies:
    """What is the same all evening; ``letters`` maps a seat to what the camera calls its colour."""

    layout: Layout
    letters: Mapping[str, str]
    rules: SteerRules

    @property
    def facts(self) -> MovementFacts:
        return facts_for(self.rules)

    def cowboy(self, seat: str) -> str:
        """The kind of this seat's cowboys."""
        return COWBOY + self.letters[seat]

    def figures(self, position: Position, colours: Mapping[str, str]) -> dict[str, str]:
        """Every figure that stands on a cell, by its kind; ``colours`` says whose colour a steer has."""
        return figures_of_herds(position, colours, self.letters)


class Left(NamedTuple):
    """What the seat can still do: shared steps of the steers or faces of dice, who has moved, cowboys to hire.

    In the cattle step with dice the cowboys ride after the steers. ``ended``: all the dice have been used that could
    be, and nothing is in a hand any more.
    """

    seat: str
    step: Step
    steps: int = 0
    dice: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()
    hires: int = 0
    most_dice: int = 2
    ended: bool = False

    @property
    def most(self) -> int:
        """How many figures can still be moved or hired."""
        return self.steps + self.hires + min(self.most_dice, len(self.dice))


class Stand(NamedTuple):
    """Where the figures stand, and by their kinds what a camera would see."""

    position: Position
    kinds: dict[str, str]

    def off(self, seen: Kinds) -> int:
        """Cells on which something else is seen."""
        return len({cell for cell, _ in self.kinds.items() ^ seen.items()})


def beaten(ground: Prairies, position: Position, loser: str, cell: str) -> Position:
    """The loser waits beside the board, or is out of the game (§6.2, §6.3)."""
    if not escapes(ground.layout, position, ground.rules, loser, cell):
        return position
    return replace(position, waiting={**position.waiting, loser: position.waiting.get(loser, 0) + 1})


def returned(ground: Prairies, stand: Stand, seen: Kinds) -> Stand:
    """Escaped cowboys are back where one is seen on a start cell that is vacant now (§6.2)."""
    position, kinds = stand
    for seat, count in stand.position.waiting.items():
        cells = [cell for cell in vacant_starts(ground.layout, position, seat) if seen.get(cell) == ground.cowboy(seat)]
        for cell in cells[:count]:
            waiting = {**position.waiting, seat: position.waiting[seat] - 1}
            position = replace(position.place_cowboy(seat, cell), waiting={s: n for s, n in waiting.items() if n})
            kinds = {**kinds, cell: ground.cowboy(seat)}
    return Stand(position, kinds)
