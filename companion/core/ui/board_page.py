"""The board on a screen: its figures, what can be tapped on it, and how figures are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a cell: ``kind`` names its drawing, ``seat`` its owner (None: it is nobody's)."""

    kind: str
    seat: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class BoardTerms:
    """The words for the things on a board, for pages and paper that know no game.

    ``figures``: kind of a figure -> its name; ``places``: the town and the areas beside the cells; ``marks``: what may
    be printed on a cell. Their drawings are named like the keys: ``f-KIND``, ``m-MARK``, ``m-town``.
    """

    figures: Mapping[str, Text] = field(default_factory=dict)
    places: Mapping[str, Text] = field(default_factory=dict)
    marks: Mapping[str, Text] = field(default_factory=dict)
    town: str = ""
    """the name that is written on the town"""
    region: Text | None = None
    """a part of the board that belongs to somebody"""


class Unit(StrEnum):
    """The moving force of a figure: a die of its own, or steps that it shares with others."""

    DIE = "die"
    STEPS = "steps"


class Look(StrEnum):
    """The look of a move's end that is more than a move."""

    TAKE = "take"
    """a figure is taken"""
    FIGHT = "fight"
    """somebody is fought for the cell"""


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign on the end of such a move: its shape and colour, and a word that says the same."""

    look: Look
    word: Text


@dataclass(frozen=True, slots=True)
class BoardMoves:
    """Figures that can be tapped: command ``kind`` with fields frm, die (index), to.

    ``to``: figure's cell -> index of a die -> destination -> what happens there; ``words`` says each in words, and
    ``signs`` mark those that are more than a move. ``used``: dice, by index, with which nothing can be moved any more.
    """

    kind: str
    dice: tuple[int, ...]
    to: Mapping[str, Mapping[int, Mapping[str, str]]]
    words: Mapping[str, Text]
    unit: Unit = Unit.DIE
    """the unit of ``dice``"""
    used: tuple[int, ...] = ()
    signs: Mapping[str, Sign] = field(default_factory=dict)
    die: str = ""
    """the kind of these dice, as ``Page.dice`` names it: they look alike wherever they are shown"""


@dataclass(frozen=True, slots=True)
class BoardTargets:
    """Cells that can be tapped at once: command ``kind`` whose field ``name`` is the cell."""

    kind: str
    name: str
    cells: tuple[str, ...]
    label: Text
    fixed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrow:
    """A figure's way from one place to another, as a camera saw it; ``wrong``: the rules do not allow it."""

    frm: str
    to: str
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board as everybody sees it, and what this seat can tap on it."""

    layout: str
    figures: Mapping[str, tuple[Figure, ...]]
    """cell, town or area -> figures there"""
    regions: Mapping[str, str]
    """region letter -> seat that owns it"""
    moves: BoardMoves | None = None
    targets: BoardTargets | None = None
    lit: tuple[str, ...] = ()
    """cells of the last move or of what is being asked about"""
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A set of equal figures that a player may set up by hand: ``name`` for one of them, ``left`` are in the game.

    On a cell it fills the command's field ``field``: a list of cells, or a mapping from cell to ``value`` where there
    is one. At a place named in ``beside`` it fills the field called like the place: ``value`` -> how many.
    """

    name: str
    kind: str
    label: Text
    left: int
    field: str
    value: str | None = None
    seat: str | None = None
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A way the figures may be set up: place -> names of the pieces there."""

    label: Text
    figures: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ArrangingOffer:
    """The offer to set up the figures as they really are: command ``kind``; ``needed``: the game waits for it."""

    kind: str
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Arranging:
    """The form for setting up the figures as they really are: command ``kind``, filled as each ``Piece`` says.

    ``board`` shows what cannot be moved; ``places`` are those beside the cells; the first of ``settings`` is where
    the work begins, the others are offered instead. ``needed``: the game waits for it.
    """

    kind: str
    board: BoardView
    pieces: tuple[Piece, ...]
    places: Mapping[str, Text]
    settings: tuple[Setting, ...]
    needed: bool = False
