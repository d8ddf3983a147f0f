"""What happens while the box guides through the turn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Event
from companion.core.text import Fact
from companion.games.western_town.round import How
from companion.games.western_town.rulebook.setup import Star


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


@dataclass(frozen=True, slots=True)
class ExploitTakenBack(Event):
    """An exploit would have changed nothing: the neighbour's card lies face up again, and another one may be chosen."""

    seat: str
    name: Fact | str = ""


@dataclass(frozen=True, slots=True)
class CardCarriedOut(Event):
    """The effect is over; ``back``: so many inactive cards were taken into the hand."""

    seat: str
    card: str
    how: How
    back: int = 0


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


EVENTS: tuple[type[Event], ...] = (
    StarsDrawn,
    StartTaken,
    CardsKept,
    CardLaid,
    CardExploited,
    ExploitTakenBack,
    CardCarriedOut,
    DieDue,
    PlayerPassed,
    GainsTaken,
)
