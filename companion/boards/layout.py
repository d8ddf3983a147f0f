"""Boards as data: cells on a lattice, a hub drawn over the places of several, areas beside the board.

Lengths are millimetres, x to the right, y downwards, the origin in the middle of the sheet.
Nothing here knows a game: hexagons and squares differ only in their directions and their drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, reduce
from math import cos, pi, sin, sqrt
from operator import or_
from typing import Annotated

from companion.boards.data_file import Number, Whole, Word, at_most, between
from companion.core.errors import BadRequest
from companion.core.text import say

OUTER_EDGE = "outer_edge"
"""The flag of cells at the rim of the board. Games define all other flags."""

MAX_NAME_LENGTH = 40
MAX_ID_LENGTH = 12
MAX_FLAGS = 16
MARKER_IDS = 50
"""ArUco's dictionary 4X4_50."""
FARTHEST = 1_000
"""Steps from the place (0, 0)."""
LARGEST = 3_000
"""Millimetres."""

Id = Annotated[Word, at_most(MAX_ID_LENGTH)]
Flags = Annotated[frozenset[Annotated[Word, at_most(MAX_NAME_LENGTH)]], at_most(MAX_FLAGS)]
Step = Annotated[Whole, between(-FARTHEST, FARTHEST)]
Coordinate = tuple[Step, Step]
Position = Annotated[Number, between(-LARGEST, LARGEST)]
Length = Annotated[Number, between(0, LARGEST)]
Point = tuple[float, float]


class Lattice(StrEnum):
    """The geometry of cells that touch by six sides, by four sides, or by four sides and four corners."""

    HEX = "hex"
    SQUARE = "square"
    SQUARE_DIAGONAL = "square_diagonal"

    @property
    def steps(self) -> tuple[Coordinate, ...]:
        """Return the coordinate change of every direction, clockwise; 0 points up (hexagons: to the upper left)."""
        return _STEPS[self]

    def turn(self, before: int, after: int) -> int:
        """Return the angle between two directions in degrees, 0 to 180."""
        count = len(self.steps)
        return 360 // count * min((before - after) % count, (after - before) % count)

    def reverse(self, direction: int) -> int:
        """Return the direction that leads back."""
        count = len(self.steps)
        return (direction + count // 2) % count


_STEPS: dict[Lattice, tuple[Coordinate, ...]] = {
    Lattice.HEX: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    Lattice.SQUARE: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    Lattice.SQUARE_DIAGONAL: ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its name, its place on the lattice, the region it belongs to and what is printed on it."""

    id: Id
    q: Step
    r: Step
    region: Id
    flags: Flags = frozenset()


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of the hub: one step in direction ``out`` leads to ``cell``.

    ``across`` is the first cell outside for a figure that enters here and goes straight on (None where the board ends).
    """

    cell: Id
    out: Annotated[Whole, between(0, 7)]
    across: Id | None


@dataclass(frozen=True, slots=True)
class Hub:
    """A place that is larger than a cell: one node, drawn over several places of the lattice; none without exits."""

    name: str
    places: tuple[Coordinate, ...]
    exits: tuple[Exit, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle beside the cells, where figures may lie: its middle and its sides in millimetres."""

    name: Id
    x: Position
    y: Position
    width: Length
    height: Length


@dataclass(frozen=True, slots=True)
class Marker:
    """A corner marker for the camera: its ArUco number and its middle in millimetres."""

    id: Annotated[Whole, between(0, MARKER_IDS - 1)]
    x: Position
    y: Position


@dataclass(frozen=True)
class Layout:
    """A board. Everything derived from the fields is computed once, when first asked for.

    ``size`` is centre to corner of a hexagon, or the side of a square. Nodes are the cells in their order and then the
    hub; a set of nodes is also an int with the bit ``1 << index`` of each. ``origin`` is where the place (0, 0) lies on
    the sheet. Raise BadRequest when two cells share a name or a place, or an exit leads to no cell.
    """

    name: str
    lattice: Lattice
    size: float
    cells: tuple[Cell, ...]
    hub: Hub | None = None
    areas: tuple[Area, ...] = ()
    sheet: tuple[float, float] = (0.0, 0.0)
    markers: tuple[Marker, ...] = ()
    marker_side: float = 0.0
    marker_margin: float = 0.0
    origin: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        hub = self.hub or Hub("", ())
        places = [*hub.places, *((cell.q, cell.r) for cell in self.cells)]
        names = {cell.id for cell in self.cells}
        if len(names) < len(self.cells) or len(set(places)) < len(places) or hub.name in names:
            raise BadRequest(say("The board %(name)s has two spaces with the same name or place.", name=self.name))
        ends = {end for way in hub.exits for end in (way.cell, way.across) if end is not None}
        for unknown in sorted(ends - names):
            raise BadRequest(say("The board %(name)s has no space %(cell)s.", name=self.name, cell=unknown))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.lattice, self.size, self.cells, self.hub))

    @cached_property
    def by_id(self) -> dict[str, Cell]:
        """Return the cells by name."""
        return {cell.id: cell for cell in self.cells}

    @cached_property
    def nodes(self) -> tuple[str, ...]:
        """Return the names of the cells, then the hub if there is one."""
        return (*self.by_id, self.hub.name) if self.hub and self.hub.exits else tuple(self.by_id)

    @cached_property
    def bit(self) -> dict[str, int]:
        """Return the bit of every node."""
        return {node: 1 << index for index, node in enumerate(self.nodes)}

    @cached_property
    def neighbours(self) -> dict[str, tuple[tuple[int, str], ...]]:
        """Return for every node its ways out as (direction, node); a cell may touch the hub in two directions."""
        at = {(cell.q, cell.r): cell.id for cell in self.cells}
        ways: dict[str, list[tuple[int, str]]] = {node: [] for node in self.nodes}
        for cell in self.cells:
            for direction, (dq, dr) in enumerate(self.lattice.steps):
                if other := at.get((cell.q + dq, cell.r + dr)):
                    ways[cell.id].append((direction, other))
        for way in self.hub.exits if self.hub else ():
            ways[self.nodes[-1]].append((way.out, way.cell))
            ways[way.cell].append((self.lattice.reverse(way.out), self.nodes[-1]))
        return {node: tuple(sorted(found)) for node, found in ways.items()}

    @property
    def steps(self) -> tuple[Point, ...]:
        """Return the steps from a cell's middle to its neighbours' in millimetres, in the order of the directions."""
        x, y = self._point((0, 0))
        return tuple((there[0] - x, there[1] - y) for there in map(self._point, self.lattice.steps))

    @cached_property
    def straight_through(self) -> dict[tuple[str, int], str | None]:
        """Return the first cell behind the hub on the same line, by cell and direction of entering."""
        exits = self.hub.exits if self.hub else ()
        return {(way.cell, self.lattice.reverse(way.out)): way.across for way in exits}

    @cached_property
    def _regions(self) -> dict[tuple[str | None, str | None], tuple[str, ...]]:
        groups: dict[tuple[str | None, str | None], list[str]] = {}
        for cell in self.cells:
            for region in (cell.region, None):
                for flag in (*cell.flags, None):
                    groups.setdefault((region, flag), []).append(cell.id)
        return {key: tuple(ids) for key, ids in groups.items()}

    @cached_property
    def _masks(self) -> dict[tuple[str | None, str | None], int]:
        return {key: self.mask(ids) for key, ids in self._regions.items()}

    @property
    def regions(self) -> tuple[str, ...]:
        """Return the letters of the regions, sorted."""
        return tuple(sorted({cell.region for cell in self.cells}))

    def select(self, region: str | None = None, flag: str | None = None) -> tuple[str, ...]:
        """Return the names of the cells of a region (None: all) that have a flag (None: with or without)."""
        return self._regions.get((region, flag), ())

    def select_mask(self, region: str | None = None, flag: str | None = None) -> int:
        """Return ``select`` as a set of bits."""
        return self._masks.get((region, flag), 0)

    def mask(self, nodes: Iterable[str]) -> int:
        """Return the set of these nodes as bits. Raise KeyError for a node that is not on the board."""
        return reduce(or_, map(self.bit.__getitem__, nodes), 0)

    def centre(self, node: str) -> Point:
        """Return the middle of a cell, the hub or an area in millimetres. Raise BadRequest for anything else."""
        if cell := self.by_id.get(node):
            return self._point((cell.q, cell.r))
        if self.hub and node == self.hub.name and self.hub.places:
            points = [self._point(place) for place in self.hub.places]
            return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        for area in self.areas:
            if area.name == node:
                return area.x, area.y
        raise BadRequest(say("The board %(name)s has no space %(cell)s.", name=self.name, cell=node))

    def corners(self, cell: str) -> tuple[Point, ...]:
        """Return the outline of a cell in millimetres, clockwise. Raise BadRequest for an unknown cell."""
        return self._outline(self.centre(cell))

    def hub_outlines(self) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of the places that the hub is drawn over."""
        return tuple(self._outline(self._point(place)) for place in self.hub.places) if self.hub else ()

    def _point(self, place: Coordinate) -> Point:
        (q, r), (x, y) = place, self.origin
        if self.lattice is Lattice.HEX:
            return x + self.size * sqrt(3) * (q + r / 2), y + self.size * 1.5 * r
        return x + self.size * q, y + self.size * r

    def _outline(self, middle: Point) -> tuple[Point, ...]:
        sides, radius = (6, self.size) if self.lattice is Lattice.HEX else (4, self.size / sqrt(2))
        angles = [2 * pi * (corner + 0.5) / sides - pi for corner in range(sides)]
        x, y = middle
        return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def hub_among(lattice: Lattice, name: str, places: tuple[Coordinate, ...], cells: Iterable[Cell]) -> Hub:
    """Return the hub over these places, with a way out to every cell beside it."""
    at = {(cell.q, cell.r): cell.id for cell in cells}
    exits = []
    for q, r in sorted(places):
        for out, (dq, dr) in enumerate(lattice.steps):
            if cell := at.get((q + dq, r + dr)):
                back_q, back_r = q, r
                while (back_q, back_r) in places:
                    back_q, back_r = back_q - dq, back_r - dr
                exits.append(Exit(cell, out, at.get((back_q, back_r))))
    return Hub(name, places, tuple(exits))


def singles(mask: int) -> Iterator[int]:
    """Yield the bits of a set, one at a time."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
