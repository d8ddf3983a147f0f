"""Who has won: equal scores share a rank (rules 1993 §14, 1983 §10.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """``ranking`` holds (rank, seat, score), best first; equal scores share a rank and the next ranks are skipped."""

    scores: Mapping[str, int]
    ranking: tuple[tuple[int, str, int], ...]
    winners: tuple[str, ...]


def ranked(scores: Mapping[str, int]) -> Tally:
    """The ranking of these scores; equals stand in the order in which they were given."""
    order = sorted(scores, key=lambda seat: -scores[seat])
    values = [scores[seat] for seat in order]
    ranking = tuple((values.index(scores[seat]) + 1, seat, scores[seat]) for seat in order)
    return Tally(dict(scores), ranking, tuple(seat for rank, seat, _ in ranking if rank == 1))
