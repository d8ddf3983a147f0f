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
    """Beginning of the next turn of the main game."""

    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class CityTurnedUp(Event):
    """Turning up of a city."""

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
    """Play of an event on which this ``text`` is printed."""

    seat: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class HerdArranged(Event):
    """New order of a herd."""

    seat: str
    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CowMoved(Event):
    """Move of a cow into another herd; it belongs to ``cow.owner`` now."""

    seat: str
    frm: str
    into: str
    cow: Cow
    index: int


@dataclass(frozen=True, slots=True)
class HerdsPassed(Event):
    """Passing of every herd to the next player; ``herds`` are those after it."""

    seat: str
    to: End
    herds: Herds


@dataclass(frozen=True, slots=True)
class CowRemoved(Event):
    """Removal of a cow that has not exploded."""

    seat: str
    herd: str
    cow: Cow


@dataclass(frozen=True, slots=True)
class BombLaid(Event):
    """Bomb for a cow, by a card or a city; ``blast`` are the bombs after it."""

    seat: str
    cow: Cow
    blast: Blast


@dataclass(frozen=True, slots=True)
class PotPaid(Event):
    """Payment out of the pot by a card."""

    seat: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class CountBegan(Event):
    """Beginning of a count, so that the box follows the herds again; ``herds`` as it knew them last."""

    herds: Herds


@dataclass(frozen=True, slots=True)
class HerdsCounted(Event):
    """End of a count; ``up``: the city that was turned up before is still there."""

    seat: str
    cities_left: int
    up: bool


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """Exit of a player, whose money is counted at the end."""

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
    """the seat that rolls next after a 6"""
    extra: bool = False
    found: Cow | None = None
    blast: Blast | None = None
    by_box: bool = False
    """whether the box rolled: then the roller cannot undo it alone"""


@dataclass(frozen=True, slots=True)
class Reacted(Event):
    """The use of an ability, or not; ``blast`` are the bombs after it. Its posting is a mechanic's reward.

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
    """the money that the pot lacked for them"""


@dataclass(frozen=True, slots=True)
class CityWon(Event):
    """Win of a city by the active player, who carries out its text, if it has one."""

    seat: str
    city: City


@dataclass(frozen=True, slots=True)
class CityCarriedOut(Event):
    """The end of a city's text: the turn goes on."""

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
    """Reward of a mechanic for a defused bomb, where the box keeps the money only."""

    seat: str


@dataclass(frozen=True, slots=True)
class SuddenDeathBegan(Event):
    """Beginning of sudden death, as no city is left: the order of the rolls."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PotSettled(Event):
    """Decision of the game: ``code`` says how, ``seat`` takes the rest of the pot."""

    code: str
    seat: str = ""


EVENTS = defined_in(__name__, Event)
