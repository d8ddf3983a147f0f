"""The state of the edition of 1993 beside that of all editions: brands, jail, the sale, bankruptcies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.abilene.common import state as shared
from companion.games.abilene.edition_1993.messages import CowSold
from companion.games.abilene.edition_1993.money.herds import CorralCard, Sticker


@dataclass(frozen=True)
class Turn1993(shared.Turn):
    """Progress of a turn. ``releasing``: released cowboys still to be placed; ``jail_paid``: its jail bill is."""

    releasing: int = 0
    jail_paid: bool = False


@dataclass(frozen=True, slots=True)
class Loser(shared.Pending):
    """Cowboy of the loser that the winner has to place."""

    winner: str
    loser: str
    cell: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)

    @property
    def seats(self) -> tuple[str, ...]:
        return (self.loser,)


@dataclass(frozen=True, slots=True)
class Sale1993(shared.Sale):
    """A cow on the corral spot. ``votes`` after the reveal; ``sticker`` once shown; then the payments fall due."""

    votes: Mapping[str, CorralCard] = field(default_factory=dict)
    sticker: Sticker | None = None
    state: CorralCard | None = None
    bust: tuple[str, ...] = ()
    cow: str = ""
    """its name; "" where the box does not know which cow it is"""

    @property
    def known(self) -> bool:
        return self.sticker is not None


@dataclass(frozen=True)
class State1993(shared.State):
    """State of a game. ``jailed`` are the counts of the level *bank*; ``sold`` who sold which cow."""

    turn: Turn1993
    pending: shared.Duel | shared.Theft | Loser | None = None
    brands: Mapping[str, str] = field(default_factory=dict)
    jailed: Mapping[str, int] = field(default_factory=dict)
    sale: Sale1993 | None = None
    sold: tuple[tuple[str, Sticker], ...] = ()
    last_sale: CowSold | None = None
    cattle: Mapping[str, str] = field(default_factory=dict)
    """cell -> name of the cow on it, where the box follows the board"""
    brought: tuple[str, ...] = ()
    """names of the cows in town, the first first; "" for one without a name"""
    unshown: tuple[str, ...] = ()
    """names of the cows that leave the game unsold and whose stickers have not been shown yet (§20.1)"""
    gone: tuple[Sticker, ...] = ()
    """stickers of cows that have left it unsold"""
    arranged: int = 0
    """how often the figures were arranged: a cow that is new to the box then has a name of its own"""

    @property
    def unsold(self) -> int:
        return super().unsold - len(self.unshown) - len(self.gone)

    def in_jail(self, seat: str) -> int:
        return (self.position.jail if self.position else self.jailed).get(seat, 0)
