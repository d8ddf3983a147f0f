"""The herds, the city and the bombs as phones and the table screen show them, and the form for playing a card."""

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
"""the faces of the die that find a cow"""
RECENT = 3
"""how many of the cards played last are listed first: one row of tiles"""


@dataclass(frozen=True, slots=True)
class CowShown:
    """A cow in a row. ``counts`` is the throw that would find it now, 0 for none; ``bombs`` how many lie on it."""

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
    """its place among the cows that the last throw counted, from 1; 0 if it was not counted"""


@dataclass(frozen=True, slots=True)
class HerdShown:
    """The herd of a seat, the owner's right-most cow first."""

    seat: str
    cows: tuple[CowShown, ...]
    points: int
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableShown:
    """Everything on the table. ``roller`` throws next: its herd is counted first.

    ``sudden`` is the order of seats in sudden death; ``cities_left`` are in the pile.
    """

    herds: tuple[HerdShown, ...]
    city: City | None
    effect: Text | None
    cities_left: int
    roller: str
    faces: tuple[int, ...]
    sudden: tuple[str, ...] = ()
    won: bool = False
    """whether the city has been won and its text is being carried out"""
    thrown: LastRoll | None = None
    """the last roll and its result, which the table screen shows until the next one"""


@dataclass(frozen=True, slots=True)
class CardOption:
    """A card to choose; an event has no ``value``."""

    name: str
    words: Text
    price: int
    value: int | None = None
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card that the box has dealt, and the herd that is suggested for it."""

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
    """whether cows that lie on the table are entered: they cost nothing, and a spy may belong to any player"""
    values: tuple[int, ...] = (-500, -300, -200, -100, 100, 200, 300, 400, 500, 600, 700, 800, 1_000)
    """the values on the keypad for a cow that is not listed"""
    in_hand: tuple[Dealt, ...] | None = None
    """the cards that the box has dealt to a person who plays alone; None where people hold real ones"""

    @classmethod
    def of(cls, state: State, deck: Deck, seat: str) -> PlayForm:
        """Return the form of this seat: its own herd first, the cards that were played last before the others."""
        latest = {cow.name: int(cow.id[1:]) for row in state.herds.values() for cow in row}
        recent = sorted(latest, key=lambda name: -latest[name])[:RECENT]

        def rank(card: CowCard | EventCard) -> tuple[int, str]:
            return (recent.index(card.name) if card.name in recent else RECENT, alphabetical(card.name))

        cows = tuple(
            CardOption(card.name, _cow_words(card.name, card.price, card.value), card.price, card.value, card.abilities)
            for card in sorted(deck.cows, key=rank)
        )
        events = tuple(
            CardOption(card.name, say("%(card)s, price %(price)s", card=card.name, price=Money(card.price)), card.price)
            for card in sorted(deck.events, key=rank)
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
    """Return a cow of this herd; ``throws`` maps a cow to the throw that would find it."""
    words = ability_words()
    blast, bombs = state.blast, 0
    counted_cows: tuple[str, ...] = ()
    if blast:
        bombs = sum(bomb.cow == cow.id for bomb in blast.bombs) + blast.holders.count(cow.id)
        if state.thrown and blast.bombs and blast.bombs[0].cow in state.thrown.way:
            counted_cows = state.thrown.way
    return CowShown(
        id=cow.id,
        name=cow.name,
        value=cow.value,
        owner=cow.owner,
        spy=cow.owner != herd or cow.can(Ability.SPY),
        abilities=cow.abilities,
        words=tuple(words[ability] for ability in cow.abilities),
        counts=0 if blast else throws.get(cow.id, 0),
        bombs=bombs,
        way=counted_cows.index(cow.id) + 1 if cow.id in counted_cows else 0,
    )


def _cow_words(name: str, price: int, value: int) -> Text:
    return say("%(card)s, price %(price)s, value %(value)s", card=name, price=Money(price), value=Money(value))


@dataclass(frozen=True, slots=True)
class ExplodedCows:
    """The exploded cows of one owner, whose payment that player puts in order; the right-most first."""

    cows: tuple[Cow, ...]


def order_part(cows: tuple[Cow, ...]) -> Part:
    """Return the part of their owner's page for putting these cows in order."""
    return Part("order", Place.PRIVATE, ExplodedCows(cows))
