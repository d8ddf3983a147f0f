"""The two reference boards, built from their formulae.

The rulebooks print no measures, so the shapes are this project's own: rings of hexagons around
a town that covers the inner seven, cut into sectors. Rules never ask for a board by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import atan2
from statistics import fmean

from companion.boards.layout import Area, Cell, Coordinate, Lattice, Layout, Marker, hub_among
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import fact, say
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.sentences import SENTENCES

RANCHES = "ABCDEF"
MIN_PLAYERS, MAX_PLAYERS = 3, 6
CHOICE_OF_RANCHES = RuleRef("1993", "3.1")


@lru_cache(maxsize=32)
def around_the_town(layout: Layout) -> tuple[str, ...]:
    """Return the ranches of the board clockwise, its first letter first, by the angle of their middles."""
    beside = [layout.centre(cell) for _, cell in layout.neighbours[TOWN]]
    town = fmean(x for x, _ in beside), fmean(y for _, y in beside)

    def angle(ranch: str) -> float:
        cells = [layout.centre(cell) for cell in layout.select(ranch)]
        return atan2(fmean(y for _, y in cells) - town[1], fmean(x for x, _ in cells) - town[0])

    order = sorted(layout.regions, key=angle)  # y points down, so that growing angles go clockwise
    at = order.index(layout.regions[0])
    return (*order[at:], *order[:at])


def check_ranches(letters: Sequence[str]) -> None:
    """Check that these ranches, one per player, may be played together.

    Raise IllegalMove when the pattern is wrong for that many players, BadRequest for a letter
    that names no ranch, one taken twice, or fewer than three or more than six players.
    """
    for letter in letters:
        if letter not in tuple(RANCHES):
            raise BadRequest(say("There is no ranch %(letter)s.", letter=letter))
    if len(set(letters)) < len(letters):
        raise BadRequest(say("Two players cannot have the same ranch."), CHOICE_OF_RANCHES)
    if not MIN_PLAYERS <= len(letters) <= MAX_PLAYERS:
        few = say("Abilene is for three to six players, not for %(count)s.", count=len(letters))
        raise BadRequest(few, RuleRef("1993", "1.1"))
    used = sorted(RANCHES.index(letter) for letter in letters)
    free = [ranch for ranch in range(len(RANCHES)) if ranch not in used]
    if len(used) == 3 and len({ranch % 2 for ranch in used}) > 1:
        raise IllegalMove.saying(SENTENCES, fact("ranches_of_three"), CHOICE_OF_RANCHES)
    if len(used) == 4 and free[1] - free[0] != len(RANCHES) // 2:
        raise IllegalMove.saying(SENTENCES, fact("ranches_of_four"), CHOICE_OF_RANCHES)


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
    """Return the reference board of that name (a key of ``PLANS``), built once. Raise BadRequest for another name."""
    if name not in PLANS:
        raise BadRequest(say("There is no board called %(name)s.", name=name))
    plan = PLANS[name]
    cells = tuple(_cells(plan))
    return Layout(
        name=plan.name,
        lattice=Lattice.HEX,
        size=plan.size,
        cells=cells,
        hub=hub_among(Lattice.HEX, TOWN, ((0, 0), *Lattice.HEX.steps), cells),
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
    """Return the place ``along`` steps clockwise from the corner of the sector's ring."""
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
