"""What one picture of the game of 1993 means after what was believed before it: see ``frames``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.boards.layout import TOWN, Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Ruling
from companion.games.abilene.common.board.movement import DEFAULTS, MoveKind
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.camera.frames import Dice, FrameUmpire, JudgedFrame
from companion.games.abilene.common.camera.moves import MoveSequence
from companion.games.abilene.common.camera.readings import readings
from companion.games.abilene.common.camera.seen import observation_of
from companion.games.abilene.common.house_rules import HouseRules
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.camera.judge import Finding, Ground, judge

Moved = tuple[str, ...]


class Belief(NamedTuple):
    """Where everybody stands, and on which nodes those who have moved in this turn."""

    position: Position
    moved: Moved = ()


def frames(layout: Layout, letters: Sequence[str], rules: HouseRules = DEFAULTS) -> FrameUmpire[Belief]:
    """An umpire; ``letters`` are the ranches in play, and the colours of their cowboys."""
    return FrameUmpire(RanchJudge(Ground(layout, {letter: letter for letter in letters}, rules)))


@dataclass(frozen=True)
class RanchJudge:
    """See ``frames.Judge``; a seat is called by its ranch."""

    ground: Ground

    @property
    def seats(self) -> Mapping[str, str]:
        return self.ground.seats

    def opening(self) -> Belief:
        return Belief(setup(self.ground.layout, self.ground.seats))

    def set_up(self, belief: Belief, observation: Observation) -> Belief:
        seen = readings(self.ground.layout, belief.position, observation, self.ground.seats)
        return Belief((seen.found or (seen.likeliest,))[0].position)

    def next_turn(self, belief: Belief) -> Belief:
        """What was in the corral has been sold."""
        return Belief(replace(belief.position, corral=0))

    def kinds(self, belief: Belief) -> Mapping[str, str]:
        return observation_of(belief.position, self.ground.colours).cells

    def look(self, belief: Belief, seat: str, dice: Dice, observation: Observation) -> JudgedFrame[Belief]:
        turn = TurnContext(seat, dice.cattle, dice.cowboys, belief.moved)
        finding = judge(self.ground, belief.position, turn, observation)
        return JudgedFrame(finding.verdict, _after(belief, finding, seat))


def _after(belief: Belief, finding: Finding, seat: str) -> tuple[Belief, ...]:
    """What to believe after this picture, one version for each way in which it can have come about."""
    if finding.verdict.ruling is Ruling.NONE:
        return (belief._replace(position=finding.position),)
    if finding.sequences:
        return tuple(
            Belief(finding.position, _who_moved(finding.position, belief.moved, sequence, seat))
            for sequence in finding.sequences
        )
    return tuple(map(Belief, finding.positions))  # nobody is held to moves that could not be followed


def _who_moved(position: Position, earlier: Moved, sequence: MoveSequence, seat: str) -> Moved:
    """The nodes of the cows and cowboys of the turn that have moved and still stand there."""
    rested = [
        move.placed if move.winner not in ("", seat) else move.to for move in sequence if move.what is not MoveKind.SALE
    ]
    cows = [node for node in (*earlier, *rested) if node in position.cows]
    cowboys = [node for node in (*earlier, *rested) if node == TOWN or position.cowboys.get(node) == seat]
    return (*cows, *cowboys)
