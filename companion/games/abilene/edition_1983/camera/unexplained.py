"""What is said of an observation of 1983 that nothing explains: an objection, or a question (rules 1983 §4-§6, §8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from companion.boards.layout import TOWN
from companion.boards.observation import Observation
from companion.boards.verdict import Displacement, Judgement, Ruling, Verdict
from companion.core.messages import Command
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import CORRAL
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import MOST_NAMED, ask_for_dice, object_to, paired, question
from companion.games.abilene.common.camera.observations import COW, COWBOY, STEER, is_cow
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.camera.explain import JudgedSnapshot, explanations
from companion.games.abilene.edition_1983.camera.objections import may_have_moved, objection
from companion.games.abilene.edition_1983.camera.snapshot import (
    JudgeContext,
    KindReadings,
    Kinds,
    RemainingActions,
    Snapshot,
)
from companion.games.abilene.edition_1983.phases.dice import DICE
from companion.games.abilene.edition_1983.state import State1983

NOT_SOLD: Mapping[str, int] = {}


def ambiguous(seen: Sequence[Kinds]) -> Verdict:
    """Several readings are as good: asks about the cells in which they differ."""
    first = seen[0].items()
    return _asked(sorted({cell for other in seen[1:] for cell, _ in first ^ other.items()}))


def illegal(
    context: JudgeContext,
    snapshot: Snapshot,
    remaining: RemainingActions,
    seen: KindReadings,
    observation: Observation,
    brought: Sequence[str],
) -> JudgedSnapshot:
    """Illegal, with the reason; unclear where the figures do not add up or something was hidden."""
    sold = Counter() if {TOWN, CORRAL} & {*observation.unknown} else Counter(brought)
    for one in seen.found if seen.all_tried and seen.nothing_hidden else ():
        odd = any(cell not in context.layout.by_id for cell in one)
        same = Counter(snapshot.kinds.values()) == Counter(one.values()) + sold
        idle = remaining.ended and explanations(context, snapshot, remaining._replace(ended=False), one)
        moves = shortest_displacements(context, snapshot, remaining, one, sold)
        doubtful = any(end in observation.doubts for move in moves for end in (move.frm, move.to))
        if not odd and not doubtful and (same or idle):
            refused, cells = objection(context, snapshot, remaining, moves, idle[0] if idle else None)
            return JudgedSnapshot(Verdict(Ruling.ILLEGAL, moves, refused.text, refused.rule, cells), (), one)
    changed = sorted({cell for cell, _ in snapshot.kinds.items() ^ seen.likeliest.items()})
    return JudgedSnapshot(_asked([*observation.doubts, *changed] or observation.unknown), (), seen.likeliest)


def _asked(cells: Sequence[str]) -> Verdict:
    named = tuple(dict.fromkeys(cells))[:MOST_NAMED]
    return Verdict(Ruling.UNCLEAR, (), question(named), None, named)


def shortest_displacements(
    context: JudgeContext,
    snapshot: Snapshot,
    remaining: RemainingActions,
    seen: Kinds,
    sold: Mapping[str, int] = NOT_SOLD,
) -> tuple[Displacement, ...]:
    """The cells that figures of a kind left, paired with those where they have appeared: see ``paired``.

    ``sold`` counts the steers of a kind that have come to town.
    """
    found: list[Displacement] = []
    kinds, rider = snapshot.kinds, context.cowboy(remaining.seat)
    for kind in sorted({*kinds.values(), *seen.values()}, reverse=True):
        left = sorted(cell for cell, was in kinds.items() if was == kind and seen.get(cell) != kind)
        come = sorted(cell for cell, now in seen.items() if now == kind and kinds.get(cell) != kind)
        come += [TOWN] * sold.get(kind, 0)
        rides = tuple(one for one in found if one.piece == rider)
        legal = partial(may_have_moved, context, snapshot, remaining, rides)
        found += paired(context.layout, kind, left, come, legal)
    return tuple(sorted(found, key=lambda one: one.piece))


def objection_for(context: JudgeContext, state: State1983, kinds: Kinds, judged: JudgedSnapshot) -> Judgement:
    """The objection with the ways to let it stand; before the dice are known the question for those that would fit."""
    if state.turn.step is Step.DICE and (asked := _before_the_dice(context, state, kinds, judged)):
        return asked
    allow = (*_as_tapped(context, state, judged), arranged(context, judged.seen))
    return object_to(state.turn.seat, judged.verdict, allow)


def _before_the_dice(context: JudgeContext, state: State1983, kinds: Kinds, judged: JudgedSnapshot) -> Judgement | None:
    """Cowboys have moved before the box knows the dice: asks for them, naming what would fit."""
    position: Position | None = state.position
    mine = context.cowboy(state.turn.seat)
    pieces = [move.piece for move in judged.verdict.moves]
    if mine not in pieces or sum(map(is_cow, pieces)) > pieces.count(mine):
        return None  # every steer that went somewhere was taken by a cowboy who rode
    for count in range(1, DICE + 1):
        faces = tuple(face for face in h.FACES if face) * count
        anything = RemainingActions(state.turn.seat, Step.COWBOYS, 0, faces, state.turn.moved, most_dice=count)
        found = explanations(context, Snapshot(position, dict(kinds)), anything, judged.seen) if position else ()
        if found:
            sequence = found[0].sequence
            dice = ", ".join(str(move.die) for move in sequence)
            cells = [cell for move in sequence for cell in (move.frm, move.to)]
            return ask_for_dice(state.turn.seat, dice, cells)
    return None


def _as_tapped(context: JudgeContext, state: State1983, judged: JudgedSnapshot) -> Iterator[Command]:
    """The move itself, where one own figure went where it may not."""
    if len(judged.verdict.moves) != 1:
        return
    (displacement,) = judged.verdict.moves
    if is_cow(displacement.piece) and state.turn.step is Step.CATTLE:
        yield m.MoveCow(displacement.frm, displacement.to, 0)
    if displacement.piece == context.cowboy(state.turn.seat) and state.turn.step is Step.COWBOYS:
        for die, face in enumerate(state.turn.cowboy_dice):
            if face and die not in state.turn.used_cowboy:
                yield m.MoveCowboy(displacement.frm, displacement.to, die)
                return


def arranged(context: JudgeContext, seen: Kinds) -> h.ArrangeSteers:
    """The figures stand as they were seen."""
    seats = {letter: seat for seat, letter in context.colours.items()}
    herds = {cell: seats[kind.removeprefix(STEER)] for cell, kind in seen.items() if kind.startswith(STEER)}
    cowboys = {cell: seats[kind.removeprefix(COWBOY)] for cell, kind in seen.items() if kind.startswith(COWBOY)}
    return h.ArrangeSteers(herds=herds, cows=tuple(c for c, kind in seen.items() if kind == COW), cowboys=cowboys)
