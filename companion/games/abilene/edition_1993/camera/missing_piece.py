"""A figure in somebody's hand: one that must be put somewhere, or one that is nowhere to be seen (rules 1993 §7-§11).

Every place where it may have been put is tried as the position before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.boards.observation import Observation
from companion.core.errors import RuleError
from companion.core.text import Text, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import MoveSequence, joined
from companion.games.abilene.common.camera.observations import COW, COWBOY, readings
from companion.games.abilene.common.state import Theft
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.camera.context import PlaceCommand, Placement, TableContext
from companion.games.abilene.edition_1993.camera.explain import explanations
from companion.games.abilene.edition_1993.phases.jail import place_released
from companion.games.abilene.edition_1993.phases.loser import loser_targets, place_loser
from companion.games.abilene.edition_1993.phases.theft import place_cow, theft_targets
from companion.games.abilene.edition_1993.state import Loser


def _command(context: TableContext, cell: str) -> PlaceCommand:
    match context.state.pending:
        case Theft():
            return m.PlaceCow(cell)
        case Loser():
            return own.PlaceLoser(cell)
        case _:
            return own.PlaceReleased(cell)


def _put(context: TableContext, cell: str) -> Position:
    """The position with the figure on the cell, as the game would have it."""
    position, seat = context.position, context.seat
    match context.state.pending:
        case Theft(thief=thief, frm=frm, cell=at):
            return position.remove_cow(at).move_cowboy(thief, frm, at).place_cow(cell)
        case Loser(loser=loser):
            return position.place_cowboy(loser, cell)
        case _:
            return position.release(seat, cell)


def placements(context: TableContext, observation: Observation) -> Iterator[Placement]:
    """Every cell where the figure may be and where one of its kind can have been seen."""
    layout, state, kind = context.judge.layout, context.state, _awaited(context)
    match state.pending:
        case Theft():
            cells = theft_targets(layout, state)
        case Loser():
            cells = loser_targets(layout, state)
        case _:
            cells = movement.release_cells(layout, context.position, context.seat)
    there = [cell for cell in cells if observation.cells.get(cell) == kind or kind in observation.doubts.get(cell, ())]
    for cell in there:
        yield _placement(context, cell)
    if state.pending is None and 1 < len(there) <= state.turn.releasing:
        yield _all_released(context, there)


def _placement(context: TableContext, cell: str) -> Placement:
    return Placement((_command(context, cell),), _put_words(context, cell), _put(context, cell))


def _all_released(context: TableContext, cells: list[str]) -> Placement:
    """Several cowboys have come out of jail at once."""
    position = context.position
    for cell in cells:
        position = position.release(context.seat, cell)
    words = joined([_put_words(context, cell) for cell in cells])
    return Placement(tuple(own.PlaceReleased(cell) for cell in cells), words, position)


def _awaited(context: TableContext) -> str:
    """The kind of the figure that is to be put somewhere."""
    match context.state.pending:
        case Theft():
            return COW
        case Loser(loser=loser):
            return COWBOY + context.judge.colours[loser]
        case _:
            return COWBOY + context.judge.colours[context.seat]


def _put_words(context: TableContext, cell: str) -> Text:
    match context.state.pending:
        case Theft():
            return say("the stolen cow to %(cell)s", cell=cell)
        case Loser():
            return say("the loser's cowboy to %(cell)s", cell=cell)
        case _:
            return say("the released cowboy to %(cell)s", cell=cell)


def misplacements(context: TableContext, observation: Observation) -> Iterator[tuple[Placement, RuleError]]:
    """Every cell where one of its kind is seen and the figure may not be put, with the refusal."""
    layout, kind = context.judge.layout, _awaited(context)
    for cell, seen in sorted(observation.cells.items()):
        if seen != kind or cell not in layout.by_id or not context.position.free(cell):
            continue
        try:
            match _command(context, cell):
                case m.PlaceCow():
                    place_cow(layout, context.state, context.seat, cell, waived=False)
                case own.PlaceLoser():
                    place_loser(layout, context.state, context.seat, cell, waived=False)
                case own.PlaceReleased():
                    place_released(layout, context.state, context.seat, cell, waived=False)
        except RuleError as error:
            yield _placement(context, cell), error


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
