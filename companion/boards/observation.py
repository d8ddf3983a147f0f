"""What a camera claims to see: a value that crosses from the camera's process to the table as JSON.

Kinds of figures are words of the game's: ``cow``, or ``cowboy:A`` with the colour after a colon. Nothing here knows
what they mean, and nothing here is believed: the table asks the rules and then the players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.boards.layout import TOWN
from companion.core.errors import BadRequest
from companion.core.text import say

MOST_FIGURES = 1000
LONGEST_WORD = 40
JAIL, CORRAL = "jail", "corral"
"""The areas beside the cells in which figures are looked for, as boards call them."""
BESIDE = (TOWN, JAIL, CORRAL)
EMPTY = "empty"
"""What stands on a cell with nothing on it, where doubts have to be listed."""


class ObservationStatus(StrEnum):
    """How well the board was seen."""

    OK = "ok"
    COVERED = "covered"
    NO_BOARD = "no-board"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Observation:
    """``cells`` maps a cell to the kind of figure on it; a cell in neither ``cells`` nor ``unknown`` was seen empty.

    ``unknown`` cells were hidden or doubtful: whoever asks keeps what was believed of them before. A doubtful one was
    seen, and ``doubts`` lists the kinds it may bear, the likeliest first, ``EMPTY`` for none. ``town``, ``jail`` and
    ``corral`` list kinds, one for each figure, in sorted order.
    """

    status: ObservationStatus
    cells: Mapping[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    town: tuple[str, ...] = ()
    jail: tuple[str, ...] = ()
    corral: tuple[str, ...] = ()
    doubts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """What stands in the town and in each area, by their names."""
        return {TOWN: self.town, JAIL: self.jail, CORRAL: self.corral}

    def plain(self) -> dict[str, Any]:
        """As one line of ``camera read`` says it, but for the file."""
        return {
            "status": self.status.value,
            "cells": dict(self.cells),
            "unknown": list(self.unknown),
            "jail": list(self.jail),
            "town": list(self.town),
            "corral": list(self.corral),
            "doubts": {cell: list(kinds) for cell, kinds in self.doubts.items()},
        }

    def over(self, believed: Observation) -> Observation:
        """What to believe now: this sighting where it is sure, what was believed before where it is not."""
        hidden = {cell: believed.cells[cell] for cell in self.unknown if cell in believed.cells}
        return Observation(self.status, {**self.cells, **hidden}, (), self.town, self.jail, self.corral)


def sighting(data: Mapping[str, Any]) -> Observation:
    """The sighting written as ``plain`` writes it; what else there is is not looked at.

    Raises BadRequest for anything that makes no sense.
    """
    cells = data.get("cells", {})
    unknown = _words(data.get("unknown", []))
    if not isinstance(cells, Mapping) or len(cells) > MOST_FIGURES:
        raise BadRequest(say("The camera's message makes no sense."))
    _words([*cells, *cells.values()])
    if set(unknown) & cells.keys() or len(set(unknown)) < len(unknown):
        raise BadRequest(say("The camera's message makes no sense."))
    try:
        status = ObservationStatus(data.get("status", ""))
    except ValueError:
        raise BadRequest(say("The camera's message makes no sense.")) from None
    town, jail, corral = (tuple(sorted(_words(data.get(area, [])))) for area in BESIDE)
    doubts = _doubts(data.get("doubts", {}), unknown)
    return Observation(status, dict(cells), tuple(sorted(unknown)), town, jail, corral, doubts)


def _doubts(data: Any, unknown: list[str]) -> dict[str, tuple[str, ...]]:
    """What the doubtful cells may bear; raises BadRequest for anything else."""
    if not isinstance(data, Mapping) or not data.keys() <= set(unknown):
        raise BadRequest(say("The camera's message makes no sense."))
    return {cell: tuple(_words(kinds)) for cell, kinds in data.items()}


def _words(words: Any) -> list[str]:
    """A list of short words; raises BadRequest for anything else."""
    if not isinstance(words, list) or len(words) > 2 * MOST_FIGURES:
        raise BadRequest(say("The camera's message makes no sense."))
    if not all(isinstance(word, str) and 0 < len(word) <= LONGEST_WORD for word in words):
        raise BadRequest(say("The camera's message makes no sense."))
    return words
