"""Herds as rows, the city, the bombs: what phones and the table screen show below what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.text import Money, Text, say
from companion.core.ui.page import Part, Place
from companion.games.unexploded_cow.cards.builtin_deck import CowCard, Deck, EventCard
from companion.games.unexploded_cow.cards.deck import ability_words
from companion.games.unexploded_cow.rulebook.cards import Ability, City, Cow
from companion.games.unexploded_cow.rulebook.cities import alphabetical, points
from companion.games.unexploded_cow.rulebook.herds import counted
from companion.games.unexploded_cow.state import LastRoll, State

DIE_FACES = 5
"""the number of cows that a throw can find"""
RECENT = 3
"""cards on the table that are listed first: one row of tiles"""


@dataclass(frozen=True, slots=True)
class CowShown:
    """A cow in a row. ``counts``: the throw that finds it now, 0 for none. ``bombs`` lie on it."""

    id: str
    name: str
    value: int
    owner: str
    spy: bool
    abilities: tuple[Ability, ...]
    words: tuple[Text, ...]
    counts: int
    bombs: int
    way: int
    """its place among the cows that the die counted up to the bomb; 0: none of them"""


@dataclass(frozen=True, slots=True)
class HerdShown:
    """The herd of a seat, the owner's right-most cow first."""

    seat: str
    cows: tuple[CowShown, ...]
    points: int
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableShown:
    """Everything on the table. ``roller`` throws next, and ``counts`` of the cows begins there.

    ``sudden``: the order of sudden death; ``cities_left`` in the pile.
    """

    herds: tuple[HerdShown, ...]
    city: City | None
    effect: Text | None
    cities_left: int
    roller: str
    faces: tuple[int, ...]
    sudden: tuple[str, ...] = ()
    won: bool = False
    """the city is won, and what it says is being done"""
    thrown: LastRoll | None = None
    """the last roll and what came of it, from which a turn is read on the table screen until the next one"""


@dataclass(frozen=True, slots=True)
class CardOption:
    """A card to choose; ``value`` None: an event."""

    name: str
    words: Text
    price: int
    value: int | None = None
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card that the box has dealt, and the herd that it suits."""

    card: CowCard
    into: str


@dataclass(frozen=True, slots=True)
class PlayForm:
    """The form with which the active player plays cards and rearranges the herd."""

    seat: str
    cows: tuple[CardOption, ...]
    events: tuple[CardOption, ...]
    rows: tuple[HerdShown, ...]
    abilities: tuple[tuple[str, Text], ...]
    counting: bool = False
    """the cow lies there already: it costs nothing, and a spy may be anybody's"""
    values: tuple[int, ...] = (-500, -300, -200, -100, 100, 200, 300, 400, 500, 600, 700, 800, 1_000)
    """those that a pad offers"""
    in_hand: tuple[Dealt, ...] | None = None
    """the cards that the box has dealt, where the game is tried alone; None where people hold real ones"""

    @classmethod
    def of(cls, state: State, deck: Deck, seat: str) -> PlayForm:
        """Return the form of this seat, its own herd first; of the cards those that were played last, then by name."""
        latest = {cow.name: int(cow.id[1:]) for row in state.herds.values() for cow in row}
        recent = sorted(latest, key=lambda name: -latest[name])[:RECENT]

        def place(card: CowCard | EventCard) -> tuple[int, str]:
            return (recent.index(card.name) if card.name in recent else RECENT, alphabetical(card.name))

        cows = tuple(
            CardOption(card.name, _cow_words(card.name, card.price, card.value), card.price, card.value, card.abilities)
            for card in sorted(deck.cows, key=place)
        )
        events = tuple(
            CardOption(card.name, say("%(card)s, price %(price)s", card=card.name, price=Money(card.price)), card.price)
            for card in sorted(deck.events, key=place)
        )
        at = state.seats.index(seat)
        order = tuple(each for each in (*state.seats[at:], *state.seats[:at]) if each not in state.left)
        abilities = tuple((ability.value, words) for ability, words in ability_words().items())
        return cls(seat, cows, events, tuple(_herd(state, each, {}) for each in order), abilities)

    @property
    def reader_herd(self) -> HerdShown:
        """Return the herd of the seat that reads the page."""
        return self.rows[0]


def table_part(state: State, deck: Deck) -> Part:
    """Return the herds of everybody, clockwise from the first player."""
    roller = state.roll.roller if state.roll else state.turn.active
    throws = {cow.id: at for at, cow in enumerate(counted(state.seats, state.herds, roller)[:DIE_FACES], 1)}
    city = state.carrying.city if state.carrying else state.city
    shown = TableShown(
        herds=tuple(_herd(state, seat, throws) for seat in state.seats),
        city=city,
        effect=deck.effect(city) if city else None,
        cities_left=state.cities_left,
        roller=roller,
        faces=state.roll.faces if state.roll else (),
        sudden=state.sudden.order if state.sudden else (),
        won=state.carrying is not None,
        thrown=state.thrown,
    )
    return Part("herds", Place.STAGE, shown)


def _herd(state: State, seat: str, throws: Mapping[str, int]) -> HerdShown:
    won = state.won.get(seat, ())
    cows = tuple(_cow(state, cow, seat, throws) for cow in state.herds.get(seat, ()))
    return HerdShown(seat, cows, points(won), tuple(city.name for city in won))


def _cow(state: State, cow: Cow, herd: str, throws: Mapping[str, int]) -> CowShown:
    words = ability_words()
    blast = state.blast
    way = state.thrown.way if state.thrown and blast and blast.bombs and blast.bombs[0].cow in state.thrown.way else ()
    bombs = sum(bomb.cow == cow.id for bomb in blast.bombs) + blast.holders.count(cow.id) if blast else 0
    return CowShown(
        cow.id,
        cow.name,
        cow.value,
        cow.owner,
        cow.owner != herd or cow.can(Ability.SPY),
        cow.abilities,
        tuple(words[ability] for ability in cow.abilities),
        0 if blast else throws.get(cow.id, 0),
        bombs,
        way.index(cow.id) + 1 if cow.id in way else 0,
    )


def _cow_words(name: str, price: int, value: int) -> Text:
    return say("%(card)s, price %(price)s, value %(value)s", card=name, price=Money(price), value=Money(value))


@dataclass(frozen=True, slots=True)
class ExplodedCows:
    """The cows of one owner, the right-most first."""

    cows: tuple[Cow, ...]


def order_part(cows: tuple[Cow, ...]) -> Part:
    """Return what the phone of their owner shows."""
    return Part("order", Place.PRIVATE, ExplodedCows(cows))
