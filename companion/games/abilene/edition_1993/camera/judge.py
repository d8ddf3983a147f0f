"""The judgement of an observation by the rules: legal, illegal, unclear, or nothing at all.

The rules are a prior, never a filter. Of everything that an observation can mean (``readings``) a legal one is believed
before an illegal one; an accusation needs every reading to be illegal; anything else becomes a question. What is legal
is proposed in words, as the commands that taps would have given (rules 1993 §7-§11).
"""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Judgement, Ruling, Verdict
from companion.core.table.table import Table, TablePhase
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
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
    MoveSequence,
    as_one_sentence,
    displacements_of,
    ride_words,
    sequence_words,
)
from companion.games.abilene.common.camera.observations import COW, COWBOY, colours_of
from companion.games.abilene.common.camera.proofs import Rules
from companion.games.abilene.common.camera.readings import overlooks_moves, readings
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.rules import on_board
from companion.games.abilene.common.state import Duel, Theft
from companion.games.abilene.edition_1993.camera import unexplained
from companion.games.abilene.edition_1993.camera.context import Hypothesis, JudgeContext, JudgedPosition, TableContext
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explanations, with_lowest_die
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.phases.order import PHASES
from companion.games.abilene.edition_1993.reducer import apply
from companion.games.abilene.edition_1993.state import Loser, State1993

RULES = Rules(PHASES, apply)

# --- of a position ----------------------------------------------------------------------------


def judge_position(
    context: JudgeContext, before: Position, turn: TurnContext, observation: Observation
) -> JudgedPosition:
    """Return what the observation means after ``before``, with the dice of the turn.

    An observation without a board, or with a hand over it, changes nothing. Where it is unclear the likeliest position
    is believed.
    """
    if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
        return JudgedPosition(Verdict(Ruling.NONE), (before,))
    seen = readings(context.layout, before, observation, context.colours)
    if seen.odd or not (seen.found or seen.guesses):
        return unexplained.uncountable(context, before, turn, seen)
    hypotheses: list[Hypothesis] = []
    legal: list[Hypothesis] = []
    for likely in (seen.found[: seen.even], (*seen.found[seen.even :], *seen.guesses)):
        if not legal:
            hypotheses += [Hypothesis(one, _sequences(context, before, one.position, turn)) for one in likely]
            legal = [hypothesis for hypothesis in hypotheses if hypothesis.sequences]
    if len(legal) == 1:
        elsewhere = unexplained.still_on_cells(seen, legal[0].reading, observation)
        if elsewhere:
            others = [Hypothesis(reading, ()) for reading in elsewhere]
            return unexplained.ask_where_they_differ(context, before, [*legal, *others])
        if legal[0].sequences[0] and overlooks_moves(context.layout, observation):
            return unexplained.ask_where_they_differ(context, before, legal, observation.unknown)
        return _legal(context, turn, legal[0])
    if legal:
        return unexplained.ask_where_they_differ(context, before, legal)
    doubts = unexplained.doubtful(context, before, seen.found, observation)
    if doubts or not (seen.found and seen.all_tried):
        return unexplained.ask_where_they_differ(context, before, hypotheses, doubts)
    return unexplained.judge_unexplained(context, before, turn, seen.found[0])


def _sequences(context: JudgeContext, before: Position, after: Position, turn: TurnContext) -> tuple[MoveSequence, ...]:
    """Return the sequences that lead there; the empty one where nothing has changed.

    When the cowboys' step is over, figures of one kind may have taken each other's places.
    """
    if after == before and not (turn.ended and turn.cowboy_dice):
        return ((),)
    found = explanations(context.layout, before, after, turn, context.rules)
    return found or (((),) if after == before else ())


def _legal(context: JudgeContext, turn: TurnContext, found: Hypothesis) -> JudgedPosition:
    sequence, positions = found.sequences[0], (found.reading.position,)
    if not sequence:
        return JudgedPosition(Verdict(Ruling.NONE), positions, found.sequences)
    moved = displacements_of(sequence, turn.seat, context.colours)
    return JudgedPosition(Verdict(Ruling.LEGAL, moved, sequence_words(sequence, turn.seat)), positions, found.sequences)


# --- for a table ------------------------------------------------------------------------------


def judge(layout: Layout, table: Table[State1993 | None, HouseRules], observation: Observation) -> Judgement | None:
    """See ``boards.members.Watched``. Nothing is said while a duel waits for its dice.

    A table may be in the middle of something: a stolen cow in the thief's hand, the loser of a duel not yet placed.
    """
    state = table.play
    if state is None or state.position is None or table.phase is not TablePhase.PLAYING:
        return None
    judging = JudgeContext(layout, colours_of(table), table.rules)
    seat = state.pending.winner if isinstance(state.pending, Loser) else state.turn.seat
    context = TableContext(judging, table, state, state.position, seat, turn_context(state))
    if isinstance(state.pending, Duel):
        return Judgement(Ruling.NONE, seat)
    if isinstance(state.pending, Theft | Loser) or (state.turn.step is Step.JAIL and state.turn.releasing):
        return _placed(context, observation)
    judged = judge_position(judging, state.position, context.turn, observation)
    match judged.verdict.ruling:
        case Ruling.NONE:
            return Judgement(Ruling.NONE, seat)
        case Ruling.LEGAL:
            return propose_sequences(context, judged.sequences)
        case Ruling.ILLEGAL:
            return unexplained.answer_unexplained(context, judged)
    held, sure = unexplained.held(context, observation)
    return propose_sequences(context, held, sure=sure) if held else ask_about(seat, judged.verdict)


def turn_context(state: State1993) -> TurnContext:
    """Return the dice that are left in this step and the next ones."""
    turn = state.turn
    cows = tuple(face for die, face in enumerate(turn.cow_dice) if die not in turn.used_cow)
    dark = tuple(face for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy)
    match turn.step:
        case Step.CATTLE:
            return TurnContext(turn.seat, cows, dark, turn.moved, ended=False)
        case Step.COWBOYS:
            return TurnContext(turn.seat, (), dark, turn.moved, ended=False)
        case _:
            return TurnContext(turn.seat, (), (), ended=False)


def _placed(context: TableContext, observation: Observation) -> Judgement:
    """Return the judgement of a rustled steer or an escaped cowboy that was put down, or is still in a hand."""
    match context.state.pending:
        case Theft():
            kind = COW
        case Loser(loser=loser):
            kind = COWBOY + context.judge.colours[loser]
        case _:
            kind = COWBOY + context.judge.colours[context.seat]
    now = Situation(context.judge.layout, context.table, context.state)
    awaited = Awaited(RULES, now, kind, context.state.turn.releasing)

    def rest(state: State1993) -> tuple[Ruling, tuple[MoveSequence, ...]]:
        judged = judge_position(context.judge, on_board(state), turn_context(state), observation)
        return judged.verdict.ruling, judged.sequences

    def proposed(put: Placement[State1993], then: tuple[MoveSequence, ...]) -> Judgement:
        after = context._replace(state=put.state, position=on_board(put.state), turn=turn_context(put.state))
        return propose_sequences(after, then, put)

    return judge_placing(awaited, observation, rest, proposed)


# --- as proposals -----------------------------------------------------------------------------


def propose_sequences(
    context: TableContext,
    sequences: tuple[MoveSequence, ...],
    placement: Placement[State1993] | None = None,
    sure: bool = True,
) -> Judgement:
    """Return the judgement of what is legal: the simplest sequences that the game can tell from each other."""
    simplest = [_thrifty(context, each) for each in sequences if len(each) == min(map(len, sequences))]
    distinct: dict[object, MoveSequence] = {}
    for sequence in sorted(simplest, key=_before_a_duel, reverse=True):
        distinct.setdefault(_game_key(sequence), sequence)
    proposals = [_proposal(context, sequence, placement) for sequence in distinct.values()]
    now = Situation(context.judge.layout, context.table, context.table.play)
    return propose(RULES, now, context.seat, proposals, _cells(sequences, placement), sure, displacements(sequences[0]))


def _game_key(sequence: MoveSequence) -> tuple[object, ...]:
    """Return what a sequence comes to for the game: figures of one kind are alike, and it takes them in any order."""
    stolen = {move.to for move in sequence if move.what is MoveKind.THEFT}
    fought = {(move.frm, move.to) for move in sequence if move.what is MoveKind.DUEL}
    return (tuple(sorted((move.piece, move.die) for move in sequence)), frozenset(stolen), frozenset(fought))


def _before_a_duel(sequence: MoveSequence) -> int:
    """Return how many moves can be confirmed before the dice of a duel are needed."""
    return next((at for at, move in enumerate(sequence) if move.what is MoveKind.DUEL), len(sequence))


def _thrifty(context: TableContext, sequence: MoveSequence) -> MoveSequence:
    """Return the sequence with the lowest light die that would do, where only one cow has moved."""
    cows = [at for at, move in enumerate(sequence) if move.piece == COW]
    if len(cows) != 1:
        return sequence
    move, judging = sequence[cows[0]], context.judge
    lowest = with_lowest_die(judging.layout, context.position, move, context.seat, judging.rules).die
    enough = min(die for die in context.turn.cow_dice if die >= min(lowest, move.die))
    return (*sequence[: cows[0]], move._replace(die=enough), *sequence[cows[0] + 1 :])


def _cells(sequences: tuple[MoveSequence, ...], placement: Placement[State1993] | None) -> list[str]:
    cells = [place for move in sequences[0] for place in (move.frm, move.to, move.placed) if place]
    return [*placement.cells, *cells] if placement else cells


def _proposal(context: TableContext, sequence: MoveSequence, placement: Placement[State1993] | None) -> Proposal:
    """Return the sequence as commands, up to a duel whose dice must be rolled first."""
    fought, turn = _before_a_duel(sequence), context.state.turn
    settled, duel = sequence[:fought], sequence[fought : fought + 1]
    words = [sequence_words(settled, context.turn.seat)] if settled else []
    words += [ride_words(move) for move in duel]
    words = [placement.words, *words] if placement else words
    commands = commands_of(turn, (*settled, *duel), driving=turn.step is not Step.COWBOYS)
    return Proposal(as_one_sentence(words), (*(placement.proof.commands if placement else ()), *commands))
