"""What happens in Western Town."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.messages import Event
from companion.core.text import Fact
from companion.games.western_town.commands import Side
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.camp import Indian
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource


@dataclass(frozen=True, slots=True)
class TownChanged(Event):
    """The one way in which anything comes to a town or leaves it."""

    seat: str
    changes: Mapping[Resource, int]
    reason: Fact
    told: tuple[str, ...] = ()
    """on whose phones it stands, because no card brought it that the box knows of (20.6)"""


@dataclass(frozen=True, slots=True)
class CountLeft(Event):
    """The camera counted ``seen`` of this, and the owner of the town left what the box has."""

    seat: str
    what: Resource
    seen: int


@dataclass(frozen=True, slots=True)
class BuildingLeft(Event):
    """The camera saw something else on this place, and the owner of the town left what the box has."""

    seat: str
    place: str
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HomesChanged(Event):
    """So many Homes more, or fewer."""

    seat: str
    pink: int = 0
    black: int = 0
    markers: int = 0
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A building stands in a town. ``card``: its card came into the hand; None: nobody said so."""

    seat: str
    building: Building
    pink: int = 0
    black: int = 0
    card: bool | None = None
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsSet(Event):
    """What a building counts at the end has been typed."""

    seat: str
    building: str
    points: int
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class BuildingMarked(Event):
    """A building has been destroyed, or repaired."""

    seat: str
    building: str
    destroyed: bool
    name: Fact | str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """The Lincoln card of the turn; without an expectation it is the last one, that brings no visit."""

    card: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class MarshalNamed(Event):
    """The first one has passed and leads from now on; the manitou sits to his right."""

    seat: str
    manitou: str


@dataclass(frozen=True, slots=True)
class IndiansAdded(Event):
    """A throw of the Indian die; ``added`` are those that came to the camp before an attack began."""

    seat: str
    side: Side
    added: tuple[Indian, ...]
    again: bool = False
    by_box: bool = False


@dataclass(frozen=True, slots=True)
class AttackBegan(Event):
    """The Indian of this colour, whom ``roller`` added, sets off an attack on one of these towns."""

    roller: str
    by: Indian
    towns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackedTownChosen(Event):
    """The grand manitou has chosen among the tied."""

    by: str
    seat: str


@dataclass(frozen=True, slots=True)
class TargetChosen(Event):
    """A colour goes for a building, by its id, or for the Inhabitants; defending costs so many Cowboys."""

    seat: str
    colour: Indian
    target: str
    price: int
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class TargetStruck(Event):
    """The Indians of the colour are gone, and the target is ``defended`` or not."""

    seat: str
    colour: Indian
    target: str
    defended: bool
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class AttackEnded(Event):
    """The camp is empty; ``reserve`` are the Peace pipes left there."""

    seat: str
    reserve: int


@dataclass(frozen=True, slots=True)
class LincolnVisited(Event):
    """The towns of these players have been compared; ``winner`` is "" until the lead marshal has chosen.

    With neither tie nor winner it is the turn without a visit, which this pair of a double duel has finished.
    """

    scores: Mapping[str, int]
    tied: tuple[str, ...] = ()
    winner: str = ""
    by: str = ""
    """the lead marshal, where he has chosen"""


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The next turn begins, or the final count."""

    turn: int


EVENTS: tuple[type[Event], ...] = (
    TownChanged,
    CountLeft,
    BuildingLeft,
    HomesChanged,
    TileLaid,
    PointsSet,
    BuildingMarked,
    CardTurnedUp,
    MarshalNamed,
    IndiansAdded,
    AttackBegan,
    AttackedTownChosen,
    TargetChosen,
    TargetStruck,
    AttackEnded,
    LincolnVisited,
    TurnEnded,
)
