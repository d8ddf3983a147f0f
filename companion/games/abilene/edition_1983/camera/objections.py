"""Why what was seen of a turn of 1983 was not legal: the first reason that a player would give, with its cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.boards.verdict import Displacement
from companion.core.errors import IllegalMove, RuleError, RuleRef
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement import DEFAULTS, theft_cells
from companion.games.abilene.common.board.refusals import distance, refusal
from companion.games.abilene.common.camera.seen import is_cow
from companion.games.abilene.common.messages import Step
from companion.games.abilene.edition_1983.camera.explain import Way
from companion.games.abilene.edition_1983.camera.snapshot import Left, Prairies, Stand
from companion.games.abilene.edition_1983.turn import due, escapes, steps_needed, vacant_starts, why_not


class Case(NamedTuple):
    """What was there and what could be done, with the figures that moved."""

    ground: Prairies
    stand: Stand
    left: Left
    moves: tuple[Displacement, ...]

    @property
    def rides(self) -> dict[str, Displacement]:
        """The moves of the seat's own cowboys, by where they ended."""
        return {move.to: move for move in self.moves if move.piece == self.ground.cowboy(self.left.seat)}


Objection = tuple[RuleError, tuple[str, ...]]
"""The refusal, and the cells to be lit."""


def objection(
    ground: Prairies, stand: Stand, left: Left, moves: tuple[Displacement, ...], idle: Way | None
) -> Objection:
    """The first reason that a player would give; ``idle``: all would be well but for a die that was not used."""
    if idle is not None:
        return _unused(ground, idle, moves)
    case = Case(ground, stand, left, moves)
    found = next(_single(case), None)
    return found if found is not None else _together(case)


def _unused(ground: Prairies, idle: Way, moves: tuple[Displacement, ...]) -> Objection:
    left = idle.left
    faces = due(ground.layout, idle.stand.position, left.seat, left.dice, left.moved, ground.facts)
    words = say(
        "A die that a cowboy can use must be used: there is still a move for %(dice)s.",
        dice=", ".join(map(str, faces)),
    )
    return IllegalMove(words, RuleRef("1983", "4.4")), _cells(moves)


def _single(case: Case) -> Iterator[Objection]:
    """Figures that may not go where they went; whom a cowboy has met comes after his ride."""
    met = [move for move in case.moves if move.frm in case.rides and move.piece != case.rides[move.frm].piece]
    for move in case.moves:
        if move not in met and (refused := _refused(case, move)):
            yield refused, (move.frm, move.to)
    for move in met:
        if refused := _misplaced(case, move):
            yield refused, (move.frm, move.to)


def _together(case: Case) -> Objection:
    """Each could have moved like that, but not all of them."""
    left, steers = case.left, [move for move in case.moves if is_cow(move.piece)]
    needed = sum(_steps(case, move) or 0 for move in steers)
    if left.step is Step.CATTLE and (len(steers) == len(case.moves) or needed > left.steps):
        words = say("The steers have moved farther than the %(left)s steps that are left.", left=left.steps)
        return IllegalMove(words, RuleRef("1983", "4.1")), _cells(case.moves)
    words = say("One cowboy moves with each die, and a way must be free: dice left: %(left)s.", left=len(left.dice))
    return IllegalMove(words, RuleRef("1983", "4.4")), _cells(case.moves)


def _steps(case: Case, move: Displacement) -> int | None:
    ground, position, left = case.ground, case.stand.position, case.left
    return steps_needed(ground.layout, position, left.seat, move.frm, move.to, left.steps, ground.facts)


def _refused(case: Case, move: Displacement) -> RuleError | None:
    """Why this figure may not go there; None where that alone would be legal."""
    ground, position, left = case.ground, case.stand.position, case.left
    steer = is_cow(move.piece)
    if left.step is (Step.COWBOYS if steer else Step.CATTLE) and (steer or not left.dice):
        return _illegal("4.1", say("Steers move first, then the dice are rolled, then cowboys move."))
    if move.frm in left.moved:
        return _illegal("16.1", say("The figure on %(cell)s has moved already.", cell=move.frm))
    if steer:
        if _steps(case, move):
            return None
        return why_not(ground.layout, position, left.seat, move.frm, move.to, left.steps, ground.facts)
    if not left.dice:
        return _illegal("4.4", say("Both dice are used: no cowboy moves any more."))
    far = distance(ground.layout, move.frm, move.to) or 0
    tried = [
        refusal(ground.layout, position, move.frm, move.to, face, left.seat, DEFAULTS, ground.facts)
        for face in sorted(left.dice, key=lambda face: abs(face - far))
    ]
    return None if None in tried else tried[0]


def _misplaced(case: Case, move: Displacement) -> RuleError | None:
    """A rustled steer or the loser of a duel that has been put where it does not belong (§5.1, §6.2, §6.3)."""
    ground, position, seat = case.ground, case.stand.position, case.left.seat
    if is_cow(move.piece):
        leaving = case.rides[move.frm].frm
        if move.to in theft_cells(ground.layout, position, seat, leaving, ground.facts):
            return None
        return _illegal("5.1", say("The stolen cow does not go to %(cell)s.", cell=move.to))
    loser = position.cowboys[move.frm]
    safe = escapes(ground.layout, position, ground.rules, loser, move.frm)
    if safe and move.to in vacant_starts(ground.layout, position, loser):
        return None
    return _illegal("6.2" if safe else "6.3", say("The loser of the duel does not go to %(cell)s.", cell=move.to))


def _illegal(section: str, words: Text) -> IllegalMove:
    return IllegalMove(words, RuleRef("1983", section))


def _cells(moves: tuple[Displacement, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell for move in moves for cell in (move.frm, move.to)))
