"""What the camera's process and the box say to each other: reports go in, orders come back, both as JSON.

The camera speaks first, always: the box never needs to know where it is. Every order is a state of affairs, not a
message that could be lost; only what is asked for once (a picture of the empty board) carries a number, and a report
says up to which number everything asked has been done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.boards.figure_rules import FigureRules
from companion.boards.marked_table import MarkedTable
from companion.boards.observation import Observation
from companion.core.errors import BadRequest
from companion.core.text import Text, plain, say

NormalisedPoint = tuple[float, float]
"""A point in normalised image coordinates: from 0, 0 at the upper left to 1, 1 at the lower right corner."""

DEEPEST_TEXT = 3
STUMBLED = say(
    "The program that reads pictures has failed. That is a defect, and nothing that you have done: the box's log says"
    " where. Tap the moves meanwhile."
)
"""of a stage that raised what no stage should"""


class Stage(StrEnum):
    """How far the camera has come."""

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
    """What somebody who sets the camera up can ask of it, once each."""

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
    """Which picture somebody looks at."""

    NOTHING = "nothing"
    PLAIN = "plain"
    DRAWN = "drawn"
    """with the board's outline and what is believed drawn over it"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """For the camera that films a drawn table: the figures on it, and where a hand is (a cell, or nowhere)."""

    figures: Observation
    hand: str = ""

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return {"figures": self.figures.plain(), "hand": self.hand}


@dataclass(frozen=True, slots=True)
class Orders:
    """What the box wants of the camera.

    ``revision`` changes with the table or its board; ``board`` (a board file) and ``rules`` (what the game says of its
    figures) come only to a camera that does not know this revision yet. ``expected`` is how the figures should stand
    now: the start, or what is believed later. ``ask`` is to be done when ``number`` is higher than what has been done;
    ``corners`` belong to ``Ask.CORNERS``. ``marks`` are the letters that players know the owners of kinds of figures
    by, for pictures that people look at.
    ``marked`` comes in the place of ``board`` for a table that has printed markers and no board.
    ``retire``: another camera has taken over; this one stops. ``record`` is a folder in which confirmed pictures are to
    be kept ("": none are), ``moment`` what the table says of this moment, for the truth beside them.
    """

    revision: int = 0
    table: str = ""
    board: Mapping[str, Any] | None = None
    expected: Observation | None = None
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
    marked: MarkedTable | None = None

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "revision": self.revision,
            "table": self.table,
            "board": None if self.board is None else dict(self.board),
            "expected": self.expected.plain() if self.expected else None,
            "ask": self.ask.value,
            "number": self.number,
            "corners": [list(point) for point in self.corners],
            "show": self.show.value,
            "marks": dict(self.marks),
            "drawn": self.drawn.plain() if self.drawn else None,
            "retire": self.retire,
            "record": self.record,
            "moment": dict(self.moment),
            "rules": self.rules.plain() if self.rules else None,
            "marked": self.marked.plain() if self.marked else None,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What the camera says of itself.

    ``started`` tells one camera from the next (seconds, the newest counts); ``known`` is the revision of orders it
    knows, ``done`` the number of the last thing it was asked and did. ``trouble`` and ``state`` are sentences: what
    is wrong and what to do, and what it is about now. ``rate`` counts pictures a second. ``outline`` is the sheet's
    edge in the picture, from the top left as printed. ``observation`` is a new steady observation, only once each;
    ``confidence`` (0 to 1) goes with the last reading. ``wrong`` are cells and areas of the start that read otherwise,
    while the camera watches those that people have answered for. ``stickers`` are the numbers of the sticker markers it
    reads, ``recorded`` is how many pictures it has kept since it was asked to.
    """

    started: float
    source: str
    stage: Stage
    known: int = 0
    done: int = 0
    trouble: Text | None = None
    state: Text | None = None
    rate: float = 0.0
    size: tuple[int, int] = (0, 0)
    outline: tuple[NormalisedPoint, ...] = ()
    reading: Observation | None = None
    observation: Observation | None = None
    confidence: Mapping[str, float] = field(default_factory=dict)
    wrong: tuple[str, ...] = ()
    stickers: tuple[str, ...] = ()
    recorded: int = 0

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "started": self.started,
            "source": self.source,
            "stage": self.stage.value,
            "known": self.known,
            "done": self.done,
            "trouble": text_plain(self.trouble) if self.trouble else None,
            "state": text_plain(self.state) if self.state else None,
            "rate": self.rate,
            "size": list(self.size),
            "outline": [list(point) for point in self.outline],
            "reading": self.reading.plain() if self.reading else None,
            "seen": self.observation.plain() if self.observation else None,
            "confidence": dict(self.confidence),
            "wrong": list(self.wrong),
            "stickers": list(self.stickers),
            "recorded": self.recorded,
        }


def orders(data: Mapping[str, Any]) -> Orders:
    """The orders written as ``plain`` writes them; raises BadRequest for anything else."""
    try:
        drawn, board = data["drawn"], data["board"]
        return Orders(
            revision=int(data["revision"]),
            table=str(data["table"]),
            board=None if board is None else dict(board),
            expected=_observation(data["expected"]),
            ask=Ask(data["ask"]),
            number=int(data["number"]),
            corners=_points(data["corners"]),
            show=Show(data["show"]),
            marks={str(kind): str(mark) for kind, mark in data["marks"].items()},
            drawn=Drawn(Observation.parse(drawn["figures"]), str(drawn["hand"])) if drawn else None,
            retire=bool(data["retire"]),
            record=str(data["record"]),
            moment=dict(data["moment"]),
            rules=FigureRules.parse(data["rules"]) if data["rules"] else None,
            marked=MarkedTable.parse(marked) if (marked := data.get("marked")) else None,  # older boxes know of none
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as wrong:
        raise BadRequest(say("The camera's message makes no sense.")) from wrong


def report(data: Mapping[str, Any]) -> Report:
    """The report written as ``plain`` writes it; raises BadRequest for anything else."""
    try:
        width, height = data["size"]
        return Report(
            started=float(data["started"]),
            source=str(data["source"]),
            stage=Stage(data["stage"]),
            known=int(data["known"]),
            done=int(data["done"]),
            trouble=text_of(data["trouble"]) if data["trouble"] else None,
            state=text_of(data["state"]) if data["state"] else None,
            rate=float(data["rate"]),
            size=(int(width), int(height)),
            outline=_points(data["outline"]),
            reading=_observation(data["reading"]),
            observation=_observation(data["seen"]),
            confidence={str(cell): float(value) for cell, value in data["confidence"].items()},
            wrong=tuple(str(cell) for cell in data["wrong"]),
            stickers=tuple(str(code) for code in data["stickers"]),
            recorded=int(data["recorded"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as wrong:
        raise BadRequest(say("The camera's message makes no sense.")) from wrong


def text_plain(text: Text) -> dict[str, Any]:
    """A sentence of words, numbers and sentences as JSON data."""
    params = {name: text_plain(value) if isinstance(value, Text) else value for name, value in text.params.items()}
    return {"message": text.message, "params": params}


def text_of(data: Mapping[str, Any], depth: int = DEEPEST_TEXT) -> Text:
    """The inverse of ``text_plain``; raises ValueError, KeyError or TypeError for a sentence with holes in it."""
    if not depth or not isinstance(data["message"], str):
        raise ValueError("no sentence")
    params = {
        name: text_of(value, depth - 1) if isinstance(value, dict) else value for name, value in data["params"].items()
    }
    if not all(isinstance(value, str | int | Text) for value in params.values()):
        raise ValueError("no sentence")
    data["message"] % {name: plain(value) for name, value in params.items()}
    return Text(data["message"], params)


def _observation(data: Mapping[str, Any] | None) -> Observation | None:
    return None if data is None else Observation.parse(data)


def _points(data: Any) -> tuple[NormalisedPoint, ...]:
    return tuple((float(x), float(y)) for x, y in data)
