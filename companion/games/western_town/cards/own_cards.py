"""The cards of our own set: what is known of their effects (rules §14), and what we have invented."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.core.text import Text, say

Row = Mapping[str, str]
"""what is typed of one, by column"""

CARDS: tuple[Row, ...] = (
    {
        "name": "gold mine",
        "pile": "cactus",
        "strip": "brown",
        "gain": "lure gold",
        "play": "gold",
        "play_text": "Then you may discard two things, Wood or Inhabitants, for 2 Gold.",
        "exploit": "gold",
    },
    {
        "name": "marshal",
        "pile": "cactus",
        "gain": "gold",
        "play_text": "You may discard 2 Gold and export one of them. "
        "Then play a purple or brown card of your table again. Then throw the Indian die.",
        "exploit_needs": "2 gold",
        "exploit_text": "Discard 2 Gold and export one of them.",
    },
    {
        "name": "carpenter",
        "pile": "cactus",
        "strip": "purple",
        "gain": "wood",
        "play_text": "Construct a building, or take 2 Wood. Then you may remove destroyed markers, 1 Wood each.",
        "exploit_needs": "inhabitants",
        "exploit_text": "Discard 1 Inhabitant and 1 Gold or Wood, and construct a building.",
    },
    {
        "name": "homestead",
        "pile": "cactus",
        "strip": "brown",
        "gain": "lure inhabitants",
        "play_text": "Take 1 Inhabitant for every pink Home.",
        "exploit_needs": "3 pink_homes",
        "exploit": "2 inhabitants",
    },
    {
        "name": "civic pride 1",
        "building": "civic pride",
        "pile": "cactus",
        "gain": "lure",
        "play_text": "Play a purple card of your table again, or remove a destroyed marker. "
        "Then take 1 Wood for every 8 Inhabitants.",
        "exploit_text": "Exchange 1 Gold for 1 Wood, or 1 Wood for 1 Gold.",
    },
    {
        "name": "civic pride 2",
        "building": "civic pride",
        "pile": "cactus",
        "gain": "lure",
        "play_text": "Play a purple card of your table again, or remove a destroyed marker. "
        "Then you may discard 1 Gold for 1 Cowboy.",
        "exploit_text": "Discard 1 Gold or Wood and construct a building.",
    },
    {
        "name": "homestead 2",
        "building": "homestead",
        "pile": "homestead",
        "strip": "brown",
        "gain": "lure inhabitants",
        "play_text": "Take 1 Inhabitant for every pink Home.",
        "exploit_needs": "3 pink_homes",
        "exploit": "2 inhabitants",
    },
    {
        "name": "carpenter 2",
        "building": "carpenter",
        "strip": "purple",
        "gain": "wood",
        "play_text": "Construct a building, or take 2 Wood. Then you may remove destroyed markers, 1 Wood each.",
        "exploit_needs": "inhabitants",
        "exploit_text": "Discard 1 Inhabitant and 1 Gold or Wood, and construct a building.",
    },
    {
        "name": "saloon",
        "strip": "brown",
        "gain": "lure gold",
        "play": "lure inhabitants",
        "play_text": "Then take 1 Gold or 1 Inhabitant.",
        "exploit": "inhabitants",
    },
    {
        "name": "general store",
        "strip": "purple",
        "gain": "gold",
        "play": "gold",
        "play_text": "Then take 1 Gold for every 8 Inhabitants.",
        "exploit": "gold",
    },
    {"name": "barber", "strip": "brown", "gain": "lure wood/gold", "play": "2 lure", "exploit": "lure"},
    {
        "name": "gunsmith",
        "strip": "brown",
        "gain": "cowboys",
        "play": "cowboys",
        "play_text": "Then you may discard 1 Inhabitant and 1 Gold for 1 Cowboy, and steal a Peace pipe.",
        "exploit_text": "Steal a Peace pipe.",
    },
    {
        "name": "bank",
        "pile": "orange",
        "strip": "purple",
        "gain": "gold",
        "play": "2 gold",
        "exploit_needs": "gold",
        "exploit_text": "Discard 1 Gold and export one from the supply.",
    },
    {
        "name": "warehouse",
        "pile": "orange",
        "strip": "purple",
        "gain": "wood",
        "play": "wood gold",
        "exploit": "wood",
    },
    {
        "name": "hotel",
        "pile": "orange",
        "strip": "brown",
        "gain": "inhabitants gold",
        "play_needs": "6 inhabitants",
        "play_text": "Look at a hand, then take up to 2 cards of your inactive pile.",
        "exploit_text": "Steal 1 Inhabitant, then take 1 card of your inactive pile.",
    },
    {
        "name": "stage station",
        "pile": "orange",
        "strip": "brown",
        "gain": "inhabitants",
        "play": "3 inhabitants",
        "exploit": "inhabitants",
    },
    {
        "name": "telegraph office",
        "pile": "orange",
        "strip": "purple",
        "gain": "lure",
        "play": "lure",
        "play_text": "Then take 1 card of your inactive pile.",
        "exploit": "lure",
    },
    {
        "name": "stable",
        "pile": "orange",
        "strip": "brown",
        "gain": "cowboys",
        "play": "2 cowboys",
        "exploit": "cowboys",
    },
    {"name": "sawmill", "pile": "orange", "strip": "purple", "gain": "wood", "play": "2 wood", "exploit": "wood"},
    {
        "name": "newspaper",
        "pile": "orange",
        "strip": "brown",
        "gain": "lure inhabitants",
        "play": "2 lure",
        "exploit_needs": "lure",
        "exploit": "inhabitants",
    },
    {"name": "blacksmith", "pile": "green", "strip": "green", "gain": "cowboys"},
    {"name": "church", "pile": "green", "strip": "green", "gain": "2 lure"},
    {"name": "schoolhouse", "pile": "green", "strip": "green", "gain": "2 inhabitants"},
    {"name": "watchtower", "pile": "green", "strip": "green", "gain": "lure cowboys"},
)


def effect_text(text: str) -> Text:
    """What a card says: in the reader's language where the words are ours, as it was typed where not."""
    return _own_texts().get(text) or say("%(text)s", text=text)


@lru_cache(maxsize=1)
def _own_texts() -> Mapping[str, Text]:
    ours = (
        say("Then you may discard two things, Wood or Inhabitants, for 2 Gold."),
        say(
            "You may discard 2 Gold and export one of them. Then play a purple or brown card of your table again. "
            "Then throw the Indian die."
        ),
        say("Discard 2 Gold and export one of them."),
        say("Construct a building, or take 2 Wood. Then you may remove destroyed markers, 1 Wood each."),
        say("Take 1 Inhabitant for every pink Home."),
        say(
            "Play a purple card of your table again, or remove a destroyed marker. "
            "Then take 1 Wood for every 8 Inhabitants."
        ),
        say("Exchange 1 Gold for 1 Wood, or 1 Wood for 1 Gold."),
        say(
            "Play a purple card of your table again, or remove a destroyed marker. "
            "Then you may discard 1 Gold for 1 Cowboy."
        ),
        say("Discard 1 Gold or Wood and construct a building."),
        say("Discard 1 Inhabitant and 1 Gold or Wood, and construct a building."),
        say("Then take 1 Gold or 1 Inhabitant."),
        say("Then take 1 Gold for every 8 Inhabitants."),
        say("Then you may discard 1 Inhabitant and 1 Gold for 1 Cowboy, and steal a Peace pipe."),
        say("Steal a Peace pipe."),
        say("Discard 1 Gold and export one from the supply."),
        say("Look at a hand, then take up to 2 cards of your inactive pile."),
        say("Steal 1 Inhabitant, then take 1 card of your inactive pile."),
        say("Then take 1 card of your inactive pile."),
    )
    return {str(text): text for text in ours}
