"""What can be asked for, and what happens. Events carry their outcome: a replay asks no rule."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.core.messages import Command, Event, defined_in
from companion.games.unexploded_cow.rulebook.bombs import Blast, QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Ability, City, Cow, Herds
from companion.games.unexploded_cow.rulebook.herds import End

# --- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnUpCity(Command):
    """The city that lies face up now: by its name in the catalogue, or with its points, its amount and its text.

    Without a name the box draws one, at a table where it plays others and nobody has a pile.
    """

    name: str = ""
    points: int | None = None
    amount: int | None = None
    text: str = ""
    lot: int = 0
    """filled in by the box"""

    def drawn(self, chance: random.Random) -> TurnUpCity:
        return self if self.name else TurnUpCity(lot=chance.randrange(1_000_000))


@dataclass(frozen=True, slots=True)
class PlayCard(Command):
    """A card of the catalogue is played. A cow goes ``into`` a herd, ``at`` an end or, in one's own, a place from the
    right; ``free``: an event brings it at no cost."""

    card: str
    into: str = ""
    at: End | int = End.LEFT
    free: bool = False
    owner: str = ""
    """whose spy it is, where a cow is counted that lies there already"""


@dataclass(frozen=True, slots=True)
class PlayCow(Command):
    """A cow that is in no catalogue is played."""

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
    """An event is played; what it does besides is done by hand."""

    price: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class ArrangeHerd(Command):
    """The active player's own cows, the right-most first."""

    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveCow(Command):
    """A card moves a cow to another herd."""

    cow: str
    into: str
    at: End | int = End.LEFT


@dataclass(frozen=True, slots=True)
class PassHerds(Command):
    """A card sends every herd on to the next player, on the left or on the right."""

    to: End = End.LEFT


@dataclass(frozen=True, slots=True)
class RemoveCow(Command):
    """A card takes a cow off the table."""

    cow: str


@dataclass(frozen=True, slots=True)
class ExplodeCow(Command):
    """A card or a city makes a cow explode; ``asked``: it says that abilities count as for a bomb that is found."""

    cow: str
    asked: bool = False


@dataclass(frozen=True, slots=True)
class CarryOut(Command):
    """The city that was won is carried out: the turn goes on."""


@dataclass(frozen=True, slots=True)
class TakeFromPot(Command):
    """A card gives somebody money out of the pot."""

    amount: int
    seat: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RollDie(Command):
    """An explosion roll: the ``face`` of a real die, or 0 for the box to throw. ``extra``: because of a card."""

    face: int = 0
    extra: bool = False
    lot: int = 0
    """filled in by the box"""

    def drawn(self, chance: random.Random) -> RollDie:
        return self if self.face else RollDie(self.face, self.extra, chance.randint(1, 6))


@dataclass(frozen=True, slots=True)
class React(Command):
    """The answer about one ability: whether ``cow`` uses it, and the ``target`` of a general."""

    cow: str
    use: bool
    target: str = ""


@dataclass(frozen=True, slots=True)
class OrderCows(Command):
    """The order in which one's exploded cows are paid."""

    cows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FollowHerds(Command):
    """The herds lie as the box has them now, and so many ``cities`` has nobody won, one that is face up included."""

    cities: int = 0


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """The next player's turn, where the box keeps the money only."""


@dataclass(frozen=True, slots=True)
class CountCow(Command):
    """A cow of ``owner`` has exploded, where the box keeps the money only."""

    owner: str
    value: int


@dataclass(frozen=True, slots=True)
class CountMechanic(Command):
    """A mechanic of ``owner`` has defused a bomb, where the box keeps the money only."""

    owner: str


@dataclass(frozen=True, slots=True)
class TakeCity(Command):
    """The active player takes the city, where the box keeps the money only."""

    name: str
    points: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class CloseGame(Command):
    """The game is over, where the box keeps the money only; ``rest``: who takes what is left in the pot."""

    rest: str = ""


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Anted(Event):
    """Everybody has paid into the pot; ``again``: because it was empty."""

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
    """``index`` is the place in the herd; -1 where the box follows no herds. ``counted``: it lay there already."""

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
    """``found``: the cow that finds a bomb, in the herd of ``blast``; None: a 6, or nothing is hit."""

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
    """Somebody has used an ability, or not; ``blast`` is how the bombs lie then. Its posting is a mechanic's reward.

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
    """These cows are discarded; they are paid for next."""

    cows: tuple[Cow, ...]
    blast: Blast


@dataclass(frozen=True, slots=True)
class CowsPaid(Event):
    """``seat`` has settled its exploded cows, in this order."""

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
    """What the city says is done: whatever it held up goes on."""

    seat: str
    city: City


@dataclass(frozen=True, slots=True)
class BombsGiven(Event):
    """Bombers that have exploded give bombs to the cows beside them."""

    cows: tuple[Cow, ...]
    blast: Blast


@dataclass(frozen=True, slots=True)
class RollEnded(Event):
    """Nothing more comes of this roll."""


@dataclass(frozen=True, slots=True)
class MechanicPaid(Event):
    """A mechanic has defused a bomb, where the box keeps the money only."""

    seat: str


@dataclass(frozen=True, slots=True)
class SuddenDeathBegan(Event):
    """No city is left: who rolls in which order."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PotSettled(Event):
    """The game is decided: ``code`` says how, ``seat`` takes the rest of the pot."""

    code: str
    seat: str = ""


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
