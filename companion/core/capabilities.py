"""What a game may be able to do besides what every game must: a class each, inherited by the games that can.

Whoever needs one asks ``isinstance(game, WithBots)``. A method with a body is optional within its capability; the
functions at the end say what holds for a game without one, where more than one place asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from companion.core.table.table import Table
from companion.core.table.table_messages import BoardChosen


class WithBoardChoice(ABC):
    """It can be played on other boards than its own (``companion.boards.capabilities.WithBoard`` says how)."""

    @abstractmethod
    def chosen_board(self, file: str) -> BoardChosen:
        """The board of this file ("": the edition's own) becomes the table's; raises BadRequest where it cannot be."""

    @abstractmethod
    def board_name(self, table: Table) -> str:
        """What the chosen board is called; "" for the edition's own."""
