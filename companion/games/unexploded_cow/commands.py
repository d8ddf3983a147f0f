"""The commands that players give. The box fills in what it draws."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.core.messages import Command, defined_in
from companion.games.unexploded_cow.rulebook.cards import Ability
from companion.games.unexploded_cow.rulebook.herds import End


@dataclass(frozen=True, slots=True)
class TurnUpCity(Command):
    """Command to turn up a city, by its name in the catalogue, or with its points, its amount and its text.

    Without a name the box draws one, at a table where it plays others and nobody has a pile.
    """

    name: str = ""
    points: int | None = None
    amount: int | None = None
    text: str = ""
    lot: int = 0
    """filled in by the box"""

    def with_draws(self, chance: random.Random) -> TurnUpCity:
        return self if self.name else TurnUpCity(lot=chance.randrange(1_000_000))


@dataclass(frozen=True, slots=True)
class PlayCard(Command):
    """Command to play a card of the catalogue.

    A cow goes ``into`` a herd, ``at`` an end or, in one's own, a place from the right; ``free``: an event brings it at
    no cost.
    """

    card: str
    into: str = ""
    at: End | int = End.LEFT
    free: bool = False
    owner: str = ""
    """the spy's owner, where a cow is counted that lies there already"""


@dataclass(frozen=True, slots=True)
class PlayCow(Command):
    """Command to play a cow that is in no catalogue."""

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
    """Command to play an event; its other effects are carried out by hand."""

    price: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class ArrangeHerd(Command):
    """Command of the active player to put their cows in this order, the right-most first."""

    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveCow(Command):
    """Command to move a cow to another herd, by a card."""

    cow: str
    into: str
    at: End | int = End.LEFT


@dataclass(frozen=True, slots=True)
class PassHerds(Command):
    """Command to pass every herd on to the next player, on the left or on the right, by a card."""

    to: End = End.LEFT


@dataclass(frozen=True, slots=True)
class RemoveCow(Command):
    """Command to take a cow off the table, by a card."""

    cow: str


@dataclass(frozen=True, slots=True)
class ExplodeCow(Command):
    """Command to explode a cow by a card or a city; ``asked``: abilities count as for a bomb that is found."""

    cow: str
    asked: bool = False


@dataclass(frozen=True, slots=True)
class CarryOut(Command):
    """Command after the city that was won has been carried out: the turn goes on."""


@dataclass(frozen=True, slots=True)
class TakeFromPot(Command):
    """Command to give somebody money out of the pot, by a card."""

    amount: int
    seat: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RollDie(Command):
    """Command to roll for an explosion: the ``face`` of a real die, 0: the box throws. ``extra``: because of a card."""

    face: int = 0
    extra: bool = False
    lot: int = 0
    """filled in by the box"""

    def with_draws(self, chance: random.Random) -> RollDie:
        return self if self.face else RollDie(self.face, self.extra, chance.randint(1, 6))


@dataclass(frozen=True, slots=True)
class React(Command):
    """Command with the answer about one ability: whether ``cow`` uses it, and the ``target`` of a general."""

    cow: str
    use: bool
    target: str = ""


@dataclass(frozen=True, slots=True)
class OrderCows(Command):
    """Command with the order in which one's exploded cows are paid."""

    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FollowHerds(Command):
    """Command to follow the herds from now on: they lie as the box has them.

    ``cities``: so many has nobody won, one that is face up included.
    """

    cities: int = 0


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """Command to end the turn, where the box keeps the money only."""


@dataclass(frozen=True, slots=True)
class CountCow(Command):
    """Command to count an exploded cow of ``owner``, where the box keeps the money only."""

    owner: str
    value: int


@dataclass(frozen=True, slots=True)
class CountMechanic(Command):
    """Command to count a bomb that a mechanic of ``owner`` has defused, where the box keeps the money only."""

    owner: str


@dataclass(frozen=True, slots=True)
class TakeCity(Command):
    """Command of the active player to take the city, where the box keeps the money only."""

    name: str
    points: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class CloseGame(Command):
    """Command to end the game, where the box keeps the money only; ``rest``: the player who takes what is left."""

    rest: str = ""


COMMANDS = defined_in(__name__, Command)
