"""Single moves of a turn of 1983 that can belong to what is seen in the end (rules 1983 §4-§6, §8)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.layout import TOWN
from companion.games.abilene.common.board.movement import (
    DEFAULTS,
    MoveKind,
    cow_destinations,
    cowboy_destinations,
    sight,
    theft_cells,
)
from companion.games.abilene.common.camera.moves import Move
from companion.games.abilene.common.camera.seen import COW, COWBOY
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983.camera.snapshot import Kinds, Left, Prairies, Stand, beaten
from companion.games.abilene.edition_1983.turn import vacant_starts

Done = tuple[Move, Stand, Left]
"""A move, where everybody stands after it, and what the seat can do then."""


def moves(ground: Prairies, stand: Stand, left: Left, seen: Kinds, last: bool) -> Iterator[Done]:
    """Everything that the seat could do next and that agrees with what is seen; ``last``: nothing comes after it."""
    if left.step is Step.CATTLE:
        yield from _hires(ground, stand, left, seen)
        yield from _drives(ground, stand, left, seen)
        left = left._replace(step=Step.COWBOYS, steps=0, hires=0)
    yield from _rides(ground, stand, left, seen, last)


def _hires(ground: Prairies, stand: Stand, left: Left, seen: Kinds) -> Iterator[Done]:
    """A new cowboy on a vacant start cell, before anything else (§8)."""
    seat, kind = left.seat, ground.cowboy(left.seat)
    for cell in vacant_starts(ground.layout, stand.position, seat) if left.hires else ():
        if seen.get(cell) == kind:
            after = Stand(stand.position.place_cowboy(seat, cell), {**stand.kinds, cell: kind})
            yield Move(COWBOY, "", cell, 0, MoveKind.STAY), after, left._replace(hires=left.hires - 1)


def _drives(ground: Prairies, stand: Stand, left: Left, seen: Kinds) -> Iterator[Done]:
    """One steer of the herd, with as few of the shared steps as its way needs (§4.1, §4.2).

    It moves once (§16.1), so where it goes one of its kind is seen in the end.
    """
    view = sight(ground.layout, stand.position, left.seat, DEFAULTS, ground.facts)
    for frm in stand.position.herd(ground.layout, left.seat):
        if frm in left.moved:
            continue
        steps: dict[str, int] = {}
        for many in range(1, left.steps + 1):
            for to in cow_destinations(view, frm, many):
                steps.setdefault(to, many)
        for to, many in steps.items():
            kind = stand.kinds[frm]
            if to != TOWN and seen.get(to) != kind:
                continue
            kinds = _without(stand.kinds, frm) | ({} if to == TOWN else {to: kind})
            what = MoveKind.SALE if to == TOWN else MoveKind.MOVE
            rest = left._replace(steps=left.steps - many, moved=(*left.moved, to), hires=0)
            yield Move(COW, frm, to, many, what, kind), Stand(stand.position.move_cow(frm, to), kinds), rest


def _rides(ground: Prairies, stand: Stand, left: Left, seen: Kinds, last: bool) -> Iterator[Done]:
    """One cowboy with one die (§4.4): there he is seen in the end, or the enemy who has beaten him."""
    view = sight(ground.layout, stand.position, left.seat, DEFAULTS, ground.facts)
    for face in sorted({*left.dice} - {0}):
        dice = list(left.dice)
        dice.remove(face)
        for frm in stand.position.cowboys_of(left.seat):
            if frm in left.moved or (last and _stays(ground, stand, left, frm, seen)):
                continue
            for to, what in cowboy_destinations(view, frm, face).items():
                held = what is MoveKind.DUEL and seen.get(to) == stand.kinds.get(to)
                if not held and seen.get(to) != ground.cowboy(left.seat):
                    continue
                rest = left._replace(dice=tuple(dice), moved=(*left.moved, to))
                for move, after in _ridden(ground, stand, left.seat, Move(COWBOY, frm, to, face, what), seen):
                    if not left.ended or move.placed or what is not MoveKind.THEFT:
                        yield move, after, rest


def _stays(ground: Prairies, stand: Stand, left: Left, frm: str, seen: Kinds) -> bool:
    """Whether a cowboy is seen where this one stood, and nobody can have come there after him."""
    return seen.get(frm) == ground.cowboy(left.seat) and fewest_left(stand, left) > 0


def _ridden(ground: Prairies, stand: Stand, seat: str, move: Move, seen: Kinds) -> Iterator[tuple[Move, Stand]]:
    position, kind = stand.position, ground.cowboy(seat)
    moved = _without(stand.kinds, move.frm) | {move.to: kind}
    match move.what:
        case MoveKind.THEFT:
            steer = stand.kinds[move.to]
            alone = position.remove_cow(move.to).move_cowboy(seat, move.frm, move.to)
            for cell in theft_cells(ground.layout, alone, seat, None, ground.facts):
                if seen.get(cell) == steer:
                    yield move._replace(other=steer, placed=cell), Stand(alone.place_cow(cell), {**moved, cell: steer})
            yield move._replace(other=steer), Stand(alone, moved)  # still in the captor's hand, who looks at it (§5.3)
        case MoveKind.DUEL:
            enemy = position.cowboys[move.to]
            move = move._replace(other=enemy)
            won = position.remove_cowboy(enemy, move.to).move_cowboy(seat, move.frm, move.to)
            lost = position.remove_cowboy(seat, move.frm)
            yield move._replace(winner=seat), Stand(beaten(ground, won, enemy, move.to), moved)
            here = Stand(beaten(ground, lost, seat, move.to), _without(stand.kinds, move.frm))
            yield move._replace(winner=enemy), here
        case _:
            yield move, Stand(position.move_cowboy(seat, move.frm, move.to), moved)


def fewest_left(stand: Stand, left: Left) -> int:
    """How many of them a ride leaves at least: none where another may have come back, or he himself, beaten at home."""
    return 0 if stand.position.waiting.get(left.seat) or left.ended else 1


def _without(kinds: Kinds, cell: str) -> dict[str, str]:
    return {at: kind for at, kind in kinds.items() if at != cell}
