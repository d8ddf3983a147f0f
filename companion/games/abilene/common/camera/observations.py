"""Observations: what a faultless camera would see of a position, and the position that was seen, colours as seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest
from companion.core.table.table import Level, Table, TablePhase
from companion.core.text import say
from companion.games.abilene.common.board.movement import CORRAL, JAIL
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import RANCHES
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.seats import COLOURS
from companion.games.abilene.common.state import State

COW = "cow"
COWBOY = "cowboy:"
STEER = "cow:"
"""A steer with the colour of its first owner (1983 §1.2), where that is known."""
NO_COLOURS: Mapping[str, str] = {}
HERD, RIDER = COW, COWBOY.removesuffix(":")
FIGURES = FigureRules(
    area_kinds={JAIL: (RIDER,), CORRAL: (HERD,)},
    start_flags={HERD: Mark.COW_START, RIDER: Mark.COWBOY_START},
    exits={CORRAL: TOWN},
    dice_names={HERD: "cattle", RIDER: "cowboys"},
    dots=(HERD,),
    counted=True,
)
"""Cattle is sold in the corral, to which it comes through the town; only cowboys go to jail."""


def colours_of(table: Table) -> dict[str, str]:
    """Return by seat what the camera calls the colour of its cowboys: the letter of the ranch that has it."""
    return {seat.id: RANCHES[COLOURS.index(seat.picks["colour"])] for seat in table.seats}


def expected_observation(layout: Layout, table: Table[State | None], coloured: bool = False) -> Observation | None:
    """Return what a faultless camera would see now; None when the table does not know where the figures stand.

    ``coloured``: the edition's cattle has the colour of its first owner.
    """
    state = table.play
    if state is None or table.phase is TablePhase.LOBBY:
        if table.level is not Level.BOARD:
            return None
        ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
        start = setup(layout, ranches)
        return observation_of(start, colours_of(table), born(layout, start) if coloured else {})
    if state.position is None:
        return None
    seen = observation_of(state.position, colours_of(table), state.owners if coloured else NO_COLOURS)
    if coloured and state.on_sale:
        seen = seen.with_area(CORRAL, (STEER + colours_of(table)[state.on_sale],) * state.position.corral)
    return seen


def colour_owners(table: Table, coloured: bool = False) -> dict[str, str]:
    """Return the seat of each kind of figure that has a colour: cowboys, and cattle where it is ``coloured``."""
    kinds = (COWBOY, STEER) if coloured else (COWBOY,)
    return {kind + letter: seat for seat, letter in colours_of(table).items() for kind in kinds}


def initial_observation(layout: Layout, ranches: Sequence[str], coloured: bool = False) -> Observation:
    """Return what a faultless camera sees at the start: each ranch has its letter's colour out of the box."""
    letters = {ranch: ranch for ranch in ranches}
    start = setup(layout, letters)
    return observation_of(start, letters, born(layout, start) if coloured else {})


def born(layout: Layout, start: Position) -> dict[str, str]:
    """Return whose colour each steer has at the start: cell -> seat."""
    return {cow: seat for seat in start.ranch_of for cow in start.herd(layout, seat)}


def is_cow(kind: str) -> bool:
    """Return whether a kind is cattle, with or without a colour."""
    return kind == COW or kind.startswith(STEER)


def observed_colours(seen: Observation, seats: Mapping[str, str]) -> dict[str, str]:
    """Return whose colour the cattle has, where it has one: cell -> seat."""
    steers = {cell: kind.removeprefix(STEER) for cell, kind in seen.cells.items() if kind.startswith(STEER)}
    return {cell: seats[colour] for cell, colour in steers.items() if colour in seats}


def observed_position(seen: Observation, believed: Position, seats: Mapping[str, str]) -> Position:
    """Return the position that was seen; ``seats`` maps the camera's name of a colour to the seat that plays it.

    Raise BadRequest for a figure of a kind or colour that is not in the game. The number of figures, and whether their
    cells are on the board, is checked by ``explain`` and ``objection``.
    """
    colours = {seat: colour for colour, seat in seats.items()}
    now = seen.merged_with(observation_of(believed, colours))
    cowboys = {cell: _seat(kind, seats) for cell, kind in now.cells.items() if not is_cow(kind)}
    return replace(
        believed,
        cows=tuple(sorted(cell for cell, kind in now.cells.items() if is_cow(kind))),
        cowboys=cowboys,
        town=dict(Counter(_seat(kind, seats) for kind in now.in_area(TOWN))),
        jail=dict(Counter(_seat(kind, seats) for kind in now.in_area(JAIL))),
        corral=len(now.in_area(CORRAL)),
    )


def figures_of_herds(position: Position, herds: Mapping[str, str], colours: Mapping[str, str]) -> dict[str, str]:
    """Return the kind of every figure on a cell; ``herds`` tells whose colour a steer has, if it has any."""
    cells = {cow: STEER + colours[herds[cow]] if herds.get(cow) else COW for cow in position.cows}
    return cells | {cell: COWBOY + colours[seat] for cell, seat in position.cowboys.items()}


def observation_of(
    position: Position, colours: Mapping[str, str], herds: Mapping[str, str] = NO_COLOURS
) -> Observation:
    """Return what a faultless camera would see, where ``colours`` maps a seat to what the camera calls its colour.

    ``herds`` tells whose colour a steer has: cell -> seat.
    """
    cells = figures_of_herds(position, herds, colours)
    beside = {
        area: tuple(COWBOY + colours[seat] for seat in Counter(counts).elements())
        for area, counts in ((TOWN, position.town), (JAIL, position.jail))
    }
    return Observation(ObservationStatus.OK, cells, (), {**beside, CORRAL: (COW,) * position.corral})


def _seat(kind: str, seats: Mapping[str, str]) -> str:
    seat = seats.get(kind.removeprefix(COWBOY)) if kind.startswith(COWBOY) else None
    if seat is None:
        raise BadRequest(say("There is no %(kind)s in this game.", kind=kind))
    return seat
