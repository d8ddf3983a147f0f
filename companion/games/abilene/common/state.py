"""How a game of Abilene stands: frozen values. ``evolution`` makes the next one from an event.

Money is not here: balances are the table's. At the level *bank* there is no position, only counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.boards.layout import TOWN
from companion.core.money.ledger import Posting
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.messages import CowSold, Step
from companion.games.abilene.common.pieces import COWS_EACH
from companion.games.abilene.edition_1983.state import NO_PRAIRIE, Prairie
from companion.games.abilene.edition_1993.corral import CorralCard
from companion.games.abilene.edition_1993.herds import Sticker


@dataclass(frozen=True, slots=True)
class Duel:
    """Two cowboys on ``cell``; ``frm`` is where the attacker still stands on the board."""

    attacker: str
    defender: str
    frm: str
    cell: str
    tied: bool = False

    def other(self, seat: str) -> str:
        """The other one of the two."""
        return self.defender if seat == self.attacker else self.attacker

    def winner(self, attacker: int, defender: int) -> str:
        """Who wins with these dice, which differ: the higher one."""
        return self.attacker if attacker > defender else self.defender


@dataclass(frozen=True, slots=True)
class Theft:
    """The cow on ``cell`` was reached; the thief's cowboy comes from ``frm`` and takes its place."""

    thief: str
    victim: str
    frm: str
    cell: str


@dataclass(frozen=True, slots=True)
class Loser:
    """The loser's cowboy waits to be placed by the winner."""

    winner: str
    loser: str
    cell: str


@dataclass(frozen=True, slots=True)
class Turn:
    """``used`` are indices of dice, cattle and cowboys apart; ``moved`` where their figures stand now."""

    seat: str
    number: int
    step: Step
    cow_dice: tuple[int, ...] = ()
    cowboy_dice: tuple[int, ...] = ()
    used_cow: tuple[int, ...] = ()
    used_cowboy: tuple[int, ...] = ()
    moved: tuple[str, ...] = ()
    releasing: int = 0
    jail_paid: bool = False


@dataclass(frozen=True, slots=True)
class Sale:
    """A cow on the corral spot. ``votes`` after the reveal; ``sticker`` once shown; then the payments fall due."""

    seller: str
    votes: Mapping[str, CorralCard] = field(default_factory=dict)
    sticker: Sticker | None = None
    state: CorralCard | None = None
    payments: tuple[Posting, ...] = ()
    bust: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """``order`` begins with the first player; ``herd`` and ``jailed`` are the counts of the level *bank*."""

    order: tuple[str, ...]
    brands: Mapping[str, str]
    ranches: Mapping[str, str]
    turn: Turn
    position: Position | None = None
    stood: Position | None = None
    """where the figures stood when the table went down to the bank: that is where arranging them begins"""
    herd: Mapping[str, int] = field(default_factory=dict)
    jailed: Mapping[str, int] = field(default_factory=dict)
    corral: int = 0
    pending: Duel | Theft | Loser | None = None
    sale: Sale | None = None
    sold: tuple[tuple[str, Sticker], ...] = ()
    out: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    """cells of the last move, to be lit on every board"""
    last_sale: CowSold | None = None
    """shown until play goes on: somebody rolls, or tells the bank what happened on the table"""
    prairie: Prairie = NO_PRAIRIE
    """what only the edition of 1983 keeps"""

    @property
    def solvent(self) -> tuple[str, ...]:
        """Seats still in the game, in turn order."""
        return tuple(seat for seat in self.order if seat not in self.out)

    @property
    def waiting_cows(self) -> int:
        """Cows in town that are not sold yet."""
        return self.position.corral if self.position else self.corral

    @property
    def unsold(self) -> int:
        """Cattle that has not been sold, wherever it is."""
        return COWS_EACH * len(self.order) - len(self.sold) - len(self.prairie.sold)

    @property
    def selling(self) -> bool:
        """Whether cattle is on sale: nothing else happens until it is settled."""
        return self.sale is not None or self.prairie.sale is not None

    @property
    def coloured(self) -> bool:
        """Whether cattle has the colour of its first owner, for all to see."""
        return self.prairie.coloured

    def unsold_of(self, seat: str) -> int:
        """Cattle of this colour that has not been sold, as far as it is known whose the one on sale is."""
        on_sale = self.prairie.sale.owner if self.prairie.sale else ""
        gone = [sold.owner for sold in self.prairie.sold] + [on_sale]
        return COWS_EACH - gone.count(seat)

    def in_jail(self, seat: str) -> int:
        """How many cowboys of this seat are in jail."""
        return (self.position.jail if self.position else self.jailed).get(seat, 0)


def standing_on(state: State, seat: str, node: str) -> int:
    """How many cowboys of the seat on ``node`` have not moved this turn."""
    if state.position is None:
        return 0
    here = state.position.town.get(seat, 0) if node == TOWN else int(state.position.cowboys.get(node) == seat)
    return here - state.turn.moved.count(node)
