"""The listed beginning of a game of 1993 that is tried alone: three rounds and a turn, and dice for those after them.

Everyone begins with little money. Its turns meet a theft, a vote, a duel that ends in jail, a bill that takes a loan, a
rustled cow that is believed, one that is found out, a ranch with its last cow, and the last of eight sales.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.messages import Command
from companion.core.table.table import Table
from companion.games.abilene.common.opening import ListedTurn, Opening
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.messages import RollDice, RollDuel
from companion.games.abilene.edition_1993.money.herds import CorralCard, Sticker

OWN, NONE, FOREIGN = CorralCard.OWN, CorralCard.NONE, CorralCard.FOREIGN
RULES = {"cows_to_sell": 8, "starting_money": 200}
GUIDED_ROUNDS = 3

STICKERS: Mapping[str, Sticker] = {
    "A5-1": Sticker("A", 600),
    "A6-5": Sticker("A", 300),
    "D5-3": Sticker("D", 300),
    "E5-1": Sticker("E", 600),
    "E5-2": Sticker("E", 1000),
}
"""Cell at the start -> what is under its cow; what is under the others is dealt, always alike."""

MIA, ANNIE, BUCK, COLE = "E", "A", "B", "D"

FIRST_ROUND = (
    ListedTurn(
        (3, 0), (3, 2, 1), (("E5-2", "E4-3"),), (("E4-1", "D5-3"), ("E3-1", "E4-0"), ("E4-2", "E3-2")), ("E5-2",)
    ),
    ListedTurn(
        (4, 0),
        (1, 1, 1),
        (("A5-1", TOWN),),
        (("A3-1", "A3-2"), ("A4-1", "A5-1"), ("A4-2", "A4-3")),
        votes={BUCK: OWN, COLE: OWN},
    ),
    ListedTurn(
        (3, 2),
        (1, 1, 1),
        (("B5-2", "B3-2"), ("B5-1", "B4-0")),
        (("B5-0", "A6-5"), ("B3-1", "B3-0"), ("B4-1", "B5-2")),
        ("B5-1",),
    ),
    ListedTurn(
        (3, 2),
        (1, 1, 1),
        (("D5-2", "D3-2"), ("D5-1", "D4-0")),
        (("D4-2", "D5-3"), ("D3-1", "D2-1"), ("D4-1", "D3-1")),
        duel=(3, 2),
    ),
)
SECOND_ROUND = (
    ListedTurn(
        (5, 4),
        (2, 1, 1),
        (("E5-2", TOWN),),
        (("E3-2", "E2-0"), ("E4-0", "E4-1"), ("E5-0", "E4-0")),
        votes={ANNIE: OWN, BUCK: OWN, COLE: NONE},
    ),
    ListedTurn((2, 1), (1, 1, 1), (("A5-2", "A4-0"),), (("A3-2", "A4-2"), ("A4-3", "A3-2"), ("A5-1", "A5-2"))),
    ListedTurn(
        (4, 0),
        (4, 2, 1),
        (("B5-1", TOWN),),
        (("B3-0", "A5-3"), ("A6-5", "A6-4"), ("B4-2", "A3-1")),
        ("B5-1", "B7-0"),
        votes={ANNIE: FOREIGN, COLE: OWN},
    ),
    ListedTurn((3, 1), (2, 2, 1), (), (("D5-4", "E5-1"), ("D2-1", "D2-0"), ("D3-1", "D2-1")), ("D5-1",)),
)
THIRD_ROUND = (
    ListedTurn(
        (4, 3),
        (3, 2, 2),
        (("E4-3", TOWN),),
        (("E2-0", "E4-3"), ("E4-0", "E3-1"), ("E4-1", "E3-2")),
        votes={ANNIE: OWN, BUCK: OWN, COLE: OWN},
    ),
    ListedTurn(
        (3, 5), (1, 1, 1), (("A4-0", TOWN), ("A6-1", TOWN)), (("A3-2", "A4-3"), ("A4-2", "A3-2"), ("A5-0", "A5-1"))
    ),
    ListedTurn((2, 1), (4, 1, 1), (), (("A3-1", "A6-0"), ("A6-4", "A6-3"), ("B5-2", "B4-1")), ("B7-1", "B7-2")),
    ListedTurn(
        (4, 0),
        (1, 1, 1),
        (("D5-1", TOWN),),
        (("D2-0", "D3-0"), ("D2-1", "D2-0"), ("D5-0", "D5-1")),
        votes={ANNIE: OWN, BUCK: NONE},
    ),
)
LAST_TURN = ListedTurn(
    (4, 0),
    (2, 1, 1),
    (("E5-3", TOWN),),
    (("E3-1", "E5-1"), ("E3-2", "E2-1"), ("E4-3", "E4-2")),
    duel=(4, 2),
    votes={ANNIE: FOREIGN, BUCK: OWN, COLE: OWN},
)
LATER_DICE = ((4, 1), (1, 2, 1)), ((4, 2), (2, 1, 1)), ((5, 1), (1, 3, 2)), ((5, 3), (2, 1, 3))
"""of the turns after those, in which everybody moves as they like"""
LATER_ROUNDS = 4

OPENING = Opening(
    (MIA, ANNIE, BUCK, COLE),
    (
        *FIRST_ROUND,
        *SECOND_ROUND,
        *THIRD_ROUND,
        LAST_TURN,
        *(ListedTurn(*dice) for dice in LATER_DICE * LATER_ROUNDS),
    ),
    RULES,
)


def dealt_alike(under: Mapping[str, Sticker]) -> dict[str, Sticker]:
    """Return what is under the cows with the listed stickers in their places: each changes place with one like it."""
    found = dict(under)
    for cell, sticker in STICKERS.items():
        like_it = [each for each, dealt in found.items() if dealt == sticker and (each == cell or each not in STICKERS)]
        if like_it:  # nowhere, where a player has another brand than the letter of the ranch
            found[cell], found[like_it[0]] = sticker, found[cell]
    return found


def listed(table: Table, seat: str, command: Command) -> Command:
    """Return the roll with the listed dice; see ``FirstGame.listed``."""
    turn = OPENING.turn(table)
    match command:
        case RollDice(by_box=True) if turn:
            return replace(command, cow=turn.cow_dice, cowboy=turn.cowboy_dice)
        case RollDuel(by_box=True) if turn and all(turn.duel):
            return replace(command, attacker=turn.duel[0], defender=turn.duel[1])
        case _:
            return command


def guided(table: Table) -> bool:
    """Return whether one of the first three rounds is played."""
    return bool(table.alone) and table.play.turn.number <= GUIDED_ROUNDS * len(table.play.order)
