"""The changes on a table without a board from one observation to the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest

from companion.boards.marked_table import place_in_row, row_of
from companion.boards.observation import Observation
from companion.boards.verdict import Displacement

BESIDE = "beside"

Spot = tuple[str, str]
"""a kind, and where it lies"""


def changes(before: Observation, after: Observation) -> tuple[Displacement, ...]:
    """Return what was laid (from ``beside``), taken away or moved.

    A piece that others have pushed along its row has not moved, nor has one that is only hidden; places that are not
    seen now are left out.
    """
    left: dict[str, list[str]] = defaultdict(list)
    new: dict[str, list[str]] = defaultdict(list)
    for gone, found in (*_rows(before, after), *_areas(before, after)):
        for kind, place in gone:
            left[kind].append(place)
        for kind, place in found:
            new[kind].append(place)
    return tuple(
        Displacement(kind, frm, to)
        for kind in sorted({*left, *new})
        for frm, to in zip_longest(left[kind], new[kind], fillvalue=BESIDE)
    )


def remembered(before: Observation, after: Observation) -> Observation:
    """Return what is known after both: a place that was not seen the second time is as it was."""
    cells = {cell: kind for cell, kind in before.cells.items() if cell.rpartition("-")[0] in after.unknown}
    doubts = {cell: kinds for cell, kinds in before.doubts.items() if cell.rpartition("-")[0] in after.unknown}
    areas = {area: kinds for area, kinds in before.areas.items() if _hidden(area, after)}
    unknown = {
        *(each for each in after.unknown if _hidden(each, before)),
        *(each for each in before.unknown if _hidden(each, after)),
    }
    return Observation(
        after.status,
        {**cells, **after.cells},
        tuple(sorted(unknown)),
        {**areas, **after.areas},
        {**doubts, **after.doubts},
    )


def _hidden(name: str, observation: Observation) -> bool:
    """Return whether the row, the place or the whole sheet was not seen."""
    return not {name, name.partition("/")[0]}.isdisjoint(observation.unknown)


def _rows(before: Observation, after: Observation) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """Yield the pieces that have left each row, and those that are new in it."""
    cells = (*before.cells, *before.doubts, *after.cells, *after.doubts)
    for row in sorted({cell.rpartition("-")[0] for cell in cells} - {*after.unknown, *before.unknown}):
        was, now = ([kind for kind, _ in row_of(each, row)] for each in (before, after))
        gone, found = list[Spot](), list[Spot]()
        for tag, a, b, c, d in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
            if tag != "equal":
                gone += [(was[at], place_in_row(row, at + 1)) for at in range(a, b)]
                found += [(now[at], place_in_row(row, at + 1)) for at in range(c, d)]
        yield gone, found


def _areas(before: Observation, after: Observation) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """Yield the same of the places and boxes of sheets, and of pieces that are in no row."""
    for area in sorted({*before.areas, *after.areas}):
        if not _hidden(area, before) and not _hidden(area, after):
            was, now = list(before.in_area(area)), list(after.in_area(area))
            gone = [(kind, area) for kind in was if not _took(now, kind)]
            yield gone, [(kind, area) for kind in now]


def _took(kinds: list[str], kind: str) -> bool:
    """Take one of this kind out of the list; return False where there is none."""
    if kind not in kinds:
        return False
    kinds.remove(kind)
    return True
