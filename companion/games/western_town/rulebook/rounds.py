"""The order of play: marshal and manitou, the pairs of phase 2, the goes of phase 3 (rules §3.2, §7.1, §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from companion.core.errors import IllegalMove, NotNow
from companion.core.text import Who, say
from companion.games.western_town.rulebook import rule

Step = tuple[tuple[str, int], ...]
"""(seat, 1 or 2): whose first or second card; those of one step are revealed together and resolved in this order"""


class Go(StrEnum):
    """A go of phase 3."""

    THIRD = "third"
    EXPLOIT = "exploit"
    PASS = "pass"


def right_of(seats: Sequence[str], seat: str) -> str:
    """Return the player to the right of this one."""
    return seats[seats.index(seat) - 1]


def clockwise_from(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """Return everybody in order, this one first."""
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def neighbours(seats: Sequence[str], seat: str) -> tuple[str, ...]:
    """Return the players right beside this one, in the order of ``seats`` (8.3)."""
    at = seats.index(seat)
    beside = {seats[at - 1], seats[(at + 1) % len(seats)]}
    return tuple(other for other in seats if other in beside and other != seat)


def pairs(seats: Sequence[str], lead: str) -> tuple[Step, ...]:
    """Return the steps of phase 2 (7.1)."""
    order = clockwise_from(seats, lead)
    between = tuple(((seat, 2), (after, 1)) for seat, after in pairwise(order))
    return (((order[0], 1),), *between, ((order[-1], 2),))


@dataclass(frozen=True, slots=True)
class Exploiting:
    """The progress of phase 3. ``turn`` is whose go it is; "" when everybody has passed."""

    seats: tuple[str, ...]
    lead: str
    turn: str
    third: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()

    @property
    def manitou(self) -> str:
        """Return the grand manitou: always to the right of the lead marshal."""
        return right_of(self.seats, self.lead)


def first_go(seats: Sequence[str], lead: str) -> Exploiting:
    """Return phase 3 at its beginning."""
    return Exploiting(tuple(seats), lead, lead)


def advance(exploiting: Exploiting, go: Go) -> Exploiting:
    """Return phase 3 after the go of the player to move. Raise NotNow or IllegalMove.

    The first one to pass becomes lead marshal at once (8.5).
    """
    seat, lead, third, passed = exploiting.turn, exploiting.lead, exploiting.third, exploiting.passed
    if not seat:
        raise NotNow(say("Everyone has passed: this phase is over."), rule("8.1"))
    match go:
        case Go.THIRD if seat in third:
            raise IllegalMove(say("%(who)s has played the third card already.", who=Who(seat)), rule("8.1"))
        case Go.PASS if seat not in third:
            raise IllegalMove(say("%(who)s has to play the third card before passing.", who=Who(seat)), rule("8.1"))
        case Go.THIRD:
            third = (*third, seat)
        case Go.PASS:
            lead, passed = lead if passed else seat, (*passed, seat)
        case Go.EXPLOIT:
            pass
    still_in = [other for other in (*clockwise_from(exploiting.seats, seat)[1:], seat) if other not in passed]
    return replace(exploiting, lead=lead, turn=still_in[0] if still_in else "", third=third, passed=passed)
