"""Board files: a Layout as plain JSON data and back, the same for reference boards and traced ones.

A table keeps the board it plays on as the text of such a file, so that its log says everything there is to know.
Every board is read by ``BoardFile``, wherever it comes from: an upload, a sketch, a command, a file on a command line,
the log of a table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from companion.boards.data_file import at_most, read, some
from companion.boards.layout import (
    MARKER_IDS,
    MAX_NAME_LENGTH,
    Area,
    Cell,
    Coordinate,
    Exit,
    Hub,
    Lattice,
    Layout,
    Length,
    Marker,
    Position,
)
from companion.core.errors import BadRequest
from companion.core.text import Text, say

HUB = "town"
"""Name of the hub of a board in board files."""
MAX_CELLS = 500
MAX_TOWN_PLACES = 100
MAX_GATES = 800
MAX_AREAS = 20
SMALLEST_CELL = 5.0
SMALLEST_SHEET = 50.0
"""Millimetres."""


def _board_name(name: str) -> str:
    if not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise BadRequest(say("A board needs a name of at most %(count)s letters.", count=MAX_NAME_LENGTH))
    return name


BoardName = Annotated[str, Field(strict=True), AfterValidator(_board_name)]


class TownData(BaseModel):
    """The places that the town is drawn over, and its gates."""

    places: Annotated[tuple[Coordinate, ...], at_most(MAX_TOWN_PLACES)]
    gates: Annotated[tuple[Exit, ...], at_most(MAX_GATES)]


class MarkersData(BaseModel):
    """The corner markers."""

    side: Length
    margin: Length
    corners: Annotated[tuple[Marker, ...], at_most(MARKER_IDS)]


class BoardFile(BaseModel):
    """A board file: lengths in millimetres, places in steps of the lattice."""

    name: BoardName
    lattice: Lattice
    size: Length
    sheet: tuple[Length, Length]
    origin: tuple[Position, Position] = (0.0, 0.0)
    cells: Annotated[tuple[Cell, ...], some(MAX_CELLS)]
    town: TownData
    areas: Annotated[tuple[Area, ...], at_most(MAX_AREAS)]
    markers: MarkersData


def to_json(layout: Layout) -> dict[str, Any]:
    """Return the board as dicts, lists, strings and numbers; ``from_json`` gives an equal Layout back."""
    hub = layout.hub or Hub(HUB, ())
    return {
        "name": layout.name,
        "lattice": layout.lattice.value,
        "size": layout.size,
        "sheet": list(layout.sheet),
        "origin": list(layout.origin),
        "cells": [
            {"id": cell.id, "q": cell.q, "r": cell.r, "region": cell.region, "flags": sorted(map(str, cell.flags))}
            for cell in layout.cells
        ],
        "town": {"places": [list(place) for place in hub.places], "gates": [asdict(way) for way in hub.exits]},
        "areas": [asdict(area) for area in layout.areas],
        "markers": {
            "side": layout.marker_side,
            "margin": layout.marker_margin,
            "corners": [asdict(marker) for marker in layout.markers],
        },
    }


def to_text(layout: Layout) -> str:
    """Return the board file, as short as JSON can be; ``from_text`` gives an equal Layout back."""
    return json.dumps(to_json(layout), separators=(",", ":"))


def from_json(data: Mapping[str, Any]) -> Layout:
    """Return the Layout of a board file's data. Raise BadRequest with what is missing, wrong or out of bounds."""
    return _layout(read(BoardFile, data, not_a_board))


@lru_cache(maxsize=32)
def from_text(text: str) -> Layout:
    """Return the Layout of a board file's text, of a size that a table has room for.

    Equal texts are read once. Raise BadRequest with a sentence for whatever is wrong with it.
    """
    layout = _layout(read(BoardFile, text, not_a_board))
    check_sizes(layout)
    return layout


def not_a_board(why: Text) -> Text:
    """Return the refusal of a file that is not a board."""
    return say("This is not a board file: %(why)s.", why=why)


def _layout(file: BoardFile) -> Layout:
    hub = Hub(HUB, file.town.places, file.town.gates)
    return Layout(
        name=file.name,
        lattice=file.lattice,
        size=file.size,
        cells=file.cells,
        hub=hub if hub.places or hub.exits else None,
        areas=file.areas,
        sheet=file.sheet,
        markers=file.markers.corners,
        marker_side=file.markers.side,
        marker_margin=file.markers.margin,
        origin=file.origin,
    )


def check_sizes(layout: Layout) -> None:
    """Check that the board can lie on a table: large enough, all on its sheet, one name for one thing.

    Raise BadRequest otherwise.
    """
    if layout.size < SMALLEST_CELL or min(layout.sheet) < SMALLEST_SHEET:
        raise BadRequest(say("The spaces or the board are too small for figures to stand on."))
    for cell in layout.cells:
        if not _on_sheet(layout, layout.centre(cell.id)):
            raise BadRequest(say("The space %(cell)s is outside the board.", cell=cell.id))
    hub = layout.hub or Hub(HUB, ())
    if hub.places and not _on_sheet(layout, layout.centre(hub.name)):
        raise BadRequest(say("The town is outside the board."))
    ways = [(way.cell, way.out) for way in hub.exits]
    if any(out >= len(layout.lattice.steps) for _, out in ways) or len(set(ways)) < len(ways):
        raise BadRequest(say("A gate of the town leads in no direction of this board."))
    if hub.exits and not hub.places:
        raise BadRequest(say("This board has gates of a town, but no town."))
    areas, markers = [area.name for area in layout.areas], [marker.id for marker in layout.markers]
    if len({*areas, *layout.by_id, hub.name}) < len(areas) + len(layout.cells) + 1 or len(set(markers)) < len(markers):
        raise BadRequest(say("Two spaces, areas or markers of this board have the same name."))


def _on_sheet(layout: Layout, point: tuple[float, float]) -> bool:
    return all(abs(at) <= side / 2 for at, side in zip(point, layout.sheet, strict=True))
