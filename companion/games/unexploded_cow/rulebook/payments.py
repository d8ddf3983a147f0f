"""Who is paid what when cows explode (rules §8.5, §17.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.unexploded_cow.rulebook.cards import Cow
from companion.games.unexploded_cow.rulebook.herds import from_left_of


@dataclass(frozen=True, slots=True)
class Payment:
    """What a cow brings its owner out of the pot, or, below zero, costs him."""

    cow: str
    amount: int


def owners(seats: Sequence[str], herd: str, cows: Sequence[Cow]) -> tuple[str, ...]:
    """Who settles, in order: the herd's owner, then the others from his left."""
    having = {cow.owner for cow in cows}
    return tuple(seat for seat in (herd, *from_left_of(seats, herd)) if seat in having)


def order_matters(cows: Sequence[Cow], pot: int) -> bool:
    """Whether the order in which one owner's cows are paid changes the money (rules §17.6)."""
    gains = sum(cow.value for cow in cows if cow.value > 0)
    return gains > pot and any(cow.value < 0 for cow in cows)


def payments(cows: Sequence[Cow], pot: int) -> tuple[Payment, ...]:
    """What each cow of one owner brings, in this order; the pot pays what it has."""
    paid: list[Payment] = []
    for cow in cows:
        amount = min(cow.value, pot)
        pot -= amount
        paid.append(Payment(cow.id, amount))
    return tuple(paid)
