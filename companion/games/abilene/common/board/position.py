"""The position of all figures on the board (rules 1993 §4): an immutable value, replaced at every move.

Cows are all alike here: a position knows nothing of brands and stickers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.boards.layout import Layout
from companion.core.errors import BadRequest
from companion.core.identity import identity_cache
from companion.core.text import say
from companion.games.abilene.common.pieces import TOWN, Mark

T = TypeVar("T")

CALC_TOWN = "T"
"""the town in rule questions"""


@dataclass(frozen=True, slots=True)
class Position:
    """Places of all figures: plain data, equal when the same figures stand on the same nodes.

    ``ranch_of`` maps the seats still in play to their ranch, ``cows`` are cells in sorted order, ``cowboys`` maps a
    cell to the seat of the figure on it; ``town``, ``jail`` and ``waiting`` (escaped, beside the board: 1983 §6.2)
    count cowboys per seat and omit zeros; ``corral`` counts the cows brought to town and not yet sold. Treat the dicts
    as frozen.
    """

    ranch_of: dict[str, str]
    cows: tuple[str, ...] = ()
    cowboys: dict[str, str] = field(default_factory=dict)
    town: dict[str, int] = field(default_factory=dict)
    jail: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    corral: int = 0

    def __hash__(self) -> int:
        counts = (frozenset(count.items()) for count in (self.town, self.jail, self.waiting, self.ranch_of))
        return hash((self.cows, frozenset(self.cowboys.items()), *counts, self.corral))

    def free(self, cell: str) -> bool:
        """Return whether no figure stands on the cell (4.3); the town is always free."""
        return cell not in self.cowboys and cell not in self.cows

    def herd(self, layout: Layout, seat: str) -> tuple[str, ...]:
        """Return the cells of the cows on the seat's ranch, whatever their brand (4.2)."""
        return self.herds(layout).get(seat, ())

    @identity_cache(most=64)
    def herds(self, layout: Layout) -> Mapping[str, tuple[str, ...]]:
        """Return the cells of the cows on each ranch, by the seat that owns it."""
        cows: dict[str, list[str]] = {ranch: [] for ranch in self.ranch_of.values()}
        for cow in self.cows:
            if (ranch := layout.by_id[cow].region) in cows:
                cows[ranch].append(cow)
        return {seat: tuple(cows[ranch]) for seat, ranch in self.ranch_of.items()}

    def cowboys_of(self, seat: str) -> tuple[str, ...]:
        """Return the nodes of the seat's cowboys on the board; the town is repeated for each cowboy in it."""
        cells = sorted(cell for cell, owner in self.cowboys.items() if owner == seat)
        return (*cells, *[TOWN] * self.town.get(seat, 0))

    def place_cow(self, cell: str) -> Position:
        """Return the position with one more cow. Raise BadRequest when a figure stands on the cell."""
        self._require_free(cell)
        return replace(self, cows=tuple(sorted((*self.cows, cell))))

    def remove_cow(self, cell: str) -> Position:
        """Return the position without the cow on this cell. Raise BadRequest when there is none."""
        if cell not in self.cows:
            raise BadRequest(say("No cow is on %(cell)s.", cell=cell))
        return replace(self, cows=tuple(cow for cow in self.cows if cow != cell))

    def move_cow(self, frm: str, to: str) -> Position:
        """Return the position after a cow has moved to a free cell, or to the corral of the town (8.6)."""
        lifted = self.remove_cow(frm)
        return replace(lifted, corral=self.corral + 1) if to == TOWN else lifted.place_cow(to)

    def sell_cow(self) -> Position:
        """Return the position after a cow has left the corral (12.8). Raise BadRequest when it is empty."""
        if self.corral == 0:
            raise BadRequest(say("No cow waits in the corral."))
        return replace(self, corral=self.corral - 1)

    def place_cowboy(self, seat: str, node: str) -> Position:
        """Return the position with one more cowboy, in the town or on a free cell.

        Raise BadRequest when a figure stands on the cell.
        """
        if node == TOWN:
            return replace(self, town=_with_change(self.town, seat, 1))
        self._require_free(node)
        return replace(self, cowboys={**self.cowboys, node: seat})

    def remove_cowboy(self, seat: str, node: str) -> Position:
        """Return the position without one of the seat's cowboys. Raise BadRequest when it has none on the node."""
        if node == TOWN and self.town.get(seat):
            return replace(self, town=_with_change(self.town, seat, -1))
        if self.cowboys.get(node) != seat:
            raise BadRequest(say("No cowboy of that colour is on %(cell)s.", cell=node))
        return replace(self, cowboys={cell: owner for cell, owner in self.cowboys.items() if cell != node})

    def move_cowboy(self, seat: str, frm: str, to: str) -> Position:
        """Return the position after a cowboy has moved to the town or to a free cell.

        A cow or an enemy on that cell has to be removed first.
        """
        return self.remove_cowboy(seat, frm).place_cowboy(seat, to)

    def to_jail(self, seat: str, node: str) -> Position:
        """Return the position after a cowboy of the seat has gone from this node to jail."""
        return replace(self.remove_cowboy(seat, node), jail=_with_change(self.jail, seat, 1))

    def release(self, seat: str, node: str) -> Position:
        """Return the position after a cowboy has come out of jail (7.5). Raise BadRequest when none is there."""
        if not self.jail.get(seat):
            raise BadRequest(say("No cowboy of that colour is in jail."))
        return replace(self, jail=_with_change(self.jail, seat, -1)).place_cowboy(seat, node)

    def leave(self, seat: str) -> Position:
        """Return the position after a seat has left the game (12.12): no cowboys, no ranch; its cattle stays."""
        return replace(
            self,
            ranch_of=without(self.ranch_of, seat),
            cowboys={cell: owner for cell, owner in self.cowboys.items() if owner != seat},
            town=without(self.town, seat),
            jail=without(self.jail, seat),
            waiting=without(self.waiting, seat),
        )

    def _require_free(self, cell: str) -> None:
        if not self.free(cell):
            raise BadRequest(say("There is a figure on %(cell)s already.", cell=cell))


def setup(layout: Layout, ranch_of: Mapping[str, str]) -> Position:
    """Return the position with all figures on their start cells (3.3).

    Raise BadRequest for an unknown or shared ranch.
    """
    position = Position(
        ranch_of=dict(ranch_of),
        cows=tuple(sorted(cow for ranch in ranch_of.values() for cow in layout.select(ranch, Mark.COW_START))),
        cowboys={cell: seat for seat, ranch in ranch_of.items() for cell in layout.select(ranch, Mark.COWBOY_START)},
    )
    check(layout, position)
    return position


def from_calc(data: Mapping[str, Any]) -> Position:
    """Return the position of a rule question, which writes ``T`` for the town.

    Raise BadRequest for two cowboys on one cell.
    """
    on_board = [(seat, node) for seat, nodes in data["cowboys"].items() for node in nodes]
    cowboys: dict[str, str] = {}
    town: dict[str, int] = {}
    for seat, node in on_board:
        if node in cowboys:
            raise BadRequest(say("There is a figure on %(cell)s already.", cell=node))
        if node == CALC_TOWN:
            town = _with_change(town, seat, 1)
        else:
            cowboys[node] = seat
    return Position(
        ranch_of=dict(data["ranch_of"]),
        cows=tuple(sorted(data["cows"])),
        cowboys=cowboys,
        town=town,
        jail={seat: count for seat, count in data.get("jail", {}).items() if count},
        waiting={seat: count for seat, count in data.get("waiting", {}).items() if count},
        corral=data.get("corral", 0),
    )


def calc_node(node: str) -> str:
    """Return the name of a node in rule questions and answers."""
    return CALC_TOWN if node == TOWN else node


def node_of_calc(name: str) -> str:
    """Return the node with this name in a rule question."""
    return TOWN if name == CALC_TOWN else name


def check(layout: Layout, position: Position) -> None:
    """Check that the position fits the board: known cells, seats and ranches, one figure per cell (4.1).

    Raise BadRequest otherwise.
    """
    occupied = [*position.cows, *position.cowboys]
    for cell in occupied:
        if cell not in layout.by_id:
            raise BadRequest(say("The board %(name)s has no space %(cell)s.", name=layout.name, cell=cell))
    for cell in occupied:
        if occupied.count(cell) > 1:
            raise BadRequest(say("Two figures are on %(cell)s.", cell=cell))
    ranches = list(position.ranch_of.values())
    for ranch in ranches:
        if ranch not in layout.regions or ranches.count(ranch) > 1:
            raise BadRequest(say("Ranch %(ranch)s is unknown or taken twice.", ranch=ranch))
    for seat in {*position.cowboys.values(), *position.town, *position.jail, *position.waiting}:
        if seat not in position.ranch_of:
            raise BadRequest(say("A cowboy belongs to %(seat)s, who has no ranch.", seat=seat))
    counts = (position.corral, *position.town.values(), *position.jail.values(), *position.waiting.values())
    if min(counts) < 0:
        raise BadRequest(say("A number of figures cannot be negative."))


def _with_change(counts: Mapping[str, int], seat: str, change: int) -> dict[str, int]:
    """Return the counts with ``change`` added for the seat; zeros are left out, so that equal positions are equal."""
    after = counts.get(seat, 0) + change
    return {**without(counts, seat), **({seat: after} if after else {})}


def without(values: Mapping[str, T], removed: str) -> dict[str, T]:
    """Return the mapping without this key."""
    return {name: value for name, value in values.items() if name != removed}
