"""Exploded cows, to be tapped in the order in which they are paid."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ui.page import Part, Place
from companion.games.unexploded_cow.rulebook.cards import Cow


@dataclass(frozen=True, slots=True)
class Exploded:
    """The cows of one owner, the right-most first."""

    cows: tuple[Cow, ...]


def order_part(cows: tuple[Cow, ...]) -> Part:
    """What the phone of their owner shows."""
    return Part("order", Place.PRIVATE, Exploded(cows))
