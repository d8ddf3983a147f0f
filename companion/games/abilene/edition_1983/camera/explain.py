"""Could steps of a turn of 1983 lead from where the figures stood to what was seen (rules 1983 §4-§6, §8)?

The dice of a duel are not asked: either may have won it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.moves import Move, MoveSequence
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983.camera.moves import fewest_left, moves
from companion.games.abilene.edition_1983.camera.snapshot import Kinds, Left, Prairies, Stand, returned
from companion.games.abilene.edition_1983.turn import due, vacant_starts

MOST_STORIES = 4


class Way(NamedTuple):
    """A sequence, where everybody stands after it, and what the seat can do then."""

    sequence: MoveSequence
    stand: Stand
    left: Left


def ways(ground: Prairies, stand: Stand, left: Left, seen: Kinds) -> tuple[Way, ...]:
    """Up to ``MOST_STORIES`` ways with the fewest figures moved; the empty sequence if nothing has changed.

    Those with the fewest duels come first; while the step goes on the others are not told. In a move the die is the
    number of steps of a steer, or the face; ``other`` is the kind of a steer. A cowboy who is hired (§8) *stays*, from
    nowhere. Escaped cowboys may have come back on the way.
    """
    stand = returned(ground, stand, seen)
    for most in range(left.most + 1):
        found = list(_ways(ground, stand, left, seen, most))
        if found:
            fewest = min(_duels(way.sequence) for way in found)
            likely = [way for way in found if left.ended or _duels(way.sequence) == fewest]
            likely.sort(key=lambda way: (_duels(way.sequence), _overdue(ground, way.stand.position)))
            distinct: dict[frozenset[Move], Way] = {}
            for way in likely:
                distinct.setdefault(frozenset(way.sequence), way)
            return tuple(distinct.values())[:MOST_STORIES]
    return ()


def _duels(sequence: MoveSequence) -> int:
    """A plain ride is likelier than a duel that happens to look the same."""
    return sum(move.what is MoveKind.DUEL for move in sequence)


def _overdue(ground: Prairies, position: Position) -> int:
    """Escaped cowboys who would be back on the board by now: that they were killed is likelier."""
    return sum(
        min(count, len(vacant_starts(ground.layout, position, seat))) for seat, count in position.waiting.items()
    )


def _ways(ground: Prairies, stand: Stand, left: Left, seen: Kinds, most: int) -> Iterator[Way]:
    """Ways of exactly so many moves. A move changes three cells at most, and a cowboy who comes back one."""
    off = stand.off(seen)
    if most == 0:
        if off == 0 and not (left.ended and _due(ground, stand, left)):
            yield Way((), stand, left)
        return
    touched = 3 if left.dice else 2
    if off > touched * most + sum(stand.position.waiting.values()) + bool(left.dice):
        return
    if (
        left.step is Step.COWBOYS
        and not fewest_left(stand, left) <= _left_behind(ground, stand, left.seat, seen) <= most
    ):
        return
    for move, after, rest in moves(ground, stand, left, seen, most == 1):
        for way in _ways(ground, returned(ground, after, seen), rest, seen, most - 1):
            yield way._replace(sequence=(move, *way.sequence))


def _due(ground: Prairies, stand: Stand, left: Left) -> tuple[int, ...]:
    return due(ground.layout, stand.position, left.seat, left.dice, left.moved, ground.facts)


def _left_behind(ground: Prairies, stand: Stand, seat: str, seen: Kinds) -> int:
    """Cells on which a cowboy of the seat stood and is not seen."""
    kind = ground.cowboy(seat)
    return sum(seen.get(cell) != kind for cell in stand.position.cowboys_of(seat))
