"""The state of the edition of 1983, beyond the common one: owners of steers, sealed notes, the current sale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.abilene.common.pieces import COWS_EACH
from companion.games.abilene.common.state import Duel, Sale, State, Theft
from companion.games.abilene.edition_1983.messages import SteerSold
from companion.games.abilene.edition_1983.prices import Belief


@dataclass(frozen=True, slots=True)
class SteerSale(Sale):
    """The sale of a steer in Abilene.

    ``owner`` is the seat of its colour, "" until it is known; ``steer`` its start cell, "" where the box does not
    follow the board. ``votes`` are empty until the reveal, ``fever`` is None until the steer is turned over.
    """

    owner: str = ""
    steer: str = ""
    votes: Mapping[str, Belief] = field(default_factory=dict)
    fever: bool | None = None

    @property
    def known(self) -> bool:
        return self.fever is not None


@dataclass(frozen=True, slots=True)
class SoldSteer:
    """A steer that was sold; ``owner`` is the seat of its colour."""

    seller: str
    owner: str
    fever: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """The sealed cards of one duellist: how many, which everybody sees, and their commitment."""

    count: int
    commitment: str


@dataclass(frozen=True, slots=True)
class CardDuel:
    """A finished card duel. Only the two duellists know the cards."""

    id: str
    attacker: str
    defender: str
    seals: Mapping[str, str]
    """seat -> the commitment to its cards; empty where real cards were used"""


@dataclass(frozen=True)
class State1983(State):
    """State of a game of 1983. A steer is named by the cell on which it began, which also tells its colour."""

    coloured: ClassVar[bool] = True

    pending: Duel | Theft | None = None
    colours: Mapping[str, str] = field(default_factory=dict)
    """cell -> seat of the colour of the steer on it; stays as it was while the box does not follow the board"""
    steers: Mapping[str, str] = field(default_factory=dict)
    """cell -> the steer on it, where the box knows which it is"""
    in_town: tuple[str, str] = ("", "")
    """owner and start cell of the steer that is about to be sold, each "" if unknown"""
    noting: bool = False
    """whether the owners are asked for their fever notes: from the start on, where the box follows the board"""
    notes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """seat -> steer -> sealed note; nothing for a player who makes no notes"""
    sale: SteerSale | None = None
    sold: tuple[SoldSteer, ...] = ()
    hired: Mapping[str, int] = field(default_factory=dict)
    riders: Mapping[str, int] = field(default_factory=dict)
    """seat -> its cowboys in play, at the level *money only*"""
    laid: Mapping[str, Laid] = field(default_factory=dict)
    duels: tuple[CardDuel, ...] = ()
    last_sale: SteerSold | None = None

    @property
    def owners(self) -> Mapping[str, str]:
        return self.colours

    @property
    def on_sale(self) -> str:
        return self.sale.owner if self.sale else ""

    def cowboys_left(self, seat: str) -> int:
        return super().cowboys_left(seat) if self.position else self.riders.get(seat, 0)

    def unsold_of(self, seat: str) -> int:
        owners = [*(sold.owner for sold in self.sold), self.on_sale]
        return COWS_EACH - owners.count(seat)
