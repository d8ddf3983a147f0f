"""Compositions of the table screen: how its one subject and what stands beside it share the screen."""

from __future__ import annotations

from enum import StrEnum

from companion.core.table.table import TablePhase
from companion.core.ui.page import Place
from companion.web.view.reader import Reader


class Composition(StrEnum):
    """The layout of a table screen; the value is a CSS class of the page."""

    GATHERING = "gathering"
    """before the game: the code to scan, the game, and the seats taken"""
    BOARD = "board-beside"
    """a drawn board as tall as the screen allows, and a column with the players"""
    BESIDE = "beside"
    """another part of the game, and the same column"""
    WHOLE = "whole"
    """a part that fills the screen, and the players in a row below it"""
    VOTE = "whole voting"
    """the same during a vote, with the control for how the cards are turned over"""
    PLAYERS = "only-players"
    """the players only, in a game without a part of its own"""
    RESULT = "ending"
    """after the game: the winner, the other ranks, and how the result came about"""


def composition(reader: Reader) -> Composition:
    """Return the layout of the table screen; ``reader`` is that of the screen."""
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
