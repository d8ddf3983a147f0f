"""What happens in Western Town."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.messages import Deed, Event, defined_in
from companion.core.text import Fact
from companion.games.western_town.commands import Side
from companion.games.western_town.rulebook.buildings import Building
from companion.games.western_town.rulebook.camp import Indian
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.setup import Star
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.state import How


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
    """In older logs: a camera counted ``seen`` of this, and the owner of the town left what the box has."""

    seat: str
    what: Resource
    seen: int


@dataclass(frozen=True, slots=True)
class BuildingLeft(Event):
    """In older logs: a camera saw something else on this place, and the owner of the town left what the box has."""

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
class TileLaid(Deed):
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
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildingMarked(Deed):
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
class TargetStruck(Deed):
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
class TownConfirmed(Event):
    """A player has said that his town is up to date: Lincoln may come."""

    seat: str


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


# --- while the box guides through the turn ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StarsDrawn(Event):
    """Star cards of a colour have been drawn: everybody around this camp adds and removes the same."""

    seat: str
    colour: Star
    added: tuple[str, ...]
    removed: tuple[str, ...]
    by_box: bool = False


@dataclass(frozen=True, slots=True)
class StartTaken(Event):
    """A player has revealed his Western Town card; "": one that the box does not know."""

    seat: str
    card: str
    by_box: bool = False


@dataclass(frozen=True, slots=True)
class CardsKept(Event):
    """A player has kept so many of his cards."""

    seat: str
    limit: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A card lies on a player's table, or, while others of the same step are still missing, is said to lie there."""

    seat: str
    card: str
    face_down: bool = False
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class CardExploited(Event):
    """An own card has exploited a neighbour's, which is turned face down."""

    seat: str
    own: str
    other: str
    target: str
    name: Fact | str = ""
    allowed: bool = False
    """the others have allowed what the rules refuse"""


@dataclass(frozen=True, slots=True)
class ExploitTakenBack(Event):
    """An exploit would have changed nothing: the neighbour's card lies face up again, and another one may be chosen."""

    seat: str
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class CardPlayedAgain(Event):
    """The card that a player carries out plays another card of his table again."""

    seat: str
    card: str
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class CardCarriedOut(Event):
    """The effect is over; ``back``: so many inactive cards were taken into the hand. ``name``: of a card that changed
    nothing in the town."""

    seat: str
    card: str
    how: How
    back: int = 0
    name: Fact | str = ""
    told: tuple[str, ...] = ()
    """on whose phones it stands: the neighbour's, where the box cannot read the card (20.3)"""


@dataclass(frozen=True, slots=True)
class DieDue(Event):
    """So many throws of the Indian die have to be made."""

    seat: str
    throws: int = 1


@dataclass(frozen=True, slots=True)
class PlayerPassed(Event):
    """A player has passed for good."""

    seat: str


@dataclass(frozen=True, slots=True)
class GainsTaken(Event):
    """A player has what his face-up cards bring."""

    seat: str


EVENTS = defined_in(__name__, Event)
