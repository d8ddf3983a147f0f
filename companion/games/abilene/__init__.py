"""Abilene by Roland Siegers: cattle, cowboys and bluff. One game, editions as values."""

from __future__ import annotations

from companion.core.plugin import Game


def games() -> tuple[Game, ...]:
    """The editions, for the registry."""
    from companion.games.abilene.abilene import abilene

    return abilene()
