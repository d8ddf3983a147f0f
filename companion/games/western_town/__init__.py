"""Western Town: four towns, their cubes and secret cards, Indians and Lincoln's visits."""

from __future__ import annotations

from companion.core.plugin import Game

WORDS = ("lincolns?", "manitous?", "homesteads?", "inhabitants?", "lure", "marshals?", "indians?")
"""Expressions for its words, which no room that all games share may speak."""


def games() -> tuple[Game, ...]:
    """Return the only edition, for the registry."""
    from companion.games.western_town.edition_2012 import WesternTown

    return (WesternTown(),)
