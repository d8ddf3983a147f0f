"""Rows of pieces: which row a piece lies in, and in which order.

A row begins at its marker and runs to the left of it, as printed (``printed_markers``). From there the next piece is
looked for, and from that one the next: a row may be turned or bent a little, its pieces may be turned and overlap, as
long as their markers show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.boards.printed_markers import CARD_SIDE, ROW_SIDE
from vision.evidence.marks.marks import Mark
from vision.geometry.board_pose import Points


@dataclass(frozen=True, slots=True)
class Tuning:
    """Thresholds for a row, in millimetres on the table. Defaults are the values in use."""

    reach: float = 170.0
    """The next piece is at most so far: two cards and a gap, if one of them shows no marker. The row's marker counts
    for its direction as much as pieces over so many millimetres do."""
    beside: float = 45.0
    """The largest distance of a piece from the line (mm): half the height of a card."""
    turned: float = 40.0
    """Degrees by which a piece may be turned against the row; pieces turned more are there by chance."""


TUNING = Tuning()


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows on a table.

    ``rows``: name -> the numbers of its pieces in their order; rows whose marker is not there are missing.

    ``loose`` are the pieces in no row.
    """

    rows: Mapping[str, tuple[int, ...]]
    loose: tuple[int, ...]


def find_rows(starts: Mapping[str, Mark], pieces: Mapping[int, Mark]) -> Rows:
    """Return the pieces in their rows. A piece that might as well belong to two rows is in neither."""
    chains = {name: _chain(start, pieces) for name, start in starts.items()}
    claimed = Counter(number for chain in chains.values() for number in chain)
    rows = {name: tuple(number for number in chain if claimed[number] == 1) for name, chain in chains.items()}
    lying = {number for row in rows.values() for number in row}
    return Rows(rows, tuple(sorted(pieces.keys() - lying)))


def _chain(start: Mark, pieces: Mapping[int, Mark]) -> list[int]:
    """Return the pieces from this marker on."""
    scale = start.size / ROW_SIDE
    begin = np.array(start.centre)
    ahead = -_right(start)
    left = {number: mark for number, mark in pieces.items() if abs(_turn(mark, start)) <= TUNING.turned}
    chain: list[int] = []
    at = begin
    while left:
        steps = {number: _step(at, ahead, np.array(mark.centre), scale) for number, mark in left.items()}
        near = [number for number, (on, off) in steps.items() if 0 < on <= TUNING.reach and off <= TUNING.beside]
        if not near:
            break
        chain.append(min(near, key=lambda each: steps[each][0]))
        mark = left.pop(chain[-1])
        at, scale = np.array(mark.centre), mark.size / CARD_SIDE
        run = -_right(start) * TUNING.reach * scale + (at - begin)
        ahead = run / np.linalg.norm(run)
    return chain


def _step(at: Points, ahead: Points, to: Points, scale: float) -> tuple[float, float]:
    """Return how far ahead and how far beside the line, in millimetres."""
    way = (to - at) / scale
    return float(way @ ahead), abs(float(way[0] * ahead[1] - way[1] * ahead[0]))


def _right(mark: Mark) -> Points:
    """Return where the marker's printed right lies, as a vector of length 1."""
    angle = np.radians(mark.angle)
    return np.array([np.cos(angle), np.sin(angle)])


def _turn(mark: Mark, start: Mark) -> float:
    """Return by how many degrees it is turned against the row's marker, -180 to 180."""
    return (mark.angle - start.angle + 180) % 360 - 180
