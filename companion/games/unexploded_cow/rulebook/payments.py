"""Who is paid what when cows explode, and who has won (rules §8.5, §11, §17.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def result(start: int, end: int, loans: int) -> int:
    """What a game has brought: the loans taken in it are no gain (rules §11.2)."""
    return end - start - loans


def ranking(seats: Sequence[str], results: Mapping[str, int]) -> tuple[tuple[int, str, int], ...]:
    """(rank, seat, result), best first; equal results share a rank and keep the order of the seats."""
    best_first = sorted(seats, key=lambda seat: -results[seat])
    return tuple(
        (1 + sum(other > results[seat] for other in results.values()), seat, results[seat]) for seat in best_first
    )


def winners(ranked: Sequence[tuple[int, str, int]]) -> tuple[str, ...]:
    """Everybody who has more than at the start, best first."""
    return tuple(seat for _, seat, won in ranked if won > 0)
