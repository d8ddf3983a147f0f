"""A figure that is nowhere to be seen: a stolen cow or the loser of a duel in somebody's hand (rules 1993 §10, §11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.boards.observation import Observation
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import MoveSequence
from companion.games.abilene.common.camera.observations import readings
from companion.games.abilene.edition_1993.camera.context import TableContext
from companion.games.abilene.edition_1993.camera.explain import explanations


def held(context: TableContext, observation: Observation) -> tuple[tuple[MoveSequence, ...], bool]:
    """The sequences after which a figure that is nowhere to be seen is in a hand, and whether that is sure.

    It is a stolen cow that is being looked at, or the loser of a duel.
    """
    seen = readings(context.judge.layout, context.position, observation, context.judge.colours)
    if seen.found or seen.guesses or seen.odd:
        return (), False
    found: dict[MoveSequence, None] = {}
    sure = True
    for completed in _completed(context, seen.likeliest.position):
        for sequence in explanations(
            context.judge.layout, context.position, completed, context.turn, context.judge.rules
        ):
            put = [move for move in sequence if move.placed]
            if len(put) == 1 and put[0] is sequence[-1]:
                found[(*sequence[:-1], put[0]._replace(placed="", winner=""))] = None
                sure = sure and put[0].winner in ("", context.turn.seat)  # whoever rode is there to be seen
    return tuple(found), sure


def _completed(context: TableContext, after: Position) -> Iterator[Position]:
    """The position with the one figure that is missing put where somebody may put it."""
    layout, before = context.judge.layout, context.position
    if len(after.cows) + after.corral == len(before.cows) + before.corral - 1:
        for cell in movement.theft_cells(layout, after, context.seat):
            yield after.place_cow(cell)
        return
    for seat in before.ranch_of:
        had, has = (len(one.cowboys_of(seat)) + one.jail.get(seat, 0) for one in (before, after))
        if has == had - 1:
            yield replace(after, jail={**after.jail, seat: after.jail.get(seat, 0) + 1})
            home = layout.select(before.ranch_of[seat])
            yield from (after.place_cowboy(seat, cell) for cell in home if after.free(cell))
            return
