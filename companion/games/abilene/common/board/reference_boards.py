"""The two reference boards, built from their formulae.

The rulebooks print no measures, so the shapes are this project's own: rings of hexagons around
a town that covers the inner seven, cut into sectors. Rules never ask for a board by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from companion.boards.layout import Area, Cell, Coordinate, Lattice, Layout, Marker, gates_around
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.abilene.common.pieces import Mark

SHEET = (560.0, 500.0)
AREAS = (Area("jail", 200.0, 185.0, 70.0, 65.0), Area("corral", 200.0, -185.0, 70.0, 65.0))
MARKERS = (Marker(0, -258.0, -228.0), Marker(1, 258.0, -228.0), Marker(2, 258.0, 228.0), Marker(3, -258.0, 228.0))


@dataclass(frozen=True, slots=True)
class Plan:
    """The formula of one board; ``cow_starts`` and ``cowboy_starts`` are (ring, index) within each region."""

    name: str
    size: float
    rings: int
    letters: str
    cow_starts: frozenset[tuple[int, int]]
    cowboy_starts: frozenset[tuple[int, int]]


PLANS = {
    plan.name: plan
    for plan in (
        Plan(
            name="abilene-1993",
            size=18.0,
            rings=7,
            letters="ABCDEF",
            cow_starts=frozenset({(6, j) for j in range(6)} | {(5, j) for j in (1, 2, 3)}),
            cowboy_starts=frozenset({(5, 0), (5, 4), (4, 1), (4, 2), (3, 1)}),
        ),
        Plan(
            name="abilene-hexagames",
            size=20.0,
            rings=6,
            letters="ABC",
            cow_starts=frozenset((5, j) for j in range(1, 10)),
            cowboy_starts=frozenset({(3, 1), (3, 3), (3, 4)}),
        ),
    )
}


@cache
def reference_board(name: str) -> Layout:
    """The reference board of that name (a key of ``PLANS``), built once; raises BadRequest for another name."""
    if name not in PLANS:
        raise BadRequest(say("There is no board called %(name)s.", name=name))
    plan = PLANS[name]
    cells = tuple(_cells(plan))
    town = ((0, 0), *Lattice.HEX.steps)
    return Layout(
        name=plan.name,
        lattice=Lattice.HEX,
        size=plan.size,
        cells=cells,
        town=town,
        gates=gates_around(Lattice.HEX, town, {(cell.q, cell.r): cell.id for cell in cells}),
        areas=AREAS,
        sheet=SHEET,
        markers=MARKERS,
        marker_side=30.0,
        marker_margin=6.0,
    )


def _cells(plan: Plan) -> Iterator[Cell]:
    sectors = 6 // len(plan.letters)
    for region, letter in enumerate(plan.letters):
        for ring in range(2, plan.rings + 1):
            for index in range(sectors * ring):
                q, r = _place(region * sectors + index // ring, ring, index % ring)
                yield Cell(f"{letter}{ring}-{index}", q, r, letter, _flags(plan, ring, index))


def _place(sector: int, ring: int, along: int) -> Coordinate:
    """From the corner of the sector's ring, ``along`` steps clockwise."""
    steps = Lattice.HEX.steps
    (out_q, out_r), (side_q, side_r) = steps[sector], steps[(sector + 2) % 6]
    return ring * out_q + along * side_q, ring * out_r + along * side_r


def _flags(plan: Plan, ring: int, index: int) -> frozenset[str]:
    flags = {
        Mark.COW_START: (ring, index) in plan.cow_starts,
        Mark.COWBOY_START: (ring, index) in plan.cowboy_starts,
        Mark.OUTER_EDGE: ring == plan.rings,
    }
    return frozenset(flag for flag, here in flags.items() if here)
