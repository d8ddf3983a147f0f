"""Compositions of the table screen: how its one subject and what stands beside it share the screen."""

from __future__ import annotations

from enum import StrEnum

from companion.core.table.table import TablePhase
from companion.core.ui.page import Place
from companion.web.view.reader import Reader


class Composition(StrEnum):
    """The layout of a table screen; a class of its page."""

    GATHERING = "gathering"
    """before the game: the code to scan, the game, and who has sat down"""
    BOARD = "board-beside"
    """a drawn board as tall as the screen allows, and a column with the players"""
    BESIDE = "beside"
    """something else that the game shows, and the same column"""
    WHOLE = "whole"
    """a part that all look at, or that has every player in it, across the screen; the rest in a row at its foot"""
    VOTE = "whole voting"
    """the same while a vote is on: somebody stands at the screen and may set how the cards turn over"""
    PLAYERS = "only-players"
    """a game with nothing of its own to show: the players across the screen"""
    RESULT = "ending"
    """the winner, the other places, and how it came about"""


def composition(reader: Reader) -> Composition:
    """Return how the table screen is laid out, whose reader this is."""
    page, parts = reader.page, reader.parts(Place.STAGE)
    match reader.moment.phase:
        case TablePhase.LOBBY:
            return Composition.GATHERING
        case TablePhase.OVER:
            return Composition.RESULT
        case _ if page.ballot:
            return Composition.VOTE
        case _ if any(part.whole for part in parts):
            return Composition.WHOLE
        case _ if page.board:
            return Composition.BOARD
        case _:
            return Composition.BESIDE if parts else Composition.PLAYERS
