"""Lookups of a game's board, camera and markers, with defaults for a game that has none."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.marked_table import MarkedTable
from companion.boards.members import NO_FIGURE_RULES, NO_TERMS, Watched
from companion.boards.observation import Observation
from companion.core.plugin import Game
from companion.core.table.table import Table
from companion.core.ui.board_page import BoardTerms
from companion.core.ui.choice import Choice


def watched(game: Game) -> Watched | None:
    """Return what a camera needs that watches the game, by its board or by markers; None where none can."""
    return game.camera or game.markers


def board_of(game: Game, table: Table) -> Layout | None:
    """Return the board that this table plays on; None where it has none."""
    return game.board.at(table) if game.board else None


def terms_of(game: Game) -> BoardTerms:
    """Return what people call the things on the board."""
    return game.board.terms if game.board else NO_TERMS


def expected_at(game: Game, table: Table) -> Observation | None:
    """Return what a faultless camera would see now; None where no camera can follow the game."""
    return watch.expected(table) if (watch := watched(game)) else None


def marked_table_of(game: Game, table: Table) -> MarkedTable | None:
    """Return the printed markers that a camera finds its way by at this table; None where there are none."""
    return game.markers.on_table(table) if game.markers else None


def marked_words_of(game: Game, table: Table) -> Mapping[str, str]:
    """Return what people call rows and pieces with printed markers."""
    return game.markers.words(table) if game.markers else {}


def can_be_watched(game: Game, table: Table) -> bool:
    """Return whether a camera is offered at this table: it has a board that cameras know, or printed markers."""
    return game.camera is not None or marked_table_of(game, table) is not None


def owners_of(game: Game, table: Table) -> Mapping[str, str]:
    """Return whose figures a camera sees, by their kind."""
    return game.camera.owners(table) if game.camera else {}


def figure_rules_of(game: Game) -> FigureRules:
    """Return what a camera is told of the figures; nothing for games that no camera can watch."""
    return game.camera.figures if game.camera else NO_FIGURE_RULES


def sticker_choice(game: Game, table: Table, seat: str, code: str) -> Choice | None:
    """Return what this seat does by turning over the sticker with this code; None: nothing now."""
    return game.camera.sticker_choice(table, seat, code) if game.camera else None
