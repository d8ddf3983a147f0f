"""Answers rule questions of the edition of 1993 by asking the functions that the game itself asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.plugin import Answer
from companion.core.table.table import ranking
from companion.core.text import say
from companion.games.abilene.common.board.movement_facts import FACTS_1993
from companion.games.abilene.common.board.reference_boards import MAX_PLAYERS
from companion.games.abilene.common.calc import Count, Dollars, Placing, Reach, Seat
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.edition_1993.camera.explain import TurnContext
from companion.games.abilene.edition_1993.camera.explain import explain as explained
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.money.herds import CorralCard
from companion.games.abilene.edition_1993.money.prices import PlayerLoan, jail_bill, repayment, settle_sale
from companion.games.abilene.edition_1993.money.prices import tally as counted
from companion.games.calc import answers, known_options

HIGHEST_FACE = {"cow": max(COW_FACES), "cowboy": max(COWBOY_FACES)}


def _possible_angle(rules: HouseRules) -> HouseRules:
    if rules.max_turn_angle not in (60, 120):
        raise ValueError("max_turn_angle is 60 or 120")
    return rules


Options = Annotated[HouseRules, known_options(HouseRules, null=False), AfterValidator(_possible_angle)]


class Question1993(BaseModel):
    """The fields that every question of 1993 may carry."""

    options: Options = HouseRules()


def sale(
    asked: Question1993,
    state: CorralCard,
    value: Dollars,
    seller: Seat,
    votes: Annotated[dict[Seat, CorralCard], Field(max_length=MAX_PLAYERS - 1)],
) -> object:
    """Return who wins and pays what when a cow is sold (§12)."""
    settled = settle_sale(state, value, seller, votes, asked.options)
    return {"bank": settled.bank, "deltas": settled.deltas}


class AskedReach(Question1993, Reach):
    """A figure and a die."""


def dest(asked: AskedReach) -> object:
    """Return every legal destination of one figure with one die, and what happens there (§8-§11)."""
    return asked.reached(HIGHEST_FACE, RuleRef("1993", "1.5"), asked.options, FACTS_1993)


Cattle = Annotated[list[Annotated[int, Field(ge=0, le=HIGHEST_FACE["cow"])]], Field(max_length=COW_DICE)]
Dark = Annotated[list[Annotated[int, Field(ge=0, le=HIGHEST_FACE["cowboy"])]], Field(max_length=COWBOY_DICE)]


def explain(
    asked: Question1993, before: Placing, after: Placing, cow_dice: Cattle, cowboy_dice: Dark, seat: Seat
) -> object:
    """Return whether the cattle and cowboy steps of one turn can lead from one position to another (§8-§11, §19)."""
    if before.board != after.board:
        raise BadRequest(say("The two positions are on different boards."))
    (layout, start), (_, end) = before.stand(seat), after.stand()
    turn = TurnContext(seat, tuple(cow_dice), tuple(cowboy_dice))
    return explained(layout, start, end, turn, asked.options) is not None


def jail(asked: Question1993, jailed: Count, released: Count) -> object:
    """Return the jail bill, or None when so many may not be released (§7)."""
    try:
        return jail_bill(jailed, released, asked.options)
    except IllegalMove:
        return None


def loan(amount: Dollars) -> object:
    """Return what is to be repaid for a bank loan (§12.10)."""
    return repayment(amount)


def tally(
    cash: Annotated[dict[Seat, Dollars], Field(min_length=1, max_length=MAX_PLAYERS)],
    bank_loans: Mapping[Seat, list[Dollars]] = {},
    player_loans: Sequence[tuple[Seat, Seat, Dollars]] = (),
    out: Sequence[Seat] = (),
) -> object:
    """Return the final count (§14)."""
    scores = counted(cash, bank_loans, [PlayerLoan(*loan) for loan in player_loans], out)
    ranked = ranking(scores)
    return {"scores": scores, "ranking": ranked, "winners": [seat for rank, seat, _ in ranked if rank == 1]}


ANSWERS: Mapping[str, Answer] = answers(
    {"sale": sale, "dest": dest, "explain": explain, "jail": jail, "loan": loan, "tally": tally}, Question1993
)
