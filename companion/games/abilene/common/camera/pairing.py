"""Which figure went where: from a sequence that is known, or by the shortest ways from what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations

from companion.boards.layout import TOWN, Layout
from companion.boards.verdict import Displacement
from companion.games.abilene.common.board.movement import JAIL, MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.moves import MoveSequence
from companion.games.abilene.common.camera.seen import COW, COWBOY

MOST_PAIRED = 6
"""Figures of one kind whose ways are compared; more than that did not move in one turn."""


def displacements_of(sequence: MoveSequence, seat: str, colours: Mapping[str, str]) -> tuple[Displacement, ...]:
    """Every figure that the sequence moved, once; one that was moved twice from its first place to its last."""
    found: list[Displacement] = []
    for move in sequence:
        rider = COWBOY + colours[seat]
        match move.what:
            case MoveKind.THEFT:
                found += [Displacement(rider, move.frm, move.to), Displacement(COW, move.to, move.placed)]
            case MoveKind.DUEL if move.winner == seat:
                found += [
                    Displacement(COWBOY + colours[move.other], move.to, move.placed),
                    Displacement(rider, move.frm, move.to),
                ]
            case MoveKind.DUEL:
                found.append(Displacement(rider, move.frm, move.placed))
            case MoveKind.STAY:
                pass
            case _:
                found.append(Displacement(COW if move.piece == COW else rider, move.frm, move.to))
    return _joined(found)


def _joined(shortest_displacements: list[Displacement]) -> tuple[Displacement, ...]:
    """A loser who is beaten again where he was put has moved only once; a cow stolen on from there, too."""
    found: list[Displacement] = []
    for displacement in shortest_displacements:
        first = next((one for one in found if (one.piece, one.to) == (displacement.piece, displacement.frm)), None)
        was_put = first is not None and displacement.frm not in (TOWN, JAIL)
        if first is not None and was_put:
            found[found.index(first)] = Displacement(displacement.piece, first.frm, displacement.to)
        else:
            found.append(displacement)
    return tuple(displacement for displacement in found if displacement.frm != displacement.to)


def shortest_displacements(
    layout: Layout, before: Position, after: Position, colours: Mapping[str, str]
) -> tuple[Displacement, ...]:
    """The shortest pairing of the places that figures of a kind left with the places where they have appeared."""
    found: list[Displacement] = []
    for kind, was, now in _places(before, after, colours):
        left, come = list((was - now).elements()), list((now - was).elements())
        found += [Displacement(kind, frm, to) for frm, to in paired(layout, sorted(left), sorted(come))]
    return tuple(found)


def _places(
    before: Position, after: Position, colours: Mapping[str, str]
) -> list[tuple[str, Counter[str], Counter[str]]]:
    """Every kind with the places of its figures before and after; cows that came to town are in the corral."""
    sold = max(0, after.corral - before.corral)
    cows = (COW, Counter(before.cows), Counter((*after.cows, *[TOWN] * sold)))
    return [
        cows,
        *((COWBOY + colour, _everywhere(before, seat), _everywhere(after, seat)) for seat, colour in colours.items()),
    ]


def _everywhere(position: Position, seat: str) -> Counter[str]:
    return Counter((*position.cowboys_of(seat), *[JAIL] * position.jail.get(seat, 0)))


def paired(layout: Layout, left: list[str], come: list[str]) -> list[tuple[str, str]]:
    """Pairs of a place that was left and one where a figure appeared, the shortest ways together."""
    count = min(len(left), len(come))
    if count > MOST_PAIRED or len(left) > MOST_PAIRED + 2:
        return list(zip(left, come, strict=False))
    if len(come) >= len(left):
        ways = ([*zip(left, to, strict=True)] for to in permutations(come, count))
    else:
        ways = ([*zip(frm, come, strict=True)] for frm in permutations(left, count))
    return min(ways, key=lambda pairs: sum(_millimetres(layout, *pair) for pair in pairs), default=[])


def _millimetres(layout: Layout, frm: str, to: str) -> float:
    """As the crow flies; the jail is as far from everywhere."""
    if JAIL in (frm, to):
        return 0.0
    (x, y), (u, v) = layout.centre(frm), layout.centre(to)
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)
