"""The state of a game of Abilene in every edition: frozen values; the editions' reducers make the next one.

Money is not here: balances are the table's. At the level *bank* there is no position, only counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from companion.boards.layout import Layout
from companion.core.messages import Event, Posting
from companion.games.abilene.common.board.position import Position, without
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COWBOYS_EACH, COWS_EACH, TOWN


class Pending(ABC):
    """The decision that a cowboy's ride has led to; the table waits until it is settled."""

    __slots__ = ()

    @property
    @abstractmethod
    def cells(self) -> tuple[str, ...]:
        """Return the cells that it is about."""

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """Return those without whom it cannot go on."""


@dataclass(frozen=True, slots=True)
class Duel(Pending):
    """Two cowboys on ``cell``; ``frm`` is where the attacker still stands on the board."""

    attacker: str
    defender: str
    frm: str
    cell: str
    tied: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        return self.frm, self.cell

    @property
    def seats(self) -> tuple[str, ...]:
        return self.attacker, self.defender

    def other(self, seat: str) -> str:
        """Return the other one of the two."""
        return self.defender if seat == self.attacker else self.attacker

    def winner(self, attacker: int, defender: int) -> str:
        """Return who wins with these dice, which differ: the higher one."""
        return self.attacker if attacker > defender else self.defender


@dataclass(frozen=True, slots=True)
class Theft(Pending):
    """The cow on ``cell`` was reached; the thief's cowboy comes from ``frm`` and takes its place."""

    thief: str
    victim: str
    frm: str
    cell: str

    @property
    def cells(self) -> tuple[str, ...]:
        return self.frm, self.cell

    @property
    def seats(self) -> tuple[str, ...]:
        return (self.thief,)


@dataclass(frozen=True)
class Turn:
    """Progress of a turn. ``used``: indices of dice, cattle and cowboys apart; ``moved``: where their figures stand.

    Of a turn on the table alone it is counted what was told of it: cattle ``driven`` to town, thefts and duels
    (``ridden``), own cowboys ``lost`` in these.
    """

    seat: str
    number: int
    step: Step
    cow_dice: tuple[int, ...] = ()
    cowboy_dice: tuple[int, ...] = ()
    used_cow: tuple[int, ...] = ()
    used_cowboy: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()
    driven: int = 0
    ridden: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Sale(ABC):
    """Cattle on sale; ``payments`` fall due together once its truth is known."""

    seller: str
    payments: tuple[Posting, ...] = ()

    @property
    @abstractmethod
    def known(self) -> bool:
        """Return whether the truth is."""


@dataclass(frozen=True)
class State:
    """State of a game. ``order`` begins with the first player; ``herd`` are the counts of the level *bank*."""

    coloured: ClassVar[bool] = False
    """whether cattle has the colour of its first owner, for all to see"""

    order: tuple[str, ...]
    ranches: Mapping[str, str]
    turn: Turn
    position: Position | None = None
    stood: Position | None = None
    """where the figures stood when the table went down to the bank: that is where arranging them begins"""
    herd: Mapping[str, int] = field(default_factory=dict)
    corral: int = 0
    pending: Pending | None = None
    sale: Sale | None = None
    sold: tuple[object, ...] = ()
    last: tuple[str, ...] = ()
    """cells of the last move, to be lit on every board"""
    out: tuple[str, ...] = ()
    """the players who have left the game or are bankrupt"""
    last_sale: Event | None = None
    """shown until play goes on: somebody rolls, or tells the bank what happened on the table"""

    @cached_property
    def solvent(self) -> tuple[str, ...]:
        """Return the seats still in the game, in turn order."""
        return tuple(seat for seat in self.order if seat not in self.out)

    @property
    def waiting_cows(self) -> int:
        """Return how many cows in town are not sold yet."""
        return self.position.corral if self.position else self.corral

    @property
    def unsold(self) -> int:
        """Return how much cattle has not been sold, wherever it is."""
        return COWS_EACH * len(self.order) - len(self.sold)

    @property
    def owners(self) -> Mapping[str, str]:
        """Return by cell the seat of the colour of the cattle on it, where cattle has one."""
        return {}

    @property
    def on_sale(self) -> str:
        """Return whose colour the cattle on sale has; "" where that is not known or cattle has none."""
        return ""

    def unsold_of(self, seat: str) -> int:
        """Return how much cattle of this colour has not been sold, as far as that on sale is known."""
        return COWS_EACH

    def cowboys_left(self, seat: str) -> int:
        """Return how many cowboys of this seat stand on the board or are in jail."""
        if self.position is None:
            return COWBOYS_EACH
        return len(self.position.cowboys_of(seat)) + self.position.jail.get(seat, 0)

    def in_jail(self, seat: str) -> int:
        """Return how many cowboys of this seat are in jail."""
        return self.position.jail.get(seat, 0) if self.position else 0


def standing_on(state: State, seat: str, node: str) -> int:
    """Return how many cowboys of the seat on ``node`` have not moved this turn."""
    if state.position is None:
        return 0
    here = state.position.town.get(seat, 0) if node == TOWN else int(state.position.cowboys.get(node) == seat)
    return here - state.turn.moved.count(node)


def herd_size(layout: Layout, state: State, seat: str) -> int:
    """Return how much cattle is on the ranch of this player; none of a player who is out (1993 §4.2)."""
    if seat not in state.solvent:
        return 0
    return len(state.position.herd(layout, seat)) if state.position else state.herd.get(seat, 0)


def herd_sizes(layout: Layout, state: State) -> Mapping[str, int]:
    """Return how much cattle is on the ranch of every player who is still in the game (1993 §4.2)."""
    return {seat: herd_size(layout, state, seat) for seat in state.solvent}


def from_the_left(state: State, seat: str) -> tuple[str, ...]:
    """Return the other players still in the game, clockwise from the seat's left neighbour."""
    at = state.order.index(seat)
    return tuple(other for other in (*state.order[at + 1 :], *state.order[:at]) if other in state.solvent)


Known = Mapping[str, str]
"""Cell -> what is known of the cow on it."""


def moved(known: Known, frm: str, to: str) -> dict[str, str]:
    """Return what is known when one cell's figure has gone to the other."""
    return {**without(known, frm), **({to: known[frm]} if frm in known else {})}
