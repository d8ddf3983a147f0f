"""Why what was seen of a turn of 1983 was not legal: the first reason that a player would give, with its cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.boards.verdict import Displacement
from companion.core.errors import IllegalMove, RuleError, RuleRef
from companion.core.text import Text, fact, say, worded
from companion.games.abilene.common.board.movement import theft_cells
from companion.games.abilene.common.board.refusals import distance, refusal
from companion.games.abilene.common.camera.judgements import Objection
from companion.games.abilene.common.camera.observations import is_cow
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983.camera.explain import ExplainedTurn
from companion.games.abilene.edition_1983.camera.snapshot import JudgeContext, TurnSoFar
from companion.games.abilene.edition_1983.rules.turn import due, escapes, steps_needed, vacant_starts, why_not
from companion.games.abilene.edition_1983.sentences import SENTENCES


class Accusation(NamedTuple):
    """Search for why these figures may not have moved like that, after that."""

    before: TurnSoFar
    moves: tuple[Displacement, ...]

    @property
    def rides(self) -> dict[str, Displacement]:
        """Return the moves of the seat's own cowboys, by where they ended."""
        return {move.to: move for move in self.moves if move.piece == self.before.rider}


def objection(before: TurnSoFar, moves: tuple[Displacement, ...], idle: ExplainedTurn | None) -> Objection:
    """Return the first reason that a player would give; ``idle``: all would be well but for a die that was not used."""
    if idle is not None:
        return _unused(before.context, idle, moves)
    asked = Accusation(before, moves)
    found = next(_single(asked), None)
    return found if found is not None else _together(asked)


def _unused(context: JudgeContext, idle: ExplainedTurn, moves: tuple[Displacement, ...]) -> Objection:
    remaining = idle.remaining
    faces = due(context.perspective(idle.snapshot.position, remaining.seat), remaining.dice, remaining.moved)
    return Objection(
        _illegal("4.4", worded(SENTENCES, fact("die_left", dice=", ".join(map(str, faces))))), _cells(moves)
    )


def _single(asked: Accusation) -> Iterator[Objection]:
    """Yield figures that may not go where they went; whom a cowboy has met comes after his ride."""
    met = [move for move in asked.moves if move.frm in asked.rides and move.piece != asked.rides[move.frm].piece]
    for move in asked.moves:
        if move not in met and (refused := _refused(asked, move)):
            yield Objection(refused, (move.frm, move.to))
    for move in met:
        if refused := _misplaced(asked, move):
            yield Objection(refused, (move.frm, move.to))


def _together(asked: Accusation) -> Objection:
    """Return the objection that each figure could have moved like that, but not all of them."""
    remaining, steers = asked.before.remaining, [move for move in asked.moves if is_cow(move.piece)]
    needed = sum(_steps(asked, move) or 0 for move in steers)
    if remaining.step is Step.CATTLE and (len(steers) == len(asked.moves) or needed > remaining.steps):
        words = say("The steers have moved farther than the %(left)s steps that are left.", left=remaining.steps)
        return Objection(_illegal("4.1", words), _cells(asked.moves))
    words = say(
        "One cowboy moves with each die, and a way must be free: dice left: %(left)s.", left=len(remaining.dice)
    )
    return Objection(_illegal("4.4", words), _cells(asked.moves))


def _steps(asked: Accusation, move: Displacement) -> int | None:
    return steps_needed(asked.before.view, move.frm, move.to, asked.before.remaining.steps)


def _refused(asked: Accusation, move: Displacement) -> RuleError | None:
    """Return why this figure may not go there; None where that alone would be legal."""
    remaining, view, steer = asked.before.remaining, asked.before.view, is_cow(move.piece)
    if remaining.step is (Step.COWBOYS if steer else Step.CATTLE) and (steer or not remaining.dice):
        return _illegal("4.1", say("Steers move first, then the dice are rolled, then cowboys move."))
    if move.frm in remaining.moved:
        return _illegal("16.1", say("The figure on %(cell)s has moved already.", cell=move.frm))
    if steer:
        if _steps(asked, move):
            return None
        return why_not(view, move.frm, move.to, remaining.steps)
    if not remaining.dice:
        return _illegal("4.4", say("Both dice are used: no cowboy moves any more."))
    far = distance(view.layout, move.frm, move.to) or 0
    faces = sorted(remaining.dice, key=lambda face: abs(face - far))
    tried = [refusal(view, move.frm, move.to, face) for face in faces]
    return None if None in tried else tried[0]


def may_have_moved(before: TurnSoFar, rides: tuple[Displacement, ...], move: Displacement) -> bool:
    """Return whether this figure alone may have gone there, when the seat's cowboys made these ``rides``."""
    asked = Accusation(before, rides)
    met = move.frm in asked.rides and asked.rides[move.frm].piece != move.piece
    return (_misplaced(asked, move) if met else _refused(asked, move)) is None


def _misplaced(asked: Accusation, move: Displacement) -> RuleError | None:
    """Return the objection to a stolen animal or a loser of a duel that was put on a wrong cell."""
    context, position, seat = asked.before.context, asked.before.snapshot.position, asked.before.remaining.seat
    if is_cow(move.piece):
        leaving = asked.rides[move.frm].frm
        if move.to in theft_cells(context.layout, position, seat, leaving, context.facts):
            return None
        return _illegal("5.1", worded(SENTENCES, fact("cow_not_put_there", cell=move.to)))
    loser = position.cowboys[move.frm]
    safe = escapes(context.layout, position, context.rules, loser, move.frm)
    if safe and move.to in vacant_starts(context.layout, position, loser):
        return None
    return _illegal("6.2" if safe else "6.3", say("The loser of the duel does not go to %(cell)s.", cell=move.to))


def _illegal(section: str, why: Text) -> IllegalMove:
    """Return the refusal with the section of this edition's rules."""
    return IllegalMove(why, RuleRef("1983", section))


def _cells(moves: tuple[Displacement, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell for move in moves for cell in (move.frm, move.to)))
