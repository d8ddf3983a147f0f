"""The things of a game that can be printed, as values and texts; ``companion.printing`` lays them out.

A game package may hold a module ``printables`` with a function ``printables(edition) -> Printables``.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class PrintedSticker:
    """A kind of sticker: ``code`` is the text of its QR code, ``marker`` the ArUco number the camera reads.

    ``mark`` is a letter in large type, "" where there is none; ``label`` says more than the value, where there is more
    to say; ``count`` is how many the game needs.
    """

    code: str
    marker: int
    mark: str
    label: Text | None
    value: Text
    count: int


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure of paper; ``sticker`` is printed under it.

    ``drawing`` names a file in the game's folder ``drawings``, ``paint`` its colour as #rrggbb; ``label`` says the
    colour in words.
    """

    drawing: str
    paint: str
    label: Text | None
    count: int
    sticker: PrintedSticker | None = None


@dataclass(frozen=True, slots=True)
class AidLine:
    """A sentence of a player aid and the rule section behind it ("" where a heading has said it)."""

    text: Text
    section: str = ""


@dataclass(frozen=True, slots=True)
class AidPart:
    """A heading and the lines below it."""

    title: Text
    lines: tuple[AidLine, ...]


def aid_part(title: Text, *lines: tuple[Text, str]) -> AidPart:
    """Return a heading and its sentences, each with its section."""
    return AidPart(title, tuple(AidLine(text, section) for text, section in lines))


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A playing card.

    ``kind`` says in a word what it is, ``corner`` is beside its ``title`` (a price), ``value`` large at its foot,
    ``lines`` between them. ``drawing`` names a file in the game's folder ``drawings``, "" for none; ``paint`` is the
    colour of edge and value.
    """

    title: Text
    kind: Text
    corner: Text | None
    value: Text | None
    lines: tuple[Text, ...]
    drawing: str = ""
    paint: str = "#1a1a1a"
    count: int = 1
    markers: tuple[int, ...] = ()
    """of a table without a board: one for each copy, or none"""


@dataclass(frozen=True, slots=True)
class PrintedMarker:
    """A marker of a table without a board (``boards.printed_markers``), ``side`` millimetres wide.

    It is to be stuck onto what its ``label`` names. ``row``: the beginning of a row, which runs to its left.
    """

    number: int
    side: float
    label: Text
    row: bool = False
    card: tuple[str, str] | None = None
    """the type and the name of the card that it is stuck onto"""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table to write results in by hand: ``rows`` of a game, so many ``games`` one below the other."""

    rows: tuple[Text, ...]
    games: int


@dataclass(frozen=True, slots=True)
class PrintedTile:
    """A square of ``side`` millimetres to lay on a board, or a disc with this diameter: a tile, a marker.

    ``corner`` is large in its upper corner, ``foot`` at its lower edge.
    """

    title: Text
    side: float
    lines: tuple[Text, ...] = ()
    corner: Text | None = None
    foot: Text | None = None
    drawing: str = ""
    paint: str = "#1a1a1a"
    round: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A place on a mat, its upper left corner at (``x``, ``y``): what stands on it, and how it looks.

    ``ground`` is its colour, ``dashed``: something is laid there; ``corner`` is large in its upper right corner.
    """

    x: float
    y: float
    width: float
    height: float
    title: Text | None = None
    lines: tuple[Text, ...] = ()
    corner: Text | None = None
    ground: str = "#ffffff"
    drawing: str = ""
    paint: str = "#1a1a1a"
    dashed: bool = False
    round: bool = False
    letters: float = 2.6
    """the size of its lines, in millimetres"""


@dataclass(frozen=True, slots=True)
class PrintedMat:
    """A board on one sheet, ``width`` by ``height`` millimetres, with its places; ``hint`` says how many are needed."""

    title: Text
    width: float
    height: float
    places: tuple[PrintedPlace, ...]
    hint: Text


@dataclass(frozen=True, slots=True)
class Printables:
    """Everything of one edition that can be printed, besides its board."""

    stickers: tuple[PrintedSticker, ...]
    figures: tuple[PrintedFigure, ...]
    aid: tuple[AidPart, ...]
    seats: int
    sticker_hint: Text | str = ""
    """the moment when a sticker is turned over, and its reader"""
    cards: tuple[PrintedCard, ...] = ()
    scores: ScoreSheet | None = None
    mats: tuple[PrintedMat, ...] = ()
    """boards of one sheet each, to be printed once for each player"""
    tiles: tuple[PrintedTile, ...] = ()
    markers: tuple[PrintedMarker, ...] = ()
    """for a camera above a table without a board, to stick onto cards and to lay at the beginning of rows"""
