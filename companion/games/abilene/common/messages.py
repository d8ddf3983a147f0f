"""What a player of Abilene can ask for, and what can happen (rules 1993 §6-12).

Dice are named by their index among the five of the turn, cells by their id on the board.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.core.messages import Command, Event
from companion.core.money.ledger import Posting
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.edition_1993.corral import CorralCard
from companion.games.abilene.edition_1993.herds import Sticker


class Step(StrEnum):
    """The steps of a turn (§6.1); at the level *bank* everything between jail and end is ``TABLE``."""

    DICE = "dice"
    JAIL = "jail"
    CATTLE = "cattle"
    COWBOYS = "cowboys"
    TABLE = "table"
    SALE = "sale"


# --- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollDice(Command):
    """All five dice (§6.1); leave both out and the box rolls."""

    cow: tuple[int, ...] | None = None
    cowboy: tuple[int, ...] | None = None
    by_box: bool = False

    def drawn(self, chance: random.Random) -> RollDice:
        if self.cow is not None or self.cowboy is not None:
            return replace(self, by_box=False)
        cow = tuple(chance.choice(COW_FACES) for _ in range(COW_DICE))
        cowboy = tuple(chance.choice(COWBOY_FACES) for _ in range(COWBOY_DICE))
        return RollDice(cow, cowboy, by_box=True)


@dataclass(frozen=True, slots=True)
class PayJail(Command):
    """Pay the bill and release this many (§7)."""

    released: int


@dataclass(frozen=True, slots=True)
class PlaceReleased(Command):
    """Put a released cowboy on the board (§7.5)."""

    cell: str


@dataclass(frozen=True, slots=True)
class MoveCow(Command):
    """Move one cow with the light die of this index (§8.1)."""

    frm: str
    to: str
    die: int


@dataclass(frozen=True, slots=True)
class MoveCowboy(Command):
    """Move one cowboy with the dark die of this index (§9.1)."""

    frm: str
    to: str
    die: int


@dataclass(frozen=True, slots=True)
class PlaceCow(Command):
    """Put the stolen cow on the thief's own ranch (§10.2)."""

    cell: str


@dataclass(frozen=True, slots=True)
class RollDuel(Command):
    """Both dice of a duel (§11.1); leave them out and the box rolls."""

    attacker: int | None = None
    defender: int | None = None
    by_box: bool = False

    def drawn(self, chance: random.Random) -> RollDuel:
        if self.attacker is not None or self.defender is not None:
            return replace(self, by_box=False)
        return RollDuel(chance.choice(COWBOY_FACES), chance.choice(COWBOY_FACES), by_box=True)


@dataclass(frozen=True, slots=True)
class PlaceLoser(Command):
    """The winner puts the loser's cowboy there (§11.2)."""

    cell: str


@dataclass(frozen=True, slots=True)
class EndStep(Command):
    """Done with this step of the turn."""

    step: Step


@dataclass(frozen=True, slots=True)
class ShowSticker(Command):
    """Brand (None: unbranded) and value under the cow on sale (§12.2)."""

    brand: str | None
    value: int


@dataclass(frozen=True, slots=True)
class GoBankrupt(Command):
    """§12.12"""


@dataclass(frozen=True, slots=True)
class RecordTheft(Command):
    """Level *bank*: the active player stole a cow from this player's ranch."""

    victim: str


@dataclass(frozen=True, slots=True)
class RecordJailed(Command):
    """Level *bank*: a duel put one of this player's cowboys in jail."""

    seat: str


@dataclass(frozen=True, slots=True)
class RecordTown(Command):
    """Level *bank*: one of the active player's cows reached Abilene and is sold now."""


@dataclass(frozen=True, slots=True)
class ArrangeBoard(Command):
    """Where every figure really stands, when table and screen disagree."""

    cows: tuple[str, ...]
    cowboys: Mapping[str, str]
    """cell -> seat"""
    town: Mapping[str, int]
    jail: Mapping[str, int]


COMMANDS: tuple[type[Command], ...] = (
    RollDice,
    PayJail,
    PlaceReleased,
    MoveCow,
    MoveCowboy,
    PlaceCow,
    RollDuel,
    PlaceLoser,
    EndStep,
    ShowSticker,
    GoBankrupt,
    RecordTheft,
    RecordJailed,
    RecordTown,
    ArrangeBoard,
)


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HerdsPlaced(Event):
    """The start (§3); ``position`` None at the level *bank*. ``riders``: cowboys of each seat, where it matters."""

    brands: Mapping[str, str]
    ranches: Mapping[str, str]
    position: Position | None
    colours: Mapping[str, str] = field(default_factory=dict)
    """where cattle has a colour: cell -> seat"""
    riders: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """``number`` counts the turns of the game, from 1."""

    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """``cow``: the faces of the light dice; ``cowboy``: those of the dark ones (§6.1)."""

    seat: str
    cow: tuple[int, ...]
    cowboy: tuple[int, ...]
    by_box: bool


@dataclass(frozen=True, slots=True)
class JailPaid(Event):
    """The bill of a turn (§7.2): so many are released, so many ``stay`` and are fed."""

    seat: str
    released: int
    stay: int
    bill: int


@dataclass(frozen=True, slots=True)
class CowboyReleased(Event):
    """A released cowboy stands on the board again (§7.5)."""

    seat: str
    cell: str


@dataclass(frozen=True, slots=True)
class CowMoved(Event):
    """``left``: steps that the herd still has, where all its cattle share them (1983 §4.1)."""

    seat: str
    frm: str
    to: str
    die: int
    face: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class CowboyMoved(Event):
    """``what`` says what the move led to: a duel keeps the attacker on ``frm`` until it is won."""

    seat: str
    frm: str
    to: str
    die: int
    face: int
    what: MoveKind
    other: str = ""
    """whose cow or cowboy stood there"""


@dataclass(frozen=True, slots=True)
class CowPlaced(Event):
    """The stolen cow stands on the thief's ranch."""

    thief: str
    victim: str
    frm: str
    to: str


@dataclass(frozen=True, slots=True)
class DuelRolled(Event):
    """Both dice of a duel; when they are equal it goes on (§11.1)."""

    attacker: str
    defender: str
    attacker_die: int
    defender_die: int
    by_box: bool


@dataclass(frozen=True, slots=True)
class DuelWon(Event):
    """``jailed``: the loser's cowboy went to jail; otherwise the winner still places it."""

    winner: str
    loser: str
    cell: str
    jailed: bool


@dataclass(frozen=True, slots=True)
class LoserPlaced(Event):
    """The winner has put the loser's cowboy on ``cell``; they fought on ``frm`` (§11.2)."""

    loser: str
    frm: str
    cell: str


@dataclass(frozen=True, slots=True)
class StepEnded(Event):
    """The player is done with this step of the turn."""

    seat: str
    step: Step


@dataclass(frozen=True, slots=True)
class SaleOpened(Event):
    """A cow is on the corral, and the others vote about it (§12.2)."""

    seller: str


@dataclass(frozen=True, slots=True)
class StickerShown(Event):
    """The sticker is on the table; ``payments`` fall due together (§12.7)."""

    seller: str
    sticker: Sticker
    state: CorralCard
    by: str
    payments: tuple[Posting, ...] = ()


@dataclass(frozen=True, slots=True)
class CowSold(Event):
    """The sale is settled; the postings are its payments (§12.4, §12.5)."""

    seller: str
    sticker: Sticker
    state: CorralCard
    votes: Mapping[str, CorralCard]


@dataclass(frozen=True, slots=True)
class WentBankrupt(Event):
    """``out``: he leaves the game (option ``bankrupt_player``)."""

    seat: str
    out: bool


@dataclass(frozen=True, slots=True)
class TheftRecorded(Event):
    """Level *bank*: a cow changed ranches on the board (§10.1)."""

    thief: str
    victim: str


@dataclass(frozen=True, slots=True)
class JailedRecorded(Event):
    """Level *bank*: a duel sent a cowboy of ``seat`` to jail (§11.2)."""

    seat: str
    by: str


@dataclass(frozen=True, slots=True)
class TownRecorded(Event):
    """Level *bank*: a cow of the seller reached Abilene (§12.1)."""

    seller: str


@dataclass(frozen=True, slots=True)
class BoardArranged(Event):
    """``colours``: of the cattle whose colour was said."""

    seat: str
    position: Position
    colours: Mapping[str, str] = field(default_factory=dict)


EVENTS: tuple[type[Event], ...] = (
    HerdsPlaced,
    TurnBegan,
    DiceRolled,
    JailPaid,
    CowboyReleased,
    CowMoved,
    CowboyMoved,
    CowPlaced,
    DuelRolled,
    DuelWon,
    LoserPlaced,
    StepEnded,
    SaleOpened,
    StickerShown,
    CowSold,
    WentBankrupt,
    TheftRecorded,
    JailedRecorded,
    TownRecorded,
    BoardArranged,
)
