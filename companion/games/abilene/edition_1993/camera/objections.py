"""What is wrong with a turn that nothing explains: the one change that, if it were allowed, would explain the rest.

Words come from ``refusals`` wherever the change is a move; the squares are there to be lit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.core.errors import IllegalMove, RuleRef
from companion.core.text import Text, Who, say
from companion.games.abilene.common.board.movement import JAIL, all_destinations, loser_cells, place, sight, theft_cells
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import distance, refusal
from companion.games.abilene.common.camera.move_sequences import MoveSequence
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.camera.explain import Herdless, TurnContext, explain
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, HouseRules

COW = "cow"
FAR = 99


@dataclass(frozen=True, slots=True)
class Objection:
    """The sentence with its rule, and the squares it speaks of: where from, where to (the town and jail count)."""

    refused: IllegalMove
    cells: tuple[str, ...]


def objection(
    layout: Layout, before: Position, after: Position, turn: TurnContext, rules: HouseRules = DEFAULTS
) -> Objection | None:
    """Return the nearest single illegal change that would explain the rest; None when the turn is legal."""
    asked = Accusation(layout, before, after, turn, rules, {})
    if asked.explains(before, after, turn):
        return None
    for reasons in (_miscounted, _unused_dice, _misplaced, _moves):
        if found := next(reasons(asked), None):
            return found
    return asked.object(
        "9", say("No turn with these dice leads to what stands on the board."), *_changed(before, after)
    )


class Accusation(NamedTuple):
    """The question."""

    layout: Layout
    before: Position
    after: Position
    turn: TurnContext
    rules: HouseRules
    herdless: Herdless

    def explains(self, before: Position, after: Position, turn: TurnContext) -> bool:
        """Return whether a changed question has an answer."""
        return self.explanation(before, after, turn) is not None

    def explanation(self, before: Position, after: Position, turn: TurnContext) -> MoveSequence | None:
        """Return the first answer to a changed question, if it has one."""
        return explain(self.layout, before, after, turn, self.rules, self.herdless)

    def object(self, section: str, text: Text, *cells: str) -> Objection:
        """Return an objection with the section of this edition's rules."""
        return Objection(IllegalMove(text, RuleRef("1993", section)), cells)


class Change(NamedTuple):
    """One figure that would have gone from here to there; ``kind`` is ``COW`` or the seat of a cowboy."""

    kind: str
    frm: str
    to: str


def _changed(before: Position, after: Position) -> tuple[str, ...]:
    """Return the cells on which something else stands now."""
    cows = set(before.cows) ^ set(after.cows)
    return tuple(sorted(cows | {cell for cell, _ in before.cowboys.items() ^ after.cowboys.items()}))


def miscounted(layout: Layout, before: Position, after: Position, turn: TurnContext) -> Iterator[Objection]:
    """Yield the objection to more or fewer figures than before: only sales and jail take one off the board."""
    yield from _miscounted(Accusation(layout, before, after, turn, DEFAULTS, {}))


def _miscounted(asked: Accusation) -> Iterator[Objection]:
    before, after, cells = asked.before, asked.after, _changed(asked.before, asked.after)
    had, has = (len(position.cows) + position.corral for position in (before, after))
    if had != has:
        text = say("There were %(had)s cows on the board and in the corral, now there are %(has)s.", had=had, has=has)
        yield asked.object("4.1", text, *cells)
    for seat in before.ranch_of:
        had, has = (len(one.cowboys_of(seat)) + one.jail.get(seat, 0) for one in (before, after))
        if had != has:
            text = say("%(who)s had %(had)s cowboys, now there are %(has)s.", who=Who(seat), had=had, has=has)
            yield asked.object("4.1", text, *cells)


def _unused_dice(asked: Accusation) -> Iterator[Objection]:
    """Yield the objection that the turn is legal so far, but has not ended (9.3)."""
    sequence = asked.explanation(asked.before, asked.after, replace(asked.turn, ended=False))
    if sequence is None:
        return
    left, moved = list(asked.turn.cowboy_dice), list(asked.turn.moved)
    for move in sequence:
        if move.piece != COW:
            left.remove(move.die)
            moved.append(move.placed if move.winner == move.other != "" else move.to)
    legal = all_destinations(asked.layout, asked.after, asked.turn.seat, (), left, asked.rules)
    fresh = Counter(asked.after.cowboys_of(asked.turn.seat)) - Counter(moved)
    usable = {die: node for (node, die), ends in legal.items() if ends and node in fresh}
    text = say(
        "A die that a cowboy can use must be used: there is still a move for %(dice)s.",
        dice=", ".join(map(str, sorted(usable))),
    )
    yield asked.object("9.3", text, *sorted(set(usable.values())))


def _misplaced(asked: Accusation) -> Iterator[Objection]:
    """Yield the objection to a stolen animal or a loser of a duel that was put on a wrong cell."""
    layout, after, turn = asked.layout, asked.after, asked.turn
    for cow in sorted(set(after.cows) - set(asked.before.cows)):
        lifted = after.remove_cow(cow)
        for cell in theft_cells(layout, lifted, turn.seat):
            if cell != cow and _was_put(asked, lifted.place_cow(cell), cell):
                yield asked.object("10.2", say("The stolen cow does not go to %(cell)s.", cell=cow), cow, cell)
    fights = [cell for cell, owner in asked.before.cowboys.items() if owner != turn.seat]
    for put, loser in sorted(after.cowboys.items() - asked.before.cowboys.items()):
        if loser == turn.seat and layout.by_id[put].region != asked.before.ranch_of[loser]:
            continue  # who stands abroad has ridden there: that he lost a duel is the less likely sequence
        lifted = after.remove_cowboy(loser, put)
        for winner in {turn.seat, *asked.before.ranch_of} - {loser}:
            for cell in {to for where in fights for to in loser_cells(layout, lifted, where, winner, loser)} - {put}:
                if turn.seat in (winner, loser) and _fits_there(asked, lifted, loser, cell):
                    text = say("The loser of this duel does not go to %(cell)s.", cell=put)
                    yield asked.object("11.2", text, put, cell)


def _fits_there(asked: Accusation, lifted: Position, loser: str, cell: str) -> bool:
    """Return whether a duel explains the turn once the loser stands where he belongs."""
    jail = {**lifted.jail, loser: lifted.jail.get(loser, 0) + 1}
    put_right = replace(lifted, jail=jail) if cell == JAIL else lifted.place_cowboy(loser, cell)
    return _was_put(asked, put_right, cell)


def _was_put(asked: Accusation, put_right: Position, cell: str) -> bool:
    """Return whether a turn explains this position in which a stolen cow or a loser is put on the cell."""
    sequence = asked.explanation(asked.before, put_right, asked.turn)
    return sequence is not None and any(move.placed == cell for move in sequence)


def _moves(asked: Accusation) -> Iterator[Objection]:
    """Yield a figure that moved as it may not, the nearest to a legal move first."""
    changes = [*_changes(asked.before, asked.after)]
    for change in sorted(
        changes, key=lambda change: (change.kind not in (COW, asked.turn.seat), _steps(asked, change), change)
    ):
        try_before = _with(asked.before, change)
        if try_before is None:
            continue
        for turn, die in _without_a_die(asked, change):
            if asked.explains(try_before, asked.after, turn):
                yield _why(asked, change, die)


def _changes(before: Position, after: Position) -> Iterator[Change]:
    """Yield every pair of a cell that a kind of figure left and one where it has appeared."""
    yield from _pairs(COW, set(before.cows), set(after.cows), arrived=after.corral > before.corral)
    for seat in before.ranch_of:
        was = {cell for cell, owner in before.cowboys.items() if owner == seat}
        now = {cell for cell, owner in after.cowboys.items() if owner == seat}
        in_town = after.town.get(seat, 0) - before.town.get(seat, 0)
        yield from _pairs(seat, was, now, arrived=in_town > 0, left=in_town < 0)


def _pairs(kind: str, was: set[str], now: set[str], *, arrived: bool, left: bool = False) -> Iterator[Change]:
    for frm in [*sorted(was - now), *[TOWN] * left]:
        for to in [*sorted(now - was), *[TOWN] * arrived]:
            yield Change(kind, frm, to)


def _steps(asked: Accusation, change: Change) -> int:
    """Return how far the move is from what some die allows."""
    steps = distance(asked.layout, change.frm, change.to) or FAR
    dice = asked.turn.cow_dice if change.kind == COW else asked.turn.cowboy_dice
    return min((max(0, steps - die) if change.kind == COW else abs(steps - die) for die in dice), default=FAR)


def _with(position: Position, change: Change) -> Position | None:
    """Return the position with this figure moved; None where another one stands."""
    if change.to != TOWN and not position.free(change.to):
        return None
    if change.kind == COW:
        return position.move_cow(change.frm, change.to)
    return position.move_cowboy(change.kind, change.frm, change.to)


def _without_a_die(asked: Accusation, change: Change) -> Iterator[tuple[TurnContext, int | None]]:
    """Yield what is left for the rest when this move used a die, the best fitting first; or when it used none."""
    turn = replace(asked.turn, moved=(*asked.turn.moved, change.to), ended=False)
    steps = distance(asked.layout, change.frm, change.to) or FAR
    if change.kind == COW:
        for die in sorted(set(turn.cow_dice), reverse=True):
            yield replace(turn, cow_dice=_less(turn.cow_dice, die)), die
    elif change.kind == turn.seat:
        for die in sorted(set(turn.cowboy_dice), key=lambda die: (abs(die - steps), die)):
            yield replace(turn, cowboy_dice=_less(turn.cowboy_dice, die)), die
    yield turn, None


def _less(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    where = dice.index(die)
    return dice[:where] + dice[where + 1 :]


def _why(asked: Accusation, change: Change, die: int | None) -> Objection:
    """Return why the figure may not go there, judged where the turn began or else where it ended."""
    layout, seat, cells = asked.layout, asked.turn.seat, (change.frm, change.to)
    if change.kind not in (COW, seat):
        text = say("The cowboy on %(cell)s is not yours.", cell=change.frm)
        return asked.object("9.6", text, *cells)
    if change.kind == COW and change.frm not in asked.before.herd(layout, seat):
        die = 0
    back = Change(change.kind, change.to, change.frm)
    last = _with(asked.after, back) if TOWN not in cells else None
    for position in (asked.before, last):
        if position is not None and die is not None:
            refused = refusal(sight(layout, position, seat, asked.rules), *cells, die)
            if refused is not None:
                return Objection(refused, cells)
    text = say(
        "A figure went from %(frm)s to %(to)s, and no die is left for it.", frm=place(change.frm), to=place(change.to)
    )
    return asked.object("8.1" if change.kind == COW else "9.1", text, *cells)
