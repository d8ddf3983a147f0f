"""Unexploded Cow (Cheapass Games): cows, bombs and a pot that somebody always wins. A game without a board."""

from __future__ import annotations

from companion.core.plugin import Game

WORDS = (
    *("unexploded", "pfcs?", "spy", "bombers?", "mechanics?", "generals?", "sudden", "ante", "anted"),
    *("defuse[sd]?", "clatterford"),
)
"""Expressions for its words, which no room that all games share may speak."""


def games() -> tuple[Game, ...]:
    """Return the editions, for the registry."""
    from companion.games.unexploded_cow.edition_2011 import UnexplodedCow

    return (UnexplodedCow(),)
