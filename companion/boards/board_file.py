"""Board files: a Layout as plain JSON data and back, the same for reference boards and traced ones.

A table keeps the board it plays on as the text of such a file, so that its log says everything there is to know.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from math import isfinite
from typing import Any

from companion.boards.layout import Area, Cell, Gate, Lattice, Layout, Marker
from companion.core.errors import BadRequest
from companion.core.text import say

MOST_CELLS = 500
LONGEST_NAME = 40
LONGEST_ID = 12
LARGEST = 3_000.0
SMALLEST_CELL = 5.0
SMALLEST_SHEET = 50.0
"""Millimetres."""


def to_json(layout: Layout) -> dict[str, Any]:
    """The board as dicts, lists, strings and numbers; ``from_json`` gives an equal Layout back."""
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
        "town": {"places": [list(place) for place in layout.town], "gates": [asdict(gate) for gate in layout.gates]},
        "areas": [asdict(area) for area in layout.areas],
        "markers": {
            "side": layout.marker_side,
            "margin": layout.marker_margin,
            "corners": [asdict(marker) for marker in layout.markers],
        },
    }


def from_json(data: dict[str, Any]) -> Layout:
    """The Layout of a board file; raises BadRequest when something is missing or of the wrong kind."""
    try:
        return _layout(data)
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise not_a_board(wrong) from wrong


def not_a_board(wrong: Exception) -> BadRequest:
    """What to tell whoever brought a file that is missing something, or holds something else in its place."""
    if isinstance(wrong, KeyError):
        return BadRequest(say("This is not a board file: there is no “%(field)s” in it.", field=str(wrong.args[0])))
    return BadRequest(say("This is not a board file: something in it is not what belongs there."))


def _layout(data: dict[str, Any]) -> Layout:
    town, markers = data["town"], data["markers"]
    width, height = data["sheet"]
    return Layout(
        name=str(data["name"]),
        lattice=Lattice(data["lattice"]),
        size=float(data["size"]),
        cells=tuple(_cell(cell) for cell in data["cells"]),
        town=tuple((int(q), int(r)) for q, r in town["places"]),
        gates=tuple(Gate(str(gate["cell"]), int(gate["out"]), gate["across"]) for gate in town["gates"]),
        areas=tuple(_area(area) for area in data["areas"]),
        sheet=(float(width), float(height)),
        markers=tuple(Marker(int(m["id"]), float(m["x"]), float(m["y"])) for m in markers["corners"]),
        marker_side=float(markers["side"]),
        marker_margin=float(markers["margin"]),
        origin=_point(data.get("origin", (0, 0))),
    )


def to_text(layout: Layout) -> str:
    """The board file, as short as JSON can be; ``from_text`` gives an equal Layout back."""
    return json.dumps(to_json(layout), separators=(",", ":"))


@lru_cache(maxsize=32)
def from_text(text: str) -> Layout:
    """The Layout of a board file's text, of a size that a table has room for.

    Read once for everybody who asks. Raises BadRequest with a sentence for whatever is wrong with it.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(say("This is not a board file: it is not JSON.")) from error
    layout = from_json(data) if isinstance(data, dict) else from_json({})
    check_sizes(layout)
    return layout


def check_sizes(layout: Layout) -> None:
    """Passes for a board that can lie on a table: named, of so many cells, all on its sheet. Raises BadRequest."""
    if not layout.name.strip() or len(layout.name) > LONGEST_NAME or not layout.name.isprintable():
        raise BadRequest(say("A board needs a name of at most %(count)s letters.", count=LONGEST_NAME))
    if not 1 <= len(layout.cells) <= MOST_CELLS:
        raise BadRequest(say("A board has between 1 and %(most)s cells; this one has %(count)s.", **_count(layout)))
    words = [*(word for cell in layout.cells for word in (cell.id, cell.region)), *(area.name for area in layout.areas)]
    if any(not 0 < len(word) <= LONGEST_ID for word in words):
        raise BadRequest(say("Names of cells, regions and areas have at most %(count)s letters.", count=LONGEST_ID))
    if any(not 0 <= gate.out < len(layout.lattice.steps) for gate in layout.gates):
        raise BadRequest(say("A gate of the town leads in no direction of this board."))
    numbers = (layout.size, *layout.sheet, *layout.origin, layout.marker_side, layout.marker_margin)
    areas = [number for area in layout.areas for number in (area.x, area.y, area.width, area.height)]
    markers = [number for marker in layout.markers for number in (marker.x, marker.y)]
    if not all(isfinite(number) and abs(number) <= LARGEST for number in (*numbers, *areas, *markers)):
        raise BadRequest(say("A measure of this board is no sensible number of millimetres."))
    if layout.size < SMALLEST_CELL or min(layout.sheet) < SMALLEST_SHEET:
        raise BadRequest(say("The cells or the board are too small for figures to stand on."))
    width, height = layout.sheet
    for cell in layout.cells:
        x, y = layout.centre(cell.id)
        if abs(x) > width / 2 or abs(y) > height / 2:
            raise BadRequest(say("The cell %(cell)s lies outside the board.", cell=cell.id))


def _count(layout: Layout) -> dict[str, int]:
    return {"most": MOST_CELLS, "count": len(layout.cells)}


def _point(data: Any) -> tuple[float, float]:
    x, y = data
    return float(x), float(y)


def _cell(data: dict[str, Any]) -> Cell:
    flags = frozenset(str(flag) for flag in data["flags"])
    return Cell(str(data["id"]), int(data["q"]), int(data["r"]), str(data["region"]), flags)


def _area(data: dict[str, Any]) -> Area:
    x, y, width, height = (float(data[key]) for key in ("x", "y", "width", "height"))
    return Area(str(data["name"]), x, y, width, height)
