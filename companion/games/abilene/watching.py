"""What a sighting means to a table in play: what to propose, what to object to, what to ask (rules 1993 §7-§11).

A table may be in the middle of something: a stolen cow in the thief's hand, the loser of a duel not yet placed. Then
every place where it may have been put is tried as the position before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import combinations_with_replacement
from typing import NamedTuple

from companion.core.board import Layout
from companion.core.errors import RuleError
from companion.core.messages import Command, Message, kind_of
from companion.core.sighting import Sighting
from companion.core.table import Phase, Table
from companion.core.table_messages import Several
from companion.core.text import Text, say
from companion.core.verdict import Judgement, Proposal, Ruling
from companion.games.abilene import messages as m
from companion.games.abilene import movement, moves, turns
from companion.games.abilene.deeds import Deed, Story
from companion.games.abilene.explain import Throw, explanations
from companion.games.abilene.judge import Finding, Ground, judge
from companion.games.abilene.messages import Step
from companion.games.abilene.movement import MoveKind
from companion.games.abilene.pairing import told_shifts
from companion.games.abilene.position import Position
from companion.games.abilene.readings import readings
from companion.games.abilene.seen import COW, COWBOY, colours_of
from companion.games.abilene.state import Duel, Loser, State, Theft
from companion.games.abilene.stories import ride_words, story_words

FACES = (1, 2, 3, 4)
COW_MOST = 5


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


def judged(layout: Layout, table: Table, sighting: Sighting) -> Judgement | None:
    """See ``core.game.Game.judge``. Nothing is said while a duel waits for its dice."""
    state: State | None = table.play
    if state is None or state.position is None or table.phase is not Phase.PLAYING:
        return None
    ground = Ground(layout, {colour: seat for seat, colour in colours_of(table).items()}, table.rules)
    seat = state.pending.winner if isinstance(state.pending, Loser) else state.turn.seat
    scene = Scene(ground, table, state, state.position, seat, _throw(state))
    if isinstance(state.pending, Duel):
        return Judgement(Ruling.NONE, seat)
    if isinstance(state.pending, Theft | Loser) or (state.turn.step is Step.JAIL and state.turn.releasing):
        return _placed(scene, sighting)
    finding = judge(ground, state.position, scene.throw, sighting)
    match finding.verdict.ruling:
        case Ruling.NONE:
            return Judgement(Ruling.NONE, seat)
        case Ruling.LEGAL:
            return _legal(scene, finding.stories)
        case Ruling.ILLEGAL if state.turn.step in (Step.DICE, Step.JAIL):
            return _before_the_dice(scene, finding)
        case Ruling.ILLEGAL:
            return _illegal(scene, finding)
    return _in_the_hand(scene, sighting) or _unclear(scene, finding)


def _throw(state: State) -> Throw:
    """The dice that are left in this step and the next ones."""
    turn = state.turn
    cows = tuple(face for die, face in enumerate(turn.cow_dice) if die not in turn.used_cow)
    dark = tuple(face for die, face in enumerate(turn.cowboy_dice) if die not in turn.used_cowboy)
    match turn.step:
        case Step.CATTLE:
            return Throw(turn.seat, cows, dark, turn.moved, ended=False)
        case Step.COWBOYS:
            return Throw(turn.seat, (), dark, turn.moved, ended=False)
        case _:
            return Throw(turn.seat, (), (), ended=False)


# --- what is legal ----------------------------------------------------------------------------


def _legal(scene: Scene, stories: tuple[Story, ...], opening: Opening | None = None) -> Judgement:
    simplest = [_thrifty(scene, story) for story in stories if len(story) == min(map(len, stories))]
    told: dict[object, Story] = {}
    for story in sorted(simplest, key=_before_a_duel, reverse=True):
        told.setdefault(_upshot(story), story)
    worded = [_proposal(scene, story, opening) for story in told.values()]
    proposals = tuple({str(one.title): one for one in reversed(worded)}.values())[::-1]
    sentence = proposals[0].title if len(proposals) == 1 else say("Several moves would explain what was seen.")
    return Judgement(
        Ruling.LEGAL,
        scene.seat,
        sentence,
        cells=_places(stories, opening),
        proposals=proposals,
        at_once=scene.table.rules.auto_confirm,
    )


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
    enough = min(die for die in scene.throw.cow_dice if die >= min(_lowest(scene, deed).die, deed.die))
    return (*story[: cows[0]], deed._replace(die=enough), *story[cows[0] + 1 :])


def _places(stories: tuple[Story, ...], opening: Opening | None) -> tuple[str, ...]:
    cells = [place for deed in stories[0] for place in (deed.frm, deed.to, deed.placed) if place]
    put = [command.cell for command in opening.commands] if opening else []
    return tuple(dict.fromkeys([*put, *cells]))


def _proposal(scene: Scene, story: Story, opening: Opening | None) -> Proposal:
    """The story as commands, up to a duel whose dice must be rolled first."""
    fought = _before_a_duel(story)
    told, rest = story[:fought], story[fought : fought + 1]
    words = [story_words(told, scene.throw.seat)] if told else []
    words += [ride_words(deed) for deed in rest]
    words = [opening.words, *words] if opening else words
    title = words[0]
    for more in words[1:]:
        title = say("%(first)s; %(then)s", first=title, then=more)
    commands = [*(opening.commands if opening else ()), *_commands(scene.state, (*told, *rest))]
    return Proposal(title, together(commands))


def together(commands: Sequence[Command]) -> Command:
    """One command that does them all."""
    if len(commands) == 1:
        return commands[0]
    return Several(tuple(Message(kind_of(command), asdict(command)) for command in commands))


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


# --- a figure that must be put somewhere ------------------------------------------------------


def _placed(scene: Scene, sighting: Sighting) -> Judgement:
    """A stolen cow, the loser of a duel or a released cowboy has been put down, or is still in a hand."""
    for opening in _openings(scene, sighting):
        finding = judge(scene.ground, opening.position, scene.throw, sighting)
        if finding.verdict.ruling in (Ruling.NONE, Ruling.LEGAL):
            return _legal(scene, finding.stories or ((),), opening)
    wrong = _put_wrongly(scene, sighting)
    if wrong is None:
        return Judgement(Ruling.NONE, scene.seat)
    command, refused = wrong
    return Judgement(Ruling.ILLEGAL, scene.seat, refused.text, refused.rule, (command.cell,), allow=(command,))


def _putting(scene: Scene, cell: str) -> Putting:
    match scene.state.pending:
        case Theft():
            return m.PlaceCow(cell)
        case Loser():
            return m.PlaceLoser(cell)
        case _:
            return m.PlaceReleased(cell)


def _put(scene: Scene, cell: str) -> Position:
    """The position with the figure on the cell, as the game would have it."""
    position, seat = scene.position, scene.seat
    match scene.state.pending:
        case Theft(thief=thief, frm=frm, cell=at):
            return position.remove_cow(at).move_cowboy(thief, frm, at).place_cow(cell)
        case Loser(loser=loser):
            return position.place_cowboy(loser, cell)
        case _:
            return position.release(seat, cell)


def _openings(scene: Scene, sighting: Sighting) -> Iterator[Opening]:
    """Every cell where the figure may be and where one of its kind can have been seen."""
    layout, state, kind = scene.ground.layout, scene.state, _awaited(scene)
    match state.pending:
        case Theft():
            cells = moves.theft_targets(layout, state)
        case Loser():
            cells = moves.loser_targets(layout, state)
        case _:
            cells = movement.release_cells(layout, scene.position, scene.seat)
    there = [cell for cell in cells if sighting.cells.get(cell) == kind or kind in sighting.doubts.get(cell, ())]
    for cell in there:
        yield Opening((_putting(scene, cell),), _put_words(scene, cell), _put(scene, cell))
    if state.pending is None and 1 < len(there) <= state.turn.releasing:
        yield _all_released(scene, there)


def _all_released(scene: Scene, cells: list[str]) -> Opening:
    """Several cowboys have come out of jail at once."""
    position, words = scene.position, _put_words(scene, cells[0])
    for cell in cells:
        position = position.release(scene.seat, cell)
    for cell in cells[1:]:
        words = say("%(first)s; %(then)s", first=words, then=_put_words(scene, cell))
    return Opening(tuple(m.PlaceReleased(cell) for cell in cells), words, position)


def _awaited(scene: Scene) -> str:
    """The kind of the figure that is to be put somewhere."""
    match scene.state.pending:
        case Theft():
            return COW
        case Loser(loser=loser):
            return COWBOY + scene.ground.colours[loser]
        case _:
            return COWBOY + scene.ground.colours[scene.seat]


def _put_words(scene: Scene, cell: str) -> Text:
    match scene.state.pending:
        case Theft():
            return say("the stolen cow to %(cell)s", cell=cell)
        case Loser():
            return say("the loser's cowboy to %(cell)s", cell=cell)
        case _:
            return say("the released cowboy to %(cell)s", cell=cell)


def _put_wrongly(scene: Scene, sighting: Sighting) -> tuple[Putting, RuleError] | None:
    """The figure stands on a cell where it may not be put, with the refusal; None while it is nowhere to be seen."""
    layout, kind = scene.ground.layout, _awaited(scene)
    for cell, seen in sorted(sighting.cells.items()):
        if seen != kind or cell not in layout.by_id or not scene.position.free(cell):
            continue
        if judge(scene.ground, _put(scene, cell), scene.throw, sighting).verdict.ruling is not Ruling.NONE:
            continue
        try:
            match _putting(scene, cell):
                case m.PlaceCow():
                    moves.place_cow(layout, scene.state, scene.seat, cell, waived=False)
                case m.PlaceLoser():
                    moves.place_loser(layout, scene.state, scene.seat, cell, waived=False)
                case m.PlaceReleased():
                    turns.place_released(layout, scene.state, scene.seat, cell, waived=False)
        except RuleError as error:
            return _putting(scene, cell), error
    return None


# --- what is not legal, or not to be seen -----------------------------------------------------


def _illegal(scene: Scene, finding: Finding) -> Judgement:
    verdict = finding.verdict
    allow = [*_refused(scene, finding), arranged(finding.position)]
    return Judgement(Ruling.ILLEGAL, scene.seat, verdict.reason, verdict.rule, verdict.cells, allow=tuple(allow))


def _refused(scene: Scene, finding: Finding) -> Iterator[Command]:
    """The move itself, where one own figure went where it may not: to be allowed with the die that fits best."""
    if len(finding.verdict.moves) != 1:
        return
    (shift,) = finding.verdict.moves
    for die, face in sorted(enumerate(scene.state.turn.cow_dice), key=lambda pair: -pair[1]):
        if shift.piece == COW and face in scene.throw.cow_dice and die not in scene.state.turn.used_cow:
            yield m.MoveCow(shift.frm, shift.to, die)
            return
    mine = COWBOY + scene.ground.colours[scene.seat]
    for die, face in enumerate(scene.state.turn.cowboy_dice):
        if shift.piece == mine and face in scene.throw.cowboy_dice and die not in scene.state.turn.used_cowboy:
            driving = [m.EndStep(Step.CATTLE)] if scene.state.turn.step is Step.CATTLE else []
            yield together([*driving, m.MoveCowboy(shift.frm, shift.to, die)])
            return


def arranged(position: Position) -> m.ArrangeBoard:
    """The figures stand as they were seen."""
    return m.ArrangeBoard(position.cows, position.cowboys, position.town, position.jail)


def _unclear(scene: Scene, finding: Finding) -> Judgement:
    verdict = finding.verdict
    return Judgement(Ruling.UNCLEAR, scene.seat, verdict.reason, None, verdict.cells)


def _before_the_dice(scene: Scene, finding: Finding) -> Judgement:
    """Something moved before the box knows the dice: asks for them, naming what would fit."""
    story = _any_dice(scene, finding.position)
    if story is None:
        return _illegal(scene, finding)
    cows = [deed for deed in story if deed.piece == COW]
    dark = [deed for deed in story if deed.piece != COW]
    fits = [say("a light die of %(die)s or more", die=deed.die) for deed in cows]
    fits += [say("a dark die of %(die)s", die=deed.die) for deed in dark]
    needed = fits[0]
    for more in fits[1:]:
        needed = say("%(first)s, %(then)s", first=needed, then=more)
    moved = told_shifts(story, scene.seat, scene.ground.colours)
    sentence = say("Figures have moved, but the box does not know the dice. This would fit: %(dice)s.", dice=needed)
    cells = dict.fromkeys(cell for shift in moved for cell in (shift.frm, shift.to))
    return Judgement(Ruling.UNCLEAR, scene.seat, sentence, None, tuple(cells))


def _any_dice(scene: Scene, after: Position) -> Story | None:
    """A story with the fewest dice, and these as low as can be; None when no dice explain it."""
    layout, rules = scene.ground.layout, scene.ground.rules
    for dark in range(turns.COWBOY_DICE + 1):
        for faces in combinations_with_replacement(FACES, dark):
            throw = Throw(scene.seat, (COW_MOST,) * turns.COW_DICE, faces, ended=False)
            if stories := explanations(layout, scene.position, after, throw, rules):
                return tuple(_lowest(scene, deed) for deed in stories[0])
    return None


def _lowest(scene: Scene, deed: Deed) -> Deed:
    """The deed with the lowest light die that would do; a dark die is exact."""
    if deed.piece != COW:
        return deed
    layout, rules = scene.ground.layout, scene.ground.rules
    for die in range(1, COW_MOST):
        if deed.to in movement.destinations(layout, scene.position, deed.frm, die, scene.seat, rules):
            return deed._replace(die=die)
    return deed


def _in_the_hand(scene: Scene, sighting: Sighting) -> Judgement | None:
    """One figure is nowhere to be seen: a stolen cow that is being looked at, or the loser of a duel."""
    seen = readings(scene.ground.layout, scene.position, sighting, scene.ground.seats)
    after = seen.likeliest.position
    if seen.found or seen.guesses or seen.odd:
        return None
    found: dict[Story, None] = {}
    for completed in _completed(scene, after):
        for story in explanations(scene.ground.layout, scene.position, completed, scene.throw, scene.ground.rules):
            held = [deed for deed in story if deed.placed]
            if len(held) == 1 and held[0] is story[-1]:
                found[(*story[:-1], held[0]._replace(placed="", winner=""))] = None
    return _legal(scene, tuple(found)) if found else None


def _completed(scene: Scene, after: Position) -> Iterator[Position]:
    """The position with the one figure that is missing put where somebody may put it."""
    layout, before = scene.ground.layout, scene.position
    if len(after.cows) + after.corral == len(before.cows) + before.corral - 1:
        for cell in movement.theft_cells(layout, after, scene.seat):
            yield after.place_cow(cell)
        return
    for seat in before.ranch_of:
        had, has = (len(one.cowboys_of(seat)) + one.jail.get(seat, 0) for one in (before, after))
        if has == had - 1:
            yield replace(after, jail={**after.jail, seat: after.jail.get(seat, 0) + 1})
            home = layout.select(before.ranch_of[seat])
            yield from (after.place_cowboy(seat, cell) for cell in home if after.free(cell))
            return
