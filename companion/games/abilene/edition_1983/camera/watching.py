"""The judgement of an observation for a table of 1983: a proposal, an objection, a question (rules 1983 §4-§6, §8)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.layout import TOWN, Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.boards.verdict import Interpretation, Judgement, Ruling
from companion.core.errors import RuleError
from companion.core.messages import Command
from companion.core.table.table import Phase, Table
from companion.core.text import say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera import judgements
from companion.games.abilene.common.camera.judgements import together
from companion.games.abilene.common.camera.moves import Move, MoveSequence
from companion.games.abilene.common.camera.seen import COW, COWBOY, STEER, colours_of, is_cow
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.state import State, Theft
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983 import turn
from companion.games.abilene.edition_1983.camera.explain import ways
from companion.games.abilene.edition_1983.camera.judge import Finding, judge, sequence_words
from companion.games.abilene.edition_1983.camera.readings import readings
from companion.games.abilene.edition_1983.camera.snapshot import Kinds, Left, Prairies, Stand
from companion.games.abilene.edition_1983.pending import Duty, waiting
from companion.games.abilene.edition_1983.reducer import in_play


def judged(layout: Layout, table: Table, observation: Observation) -> Judgement | None:
    """See ``core.game.Game.judge``. Nothing is said while a duel, a sale or the fever notes are waited for."""
    state: State | None = table.play
    if state is None or state.position is None or table.phase is not Phase.PLAYING:
        return None
    if observation.status in (ObservationStatus.COVERED, ObservationStatus.NO_BOARD):
        return None
    ground = Prairies(layout, colours_of(table), table.rules)
    kinds = ground.figures(state.position, state.prairie.colours)
    now = waiting(layout, table, state)
    match now.duty:
        case Duty.THEFT:
            return _placed(ground, table, state, kinds, observation)
        case Duty.RETURN:
            return _back(ground, table, state, kinds, observation)
        case Duty.CATTLE | Duty.DICE | Duty.COWBOYS:
            finding = judge(ground, Stand(state.position, kinds), left(table, state), observation)
            return _judgement(ground, table, state, kinds, finding, (*observation.town, *observation.corral))
        case _:
            return None


def left(table: Table, state: State) -> Left:
    """What the seat on turn can still do in this step."""
    now = state.turn
    match now.step:
        case Step.CATTLE:
            hires = 0 if turn.may_not_hire(table, state, now.seat) else turn.ENOUGH - in_play(state, now.seat)
            return Left(now.seat, now.step, now.cow_dice[0] if now.cow_dice else 0, (), now.moved, hires)
        case _:
            dice = tuple(face for die, face in enumerate(now.cowboy_dice) if die not in now.used_cowboy)
            return Left(now.seat, Step.COWBOYS, 0, dice, now.moved)


def _judgement(
    ground: Prairies, table: Table, state: State, kinds: Kinds, finding: Finding, brought: tuple[str, ...]
) -> Judgement:
    seat, verdict = state.turn.seat, finding.verdict
    match verdict.ruling:
        case Ruling.NONE:
            return Judgement(Ruling.NONE, seat)
        case Ruling.LEGAL:
            return _legal(table, state, finding, brought)
        case Ruling.UNCLEAR:
            return judgements.unclear(seat, verdict)
        case Ruling.ILLEGAL if state.turn.step is Step.DICE and (
            asked := _before_the_dice(ground, state, kinds, finding)
        ):
            return asked
    allow = (*_refused(ground, state, finding), arranged(ground, finding.seen))
    return judgements.illegal(seat, verdict, allow)


def _legal(table: Table, state: State, finding: Finding, brought: tuple[str, ...]) -> Judgement:
    told = dict.fromkeys(_until_asked(sequence) for sequence in finding.sequences)
    proposals = [
        Interpretation(sequence_words(sequence), together(list(_commands(state, sequence)))) for sequence in told
    ]
    cells = [place for move in finding.sequences[0] for place in (move.frm, move.to, move.placed) if place]
    sure = all(_is_to_be_seen(move, state.turn.seat, brought) for sequence in finding.sequences for move in sequence)
    return judgements.legal(table, state.turn.seat, proposals, cells, sure)


def _is_to_be_seen(move: Move, seat: str, brought: tuple[str, ...]) -> bool:
    """Whether what moved is there: a steer that was brought to town, whoever rode into a duel."""
    return move.other in brought if move.what is MoveKind.SALE else move.winner in ("", seat)


def _until_asked(sequence: MoveSequence) -> MoveSequence:
    """The sequence up to what the table must hear more about: a sale, a duel, a steer that is being looked at."""
    for at, move in enumerate(sequence, 1):
        if move.to == TOWN or move.what is MoveKind.DUEL or (move.what is MoveKind.THEFT and not move.placed):
            return (*sequence[: at - 1], move._replace(winner=""))
    return sequence


def _commands(state: State, sequence: MoveSequence) -> Iterator[Command]:
    """What taps would have said."""
    dice = [(die, face) for die, face in enumerate(state.turn.cowboy_dice) if die not in state.turn.used_cowboy]
    for move in sequence:
        if move.piece == COW:
            yield m.MoveCow(move.frm, move.to, 0)
        elif move.what is MoveKind.STAY:
            yield h.HireCowboy(move.to)
        else:
            die = next(pair for pair in dice if pair[1] == move.die)
            dice.remove(die)
            yield m.MoveCowboy(move.frm, move.to, die[0])
            if move.placed:
                yield m.PlaceCow(move.placed)


# --- a figure that must be put somewhere ------------------------------------------------------


def _placed(ground: Prairies, table: Table, state: State, kinds: Kinds, observation: Observation) -> Judgement | None:
    """The rustled steer has been put down, or is still in the captor's hand."""
    theft = state.pending
    if not isinstance(theft, Theft):
        return None
    steer = kinds[theft.cell]
    gone = {cell: kind for cell, kind in kinds.items() if cell not in (theft.frm, theft.cell)}
    alone = {**gone, theft.cell: ground.cowboy(theft.thief)}
    targets = turn.theft_targets(ground.layout, table, state)
    for seen in readings(kinds, observation):
        come = [cell for cell, kind in seen.items() if alone.get(cell) != kind]
        if len(come) == 1 and seen == {**alone, come[0]: steer}:
            (cell,) = come
            if cell in targets:
                title = say("the stolen cow to %(cell)s", cell=cell)
                return judgements.legal(table, theft.thief, [Interpretation(title, m.PlaceCow(cell))], [cell])
            try:
                turn.place_steer(ground.layout, table, state, theft.thief, cell, waived=False)
            except RuleError as refused:
                command = m.PlaceCow(cell)
                return Judgement(Ruling.ILLEGAL, theft.thief, refused.text, refused.rule, (cell,), allow=(command,))
    return Judgement(Ruling.NONE, theft.thief)


def _back(ground: Prairies, table: Table, state: State, kinds: Kinds, observation: Observation) -> Judgement | None:
    """An escaped cowboy has been put back on a start cell, or still stands beside the board."""
    back = turn.returning(ground.layout, state)
    if back is None:
        return None
    seat, cells = back
    for seen in readings(kinds, observation):
        for cell in cells:
            if seen.get(cell) == ground.cowboy(seat):
                title = say("the escaped cowboy to %(cell)s", cell=cell)
                return judgements.legal(table, seat, [Interpretation(title, h.ReturnCowboy(cell))], [cell])
    return Judgement(Ruling.NONE, seat)


# --- what is not legal, or too early ----------------------------------------------------------


def _before_the_dice(ground: Prairies, state: State, kinds: Kinds, finding: Finding) -> Judgement | None:
    """Cowboys have moved before the box knows the dice: asks for them, naming what would fit."""
    position: Position | None = state.position
    mine = ground.cowboy(state.turn.seat)
    pieces = [move.piece for move in finding.verdict.moves]
    if mine not in pieces or sum(map(is_cow, pieces)) > pieces.count(mine):
        return None  # every steer that went somewhere was taken by a cowboy who rode
    for count in range(1, turn.DICE + 1):
        faces = tuple(face for face in h.FACES if face) * count
        anything = Left(state.turn.seat, Step.COWBOYS, 0, faces, state.turn.moved, most_dice=count)
        found = ways(ground, Stand(position, dict(kinds)), anything, finding.seen) if position else ()
        if found:
            sequence = found[0].sequence
            dice = ", ".join(str(move.die) for move in sequence)
            cells = [cell for move in sequence for cell in (move.frm, move.to)]
            return judgements.before_the_dice(state.turn.seat, dice, cells)
    return None


def _refused(ground: Prairies, state: State, finding: Finding) -> Iterator[Command]:
    """The move itself, where one own figure went where it may not."""
    if len(finding.verdict.moves) != 1:
        return
    (displacement,) = finding.verdict.moves
    if is_cow(displacement.piece) and state.turn.step is Step.CATTLE:
        yield m.MoveCow(displacement.frm, displacement.to, 0)
    if displacement.piece == ground.cowboy(state.turn.seat) and state.turn.step is Step.COWBOYS:
        for die, face in enumerate(state.turn.cowboy_dice):
            if face and die not in state.turn.used_cowboy:
                yield m.MoveCowboy(displacement.frm, displacement.to, die)
                return


def arranged(ground: Prairies, seen: Kinds) -> h.ArrangeSteers:
    """The figures stand as they were seen."""
    seats = {letter: seat for seat, letter in ground.letters.items()}
    herds = {cell: seats[kind.removeprefix(STEER)] for cell, kind in seen.items() if kind.startswith(STEER)}
    cowboys = {cell: seats[kind.removeprefix(COWBOY)] for cell, kind in seen.items() if kind.startswith(COWBOY)}
    return h.ArrangeSteers(herds=herds, cows=tuple(c for c, kind in seen.items() if kind == COW), cowboys=cowboys)
