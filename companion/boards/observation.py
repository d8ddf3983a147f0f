"""An observation: the claims of a camera, a value that crosses from its process to the table as JSON.

Kinds of figures and names of areas are words of the game's: ``pawn``, or ``pawn:A`` with the colour after a colon.
Nothing here knows what they mean, and nothing here is believed: the table asks the rules and then the players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations, islice, product
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field

from companion.boards.data_file import CameraMessage, at_most

MAX_FIGURES = 1000
MAX_WORD_LENGTH = 40
MAX_VARIANTS = 24
"""The number of ways that are tried in which cells that were not read for sure may bear something else."""
EMPTY = "empty"
"""Kind of an empty cell, where doubts have to be listed."""

Name = Annotated[str, Field(strict=True, min_length=1, max_length=MAX_WORD_LENGTH)]
Names = Annotated[tuple[Name, ...], at_most(2 * MAX_FIGURES)]


class ObservationStatus(StrEnum):
    """The quality of an observation of the board."""

    OK = "ok"
    COVERED = "covered"
    NO_BOARD = "no-board"
    UNCLEAR = "unclear"
    FAILED = "failed"
    """the program that reads has failed"""


@dataclass(frozen=True, slots=True)
class Observation(CameraMessage):
    """A reading of the board; ``cells`` maps a cell to the kind of figure on it.

    A cell in neither ``cells`` nor ``unknown`` was seen empty. ``unknown`` cells were hidden or doubtful: a reader
    keeps what was believed of them before. A doubtful one was seen, and ``doubts`` lists the kinds it may bear, the
    likeliest first, ``EMPTY`` for none. ``areas`` maps the name of an area beside the cells, or of the town, to the
    kinds in it: one for each figure, sorted. An area without figures is not a key, however the value was made.
    ``alternatives`` lists what cells that were read, but not for sure, may bear instead, the likeliest first: nobody is
    accused because of them, and nothing that they show counts without a player's answer.
    """

    status: ObservationStatus
    cells: Annotated[Mapping[Name, Name], at_most(MAX_FIGURES)] = field(default_factory=dict)
    unknown: Names = ()
    areas: Annotated[Mapping[Name, Names], at_most(MAX_FIGURES)] = field(default_factory=dict)
    doubts: Annotated[Mapping[Name, Names], at_most(MAX_FIGURES)] = field(default_factory=dict)
    alternatives: Annotated[Mapping[Name, Names], at_most(MAX_FIGURES)] = field(default_factory=dict)

    def __post_init__(self) -> None:
        areas = {area: tuple(sorted(kinds)) for area, kinds in sorted(self.areas.items()) if kinds}
        object.__setattr__(self, "areas", areas)
        read = {cell: kinds for cell, kinds in self.alternatives.items() if cell not in self.unknown}
        object.__setattr__(self, "alternatives", read)

    def in_area(self, area: str) -> tuple[str, ...]:
        """Return the kinds of the figures in this area, sorted."""
        return self.areas.get(area, ())

    def count(self, without: Collection[str] = ()) -> Counter[str]:
        """Return how many figures of each kind there are, on cells (but for some) and in areas."""
        on_cells = (kind for cell, kind in self.cells.items() if cell not in without)
        return Counter([*on_cells, *(kind for kinds in self.areas.values() for kind in kinds)])

    def with_area(self, area: str, kinds: Iterable[str]) -> Observation:
        """Return the observation with these kinds, and no others, in one area."""
        return replace(self, areas={**self.areas, area: tuple(kinds)})

    def leaves_open(self, cells: Collection[str], believed: Observation) -> bool:
        """Return whether the observation leaves open what happened on these ``cells``.

        It does where one of them was not seen clearly or not read for sure, or a figure that went from there or came
        there may stand on another such cell where none like it was ``believed``.
        """
        moved = {kind for cell in cells for kind in (believed.cells.get(cell), self.cells.get(cell)) if kind}
        uncertain = {cell: (self.cells.get(cell, EMPTY),) for cell in self.alternatives}
        doubtful = {**self.doubts, **uncertain}
        elsewhere = (moved & {*kinds} for cell, kinds in doubtful.items() if believed.cells.get(cell) not in moved)
        return not {*cells}.isdisjoint({*self.unknown, *uncertain}) or any(elsewhere)

    def variants(self) -> Iterator[Observation]:
        """Yield the observation with other kinds on cells that were not read for sure: on one, on two, and so on."""
        possible = self.alternatives
        subsets = (chosen for count in range(1, len(possible) + 1) for chosen in combinations(possible, count))
        replacements = (
            dict(zip(chosen, kinds, strict=True))
            for chosen in subsets
            for kinds in product(*(possible[cell] for cell in chosen))
        )
        for replaced in islice(replacements, MAX_VARIANTS):
            cells = {cell: kind for cell, kind in {**self.cells, **replaced}.items() if kind != EMPTY}
            left = {cell: kinds for cell, kinds in possible.items() if cell not in replaced}
            yield replace(self, cells=cells, alternatives=left)

    def merged_with(self, believed: Observation) -> Observation:
        """Return what to believe now: this observation where it is sure, what was believed before where it is not."""
        hidden = {cell: believed.cells[cell] for cell in self.unknown if cell in believed.cells}
        beside = {area: believed.in_area(area) for area in self.unknown}
        return Observation(self.status, {**self.cells, **hidden}, (), {**self.areas, **beside})

    def line(self, areas: Iterable[str]) -> dict[str, Any]:
        """Return one line of ``camera read``, without the file: every one of ``areas`` is a key, empty or not."""
        fields = self.plain()
        del fields["areas"], fields["alternatives"]
        doubts = fields.pop("doubts")
        return {
            **fields,
            **{area: list(self.in_area(area)) for area in {**dict.fromkeys(areas), **self.areas}},
            "doubts": doubts,
        }

    def checked(self) -> Self:
        """Return it, unknown cells in order. Raise ValueError for a cell seen and unknown, or a doubt of a seen one."""
        unknown = {*self.unknown}
        if unknown & self.cells.keys() or len(unknown) < len(self.unknown) or not self.doubts.keys() <= unknown:
            raise ValueError("a cell is seen and unknown")
        return replace(self, unknown=tuple(sorted(unknown)))


Seen = Annotated[Observation, AfterValidator(Observation.checked)]
"""an observation as a part of a message"""
