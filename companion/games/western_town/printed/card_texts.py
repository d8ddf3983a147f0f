"""The words on the cards of our own set, and what they mean as far as the box can reckon it (rules §14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.text import Text, say
from companion.games.western_town.rulebook.effects import Effect, Offer, PerCount
from companion.games.western_town.rulebook.towns import Resource

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
EXPORTED = Resource.EXPORTED
FAMILIES = 8
"""Inhabitants for one more, on several cards"""
BY_HAND = Effect(unread=True)
"""of a card that the catalogue has not, of which it has only the name, or with words that are not ours"""
TEXTS: Mapping[str, tuple[Text, Effect]] = {
    "sale": (
        say("Then you may discard two things, Wood or Inhabitants, for 2 Gold."),
        Effect(offers=tuple(Offer({GOLD: 2}, pays) for pays in ({WOOD: 2}, {WOOD: 1, PEOPLE: 1}, {PEOPLE: 2}))),
    ),
    "marshal": (
        say(
            "You may discard 2 Gold and export one of them. Then play a purple or brown card of your table again. "
            "Then throw the Indian die."
        ),
        Effect(offers=(Offer({EXPORTED: 1}, {GOLD: 2}),), dice=1, again=("purple", "brown"), first=True),
    ),
    "export": (
        say("Discard 2 Gold and export one of them."),
        Effect(offers=(Offer({EXPORTED: 1}, {GOLD: 2}),), must=True),
    ),
    "carpenter": (
        say("Construct a building, or take 2 Wood. Then you may remove destroyed markers, 1 Wood each."),
        Effect(offers=(Offer({WOOD: 2}),), builds=True, repairs=True),
    ),
    "families": (
        say("Take 1 Inhabitant for every pink Home."),
        Effect(per=(PerCount("pink_homes", 1, PEOPLE),)),
    ),
    "pride for wood": (
        say(
            "Play a purple card of your table again, or remove a destroyed marker. "
            "Then take 1 Wood for every 8 Inhabitants."
        ),
        Effect(per=(PerCount(PEOPLE.value, FAMILIES, WOOD),), again=("purple",), repairs=True),
    ),
    "exchange": (
        say("Exchange 1 Gold for 1 Wood, or 1 Wood for 1 Gold."),
        Effect(offers=(Offer({WOOD: 1}, {GOLD: 1}), Offer({GOLD: 1}, {WOOD: 1})), must=True),
    ),
    "pride for cowboys": (
        say(
            "Play a purple card of your table again, or remove a destroyed marker. "
            "Then you may discard 1 Gold for 1 Cowboy."
        ),
        Effect(offers=(Offer({COWBOYS: 1}, {GOLD: 1}),), again=("purple",), repairs=True),
    ),
    "site": (
        say("Discard 1 Gold or Wood and construct a building."),
        Effect(offers=tuple(Offer({}, {what: 1}) for what in (GOLD, WOOD)), must=True, builds=True),
    ),
    "crew": (
        say("Discard 1 Inhabitant and 1 Gold or Wood, and construct a building."),
        Effect(offers=tuple(Offer({}, {PEOPLE: 1, what: 1}) for what in (GOLD, WOOD)), must=True, builds=True),
    ),
    "guest": (
        say("Then take 1 Gold or 1 Inhabitant."),
        Effect(offers=(Offer({GOLD: 1}), Offer({PEOPLE: 1})), must=True),
    ),
    "customers": (
        say("Then take 1 Gold for every 8 Inhabitants."),
        Effect(per=(PerCount(PEOPLE.value, FAMILIES, GOLD),)),
    ),
    "arms": (
        say("Then you may discard 1 Inhabitant and 1 Gold for 1 Cowboy, and steal a Peace pipe."),
        Effect(offers=(Offer({COWBOYS: 1}, {PEOPLE: 1, GOLD: 1}),), steals=Resource.PIPES),
    ),
    "theft": (say("Steal a Peace pipe."), Effect(steals=Resource.PIPES)),
    "bank": (
        say("Discard 1 Gold and export one from the supply."),
        Effect(offers=(Offer({EXPORTED: 1}, {GOLD: 1}),), must=True),
    ),
    "two back": (say("Look at a hand, then take up to 2 cards of your inactive pile."), Effect(back=2)),
    "guest back": (
        say("Steal 1 Inhabitant, then take 1 card of your inactive pile."),
        Effect(back=1, steals=PEOPLE),
    ),
    "one back": (say("Then take 1 card of your inactive pile."), Effect(back=1)),
}
"""By a name of ours: the words, and what they do besides what the card simply brings."""
_SAID = {str(text): (text, effect) for text, effect in TEXTS.values()}


def effect_text(text: str) -> Text:
    """Return what a card says: in the reader's language where the words are ours, as it was typed where not."""
    return _SAID[text][0] if text in _SAID else say("%(text)s", text=text)


def meaning(text: str) -> Effect:
    """Return what the words of a card do, where they are ours; texts of others are carried out by hand."""
    return replace(_SAID[text][1] if text in _SAID else BY_HAND if text else Effect(), text=text)
