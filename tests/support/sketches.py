"""Boards as the page *Trace a board* sends them."""

from __future__ import annotations

from typing import Any

from companion.boards.layout import Lattice


def sketch(lattice: str = "hex", letters: str = "ACE", cowboys: int = 5, **changes: Any) -> dict[str, Any]:
    """Return a small board for three: a town of one place, three ranches of twenty cells around it."""

    def region(q: int, r: int) -> str:
        return letters[min((near(q, r, *step), number) for number, step in enumerate(Lattice.HEX.steps))[1] // 2]

    def near(q: int, r: int, dq: int, dr: int) -> float:
        return abs(q - 4 * dq) + abs(r - 4 * dr) + abs(q + r - 4 * dq - 4 * dr)

    span = range(-4, 5)
    places = [(q, r) for q in span for r in span if (q, r) != (0, 0) and abs(q + r) <= 4]
    cells: list[dict[str, Any]] = [{"q": q, "r": r, "region": region(q, r), "flags": []} for q, r in places]
    for letter in letters:
        here = sorted((cell for cell in cells if cell["region"] == letter), key=lambda c: -near(c["q"], c["r"], 0, 0))
        for place, cell in enumerate(here[: 9 + cowboys]):
            cell["flags"] = ["cow_start" if place < 9 else "cowboy_start"]
    return {
        "name": "Our barn",
        "lattice": lattice,
        "size": 20.0,
        "sheet": [420, 400],
        "origin": [3.5, -2.0],
        "cells": cells,
        "town": [[0, 0]],
        "areas": [{"name": "jail", "x": 170, "y": 80, "width": 60, "height": 60}],
        **changes,
    }
