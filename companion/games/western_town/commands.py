"""What can be asked in Western Town."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from companion.core.messages import Command
from companion.games.western_town.rulebook.buildings import CellEffect
from companion.games.western_town.rulebook.camp import Face, Indian
from companion.games.western_town.rulebook.effects import NO_OFFER
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource


class Reason(StrEnum):
    """Why somebody changes his town by hand."""

    PLAYED = "played"
    EXPLOIT = "exploit"
    GAINS = "gains"
    BUILDING = "building"
    START = "start"
    CORRECTION = "correction"
    CAMERA = "camera"
    """not offered any more: a camera counted it, in the logs of older tables"""


class Side(StrEnum):
    """A face of the Indian die, by what it adds (rules 1.6)."""

    RED = "red"
    ORANGE_AGAIN = "orange_again"
    RED_ORANGE = "red_orange"


DIE = "indian"
"""what pages call the Indian die"""
FACES: Mapping[Side, Face] = {
    Side.RED: Face((Indian.RED,)),
    Side.ORANGE_AGAIN: Face((Indian.ORANGE,), again=True),
    Side.RED_ORANGE: Face((Indian.RED, Indian.ORANGE)),
}
"""The known faces. How many of the six show which is a matter of the catalogue."""
SIDES = 6
"""faces of the die"""
LOTS = 1 << 30
MOST_DRAWN = 8


@dataclass(frozen=True, slots=True)
class ChangeTown(Command):
    """More or less of something in the own town. Lure brings or takes the Peace pipes that it is made of."""

    STANDS_ALONE: ClassVar[bool] = True

    changes: Mapping[Resource, int]
    reason: Reason


@dataclass(frozen=True, slots=True)
class ChangeHomes(Command):
    """More or fewer Homes in the own town; ``markers`` are the Home markers that Lincoln brought."""

    STANDS_ALONE: ClassVar[bool] = True

    pink: int = 0
    black: int = 0
    markers: int = 0


@dataclass(frozen=True, slots=True)
class LayTile(Command):
    """A building in the own town, on this cell; what is known of the tile need not be said.

    ``number``: the one on the cell, 0: as the cell that is named says. ``cell`` need not be named where the empty cells
    of the number do the same (21.5). ``gold``, ``wood`` and ``cowboys`` are the room that it adds.
    """

    name: str
    number: int = 0
    pink: int = 0
    black: int = 0
    points: int | None = None
    gold: int = 0
    wood: int = 0
    cowboys: int = 0
    cell: str = ""


@dataclass(frozen=True, slots=True)
class BuildTile(Command):
    """A tile is constructed in the own town as the rules want it: it is paid, laid on this cell, and what cell and tile
    do is done. ``pay``: resources for its cost; ``swap``: 2 Inhabitants for 1 Wood, where the cell allows it;
    ``exchange``: what is given for what the tile takes in exchange."""

    STANDS_ALONE: ClassVar[bool] = True

    tile: str
    cell: str
    pay: Mapping[Resource, int] = field(default_factory=dict)
    swap: bool = False
    exchange: Mapping[Resource, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetPoints(Command):
    """What a building of the own town counts at the end, before it is halved."""

    building: str
    points: int


@dataclass(frozen=True, slots=True)
class MarkBuilding(Command):
    """Put a destroyed marker on a building of the own town, or take it off, for ``pay``."""

    building: str
    destroyed: bool
    pay: Mapping[Resource, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoreGoods(Command):
    """Discard what the own town cannot store."""


@dataclass(frozen=True, slots=True)
class TurnUpCard(Command):
    """The Lincoln card of this turn: what it expects."""

    card: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class PassFirst(Command):
    """Whoever is the first to pass in phase 3 becomes lead marshal."""


@dataclass(frozen=True, slots=True)
class ThrowDie(Command):
    """The Indian die has been thrown and shows this side; None: the box throws it, and ``face`` is up, from 1 to 6."""

    side: Side | None = None
    by_box: bool = False
    face: int = 0

    def drawn(self, chance: random.Random) -> ThrowDie:
        return ThrowDie(self.side) if self.side else ThrowDie(by_box=True, face=chance.randint(1, SIDES))


@dataclass(frozen=True, slots=True)
class ChooseTown(Command):
    """The grand manitou says which of the tied towns is attacked."""

    seat: str


@dataclass(frozen=True, slots=True)
class ChooseTarget(Command):
    """The grand manitou says what the Indians of a colour go for."""

    colour: Indian
    target: str


@dataclass(frozen=True, slots=True)
class DefendTarget(Command):
    """The owner of the town defends what is attacked, or does not."""

    defend: bool


@dataclass(frozen=True, slots=True)
class ConfirmTown(Command):
    """The own town is up to date: Lincoln may come."""

    STANDS_ALONE: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HoldVisit(Command):
    """The lead marshal calls Lincoln: the towns are compared as they stand."""


@dataclass(frozen=True, slots=True)
class ChooseWinner(Command):
    """The lead marshal says which of the tied players wins the Lincoln card."""

    seat: str


@dataclass(frozen=True, slots=True)
class CountUp(Command):
    """The last turn is over, and all towns stand as they are shown: count the points."""


@dataclass(frozen=True, slots=True)
class StopGame(Command):
    """End the game now, and count what there is."""


# --- while the box guides through the turn ------------------------------------------------------


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

    ``place`` is the 4-cell on which its building is laid; "": one that does ``cell``, or any where all do the same.
    """

    card: str | None = None
    cell: CellEffect | None = None
    lot: int = 0
    place: str = ""

    def drawn(self, chance: random.Random) -> TakeStart:
        return replace(self, lot=chance.randrange(LOTS)) if self.card is None else replace(self, lot=0)


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
    cards came out of the inactive pile, ``victim`` whom it robs."""

    offer: int = NO_OFFER
    back: int = 0
    victim: str = ""


@dataclass(frozen=True, slots=True)
class RepeatCard(Command):
    """The card that is being carried out plays another card of the own table again; ``offer``: taken before."""

    card: str
    offer: int = NO_OFFER


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
