"""A figure in somebody's hand that has to be put somewhere: the rules say where it may stand, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Ruling
from companion.core.errors import RuleError
from companion.core.messages import Command, Event
from companion.core.text import Text
from companion.games.abilene.common.camera.move_sequences import MoveSequence, joined
from companion.games.abilene.common.phases import Phase, Situation, decide, pending
from companion.games.abilene.common.state import State

S = TypeVar("S", bound=State)


class Placement(NamedTuple, Generic[S]):
    """Figures that were put somewhere: the commands and cells, the words, and the game then."""

    commands: tuple[Command, ...]
    cells: tuple[str, ...]
    words: Text
    state: S


class Awaited(NamedTuple, Generic[S]):
    """A figure of this kind is awaited from ``seat``; ``words`` tell where it was put. ``most``: so many at once."""

    now: Situation[S]
    phases: Sequence[Phase[S]]
    apply: Callable[[S, Event], S]
    seat: str
    kind: str
    words: Callable[[str], Text]
    command: Callable[[str], Command]
    most: int = 1

    def placed(self, *cells: str, waived: bool = False) -> Placement[S]:
        """The figures on these cells, one after the other; raises RuleError."""
        state = self.now.state
        commands = tuple(self.command(cell) for cell in cells)
        for command in commands:
            now = Situation(self.now.layout, self.now.table, state)
            for event in decide(self.phases, now, self.seat, command, waived):
                state = self.apply(state, event)
        return Placement(commands, cells, joined([self.words(cell) for cell in cells]), state)

    def placements(self, observation: Observation) -> Iterator[Placement[S]]:
        """Every cell where the figure may be and where one of its kind can have been seen."""
        targets = pending(self.phases, self.now).phase.targets(self.now, self.seat)
        cells, doubts = targets.cells if targets else (), observation.doubts
        there = [cell for cell in cells if self.kind in (observation.cells.get(cell), *doubts.get(cell, ()))]
        yield from (self.placed(cell) for cell in there)
        if 1 < len(there) <= self.most:
            yield self.placed(*there)

    def misplacements(self, observation: Observation) -> Iterator[tuple[Placement[S], RuleError]]:
        """Every cell where one of its kind is seen and the figure may not be put, with the refusal."""
        position = self.now.state.position
        for cell, kind in sorted(observation.cells.items()):
            if kind == self.kind and cell in self.now.layout.by_id and position and position.free(cell):
                try:
                    self.placed(cell)
                except RuleError as refused:
                    yield self.placed(cell, waived=True), refused


def judge_placing(
    awaited: Awaited[S],
    observation: Observation,
    rest: Callable[[S], tuple[Ruling, tuple[MoveSequence, ...]]],
    propose: Callable[[Placement[S], tuple[MoveSequence, ...]], Judgement],
) -> Judgement:
    """The figure has been put down, or is still in a hand; ``rest`` judges what else has happened then."""
    for placement in awaited.placements(observation):
        ruling, sequences = rest(placement.state)
        if ruling in (Ruling.NONE, Ruling.LEGAL):
            return propose(placement, sequences or ((),))
    for wrong, refused in awaited.misplacements(observation):
        if rest(wrong.state)[0] is Ruling.NONE:
            allow = wrong.commands
            return Judgement(Ruling.ILLEGAL, awaited.seat, refused.text, refused.rule, wrong.cells, allow=allow)
    return Judgement(Ruling.NONE, awaited.seat)
