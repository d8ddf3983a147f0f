"""Mistakes of players at a table, one thing at a time; whether it really is against the rules, ``explain`` says."""

from __future__ import annotations

import random
from collections.abc import Callable, Container
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.games.abilene.common.board.movement import (
    DEFAULTS,
    JAIL,
    MoveKind,
    all_destinations,
    path_rules,
    theft_cells,
)
from companion.games.abilene.common.board.movement_facts import FACTS_1993, MovementFacts
from companion.games.abilene.common.board.paths import path_book
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.refusals import distance
from companion.games.abilene.common.camera.observations import COW
from companion.games.abilene.common.pieces import TOWN
from tests.vision.rendering.legal_moves import Move, legal_move


class Violation(NamedTuple):
    """An illegal change with the dice beside it."""

    kind: str
    why: str
    after: Position
    moves: tuple[Move, ...]
    cattle: tuple[int, ...] = ()
    cowboys: tuple[int, ...] = ()


class Asked(NamedTuple):
    """The player whose turn it is, and the position."""

    layout: Layout
    position: Position
    seat: str
    chance: random.Random
    facts: MovementFacts = FACTS_1993

    @property
    def free(self) -> list[str]:
        """Return the cells without a figure."""
        return [cell for cell in self.layout.by_id if self.position.free(cell)]

    def ride(self, frm: str, to: str, owner: str = "") -> Position:
        """Return a cowboy simply put elsewhere."""
        return self.position.move_cowboy(owner or self.seat, frm, to)

    def moves_of(self, frm: str, to: str, owner: str = "") -> tuple[Move, ...]:
        """Return the same for truth.json."""
        piece = COW if frm in self.position.cows else f"cowboy:{owner or self.seat}"
        return ({"piece": piece, "from": frm, "to": to},)

    def rider(self) -> str | None:
        """Return one of the seat's cowboys on a cell."""
        riders = [cell for cell in self.position.cowboys_of(self.seat) if cell != TOWN]
        return self.chance.choice(riders) if riders else None

    def at(self, frm: str, steps: set[int]) -> str | None:
        """Return a free cell at one of these distances."""
        there = [cell for cell in self.free if (distance(self.layout, frm, cell) or 99) in steps]
        return self.chance.choice(there) if there else None


def violation(layout: Layout, position: Position, seat: str, chance: random.Random) -> Violation | None:
    """Try one kind of violation. Return None where it is impossible here; it may be legal after all."""
    return chance.choice(KINDS)(Asked(layout, position, seat, chance))


def wrong_distance(asked: Asked) -> Violation | None:
    """Return a move by one step more or less than the die."""
    frm, die = asked.rider(), asked.chance.choice((1, 2, 3, 4))
    to = frm and asked.at(frm, {die - 1, die + 1} - {0})
    if not frm or not to:
        return None
    why = f"a cowboy moved another distance than the die ({die})"
    return Violation("wrong distance", why, asked.ride(frm, to), asked.moves_of(frm, to), (), (die,))


def two_with_one_die(asked: Asked) -> Violation | None:
    """Return two rides of cowboys where only one die is there."""
    die, chance = asked.chance.choice((1, 2, 3)), asked.chance
    first = legal_move(asked.layout, asked.facts, asked.position, asked.seat, die, False, (), chance)
    if not first or first.event not in ("cowboy", "into town"):
        return None
    other = legal_move(asked.layout, asked.facts, first.after, asked.seat, die, False, first.touched, chance)
    if not other or other.event not in ("cowboy", "into town"):
        return None
    why = f"two cowboys moved with one die ({die})"
    return Violation("two with one die", why, other.after, (*first.moves, *other.moves), (), (die,))


def foreign_cowboy(asked: Asked) -> Violation | None:
    """Return the move of an enemy's cowboy."""
    foreign = sorted((cell, owner) for cell, owner in asked.position.cowboys.items() if owner != asked.seat)
    die = asked.chance.choice((1, 2, 3))
    if not foreign:
        return None
    frm, owner = asked.chance.choice(foreign)
    if not (to := asked.at(frm, {die})):
        return None
    why = "the cowboy of another player moved"
    return Violation("foreign cowboy", why, asked.ride(frm, to, owner), asked.moves_of(frm, to, owner), (), (die,))


def foreign_cow(asked: Asked) -> Violation | None:
    """Return the move of a cow of an enemy's herd."""
    foreign = [cow for cow in asked.position.cows if asked.layout.by_id[cow].region != asked.seat]
    if not foreign:
        return None
    frm = asked.chance.choice(foreign)
    to = asked.at(frm, {1, 2})
    if not to:
        return None
    why = "a cow of another herd moved"
    return Violation("foreign cow", why, asked.position.move_cow(frm, to), asked.moves_of(frm, to), (3, 4))


def strayed_cow(asked: Asked) -> Violation | None:
    """Return the move of a cow that leaves home."""
    abroad = [cell for cell in asked.free if asked.layout.by_id[cell].region != asked.seat]
    return cow_to(asked, abroad, {1, 2, 3, 4}, "strayed cow", "a cow entered a foreign ranch", 5)


def _cow_too_far(asked: Asked) -> Violation | None:
    home = [cell for cell in asked.free if asked.layout.by_id[cell].region == asked.seat]
    return cow_to(asked, home, {3, 4, 5}, "cow too far", "a cow moved farther than its die (2)", 2)


def cow_to(
    asked: Asked, targets: list[str], steps: Container[int], kind: str, why: str, *dice: int
) -> Violation | None:
    """Return a move of one of the herd to one of these cells, so many steps away."""
    herd = asked.position.herd(asked.layout, asked.seat)
    pairs = [(frm, to) for frm in herd for to in targets if (distance(asked.layout, frm, to) or 99) in steps]
    if not pairs:
        return None
    frm, to = asked.chance.choice(pairs)
    return Violation(kind, why, asked.position.move_cow(frm, to), asked.moves_of(frm, to), dice)


def _cow_to_town_too_early(asked: Asked) -> Violation | None:
    why = "a cow came to town from farther away than its die (2)"
    return cow_to(asked, [TOWN], range(3, 100), "cow to town", why, 2, 1)


def blocked(asked: Asked) -> Violation | None:
    """Return a move through other figures, or with two turns: a free cell at the right distance that is no legal
    end.
    """
    frm, die = asked.rider(), asked.chance.choice((2, 3, 4))
    if not frm:
        return None
    legal = all_destinations(asked.layout, asked.position, asked.seat, (), (die,), DEFAULTS, asked.facts)
    reach = path_book(asked.layout, path_rules(DEFAULTS, asked.facts)).cowboy[frm, die]
    ends = {end for end, _, _ in reach.ways} - legal.get((frm, die), {}).keys()
    there = [cell for cell in asked.free if cell in ends]
    if not there:
        return None
    to = asked.chance.choice(there)
    why = f"a cowboy jumped over another figure (die {die})"
    return Violation("jumped", why, asked.ride(frm, to), asked.moves_of(frm, to), (), (die,))


def own_cow(asked: Asked) -> Violation | None:
    """Return a theft from the own herd."""
    cows = asked.position.herd(asked.layout, asked.seat)
    pairs = [
        (frm, cow)
        for frm in asked.position.cowboys_of(asked.seat)
        for cow in cows
        if frm != TOWN and (distance(asked.layout, frm, cow) or 99) <= 2
    ]
    if not pairs:
        return None
    frm, cow = asked.chance.choice(pairs)
    ridden = asked.position.remove_cow(cow).move_cowboy(asked.seat, frm, cow)
    cells = [cell for cell in theft_cells(asked.layout, ridden, asked.seat, None, asked.facts) if cell != cow]
    if not cells:
        return None
    put = asked.chance.choice(cells)
    moves = (*asked.moves_of(frm, cow), {"piece": COW, "from": cow, "to": put})
    die = distance(asked.layout, frm, cow) or 1
    return Violation("own cow", "a cowboy took a cow of his own herd", ridden.place_cow(put), moves, (), (die,))


def stolen_cow_misplaced(asked: Asked) -> Violation | None:
    """Return a theft whose cow is put on another cell of the ranch than the rules say."""
    found = legal_of(asked, MoveKind.THEFT)
    if not found:
        return None
    frm, end, die = found
    ridden = asked.position.remove_cow(end).move_cowboy(asked.seat, frm, end)
    right = set(theft_cells(asked.layout, ridden, asked.seat, None, asked.facts))
    wrong = [cell for cell in asked.layout.select(asked.seat) if ridden.free(cell) and cell not in right]
    if not wrong:
        return None
    put = asked.chance.choice(wrong)
    moves = (*asked.moves_of(frm, end), {"piece": COW, "from": end, "to": put})
    why = "the stolen cow was put on a wrong cell"
    return Violation("stolen cow misplaced", why, ridden.place_cow(put), moves, (), (die,))


def _loser_misplaced(asked: Asked) -> Violation | None:
    """Return the loser of a duel in his own ranch, sent to jail."""
    found = legal_of(asked, MoveKind.DUEL)
    if not found:
        return None
    frm, end, die = found
    enemy = asked.position.cowboys[end]
    after = asked.position.to_jail(enemy, end).move_cowboy(asked.seat, frm, end)
    moves = (*asked.moves_of(frm, end), {"piece": f"cowboy:{enemy}", "from": end, "to": JAIL})
    return Violation("loser misplaced", "the loser of the duel was put in a wrong place", after, moves, (), (die,))


def legal_of(asked: Asked, kind: MoveKind) -> tuple[str, str, int] | None:
    """Return a legal ride of this kind: from where, to where, with which die."""
    legal = all_destinations(asked.layout, asked.position, asked.seat, (), (1, 2, 3, 4), DEFAULTS, asked.facts)
    found = [(frm, to, die) for (frm, die), ends in legal.items() for to, what in ends.items() if what is kind]
    found = [one for one in found if one[0] != TOWN]
    return asked.chance.choice(found) if found else None


KINDS: tuple[Callable[[Asked], Violation | None], ...] = (
    wrong_distance,
    wrong_distance,
    two_with_one_die,
    foreign_cowboy,
    foreign_cow,
    strayed_cow,
    _cow_too_far,
    _cow_to_town_too_early,
    blocked,
    own_cow,
    stolen_cow_misplaced,
    _loser_misplaced,
)
