"""The commands that players give. The box fills in what it draws."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.core.messages import Command, defined_in
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End


@dataclass(frozen=True, slots=True)
class TurnUpCity(Command):
    """The city that lies face up now: by its name in the catalogue, or with its points, its amount and its text.

    Without a name the box draws one, at a table where it plays others and nobody has a pile.
    """

    name: str = ""
    points: int | None = None
    amount: int | None = None
    text: str = ""
    lot: int = 0
    """filled in by the box"""

    def drawn(self, chance: random.Random) -> TurnUpCity:
        return self if self.name else TurnUpCity(lot=chance.randrange(1_000_000))


@dataclass(frozen=True, slots=True)
class PlayCard(Command):
    """A card of the catalogue is played. A cow goes ``into`` a herd, ``at`` an end or, in one's own, a place from the
    right; ``free``: an event brings it at no cost."""

    card: str
    into: str = ""
    at: End | int = End.LEFT
    free: bool = False
    owner: str = ""
    """whose spy it is, where a cow is counted that lies there already"""


@dataclass(frozen=True, slots=True)
class PlayCow(Command):
    """A cow that is in no catalogue is played."""

    into: str
    price: int
    name: str = ""
    value: int = 0
    abilities: tuple[Ability, ...] = ()
    at: End | int = End.LEFT
    free: bool = False
    owner: str = ""
    """as for a card of the catalogue"""


@dataclass(frozen=True, slots=True)
class PlayEvent(Command):
    """An event is played; what it does besides is done by hand."""

    price: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class ArrangeHerd(Command):
    """The active player's own cows, the right-most first."""

    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveCow(Command):
    """A card moves a cow to another herd."""

    cow: str
    into: str
    at: End | int = End.LEFT


@dataclass(frozen=True, slots=True)
class PassHerds(Command):
    """A card sends every herd on to the next player, on the left or on the right."""

    to: End = End.LEFT


@dataclass(frozen=True, slots=True)
class RemoveCow(Command):
    """A card takes a cow off the table."""

    cow: str


@dataclass(frozen=True, slots=True)
class ExplodeCow(Command):
    """A card or a city makes a cow explode; ``asked``: it says that abilities count as for a bomb that is found."""

    cow: str
    asked: bool = False


@dataclass(frozen=True, slots=True)
class CarryOut(Command):
    """The city that was won is carried out: the turn goes on."""


@dataclass(frozen=True, slots=True)
class TakeFromPot(Command):
    """A card gives somebody money out of the pot."""

    amount: int
    seat: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RollDie(Command):
    """An explosion roll: the ``face`` of a real die, or 0 for the box to throw. ``extra``: because of a card."""

    face: int = 0
    extra: bool = False
    lot: int = 0
    """filled in by the box"""

    def drawn(self, chance: random.Random) -> RollDie:
        return self if self.face else RollDie(self.face, self.extra, chance.randint(1, 6))


@dataclass(frozen=True, slots=True)
class React(Command):
    """The answer about one ability: whether ``cow`` uses it, and the ``target`` of a general."""

    cow: str
    use: bool
    target: str = ""


@dataclass(frozen=True, slots=True)
class OrderCows(Command):
    """The order in which one's exploded cows are paid."""

    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FollowHerds(Command):
    """The herds lie as the box has them now, and so many ``cities`` has nobody won, one that is face up included."""

    cities: int = 0


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """The next player's turn, where the box keeps the money only."""


@dataclass(frozen=True, slots=True)
class CountCow(Command):
    """A cow of ``owner`` has exploded, where the box keeps the money only."""

    owner: str
    value: int


@dataclass(frozen=True, slots=True)
class CountMechanic(Command):
    """A mechanic of ``owner`` has defused a bomb, where the box keeps the money only."""

    owner: str


@dataclass(frozen=True, slots=True)
class TakeCity(Command):
    """The active player takes the city, where the box keeps the money only."""

    name: str
    points: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class CloseGame(Command):
    """The game is over, where the box keeps the money only; ``rest``: who takes what is left in the pot."""

    rest: str = ""


COMMANDS = defined_in(__name__, Command)
