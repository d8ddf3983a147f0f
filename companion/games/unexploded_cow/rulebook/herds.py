"""Herds as rows, how cows are counted, who is paid what when cows explode, who has won (rules §2.1, §6-§8, §11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import say
from companion.core.values import changed
from companion.games.unexploded_cow.rulebook.cards import Ability, Cow, Herd, Herds


class End(StrEnum):
    """An end of a herd, as its owner sees it."""

    RIGHT = "right"
    LEFT = "left"


def from_left_of(seats: Sequence[str], seat: str) -> tuple[str, ...]:
    """Return the others clockwise, beginning with the left neighbour."""
    at = seats.index(seat)
    return (*seats[at + 1 :], *seats[:at])


def place_in(herd: Herd, at: End | int, anywhere: bool) -> int:
    """Return the index at which a new cow will stand (rules §6.3).

    ``at`` is an end, or a place counted from the right, 1 to one more than there are cows, where a cow may stand
    ``anywhere``: in one's own herd. Raise IllegalMove for a place inside the herd of another player, BadRequest for
    one that does not exist.
    """
    match at:
        case End.RIGHT:
            return 0
        case End.LEFT:
            return len(herd)
        case _ if not anywhere:
            raise IllegalMove(
                say("In the herd of someone else a cow goes to the right or the left end."), RuleRef("2011", "6.3")
            )
        case _ if not 1 <= at <= len(herd) + 1:
            raise BadRequest(
                say("There is no place %(place)s in this herd (cows: %(count)s).", place=at, count=len(herd)),
                RuleRef("2011", "6.3"),
            )
        case _:
            return at - 1


def played_cow(cow: Cow, active: str, into: str) -> Cow:
    """Return the cow with its owner: the owner of the herd, but the one who plays it where it is a spy (rules §6.2)."""
    return changed(cow, owner=active if cow.can(Ability.SPY) else into)


def with_cow(herd: Herd, cow: Cow, at: End | int, anywhere: bool) -> Herd:
    """Return the herd with the cow in it; raises as ``place_in`` does."""
    index = place_in(herd, at, anywhere)
    return (*herd[:index], cow, *herd[index:])


def counted(seats: Sequence[str], herds: Herds, roller: str) -> tuple[Cow, ...]:
    """Return every cow in play in counting order: the roller's right-most first, then clockwise (rules §7.2)."""
    return tuple(cow for seat in (roller, *from_left_of(seats, roller)) for cow in herds.get(seat, ()))


def found_by(seats: Sequence[str], herds: Herds, roller: str, face: int) -> Cow | None:
    """Return the cow that finds a bomb when the roller throws ``face`` (1 to 5); None where there are fewer cows."""
    left = face
    for seat in (roller, *from_left_of(seats, roller)):
        herd = herds.get(seat, ())
        if left <= len(herd):
            return herd[left - 1]
        left -= len(herd)
    return None


def herd_of(herds: Herds, cow: str) -> str:
    """Return the seat in whose herd the cow stands. Raise BadRequest."""
    return _find(herds, cow)[0]


def cow_of(herds: Herds, name: str) -> Cow:
    """Return the cow with this id. Raise BadRequest."""
    return _find(herds, name)[1]


def _find(herds: Herds, name: str) -> tuple[str, Cow]:
    for seat, herd in herds.items():
        for cow in herd:
            if cow.id == name:
                return seat, cow
    raise BadRequest(say("That cow is in no herd."))


def neighbours(herd: Herd, cow: str) -> tuple[str, ...]:
    """Return the cows next to this one, right first."""
    ids = [each.id for each in herd]
    at = ids.index(cow)
    return (*ids[max(0, at - 1) : at], *ids[at + 1 : at + 2])


def rearranged(herd: Herd, order: Sequence[str]) -> Herd:
    """Return the same cows in another order (rules §6.3). Raise BadRequest where they are not the same."""
    cows = {cow.id: cow for cow in herd}
    if sorted(order) != sorted(cows):
        raise BadRequest(say("You can only reorder the cows that are in the herd."))
    return tuple(cows[each] for each in order)


def without(herds: Herds, ids: Collection[str]) -> Herds:
    """Return the herds without these cows."""
    return {seat: tuple([cow for cow in herd if cow.id not in ids]) for seat, herd in herds.items()}


def owners(seats: Sequence[str], herd: str, cows: Sequence[Cow]) -> tuple[str, ...]:
    """Return who settles, in order: the herd's owner, then the others from the owner's left."""
    having = {cow.owner for cow in cows}
    return tuple(seat for seat in (herd, *from_left_of(seats, herd)) if seat in having)


def order_matters(cows: Sequence[Cow], pot: int, saves: bool = False) -> bool:
    """Return whether the order in which one owner's cows are paid changes the money (rules §17.6, §19.3)."""
    gains = sum(cow.value for cow in cows if cow.value > 0)
    return (gains >= pot if saves else gains > pot) and any(cow.value < 0 for cow in cows)


def payments(cows: Sequence[Cow], pot: int, saves: bool = False) -> tuple[int, ...]:
    """Return what each cow of one owner brings, in this order, or below zero costs; the pot pays what it has.

    ``saves``: whatever comes after the payment that empties the pot is neither paid nor costs (rules §19.3).
    """
    paid: list[int] = []
    for cow in cows:
        paid.append(0 if saves and not pot else min(cow.value, pot))
        pot -= paid[-1]
    return tuple(paid)


def result(start: int, end: int, loans: int) -> int:
    """Return what a game has brought: the loans taken in it are no gain (rules §11.2)."""
    return end - start - loans


def has_won(result: int) -> bool:
    """Return whether a result wins: everybody above the start has won (rules §11.2)."""
    return result > 0


def winners(ranked: Sequence[tuple[int, str, int]]) -> tuple[str, ...]:
    """Return everybody who has more than at the start, best first."""
    return tuple(seat for _, seat, won in ranked if has_won(won))
