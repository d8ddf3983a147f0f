"""Who has won, and the games of an evening together (rules §11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


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
