"""The listed beginning of a town that is built alone: Lincoln's cards, the start cards, the stars, the Indian die.

Nobody who tries the game alone has a pile to turn up, or a die: the box has them, and they are the same every time.
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
"""his expectations in each turn"""
STARTS = ("Marshal Bright", "Parson Reed")
"""the Western Town cards, by the order of the seats"""
SIDE = Side.RED_ORANGE
"""the side that the Indian die shows: the second throw brings an attack"""
PLAYS: Mapping[int, tuple[str, ...]] = {
    1: ("homestead", "carpenter", "gold mine"),
    2: ("marshal", "gold mine", "carpenter"),
    3: ("general store", "carpenter", "marshal"),
}
"""the cards that are suggested to the person in each turn, in this order"""


def guided(table: Table[State, HouseRules]) -> bool:
    """Return whether one of the first three turns is played."""
    return bool(table.alone) and table.play.turn <= GUIDED_TURNS


def lincoln_of(table: Table[State, HouseRules]) -> TurnUpCard:
    """Return the Lincoln card of this turn, which only the box can turn up."""
    return TurnUpCard(LINCOLN[(table.play.turn - 1) % len(LINCOLN)])


def start_of(table: Table[State, HouseRules], seat: str, left: Sequence[str]) -> str:
    """Return the Western Town card of this seat, the listed one as long as nobody has it."""
    listed = STARTS[table.play.seats.index(seat) % len(STARTS)]
    return listed if listed in left else left[0] if left else ""


def listed(table: Table[State, HouseRules], seat: str, command: Command) -> Command:
    """Return what the box has drawn with the listed stars or the listed side; see ``FirstGame.listed``."""
    if not table.alone:
        return command
    match command:
        case DrawStars(added=(), removed=()):
            return replace(command, lots=(0,) * len(command.lots))
        case ThrowDie(by_box=True):
            return ThrowDie(SIDE, by_box=True)
        case _:
            return command
