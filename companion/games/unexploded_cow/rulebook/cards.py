"""The cards on the table: cows with their abilities, and cities (rules §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Ability(StrEnum):
    """Abilities of a cow besides exploding (rules §2.2)."""

    SPY = "spy"
    MECHANIC = "mechanic"
    GENERAL = "general"
    PFC = "pfc"
    BOMBER = "bomber"


@dataclass(frozen=True)
class Cow:
    """A cow in a herd. ``owner`` gains or loses by it: the herd's owner, or the player of a spy (rules §6.2).

    ``value`` may be negative; ``id`` is unique on the table.
    """

    id: str
    name: str
    value: int
    owner: str
    abilities: tuple[Ability, ...] = ()
    price: int = 0

    def can(self, ability: Ability) -> bool:
        """Return whether the cow has this ability."""
        return ability in self.abilities


@dataclass(frozen=True, slots=True)
class City:
    """A city: its points decide the order in sudden death, its amount comes out of the pot (rules §2.4).

    ``text``: the rest that is printed on it, which its winner carries out (rules §18.1). ``typed``: it is one of the
    players' other cards, and more may be printed on it than was typed.
    """

    name: str
    points: int = 0
    amount: int = 0
    text: str = ""
    typed: bool = False


Herd = tuple[Cow, ...]
"""The cows in front of a player, the owner's right-most first (rules §2.1)."""
Herds = Mapping[str, Herd]
