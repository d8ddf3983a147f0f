"""Objections to a turn that nothing explains: the one change that, if it were allowed, would explain the rest.

Words come from ``refusals`` wherever the change is a move; the squares are there to be lit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.core.errors import IllegalMove, RuleRef
from companion.core.text import Text, Who, fact, say, worded
from companion.games.abilene.common.board.movement import (
    JAIL,
    all_destinations,
    loser_cells,
    perspective,
    place,
    theft_cells,
)
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import distance, refusal
from companion.games.abilene.common.camera.judgements import Objection
from companion.games.abilene.common.camera.move_sequences import MoveSequence
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.camera.explain import Herdless, TurnContext, explain, explains_duel
from companion.games.abilene.edition_1993.house_rules import DEFAULTS, HouseRules
from companion.games.abilene.edition_1993.sentences import SENTENCES

COW = "cow"
FAR = 99


def objection(
    layout: Layout, before: Position, after: Position, turn: TurnContext, rules: HouseRules = DEFAULTS
) -> Objection | None:
    """Return the nearest single illegal change that would explain the rest; None when the turn is legal."""
    asked = Accusation(layout, before, after, turn, rules, {})
    so_far = asked.explanation(before, after, replace(turn, ended=False))
    if so_far is not None:
        return None if asked.explains(before, after, turn) else _unused_dice(asked, so_far)
    for reasons in (_miscounted, _misplaced, _moves):
        if found := next(reasons(asked), None):
            return found
    return asked.object("9", say("No turn with these dice leads to what is on the board."), *_changed(before, after))


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

    def explains_duel(self, after: Position) -> bool:
        """Return whether a duel explains the turn whose loser is in jail there, wherever he belongs."""
        return explains_duel(self.layout, self.before, after, self.turn, self.rules, self.herdless)

    def object(self, section: str, why: Text, *cells: str) -> Objection:
        """Return an objection with the section of this edition's rules."""
        return Objection(IllegalMove(why, RuleRef("1993", section)), cells)


class Change(NamedTuple):
    """A figure that would have gone from here to there; ``kind`` is ``COW`` or the seat of a cowboy."""

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


def _unused_dice(asked: Accusation, sequence: MoveSequence) -> Objection:
    """Return the objection that the turn is legal so far, but has not ended (9.3)."""
    left, moved = list(asked.turn.cowboy_dice), list(asked.turn.moved)
    for move in sequence:
        if move.piece != COW:
            left.remove(move.die)
            moved.append(move.placed if move.winner == move.other != "" else move.to)
    legal = all_destinations(asked.layout, asked.after, asked.turn.seat, (), left, asked.rules)
    unmoved = Counter(asked.after.cowboys_of(asked.turn.seat)) - Counter(moved)
    usable = {die: node for (node, die), ends in legal.items() if ends and node in unmoved}
    left_over = worded(SENTENCES, fact("die_left", dice=", ".join(map(str, sorted(usable)))))
    return asked.object("9.3", left_over, *sorted(set(usable.values())))


def _misplaced(asked: Accusation) -> Iterator[Objection]:
    """Yield the objection to a stolen cow or a loser of a duel that was put on a wrong cell."""
    if _met(asked, dict.fromkeys(asked.before.cows, COW), COW):
        yield from _cows_misplaced(asked)
    yield from _losers_misplaced(asked)


def _met(asked: Accusation, figures: Mapping[str, str], kind: str) -> bool:
    """Return whether a cowboy of the seat stands where one of these figures, of this kind, stood before.

    A cowboy who has ridden stays where he is, so without that nobody has stolen a cow or won a duel.
    """
    riders = (cell for cell, owner in asked.after.cowboys.items() if owner == asked.turn.seat)
    return any(figures.get(cell) == kind for cell in riders)


def _cows_misplaced(asked: Accusation) -> Iterator[Objection]:
    for cow in sorted(set(asked.after.cows) - set(asked.before.cows)):
        lifted = asked.after.remove_cow(cow)
        for cell in theft_cells(asked.layout, lifted, asked.turn.seat):
            if cell != cow and _was_put(asked, lifted.place_cow(cell), cell):
                yield asked.object("10.2", worded(SENTENCES, fact("cow_not_put_there", cell=cow)), cow, cell)


def _losers_misplaced(asked: Accusation) -> Iterator[Objection]:
    before, after, seat = asked.before, asked.after, asked.turn.seat
    fights = [cell for cell, owner in before.cowboys.items() if owner != seat]
    for put, loser in sorted(after.cowboys.items() - before.cowboys.items()):
        if loser != seat and not _met(asked, before.cowboys, loser):
            continue
        if loser == seat and asked.layout.by_id[put].region != before.ranch_of[seat]:
            continue  # who stands abroad has ridden there: that he lost a duel is the less likely sequence
        lifted = after.remove_cowboy(loser, put)
        if not asked.explains_duel(_jailed(lifted, loser)):
            continue
        winners = {*before.ranch_of} - {seat} if loser == seat else {seat}
        ends = (loser_cells(asked.layout, lifted, *fight, loser) for fight in product(fights, winners))
        for cell in sorted({*chain.from_iterable(ends)} - {put}):
            if _fits_there(asked, lifted, loser, cell):
                yield asked.object("11.2", worded(SENTENCES, fact("loser_not_put_there", cell=put)), put, cell)


def _fits_there(asked: Accusation, lifted: Position, loser: str, cell: str) -> bool:
    """Return whether a duel explains the turn once the loser stands where he belongs."""
    return _was_put(asked, _jailed(lifted, loser) if cell == JAIL else lifted.place_cowboy(loser, cell), cell)


def _jailed(lifted: Position, loser: str) -> Position:
    return replace(lifted, jail={**lifted.jail, loser: lifted.jail.get(loser, 0) + 1})


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
        without = [*_without_a_die(asked, change)]
        if not asked.explains(try_before, asked.after, without[-1][0]):
            continue  # not even with all the dice
        for turn, die in without:
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
        return asked.object("9.6", worded(SENTENCES, fact("not_your_cowboy", cell=change.frm)), *cells)
    if change.kind == COW and change.frm not in asked.before.herd(layout, seat):
        die = 0
    back = Change(change.kind, change.to, change.frm)
    last = _with(asked.after, back) if TOWN not in cells else None
    for position in (asked.before, last):
        if position is not None and die is not None:
            refused = refusal(perspective(layout, position, seat, asked.rules), *cells, die)
            if refused is not None:
                return Objection(refused, cells)
    text = say(
        "A figure went from %(frm)s to %(to)s, and no die is left for it.", frm=place(change.frm), to=place(change.to)
    )
    return asked.object("8.1" if change.kind == COW else "9.1", text, *cells)
