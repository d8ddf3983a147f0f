"""Stories of a turn of 1993 as proposals: in words, and as the commands that taps would have said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.boards.verdict import Interpretation, Judgement
from companion.core.messages import Command
from companion.core.table.table import Table
from companion.core.text import Text
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.judgements import legal, together
from companion.games.abilene.common.camera.move_sequences import joined, ride_words, sequence_words
from companion.games.abilene.common.camera.moves import Move, MoveSequence
from companion.games.abilene.common.camera.seen import COW
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_FACES
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.camera.judge import Ground

COW_MOST = max(COW_FACES)


Putting = m.PlaceCow | m.PlaceLoser | m.PlaceReleased


class Scene(NamedTuple):
    """The table while it is being looked at; ``seat`` is whose move is awaited."""

    ground: Ground
    table: Table
    state: State
    position: Position
    seat: str
    turn: TurnContext


class Opening(NamedTuple):
    """What comes first, with what it did: figures that had to be put somewhere."""

    commands: tuple[Putting, ...]
    words: Text
    position: Position


def confirm(
    scene: Scene, sequences: tuple[MoveSequence, ...], opening: Opening | None = None, sure: bool = True
) -> Judgement:
    """What is legal, to be confirmed: the simplest sequences, of which the game can tell each from the others."""
    simplest = [_thrifty(scene, sequence) for sequence in sequences if len(sequence) == min(map(len, sequences))]
    told: dict[object, MoveSequence] = {}
    for sequence in sorted(simplest, key=_before_a_duel, reverse=True):
        told.setdefault(_upshot(sequence), sequence)
    proposals = [_proposal(scene, sequence, opening) for sequence in told.values()]
    return legal(scene.table, scene.seat, proposals, _places(sequences, opening), sure)


def _upshot(sequence: MoveSequence) -> tuple[object, ...]:
    """What a sequence comes to for the game: figures of one kind are alike, and it takes them in any order."""
    stolen = {move.to for move in sequence if move.what is MoveKind.THEFT}
    fought = {(move.frm, move.to) for move in sequence if move.what is MoveKind.DUEL}
    return (tuple(sorted((move.piece, move.die) for move in sequence)), frozenset(stolen), frozenset(fought))


def _before_a_duel(sequence: MoveSequence) -> int:
    """How many moves can be confirmed before the dice of a duel are needed."""
    return next((at for at, move in enumerate(sequence) if move.what is MoveKind.DUEL), len(sequence))


def _thrifty(scene: Scene, sequence: MoveSequence) -> MoveSequence:
    """The sequence with the lowest light die that would do, where only one cow has moved: nobody wastes the other."""
    cows = [at for at, move in enumerate(sequence) if move.piece == COW]
    if len(cows) != 1:
        return sequence
    move = sequence[cows[0]]
    enough = min(die for die in scene.turn.cow_dice if die >= min(lowest(scene, move).die, move.die))
    return (*sequence[: cows[0]], move._replace(die=enough), *sequence[cows[0] + 1 :])


def _places(sequences: tuple[MoveSequence, ...], opening: Opening | None) -> list[str]:
    cells = [place for move in sequences[0] for place in (move.frm, move.to, move.placed) if place]
    return [*(command.cell for command in opening.commands), *cells] if opening else cells


def _proposal(scene: Scene, sequence: MoveSequence, opening: Opening | None) -> Interpretation:
    """The sequence as commands, up to a duel whose dice must be rolled first."""
    fought = _before_a_duel(sequence)
    told, rest = sequence[:fought], sequence[fought : fought + 1]
    words = [sequence_words(told, scene.turn.seat)] if told else []
    words += [ride_words(move) for move in rest]
    words = [opening.words, *words] if opening else words
    commands = [*(opening.commands if opening else ()), *_commands(scene.state, (*told, *rest))]
    return Interpretation(joined(words), together(commands))


def _commands(state: State, sequence: MoveSequence) -> Iterator[Command]:
    """What taps would have said. Releasing has opened the cattle step by then."""
    turn = state.turn
    cow_dice = [(die, face) for die, face in enumerate(turn.cow_dice) if die not in turn.used_cow]
    dark = [(die, face) for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy]
    driving = turn.step is not Step.COWBOYS
    for move in sequence:
        dice = cow_dice if move.piece == COW else dark
        die = next(pair for pair in dice if pair[1] == move.die)
        dice.remove(die)
        if move.piece == COW:
            yield m.MoveCow(move.frm, move.to, die[0])
            continue
        if driving:
            driving = False
            yield m.EndStep(Step.CATTLE)
        yield m.MoveCowboy(move.frm, move.to, die[0])
        if move.what is MoveKind.THEFT and move.placed:
            yield m.PlaceCow(move.placed)


def lowest(scene: Scene, move: Move) -> Move:
    """The move with the lowest light die that would do; a dark die is exact."""
    if move.piece != COW:
        return move
    layout, rules = scene.ground.layout, scene.ground.rules
    for die in range(1, COW_MOST):
        if move.to in movement.destinations(layout, scene.position, move.frm, die, scene.seat, rules):
            return move._replace(die=die)
    return move
