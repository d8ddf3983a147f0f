"""Judgement of an observation by the rules of 1983: a legal step of a turn, illegal, unclear, or nothing.

As for the other edition, the rules are a prior, never a filter: a legal reading is believed before an illegal one, and
nobody is accused while a cell that was not seen clearly might explain it (rules 1983 §4-§6, §8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Displacement, Judgement, Ruling, Verdict
from companion.core.messages import Command
from companion.core.phases import current
from companion.core.table.table import Table, TablePhase
from companion.games.abilene.common.board.movement import BESIDE, CORRAL, MoveKind
from companion.games.abilene.common.camera import move_sequences
from companion.games.abilene.common.camera.judgements import (
    Awaited,
    Placement,
    Proposal,
    ask_about,
    commands_of,
    displacements,
    judge_placing,
    propose,
)
from companion.games.abilene.common.camera.move_sequences import (
    Move,
    MoveSequence,
    as_one_sentence,
    move_words,
    sequence_words,
)
from companion.games.abilene.common.camera.observations import COWBOY, colours_of, is_cow
from companion.games.abilene.common.camera.proofs import Rules
from companion.games.abilene.common.camera.readings import overlooks_moves
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.camera import unexplained
from companion.games.abilene.edition_1983.camera.explain import ExplainedTurn, JudgedSnapshot, explanations
from companion.games.abilene.edition_1983.camera.snapshot import (
    JudgeContext,
    Kinds,
    RemainingActions,
    Snapshot,
    TurnSoFar,
    possible,
)
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.phases.order import PHASES
from companion.games.abilene.edition_1983.reducer import apply, in_play
from companion.games.abilene.edition_1983.rules import turn
from companion.games.abilene.edition_1983.rules.turn import ENOUGH, may_not_hire, returning
from companion.games.abilene.edition_1983.state import State1983

RULES = Rules(PHASES, apply)

# --- of a snapshot -----------------------------------------------------------------------------


def judge_snapshot(before: TurnSoFar, observation: Observation, brought: Sequence[str] = ()) -> JudgedSnapshot:
    """Return what the observation means after the figures stood like that, in this part of the turn.

    ``brought`` are steers that lie in the town or the corral and did not before.
    """
    if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
        return JudgedSnapshot(Verdict(Ruling.NONE))
    seen, snapshot, remaining = possible(before, observation), before.snapshot, before.remaining
    if snapshot.kinds in seen.found:
        return JudgedSnapshot(Verdict(Ruling.NONE), (ExplainedTurn((), snapshot, remaining),), snapshot.kinds)
    legal: list[JudgedSnapshot] = []
    for one in seen.found:
        missing = _count_missing(snapshot, one, brought)
        found = explanations(before, one)
        if found and (seen.nothing_hidden or not (remaining.ended and missing)):
            legal.append(_legal_snapshot(before, found, one))
            if one == seen.likeliest and not missing:
                break
    seen_there = [each.seen for each in legal]
    if len(legal) == 1:
        missing = _count_missing(snapshot, seen_there[0], brought)
        seen_there += [one for one in seen.found if _count_missing(snapshot, one, brought) < missing]
        if len(seen_there) == 1 and legal[0].verdict.moves and overlooks_moves(before.context.layout, observation):
            unseen = (*observation.doubts, *observation.unknown)
            return JudgedSnapshot(move_sequences.unclear(unseen), (), legal[0].seen)
        if len(seen_there) == 1:
            return legal[0]
    if legal:
        return JudgedSnapshot(unexplained.ask_where_they_differ(seen_there), (), legal[0].seen)
    return unexplained.judge_unexplained(before, seen, observation, brought)


def _count_missing(snapshot: Snapshot, seen: Kinds, brought: Sequence[str]) -> int:
    """Return how many figures are nowhere to be seen: sold or beaten, or where nothing could be seen clearly."""
    return (Counter(snapshot.kinds.values()) - Counter((*seen.values(), *brought))).total()


def _legal_snapshot(before: TurnSoFar, found: tuple[ExplainedTurn, ...], seen: Kinds) -> JudgedSnapshot:
    sequence = found[0].sequence
    if not sequence:
        return JudgedSnapshot(Verdict(Ruling.NONE), found, seen)
    moves, words = displacements_of(before, found[0]), sequence_words(sequence, before.remaining.seat)
    return JudgedSnapshot(Verdict(Ruling.LEGAL, moves, words), found, seen)


# --- for a table -------------------------------------------------------------------------------


def judge(layout: Layout, table: Table[State1983 | None, SteerRules], observation: Observation) -> Judgement | None:
    """See ``boards.members.Watched``. Nothing is said while a duel, a sale or the fever notes are awaited."""
    state = table.play
    if state is None or state.position is None or table.phase is not TablePhase.PLAYING:
        return None
    if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
        return None
    context = JudgeContext(layout, colours_of(table), table.rules)
    if turn.asked(state) or state.sale or isinstance(state.pending, Duel):
        return None
    if isinstance(state.pending, Theft) or returning(layout, state):
        return _placed(context, table, state, observation)
    if state.turn.step not in (Step.CATTLE, Step.DICE, Step.COWBOYS):
        return None
    judged, seat = _judged(context, table, state, observation), state.turn.seat
    match judged.verdict.ruling:
        case Ruling.NONE:
            return Judgement(Ruling.NONE, seat)
        case Ruling.LEGAL:
            return _legal(Situation(layout, table, state), state, seat, judged.sequences, _brought(observation))
        case Ruling.ILLEGAL:
            return unexplained.answer_unexplained(context, state, judged)
    return ask_about(seat, judged.verdict)


def _judged(context: JudgeContext, table: Table, state: State1983, observation: Observation) -> JudgedSnapshot:
    return judge_snapshot(TurnSoFar(context, context.snapshot(state), remaining_actions(table, state)), observation)


def _brought(observation: Observation) -> tuple[str, ...]:
    """Return what lies in the town and the corral."""
    return (*observation.in_area(TOWN), *observation.in_area(CORRAL))


def remaining_actions(table: Table, state: State1983) -> RemainingActions:
    """Return what the seat on turn can still do in this step."""
    now = state.turn
    hires = 0 if may_not_hire(table, state, now.seat) else ENOUGH - in_play(state, now.seat)
    match now.step:
        case Step.CATTLE:
            return RemainingActions(now.seat, now.step, now.cow_dice[0] if now.cow_dice else 0, (), now.moved, hires)
        case Step.DICE if hires:
            return RemainingActions(now.seat, Step.CATTLE, 0, (), now.moved, hires)
        case _:
            dice = tuple(face for die, face in enumerate(now.cowboy_dice) if die not in now.used_cowboy)
            return RemainingActions(now.seat, Step.COWBOYS, 0, dice, now.moved)


def _legal(
    now: Situation[State1983],
    state: State1983,
    asked: str,
    sequences: tuple[MoveSequence, ...],
    brought: tuple[str, ...],
    placement: Placement[State1983] | None = None,
) -> Judgement:
    """Return what is legal, to be confirmed; a figure that was awaited was put somewhere first."""
    seat = state.turn.seat
    put = ((placement.words,), placement.proof.commands, placement.cells) if placement else ((), (), ())
    proposals = [
        Proposal(
            as_one_sentence([*put[0], *(move_words(move, seat) for move in sequence)]),
            (*put[1], *_commands(state, sequence)),
        )
        for sequence in dict.fromkeys(_until_asked(sequence) for sequence in sequences)
    ]
    cells = [*put[2], *(place for move in sequences[0] for place in (move.frm, move.to, move.placed) if place)]
    sure = all(_is_to_be_seen(move, seat, brought) for sequence in sequences for move in sequence)
    return propose(RULES, now, asked, proposals, cells, sure, displacements(sequences[0]))


def _is_to_be_seen(move: Move, seat: str, brought: tuple[str, ...]) -> bool:
    """Return whether what moved is there: a steer that was brought to town, a cowboy that rode into a duel."""
    return move.other in brought if move.what is MoveKind.SALE else move.winner in ("", seat)


def _until_asked(sequence: MoveSequence) -> MoveSequence:
    """Return the sequence up to what the table must hear more about: a sale, a duel, a look at a steer."""
    for at, move in enumerate(sequence, 1):
        if move.to == TOWN or move.what is MoveKind.DUEL or (move.what is MoveKind.THEFT and not move.placed):
            return (*sequence[: at - 1], move._replace(winner=""))
    return sequence


def _commands(state: State1983, sequence: MoveSequence) -> Iterator[Command]:
    """Yield the commands that taps would have given; cowboys are hired before any of them rides."""
    moves = commands_of(state.turn, tuple(move for move in sequence if move.what is not MoveKind.STAY))
    for move in sequence:
        if move.what is MoveKind.STAY:
            yield messages_1983.HireCowboy(move.to)
        elif is_cow(move.piece):
            yield next(moves)
    yield from moves


def _placed(context: JudgeContext, table: Table, state: State1983, observation: Observation) -> Judgement:
    """Return the judgement of a rustled steer or an escaped cowboy that was put down, or is still in a hand."""
    now = Situation(context.layout, table, state)
    seat, theft = current(PHASES, now).seats[0], state.pending
    kind = context.snapshot(state).kinds[theft.cell] if isinstance(theft, Theft) else context.cowboy(seat)
    awaited = Awaited(RULES, now, kind)

    def rest(state: State1983) -> tuple[Ruling, tuple[MoveSequence, ...]]:
        judged = _judged(context, table, state, observation)
        return judged.verdict.ruling, judged.sequences

    return judge_placing(
        awaited, observation, rest, lambda put, then: _legal(now, put.state, seat, then, _brought(observation), put)
    )


# --- as displacements --------------------------------------------------------------------------


def displacements_of(before: TurnSoFar, explanation: ExplainedTurn) -> tuple[Displacement, ...]:
    """Return every figure that was moved, with those who had escaped or were beaten and are on the board again."""
    found = list(move_sequences.displacements_of(explanation.sequence, before.remaining.seat, before.context.colours))
    missing = Counter((kind, cell) for cell, kind in explanation.snapshot.kinds.items())
    missing.subtract((kind, cell) for cell, kind in before.snapshot.kinds.items())
    missing.subtract((move.piece, move.to) for move in found)
    missing.update((move.piece, move.frm) for move in found)
    for kind, cell in list((+missing).elements()):
        if kind.startswith(COWBOY) and cell != BESIDE:
            beaten = next((move for move in found if (move.piece, move.to) == (kind, BESIDE)), None)
            if beaten:
                found.remove(beaten)
            found.append(Displacement(kind, beaten.frm if beaten else BESIDE, cell))
    return tuple(move for move in found if move.frm != move.to)
