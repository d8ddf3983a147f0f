"""The moves of a figure (rules 1993 §8-§11), for every edition of Abilene.

``MovementFacts`` are the differences between editions, ``MovementRules`` those between tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.boards.layout import Layout
from companion.core.errors import BadRequest
from companion.core.text import Text, say
from companion.games.abilene.common.board.movement_facts import FACTS_1993, Choices, MovementFacts
from companion.games.abilene.common.board.paths import PathBook, PathRules, Reach, path_book
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.house_rules import MovementRules
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.games.abilene.common.sentences import SENTENCES

JAIL = "jail"
CORRAL = "corral"
BESIDE = "beside"
"""Where a figure is that was taken off the board, or is not on it yet."""


def place(node: str) -> Text:
    """Return a node in a sentence."""
    return SENTENCES["the_town"] if node == TOWN else say("%(cell)s", cell=node)


class MoveKind(StrEnum):
    """The effect at the end of a move."""

    MOVE = "move"
    SALE = "sale"
    THEFT = "theft"
    DUEL = "duel"
    TOWN = "town"
    STAY = "stay"


DEFAULTS = MovementRules()
Destinations = dict[str, MoveKind]


class Perspective(NamedTuple):
    """The position as one seat sees it under the rules of its table, every set of nodes as bits."""

    layout: Layout
    position: Position
    seat: str
    rules: MovementRules
    facts: MovementFacts
    book: PathBook
    cows: int
    friendly: int
    enemies: int
    closed: int
    home: int
    stop_in_town: bool

    @property
    def occupied(self) -> int:
        """Return where any figure stands."""
        return self.cows | self.friendly | self.enemies


def perspective(
    layout: Layout, position: Position, seat: str, rules: MovementRules = DEFAULTS, facts: MovementFacts = FACTS_1993
) -> Perspective:
    """Return the position as the seat sees it. Raise KeyError when a figure stands on no cell of the board."""
    bit, friendly, enemies = layout.bit, 0, 0
    for cell, owner in position.cowboys.items():
        if owner == seat:
            friendly |= bit[cell]
        else:
            enemies |= bit[cell]
    closed = 0
    if not facts.unowned_ranches_open:
        owned = set(position.ranch_of.values())
        closed = layout.mask(cell.id for cell in layout.cells if cell.region not in owned)
    ranch = position.ranch_of.get(seat)
    return Perspective(
        layout,
        position,
        seat,
        rules,
        facts,
        path_book(layout, path_rules(rules, facts)),
        layout.mask(position.cows),
        friendly,
        enemies,
        closed,
        0 if ranch is None else layout.select_mask(ranch),
        facts.cowboys_stop_in_town and rules.cowboy_may_stop_in_abilene,
    )


def path_rules(rules: MovementRules, facts: MovementFacts) -> PathRules:
    """Return what shapes the paths under this reading of this edition."""
    return PathRules(rules.abilene_transit, rules.max_turn_angle, facts.town_left_backwards)


def destinations(
    layout: Layout,
    position: Position,
    cell: str,
    die: int,
    seat: str,
    rules: MovementRules = DEFAULTS,
    facts: MovementFacts = FACTS_1993,
) -> Destinations:
    """Return every legal end of the move of the figure on ``cell`` with one die, and what happens there.

    A cow's die is a maximum and its staying put is not listed (8.2, 19.3); a cowboy moves exactly the die (9.2).
    Empty for a figure that the seat may not move. Raise BadRequest when no figure stands there.
    """
    return destinations_seen(perspective(layout, position, seat, rules, facts), cell, die)


def destinations_seen(view: Perspective, cell: str, die: int) -> Destinations:
    """Return the destinations of several figures from one look at the board (``perspective``)."""
    position, seat = view.position, view.seat
    if cell in position.cows:
        return cow_destinations(view, cell, die)
    if position.free(cell) and not (cell == TOWN and position.town.get(seat)):
        raise BadRequest(say("No figure that you could move is on %(cell)s.", cell=cell))
    if cell != TOWN and position.cowboys[cell] != seat:
        return {}
    return cowboy_destinations(view, cell, die)


def cow_destinations(view: Perspective, cell: str, die: int) -> Destinations:
    """Return where a cow can go: up to ``die`` steps with one turn on its own ranch, or into the town (§8).

    It passes own cowboys only.
    """
    if not view.layout.bit[cell] & view.home:
        return {}
    occupied = view.occupied
    in_the_way = view.cows | view.enemies if view.facts.cow_passes_friendly_cowboys else occupied
    reach = view.book.cow[cell, die]
    found = _free_ends(reach, occupied, in_the_way)
    if reach.town and any(not through & in_the_way for through in reach.town):
        found[TOWN] = MoveKind.SALE
    return found


def cowboy_destinations(view: Perspective, node: str, die: int) -> Destinations:
    """Return where a cowboy can go with exactly ``die`` steps and one turn over free cells (§9).

    He ends on a free cell, a foreign cow or an enemy.
    """
    if die == 0:
        return {node: MoveKind.STAY}
    blocked = view.cows | view.friendly | view.enemies | view.closed
    reach = view.book.cowboy[node, die]
    found = _free_ends(reach, blocked, blocked)
    if targets := (view.enemies | view.cows & ~view.home) & ~view.closed & reach.area:
        for end, bit, throughs in reach.ways:
            if not bit & targets or all(through & blocked for through in throughs):
                continue
            if bit & view.enemies:
                found[end] = MoveKind.DUEL
            elif can_keep_a_cow(view, node):
                found[end] = MoveKind.THEFT
    if view.stop_in_town and any(not through & blocked for through in reach.town):
        found[TOWN] = MoveKind.TOWN
    return found


def _free_ends(reach: Reach, occupied: int, in_the_way: int) -> Destinations:
    """Return the ends that no figure occupies, with a way to them that nothing stands in."""
    move = MoveKind.MOVE
    return {
        end: move
        for end, bit, throughs in reach.ways
        if not bit & occupied
        for through in throughs
        if not through & in_the_way
    }


def can_keep_a_cow(view: Perspective, leaving: str) -> bool:
    """Return whether a stolen cow would find a place once the thief has left its node (10.2, 19.5)."""
    free = view.home & ~(view.occupied & ~view.layout.bit[leaving])
    return any(free & view.layout.select_mask(flag=flag) for flag in view.facts.stolen_cow_to)


def all_destinations(
    layout: Layout,
    position: Position,
    seat: str,
    cow_dice: Iterable[int],
    cowboy_dice: Iterable[int],
    rules: MovementRules = DEFAULTS,
    facts: MovementFacts = FACTS_1993,
) -> dict[tuple[str, int], Destinations]:
    """Return (node of a figure, die) -> ``destinations``, for every cow of the herd and every cowboy of the seat."""
    view = perspective(layout, position, seat, rules, facts)
    herd = [cow for cow in position.cows if layout.bit[cow] & view.home]
    cowboys = dict.fromkeys(position.cowboys_of(seat))
    cows_go = {(cow, die): cow_destinations(view, cow, die) for die in set(cow_dice) for cow in herd}
    cowboys_go = {(node, die): cowboy_destinations(view, node, die) for die in set(cowboy_dice) for node in cowboys}
    return cows_go | cowboys_go


def any_cowboy_move(view: Perspective, dice: Iterable[int], moved: Collection[str] = ()) -> bool:
    """Return whether a remaining die has a legal move for a cowboy that has not moved (9.3, 19.4).

    ``moved`` lists the nodes where the cowboys that have moved stand now, the town once for each.
    """
    waiting = list(view.position.cowboys_of(view.seat))
    for node in moved:
        if node in waiting:
            waiting.remove(node)
    return any(cowboy_destinations(view, node, die) for die in set(dice) for node in set(waiting))


def theft_cells(
    layout: Layout, position: Position, seat: str, leaving: str | None = None, facts: MovementFacts = FACTS_1993
) -> tuple[str, ...]:
    """Return where the thief may put the stolen cow (10.2): start cells, else the outer edge, else any free cell.

    ``leaving`` is the cell the cowboy comes from if it still stands there in ``position`` (19.5). Empty: no theft.
    """
    return _first_free(layout, position.ranch_of[seat], _taken(position, leaving), facts.stolen_cow_to)


def loser_cells(
    layout: Layout, position: Position, contested: str, winner: str, loser: str, leaving: str | None = None
) -> tuple[str, ...]:
    """Return where the loser of a duel goes: ``("jail",)`` or the cells the winner chooses from (11.2-11.4).

    ``leaving`` is the cell the attacker comes from if it still stands there in ``position``; the contested cell is
    never free (19.5). A loser's ranch without any free cell, on which the rules are silent, sends him to jail too.
    """
    choices = loser_choices(layout, position.ranch_of, contested, winner, loser)
    taken = _taken(position, leaving) | {contested}
    return _first_free(layout, position.ranch_of[loser], taken, choices) or (JAIL,)


def loser_choices(layout: Layout, ranch_of: Mapping[str, str], contested: str, winner: str, loser: str) -> Choices:
    """Return the kinds of cells of his ranch on which the loser of a duel is put (11.2-11.4); none: he goes to jail."""
    ranch = layout.by_id[contested].region
    if ranch == ranch_of.get(winner):
        return ()
    return (Mark.OUTER_EDGE, None) if ranch == ranch_of[loser] else (Mark.COWBOY_START, Mark.OUTER_EDGE, None)


def release_cells(layout: Layout, position: Position, seat: str) -> tuple[str, ...]:
    """Return where a released cowboy may be put: the free start cells and outer edge cells of his ranch (7.5)."""
    marks = {Mark.COWBOY_START, Mark.OUTER_EDGE}
    ranch_cells = layout.select(position.ranch_of[seat])
    return tuple(cell for cell in ranch_cells if marks & layout.by_id[cell].flags and position.free(cell))


def _taken(position: Position, leaving: str | None) -> set[str]:
    return {*position.cows, *position.cowboys} - {leaving}


def _first_free(layout: Layout, ranch: str, taken: set[str], choices: Choices) -> tuple[str, ...]:
    """Return the free cells of the first kind that has any."""
    for flag in choices:
        if free := tuple(cell for cell in layout.select(ranch, flag) if cell not in taken):
            return free
    return ()
