"""Abilene by Roland Siegers: cattle, cowboys and bluff. Each edition has a folder; ``common`` is for both."""

from __future__ import annotations

from companion.core.plugin import Game

WORDS = (
    *("abilene", "cows?", "cowboys?", "cattle", "steers", "herds?", "corral", "jail", "prairie"),
    *("ranch", "ranches", "brands?", "branded", "rustl\\w*", "fever\\w*", "stolen", "annie", "buck"),
)
"""Expressions for its words, which no room that all games share may speak."""


def games() -> tuple[Game, ...]:
    """Return the editions, for the registry; the usual one first."""
    from companion.games.abilene.edition_1983.abilene_1983 import Abilene1983
    from companion.games.abilene.edition_1993.abilene_1993 import Abilene1993

    return (Abilene1993(), Abilene1983())
