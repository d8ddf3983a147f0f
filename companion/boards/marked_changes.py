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
"""The kind of a piece, and its place."""


def changes(before: Observation, after: Observation) -> tuple[Displacement, ...]:
    """Return the pieces that were laid (from ``beside``), taken away or moved.

    A piece that others have pushed along its row has not moved, nor has one that is only hidden; places that are not
    seen now are left out.
    """
    removed_from: dict[str, list[str]] = defaultdict(list)
    added_to: dict[str, list[str]] = defaultdict(list)
    for removed, added in (*_rows(before, after), *_areas(before, after)):
        for kind, place in removed:
            removed_from[kind].append(place)
        for kind, place in added:
            added_to[kind].append(place)
    return tuple(
        Displacement(kind, frm, to)
        for kind in sorted({*removed_from, *added_to})
        for frm, to in zip_longest(removed_from[kind], added_to[kind], fillvalue=BESIDE)
    )


def remembered(before: Observation, after: Observation) -> Observation:
    """Return the later observation, completed by the earlier one where a place was not seen."""
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
    """Yield, for each row, the pieces removed from it and those added."""
    cells = (*before.cells, *before.doubts, *after.cells, *after.doubts)
    for row in sorted({cell.rpartition("-")[0] for cell in cells} - {*after.unknown, *before.unknown}):
        was, now = ([kind for kind, _ in row_of(each, row)] for each in (before, after))
        removed, added = list[Spot](), list[Spot]()
        for tag, first, last, new_first, new_last in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
            if tag != "equal":
                removed += [(was[at], place_in_row(row, at + 1)) for at in range(first, last)]
                added += [(now[at], place_in_row(row, at + 1)) for at in range(new_first, new_last)]
        yield removed, added


def _areas(before: Observation, after: Observation) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """Yield the same for each area: places and boxes of sheets, and the pieces that are in no row."""
    for area in sorted({*before.areas, *after.areas}):
        if not _hidden(area, before) and not _hidden(area, after):
            remaining = list(after.in_area(area))
            removed = [(kind, area) for kind in before.in_area(area) if not _take(remaining, kind)]
            yield removed, [(kind, area) for kind in remaining]


def _take(kinds: list[str], kind: str) -> bool:
    """Remove one of this kind from the list; return False where there is none."""
    if kind not in kinds:
        return False
    kinds.remove(kind)
    return True
