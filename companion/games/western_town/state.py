"""A game of Western Town as it stands: the towns, and how far a guided turn has come (rules §6-§9).

The box knows of hands what everybody at the table could know: which cards somebody owns (those of the start, and of
what he has built), which lie on his table, and how many he has kept. Which ones he laid away as inactive it never
learns, and of a card that is laid in secret it learns with everybody else, when both are turned over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.core.values import changed
from companion.games.western_town.guided_turn import Round
from companion.games.western_town.rulebook.buildings import PRINTED, Building, Tile, constant_pipes, limits
from companion.games.western_town.rulebook.camp import Camp, Indian, Raid, Side
from companion.games.western_town.rulebook.lincoln import Expectation, Visit
from companion.games.western_town.rulebook.rounds import right_of
from companion.games.western_town.rulebook.setup import DrawnStars
from companion.games.western_town.rulebook.towns import START, Amounts, Town, overflow

PINK_AT_START = 3
"""pink Homes printed on the board, where no catalogue says another number (2.1)"""


def printed() -> tuple[Building, ...]:
    """Return the buildings that every board begins with (2.1)."""
    return tuple(Building(name, Tile(name)) for name in PRINTED)


@dataclass(frozen=True, slots=True)
class Board:
    """A player's board. ``pink`` and ``black`` are all Home symbols, ``markers`` those of Lincoln."""

    town: Town = START
    buildings: tuple[Building, ...] = field(default_factory=printed)
    pink: int = PINK_AT_START
    black: int = 0
    markers: int = 0
    began: Town = START
    """as this turn found it"""
    found: Town = START
    """as the own card that was played last found it"""

    @property
    def homes(self) -> int:
        """Return every Home counted, without those of destroyed buildings (rules 4.4)."""
        return max(0, self.pink + self.black + self.markers - sum(each.destroyed for each in self.buildings))

    @property
    def all_pipes(self) -> int:
        """Return the Peace pipes, constant ones included (19.7)."""
        return self.town.pipes + constant_pipes(self.buildings)

    @property
    def limits(self) -> Amounts:
        """Return what can be stored here."""
        return limits(self.buildings)

    @property
    def overflow(self) -> Amounts:
        """Return what cannot."""
        return overflow(self.town, self.limits)

    @property
    def laid(self) -> tuple[str, ...]:
        """Return the names of the tiles that were laid here."""
        return tuple(each.name for each in self.buildings if each.number)

    def next_building(self, tile: Tile, number: int, cell: str = "") -> Building:
        """Return the building that this tile becomes here."""
        return Building(f"b{len(self.buildings) - len(PRINTED) + 1}", tile, number, cell=cell)

    def building(self, name: str) -> Building:
        """Return the building with this id. Raise BadRequest."""
        for each in self.buildings:
            if each.id == name:
                return each
        raise BadRequest(say("There is no such building in this town."))


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is going on.

    ``town`` is "" while the manitou chooses among ``tied``; ``target`` while he has chosen none.
    """

    by: Indian
    town: str = ""
    tied: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    colour: Indian | None = None
    target: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """Players around one camp: all of them, or a pair of the double duel (13.2); ``seats`` clockwise."""

    seats: tuple[str, ...]
    lead: str
    reserve: int
    camp: Camp = field(default_factory=Camp)
    throwing: str = ""
    """the seat that has to throw the die, once more or because of its last action"""
    throws: int = 0
    """the number of throws that are due from it, without those that a side of the die demands"""
    shown: Side | None = None
    """the side that his last throw has shown, while he throws again"""
    attack: Attack | None = None
    passed: bool = False
    """the first one has passed in this turn"""
    tied: tuple[str, ...] = ()
    """among whom the lead marshal has to choose"""
    ready: tuple[str, ...] = ()
    """seats that have said that their town is up to date for the visit (21.6)"""
    visited: bool = False
    """Lincoln has been here in this turn"""
    came: Visit | None = None
    """the outcome of his last visit"""
    round: Round | None = None
    """how far the turn has come; None where the box does not guide through it"""
    resting: Round | None = None
    """how far it had come when the table chose to count only (20.5)"""
    drawn: tuple[DrawnStars, ...] = ()
    """the star cards that were drawn, drawing by drawing"""
    starts: Mapping[str, str] = field(default_factory=dict)
    """seat -> its Western Town card, where that has been revealed"""

    @property
    def manitou(self) -> str:
        """Return the seat to the right of the lead marshal (3.2)."""
        return right_of(self.seats, self.lead)

    @property
    def unready(self) -> tuple[str, ...]:
        """Return who has still to say that his town is up to date, before the lead marshal can call Lincoln (21.6)."""
        return tuple(seat for seat in self.seats if seat != self.lead and seat not in self.ready)

    def at_new_turn(self) -> Circle:
        """Return the players as the next turn finds them."""
        turn = Round() if self.round else None
        return changed(self, passed=False, ready=(), visited=False, tied=(), round=turn, resting=None)

    def led(self, guided: bool) -> Circle:
        """Return the players when the box begins or ceases to guide: actions of this turn stay (20.5)."""
        if guided:
            return changed(self, round=self.round or self.resting or Round(), resting=None)
        return changed(self, round=None, resting=self.round or self.resting)


@dataclass(frozen=True)
class State:
    """State of a game. ``turns`` is how many there are; after the last one the points are counted.

    ``card`` is what Lincoln expects in this turn: None until it is turned up, nothing at all for the last one.
    """

    seats: tuple[str, ...]
    circles: tuple[Circle, ...]
    towns: Mapping[str, Board]
    turns: int
    turn: int = 1
    card: tuple[Expectation, ...] | None = None
    cards: tuple[tuple[Expectation, ...], ...] = ()

    def circle(self, seat: str) -> Circle:
        """Return the players with whom this one plays."""
        return next(each for each in self.circles if seat in each.seats)

    @property
    def counting(self) -> bool:
        """Return whether all turns have been played."""
        return self.turn > self.turns

    def raid(self, circle: Circle) -> Raid | None:
        """Return the attack on a town of this circle as the rules see it; None while there is none on any."""
        attack = circle.attack
        if attack is None or not attack.town:
            return None
        board = self.towns[attack.town]
        return Raid(circle.camp, board.town, board.buildings, attack.struck)
