"""Answers rule questions of the edition of 1983 by asking the functions that the game itself asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, Field

from companion.core.errors import RuleRef
from companion.core.plugin import Answer
from companion.games.abilene.common.board.movement import DEFAULTS
from companion.games.abilene.common.board.reference_boards import MAX_PLAYERS
from companion.games.abilene.common.calc import Dollars, Reach, Seat
from companion.games.abilene.edition_1983 import prices
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.messages import FACES
from companion.games.abilene.edition_1983.reducer import STEPS
from companion.games.calc import answers, known_options


class Question1983(BaseModel):
    """The fields that every question of 1983 may carry."""

    options: Annotated[SteerRules, known_options(SteerRules, null=False)] = SteerRules()


def sale(
    asked: Question1983,
    rustled: bool,
    healthy: bool,
    seller: Seat,
    votes: Annotated[dict[Seat, prices.Belief], Field(max_length=MAX_PLAYERS - 1)],
) -> object:
    """Return who wins and pays what when a steer is sold (1983 §7)."""
    settled = prices.settle_steer(rustled, healthy, seller, votes, asked.options)
    return {"bank": settled.bank, "deltas": settled.deltas}


class AskedReach(Question1983, Reach):
    """A figure and a die, or steps."""


def dest(asked: AskedReach) -> object:
    """Return every legal destination of a steer with so many steps, or of a cowboy with one die (1983 §4-§6)."""
    highest = {"cow": STEPS, "cowboy": max(FACES)}
    return asked.reached(highest, RuleRef("1983", "1.4"), DEFAULTS, asked.options.facts)


def interest(asked: Question1983, debt: Dollars) -> object:
    """Return what a debt to the bank costs at the end (1983 §9.2)."""
    return prices.interest(debt, asked.options)


ANSWERS: Mapping[str, Answer] = answers({"sale_hex": sale, "dest_hex": dest, "interest_hex": interest}, Question1983)
