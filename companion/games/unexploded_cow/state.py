"""The state of a game: the turn, the herds, the bombs, the cities. It holds no money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.unexploded_cow.rulebook.bombs import Blast
from companion.games.unexploded_cow.rulebook.cards import City, Cow, Herds
from companion.games.unexploded_cow.rulebook.herds import from_left_of


@dataclass(frozen=True)
class Turn:
    """Progress of a turn. ``used``: generals and mechanics that have acted; ``rolled``: the roll at its end is over."""

    active: str
    number: int = 1
    used: tuple[str, ...] = ()
    city_won: bool = False
    rolled: bool = False


@dataclass(frozen=True)
class Roll:
    """An explosion roll that is not over. ``roller`` throws next; ``extra``: because of a card, not the turn's end."""

    roller: str
    extra: bool = False
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Carrying:
    """A city that was won and is being carried out; ``roll`` and ``blast`` are what goes on afterwards."""

    city: City
    roll: Roll | None = None
    blast: Blast | None = None


@dataclass(frozen=True)
class Sudden:
    """Sudden death: the order, and whose roll is next."""

    order: tuple[str, ...]
    at: int = 0

    @property
    def next(self) -> str:
        """Return who rolls next."""
        return self.order[self.at % len(self.order)]

    def without(self, seat: str) -> Sudden:
        """Return the same without somebody who leaves."""
        before = self.order[: self.at % len(self.order)]
        return Sudden(tuple(each for each in self.order if each != seat), len(before) - before.count(seat))


@dataclass(frozen=True)
class LastRoll:
    """The last roll, and what came of it so far, for all to look at.

    ``way`` is the cows that were counted, the one that found the bomb last; ``face`` 0: a card did it. ``gains``: the
    amount that each owner was paid, or has paid.
    """

    seat: str
    face: int = 0
    way: tuple[str, ...] = ()
    cows: tuple[Cow, ...] = ()
    gains: Mapping[str, int] = field(default_factory=dict)
    city: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """A cow that has left the game out of this ``herd``, in the turn of this number: its card may still lie there."""

    herd: str
    name: str
    turn: int


@dataclass(frozen=True)
class State:
    """State of a game.

    ``seats`` go clockwise and begin with the first player. ``began``: the wealth of each seat before the ante.

    ``last_city`` took a city last, ``last_exploded`` owned the cow that was paid for last; "" for nobody yet.
    ``played`` counts cards, so that every cow has an id of its own. ``over``: how it ends, "" while it goes on.
    ``gone`` are the cows that left in this turn and the last one. ``cows_seen`` and ``events_seen`` (with their prices)
    are the cards that have been played, each name once: a name that was typed need not be typed again.
    """

    seats: tuple[str, ...]
    turn: Turn
    herds: Herds
    cities_left: int
    city: City | None = None
    won: Mapping[str, tuple[City, ...]] = field(default_factory=dict)
    last_city: str = ""
    last_exploded: str = ""
    roll: Roll | None = None
    blast: Blast | None = None
    carrying: Carrying | None = None
    sudden: Sudden | None = None
    aside: Herds | None = None
    """how the herds lay when the box ceased to follow them; None while it follows them"""
    counting: bool = False
    """the box follows the herds again, and is told how they lie now (rules §18.4)"""
    began: Mapping[str, int] = field(default_factory=dict)
    played: int = 0
    played_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """names of the cows that each seat has played, which a hand that the box dealt no longer holds"""
    over: str = ""
    rest: str = ""
    """the seat that takes the rest of the pot at the end"""
    left: tuple[str, ...] = ()
    """players who have left: their cows may stand there still, but nobody waits for them and nothing pays them"""
    gone: tuple[Gone, ...] = ()
    cows_seen: tuple[Cow, ...] = ()
    events_seen: Mapping[str, int] = field(default_factory=dict)
    thrown: LastRoll | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """Return who has not left, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    def next_to(self, seat: str) -> str:
        """Return the left neighbour who has not left."""
        return next(each for each in from_left_of(self.seats, seat) if each not in self.left)

    @property
    def cows(self) -> int:
        """Return how many cows are in play."""
        return sum(map(len, self.herds.values()))

    @property
    def all_cities_won(self) -> bool:
        """Return whether sudden death, or the end, comes after this turn."""
        return self.city is None and not self.cities_left and self.sudden is None

    @property
    def city_wanted(self) -> bool:
        """Return whether the active player has to turn up a city before anything else."""
        return self.city is None and not self.turn.city_won and self.cities_left > 0 and self.sudden is None
