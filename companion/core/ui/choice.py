"""Choices: a command that a page offers, the words on its button, and the fields left to fill in."""

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
    """The look of a kind of die: pips, or ``symbols``, which maps the value of a face to the colours drawn on it."""

    shade: Shade = Shade.ANY
    symbols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class FieldKind(StrEnum):
    """The kind of control with which a value is entered."""

    AMOUNT = "amount"
    """money: a field, and chips with the edition's quick amounts that add up"""
    PICK = "pick"
    """one of the options: large buttons"""
    NUMBER = "number"
    """a whole number that is not money, perhaps below zero: a field, and keys for its digits"""
    WORDS = "words"
    """a short text"""


@dataclass(frozen=True, slots=True)
class Option:
    """A value to pick. ``mark`` is a short symbol (a die's pips, a letter) drawn beside the label.

    ``usual``: preselected, because most people want it. ``look``: a class for the game's own style sheet. ``given``:
    name of another field of the command -> the values of it that this option can be combined with.
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
    """The interest on a loan, shown as it is typed: ``percent`` of it, rounded up to a multiple of ``step``."""

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
    """A field of a command that the player fills in."""

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
    """the index within a list value: two fields named ``dice`` with index 0 and 1 fill one tuple"""
    interest: Interest | None = None
    """for an amount that is borrowed: the page shows what is to be repaid"""
    on_board: bool = False
    """whether the options are regions of the board, by their letters: a picture of the board is shown beside them"""
    mine: bool = False
    """whether the phone preselects its own seat among the options: the page itself is the same for all seats"""
    minus: Text | None = None
    """for a number: the label of a second button, which sends it with a minus sign"""
    die: str = ""
    """the kind of the die whose faces are its options, as ``Page.dice`` and ``Game.die_looks`` name it"""
    doubt: DoubtfulDie | None = None
    """of a die: its picture, from which the box could not read its face for certain"""

    @property
    def is_die(self) -> bool:
        """Return whether the options are the faces of a die; all dice of a command share one keypad."""
        return bool(self.options) and all(option.mark.startswith("die-") for option in self.options)


class Weight(StrEnum):
    """The prominence of a choice: one primary a page; quiet ones are folded away, dangerous ones confirmed."""

    PRIMARY = "primary"
    NORMAL = "normal"
    QUIET = "quiet"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Choice:
    """A command that a page offers. ``fixed`` are the fields with a decided value, ``fields`` those to fill in."""

    kind: str
    """the kind of the command: ``kind_of`` its class"""
    label: Text
    fixed: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    details: tuple[Text, ...] = ()
    rule: RuleRef | None = None
    weight: Weight = Weight.NORMAL
    title: Text | None = None
    """the heading above a form with fields"""
    folded: bool = False
    """whether the form is folded away, beside the game's folded parts, and fetched only when it is opened"""
    payee: str = ""
    """the field that a tap on a player, the bank or a pot fills in; the sheet for paying them shows the choice"""
    sure: bool = False
    """whether the choice is confirmed, with its details, as a dangerous one is"""
    at_once: bool = False
    """whether each option of the only field is a button that sends the command; *Undo* takes back a slip"""
