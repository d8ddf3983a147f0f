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
from companion.games.abilene.common.camera.move_sequences import joined, ride_words, story_words
from companion.games.abilene.common.camera.moves import Deed, Story
from companion.games.abilene.common.camera.seen import COW
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_FACES
from companion.games.abilene.common.state import State
from companion.games.abilene.edition_1993.camera.explain import Throw
from companion.games.abilene.edition_1993.camera.judge import Ground

COW_MOST = max(COW_FACES)


Putting = m.PlaceCow | m.PlaceLoser | m.PlaceReleased


class Scene(NamedTuple):
    """The table while it is being looked at; ``seat`` is whose deed is awaited."""

    ground: Ground
    table: Table
    state: State
    position: Position
    seat: str
    throw: Throw


class Opening(NamedTuple):
    """What comes first, with what it did: figures that had to be put somewhere."""

    commands: tuple[Putting, ...]
    words: Text
    position: Position


def confirm(scene: Scene, stories: tuple[Story, ...], opening: Opening | None = None, sure: bool = True) -> Judgement:
    """What is legal, to be confirmed: the simplest stories, of which the game can tell each from the others."""
    simplest = [_thrifty(scene, story) for story in stories if len(story) == min(map(len, stories))]
    told: dict[object, Story] = {}
    for story in sorted(simplest, key=_before_a_duel, reverse=True):
        told.setdefault(_upshot(story), story)
    proposals = [_proposal(scene, story, opening) for story in told.values()]
    return legal(scene.table, scene.seat, proposals, _places(stories, opening), sure)


def _upshot(story: Story) -> tuple[object, ...]:
    """What a story comes to for the game, which cannot tell figures of one kind apart and takes them in any order."""
    stolen = {deed.to for deed in story if deed.what is MoveKind.THEFT}
    fought = {(deed.frm, deed.to) for deed in story if deed.what is MoveKind.DUEL}
    return (tuple(sorted((deed.piece, deed.die) for deed in story)), frozenset(stolen), frozenset(fought))


def _before_a_duel(story: Story) -> int:
    """How many deeds can be confirmed before the dice of a duel are needed."""
    return next((at for at, deed in enumerate(story) if deed.what is MoveKind.DUEL), len(story))


def _thrifty(scene: Scene, story: Story) -> Story:
    """The story with the lowest light die that would do, where only one cow has moved: nobody wastes the other."""
    cows = [at for at, deed in enumerate(story) if deed.piece == COW]
    if len(cows) != 1:
        return story
    deed = story[cows[0]]
    enough = min(die for die in scene.throw.cow_dice if die >= min(lowest(scene, deed).die, deed.die))
    return (*story[: cows[0]], deed._replace(die=enough), *story[cows[0] + 1 :])


def _places(stories: tuple[Story, ...], opening: Opening | None) -> list[str]:
    cells = [place for deed in stories[0] for place in (deed.frm, deed.to, deed.placed) if place]
    return [*(command.cell for command in opening.commands), *cells] if opening else cells


def _proposal(scene: Scene, story: Story, opening: Opening | None) -> Interpretation:
    """The story as commands, up to a duel whose dice must be rolled first."""
    fought = _before_a_duel(story)
    told, rest = story[:fought], story[fought : fought + 1]
    words = [story_words(told, scene.throw.seat)] if told else []
    words += [ride_words(deed) for deed in rest]
    words = [opening.words, *words] if opening else words
    commands = [*(opening.commands if opening else ()), *_commands(scene.state, (*told, *rest))]
    return Interpretation(joined(words), together(commands))


def _commands(state: State, story: Story) -> Iterator[Command]:
    """What taps would have said. Releasing has opened the cattle step by then."""
    turn = state.turn
    cow_dice = [(die, face) for die, face in enumerate(turn.cow_dice) if die not in turn.used_cow]
    dark = [(die, face) for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy]
    driving = turn.step is not Step.COWBOYS
    for deed in story:
        dice = cow_dice if deed.piece == COW else dark
        die = next(pair for pair in dice if pair[1] == deed.die)
        dice.remove(die)
        if deed.piece == COW:
            yield m.MoveCow(deed.frm, deed.to, die[0])
            continue
        if driving:
            driving = False
            yield m.EndStep(Step.CATTLE)
        yield m.MoveCowboy(deed.frm, deed.to, die[0])
        if deed.what is MoveKind.THEFT and deed.placed:
            yield m.PlaceCow(deed.placed)


def lowest(scene: Scene, deed: Deed) -> Deed:
    """The deed with the lowest light die that would do; a dark die is exact."""
    if deed.piece != COW:
        return deed
    layout, rules = scene.ground.layout, scene.ground.rules
    for die in range(1, COW_MOST):
        if deed.to in movement.destinations(layout, scene.position, deed.frm, die, scene.seat, rules):
            return deed._replace(die=die)
    return deed
