"""Messages between the camera's process and the box: reports go in, orders come back, both as JSON.

The camera speaks first, always: the box never needs to know where it is. Every order is a state of affairs, not a
message that could be lost; only what is asked for once (a picture of the empty board) carries a number, and a report
says up to which number everything asked has been done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from companion.boards.data_file import CameraMessage
from companion.boards.dice import DiceReading, DieRequests
from companion.boards.figure_rules import FigureRules
from companion.boards.marked_table import Marked
from companion.boards.observation import Seen
from companion.core.text import Text, plain, say

NormalisedPoint = tuple[float, float]
"""A point in normalised image coordinates: from 0, 0 at the upper left to 1, 1 at the lower right corner."""

DEEPEST_TEXT = 3
STUMBLED = say("Reading pictures crashed; not your fault. Tap your moves for now. The box’s log has details.")
"""of a stage that raised what no stage should"""


def _simple(text: Text, depth: int = DEEPEST_TEXT) -> Text:
    """Return a sentence that has only words, numbers and sentences. Raise ValueError for one with holes in it."""
    if not depth or not all(isinstance(value, str | int | Text) for value in text.params.values()):
        raise ValueError("no sentence")
    for value in text.params.values():
        if isinstance(value, Text):
            _simple(value, depth - 1)
    try:
        text.message % {name: plain(value) for name, value in text.params.items()}
    except (KeyError, TypeError) as hole:
        raise ValueError("no sentence") from hole
    return text


Sentence = Annotated[Text, AfterValidator(_simple)]


PHONE = "phone"
"""the name of the source, and of the camera's process, where a phone watches the board"""
LARGEST_FRAME = 1024 * 1024
"""bytes of a picture from the phone that watches the board"""


class Stage(StrEnum):
    """The stage that the camera has reached."""

    IDLE = "idle"
    """no table wants it"""
    NO_PICTURE = "no-picture"
    SEARCHING = "searching"
    """the board has not been found"""
    FOUND = "found"
    """the picture of the empty board is still to be taken"""
    READY = "ready"
    """the empty board is known; the figures have not been learnt"""
    MISMATCH = "misread"
    """they have been looked at, but some cells read wrong"""
    WATCHING = "watching"
    LOST = "lost"
    """the board was there, and is not any more"""


class Ask(StrEnum):
    """A request to the camera by the person who sets it up, made once."""

    NOTHING = "nothing"
    FIND = "find"
    CORNERS = "corners"
    EMPTY = "empty"
    START = "start"
    AGAIN = "again"
    """the same board, but bumped or under a new light: learn it anew from where the figures are believed to stand"""
    ACCEPT = "accept"
    """the cells that were just named have been looked at: all stands there as it should, whatever they look like"""


class Show(StrEnum):
    """The picture that is being looked at."""

    NOTHING = "nothing"
    PLAIN = "plain"
    DRAWN = "drawn"
    """with the board's outline and what is believed drawn over it"""


@dataclass(frozen=True, slots=True)
class Drawn(CameraMessage):
    """The drawn table that a camera films: the figures on it, and where a hand is (a cell, or nowhere)."""

    figures: Seen
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Orders(CameraMessage):
    """The orders of the box to the camera.

    ``revision`` changes with the table or its board; ``board`` (a board file) and ``rules`` (what the game says of its
    figures) come only to a camera that does not know this revision yet. ``expected`` is how the figures should stand
    now: the start, or what is believed later. ``ask`` is to be done when ``number`` is higher than what has been done;
    ``corners`` belong to ``Ask.CORNERS``. ``marks`` are the letters that players know the owners of kinds of figures
    by, for pictures that people look at.
    ``dice`` are those that somebody is asked for now, as the roll of this number.
    ``marked`` comes in the place of ``board`` for a table that has printed markers and no board.
    ``frame`` numbers the newest picture of the phone that watches the board, for who reads it; None while none does.
    ``retire``: another camera has taken over; this one stops. ``record`` is a folder in which confirmed pictures are to
    be kept ("": none are), ``moment`` what the table says of this moment, for the truth beside them.
    """

    revision: int = 0
    table: str = ""
    board: Mapping[str, Any] | None = None
    expected: Seen | None = None
    ask: Ask = Ask.NOTHING
    number: int = 0
    corners: tuple[NormalisedPoint, ...] = ()
    show: Show = Show.NOTHING
    marks: Mapping[str, str] = field(default_factory=dict)
    drawn: Drawn | None = None
    retire: bool = False
    record: str = ""
    moment: Mapping[str, Any] = field(default_factory=dict)
    rules: FigureRules | None = None
    marked: Marked | None = None
    dice: DieRequests = ()
    roll: int = 0
    frame: int | None = None


@dataclass(frozen=True, slots=True)
class Report(CameraMessage):
    """The report of the camera about itself.

    ``started`` tells one camera from the next (seconds, the newest counts); ``known`` is the revision of orders it
    knows, ``done`` the number of the last thing it was asked and did. ``trouble`` and ``state`` are sentences: what
    is wrong and what to do, and what it is about now. ``rate`` counts pictures a second. ``outline`` is the sheet's
    edge in the picture, from the top left as printed, ``spots`` the places in it, which a phone draws over its own
    picture; ``hangs``: degrees off the vertical and metres above the board, about. ``observation`` is a new steady
    observation, only once each; ``confidence`` (0 to 1) goes with the last reading. ``wrong`` are cells and areas of
    the start that read otherwise, while the camera watches those that people have answered for. ``stickers`` are the
    numbers of the sticker markers it reads, ``recorded`` is how many pictures it has kept since it was asked to.
    ``dice`` is what is read of the dice that were asked for as ``roll``, once they lie still.
    """

    started: float
    source: str
    stage: Stage
    known: int = 0
    done: int = 0
    trouble: Sentence | None = None
    state: Sentence | None = None
    rate: float = 0.0
    size: tuple[int, int] = (0, 0)
    outline: tuple[NormalisedPoint, ...] = ()
    spots: Mapping[str, NormalisedPoint] = field(default_factory=dict)
    hangs: tuple[float, float] | None = None
    reading: Seen | None = None
    observation: Annotated[Seen | None, Field(alias="seen")] = None
    confidence: Mapping[str, float] = field(default_factory=dict)
    wrong: tuple[str, ...] = ()
    stickers: tuple[str, ...] = ()
    recorded: int = 0
    dice: DiceReading = ()
    roll: int = 0
