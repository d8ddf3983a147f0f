"""Commands and events of the edition of 1993, beside those that all editions share."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.messages import Command, Event, Posting, defined_in
from companion.games.abilene.common.duel_dice import DuelDice
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.edition_1993.money.herds import CorralCard, Sticker

# --- commands ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollDice(Command):
    """Command to roll all five dice (§6.1); leave both out and the box rolls."""

    cow: tuple[int, ...] | None = None
    cowboy: tuple[int, ...] | None = None
    by_box: bool = False

    def with_draws(self, chance: random.Random) -> RollDice:
        if self.cow is not None or self.cowboy is not None:
            return replace(self, by_box=False)
        cow = tuple(chance.choice(COW_FACES) for _ in range(COW_DICE))
        cowboy = tuple(chance.choice(COWBOY_FACES) for _ in range(COWBOY_DICE))
        return RollDice(cow, cowboy, by_box=True)


@dataclass(frozen=True, slots=True)
class PayJail(Command):
    """Command to pay the bill and release this many (§7)."""

    released: int


@dataclass(frozen=True, slots=True)
class PlaceReleased(Command):
    """Command to put a released cowboy on the board (§7.5)."""

    cell: str


@dataclass(frozen=True, slots=True)
class RollDuel(DuelDice):
    """Command to roll a dark die for each duellist (§11.1)."""

    faces: ClassVar[tuple[int, ...]] = COWBOY_FACES


@dataclass(frozen=True, slots=True)
class PlaceLoser(Command):
    """Command of the winner to put the loser's cowboy there (§11.2)."""

    cell: str


@dataclass(frozen=True, slots=True)
class ShowSticker(Command):
    """Command that names brand (None: unbranded) and value under the cow on sale (§12.2)."""

    brand: str | None
    value: int


@dataclass(frozen=True, slots=True)
class GoBankrupt(Command):
    """Command to go bankrupt (§12.12)."""


@dataclass(frozen=True, slots=True)
class RecordJailed(Command):
    """Command to level *bank*: a duel put one of this player's cowboys in jail."""

    seat: str


@dataclass(frozen=True, slots=True)
class RecordTown(Command):
    """Command to level *bank*: one of the active player's cows reached Abilene and is sold now."""


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JailPaid(Event):
    """The bill of a turn (§7.2): so many are released, so many ``stay`` and are fed."""

    seat: str
    released: int
    stay: int
    bill: int


@dataclass(frozen=True, slots=True)
class CowboyReleased(Event):
    """Return of a released cowboy to the board (§7.5)."""

    seat: str
    cell: str


@dataclass(frozen=True, slots=True)
class DuelWon(Event):
    """End of a duel. ``jailed``: the loser's cowboy went to jail; otherwise the winner still places it."""

    winner: str
    loser: str
    cell: str
    jailed: bool


@dataclass(frozen=True, slots=True)
class LoserPlaced(Event):
    """Placement of the loser's cowboy on ``cell`` by the winner; they fought on ``frm`` (§11.2)."""

    loser: str
    frm: str
    cell: str


@dataclass(frozen=True, slots=True)
class SaleOpened(Event):
    """Beginning of the others' vote about a cow on the corral (§12.2)."""

    seller: str


@dataclass(frozen=True, slots=True)
class StickerShown(Event):
    """Disclosure of the sticker; ``payments`` fall due together (§12.7), of a cow that is not sold there are none."""

    seller: str
    sticker: Sticker
    state: CorralCard
    by: str
    payments: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class CowSold(Event):
    """Settlement of a sale; the postings are its payments (§12.4, §12.5)."""

    seller: str
    sticker: Sticker
    state: CorralCard
    votes: Mapping[str, CorralCard]


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """Bankruptcy of a player.

    ``out``: he leaves the game (option ``bankrupt_player``); ``ends``: a duel or theft going on ends with him.
    """

    seat: str
    out: bool
    ends: bool = True
    """whether the step ends with it"""
    left: bool = False
    """he could have paid, and left with the others' consent"""
    unsold: int = 0
    """his cows that waited in town and leave the game: their stickers are shown (§20.1)"""


@dataclass(frozen=True, slots=True)
class JailedRecorded(Event):
    """Jailing of a cowboy of ``seat`` after a duel, at the level *bank* (§11.2)."""

    seat: str
    by: str


@dataclass(frozen=True, slots=True)
class TownRecorded(Event):
    """Arrival of a cow of the seller in Abilene, at the level *bank* (§12.1)."""

    seller: str


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
