"""The answer to an observation that the dice do not explain: an objection, or a question (rules 1993 §7-§11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement

from companion.boards.observation import Observation
from companion.boards.verdict import Displacement, Judgement, Ruling, Verdict
from companion.core.text import say
from companion.games.abilene.common import messages
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import CORRAL, JAIL, destinations, theft_cells
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.judgements import as_tapped, ask_for_dice, object_to
from companion.games.abilene.common.camera.move_sequences import (
    MoveSequence,
    displacements_of,
    places_of,
    shortest_displacements,
    unclear,
)
from companion.games.abilene.common.camera.observations import COW, COWBOY, observation_of
from companion.games.abilene.common.camera.readings import Reading, Readings, readings
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_DICE, COWBOY_DICE, COWBOY_FACES, TOWN
from companion.games.abilene.edition_1993.camera.context import Hypothesis, JudgeContext, JudgedPosition, TableContext
from companion.games.abilene.edition_1993.camera.explain import COW_MOST, TurnContext, explanations, with_lowest_die
from companion.games.abilene.edition_1993.camera.objections import miscounted, objection

FACES = sorted(set(COWBOY_FACES))


# --- of a position ----------------------------------------------------------------------------


def doubtful(context: JudgeContext, before: Position, found: Sequence[Reading], observation: Observation) -> list[str]:
    """Return the places on which a change rests and that were not read for sure: nobody is accused of that."""
    unsure = {*observation.unknown, *observation.alternatives, *(cell for one in found for cell, _ in one.bears)}
    moved = (each for one in found for each in _moved(context, before, one.position))
    return sorted(unsure & {end for each in moved for end in (each.frm, each.to)})


def still_on_cells(seen: Readings, legal: Reading, observation: Observation) -> tuple[Reading, ...]:
    """Return the other readings in which a figure that ``legal`` has beside the cells stands on an unclear cell."""
    beside = sum(len(observation.in_area(area)) for area in (TOWN, CORRAL, JAIL))
    off_cells = sum((legal.position.corral, *legal.position.town.values(), *legal.position.jail.values()))
    candidates = (*seen.found, *seen.guesses) if off_cells > beside else ()
    return tuple(one for one in candidates if _on_cells(one) > _on_cells(legal))


def _on_cells(reading: Reading) -> int:
    return len(reading.position.cows) + len(reading.position.cowboys)


def judge_unexplained(context: JudgeContext, before: Position, turn: TurnContext, reading: Reading) -> JudgedPosition:
    """Return the first objection that a player would make."""
    found = objection(context.layout, before, reading.position, turn, context.rules)
    if found is None:  # what ``explain`` finds no way for always has an objection
        raise AssertionError(f"no objection to {reading}")
    legal = partial(_legal_alone, context, before, turn, reading.position)
    moved = _moved(context, before, reading.position, lambda one: (one.frm, one.to) == found.cells or legal(one))
    return JudgedPosition(found.verdict(moved), (reading.position,))


def _moved(
    context: JudgeContext,
    before: Position,
    after: Position,
    legal: Callable[[Displacement], bool] = lambda displacement: True,
) -> tuple[Displacement, ...]:
    """Return who went where."""
    was, now = (places_of(observation_of(position, context.colours)) for position in (before, after))
    return shortest_displacements(context.layout, was, now, lambda moved, _: legal(moved))


def _legal_alone(
    context: JudgeContext, before: Position, turn: TurnContext, after: Position, moved: Displacement
) -> bool:
    """Return whether this figure may have gone there with one of the dice, or as the cow that a cowboy has stolen."""
    layout, seat = context.layout, turn.seat
    if moved.piece == COW and after.cowboys.get(moved.frm) == seat:
        return moved.to in theft_cells(layout, before.remove_cow(moved.frm), seat)
    if moved.frm == JAIL or (moved.piece == COW and moved.frm not in before.cows):
        return False  # nobody moves out of jail, and no cow out of the town
    dice = {COW: turn.cow_dice, COWBOY + context.colours[seat]: turn.cowboy_dice}.get(moved.piece, ())
    return any(moved.to in destinations(layout, before, moved.frm, die, seat, context.rules) for die in set(dice))


def ask_where_they_differ(
    context: JudgeContext, before: Position, hypotheses: list[Hypothesis], doubts: Sequence[str] = ()
) -> JudgedPosition:
    """Ask about the cells in which equally good readings differ, or about the ``doubts``."""
    bears: list[set[tuple[str, str]]] = [set(each.reading.bears) for each in hypotheses]
    everywhere = bears[0].intersection(*bears[1:])
    open_cells = sorted({cell for cell, _ in bears[0].union(*bears[1:]) - everywhere})
    cells = open_cells or sorted(cell for cell, _ in hypotheses[0].reading.bears) or doubts
    positions = tuple(each.reading.position for each in hypotheses)
    moved = _moved(context, before, positions[0])
    return JudgedPosition(unclear(cells, moved), positions)


def uncountable(context: JudgeContext, before: Position, turn: TurnContext, seen: Readings) -> JudgedPosition:
    """Ask about figures that are missing, too many, or not of this game.

    Nobody has moved like that, so it was not seen rightly.
    """
    after = seen.likeliest.position
    counted = next(miscounted(context.layout, before, after, turn), None)
    bearing = [cell for cell, _ in seen.likeliest.bears]
    moved = _moved(context, before, after)
    changed = {cell for one in moved for cell in (one.frm, one.to)}
    cells = seen.odd or tuple(sorted(bearing)) or (counted.cells if counted else tuple(sorted(changed)))
    verdict = unclear(cells)
    if counted and not seen.odd:
        reason = say("%(counts)s %(question)s", counts=counted.refused.text, question=verdict.reason or "")
        verdict = Verdict(Ruling.UNCLEAR, (), reason, None, verdict.cells)
    return JudgedPosition(verdict, (after,))


# --- for a table ------------------------------------------------------------------------------


def answer_unexplained(context: TableContext, judged: JudgedPosition) -> Judgement:
    """Return the objection with the ways to let it stand.

    Before the dice are known the question for those that would fit.
    """
    if context.state.turn.step in (Step.DICE, Step.JAIL) and (sequence := _any_dice(context, judged.position)):
        return _before_the_dice(context, sequence)
    tapped = as_tapped(context.state.turn, judged.verdict.moves, COWBOY + context.judge.colours[context.seat])
    return object_to(context.seat, judged.verdict, (*tapped, arrange_command(judged.position)))


def arrange_command(position: Position) -> messages.ArrangeBoard:
    """Return the figures as they were seen, to be arranged so."""
    return messages.ArrangeBoard(position.cows, position.cowboys, position.town, position.jail)


def _before_the_dice(context: TableContext, sequence: MoveSequence) -> Judgement:
    """Return what is said where something moved before the box knows the dice."""
    fits = [say("a light die of %(die)s or more", die=move.die) for move in sequence if move.piece == COW]
    fits += [say("a dark die of %(die)s", die=move.die) for move in sequence if move.piece != COW]
    needed = fits[0]
    for more in fits[1:]:
        needed = say("%(first)s, %(then)s", first=needed, then=more)
    moved = displacements_of(sequence, context.seat, context.judge.colours)
    return ask_for_dice(context.seat, needed, (cell for one in moved for cell in (one.frm, one.to)))


def _any_dice(context: TableContext, after: Position) -> MoveSequence | None:
    """Return a sequence with the fewest dice, and these as low as can be; None when no dice explain it."""
    layout, rules, before, seat = context.judge.layout, context.judge.rules, context.position, context.seat
    for dark in range(COWBOY_DICE + 1):
        for faces in combinations_with_replacement(FACES, dark):
            turn = TurnContext(seat, (COW_MOST,) * COW_DICE, faces, ended=False)
            if sequences := explanations(layout, before, after, turn, rules):
                return tuple(with_lowest_die(layout, before, move, seat, rules) for move in sequences[0])
    return None


# --- a figure in a hand -----------------------------------------------------------------------


def held(context: TableContext, observation: Observation) -> tuple[tuple[MoveSequence, ...], bool]:
    """Return the sequences after which a figure that is nowhere to be seen is in a hand, and whether that is sure.

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
                sure = sure and put[0].winner in ("", context.turn.seat)  # the cowboy who rode is there to be seen
    return tuple(found), sure


def _completed(context: TableContext, after: Position) -> Iterator[Position]:
    """Yield the position with the one figure that is missing put where somebody may put it."""
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
