"""The command that rolls a duel, as the command of each edition begins: it has no kind of its own in a log."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.core.messages import Command


@dataclass(frozen=True, slots=True)
class DuelDice(Command):
    """Command to roll one die for each duellist; leave them out and the box rolls. An edition names it."""

    attacker: int | None = None
    defender: int | None = None
    by_box: bool = False

    faces: ClassVar[tuple[int, ...]]
    """those of the dice of the edition"""

    def with_draws(self, chance: random.Random) -> Self:
        if self.attacker is not None or self.defender is not None:
            return replace(self, by_box=False)
        return replace(self, attacker=chance.choice(self.faces), defender=chance.choice(self.faces), by_box=True)
