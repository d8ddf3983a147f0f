"""The judgement of one frame of a game of 1993 after what was believed before it: see ``common.camera.umpire``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Ruling
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.camera.move_sequences import MoveSequence
from companion.games.abilene.common.camera.observations import observation_of
from companion.games.abilene.common.camera.readings import readings
from companion.games.abilene.common.camera.umpire import Dice, FrameUmpire, JudgedFrame
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.camera.context import JudgeContext, JudgedPosition
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.camera.judge import judge_position
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, HouseRules

Moved = tuple[str, ...]


class TrackedState(NamedTuple):
    """The places of all figures, and the nodes of those who have moved in this turn."""

    position: Position
    moved: Moved = ()


def umpire(layout: Layout, letters: Sequence[str], rules: HouseRules = DEFAULTS) -> FrameUmpire[TrackedState]:
    """Return an umpire; ``letters`` are the ranches in play, and the colours of their cowboys."""
    return FrameUmpire(RanchJudge(JudgeContext(layout, {letter: letter for letter in letters}, rules)))


@dataclass(frozen=True)
class RanchJudge:
    """See ``umpire.FrameJudge``; a seat is called by its ranch."""

    context: JudgeContext

    @property
    def seats(self) -> Mapping[str, str]:
        return self.context.colours

    def initial(self) -> TrackedState:
        return TrackedState(setup(self.context.layout, self.context.colours))

    def set_up(self, tracked: TrackedState, observation: Observation) -> TrackedState:
        seen = readings(self.context.layout, tracked.position, observation, self.context.colours)
        return TrackedState((seen.found or (seen.likeliest,))[0].position)

    def next_turn(self, tracked: TrackedState) -> TrackedState:
        """Begin a new turn: everybody may move again."""
        return TrackedState(replace(tracked.position, corral=0))

    def observed(self, tracked: TrackedState) -> Observation:
        return observation_of(tracked.position, self.context.colours)

    def judge(
        self, tracked: TrackedState, seat: str, dice: Dice, observation: Observation
    ) -> JudgedFrame[TrackedState]:
        turn = TurnContext(seat, dice.cattle, dice.cowboys, tracked.moved)
        judged = judge_position(self.context, tracked.position, turn, observation)
        return JudgedFrame(judged.verdict, _after(tracked, judged, seat))


def _after(tracked: TrackedState, judged: JudgedPosition, seat: str) -> tuple[TrackedState, ...]:
    """Return what to believe after this picture, one version for each way in which it can have come about."""
    if judged.verdict.ruling is Ruling.NONE:
        return (tracked._replace(position=judged.position),)
    if judged.sequences:
        return tuple(
            TrackedState(judged.position, _who_moved(judged.position, tracked.moved, sequence, seat))
            for sequence in judged.sequences
        )
    return tuple(map(TrackedState, judged.positions))  # nobody is held to moves that could not be followed


def _who_moved(position: Position, earlier: Moved, sequence: MoveSequence, seat: str) -> Moved:
    """Return the nodes of the cows and cowboys of the turn that have moved and still stand there."""
    rested = [
        move.placed if move.winner not in ("", seat) else move.to for move in sequence if move.what is not MoveKind.SALE
    ]
    cows = [node for node in (*earlier, *rested) if node in position.cows]
    cowboys = [node for node in (*earlier, *rested) if node == TOWN or position.cowboys.get(node) == seat]
    return (*cows, *cowboys)
