"""A figure in somebody's hand: one that must be put somewhere, or one that is nowhere to be seen (rules 1993 §7-§11).

Every place where it may have been put is tried as the position before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.boards.observation import Observation
from companion.boards.verdict import Judgement, Ruling
from companion.core.errors import RuleError
from companion.core.text import Text, say
from companion.games.abilene.common import messages as m
from companion.games.abilene.common import moves, turns
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.move_sequences import joined
from companion.games.abilene.common.camera.moves import MoveSequence
from companion.games.abilene.common.camera.readings import readings
from companion.games.abilene.common.camera.seen import COW, COWBOY
from companion.games.abilene.common.state import Loser, Theft
from companion.games.abilene.edition_1993.camera.confirming import Opening, Putting, Scene, confirm
from companion.games.abilene.edition_1993.camera.explain import explanations
from companion.games.abilene.edition_1993.camera.judge import judge


def placed(scene: Scene, observation: Observation) -> Judgement:
    """A stolen cow, the loser of a duel or a released cowboy has been put down, or is still in a hand."""
    for opening in _openings(scene, observation):
        finding = judge(scene.ground, opening.position, scene.turn, observation)
        if finding.verdict.ruling in (Ruling.NONE, Ruling.LEGAL):
            return confirm(scene, finding.sequences or ((),), opening)
    wrong = _put_wrongly(scene, observation)
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


def _openings(scene: Scene, observation: Observation) -> Iterator[Opening]:
    """Every cell where the figure may be and where one of its kind can have been seen."""
    layout, state, kind = scene.ground.layout, scene.state, _awaited(scene)
    match state.pending:
        case Theft():
            cells = moves.theft_targets(layout, state)
        case Loser():
            cells = moves.loser_targets(layout, state)
        case _:
            cells = movement.release_cells(layout, scene.position, scene.seat)
    there = [cell for cell in cells if observation.cells.get(cell) == kind or kind in observation.doubts.get(cell, ())]
    for cell in there:
        yield Opening((_putting(scene, cell),), _put_words(scene, cell), _put(scene, cell))
    if state.pending is None and 1 < len(there) <= state.turn.releasing:
        yield _all_released(scene, there)


def _all_released(scene: Scene, cells: list[str]) -> Opening:
    """Several cowboys have come out of jail at once."""
    position = scene.position
    for cell in cells:
        position = position.release(scene.seat, cell)
    words = joined([_put_words(scene, cell) for cell in cells])
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


def _put_wrongly(scene: Scene, observation: Observation) -> tuple[Putting, RuleError] | None:
    """The figure stands on a cell where it may not be put, with the refusal; None while it is nowhere to be seen."""
    layout, kind = scene.ground.layout, _awaited(scene)
    for cell, seen in sorted(observation.cells.items()):
        if seen != kind or cell not in layout.by_id or not scene.position.free(cell):
            continue
        if judge(scene.ground, _put(scene, cell), scene.turn, observation).verdict.ruling is not Ruling.NONE:
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


def in_the_hand(scene: Scene, observation: Observation) -> Judgement | None:
    """One figure is nowhere to be seen: a stolen cow that is being looked at, or the loser of a duel."""
    seen = readings(scene.ground.layout, scene.position, observation, scene.ground.seats)
    after = seen.likeliest.position
    if seen.found or seen.guesses or seen.odd:
        return None
    found: dict[MoveSequence, None] = {}
    sure = True
    for completed in _completed(scene, after):
        for sequence in explanations(scene.ground.layout, scene.position, completed, scene.turn, scene.ground.rules):
            held = [move for move in sequence if move.placed]
            if len(held) == 1 and held[0] is sequence[-1]:
                found[(*sequence[:-1], held[0]._replace(placed="", winner=""))] = None
                sure = sure and held[0].winner in ("", scene.turn.seat)  # whoever rode is there to be seen
    return confirm(scene, tuple(found), sure=sure) if found else None


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
