"""The rules of an edition of Abilene about moving, as one frozen value per edition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.abilene.common.pieces import Mark

Choices = tuple[Mark | None, ...]
"""Kinds of cells in the order in which they are tried; None means any cell."""


class Sections(NamedTuple):
    """The sections of an edition's rules that state each reason for a refusal."""

    cow_ranch: str
    cow_distance: str
    cow_turns: str
    cow_way: str
    cow_end: str
    cowboy_distance: str
    cowboy_turns: str
    cowboy_way: str
    cowboy_end: str
    town: str
    theft: str
    closed: str


@dataclass(frozen=True, slots=True)
class MovementFacts:
    """The facts in which editions differ; ``unowned_ranches_open`` concerns cowboys, cows never leave home."""

    edition: str
    sections: Sections
    cow_passes_friendly_cowboys: bool
    cowboys_stop_in_town: bool
    town_left_backwards: bool
    unowned_ranches_open: bool
    stolen_cow_to: Choices


FACTS_1993 = MovementFacts(
    edition="1993",
    sections=Sections("8.3", "8.2", "8.3", "8.4", "8.4", "9.2", "9.4", "9.5", "9.6", "9.9", "10.2", "9.7"),
    cow_passes_friendly_cowboys=True,
    cowboys_stop_in_town=True,
    town_left_backwards=True,
    unowned_ranches_open=True,
    stolen_cow_to=(Mark.COW_START, Mark.OUTER_EDGE, None),
)
"""Rules 1993 §8-§10."""

FACTS_1983 = MovementFacts(
    edition="1983",
    sections=Sections("4.2", "4.1", "4.2", "4.6", "4.6", "4.4", "4.5", "4.6", "4.6", "4.7", "5.2", "16.5"),
    cow_passes_friendly_cowboys=False,
    cowboys_stop_in_town=False,
    town_left_backwards=False,
    unowned_ranches_open=True,
    stolen_cow_to=(Mark.COW_START,),
)
"""Rules 1983 §4, §5, §16.2; the option ``third_prairie`` closed is ``unowned_ranches_open=False``."""
