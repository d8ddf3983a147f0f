"""What the words on the cards of our own set mean, as far as the box can reckon it (rules §14)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.western_town.rulebook.effects import Effect, Offer, PerCount
from companion.games.western_town.rulebook.towns import Resource

GOLD, WOOD, PEOPLE, COWBOYS = Resource.GOLD, Resource.WOOD, Resource.INHABITANTS, Resource.COWBOYS
EXPORTED = Resource.EXPORTED
FAMILIES = 8
"""Inhabitants for one more, on several cards"""

UNDERSTOOD: Mapping[str, Effect] = {
    "Then you may discard two things, Wood or Inhabitants, for 2 Gold.": Effect(
        offers=tuple(Offer({GOLD: 2}, pays) for pays in ({WOOD: 2}, {WOOD: 1, PEOPLE: 1}, {PEOPLE: 2}))
    ),
    "You may discard 2 Gold and export one of them. "
    "Then play a purple or brown card of your table again. Then throw the Indian die.": Effect(
        offers=(Offer({EXPORTED: 1}, {GOLD: 2}),), dice=1, by_hand=True, again=("purple", "brown")
    ),
    "Discard 2 Gold and export one of them.": Effect(offers=(Offer({EXPORTED: 1}, {GOLD: 2}),), must=True),
    "Construct a building, or take 2 Wood. Then you may remove destroyed markers, 1 Wood each.": Effect(
        offers=(Offer({WOOD: 2}),), by_hand=True, builds=True
    ),
    "Take 1 Inhabitant for every pink Home.": Effect(per=(PerCount("pink_homes", 1, PEOPLE),)),
    "Play a purple card of your table again, or remove a destroyed marker. "
    "Then take 1 Wood for every 8 Inhabitants.": Effect(
        per=(PerCount(PEOPLE.value, FAMILIES, WOOD),), by_hand=True, again=("purple",)
    ),
    "Exchange 1 Gold for 1 Wood, or 1 Wood for 1 Gold.": Effect(
        offers=(Offer({WOOD: 1}, {GOLD: 1}), Offer({GOLD: 1}, {WOOD: 1})), must=True
    ),
    "Play a purple card of your table again, or remove a destroyed marker. "
    "Then you may discard 1 Gold for 1 Cowboy.": Effect(
        offers=(Offer({COWBOYS: 1}, {GOLD: 1}),), by_hand=True, again=("purple",)
    ),
    "Discard 1 Gold or Wood and construct a building.": Effect(
        offers=tuple(Offer({}, {what: 1}) for what in (GOLD, WOOD)), must=True, by_hand=True, builds=True
    ),
    "Discard 1 Inhabitant and 1 Gold or Wood, and construct a building.": Effect(
        offers=tuple(Offer({}, {PEOPLE: 1, what: 1}) for what in (GOLD, WOOD)), must=True, by_hand=True, builds=True
    ),
    "Then take 1 Gold or 1 Inhabitant.": Effect(offers=(Offer({GOLD: 1}), Offer({PEOPLE: 1})), must=True),
    "Then take 1 Gold for every 8 Inhabitants.": Effect(per=(PerCount(PEOPLE.value, FAMILIES, GOLD),)),
    "Then you may discard 1 Inhabitant and 1 Gold for 1 Cowboy, and steal a Peace pipe.": Effect(
        offers=(Offer({COWBOYS: 1}, {PEOPLE: 1, GOLD: 1}),), by_hand=True
    ),
    "Steal a Peace pipe.": Effect(by_hand=True, steals=Resource.PIPES),
    "Discard 1 Gold and export one from the supply.": Effect(offers=(Offer({EXPORTED: 1}, {GOLD: 1}),), must=True),
    "Look at a hand, then take up to 2 cards of your inactive pile.": Effect(back=2),
    "Steal 1 Inhabitant, then take 1 card of your inactive pile.": Effect(back=1, by_hand=True, steals=PEOPLE),
    "Then take 1 card of your inactive pile.": Effect(back=1),
}
"""Words of a card -> what it does besides what it simply brings."""
