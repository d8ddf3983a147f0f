"""What can be asked while the box guides through the turn."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from companion.core.messages import Command
from companion.games.western_town.rulebook.buildings import Effect as CellEffect
from companion.games.western_town.rulebook.effects import NO_OFFER
from companion.games.western_town.rulebook.towns import Resource

LOTS = 1 << 30
MOST_DRAWN = 8


@dataclass(frozen=True, slots=True)
class DrawStars(Command):
    """The star cards that are due: those that were drawn on the table, or none, and the box draws by ``lots``."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    lots: tuple[int, ...] = ()

    def drawn(self, chance: random.Random) -> DrawStars:
        if self.added or self.removed:
            return replace(self, lots=())
        return replace(self, lots=tuple(chance.randrange(LOTS) for _ in range(MOST_DRAWN)))


@dataclass(frozen=True, slots=True)
class TakeStart(Command):
    """The own Western Town card is revealed: its name; "" for one that the box does not know; None: the box draws it.

    ``place`` is the 4-cell on which its building is laid; "": one that does ``cell``, if there is any.
    """

    card: str | None = None
    cell: CellEffect | None = None
    lot: int = 0
    place: str = ""

    def drawn(self, chance: random.Random) -> TakeStart:
        return replace(self, lot=chance.randrange(LOTS)) if self.card is None else replace(self, lot=0)


@dataclass(frozen=True, slots=True)
class KeepCards(Command):
    """So many cards are kept, the others lie face down as inactive."""

    limit: int


@dataclass(frozen=True, slots=True)
class PlayCard(Command):
    """A card is played openly: the first or the last of phase 2, the third card, or one that was laid face down on the
    table and has been turned over. ``NOTHING``: no card can be played."""

    card: str


@dataclass(frozen=True, slots=True)
class LayFaceDown(Command):
    """Which card whoever can play none lays face down."""

    card: str


@dataclass(frozen=True, slots=True)
class CarryOut(Command):
    """The effect of the own card has been carried out; ``offer`` is which of its offers was taken, ``back`` how many
    cards came out of the inactive pile."""

    offer: int = NO_OFFER
    back: int = 0


@dataclass(frozen=True, slots=True)
class ExploitCard(Command):
    """The own card ``own`` exploits the card ``target`` of the neighbour ``seat``."""

    own: str
    seat: str
    target: str


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    """The exploit that is being carried out would change nothing: it has not been."""


@dataclass(frozen=True, slots=True)
class PassForGood(Command):
    """Nothing more in this phase."""


@dataclass(frozen=True, slots=True)
class TakeGains(Command):
    """The gains of the own face-up cards; ``choices``: one resource for each that lets one choose, in their order."""

    choices: tuple[Resource, ...] = ()


COMMANDS: tuple[type[Command], ...] = (
    DrawStars,
    TakeStart,
    KeepCards,
    PlayCard,
    LayFaceDown,
    CarryOut,
    ExploitCard,
    TakeBack,
    PassForGood,
    TakeGains,
)
