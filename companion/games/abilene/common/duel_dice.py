"""The base of each edition's command for the dice of a duel; it is never logged under a kind of its own."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.core.messages import Command


@dataclass(frozen=True, slots=True)
class DuelDice(Command):
    """Command to roll one die for each duellist; the box rolls where neither die is given."""

    attacker: int | None = None
    defender: int | None = None
    by_box: bool = False

    faces: ClassVar[tuple[int, ...]]
    """the faces of a die of the edition"""

    def with_draws(self, chance: random.Random) -> Self:
        if self.attacker is not None or self.defender is not None:
            return replace(self, by_box=False)
        return replace(self, attacker=chance.choice(self.faces), defender=chance.choice(self.faces), by_box=True)
