"""Games to be photographed: what a turn's frames show, legal by the rules or not, with the truth about it.

A seat is called by the letter of its ranch, which is its colour too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement_facts import FACTS_1983, FACTS_1993, MovementFacts
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.camera.observations import born, figures_of_herds
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explain
from companion.games.abilene.edition_1993.house_rules import WIDEST_TURNS
from tests.vision.rendering import prairie
from tests.vision.rendering.legal_moves import PlayedMove, legal_move
from tests.vision.rendering.violations import Violation, violation

CATTLE, COWBOYS = (0, 1, 2, 3, 4, 5), (1, 1, 2, 2, 3, 4)
SEATS = {3: ("ACE", "BDF"), 4: ("ABDE", "BCEF", "ACDF"), 5: ("ABCDE", "BCDEF"), 6: ("ABCDEF",)}
"""the ranches of each number of players (rules 1993 §3.1)"""


@dataclass(frozen=True)
class Step:
    """The events between two uncovered frames."""

    turn: int
    seat: str
    cattle: tuple[int, ...]
    cowboys: tuple[int, ...]
    before: Position
    played_moves: tuple[PlayedMove, ...]
    legal: bool = True
    why: str = ""
    event: str = ""
    """of an illegal step: its kind"""
    cleared: bool = False
    """cows that were sold in the turn before have left the corral"""

    @property
    def after(self) -> Position:
        """Return the position after the step."""
        return self.played_moves[-1].after if self.played_moves else self.before

    @property
    def events(self) -> tuple[str, ...]:
        """Return the kinds of the events, for the report."""
        return (self.event,) if self.event else tuple(played.event for played in self.played_moves)


@dataclass
class Table:
    """A game on its way; ``wrong`` is the share of illegal steps."""

    layout: Layout
    seats: str
    chance: random.Random
    wrong: float = 0.0
    position: Position = field(init=False)
    turn: int = 0

    def __post_init__(self) -> None:
        self.position = setup(self.layout, {seat: seat for seat in self.seats})
        self.colours = born(self.layout, self.position) if self._old else {}

    @property
    def kinds(self) -> dict[str, str]:
        """Return the figures: cell -> kind."""
        return figures_of_herds(self.position, self.colours, {seat: seat for seat in self.seats})

    @property
    def facts(self) -> MovementFacts:
        """Return the edition that is played on this board."""
        return FACTS_1983 if self._old else FACTS_1993

    @property
    def _old(self) -> bool:
        return len(self.layout.regions) == 3

    def steps(self) -> Iterator[Step]:
        """Turn after turn, until a herd is gone."""
        sold = False
        while all(self.position.herd(self.layout, seat) for seat in self.seats):
            seat = self.seats[self.turn % len(self.seats)]
            self.turn += 1
            sold = sold or self.position.corral > 0
            while self.position.corral:
                self.position = self.position.sell_cow()
            for step in self._steps_of(seat):
                self.position = step.after
                yield replace(step, cleared=sold, played_moves=tuple(map(self._painted, step.played_moves)))
                sold = False

    def _painted(self, played: PlayedMove) -> PlayedMove:
        moves, self.colours = prairie.painted(played.moves, self.colours)
        return replace(played, moves=moves)

    def _steps_of(self, seat: str) -> Iterator[Step]:
        moved: list[str] = []
        for cattle, cowboys in self._parts():
            if self.chance.random() < self.wrong and (found := self._illegal(seat, cattle, cowboys)):
                yield found
                return
            before, played_moves = self.position, list[PlayedMove]()
            position = before
            dice = [*((die, True) for die in cattle), *((die, False) for die in cowboys)]
            for die, is_cow in dice:
                if played := legal_move(self.layout, self.facts, position, seat, die, is_cow, moved, self.chance):
                    played = prairie.returned(self.layout, played)
                    if played.after == position:  # beaten, and back where he was: nobody can see that
                        continue
                    played_moves.append(played)
                    moved += played.touched
                    position = played.after
            used = tuple(played.die for played in played_moves if not played.of_a_cow)
            if played_moves:
                zeros = tuple(die for die in cowboys if not die)
                yield Step(self.turn, seat, () if self._old else cattle, (*used, *zeros), before, tuple(played_moves))

    def _parts(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the dice of a turn, shared out over one to three frames; 1983 has steps for the steers and two
        dice.
        """
        chance = self.chance
        cattle = chance.choice(prairie.SHARED) if self._old else tuple(chance.choices(CATTLE, k=2))
        cowboys = tuple(chance.choices(prairie.FACES, k=2) if self._old else chance.choices(COWBOYS, k=3))
        cut = chance.randrange(4)
        match chance.randrange(4):
            case 0:
                return [(cattle, cowboys)]
            case 1:
                return [(cattle, ()), ((), cowboys)]
            case 2:
                return [(cattle, cowboys[:1]), ((), cowboys[1:])]
            case _:
                return [(cattle, ()), *[((), part) for part in (cowboys[:cut], cowboys[cut:]) if part]]

    def _illegal(self, seat: str, cattle: tuple[int, ...], cowboys: tuple[int, ...]) -> Step | None:
        """Return a step that no explanation fits; not while somebody waits beside the board, who might come back with
        it.
        """
        if self.position.waiting:
            return None
        for _ in range(6):
            kinds = prairie.violation if self._old else violation
            found = kinds(self.layout, self.position, seat, self.chance)
            if found and not self._explained(seat, found):
                played = PlayedMove(found.after, found.moves, 0, found.kind)
                return Step(
                    self.turn, seat, found.cattle, found.cowboys, self.position, (played,), False, found.why, found.kind
                )
        return None

    def _explained(self, seat: str, found: Violation) -> bool:
        if self._old:
            return prairie.explained(self.layout, self.position, self.colours, self.seats, seat, found)
        return explained(self.layout, self.position, seat, found)


def explained(layout: Layout, before: Position, seat: str, found: Violation) -> bool:
    """Return whether the rules have a way from here to there with these dice."""
    throw = TurnContext(seat, found.cattle, found.cowboys, ended=False)
    return explain(layout, before, found.after, throw, WIDEST_TURNS) is not None


def some_seats(layout: Layout, chance: random.Random) -> str:
    """Return who plays, as the rules allow."""
    if len(layout.regions) == 3:
        return chance.choice(("ABC", "AB", "ABC"))
    return chance.choice(SEATS[chance.choice((3, 4, 5, 6, 6))])
