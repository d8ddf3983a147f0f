"""The judgement of one frame of a game of 1983 after what was believed before it: see ``common.camera.umpire``.

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
from companion.games.abilene.common.board.movement import CORRAL, MoveKind
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.camera.observations import COWBOY, STEER, born, observation_of
from companion.games.abilene.common.camera.umpire import Dice, FrameUmpire, JudgedFrame
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.camera.explain import ExplainedTurn, JudgedSnapshot
from companion.games.abilene.edition_1983.camera.judge import displacements_of, judge_snapshot
from companion.games.abilene.edition_1983.camera.snapshot import (
    JudgeContext,
    Kinds,
    RemainingActions,
    Snapshot,
    TurnSoFar,
    readings,
)
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.reducer import STEPS
from companion.games.abilene.edition_1983.rules.turn import ENOUGH, left_to_hire


class TrackedState(NamedTuple):
    """The tracked position of all figures, and what has happened in this turn.

    ``remaining`` is what can still be done in it (None: everything). ``brought`` are the steers that were last seen in
    the town or the corral, ``hired`` the seats that took a new cowboy, each time.
    """

    snapshot: Snapshot
    remaining: RemainingActions | None = None
    brought: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()


def umpire(layout: Layout, colours: Sequence[str], rules: SteerRules) -> FrameUmpire[TrackedState]:
    """Return an umpire; ``colours`` are the prairies in play, and the colours of their steers and cowboys."""
    return FrameUmpire(PrairieJudge(JudgeContext(layout, {letter: letter for letter in colours}, rules)))


@dataclass(frozen=True)
class PrairieJudge:
    """See ``umpire.FrameJudge``; a seat is called by its prairie."""

    context: JudgeContext

    @property
    def seats(self) -> Mapping[str, str]:
        return self.context.colours

    def initial(self) -> TrackedState:
        start = setup(self.context.layout, dict(self.seats))
        return TrackedState(Snapshot(start, self.context.figures(start, born(self.context.layout, start))))

    def set_up(self, tracked: TrackedState, observation: Observation) -> TrackedState:
        seen = next(readings(tracked.snapshot.kinds, observation))
        return TrackedState(self._snapshot_seen(tracked.snapshot.position, seen), brought=_brought(observation))

    def next_turn(self, tracked: TrackedState) -> TrackedState:
        snapshot = tracked.snapshot._replace(position=replace(tracked.snapshot.position, corral=0))
        return tracked._replace(snapshot=snapshot, remaining=None)

    def observed(self, tracked: TrackedState) -> Observation:
        position, kinds = tracked.snapshot.position, tracked.snapshot.kinds
        return replace(observation_of(position, self.context.colours), cells=kinds).with_area(CORRAL, tracked.brought)

    def judge(
        self, tracked: TrackedState, seat: str, dice: Dice, observation: Observation
    ) -> JudgedFrame[TrackedState]:
        remaining, lying = self._remaining(tracked, seat, dice), _brought(observation)
        new = tuple((Counter(lying) - Counter(tracked.brought)).elements())
        before = TurnSoFar(self.context, tracked.snapshot, remaining)
        judged = judge_snapshot(before, observation, new)
        believed = tracked._replace(brought=lying)
        if judged.explanations:
            verdict = _back(before, judged)
            return JudgedFrame(
                verdict, tuple(_after(believed, explanation, dice) for explanation in judged.explanations)
            )
        snapshot = self._snapshot_seen(tracked.snapshot.position, judged.seen)
        # nobody is held to what could not be followed
        remaining_then = RemainingActions(seat, Step.COWBOYS) if dice.cowboys else None
        return JudgedFrame(judged.verdict, (believed._replace(snapshot=snapshot, remaining=remaining_then),))

    def _remaining(self, tracked: TrackedState, seat: str, dice: Dice) -> RemainingActions:
        """Return what can be done in this picture. Once cowboys have ridden the steers stay where they are (§4.4)."""
        remaining = tracked.remaining or RemainingActions(seat, Step.CATTLE, STEPS, (), (), self._hires(tracked, seat))
        return remaining._replace(dice=dice.cowboys, ended=True)

    def _hires(self, tracked: TrackedState, seat: str) -> int:
        position = tracked.snapshot.position
        in_play = len(position.cowboys_of(seat)) + position.waiting.get(seat, 0)
        return max(0, min(ENOUGH - in_play, left_to_hire(self.context.rules, tracked.hired.count(seat))))

    def _snapshot_seen(self, believed: Position, seen: Kinds) -> Snapshot:
        """Return everybody where he was seen; cowboys who wait beside the board are not seen."""
        known = {what + letter for what in (STEER, COWBOY) for letter in self.seats}
        kinds = {cell: kind for cell, kind in seen.items() if cell in self.context.layout.by_id and kind in known}
        cows = tuple(sorted(cell for cell, kind in kinds.items() if kind.startswith(STEER)))
        cowboys = {cell: kind.removeprefix(COWBOY) for cell, kind in kinds.items() if kind.startswith(COWBOY)}
        return Snapshot(replace(believed, cows=cows, cowboys=cowboys), kinds)


def _back(before: TurnSoFar, judged: JudgedSnapshot) -> Verdict:
    """Return the verdict; legal, too, where nobody has moved but an escaped cowboy is back on the board (§6.2)."""
    moves = displacements_of(before, judged.explanations[0])
    if judged.verdict.ruling is not Ruling.NONE or not moves:
        return judged.verdict
    return Verdict(Ruling.LEGAL, moves, say("the escaped cowboy to %(cell)s", cell=moves[0].to))


def _after(believed: TrackedState, explanation: ExplainedTurn, dice: Dice) -> TrackedState:
    """Return what to believe when it went this way."""
    remaining = explanation.remaining._replace(dice=())
    if dice.cowboys and explanation.sequence:
        remaining = remaining._replace(step=Step.COWBOYS, steps=0, hires=0)
    hired = tuple(remaining.seat for move in explanation.sequence if move.what is MoveKind.STAY)
    return believed._replace(snapshot=explanation.snapshot, remaining=remaining, hired=(*believed.hired, *hired))


def _brought(observation: Observation) -> tuple[str, ...]:
    """Return the steers in the town and the corral."""
    lying = (*observation.in_area(TOWN), *observation.in_area(CORRAL))
    return tuple(kind for kind in lying if kind.startswith(STEER))
