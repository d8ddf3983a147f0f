"""What a game may be able to do besides what every game must: a class each, inherited by the games that can.

Whoever needs one asks ``isinstance(game, WithBots)``. A method with a body is optional within its capability; the
functions at the end say what holds for a game without one, where more than one place asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.catalogue import Cards, CardType
from companion.core.plugin import Game
from companion.core.table.table import Level, Table, TablePhase
from companion.core.table.table_messages import BoardChosen
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that go together, by name; what is not among them has its default.

    A rule that is words is given as a Text: it is set up in the language of whoever chooses the preset.
    """

    title: Text
    about: Text
    rules: Mapping[str, str | int | bool | Text]
    group: Text | None = None
    """what it stands under, beside those like it"""
    picture: str = ""
    """a symbol of the game"""
    asks: tuple[str, ...] = ()
    """the house rules that matter most with it, by name: they are in sight, and the others in a fold"""


class WithPresets(ABC):
    """Its house rules are set up together, in one form, from one of several shapes; the box keeps others by name."""

    called: str = ""
    """the house rule that says what an evening is called: no part of a shape, but what one's own is kept under"""

    @property
    @abstractmethod
    def presets(self) -> Sequence[Preset]:
        """The shapes that come with the game; what is kept of one's own stands beside them."""


def evening_name(game: Game, table: Table) -> str:
    """Return what the evening at this table is called, "" where it has no name."""
    return str(getattr(table.rules, game.called)) if isinstance(game, WithPresets) and game.called else ""


class WithBoardChoice(ABC):
    """It can be played on other boards than its own (``companion.boards.capabilities.WithBoard`` says how)."""

    @abstractmethod
    def chosen_board(self, file: str) -> BoardChosen:
        """The board of this file ("": the edition's own) becomes the table's; raises BadRequest where it cannot be."""

    @abstractmethod
    def board_name(self, table: Table) -> str:
        """What the chosen board is called; "" for the edition's own."""


class WithCatalogue(ABC):
    """It is played with cards that people may type themselves (``companion.core.catalogue``).

    The box keeps catalogues by name, shows and edits them on a phone, and reads and writes them as files. The table
    chooses one before it starts: ``Table.catalogue``; None is the game's own.
    """

    @property
    @abstractmethod
    def card_types(self) -> Sequence[CardType]:
        """What is asked of a card of each type."""

    @property
    @abstractmethod
    def own_cards(self) -> Cards:
        """The cards that come with the game."""

    typed_in_play: bool = False
    """whether it can be played with cards of which none is known beforehand: each is typed when it is played"""

    def asks_for_cards(self, table: Table) -> bool:
        """Whether the game has come to where it has to know its cards, though it began without."""
        return False

    def learnt(self, table: Table) -> Cards:
        """Every card that this table knows after its game, those that were typed in play included."""
        return ()

    def check_cards(self, cards: Cards) -> None:  # noqa: B027 - most games take any cards of these types
        """Passes unless these cards contradict each other, also while a list is being typed; raises BadRequest."""

    def missing_cards(self, cards: Cards) -> Sequence[Text]:
        """What a list still lacks before a table can play with it, a sentence each."""
        return ()


def cards_are_asked_for(game: Game, table: Table) -> bool:
    """Whether the table still has to say which cards lie on it: nothing invented is offered unasked.

    Where the box keeps the money only it does not matter, and its own players have no other cards than its own.
    """
    if not isinstance(game, WithCatalogue) or table.cards_said or any(seat.box for seat in table.seats):
        return False
    match table.phase:
        case TablePhase.LOBBY:
            return table.level is Level.BOARD
        case TablePhase.PLAYING:
            return game.asks_for_cards(table)
        case _:
            return False
