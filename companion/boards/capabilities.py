"""What a game with a board, and one that a camera can watch, offer to the table (see ``core.capabilities``)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from companion.boards.board_file import from_text, to_text
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Umpire
from companion.core.capabilities import WithBoardChoice
from companion.core.errors import BadRequest
from companion.core.messages import Command
from companion.core.plugin import Game
from companion.core.table.table import Table
from companion.core.table.table_messages import BoardChosen
from companion.core.text import Text, say
from companion.core.ui.board_page import Arranging, BoardTerms
from companion.core.ui.choice import Choice


class WithBoard(WithBoardChoice):
    """It is played on a board."""

    board_terms = BoardTerms()
    """what people call the things on it"""

    @abstractmethod
    def layout(self) -> Layout:
        """The edition's own board; ``board_of`` is what a table plays on."""

    def check_board(self, layout: Layout) -> None:
        """Passes when the edition can be played on another board; raises BadRequest with what it lacks."""
        raise BadRequest(say("This game cannot be played that way."))

    def try_figures(self) -> Mapping[str, Text]:
        """Figures that can be tried out on a board: what ``try_move`` calls each -> what people call it."""
        return {}

    def try_move(self, layout: Layout, figure: str, cell: str, steps: int) -> Mapping[str, Text]:
        """Where a figure that stands alone on ``cell`` could go with one die of ``steps`` -> what happens there.

        Raises BadRequest for a figure or a cell that there is not.
        """
        return {}

    def arranging(self, table: Table, seat: str, proposal: Command | Observation | None = None) -> Arranging | None:
        """How this seat can set up the board by hand, beginning with ``proposal`` (a motion's, a camera's) if given.

        None where the table follows no board, and then ``Page.arranging`` is none, either. Raises BadRequest for a
        proposal that cannot be.
        """
        return None

    def chosen_board(self, file: str) -> BoardChosen:
        layout = from_text(file) if file else None
        if layout:
            self.check_board(layout)
        return BoardChosen(layout.name if layout else "", to_text(layout) if layout else "")

    def board_name(self, table: Table) -> str:
        return from_text(table.board).name if table.board else ""


class Watched(ABC):
    """A camera can watch it: its board (``WithCamera``), or printed markers on the table (``WithMarkers``)."""

    @abstractmethod
    def expected_observation(self, table: Table) -> Observation | None:
        """What a faultless camera would see now (before the game: its start); None when nobody follows the figures."""

    def judge(self, table: Table, observation: Observation) -> Judgement | None:
        """The judgement of an observation by the rules; None when nobody follows the figures, or nobody can say."""
        return None


class WithMarkers(Watched):
    """A camera can watch it by printed markers, without a board."""

    @abstractmethod
    def marked_table(self, table: Table) -> MarkedTable | None:
        """Which markers lie on this table, and what they are; None where it has none: then no camera is offered.

        It is asked several times a second, and the camera begins anew whenever it is another value.
        """

    def marked_words(self, table: Table) -> Mapping[str, str]:
        """What people call the rows and the kinds of pieces, for pictures and lists: in the language of the cards."""
        return {}


class WithCamera(Watched):
    """A camera can watch its board."""

    @abstractmethod
    def initial_observation(self, regions: Sequence[str], layout: Layout | None = None) -> Observation:
        """What a faultless camera sees before the first move, the figures of ``regions`` in their places.

        On the edition's own board, or on ``layout``. Raises BadRequest for a region that the board has not.
        """

    def colour_owners(self, table: Table) -> Mapping[str, str]:
        """Whose figures a camera sees: their kind, as observations say it -> seat. Kinds of nobody are not there."""
        return {}

    def figure_rules(self) -> FigureRules:
        """What a camera is told of the figures: where they may stand off the cells, which ones show stickers."""
        return FigureRules()

    def sticker_choice(self, table: Table, seat: str, code: str) -> Choice | None:
        """What this seat does by turning over the sticker with this code (or marker number); None: nothing now."""
        return None

    def umpire(self, regions: Sequence[str], layout: Layout | None = None) -> Umpire | None:
        """Somebody who judges pictures of a game without its table, from its start on; None where there is none."""
        return None


def board_of(game: Game, table: Table) -> Layout | None:
    """The board that this table plays on: the one chosen at set-up, else the edition's own."""
    if table.board:
        return from_text(table.board)
    return game.layout() if isinstance(game, WithBoard) else None


def terms_of(game: Game) -> BoardTerms:
    """What people call the things on the board."""
    return game.board_terms if isinstance(game, WithBoard) else BoardTerms()


def expected_at(game: Game, table: Table) -> Observation | None:
    """What a faultless camera would see now; None where no camera can follow the game."""
    return game.expected_observation(table) if isinstance(game, Watched) else None


def marked_table_of(game: Game, table: Table) -> MarkedTable | None:
    """The printed markers that a camera finds its way by at this table; None where there are none."""
    return game.marked_table(table) if isinstance(game, WithMarkers) else None


def marked_words_of(game: Game, table: Table) -> Mapping[str, str]:
    """What people call rows and pieces with printed markers."""
    return game.marked_words(table) if isinstance(game, WithMarkers) else {}


def can_be_watched(game: Game, table: Table) -> bool:
    """Whether a camera is offered at this table: it has a board that cameras know, or printed markers."""
    return isinstance(game, WithCamera) or marked_table_of(game, table) is not None


def owners_of(game: Game, table: Table) -> Mapping[str, str]:
    """Whose figures a camera sees, by their kind."""
    return game.colour_owners(table) if isinstance(game, WithCamera) else {}


def figure_rules_of(game: Game) -> FigureRules:
    """What a camera is told of the figures; nothing for games that no camera can watch."""
    return game.figure_rules() if isinstance(game, WithCamera) else FigureRules()


def sticker_choice(game: Game, table: Table, seat: str, code: str) -> Choice | None:
    """What this seat does by turning over the sticker with this code; None: nothing now."""
    return game.sticker_choice(table, seat, code) if isinstance(game, WithCamera) else None
