"""A figure's legal move with all that follows from it, as truth.json tells it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import (
    BESIDE,
    DEFAULTS,
    JAIL,
    MoveKind,
    all_destinations,
    loser_cells,
    path_rules,
    theft_cells,
)
from companion.games.abilene.common.board.movement_facts import FACTS_1983, MovementFacts
from companion.games.abilene.common.board.paths import Reach, path_book
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import COW, is_cow
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.rules.turn import escapes

LIKING = {MoveKind.THEFT: 14, MoveKind.SALE: 12, MoveKind.DUEL: 14, MoveKind.TOWN: 3, MoveKind.MOVE: 1}
Move = dict[str, Any]


@dataclass(frozen=True)
class PlayedMove:
    """The position then, the moves of figures, and what kind of event it was."""

    after: Position
    moves: tuple[Move, ...]
    die: int
    event: str
    extra: Move = field(default_factory=dict)
    touched: tuple[str, ...] = ()
    """nodes whose figures may not move any more in this turn"""

    @property
    def of_a_cow(self) -> bool:
        """Return whether a cattle die was used."""
        return bool(self.moves) and is_cow(self.moves[0]["piece"])


def legal_move(
    layout: Layout,
    facts: MovementFacts,
    position: Position,
    seat: str,
    die: int,
    is_cow: bool,
    moved: Sequence[str],
    chance: random.Random,
) -> PlayedMove | None:
    """Return some legal use of this die by a figure that has not moved; None where there is none, or for a 0."""
    cattle, cowboys = ((die,), ()) if is_cow else ((), (die,))
    legal = all_destinations(layout, position, seat, cattle, cowboys, DEFAULTS, facts)
    choices = [
        (frm, end, kind)
        for (frm, _), found in legal.items()
        for end, kind in found.items()
        if frm not in moved and kind is not MoveKind.STAY
    ]
    if not choices:
        return None
    frm, end, kind = chance.choices(choices, [LIKING[kind] for _, _, kind in choices])[0]
    match kind:
        case MoveKind.THEFT:
            return _theft(layout, facts, position, seat, frm, end, die, chance)
        case MoveKind.DUEL:
            return _duel(layout, facts, position, seat, frm, end, die, chance)
    move = _move(layout, facts, position, seat, frm, end, die)
    if is_cow:
        return PlayedMove(position.move_cow(frm, end), (move,), die, "sale" if end == TOWN else "cow", {}, (end,))
    events = {TOWN: "into town"} if end == TOWN else {}
    event = events.get(end, "out of town" if frm == TOWN else "cowboy")
    return PlayedMove(position.move_cowboy(seat, frm, end), (move,), die, event, {}, (end,))


def _theft(
    layout: Layout,
    facts: MovementFacts,
    position: Position,
    seat: str,
    frm: str,
    end: str,
    die: int,
    chance: random.Random,
) -> PlayedMove:
    ridden = position.remove_cow(end).move_cowboy(seat, frm, end)
    put = chance.choice(theft_cells(layout, ridden, seat, facts=facts))
    moves = _move(layout, facts, position, seat, frm, end, die), {"piece": COW, "from": end, "to": put}
    return PlayedMove(ridden.place_cow(put), moves, die, "theft", {"theft": end}, (end, put))


def _duel(
    layout: Layout,
    facts: MovementFacts,
    position: Position,
    seat: str,
    frm: str,
    end: str,
    die: int,
    chance: random.Random,
) -> PlayedMove:
    """Return the position after a duel: either side may win; the loser goes where 1993 §11 sends him, or (1983 §6)
    he leaves the board.
    """
    enemy = position.cowboys[end]
    won = chance.random() < 0.5
    winner, loser = (seat, enemy) if won else (enemy, seat)
    ends = (BESIDE,) if facts is FACTS_1983 else loser_cells(layout, position, end, winner, loser, frm)
    put = chance.choice(ends)
    ridden = _move(layout, facts, position, seat, frm, end, die)
    extra = {"duel": {"cell": end, "attacker": f"cowboy:{seat}", "winner": f"cowboy:{winner}"}}
    if won:
        after = _put(layout, position.remove_cowboy(enemy, end).move_cowboy(seat, frm, end), enemy, put, end)
        moves: tuple[Move, ...] = (ridden, {"piece": f"cowboy:{enemy}", "from": end, "to": put})
        return PlayedMove(after, moves, die, "duel won", extra, (end,))
    after = _put(layout, position.remove_cowboy(seat, frm), seat, put, end)
    lost = {**ridden, "to": put, "via": end}
    return PlayedMove(after, (lost,), die, "duel lost", extra, (put,))


def _put(layout: Layout, position: Position, seat: str, node: str, fought: str) -> Position:
    """Return a cowboy that is off the board and goes to a cell or to jail, or waits beside it if he fought at home."""
    if node == BESIDE:
        safe = escapes(layout, position, SteerRules(), seat, fought)
        return (
            replace(position, waiting={**position.waiting, seat: position.waiting.get(seat, 0) + 1})
            if safe
            else position
        )
    if node != JAIL:
        return position.place_cowboy(seat, node)
    beside = position.place_cowboy(seat, TOWN)
    return beside.to_jail(seat, TOWN)


def _move(layout: Layout, facts: MovementFacts, position: Position, seat: str, frm: str, end: str, die: int) -> Move:
    book = path_book(layout, path_rules(DEFAULTS, facts))
    is_cow = frm in position.cows
    reach: Reach = (book.cow if is_cow else book.cowboy)[frm, die]
    riders = sum(layout.bit[cell] for cell, owner in position.cowboys.items() if owner == seat)
    taken = layout.mask((*position.cows, *position.cowboys)) & ~(riders if is_cow else 0)
    throughs = reach.town if end == TOWN else next((each for to, _, each in reach.ways if to == end), ())
    free = min((through for through in throughs if not through & taken), key=int.bit_count)
    piece = COW if is_cow else f"cowboy:{seat}"
    return {"piece": piece, "from": frm, "to": end, "path": _path(layout, frm, end, free)}


def _path(layout: Layout, frm: str, end: str, through: int) -> list[str]:
    """Return the cells of the set in the order in which they touch each other, across the town where they need it."""

    def onwards(here: str, left: frozenset[str]) -> list[str] | None:
        near = {node for _, node in layout.neighbours[here]}
        if not left and end in near:
            return [end]
        for node in sorted(left & near):
            if rest := onwards(node, left - {node}):
                return [node, *rest]
        return None

    between = frozenset(node for node in layout.nodes if layout.bit[node] & through)
    rest = onwards(frm, between) or onwards(frm, between | {TOWN})
    return [frm, *(rest or [end])]
