"""Abilene by Roland Siegers: cattle, cowboys and bluff. One game, editions as values."""

from __future__ import annotations

from companion.core.plugin import Game


def game() -> Game:
    """The game, for the shelf."""
    from companion.games.abilene.abilene import Abilene

    return Abilene()
