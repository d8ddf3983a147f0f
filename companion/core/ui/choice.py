"""Choices: a command, the words on its button, its price, and what is left to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.core.errors import RuleRef
from companion.core.text import Text


class Shade(StrEnum):
    """The look of a die beside the others of its roll."""

    ANY = "any"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class DieLook:
    """The look of a kind of die in a picture.

    It has pips, or on every face ``symbols``: the colours of what is drawn there ("red", "orange"), by the value of the
    face.
    """

    shade: Shade = Shade.ANY
    symbols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class FieldKind(StrEnum):
    """The way in which a value is asked for."""

    AMOUNT = "amount"
    """money: chips of the edition's quick amounts that add up, and a field"""
    PICK = "pick"
    """one of the options: large buttons"""
    NUMBER = "number"
    """a whole number that is no money, perhaps below zero: keys for its digits, and a field"""
    WORDS = "words"
    """a short text"""


@dataclass(frozen=True, slots=True)
class Option:
    """A value to pick. ``mark`` is a short symbol (a die's pips, a letter) drawn beside the label.

    ``usual``: picked beforehand, because most people want that. ``look``: a word for how it looks, which the game's own
    sheet draws. ``given``: by the names of fields of the same command, the values with which alone this one goes
    together.
    """

    value: str | int | bool | None
    label: Text
    detail: Text | None = None
    mark: str = ""
    usual: bool = False
    look: str = ""
    given: Mapping[str, tuple[str | int | bool | None, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Interest:
    """The cost of a loan: ``percent`` of it, rounded up to a multiple of ``step``. A screen says it while one types."""

    percent: int
    step: int


@dataclass(frozen=True, slots=True)
class DoubtfulDie:
    """A die that a picture shows, but not clearly. ``question`` asks for its face, and says which die it is.

    ``picture`` is the address of a picture of this die alone, which holds the picture itself ("data:…"); ``likely`` are
    the faces that it shows most probably.
    """

    question: Text
    picture: str
    likely: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a command that the player fills in. ``group`` fields stand side by side (five dice)."""

    name: str
    label: Text
    kind: FieldKind
    options: tuple[Option, ...] = ()
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    required: bool = True
    initial: str | int | None = None
    index: int | None = None
    """position within a list value: two fields named ``dice`` with index 0, 1 fill one tuple"""
    interest: Interest | None = None
    """of an amount that is borrowed: shown as what is to be repaid"""
    on_board: bool = False
    """its options are regions of the board, by their letters: a picture of it stands beside them"""
    mine: bool = False
    """of its options, which are seats, the phone picks its own beforehand: so the page is the same for all"""
    minus: Text | None = None
    """of a number: the words on a second button, which gives it below zero"""
    die: str = ""
    """the kind of the die whose faces are its options, as ``Page.dice`` and ``Game.die_looks`` name it"""
    doubt: DoubtfulDie | None = None
    """of a die: its picture, from which the box could not read its face for certain"""

    @property
    def is_die(self) -> bool:
        """Return whether its options are the faces of a die; the dice of a command are typed on one pad."""
        return bool(self.options) and all(option.mark.startswith("die-") for option in self.options)


class Weight(StrEnum):
    """The prominence of a choice: one primary a page; quiet ones are folded away; dangerous ones ask once more."""

    PRIMARY = "primary"
    NORMAL = "normal"
    QUIET = "quiet"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Choice:
    """A command that may be given now. ``fixed`` are the parts already decided."""

    kind: str
    """of the command: ``kind_of`` its class"""
    label: Text
    fixed: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    details: tuple[Text, ...] = ()
    rule: RuleRef | None = None
    weight: Weight = Weight.NORMAL
    title: Text | None = None
    """a heading above the form when it has fields"""
    folded: bool = False
    """its form is in a fold beside the game's folded parts, and made only when somebody opens it"""
    payee: str = ""
    """its field that a tap on a player, the bank or a pot fills in: the sheet for paying these shows the choice"""
    sure: bool = False
    """it is asked once more before it is given, as a dangerous one is, with its details"""
    at_once: bool = False
    """of one field, each of whose options is a button that gives the command: *Undo* stands in for a second tap"""
