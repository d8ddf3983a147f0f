"""What the box asks of the program that reads photos, and what it answers: JSON over a pipe, the photo behind it.

A request says everything that its photo needs, but for what was learnt at this table from the photos before it.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from companion.boards.camera_messages import NormalisedPoint, text_of, text_plain
from companion.boards.figure_rules import FigureRules
from companion.boards.observation import Observation
from companion.core.errors import BadRequest
from companion.core.text import Text, say

LARGEST_PHOTO = 15 * 1024 * 1024
"""Bytes of a photo that are looked at at most."""


class PhotoKind(StrEnum):
    """What a photo is of."""

    EMPTY = "empty"
    """the board with nothing on it; without such a photo it is composed of those of the figures"""
    FIGURES = "figures"
    """the figures where the box believes them: from it their look is learnt"""
    CHECK = "check"
    """whatever stands there now"""


@dataclass(frozen=True, slots=True)
class BoardPhoto:
    """What a set-up needs of a photo: the ``picture`` of the board alone (JPEG, all around it black), and how the board
    ``lies`` in it, in words of the program that reads photos."""

    picture: bytes
    lies: Mapping[str, Any]

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return {"picture": b64encode(self.picture).decode(), "lies": dict(self.lies)}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """The photo written as ``plain`` writes it; raises KeyError, TypeError or ValueError for anything else."""
        return cls(b64decode(data["picture"], validate=True), dict(data["lies"]))


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """``board`` is a board file, ``expected`` how the figures should stand. ``corners`` are where somebody tapped the
    corners of the sheet in this photo, if he did. ``lies``: the photo is the picture of a ``BoardPhoto``, and the board
    lies so in it. ``answered``: people have looked at what reads otherwise. ``record``
    is a folder in which the photo is to be kept ("": it is not)."""

    table: str
    kind: PhotoKind
    board: Mapping[str, Any]
    rules: FigureRules = field(default_factory=FigureRules)
    expected: Observation | None = None
    corners: tuple[NormalisedPoint, ...] = ()
    lies: Mapping[str, Any] | None = None
    answered: bool = False
    record: str = ""

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "table": self.table,
            "kind": self.kind.value,
            "board": dict(self.board),
            "rules": self.rules.plain(),
            "expected": self.expected.plain() if self.expected else None,
            "corners": [list(point) for point in self.corners],
            "lies": dict(self.lies) if self.lies else None,
            "answered": self.answered,
            "record": self.record,
        }


@dataclass(frozen=True, slots=True)
class PhotoAnswer:
    """``trouble``: why nothing can be read, and what to do. ``tap``: the board was not found, four taps would do it.

    ``observation`` is what stands there. ``wrong`` are cells and areas that read otherwise than they were said to
    stand, of a photo from which the figures were to be learnt; ``board`` is what is needed to learn the same again.
    ``hint``: what to do that the next photo is read better."""

    trouble: Text | None = None
    tap: bool = False
    observation: Observation | None = None
    wrong: tuple[str, ...] = ()
    board: BoardPhoto | None = None
    hint: Text | None = None

    def plain(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "trouble": text_plain(self.trouble) if self.trouble else None,
            "tap": self.tap,
            "observation": self.observation.plain() if self.observation else None,
            "wrong": list(self.wrong),
            "board": self.board.plain() if self.board else None,
            "hint": text_plain(self.hint) if self.hint else None,
        }


def photo_request(data: Mapping[str, Any]) -> PhotoRequest:
    """The request written as ``plain`` writes it; raises BadRequest for anything else."""
    try:
        return PhotoRequest(
            table=str(data["table"]),
            kind=PhotoKind(data["kind"]),
            board=dict(data["board"]),
            rules=FigureRules.parse(data["rules"]),
            expected=Observation.parse(data["expected"]) if data["expected"] else None,
            corners=tuple((float(x), float(y)) for x, y in data["corners"]),
            lies=dict(data["lies"]) if data.get("lies") else None,
            answered=bool(data["answered"]),
            record=str(data["record"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise BadRequest(say("The camera's message makes no sense.")) from wrong


def photo_answer(data: Mapping[str, Any]) -> PhotoAnswer:
    """The answer written as ``plain`` writes it; raises BadRequest for anything else."""
    try:
        return PhotoAnswer(
            trouble=text_of(data["trouble"]) if data["trouble"] else None,
            tap=bool(data["tap"]),
            observation=Observation.parse(data["observation"]) if data["observation"] else None,
            wrong=tuple(str(place) for place in data["wrong"]),
            board=BoardPhoto.parse(data["board"]) if data["board"] else None,
            hint=text_of(data["hint"]) if data["hint"] else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise BadRequest(say("The camera's message makes no sense.")) from wrong
