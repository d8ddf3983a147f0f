"""The games of this box, as its first page and scripts list them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.plugin import Game
from companion.core.referee.lobby_page import level_words
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class OnShelf:
    """A game on the shelf."""

    name: str
    title: Text
    editions: tuple[tuple[str, Text], ...]
    players: dict[str, int]
    minutes: int
    needs: Text
    levels: tuple[tuple[str, Text], ...]
    bots: bool
    """whether the box can play, so that it can be tried alone"""


def on_shelf(games: tuple[Game, ...]) -> OnShelf:
    """Return the editions of a game for the shelf; shared values are taken from the first."""
    editions = tuple(game.edition for game in games)
    words = level_words(games[0])
    return OnShelf(
        games[0].name,
        games[0].title,
        tuple((edition.id, edition.title) for edition in editions),
        {"min": min(each.players[0] for each in editions), "max": max(each.players[1] for each in editions)},
        editions[0].minutes,
        editions[0].needs,
        tuple((level.value, words[level]) for level in reversed(editions[0].levels)),
        any(game.bots for game in games),
    )
