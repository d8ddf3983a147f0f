"""Board files: a Layout as plain JSON data and back, the same for reference boards and traced ones."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.core.board import Area, Cell, Gate, Lattice, Layout, Marker
from companion.core.errors import BadRequest
from companion.core.text import say


def to_json(layout: Layout) -> dict[str, Any]:
    """The board as dicts, lists, strings and numbers; ``from_json`` gives an equal Layout back."""
    return {
        "name": layout.name,
        "lattice": layout.lattice.value,
        "size": layout.size,
        "sheet": list(layout.sheet),
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
        raise BadRequest(say("This is not a board file: %(problem)s.", problem=repr(wrong))) from wrong


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
    )


def _cell(data: dict[str, Any]) -> Cell:
    flags = frozenset(str(flag) for flag in data["flags"])
    return Cell(str(data["id"]), int(data["q"]), int(data["r"]), str(data["region"]), flags)


def _area(data: dict[str, Any]) -> Area:
    x, y, width, height = (float(data[key]) for key in ("x", "y", "width", "height"))
    return Area(str(data["name"]), x, y, width, height)
