"""What one picture of the game of 1983 means after what was believed before it: see ``abilene.camera.frames``.

Steers have no dice, so any picture of a turn may show them moving, until one shows that the dice have been rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Ruling, Verdict
from companion.core.text import say
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.camera.frames import Dice, FrameUmpire, JudgedFrame
from companion.games.abilene.common.camera.seen import COWBOY, STEER, born
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.edition_1983.camera.explain import Way
from companion.games.abilene.edition_1983.camera.judge import Finding, displacements_of, judge
from companion.games.abilene.edition_1983.camera.readings import readings
from companion.games.abilene.edition_1983.camera.snapshot import Kinds, Left, Prairies, Stand
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.reducer import STEPS
from companion.games.abilene.edition_1983.turn import ENOUGH


class Belief(NamedTuple):
    """Where everybody stands, what can still be done in this turn (None: everything), and what has been sold.

    ``brought`` are the steers that were last seen in the town or the corral, ``hired`` the seats that took a new
    cowboy, each time.
    """

    stand: Stand
    left: Left | None = None
    brought: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()


def frames(layout: Layout, letters: Sequence[str], rules: SteerRules) -> FrameUmpire[Belief]:
    """An umpire; ``letters`` are the prairies in play, and the colours of their steers and cowboys."""
    return FrameUmpire(PrairieJudge(Prairies(layout, {letter: letter for letter in letters}, rules)))


@dataclass(frozen=True)
class PrairieJudge:
    """See ``frames.Judge``; a seat is called by its prairie."""

    ground: Prairies

    @property
    def seats(self) -> Mapping[str, str]:
        return self.ground.letters

    def opening(self) -> Belief:
        start = setup(self.ground.layout, dict(self.seats))
        return Belief(Stand(start, self.ground.figures(start, born(self.ground.layout, start))))

    def set_up(self, belief: Belief, observation: Observation) -> Belief:
        seen = next(readings(belief.stand.kinds, observation))
        return Belief(self._stood(belief.stand.position, seen), brought=_brought(observation))

    def next_turn(self, belief: Belief) -> Belief:
        stand = belief.stand._replace(position=replace(belief.stand.position, corral=0))
        return belief._replace(stand=stand, left=None)

    def kinds(self, belief: Belief) -> Mapping[str, str]:
        return belief.stand.kinds

    def look(self, belief: Belief, seat: str, dice: Dice, observation: Observation) -> JudgedFrame[Belief]:
        left, lying = self._left(belief, seat, dice), _brought(observation)
        new = tuple((Counter(lying) - Counter(belief.brought)).elements())
        finding = judge(self.ground, belief.stand, left, observation, new)
        believed = belief._replace(brought=lying)
        if finding.ways:
            verdict = self._back(belief.stand, finding, seat)
            return JudgedFrame(verdict, tuple(_after(believed, way, dice) for way in finding.ways))
        stand = self._stood(belief.stand.position, finding.seen)
        left_then = Left(seat, Step.COWBOYS) if dice.cowboys else None  # nobody is held to what could not be followed
        return JudgedFrame(finding.verdict, (believed._replace(stand=stand, left=left_then),))

    def _back(self, before: Stand, finding: Finding, seat: str) -> Verdict:
        """The verdict; legal, too, where nobody has moved but an escaped cowboy is back on the board (§6.2)."""
        moves = displacements_of(self.ground, before, seat, finding.ways[0])
        if finding.verdict.ruling is not Ruling.NONE or not moves:
            return finding.verdict
        return Verdict(Ruling.LEGAL, moves, say("the escaped cowboy to %(cell)s", cell=moves[0].to))

    def _left(self, belief: Belief, seat: str, dice: Dice) -> Left:
        """What can be done in this picture. Once cowboys have ridden the steers stay where they are (§4.4)."""
        left = belief.left or Left(seat, Step.CATTLE, STEPS, (), (), self._hires(belief, seat))
        return left._replace(dice=dice.cowboys, ended=True)

    def _hires(self, belief: Belief, seat: str) -> int:
        position = belief.stand.position
        in_play = len(position.cowboys_of(seat)) + position.waiting.get(seat, 0)
        stock = 1 if self.ground.rules.hire_once else COWBOYS_EACH - self.ground.rules.cowboys
        return max(0, min(ENOUGH - in_play, stock - belief.hired.count(seat)))

    def _stood(self, believed: Position, seen: Kinds) -> Stand:
        """Everybody where he was seen; who waits beside the board is not seen."""
        known = {what + letter for what in (STEER, COWBOY) for letter in self.seats}
        kinds = {cell: kind for cell, kind in seen.items() if cell in self.ground.layout.by_id and kind in known}
        cows = tuple(sorted(cell for cell, kind in kinds.items() if kind.startswith(STEER)))
        cowboys = {cell: kind.removeprefix(COWBOY) for cell, kind in kinds.items() if kind.startswith(COWBOY)}
        return Stand(replace(believed, cows=cows, cowboys=cowboys), kinds)


def _after(believed: Belief, way: Way, dice: Dice) -> Belief:
    """What to believe when it went this way."""
    left = way.left._replace(dice=())
    if dice.cowboys and way.sequence:
        left = left._replace(step=Step.COWBOYS, steps=0, hires=0)
    hired = tuple(left.seat for move in way.sequence if move.what is MoveKind.STAY)
    return believed._replace(stand=way.stand, left=left, hired=(*believed.hired, *hired))


def _brought(observation: Observation) -> tuple[str, ...]:
    """The steers in the town and the corral."""
    return tuple(kind for kind in (*observation.town, *observation.corral) if kind.startswith(STEER))
