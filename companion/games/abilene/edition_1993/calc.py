"""Answers rule questions of the edition of 1993 by asking the functions that the game itself asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.text import Who, say
from companion.games.abilene.common.board.movement_facts import FACTS_1993
from companion.games.abilene.common.board.position import check, from_calc
from companion.games.abilene.common.board.ranches import MOST_PLAYERS
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.calc import (
    Answerable,
    Count,
    Dollars,
    Placing,
    Reach,
    Seat,
    answers,
    known_options,
)
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explain
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.money.corral import CorralCard
from companion.games.abilene.edition_1993.money.prices import jail_bill, repayment, settle_sale
from companion.games.abilene.edition_1993.money.tally import PlayerLoan, tally

HIGHEST_FACE = {"cow": max(COW_FACES), "cowboy": max(COWBOY_FACES)}
DICE = RuleRef("1993", "1.5")


def _possible_angle(rules: HouseRules) -> HouseRules:
    if rules.max_turn_angle not in (60, 120):
        raise ValueError("max_turn_angle is 60 or 120")
    return rules


Options = Annotated[HouseRules, BeforeValidator(known_options(HouseRules)), AfterValidator(_possible_angle)]


class Question(Answerable):
    """What every question of 1993 may carry."""

    options: Options = HouseRules()


class Sale(Question):
    """Who wins and pays what when a cow is sold (§12)."""

    state: CorralCard
    value: Dollars
    seller: Seat
    votes: Annotated[dict[Seat, CorralCard], Field(max_length=MOST_PLAYERS - 1)]

    def answer(self) -> object:
        settled = settle_sale(self.state, self.value, self.seller, self.votes, self.options)
        return {"bank": settled.bank, "deltas": settled.deltas}


class Dest(Question, Reach):
    """Every legal destination of one figure with one die, and what happens there (§8-§11)."""

    def answer(self) -> object:
        return self.reached(HIGHEST_FACE, DICE, self.options, FACTS_1993)


Cattle = Annotated[list[Annotated[int, Field(ge=0, le=HIGHEST_FACE["cow"])]], Field(max_length=COW_DICE)]
Dark = Annotated[list[Annotated[int, Field(ge=0, le=HIGHEST_FACE["cowboy"])]], Field(max_length=COWBOY_DICE)]


class Explain(Question):
    """Whether the cattle and cowboy steps of one turn can lead from one position to another (§8-§11, §19)."""

    before: Placing
    after: Placing
    cow_dice: Cattle
    cowboy_dice: Dark
    seat: Seat

    def answer(self) -> object:
        if self.before.board != self.after.board:
            raise BadRequest(say("The two positions are on different boards."))
        layout = reference_board(self.before.board)
        before, after = (from_calc(placing.model_dump()) for placing in (self.before, self.after))
        check(layout, before)
        check(layout, after)
        if self.seat not in before.ranch_of:
            raise BadRequest(say("%(who)s has no ranch here.", who=Who(self.seat)))
        turn = TurnContext(self.seat, tuple(self.cow_dice), tuple(self.cowboy_dice))
        return explain(layout, before, after, turn, self.options) is not None


class Jail(Question):
    """The jail bill, or None when so many may not be released (§7)."""

    jailed: Count
    released: Count

    def answer(self) -> object:
        try:
            return jail_bill(self.jailed, self.released, self.options)
        except IllegalMove:
            return None


class Loan(Question):
    """What is to be repaid for a bank loan (§12.10)."""

    amount: Dollars

    def answer(self) -> object:
        return repayment(self.amount)


class Tally(Question):
    """The final count (§14)."""

    cash: Annotated[dict[Seat, Dollars], Field(min_length=1, max_length=MOST_PLAYERS)]
    bank_loans: dict[Seat, list[Dollars]] = Field(default_factory=dict)
    player_loans: list[tuple[Seat, Seat, Dollars]] = Field(default_factory=list)
    out: list[Seat] = Field(default_factory=list)

    def answer(self) -> object:
        loans = [PlayerLoan(*loan) for loan in self.player_loans]
        count = tally(self.cash, self.bank_loans, loans, self.out)
        return {"scores": count.scores, "ranking": count.ranking, "winners": count.winners}


KINDS: Mapping[str, type[Answerable]] = {
    "sale": Sale,
    "dest": Dest,
    "explain": Explain,
    "jail": Jail,
    "loan": Loan,
    "tally": Tally,
}
ANSWERS = answers(KINDS)
