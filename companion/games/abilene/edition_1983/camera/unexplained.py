"""The answer to an observation that no legal moves explain: an objection, or a question (rules 1983 §4-§6, §8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Displacement, Judgement, Verdict
from companion.games.abilene.common.board.movement import CORRAL
from companion.games.abilene.common.camera.judgements import as_tapped, ask_for_dice, object_to
from companion.games.abilene.common.camera.move_sequences import places_of, shortest_displacements, unclear
from companion.games.abilene.common.camera.observations import COW, COWBOY, STEER, is_cow
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.camera.explain import JudgedSnapshot, explanations
from companion.games.abilene.edition_1983.camera.objections import may_have_moved, objection
from companion.games.abilene.edition_1983.camera.snapshot import (
    JudgeContext,
    KindReadings,
    Kinds,
    RemainingActions,
    TurnSoFar,
)
from companion.games.abilene.edition_1983.phases.steps import DICE
from companion.games.abilene.edition_1983.state import State1983


def ask_where_they_differ(seen: Sequence[Kinds]) -> Verdict:
    """Return the question about the cells on which equally good readings differ."""
    first = seen[0].items()
    return unclear(sorted({cell for other in seen[1:] for cell, _ in first ^ other.items()}))


def judge_unexplained(
    before: TurnSoFar, seen: KindReadings, observation: Observation, brought: Sequence[str]
) -> JudgedSnapshot:
    """Return the verdict *illegal* with the reason, or *unclear* if figures were hidden or their numbers differ.

    ``brought`` are the kinds of the steers that have come to town. A turn in which a figure had to move, and did not,
    is illegal as well: ``unfinished`` explains the reading by moves that are legal but not enough.
    """
    context, snapshot, remaining = before
    sold = Counter() if {TOWN, CORRAL} & {*observation.unknown} else Counter(brought)
    for reading in seen.found if seen.all_tried and seen.nothing_hidden else ():
        if any(cell not in context.layout.by_id for cell in reading):
            continue
        same_figures = Counter(snapshot.kinds.values()) == Counter(reading.values()) + sold
        still_open = before._replace(remaining=remaining._replace(ended=False))
        unfinished = remaining.ended and explanations(still_open, reading)
        moves = _moved(before, reading, sold)
        doubtful = any({move.frm, move.to} & {*observation.doubts, *observation.alternatives} for move in moves)
        if not doubtful and (same_figures or unfinished):
            found = objection(before, moves, unfinished[0] if unfinished else None)
            return JudgedSnapshot(found.verdict(moves), (), reading)
    changed = sorted({cell for cell, _ in snapshot.kinds.items() ^ seen.likeliest.items()})
    return JudgedSnapshot(unclear([*observation.doubts, *changed] or observation.unknown), (), seen.likeliest)


def _moved(before: TurnSoFar, seen: Kinds, sold: Counter[str]) -> tuple[Displacement, ...]:
    """Return the displacement of each figure; ``sold`` counts the steers that have come to town, by kind."""

    def legal(move: Displacement, found: Sequence[Displacement]) -> bool:
        rides = tuple(one for one in found if one.piece == before.rider)
        return may_have_moved(before, rides, move)

    now = Observation(ObservationStatus.OK, seen, (), {CORRAL: tuple(sold.elements())})
    then = Observation(ObservationStatus.OK, before.snapshot.kinds)
    return shortest_displacements(before.context.layout, places_of(then), places_of(now), legal)


def answer_unexplained(context: JudgeContext, state: State1983, judged: JudgedSnapshot) -> Judgement:
    """Return the objection, with the commands by which the table may allow it.

    Before the dice are known, return the question for dice that would fit, if there are any.
    """
    if state.turn.step is Step.DICE and (asked := _before_the_dice(context, state, judged)):
        return asked
    seat, verdict = state.turn.seat, judged.verdict
    tapped = as_tapped(state.turn, verdict.moves, context.cowboy(seat))
    return object_to(seat, verdict, (*tapped, arrange_command(context, judged.seen)))


def _before_the_dice(context: JudgeContext, state: State1983, judged: JudgedSnapshot) -> Judgement | None:
    """Return the question for dice that would explain rides before the roll; None if none do."""
    cowboy = context.cowboy(state.turn.seat)
    pieces = [move.piece for move in judged.verdict.moves]
    if cowboy not in pieces or sum(map(is_cow, pieces)) > pieces.count(cowboy):
        return None  # each steer must have been taken by a cowboy: more steers than rides cannot be explained
    for count in range(1, DICE + 1):
        faces = tuple(face for face in messages_1983.FACES if face) * count
        any_dice = RemainingActions(state.turn.seat, Step.COWBOYS, 0, faces, state.turn.moved, most_dice=count)
        found = explanations(TurnSoFar(context, context.snapshot(state), any_dice), judged.seen)
        if found:
            sequence = found[0].sequence
            dice = ", ".join(str(move.die) for move in sequence)
            cells = [cell for move in sequence for cell in (move.frm, move.to)]
            return ask_for_dice(state.turn.seat, dice, cells)
    return None


def arrange_command(context: JudgeContext, seen: Kinds) -> messages_1983.ArrangeSteers:
    """Return the command that arranges the figures as they were seen."""
    seats = {letter: seat for seat, letter in context.colours.items()}
    herds = {cell: seats[kind.removeprefix(STEER)] for cell, kind in seen.items() if kind.startswith(STEER)}
    cowboys = {cell: seats[kind.removeprefix(COWBOY)] for cell, kind in seen.items() if kind.startswith(COWBOY)}
    return messages_1983.ArrangeSteers(
        herds=herds, cows=tuple(c for c, kind in seen.items() if kind == COW), cowboys=cowboys
    )
