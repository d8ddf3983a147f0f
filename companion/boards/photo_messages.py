"""Requests to the program that reads photos, and its answers: JSON over a pipe, followed by the photo.

A request holds everything needed to read its photo, except what was learnt from earlier photos of this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.boards.camera_messages import NormalisedPoint, Sentence
from companion.boards.data_file import Base64, CameraMessage
from companion.boards.dice import DiceReading, DieRequests
from companion.boards.figure_rules import FigureRules
from companion.boards.observation import Seen

LARGEST_PHOTO = 15 * 1024 * 1024
"""the most bytes of a photo"""


class PhotoKind(StrEnum):
    """The subject of a photo."""

    EMPTY = "empty"
    """the board with nothing on it; without such a photo it is composed of those of the figures"""
    FIGURES = "figures"
    """the figures where the box has them: their look is learnt from it"""
    CHECK = "check"
    """the figures as they stand now"""
    DICE = "dice"
    """dice, and no board"""


@dataclass(frozen=True, slots=True)
class BoardPhoto(CameraMessage):
    """The part of a photo that a set-up needs: the ``picture`` of the board alone (JPEG, all around it black).

    ``lies`` is the pose of the board in it, as the program that reads photos writes it.
    """

    picture: Base64
    lies: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PhotoRequest(CameraMessage):
    """A request to read a photo; ``board`` is a board file, ``expected`` how the figures should stand.

    ``corners`` are the sheet's corners in this photo as they were tapped, if they were. ``lies``: the photo is the
    picture of a ``BoardPhoto`` with this pose. ``answered``: players have checked the places that read otherwise.
    ``record`` is a folder in which the photo is to be kept ("": it is not). ``dice`` are those that are looked for.
    """

    table: str
    kind: PhotoKind
    board: Mapping[str, Any]
    rules: FigureRules = field(default_factory=FigureRules)
    expected: Seen | None = None
    corners: tuple[NormalisedPoint, ...] = ()
    lies: Mapping[str, Any] | None = None
    answered: bool = False
    record: str = ""
    dice: DieRequests = ()


@dataclass(frozen=True, slots=True)
class PhotoAnswer(CameraMessage):
    """The answer to a request. ``trouble``: why nothing can be read, and what to do. ``tap``: four taps find the board.

    ``observation`` is what stands there. ``wrong`` are cells and areas that read otherwise than they were said to
    stand, of a photo from which the figures were to be learnt; ``board`` is what is needed to learn the same again.
    ``hint``: what to do so that the next photo is read better. ``dice``: what is read of each of those that were asked
    for.
    """

    trouble: Sentence | None = None
    tap: bool = False
    observation: Seen | None = None
    wrong: tuple[str, ...] = ()
    board: BoardPhoto | None = None
    hint: Sentence | None = None
    dice: DiceReading = ()
