"""The box as a bank for any game on the shelf: money or points, votes, bids, auctions, dice, turns."""

from __future__ import annotations

from companion.core.plugin import Game

WORDS = ("banker\\w*", "auction\\w*", "bidders?", "bidding")
"""Expressions for its words, which no room that all games share may speak."""


def games() -> tuple[Game, ...]:
    """Return the one edition: its house rules say which game a table plays."""
    from companion.games.any_game.any_game import AnyGame

    return (AnyGame(),)
