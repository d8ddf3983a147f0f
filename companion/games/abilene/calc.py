"""Answers rule questions of every edition by asking the functions that the game itself asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, StringConstraints

from companion.core.capabilities import Answer
from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.money.ledger import LARGEST
from companion.core.text import Who, say
from companion.games.abilene.common.board.movement import DEFAULTS, destinations
from companion.games.abilene.common.board.movement_facts import FACTS_1983, FACTS_1993, MovementFacts
from companion.games.abilene.common.board.position import calc_node, check, from_calc, node_of_calc
from companion.games.abilene.common.board.ranches import MOST_PLAYERS
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.house_rules import HouseRules
from companion.games.abilene.common.pieces import (
    COW_DICE,
    COW_FACES,
    COWBOY_DICE,
    COWBOY_FACES,
    COWBOYS_EACH,
    COWS_EACH,
)
from companion.games.abilene.common.tally import PlayerLoan, tally
from companion.games.abilene.edition_1983.house_rules import SteerRules, ThirdPrairie
from companion.games.abilene.edition_1983.messages import FACES
from companion.games.abilene.edition_1983.prices import Belief, interest, settle_steer
from companion.games.abilene.edition_1983.reducer import STEPS
from companion.games.abilene.edition_1993.camera.explain import TurnContext, explain
from companion.games.abilene.edition_1993.corral import CorralCard
from companion.games.abilene.edition_1993.prices import jail_bill, repayment, settle_sale

COWS = MOST_PLAYERS * COWS_EACH
HIGHEST_FACE = {"cow": max(COW_FACES), "cowboy": max(COWBOY_FACES)}
HIGHEST_1983 = {"cow": STEPS, "cowboy": max(FACES)}
DICE = RuleRef("1993", "1.5")


def _known_options(rules: type[HouseRules] | type[SteerRules]) -> Callable[[Any], Any]:
    """A misspelt option must not pass for its default."""
    known = {rule.name for rule in fields(rules)}

    def check_names(options: Any) -> Any:
        if isinstance(options, dict) and (strange := options.keys() - known):
            raise ValueError(f"there is no option {min(strange)!r}")
        return options

    return check_names


def _possible_angle(rules: HouseRules) -> HouseRules:
    if rules.max_turn_angle not in (60, 120):
        raise ValueError("max_turn_angle is 60 or 120")
    return rules


Options = Annotated[HouseRules, BeforeValidator(_known_options(HouseRules)), AfterValidator(_possible_angle)]
SteerOptions = Annotated[SteerRules, BeforeValidator(_known_options(SteerRules))]
Seat = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Dollars = Annotated[int, Field(ge=0, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=100)]
Place = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Answerable(BaseModel, ABC):
    """Any question; what it does not know it ignores, so that a case may bring what it expects."""

    @abstractmethod
    def answer(self) -> object:
        """The rules' answer as plain JSON values. Raises RuleError for a refusal."""


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


class Placing(BaseModel):
    """Where the figures stand, as questions write it: ``T`` is the town."""

    board: str
    ranch_of: Annotated[dict[Seat, Place], Field(min_length=1, max_length=MOST_PLAYERS)]
    cows: Annotated[list[Place], Field(max_length=COWS)]
    cowboys: dict[Seat, Annotated[list[Place], Field(max_length=COWBOYS_EACH)]]
    jail: dict[Seat, Count] = {}
    waiting: dict[Seat, Count] = {}
    corral: Count = 0


class Reach(BaseModel):
    """One figure and one die, in any edition."""

    position: Placing
    piece: Literal["cow", "cowboy"]
    cell: Place
    die: Count
    seat: Seat

    def reached(self, highest: Mapping[str, int], dice: RuleRef, rules: HouseRules, facts: MovementFacts) -> object:
        """Every legal destination and what happens there; raises BadRequest for what cannot be on a table."""
        if self.die > highest[self.piece]:
            raise BadRequest(say("No die for a %(piece)s shows %(die)s.", piece=self.piece, die=self.die), dice)
        layout = reference_board(self.position.board)
        position = from_calc(self.position.model_dump())
        check(layout, position)
        if self.seat not in position.ranch_of:
            raise BadRequest(say("%(who)s has no ranch here.", who=Who(self.seat)))
        if (self.piece == "cow") != (self.cell in position.cows):
            raise BadRequest(say("No %(piece)s stands on %(cell)s.", piece=self.piece, cell=self.cell))
        found = destinations(layout, position, node_of_calc(self.cell), self.die, self.seat, rules, facts)
        return {calc_node(node): kind.value for node, kind in found.items()}


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
    bank_loans: dict[Seat, list[Dollars]] = {}
    player_loans: list[tuple[Seat, Seat, Dollars]] = []
    out: list[Seat] = []

    def answer(self) -> object:
        loans = [PlayerLoan(*loan) for loan in self.player_loans]
        count = tally(self.cash, self.bank_loans, loans, self.out)
        return {"scores": count.scores, "ranking": count.ranking, "winners": count.winners}


class SteerQuestion(Answerable):
    """What every question of 1983 may carry."""

    options: SteerOptions = SteerRules()


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
        closed = self.options.third_prairie is ThirdPrairie.CLOSED
        facts = replace(FACTS_1983, unowned_ranches_open=not closed)
        return self.reached(HIGHEST_1983, RuleRef("1983", "1.4"), DEFAULTS, facts)


class InterestHex(SteerQuestion):
    """What a debt to the bank costs at the end (1983 §9.2)."""

    debt: Dollars

    def answer(self) -> object:
        return interest(self.debt, self.options)


KINDS: Mapping[str, type[Answerable]] = {
    "sale": Sale,
    "dest": Dest,
    "explain": Explain,
    "jail": Jail,
    "loan": Loan,
    "tally": Tally,
}
KINDS_1983: Mapping[str, type[Answerable]] = {"sale_hex": SaleHex, "dest_hex": DestHex, "interest_hex": InterestHex}


def answers(edition: str) -> Mapping[str, Answer]:
    """Kind of a question -> who answers it for this edition."""
    kinds = {"1993": KINDS, "1983": KINDS_1983}[edition]
    return {kind: partial(_answered, question) for kind, question in kinds.items()}


def _answered(kind: type[Answerable], question: str) -> object:
    return kind.model_validate_json(question, strict=True).answer()
