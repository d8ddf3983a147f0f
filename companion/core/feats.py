"""Feats of finished games, which later ones may surpass: the best of each kind is a record of the box.

A game says them as data (``Game.feat_kinds``); codes are stored, sentences are made when they are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.messages import Event
from companion.core.money.currency import PLAIN, Points, Unit
from companion.core.table.events import GameEnded
from companion.core.text import Text, say

TURNS = Points("turns", say("turn"), say("turns"))


@dataclass(frozen=True, slots=True)
class FeatKind:
    """A kind of feat: ``title`` names its record, ``unit`` is what it is counted in; None: that of the score."""

    title: Text
    unit: Unit | None = PLAIN
    least: bool = False
    """whether the smallest amount is the record"""


@dataclass(frozen=True, slots=True)
class Feat:
    """A result of one kind, by its code; ``seat`` is the seat that achieved it, "" for everybody together."""

    kind: str
    amount: int
    seat: str = ""


def most(kind: str, amounts: Mapping[str, int]) -> tuple[Feat, ...]:
    """Return the feat of the seat with the most, the first of equals; none where no seat has anything."""
    seat = max(amounts, key=lambda each: amounts[each], default="")
    return (Feat(kind, amounts[seat], seat),) if seat and amounts[seat] > 0 else ()


def most_often(kind: str, seats: Iterable[str]) -> tuple[Feat, ...]:
    """Return the feat of the seat that is named most often."""
    return most(kind, Counter(seats))


def richest(kind: str, events: Sequence[Event]) -> tuple[Feat, ...]:
    """Return the feat of the winner."""
    ends = (event.ending.standings for event in events if isinstance(event, GameEnded))
    return most(kind, {line.seat: line.score for standings in ends for line in standings})


def longest(kind: str, events: Sequence[Event], a_turn: Callable[[Event], bool]) -> tuple[Feat, ...]:
    """Return the number of turns in the game as everybody's feat."""
    turns = sum(a_turn(event) for event in events)
    return (Feat(kind, turns),) if turns else ()
