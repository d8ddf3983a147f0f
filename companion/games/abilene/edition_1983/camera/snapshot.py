"""The position of 1983 as a camera sees it: what can be seen of the figures, and what a player has left.

Steers have colours, so figures are told apart by their kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation
from companion.games.abilene.common.board.movement import Perspective, perspective
from companion.games.abilene.common.board.movement_facts import MovementFacts
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import COWBOY, figures_of_herds
from companion.games.abilene.common.camera.readings import MAX_CHOICES, MAX_DOUBTS, MAX_READINGS, combined
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.rules import on_board
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.rules.turn import escapes, vacant_starts
from companion.games.abilene.edition_1983.state import State1983

Kinds = Mapping[str, str]
"""Cell -> kind of the figure on it."""


@dataclass(frozen=True, slots=True)
class JudgeContext:
    """The facts that hold all evening; ``colours`` maps a seat to what the camera calls its colour."""

    layout: Layout
    colours: Mapping[str, str]
    rules: SteerRules

    @property
    def facts(self) -> MovementFacts:
        """Return what is known of where steers and cowboys may move."""
        return self.rules.facts

    def perspective(self, position: Position, seat: str) -> Perspective:
        """Return the board as this seat sees it."""
        return perspective(self.layout, position, seat, self.rules.movement, self.facts)

    def cowboy(self, seat: str) -> str:
        """Return the kind of this seat's cowboys."""
        return COWBOY + self.colours[seat]

    def figures(self, position: Position, colours: Mapping[str, str]) -> dict[str, str]:
        """Return every figure that stands on a cell, by its kind; ``colours`` says whose colour a steer has."""
        return figures_of_herds(position, colours, self.colours)

    def snapshot(self, state: State1983) -> Snapshot:
        """Return where the figures stand in a game on the board."""
        position = on_board(state)
        return Snapshot(position, self.figures(position, state.colours))


class RemainingActions(NamedTuple):
    """The actions left to the seat: shared steps of the steers or faces of dice, who has moved, cowboys to hire.

    In the cattle step with dice the cowboys ride after the steers. ``ended``: all the dice have been used that could
    be, and nothing is in a hand any more.
    """

    seat: str
    step: Step
    steps: int = 0
    dice: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()
    hires: int = 0
    most_dice: int = 2
    ended: bool = False

    @property
    def most(self) -> int:
        """Return how many figures can still be moved or hired."""
        return self.steps + self.hires + min(self.most_dice, len(self.dice))


class Snapshot(NamedTuple):
    """The places of the figures, and by their kinds what a camera would see."""

    position: Position
    kinds: dict[str, str]

    def off(self, seen: Kinds) -> int:
        """Return cells on which something else is seen."""
        return len({cell for cell, _ in self.kinds.items() ^ seen.items()})


class TurnSoFar(NamedTuple):
    """The places of the figures before the turn's moves, and what the seat on turn could still do then."""

    context: JudgeContext
    snapshot: Snapshot
    remaining: RemainingActions

    @property
    def view(self) -> Perspective:
        """Return the board as the seat sees it."""
        return self.context.perspective(self.snapshot.position, self.remaining.seat)

    @property
    def rider(self) -> str:
        """Return the kind of the seat's cowboys."""
        return self.context.cowboy(self.remaining.seat)


def beaten(context: JudgeContext, position: Position, loser: str, cell: str) -> Position:
    """Return the reading in which the loser waits beside the board, or is out of the game (§6.2, §6.3)."""
    if not escapes(context.layout, position, context.rules, loser, cell):
        return position
    return replace(position, waiting={**position.waiting, loser: position.waiting.get(loser, 0) + 1})


def returned(context: JudgeContext, snapshot: Snapshot, seen: Kinds) -> Snapshot:
    """Return the snapshot with escaped cowboys back where one is seen on a start cell that is vacant now (§6.2)."""
    position, kinds = snapshot
    for seat, count in snapshot.position.waiting.items():
        cells = [
            cell for cell in vacant_starts(context.layout, position, seat) if seen.get(cell) == context.cowboy(seat)
        ]
        for cell in cells[:count]:
            waiting = {**position.waiting, seat: position.waiting[seat] - 1}
            position = replace(position.place_cowboy(seat, cell), waiting={s: n for s, n in waiting.items() if n})
            kinds = {**kinds, cell: context.cowboy(seat)}
    return Snapshot(position, kinds)


# --- what an observation can mean --------------------------------------------------------------


class KindReadings(NamedTuple):
    """Readings of an observation.

    ``found`` are those in which no figure is too many, the likeliest first; ``likeliest`` may be another.

    ``all_tried``: nothing else can have been there, as far as cells were seen at all.
    """

    likeliest: Kinds
    found: tuple[Kinds, ...]
    all_tried: bool
    nothing_hidden: bool


def readings(kinds: Kinds, observation: Observation) -> Iterator[Kinds]:
    """Yield every combination of the doubtful cells after the figures stood like that, the likeliest first."""
    doubts = _doubts(observation)
    hidden = {cell: kinds[cell] for cell in observation.unknown if cell in kinds and cell not in doubts}
    for bears in combined(doubts, {}):
        yield {**observation.cells, **hidden, **{cell: kind for cell, kind in bears.items() if kind != EMPTY}}


def possible(before: TurnSoFar, observation: Observation) -> KindReadings:
    """Return the readings with no more figures than there can be: on the board, escaped, or to be hired."""
    context, snapshot, remaining = before
    there = Counter(snapshot.kinds.values())
    there.update({context.cowboy(seat): count for seat, count in snapshot.position.waiting.items()})
    there[before.rider] += remaining.hires
    every = list(readings(snapshot.kinds, observation))
    fitting = (one for one in every if not Counter(one.values()) - there)
    found = tuple(islice(fitting, MAX_READINGS + 1))
    hidden = [cell for cell in observation.unknown if cell in context.layout.by_id and cell not in observation.doubts]
    tried = len(found) <= MAX_READINGS and len(observation.doubts) <= MAX_DOUBTS
    return KindReadings(every[0], found[:MAX_READINGS], tried, not hidden)


def _doubts(observation: Observation) -> Mapping[str, tuple[str, ...]]:
    return {cell: kinds[:MAX_CHOICES] or (EMPTY,) for cell, kinds in observation.doubts.items()}
