"""Prices of the edition of 1983: the sale of a steer (§7), interest (§9.2), a new cowboy (§8.1).

Pure functions in whole dollars. The game asks them, and so does the calculator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Posting
from companion.core.money.ledger import BANK, LARGEST
from companion.core.text import Money, Who, fact, say
from companion.games.abilene.common.rules import Settlement, check_parties
from companion.games.abilene.edition_1983.house_rules import NOTE, STEP, SteerRules
from companion.games.abilene.edition_1983.sentences import SENTENCES

HIRE = 2000
LAST_SHARP_LINE = 4000
"""The line of the table that may be read as "below" (H2)."""


class Belief(StrEnum):
    """A voter's belief when the seller says that the steer is healthy (§7.1)."""

    BELIEVES = "b"
    DOUBTS = "n"


class Price(NamedTuple):
    """Price of a steer: B and s of §7.2."""

    bank: int
    stake: int


OWN_STEER, RUSTLED = Price(1000, 500), Price(2000, 1000)


def price(rustled: bool) -> Price:
    """Return what the bank pays and what is at stake with every voter (§7.2)."""
    return RUSTLED if rustled else OWN_STEER


def stake_of(healthy: bool, belief: Belief) -> int:
    """Return how many stakes a voter receives from the seller (+) or pays him (-) (§7.4)."""
    if healthy:
        return -1 if belief is Belief.DOUBTS else 0
    return +1 if belief is Belief.DOUBTS else -1


def settle_steer(
    rustled: bool, healthy: bool, seller: str, votes: Mapping[str, Belief], rules: SteerRules
) -> Settlement:
    """Return who pays whom, and why, when a steer is sold against these beliefs (§7.3, §7.4).

    Raise BadRequest for a sale without voters, for a vote by the seller, and for the bank as a party.
    """
    check_parties(seller, votes, RuleRef("1983", "7.1"), RuleRef("1983", "7.1"))
    pays = price(rustled)
    bank = Posting(BANK, seller, pays.bank, fact("steer_rustled" if rustled else "steer_own", seller=Who(seller)))
    payments = (bank, *_with_voters(pays.stake, healthy, seller, votes, rules))
    return Settlement(pays.bank, payments, (seller, *votes))


def _with_voters(
    stake: int, healthy: bool, seller: str, votes: Mapping[str, Belief], rules: SteerRules
) -> Iterator[Posting]:
    paying = [voter for voter, belief in votes.items() if stake_of(healthy, belief) < 0]
    paid = [voter for voter, belief in votes.items() if stake_of(healthy, belief) > 0]
    wrong = "doubted_healthy" if healthy else "believed_fever"
    for voter in votes:
        who, owner = Who(voter), Who(seller)
        if voter in paying:
            yield Posting(voter, seller, _share(stake, len(paying), rules), fact(wrong, who=who, seller=owner))
        elif voter in paid:
            yield Posting(seller, voter, _share(stake, len(paid), rules), fact("doubted_fever", who=who, seller=owner))


def _share(stake: int, sharers: int, rules: SteerRules) -> int:
    """Return the whole stake for each, or one stake divided among all of them (H1, §16.5)."""
    return stake // sharers if rules.votes_total else stake


def interest(debt: int, rules: SteerRules) -> int:
    """Return what so much owed to the bank costs in all when it is repaid (§9.2); raises BadRequest below nothing."""
    if not 0 <= debt <= LARGEST:
        raise BadRequest(say("%(debt)s cannot be owed.", debt=Money(debt)), RuleRef("1983", "9.2"))
    if debt == 0:
        return 0
    lines = rules.interest_lines
    for limit, cost in lines.items():
        if debt < limit or (debt == limit and (limit != LAST_SHARP_LINE or rules.interest_4000_inclusive)):
            return cost
    last = max(lines)
    return lines[last] + rules.interest_further * -(-(debt - last) // STEP)


def repayment(loan: int, owed: int, interest_due: int, rules: SteerRules) -> int:
    """Return what a further bank loan costs to repay when so much is owed already, and so much interest for it.

    It pays for the interest that it adds, or that of its own amount where each loan is reckoned by itself; never less
    than nothing. Raise IllegalMove unless the loan is in whole notes, BadRequest for nothing or less.
    """
    if loan <= 0:
        raise BadRequest(say("Borrow more than zero, not %(loan)s.", loan=Money(loan)))
    if loan % NOTE:
        raise IllegalMove.saying(
            SENTENCES, fact("whole_notes", note=Money(NOTE), loan=Money(loan)), RuleRef("1983", "1.4")
        )
    if rules.interest_each:
        return loan + interest(loan, rules)
    return loan + max(0, interest(owed + loan, rules) - interest_due)
