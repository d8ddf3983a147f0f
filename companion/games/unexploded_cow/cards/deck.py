"""The cards of a table: those of its catalogue, or an invented deck of our own (rules §2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from companion.core.catalogue import Card, CardType, ChosenCatalogue, read_cards
from companion.core.columns import Column, ColumnKind
from companion.core.identity import identity_cache
from companion.core.text import Text, say
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK, CowCard, Deck, EventCard
from companion.games.unexploded_cow.cards.typed import HIGHEST, MAX_NAME_LENGTH
from companion.games.unexploded_cow.rulebook.cards import Ability, City, Cow

CITIES = 12
"""the number of cities in the game; a catalogue without cities does not name them (rules §1.1)"""
MAX_TEXT_LENGTH = 240
COW, EVENT, CITY = KINDS = ("cow", "event", "city")


@identity_cache(most=64)
def with_seen(deck: Deck, cows: Sequence[Cow], events: Mapping[str, int]) -> Deck:
    """Return the deck with the cards that were typed in play."""
    more = tuple(CowCard(cow.name, cow.price, cow.value, cow.abilities) for cow in cows if not deck.cow(cow.name))
    nothing = say("%(text)s", text="")
    tricks = tuple(EventCard(name, price, nothing) for name, price in events.items() if not deck.event(name))
    return replace(deck, cows=(*deck.cows, *more), events=(*deck.events, *tricks)) if more or tricks else deck


def pile_of(chosen: ChosenCatalogue | None) -> int:
    """Return how many cities there are: where they are typed as they come, as many as the game has."""
    return CITIES if is_typed(chosen) else len(deck_of(chosen).cities) or CITIES


def is_typed(chosen: ChosenCatalogue | None) -> bool:
    """Return whether the table plays with a box of the players' own, whose cards are typed as they come."""
    return chosen is not None and not chosen.name


def ability_words() -> dict[Ability, Text]:
    """Return what each ability is called."""
    return {
        Ability.SPY: say("spy"),
        Ability.MECHANIC: say("mechanic"),
        Ability.GENERAL: say("general"),
        Ability.PFC: say("PFC"),
        Ability.BOMBER: say("mad bomber"),
    }


def card_types() -> tuple[CardType, ...]:
    """Return what is typed of a card."""
    name = Column("name", say("Name"), longest=MAX_NAME_LENGTH)
    price = Column("price", say("Price"), ColumnKind.NUMBER, most=HIGHEST)
    copies = Column("copies", say("Copies"), ColumnKind.NUMBER, least=1, most=20, usual=1)
    text = Column("text", say("What it does"), longest=MAX_TEXT_LENGTH)
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
    """Return the cards that a table plays with, as far as they are known before it plays."""
    return _read(chosen.file if chosen else None)


@lru_cache(maxsize=16)
def _read(file: str | None) -> Deck:
    """Return the deck of a file, or our own; kept, because every page of a table asks for it. Raise BadRequest."""
    if file is None:
        return BUILTIN_DECK
    return from_cards(read_cards(card_types(), file)) if file else Deck((), (), (), {})


def from_cards(cards: Sequence[Card]) -> Deck:
    """Return the deck that a catalogue describes."""
    cows, events, cities = ([dict[str, Any](card.values) for card in cards if card.type == kind] for kind in KINDS)
    return Deck(
        tuple(CowCard(**{**each, "abilities": tuple(map(Ability, each["abilities"]))}) for each in cows),
        tuple(EventCard(**{**each, "text": say("%(text)s", text=each["text"])}) for each in events),
        tuple(City(each["name"], each["points"], each["amount"]) for each in cities),
        {each["name"]: say("%(text)s", text=each["text"]) for each in cities if each["text"]},
    )


def to_cards(deck: Deck) -> tuple[Card, ...]:
    """Return the deck as a catalogue."""
    cows = (Card(COW, asdict(each)) for each in deck.cows)
    events = (Card(EVENT, {**asdict(each), "text": str(each.text)}) for each in deck.events)
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
