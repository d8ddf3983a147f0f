"""The events of a game. They carry their outcome: a replay asks no rule."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Event, defined_in
from companion.games.unexploded_cow.rulebook.bombs import Blast, QuestionKind
from companion.games.unexploded_cow.rulebook.cards import City, Cow, Herds
from companion.games.unexploded_cow.rulebook.herds import End


@dataclass(frozen=True, slots=True)
class Anted(Event):
    """The ante of all into the pot; ``again``: because it was empty."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The next turn of the main game."""

    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class CityTurnedUp(Event):
    """A city lies face up."""

    city: City


@dataclass(frozen=True, slots=True)
class CowPlayed(Event):
    """Play of a cow. ``index`` is its place in the herd, -1 where the box follows no herds.

    ``counted``: it lay there already.
    """

    seat: str
    into: str
    cow: Cow
    index: int
    counted: bool = False


@dataclass(frozen=True, slots=True)
class EventPlayed(Event):
    """An event was played, on which this text stands."""

    seat: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class HerdArranged(Event):
    """A herd stands in another order."""

    seat: str
    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CowMoved(Event):
    """A cow stands in another herd, and belongs to ``cow.owner`` now."""

    seat: str
    frm: str
    into: str
    cow: Cow
    index: int


@dataclass(frozen=True, slots=True)
class HerdsPassed(Event):
    """Every herd went to the next player: this is how they lie now."""

    seat: str
    to: End
    herds: Herds


@dataclass(frozen=True, slots=True)
class CowRemoved(Event):
    """A cow is off the table without having exploded."""

    seat: str
    herd: str
    cow: Cow


@dataclass(frozen=True, slots=True)
class BombLaid(Event):
    """A card or a city gave a bomb to a cow; ``blast`` is how the bombs lie then."""

    seat: str
    cow: Cow
    blast: Blast


@dataclass(frozen=True, slots=True)
class PotPaid(Event):
    """A card gave somebody money out of the pot."""

    seat: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class CountBegan(Event):
    """The box follows the herds again: as they lay when it knew them last."""

    herds: Herds


@dataclass(frozen=True, slots=True)
class HerdsCounted(Event):
    """The herds lie like this; ``up``: the city that was turned up then lies there still."""

    seat: str
    cities_left: int
    up: bool


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player is out; what he has is counted at the end."""

    seat: str


@dataclass(frozen=True, slots=True)
class RollBegan(Event):
    """The roll of sudden death of this seat."""

    seat: str


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """Roll of a die. ``found``: the cow that finds a bomb, in the herd of ``blast``; None: a 6, or nothing is hit."""

    seat: str
    face: int
    to: str = ""
    """who throws next after a 6"""
    extra: bool = False
    found: Cow | None = None
    blast: Blast | None = None
    by_box: bool = False
    """then nobody takes it back alone"""


@dataclass(frozen=True, slots=True)
class Reacted(Event):
    """The use of an ability, or not; ``blast`` is how the bombs lie then. Its posting is a mechanic's reward.

    ``cow`` is the card with the ability, ``other`` the cow that gets the bomb, or that it is taken from.
    """

    seat: str
    ability: QuestionKind
    cow: Cow
    used: bool
    blast: Blast
    other: Cow | None = None


@dataclass(frozen=True, slots=True)
class CowsExploded(Event):
    """Explosion of these cows, which are discarded; they are paid for next."""

    cows: tuple[Cow, ...]
    blast: Blast


@dataclass(frozen=True, slots=True)
class CowsPaid(Event):
    """Payment for the exploded cows of ``seat``, in this order."""

    seat: str
    cows: tuple[Cow, ...]
    blast: Blast | None = None
    missing: int = 0
    """what the pot had too little for them"""


@dataclass(frozen=True, slots=True)
class CityWon(Event):
    """The active player takes the city, and carries out its text, if it has one."""

    seat: str
    city: City


@dataclass(frozen=True, slots=True)
class CityCarriedOut(Event):
    """The end of what a city says: what it held up goes on."""

    seat: str
    city: City


@dataclass(frozen=True, slots=True)
class BombsGiven(Event):
    """Bombs of bombers that have exploded, given to the cows beside them."""

    cows: tuple[Cow, ...]
    blast: Blast


@dataclass(frozen=True, slots=True)
class RollEnded(Event):
    """End of a roll: nothing more comes of it."""


@dataclass(frozen=True, slots=True)
class MechanicPaid(Event):
    """A mechanic has defused a bomb, where the box keeps the money only."""

    seat: str


@dataclass(frozen=True, slots=True)
class SuddenDeathBegan(Event):
    """Beginning of sudden death, as no city is left: the order of the rolls."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PotSettled(Event):
    """The game is decided: ``code`` says how, ``seat`` takes the rest of the pot."""

    code: str
    seat: str = ""


EVENTS = defined_in(__name__, Event)
