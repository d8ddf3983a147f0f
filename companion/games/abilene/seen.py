"""From what a camera saw to a position, and back: colours become seats, hidden cells keep their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.board import TOWN, Layout
from companion.core.errors import BadRequest
from companion.core.sighting import Sight, Sighting
from companion.core.table import Level, Phase, Table
from companion.core.text import say
from companion.games.abilene.movement import JAIL
from companion.games.abilene.position import Position, setup
from companion.games.abilene.ranches import RANCHES
from companion.games.abilene.seats import COLOURS
from companion.games.abilene.state import State

COW = "cow"
COWBOY = "cowboy:"


def colours_of(table: Table) -> dict[str, str]:
    """Seat -> what the camera calls the colour of its cowboys: the letter of the ranch that has it in the box."""
    return {seat.id: RANCHES[COLOURS.index(seat.picks["colour"])] for seat in table.seats}


def sighted(layout: Layout, table: Table) -> Sighting | None:
    """What a faultless camera would see now; None when the table does not know where the figures stand."""
    state: State | None = table.play
    if state is None or table.phase is Phase.LOBBY:
        if table.level is not Level.BOARD:
            return None
        return sighting_of(setup(layout, {seat.id: seat.picks["ranch"] for seat in table.seats}), colours_of(table))
    return sighting_of(state.position, colours_of(table)) if state.position else None


def opening(layout: Layout, ranches: Sequence[str]) -> Sighting:
    """What a faultless camera sees at the start: each ranch has its letter's colour out of the box."""
    its_own = {ranch: ranch for ranch in ranches}
    return sighting_of(setup(layout, its_own), its_own)


def position_seen(seen: Sighting, believed: Position, seats: Mapping[str, str]) -> Position:
    """The position that was seen, where ``seats`` maps a colour as the camera calls it to the seat that plays it.

    Raises BadRequest for a figure of a kind or colour that is not in the game. Whether the figures are as many as
    before, and on cells of the board, is not asked here: that is for ``explain`` and ``objection`` to say.
    """
    colours = {seat: colour for colour, seat in seats.items()}
    now = seen.over(sighting_of(believed, colours))
    cowboys = {cell: _seat(kind, seats) for cell, kind in now.cells.items() if kind != COW}
    return replace(
        believed,
        cows=tuple(sorted(cell for cell, kind in now.cells.items() if kind == COW)),
        cowboys=cowboys,
        town=dict(Counter(_seat(kind, seats) for kind in now.town)),
        jail=dict(Counter(_seat(kind, seats) for kind in now.jail)),
        corral=len(now.corral),
    )


def sighting_of(position: Position, colours: Mapping[str, str]) -> Sighting:
    """What a faultless camera would see, where ``colours`` maps a seat to what the camera calls its colour."""
    cells = dict.fromkeys(position.cows, COW)
    cells |= {cell: COWBOY + colours[seat] for cell, seat in position.cowboys.items()}
    beside = {
        area: tuple(sorted(COWBOY + colours[seat] for seat in Counter(counts).elements()))
        for area, counts in ((TOWN, position.town), (JAIL, position.jail))
    }
    return Sighting(Sight.OK, cells, (), beside[TOWN], beside[JAIL], (COW,) * position.corral)


def _seat(kind: str, seats: Mapping[str, str]) -> str:
    seat = seats.get(kind.removeprefix(COWBOY)) if kind.startswith(COWBOY) else None
    if seat is None:
        raise BadRequest(say("There is no %(kind)s in this game.", kind=kind))
    return seat
