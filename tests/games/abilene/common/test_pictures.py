"""No picture of the board stops the judge, however wrong it is: while a figure is in a hand, and at each step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from companion.boards.layout import Layout
from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.boards.verdict import Ruling
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.phases import current
from companion.core.referee.referee import Referee
from companion.core.table.table import Table
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.encounters import PutPhase
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.messages import RollShots
from companion.games.abilene.edition_1993.messages import PayJail, RollDuel
from tests.support.abilene import ABILENE
from tests.support.prairie import PrairieNight
from tests.support.prairie_1993 import FAR, theft
from tests.support.table import ANN, BOB, AnyNight, Night


def stolen_cow() -> Night:
    return theft()[0]


def beaten_cowboy() -> Night:
    """Return a game in which Ann has won a duel on Bob's ranch, and puts his cowboy on the
    edge of it.
    """
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: ("B4-1",), BOB: ("B4-2",)})
    night.roll((2, 1))
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0), RollDuel(4, 1))
    return night


def released_cowboy() -> Night:
    """Return a game in which Ann has paid for one of three; her cattle moves next."""
    night = Night(4)
    night.arrange(cowboys={ANN: ("A7-0",)}, jail={ANN: 3})
    night.roll((2, 1))
    night.act(ANN, PayJail(1))
    return night


def two_released_cowboys() -> Night:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A7-0",)}, jail={ANN: 3})
    night.roll((2, 1))
    night.act(ANN, PayJail(2))
    return night


def rustled_steer() -> PrairieNight:
    night = PrairieNight()
    night.put(cows=("A6-0",), gone=("A5-1",), s1=("B4-2", "A3-3"))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-2", "B5-2", 0))
    return night


def escaped_cowboy() -> PrairieNight:
    """Return a game in which Bob's only cowboy has lost at home against Ann."""
    night = PrairieNight()
    night.put(s1=("B4-1", "A3-3"), s2=("B4-2",))
    night.two_dice(1, 2)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.act(BOB, RollShots(5, 0))
    return night


HANDS: tuple[Callable[[], AnyNight[Any]], ...] = (
    stolen_cow,
    beaten_cowboy,
    released_cowboy,
    two_released_cowboys,
    rustled_steer,
    escaped_cowboy,
)


def cattle_step() -> Night:
    """Return a game with a cow in town that waits for its sale, and cowboys in jail and in the town."""
    night = Night(4)
    night.arrange(
        cows={"A": ("A2-0", "A6-0")}, cowboys={ANN: ("A3-1", "A4-2"), BOB: ("B3-1",)}, town={ANN: 1}, jail={BOB: 1}
    )
    night.roll((2, 1))
    night.act(ANN, MoveCow("A2-0", TOWN, 0))
    return night


def cowboys_step() -> Night:
    night = cattle_step()
    night.end(Step.CATTLE)
    return night


def jail_step() -> Night:
    night = Night(4)
    night.arrange(cowboys={ANN: ("A7-0",)}, jail={ANN: 3})
    night.roll()
    return night


def steers_step() -> PrairieNight:
    """Return a table on which an escaped cowboy waits beside the board, as no start cell of his is vacant."""
    night = PrairieNight()
    night.put(s1=("B4-1", "B3-1"), s2=("B4-2",), s3=("B3-3", "B3-4"))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0), RollShots(1, 0), EndStep(Step.COWBOYS))
    return night


def before_the_dice() -> PrairieNight:
    night = steers_step()
    night.end(Step.CATTLE)
    return night


def riders_step() -> PrairieNight:
    night = steers_step()
    night.two_dice(1, 2)
    return night


STEPS: tuple[Callable[[], AnyNight[Any]], ...] = (
    cattle_step,
    cowboys_step,
    jail_step,
    steers_step,
    before_the_dice,
    riders_step,
)

each_hand = pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.__name__)
SOMETHING = "something"
"""A kind of figure that the game does not have."""


def phase_of(table: Table) -> PutPhase[Any]:
    game = ABILENE[table.edition]
    phase = current(game.phases, game.situation(table)).phase
    assert isinstance(phase, PutPhase)
    return phase


class Shown(NamedTuple):
    """The observation of a camera when all is right, the kind of the figure off the board, and where it may go."""

    right: Observation
    figure: str
    may: tuple[str, ...]


def in_hand(night: AnyNight[Any]) -> Shown:
    """Return the observation while the figure is in the hand."""
    game, table = ABILENE[night.table.edition], night.table
    phase = phase_of(table)
    may = phase.cells(game.situation(table))
    (seat,) = phase.waited_for(game.situation(table)) or ()
    _, after = night.tables.live(night.code).referee.act(table, seat, phase.command(may[0]))
    put = game.expected_observation(after)
    assert put is not None
    cells = {cell: kind for cell, kind in put.cells.items() if cell != may[0]}
    return Shown(replace(put, cells=cells), put.cells[may[0]], may)


def on_the_board(night: AnyNight[Any]) -> Shown:
    """Return the observation while figures are moved; figures in the town, in jail or beside the board may be put
    back on it.
    """
    right = ABILENE[night.table.edition].expected_observation(night.table)
    assert right is not None
    beside = [kind for kinds in right.areas.values() for kind in kinds] or ["cowboy:B"]
    return Shown(right, beside[0], ("A3-0", "B2-0", "A4-0"))


def nearest(layout: Layout, cell: str, cells: Iterable[str]) -> str | None:
    """Return the nearest of the other cells."""
    (x, y) = layout.centre(cell) if cell in layout.by_id else (0.0, 0.0)
    return min(cells, key=lambda other: math.dist((x, y), layout.centre(other)), default=None)


def pictures(layout: Layout, shown: Shown) -> Iterator[Observation]:
    """Yield pictures that are right but for something that is misplaced, is missing, or was not seen clearly."""
    right, figure, may = shown
    kinds = sorted({*right.cells.values(), figure})
    sorts = {
        (each.region in "CDEF", each.region == "B", *sorted(each.flags), each.id in right.cells, each.id in may): each
        for each in layout.cells
    }
    for cell in (*(each.id for each in sorts.values()), "Z9-9"):
        for put in ((), may[:1], may[1:3]):  # what is awaited is put down, and something else has happened as well
            seen = {**right.cells, **dict.fromkeys(put, figure)}
            for kind in (*kinds, SOMETHING):
                yield replace(right, cells={**seen, cell: kind})
                if moved := nearest(layout, cell, [there for there in right.cells if right.cells[there] == kind]):
                    yield replace(right, cells={**{there: seen[there] for there in seen if there != moved}, cell: kind})
            unseen = {there: kind for there, kind in seen.items() if there != cell}
            yield replace(right, cells=unseen)
            yield replace(right, cells=unseen, unknown=(cell,))
            yield replace(right, cells=unseen, unknown=(cell,), doubts={cell: (*kinds, EMPTY)})
            yield replace(right, cells=seen, alternatives={cell: (*kinds, EMPTY)})
    for area in (TOWN, CORRAL, JAIL, SOMETHING):
        yield from (right.with_area(area, (kind,) * 2) for kind in (*kinds, SOMETHING))
    everywhere = tuple(layout.by_id)
    yield from (replace(right, cells=dict.fromkeys(everywhere, kind)) for kind in kinds)
    yield from (replace(right, cells={}), replace(right, cells={}, unknown=everywhere))
    yield from (replace(right, status=status) for status in ObservationStatus)


def judge_all(night: AnyNight[Any], shown: Shown) -> set[Ruling]:
    """Judge every such picture: each proposal can be tapped, and of several ways to allow it one works."""
    game, table, referee = ABILENE[night.table.edition], night.table, night.tables.live(night.code).referee
    rulings = set()
    for picture in pictures(game.layout_of(table), shown):
        if found := game.judge(table, picture):
            rulings.add(found.ruling)
            for proposal in found.proposals:
                assert referee.decide(table, found.seat, proposal.command)
            assert not found.allow or any(allowed(referee, table, found.seat, command) for command in found.allow)
    return rulings


def allowed(referee: Referee, table: Table, seat: str, command: Command) -> bool:
    try:
        referee.decide(table, seat, command, waived=True)
    except RuleError:
        return False
    return True


def test_every_phase_with_a_figure_in_a_hand_is_among_these() -> None:
    tried = {(night.table.edition, type(phase_of(night.table))) for night in (hand() for hand in HANDS)}
    every = {(edition, type(phase)) for edition, game in ABILENE.items() for phase in game.phases}
    assert tried == {(edition, kind) for edition, kind in every if issubclass(kind, PutPhase)}


@pytest.mark.thorough
@each_hand
def test_while_a_figure_is_in_a_hand_every_picture_is_judged(hand: Callable[[], AnyNight[Any]]) -> None:
    night = hand()
    assert {Ruling.NONE, Ruling.LEGAL, Ruling.ILLEGAL} <= judge_all(night, in_hand(night))


@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_at_each_step_every_picture_is_judged(step: Callable[[], AnyNight[Any]]) -> None:
    night = step()
    assert {Ruling.NONE, Ruling.ILLEGAL} <= judge_all(night, on_the_board(night))
