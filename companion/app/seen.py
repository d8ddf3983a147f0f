"""The pictures of a table that are in memory: what a camera sees, and the last photo of a phone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.boards.dice import DiceReading, Faces, faces_of
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Judgement
from companion.core.table.table import Done
from companion.core.text import Text


class PastJudgement(NamedTuple):
    """An earlier action, and the judgement of the observation by the table before it."""

    done: Done
    judgement: Judgement


class CachedJudgement(NamedTuple):
    """The judgement of an observation; ``behind``: that of the table before an earlier action."""

    judgement: Judgement | None
    behind: PastJudgement | None = None


class SeenPhoto(NamedTuple):
    """The content of a photo that ``seat`` took at ``seq`` of the table, and its judgement.

    ``camera`` is what a camera had seen last by then, and ``visibility`` how well it saw the board.
    """

    seq: int
    seat: str
    observation: Observation
    judgement: Judgement
    camera: Observation | None
    visibility: ObservationStatus
    hint: Text | None = None
    """advice for a next photo that is read better"""


class SeenDice(NamedTuple):
    """The dice that ``seat`` is asked for as a picture, or its own ``photo``, shows them at ``seq`` of the table."""

    seq: int
    seat: str
    dice: DiceReading
    photo: bool

    @property
    def faces(self) -> Faces:
        """Return what each die shows."""
        return faces_of(self.dice)


@dataclass(slots=True)
class Seen:
    """The latest of every kind of picture, with its judgement."""

    observation: Observation | None = None
    """the last steady one of a camera"""
    stickers: tuple[str, ...] = ()
    """codes (or marker numbers) of stickers that a camera can read just now"""
    visibility: ObservationStatus = ObservationStatus.OK
    """how well a camera sees the board just now"""
    judged: dict[int, CachedJudgement] = field(default_factory=dict)
    """number of the table -> what the rules say of that observation there: the last one asked for"""
    photo: SeenPhoto | None = None
    """the last photo of the board that was checked; it counts until the table moves on or a camera sees more"""
    dice: SeenDice | None = None
    """the last dice that a picture showed, with pictures of those in doubt; dropped as soon as the table moves on"""
