"""The cards of a table: those of its catalogue, or an invented deck of our own (rules §2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from companion.core.catalogue import Card, CardType, ChosenCatalogue, read_cards
from companion.core.columns import Column, ColumnKind
from companion.core.identity import once
from companion.core.text import Text, say
from companion.games.unexploded_cow.cards.typed import HIGHEST, LONGEST_NAME
from companion.games.unexploded_cow.rulebook.cards import Ability, City, Cow
from companion.games.unexploded_cow.rulebook.cities import alphabetical

CITIES = 12
"""so many cities has the game; a catalogue without cities does not say which (rules §1.1)"""
LONGEST_TEXT = 240
COW, EVENT, CITY = "cow", "event", "city"


@dataclass(frozen=True, slots=True)
class CowCard:
    """A cow before it is played."""

    name: str
    price: int
    value: int
    abilities: tuple[Ability, ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event; what it does is done by hand."""

    name: str
    price: int
    text: Text
    copies: int = 1


@dataclass(frozen=True)
class Deck:
    """All cards that are known; ``effects``: what stands on the city of that name, besides its amount."""

    cows: tuple[CowCard, ...]
    events: tuple[EventCard, ...]
    cities: tuple[City, ...]
    effects: dict[str, Text]

    def cow(self, name: str) -> CowCard | None:
        """The cow with this name."""
        return self._cows.get(name)

    def event(self, name: str) -> EventCard | None:
        """The event with this name."""
        return self._events.get(name)

    def city(self, name: str) -> City | None:
        """The city with this name, as people write it."""
        return next((city for city in self.cities if alphabetical(city.name) == alphabetical(name)), None)

    def effect(self, city: City) -> Text | None:
        """What the city says, besides its amount: as it was typed, or as the deck has it."""
        own = self.effects.get(city.name)
        return say("%(text)s", text=city.text) if city.text and city.text != str(own) else own

    @cached_property
    def _cows(self) -> dict[str, CowCard]:
        return {card.name: card for card in reversed(self.cows)}  # of two with one name the first

    @cached_property
    def _events(self) -> dict[str, EventCard]:
        return {card.name: card for card in reversed(self.events)}


@once(most=64)
def with_seen(deck: Deck, cows: Sequence[Cow], events: Mapping[str, int]) -> Deck:
    """The deck with the cards that were typed in play."""
    more = tuple(CowCard(cow.name, cow.price, cow.value, cow.abilities) for cow in cows if not deck.cow(cow.name))
    nothing = say("%(text)s", text="")
    tricks = tuple(EventCard(name, price, nothing) for name, price in events.items() if not deck.event(name))
    return replace(deck, cows=(*deck.cows, *more), events=(*deck.events, *tricks)) if more or tricks else deck


def pile_of(chosen: ChosenCatalogue | None) -> int:
    """How many cities there are: where they are typed as they come, as many as the game has."""
    return CITIES if is_typed(chosen) else len(deck_of(chosen).cities) or CITIES


def is_typed(chosen: ChosenCatalogue | None) -> bool:
    """Whether the table plays with a box of the players' own, whose cards are typed as they come."""
    return chosen is not None and not chosen.name


def ability_words() -> dict[Ability, Text]:
    """What each ability is called."""
    return {
        Ability.SPY: say("spy"),
        Ability.MECHANIC: say("mechanic"),
        Ability.GENERAL: say("general"),
        Ability.PFC: say("PFC"),
        Ability.BOMBER: say("bomber"),
    }


def card_types() -> tuple[CardType, ...]:
    """What is typed of a card."""
    name = Column("name", say("Name"), longest=LONGEST_NAME)
    price = Column("price", say("Price"), ColumnKind.NUMBER, most=HIGHEST)
    copies = Column("copies", say("Copies"), ColumnKind.NUMBER, least=1, most=20, usual=1)
    text = Column("text", say("What it does"), longest=LONGEST_TEXT)
    words = {ability.value: label for ability, label in ability_words().items()}
    return (
        CardType(
            COW,
            say("Cows"),
            (
                name,
                price,
                Column("value", say("Value"), ColumnKind.NUMBER, least=-HIGHEST, most=HIGHEST),
                Column("abilities", say("Abilities"), ColumnKind.SEVERAL, options=words),
                copies,
            ),
        ),
        CardType(EVENT, say("Events"), (name, price, text, copies)),
        CardType(
            CITY,
            say("Cities"),
            (
                name,
                Column("points", say("Points"), ColumnKind.NUMBER, most=HIGHEST),
                Column("amount", say("Amount on the card"), ColumnKind.NUMBER, most=HIGHEST),
                text,
            ),
        ),
    )


def deck_of(chosen: ChosenCatalogue | None) -> Deck:
    """The cards that a table plays with, as far as they are known before it plays."""
    return _read(chosen.file if chosen else None)


@lru_cache(maxsize=16)
def _read(file: str | None) -> Deck:
    """The deck of a file, or our own; kept, because every page of a table asks for it. Raises BadRequest."""
    from companion.games.unexploded_cow.cards.own_deck import OWN_DECK  # it is made of these values

    if file is None:
        return OWN_DECK
    return from_cards(read_cards(card_types(), file)) if file else Deck((), (), (), {})


def from_cards(cards: Sequence[Card]) -> Deck:
    """The deck that a catalogue describes."""
    cows = tuple(
        CowCard(
            _word(card, "name"),
            _number(card, "price"),
            _number(card, "value"),
            _abilities(card),
            _number(card, "copies"),
        )
        for card in cards
        if card.type == COW
    )
    events = tuple(
        EventCard(
            _word(card, "name"),
            _number(card, "price"),
            say("%(text)s", text=_word(card, "text")),
            _number(card, "copies"),
        )
        for card in cards
        if card.type == EVENT
    )
    found = [card for card in cards if card.type == CITY]
    cities = tuple(City(_word(card, "name"), _number(card, "points"), _number(card, "amount")) for card in found)
    effects = {_word(card, "name"): say("%(text)s", text=words) for card in found if (words := _word(card, "text"))}
    return Deck(cows, events, cities, effects)


def to_cards(deck: Deck) -> tuple[Card, ...]:
    """The deck as a catalogue."""
    cows = (
        Card(
            COW,
            {
                "name": each.name,
                "price": each.price,
                "value": each.value,
                "abilities": tuple(each.abilities),
                "copies": each.copies,
            },
        )
        for each in deck.cows
    )
    events = (
        Card(EVENT, {"name": each.name, "price": each.price, "text": str(each.text), "copies": each.copies})
        for each in deck.events
    )
    cities = (
        Card(
            CITY,
            {
                "name": each.name,
                "points": each.points,
                "amount": each.amount,
                "text": str(deck.effects.get(each.name, "")),
            },
        )
        for each in deck.cities
    )
    return (*cows, *events, *cities)


def _word(card: Card, name: str) -> str:
    return str(card.values[name])


def _number(card: Card, name: str) -> int:
    value = card.values[name]
    assert isinstance(value, int)
    return value


def _abilities(card: Card) -> tuple[Ability, ...]:
    value = card.values["abilities"]
    assert isinstance(value, tuple)
    return tuple(Ability(each) for each in value)
