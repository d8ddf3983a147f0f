"""What an observation means to a table in play: what to propose, what to object to, what to ask (rules 1993 §7-§11).

A table may be in the middle of something: a stolen cow in the thief's hand, the loser of a duel not yet placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.boards.layout import Layout
from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Ruling
from companion.core.messages import Command
from companion.core.table.table import Phase, Table
from companion.core.text import say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera import judgements
from companion.games.abilene.common.camera.judgements import together
from companion.games.abilene.common.camera.moves import MoveSequence
from companion.games.abilene.common.camera.pairing import displacements_of
from companion.games.abilene.common.camera.seen import COW, COWBOY, colours_of
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_DICE, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.common.state import Duel, Loser, State, Theft
from companion.games.abilene.edition_1993.camera.confirming import COW_MOST, Scene, confirm, lowest
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explanations
from companion.games.abilene.edition_1993.camera.judge import Finding, Ground, judge
from companion.games.abilene.edition_1993.camera.missing_piece import in_the_hand, placed

FACES = sorted(set(COWBOY_FACES))


def judged(layout: Layout, table: Table, observation: Observation) -> Judgement | None:
    """See ``core.game.Game.judge``. Nothing is said while a duel waits for its dice."""
    state: State | None = table.play
    if state is None or state.position is None or table.phase is not Phase.PLAYING:
        return None
    ground = Ground(layout, {colour: seat for seat, colour in colours_of(table).items()}, table.rules)
    seat = state.pending.winner if isinstance(state.pending, Loser) else state.turn.seat
    scene = Scene(ground, table, state, state.position, seat, _turn_context(state))
    if isinstance(state.pending, Duel):
        return Judgement(Ruling.NONE, seat)
    if isinstance(state.pending, Theft | Loser) or (state.turn.step is Step.JAIL and state.turn.releasing):
        return placed(scene, observation)
    finding = judge(ground, state.position, scene.turn, observation)
    match finding.verdict.ruling:
        case Ruling.NONE:
            return Judgement(Ruling.NONE, seat)
        case Ruling.LEGAL:
            return confirm(scene, finding.sequences)
        case Ruling.ILLEGAL if state.turn.step in (Step.DICE, Step.JAIL):
            return _before_the_dice(scene, finding)
        case Ruling.ILLEGAL:
            return _illegal(scene, finding)
    return in_the_hand(scene, observation) or judgements.unclear(seat, finding.verdict)


def _turn_context(state: State) -> TurnContext:
    """The dice that are left in this step and the next ones."""
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


# --- what is not legal, or too early ----------------------------------------------------------


def _illegal(scene: Scene, finding: Finding) -> Judgement:
    allow = (*_refused(scene, finding), arranged(finding.position))
    return judgements.illegal(scene.seat, finding.verdict, allow)


def _refused(scene: Scene, finding: Finding) -> Iterator[Command]:
    """The move itself, where one own figure went where it may not: to be allowed with the die that fits best."""
    if len(finding.verdict.moves) != 1:
        return
    (displacement,) = finding.verdict.moves
    for die, face in sorted(enumerate(scene.state.turn.cow_dice), key=lambda pair: -pair[1]):
        if displacement.piece == COW and face in scene.turn.cow_dice and die not in scene.state.turn.used_cow:
            yield m.MoveCow(displacement.frm, displacement.to, die)
            return
    mine = COWBOY + scene.ground.colours[scene.seat]
    for die, face in enumerate(scene.state.turn.cowboy_dice):
        if displacement.piece == mine and face in scene.turn.cowboy_dice and die not in scene.state.turn.used_cowboy:
            driving = [m.EndStep(Step.CATTLE)] if scene.state.turn.step is Step.CATTLE else []
            yield together([*driving, m.MoveCowboy(displacement.frm, displacement.to, die)])
            return


def arranged(position: Position) -> m.ArrangeBoard:
    """The figures stand as they were seen."""
    return m.ArrangeBoard(position.cows, position.cowboys, position.town, position.jail)


def _before_the_dice(scene: Scene, finding: Finding) -> Judgement:
    """Something moved before the box knows the dice; an objection where no dice explain it."""
    sequence = _any_dice(scene, finding.position)
    if sequence is None:
        return _illegal(scene, finding)
    fits = [say("a light die of %(die)s or more", die=move.die) for move in sequence if move.piece == COW]
    fits += [say("a dark die of %(die)s", die=move.die) for move in sequence if move.piece != COW]
    needed = fits[0]
    for more in fits[1:]:
        needed = say("%(first)s, %(then)s", first=needed, then=more)
    moves = displacements_of(sequence, scene.seat, scene.ground.colours)
    return judgements.before_the_dice(scene.seat, needed, (cell for move in moves for cell in (move.frm, move.to)))


def _any_dice(scene: Scene, after: Position) -> MoveSequence | None:
    """A sequence with the fewest dice, and these as low as can be; None when no dice explain it."""
    layout, rules = scene.ground.layout, scene.ground.rules
    for dark in range(COWBOY_DICE + 1):
        for faces in combinations_with_replacement(FACES, dark):
            turn = TurnContext(scene.seat, (COW_MOST,) * COW_DICE, faces, ended=False)
            if sequences := explanations(layout, scene.position, after, turn, rules):
                return tuple(lowest(scene, move) for move in sequences[0])
    return None
