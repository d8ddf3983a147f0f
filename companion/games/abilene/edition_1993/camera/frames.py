"""What one picture of the game of 1993 means after what was believed before it: see ``frames``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.boards.layout import TOWN, Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Ruling
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.camera.frames import Dice, FrameUmpire, JudgedFrame
from companion.games.abilene.common.camera.move_sequences import MoveSequence
from companion.games.abilene.common.camera.observations import observation_of, readings
from companion.games.abilene.edition_1993.camera.context import JudgeContext, JudgedPosition
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.camera.judge import judge_position
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, HouseRules

Moved = tuple[str, ...]


class Belief(NamedTuple):
    """Where everybody stands, and on which nodes those who have moved in this turn."""

    position: Position
    moved: Moved = ()


def frames(layout: Layout, letters: Sequence[str], rules: HouseRules = DEFAULTS) -> FrameUmpire[Belief]:
    """An umpire; ``letters`` are the ranches in play, and the colours of their cowboys."""
    return FrameUmpire(RanchJudge(JudgeContext(layout, {letter: letter for letter in letters}, rules)))


@dataclass(frozen=True)
class RanchJudge:
    """See ``frames.Judge``; a seat is called by its ranch."""

    context: JudgeContext

    @property
    def seats(self) -> Mapping[str, str]:
        return self.context.colours

    def opening(self) -> Belief:
        return Belief(setup(self.context.layout, self.context.colours))

    def set_up(self, belief: Belief, observation: Observation) -> Belief:
        seen = readings(self.context.layout, belief.position, observation, self.context.colours)
        return Belief((seen.found or (seen.likeliest,))[0].position)

    def next_turn(self, belief: Belief) -> Belief:
        """What was in the corral has been sold."""
        return Belief(replace(belief.position, corral=0))

    def kinds(self, belief: Belief) -> Mapping[str, str]:
        return observation_of(belief.position, self.context.colours).cells

    def look(self, belief: Belief, seat: str, dice: Dice, observation: Observation) -> JudgedFrame[Belief]:
        turn = TurnContext(seat, dice.cattle, dice.cowboys, belief.moved)
        judged = judge_position(self.context, belief.position, turn, observation)
        return JudgedFrame(judged.verdict, _after(belief, judged, seat))


def _after(belief: Belief, judged: JudgedPosition, seat: str) -> tuple[Belief, ...]:
    """What to believe after this picture, one version for each way in which it can have come about."""
    if judged.verdict.ruling is Ruling.NONE:
        return (belief._replace(position=judged.position),)
    if judged.sequences:
        return tuple(
            Belief(judged.position, _who_moved(judged.position, belief.moved, sequence, seat))
            for sequence in judged.sequences
        )
    return tuple(map(Belief, judged.positions))  # nobody is held to moves that could not be followed


def _who_moved(position: Position, earlier: Moved, sequence: MoveSequence, seat: str) -> Moved:
    """The nodes of the cows and cowboys of the turn that have moved and still stand there."""
    rested = [
        move.placed if move.winner not in ("", seat) else move.to for move in sequence if move.what is not MoveKind.SALE
    ]
    cows = [node for node in (*earlier, *rested) if node in position.cows]
    cowboys = [node for node in (*earlier, *rested) if node == TOWN or position.cowboys.get(node) == seat]
    return (*cows, *cowboys)
