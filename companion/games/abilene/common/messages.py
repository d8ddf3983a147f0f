"""The commands and events of Abilene that every edition has (rules 1993 §6-12, 1983 §4-6).

Dice are named by their index among those of the turn, cells by their id on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.messages import Command, Event, defined_in
from companion.games.abilene.common.board.movement import MoveKind
from companion.games.abilene.common.board.position import Position


class Step(StrEnum):
    """The steps of a turn (§6.1); at the level *bank* everything between jail and end is ``TABLE``."""

    DICE = "dice"
    JAIL = "jail"
    CATTLE = "cattle"
    COWBOYS = "cowboys"
    TABLE = "table"
    SALE = "sale"


# --- commands ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveCow(Command):
    """Command to move one cow with the light die of this index (§8.1)."""

    frm: str
    to: str
    die: int


@dataclass(frozen=True, slots=True)
class MoveCowboy(Command):
    """Command to move one cowboy with the dark die of this index (§9.1)."""

    frm: str
    to: str
    die: int


@dataclass(frozen=True, slots=True)
class PlaceCow(Command):
    """Command to put the stolen cow on the thief's own ranch (§10.2)."""

    cell: str


@dataclass(frozen=True, slots=True)
class EndStep(Command):
    """Command that says that this step of the turn is done."""

    step: Step


@dataclass(frozen=True, slots=True)
class RecordTheft(Command):
    """Command to record, at the level *bank*, that the active player stole a cow from this player's ranch."""

    victim: str


@dataclass(frozen=True, slots=True)
class ArrangeBoard(Command):
    """Command to put all figures at their true places, when table and screen disagree."""

    cows: tuple[str, ...]
    cowboys: Mapping[str, str]
    """cell -> seat"""
    town: Mapping[str, int]
    jail: Mapping[str, int]

    @property
    def colours(self) -> Mapping[str, str]:
        """Return the cattle whose colour was said: cell -> seat."""
        return {}


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HerdsPlaced(Event):
    """Set-up of the herds (§3); ``position`` None at the level *bank*. ``riders``: cowboys of a seat, if it matters."""

    brands: Mapping[str, str]
    ranches: Mapping[str, str]
    position: Position | None
    colours: Mapping[str, str] = field(default_factory=dict)
    """where cattle has a colour: cell -> seat"""
    riders: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Beginning of a turn; ``number`` counts the turns of the game, from 1."""

    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Roll of a turn. ``cow``: the faces of the light dice; ``cowboy``: those of the dark ones (§6.1)."""

    seat: str
    cow: tuple[int, ...]
    cowboy: tuple[int, ...]
    by_box: bool


@dataclass(frozen=True, slots=True)
class CowMoved(Event):
    """Move of a cow. ``left``: steps that the herd still has, where all its cattle share them (1983 §4.1)."""

    seat: str
    frm: str
    to: str
    die: int
    face: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class CowboyMoved(Event):
    """Move of a cowboy; ``what`` says what it led to: a duel keeps the attacker on ``frm`` until it is won."""

    seat: str
    frm: str
    to: str
    die: int
    face: int
    what: MoveKind
    other: str = ""
    """the owner of the cow or cowboy that stood there"""


@dataclass(frozen=True, slots=True)
class CowPlaced(Event):
    """Placement of the stolen cow on the thief's ranch."""

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
class StepEnded(Event):
    """End of this step of the turn."""

    seat: str
    step: Step


@dataclass(frozen=True, slots=True)
class TheftRecorded(Event):
    """Theft of a cow on the board at the level *bank* (§10.1)."""

    thief: str
    victim: str


@dataclass(frozen=True, slots=True)
class BoardArranged(Event):
    """Correction of the true places of all figures. ``colours``: of the cattle whose colour was said."""

    seat: str
    position: Position
    colours: Mapping[str, str] = field(default_factory=dict)


COMMANDS = defined_in(__name__, Command)
EVENTS = defined_in(__name__, Event)
