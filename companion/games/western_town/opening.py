"""The scripted opening of a game that is tried alone: Lincoln's cards, the start cards, the stars, the Indian die.

A person who tries the game alone has neither cards nor a die. The box draws for everybody, the same every time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.rulebook.camp import Side
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.setup import Variant
from companion.games.western_town.state import State
from companion.games.western_town.turn.stars import DrawStars

RULES = {"variant": Variant.SHORT.value}
OPPONENTS = 1
GUIDED_TURNS = 3

LINCOLN: Sequence[tuple[Expectation, ...]] = (
    (Expectation.INHABITANTS,),
    (Expectation.LURE, Expectation.INHABITANTS),
    (Expectation.EXPORTED,),
    (Expectation.INHABITANTS, Expectation.LURE),
)
"""Lincoln's expectations in each turn"""
STARTS = ("Marshal Bright", "Parson Reed")
"""the Western Town card of each seat, in the order of the seats"""
SIDE = Side.RED_ORANGE
"""the side that every throw of the Indian die shows: the second one sets off an attack"""
PLAYS: Mapping[int, tuple[str, ...]] = {
    1: ("homestead", "carpenter", "gold mine"),
    2: ("marshal", "gold mine", "carpenter"),
    3: ("general store", "carpenter", "marshal"),
}
"""turn -> the cards that are suggested to the person, in this order"""


def guided(table: Table[State, HouseRules]) -> bool:
    """Return whether the table is in the turns in which a person who plays alone is advised."""
    return bool(table.alone) and table.play.turn <= GUIDED_TURNS


def lincoln_of(table: Table[State, HouseRules]) -> TurnUpCard:
    """Return the command that turns up the scripted Lincoln card of this turn."""
    return TurnUpCard(LINCOLN[(table.play.turn - 1) % len(LINCOLN)])


def start_of(table: Table[State, HouseRules], seat: str, left: Sequence[str]) -> str:
    """Return the scripted start card of this seat, or the first one ``left`` where it is taken; "" if none is left."""
    scripted = STARTS[table.play.seats.index(seat) % len(STARTS)]
    if scripted in left:
        return scripted
    return left[0] if left else ""


def listed(table: Table[State, HouseRules], seat: str, command: Command) -> Command:
    """Return the command with the scripted draws in place of the box's own; see ``FirstGame.listed``."""
    if not table.alone:
        return command
    match command:
        case DrawStars(added=(), removed=()):
            return replace(command, lots=(0,) * len(command.lots))
        case ThrowDie(by_box=True):
            return ThrowDie(SIDE, by_box=True)
        case _:
            return command
