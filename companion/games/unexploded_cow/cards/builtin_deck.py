"""Decks of cards, and the built-in deck, whose names, values, events and cities were invented for this program.

It has as many cards as the game (rules §1.1), so that a table without the game can print it and play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.core.text import Text, say
from companion.games.unexploded_cow.rulebook.cards import Ability, City
from companion.games.unexploded_cow.rulebook.cities import alphabetical


@dataclass(frozen=True, slots=True)
class CowCard:
    """A kind of cow card; the deck has so many ``copies``. The cow on the table is ``rulebook.cards.Cow``."""

    name: str
    price: int
    value: int
    abilities: tuple[Ability, ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class EventCard:
    """A kind of event card; players carry its effect out by hand."""

    name: str
    price: int
    text: Text
    copies: int = 1


@dataclass(frozen=True)
class Deck:
    """All known cards; ``effects`` maps the name of a city to its text, besides the amount."""

    cows: tuple[CowCard, ...]
    events: tuple[EventCard, ...]
    cities: tuple[City, ...]
    effects: dict[str, Text]

    def cow(self, name: str) -> CowCard | None:
        """Return the cow with this name; None where it is not known."""
        return self._cows.get(name)

    def event(self, name: str) -> EventCard | None:
        """Return the event with this name; None where it is not known."""
        return self._events.get(name)

    def city(self, name: str) -> City | None:
        """Return the city with this name, whatever its capitals and accents; None where it is not known."""
        return next((city for city in self.cities if alphabetical(city.name) == alphabetical(name)), None)

    def effect(self, city: City) -> Text | None:
        """Return the text of the city, besides its amount: as it was typed, else as the deck has it."""
        of_deck = self.effects.get(city.name)
        return say("%(text)s", text=city.text) if city.text and city.text != str(of_deck) else of_deck

    @cached_property
    def _cows(self) -> dict[str, CowCard]:
        return {card.name: card for card in reversed(self.cows)}  # of two with one name the first

    @cached_property
    def _events(self) -> dict[str, EventCard]:
        return {card.name: card for card in reversed(self.events)}


SPY, MECHANIC, GENERAL, PFC, BOMBER = Ability.SPY, Ability.MECHANIC, Ability.GENERAL, Ability.PFC, Ability.BOMBER

COWS = (
    CowCard("Clover", 100, 200, copies=4),
    CowCard("Daisy Bell", 100, 300, copies=4),
    CowCard("Old Millie", 100, 400, copies=3),
    CowCard("Butterball", 200, 500, copies=3),
    CowCard("Duchess", 200, 600, copies=3),
    CowCard("Madame Pompom", 200, 700, copies=2),
    CowCard("Goldhorn", 300, 800, copies=2),
    CowCard("The Empress", 300, 1000),
    CowCard("Grumble", 100, -100, copies=3),
    CowCard("Stampy", 100, -200, copies=3),
    CowCard("Mad Maurice", 100, -300, copies=2),
    CowCard("Doctor Doom-Moo", 200, -500),
    CowCard("Agent Moo", 100, 300, (SPY,), copies=2),
    CowCard("Mata Heifer", 200, 500, (SPY,), copies=2),
    CowCard("The Whisperer", 200, -300, (SPY,), copies=2),
    CowCard("Sparky", 200, 300, (MECHANIC,), copies=3),
    CowCard("Wrench Wilma", 300, 500, (MECHANIC,), copies=2),
    CowCard("General Bluster", 200, 200, (GENERAL,), copies=3),
    CowCard("Colonel Cud", 300, 400, (GENERAL,), copies=2),
    CowCard("Eager Eddie", 100, 200, (PFC,), copies=3),
    CowCard("Private Parsley", 200, 400, (PFC,), copies=2),
    CowCard("Boom Bessie", 200, 300, (BOMBER,), copies=3),
    CowCard("Big Bertha", 300, 600, (BOMBER,), copies=2),
    CowCard("Shadow Wrench", 300, 200, (SPY, MECHANIC)),
)

ROLL_AGAIN = say("Roll the explosion die once more, now.")
"""the only text of the built-in deck that the box itself carries out"""

EVENTS = (
    EventCard("Thunder at noon", 100, ROLL_AGAIN, copies=2),
    EventCard("Market day", 100, say("Take 300 from the pot."), copies=2),
    EventCard("Broken fence", 100, say("Move one cow from any herd to an end of another."), copies=2),
    EventCard("The vet", 100, say("Take one cow out of any herd; it is discarded."), copies=2),
    EventCard("Milk tax", 200, say("Every other player gives you 100."), copies=2),
    EventCard("Free hay", 100, say("Play two more cows from your hand at no cost.")),
)

CITIES = (
    City("Bramblewick", 2),
    City("Clatterford", 5, 200),
    City("Dunmarsh", 7),
    City("Eastermere", 3, 300),
    City("Foggy Bottom", 1, 500),
    City("Gooseholm", 8),
    City("Hobbleton", 4, 200),
    City("Inkwell", 6),
    City("Juniper Cross", 9),
    City("Kettlebridge", 10),
    City("Lower Puddle", 11),
    City("Muddy Ferry", 12),
)

EFFECTS = {
    "Dunmarsh": say("Draw a card."),
    "Gooseholm": say("Look at the hand of another player."),
    "Kettlebridge": ROLL_AGAIN,
}

BUILTIN_DECK = Deck(COWS, EVENTS, CITIES, EFFECTS)
