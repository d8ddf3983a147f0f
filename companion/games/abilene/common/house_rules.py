"""The readings that the rules of every edition ask for, as frozen values; each edition adds its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.core.edition import offered, offered_amount
from companion.core.text import say


class Transit(StrEnum):
    """Readings of leaving the town as the one turn of a move (rules 1993 A4, §9.8)."""

    STRAIGHT_FREE = "straight_free"
    ALWAYS_TURN = "always_turn"
    FREE = "free"


class CashVisibility(StrEnum):
    """Visibility of the money (rules 1993 A17, §5.5; 1983 §3.2)."""

    PRIVATE = "own"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class MovementRules:
    """A table's reading of the rules of movement (rules 1993 §16).

    The defaults here are those of the other edition, which forbids turning straight back and no more (1983 §4.5).
    """

    abilene_transit: Transit = Transit.STRAIGHT_FREE
    max_turn_angle: int = 120
    cowboy_may_stop_in_abilene: bool = True


CASH_VISIBILITY = {CashVisibility.PRIVATE: say("only you"), CashVisibility.ALL: say("everyone")}


def who_sees_cash(section: str) -> Any:
    """Return the option of every edition that says who sees the money of whom."""
    return offered(CashVisibility.PRIVATE, section, say("Who sees how much money you have?"), CASH_VISIBILITY)


def camera_applies(section: str) -> Any:
    """Return the option of every edition that a camera can follow: one legal explanation is applied unasked."""
    sentence = say("With a camera: must the player confirm a legal move that it has read?")
    return offered(False, section, sentence, {True: say("no, it counts at once"), False: say("yes, with one tap")})


MIN_STARTING_MONEY, MAX_STARTING_MONEY = 100, 100_000


def starting_money(section: str, usual: int, *other_amounts: int) -> Any:
    """Return the option of every edition that says with how much money the players begin."""
    sentence = say("With how much money does everyone begin?")
    return offered_amount(usual, section, sentence, MIN_STARTING_MONEY, MAX_STARTING_MONEY, usual, *other_amounts)
