"""Inputs and results of the camera's judgements of 1993: values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.verdict import Verdict
from companion.core.table.table import Table
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import MoveSequence
from companion.games.abilene.common.camera.readings import Reading
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, HouseRules
from companion.games.abilene.edition_1993.state import State1993


class JudgeContext(NamedTuple):
    """The facts that hold all evening; ``colours`` maps a seat to what the camera calls its colour."""

    layout: Layout
    colours: Mapping[str, str]
    rules: HouseRules = DEFAULTS


class Hypothesis(NamedTuple):
    """A reading of an observation with the sequences that lead to it; none: nothing does."""

    reading: Reading
    sequences: tuple[MoveSequence, ...]


class JudgedPosition(NamedTuple):
    """The verdict with what it rests on: the position to believe now, and the sequences that lead to it.

    Of ``positions`` the first is the likeliest; there are several only when it
    is unclear which.
    """

    verdict: Verdict
    positions: tuple[Position, ...]
    sequences: tuple[MoveSequence, ...] = ()

    @property
    def position(self) -> Position:
        """Return what to believe now."""
        return self.positions[0]


class TableContext(NamedTuple):
    """The table at which an observation is judged; ``seat`` is whose move is awaited, ``turn`` what it has left."""

    judge: JudgeContext
    table: Table
    state: State1993
    position: Position
    seat: str
    turn: TurnContext
