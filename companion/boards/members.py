"""Optional members of ``Game`` for boards and cameras, as in ``companion.core.members``.

The defaults of a game without one are in ``companion.boards.lookups``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.board_file import from_text, to_text
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.errors import BadRequest
from companion.core.messages import Command
from companion.core.table.events import BoardChosen
from companion.core.table.table import Table
from companion.core.text import Text, say
from companion.core.ui.board_page import Arranging, BoardTerms
from companion.core.ui.choice import Choice

NO_TERMS = BoardTerms()
NO_FIGURE_RULES = FigureRules()


def _refuse_board(layout: Layout) -> None:
    raise BadRequest(say("This game cannot be played that way."))


def _no_figures() -> Mapping[str, Text]:
    return {}


def _no_targets(layout: Layout, figure: str, cell: str, steps: int) -> Mapping[str, Text]:
    return {}


def _no_arranging(table: Table, seat: str, proposal: Command | Observation | None) -> Arranging | None:
    return None


def _no_judgement(table: Table, observation: Observation) -> Judgement | None:
    return None


def _no_owners(table: Table) -> Mapping[str, str]:
    return {}


def _no_words(table: Table) -> Mapping[str, str]:
    return {}


def _no_sticker(table: Table, seat: str, code: str) -> Choice | None:
    return None


def _no_umpire(regions: Sequence[str], layout: Layout | None) -> Umpire | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRules:
    """The board that a game is played on, and what can be done on it."""

    layout: Callable[[], Layout]
    """the edition's own board; ``at`` is what a table plays on"""
    terms: BoardTerms = NO_TERMS
    """the words for the things on it"""
    check: Callable[[Layout], None] = _refuse_board
    """(layout): check that the edition can be played on this board, too; raise BadRequest with what it lacks"""
    figures: Callable[[], Mapping[str, Text]] = _no_figures
    """figures that can be tried out on a board: what ``try_move`` calls each -> what people call it"""
    try_move: Callable[[Layout, str, str, int], Mapping[str, Text]] = _no_targets
    """(layout, figure, cell, steps): where a figure that stands alone on ``cell`` could go with one die of ``steps``
    -> what happens there; raise BadRequest for an unknown figure or cell"""
    arranging: Callable[[Table, str, Command | Observation | None], Arranging | None] = _no_arranging
    """(table, seat, proposal): how this seat can set up the board by hand, beginning with the proposal (a motion's, a
    camera's) if there is one.

    None where the table follows no board, and then ``Page.arranging`` is none, either. Raise BadRequest for a
    proposal that cannot be."""

    def at(self, table: Table) -> Layout:
        """Return the board that this table plays on: the one chosen at set-up, else the edition's own."""
        return from_text(table.board) if table.board else self.layout()

    def chosen(self, file: str) -> BoardChosen:
        """Return the choice of this file's board ("": the edition's own). Raise BadRequest where it is unfit."""
        layout = from_text(file) if file else None
        if layout:
            self.check(layout)
        return BoardChosen(layout.name if layout else "", to_text(layout) if layout else "")

    def name(self, table: Table) -> str:
        """Return what the board is called that this table has chosen; "" for the edition's own."""
        return from_text(table.board).name if table.board else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """The setup of a game that a camera can watch: a board (``CameraRules``), or printed markers (``MarkerRules``)."""

    expected: Callable[[Table], Observation | None]
    """(table): what a faultless camera would see now (before the game: its start); None when nobody follows the
    figures"""
    judge: Callable[[Table, Observation], Judgement | None] = _no_judgement
    """(table, observation): the judgement by the rules; None when nobody follows the figures, or nobody can say"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraRules(Watched):
    """The facts and questions of a game for a camera above its board."""

    initial: Callable[[Sequence[str], Layout | None], Observation]
    """(regions, layout): what a faultless camera sees before the first move, the figures of ``regions`` in their
    places, on the edition's own board, or on ``layout``; raise BadRequest for a region that the board has not"""
    owners: Callable[[Table], Mapping[str, str]] = _no_owners
    """(table): whose figures a camera sees: their kind, as observations say it -> seat; kinds that belong to nobody
    are left out"""
    figures: FigureRules = NO_FIGURE_RULES
    """facts of the figures for a camera: their places off the cells, the ones that show stickers"""
    sticker_choice: Callable[[Table, str, str], Choice | None] = _no_sticker
    """(table, seat, code): what this seat does by turning over the sticker with this code (or marker number); None:
    nothing now"""
    umpire: Callable[[Sequence[str], Layout | None], Umpire | None] = _no_umpire
    """(regions, layout): the judge of pictures of a game without its table, from its start on, if there is one"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerRules(Watched):
    """The facts of a game for a camera above a table without a board: which printed markers lie there."""

    on_table: Callable[[Table], MarkedTable | None]
    """(table): which markers lie on this table, and what they are; None where it has none: then no camera is offered.

    It is asked several times a second, and the camera begins anew whenever it is another value."""
    words: Callable[[Table], Mapping[str, str]] = _no_words
    """(table): what people call the rows and the kinds of pieces, for pictures and lists: in the language of the
    cards"""
