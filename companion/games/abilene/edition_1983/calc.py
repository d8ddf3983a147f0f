"""Answers rule questions of the edition of 1983 by asking the functions that the game itself asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from companion.core.errors import RuleRef
from companion.games.abilene.common.board.movement import DEFAULTS
from companion.games.abilene.common.board.ranches import MOST_PLAYERS
from companion.games.abilene.common.calc import Answerable, Dollars, Reach, Seat, answers, known_options
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.messages import FACES
from companion.games.abilene.edition_1983.prices import Belief, interest, settle_steer
from companion.games.abilene.edition_1983.reducer import STEPS
from companion.games.abilene.edition_1983.rules.turn import facts_for

HIGHEST = {"cow": STEPS, "cowboy": max(FACES)}

Options = Annotated[SteerRules, BeforeValidator(known_options(SteerRules))]


class SteerQuestion(Answerable):
    """What every question of 1983 may carry."""

    options: Options = SteerRules()


class SaleHex(SteerQuestion):
    """Who wins and pays what when a steer is sold (1983 §7)."""

    rustled: bool
    healthy: bool
    seller: Seat
    votes: Annotated[dict[Seat, Belief], Field(max_length=MOST_PLAYERS - 1)]

    def answer(self) -> object:
        settled = settle_steer(self.rustled, self.healthy, self.seller, self.votes, self.options)
        return {"bank": settled.bank, "deltas": settled.deltas}


class DestHex(SteerQuestion, Reach):
    """Every legal destination of a steer with so many steps, or of a cowboy with one die (1983 §4-§6)."""

    def answer(self) -> object:
        return self.reached(HIGHEST, RuleRef("1983", "1.4"), DEFAULTS, facts_for(self.options))


class InterestHex(SteerQuestion):
    """What a debt to the bank costs at the end (1983 §9.2)."""

    debt: Dollars

    def answer(self) -> object:
        return interest(self.debt, self.options)


KINDS: Mapping[str, type[Answerable]] = {"sale_hex": SaleHex, "dest_hex": DestHex, "interest_hex": InterestHex}
ANSWERS = answers(KINDS)
