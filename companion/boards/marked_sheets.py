"""Printed sheets that a camera finds by the markers in their corners: places for marked things, boxes for cubes.

Words of places and kinds are a game's. Lengths are millimetres, x to the right, y downwards, the origin in the middle
of the sheet.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.boards.layout import Marker

PILED, TOUCHING, STRANGE, HIDDEN = "piled", "touching", "strange", "hidden"
"""Why a place could not be read, as ``Observation.doubts`` lists it: cubes on top of each other or too many; cubes that
touch, so that more than one number would look like that; something else lies there; it was not seen."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Its middle and its sides."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CubeBox:
    """A box for cubes of one kind, whose paint is ``#rrggbb``."""

    name: str
    place: Rectangle
    kind: str
    paint: str


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A place with the marker ``bare``, which whatever lies there hides."""

    name: str
    place: Rectangle
    bare: int


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """One sheet on the table; ``corners`` are its own markers, ``side`` their side.

    The ``boxes`` lie on a ``field`` of one colour, on which nothing but dark lines and letters is printed.
    """

    name: str
    width: float
    height: float
    corners: tuple[Marker, ...]
    side: float
    places: tuple[MarkedPlace, ...] = ()
    boxes: tuple[CubeBox, ...] = ()
    field: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class CubeSize:
    """Cubes of ``side`` millimetres; ``suffix`` stands behind their kind in an observation ("" for the usual ones)."""

    side: float
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class PrintedSheets:
    """All sheets that may lie on a table, and the cubes in play.

    ``kinds`` are what the markers on the sheets mean, ``ground`` is the paint of the fields.
    """

    sheets: tuple[MarkedSheet, ...] = ()
    kinds: Mapping[int, str] = dataclasses.field(default_factory=dict)
    ground: str = "#ffffff"
    cubes: tuple[CubeSize, ...] = ()

    @property
    def corners(self) -> tuple[int, ...]:
        """The markers in the corners of all sheets."""
        return tuple(each.id for sheet in self.sheets for each in sheet.corners)

    def plain(self) -> dict[str, Any]:
        """As JSON data, for ``parse``."""
        return {
            "sheets": [_sheet(each) for each in self.sheets],
            "kinds": {str(number): kind for number, kind in self.kinds.items()},
            "ground": self.ground,
            "cubes": [[each.side, each.suffix] for each in self.cubes],
        }

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> PrintedSheets:
        """What ``plain`` wrote; raises KeyError, TypeError, ValueError or AttributeError for anything else."""
        return cls(
            tuple(_parsed(each) for each in data["sheets"]),
            {int(number): str(kind) for number, kind in data["kinds"].items()},
            str(data["ground"]),
            tuple(CubeSize(float(side), str(suffix)) for side, suffix in data["cubes"]),
        )


NO_SHEETS = PrintedSheets()


def _sheet(sheet: MarkedSheet) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "size": [sheet.width, sheet.height],
        "corners": [[each.id, each.x, each.y] for each in sheet.corners],
        "side": sheet.side,
        "places": [[each.name, *_rectangle(each.place), each.bare] for each in sheet.places],
        "field": _rectangle(sheet.field) if sheet.field else None,
        "boxes": [[each.name, *_rectangle(each.place), each.kind, each.paint] for each in sheet.boxes],
    }


def _rectangle(place: Rectangle) -> tuple[float, float, float, float]:
    return place.x, place.y, place.width, place.height


def _parsed(data: Mapping[str, Any]) -> MarkedSheet:
    width, height = map(float, data["size"])
    return MarkedSheet(
        str(data["name"]),
        width,
        height,
        tuple(Marker(int(number), float(x), float(y)) for number, x, y in data["corners"]),
        float(data["side"]),
        tuple(
            MarkedPlace(str(name), Rectangle(*map(float, place)), int(bare)) for name, *place, bare in data["places"]
        ),
        tuple(
            CubeBox(str(name), Rectangle(*map(float, place)), str(kind), str(paint))
            for name, *place, kind, paint in data["boxes"]
        ),
        Rectangle(*map(float, data["field"])) if data["field"] else None,
    )
