"""Prices: jail (rules 1993 §7), loans (§12.10), the sale of a cow (§12.3-12.7); and the final count (§14).

Pure functions in whole dollars. The game asks them, and so does the calculator.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Posting
from companion.core.money.ledger import BANK
from companion.core.text import Money, Who, fact, say
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.rules import Settlement, check_parties
from companion.games.abilene.edition_1993.house_rules import HouseRules
from companion.games.abilene.edition_1993.money.herds import (
    COWS_OF_A_BRAND,
    STAKES,
    UNBRANDED_VALUE,
    CorralCard,
    bank_pays,
    contesting_cards,
)
from companion.games.abilene.edition_1993.money.sale_explanations import WRONG, why_a_voter_receives, why_the_bank_pays
from companion.games.abilene.edition_1993.sentences import SENTENCES

RELEASE = 1500
ENOUGH_FOR_A_RELEASE = 3
HUNDRED = 100
"""Loans are whole hundreds, and so are interest and shared rewards."""
INTEREST_PERCENT = 25


def food(jailed: int) -> int:
    """Return what feeding so many jailed cowboys costs in one turn (§7.2). Raise BadRequest unless there are 0 to 5."""
    if not 0 <= jailed <= COWBOYS_EACH:
        raise BadRequest(
            say("A player has %(all)s cowboys; %(count)s cannot be in jail.", all=COWBOYS_EACH, count=jailed),
            RuleRef("1993", "1.4"),
        )
    match jailed:
        case 0:
            return 0
        case 1:
            return 300
        case _:
            return 500 + 100 * (jailed - 2)


def jail_bill(jailed: int, released: int, rules: HouseRules) -> int:
    """Return what a player with ``jailed`` cowboys in jail pays to release some and feed the rest (§7.1-7.3, §19.7).

    Raise IllegalMove when so many may not be released, BadRequest for counts that cannot be.
    """
    ref = RuleRef("1993", "7.1")
    food(jailed)
    if released < 0:
        raise BadRequest(say("You cannot release fewer than zero."), ref)
    if released > jailed:
        raise IllegalMove.saying(SENTENCES, fact("too_few_in_jail", released=released, jailed=jailed), ref)
    if released and jailed < ENOUGH_FOR_A_RELEASE:
        needs = fact("release_needs", needed=ENOUGH_FOR_A_RELEASE, jailed=jailed)
        raise IllegalMove.saying(SENTENCES, needs, ref)
    if not released and jailed >= ENOUGH_FOR_A_RELEASE and not rules.food_when_releasable:
        return 0
    return RELEASE * released + food(jailed - released)


def repayment(loan: int) -> int:
    """Return what has to be paid back for a bank loan: a quarter more, the interest rounded up to a hundred (§12.10).

    Raise IllegalMove unless the loan is whole hundreds, BadRequest for nothing or less.
    """
    if loan <= 0:
        raise BadRequest(say("Borrow more than zero, not %(loan)s.", loan=Money(loan)))
    if loan % HUNDRED:
        raise IllegalMove.saying(SENTENCES, fact("whole_hundreds", loan=Money(loan)), RuleRef("1993", "12.10"))
    return loan + -(-loan * INTEREST_PERCENT // (100 * HUNDRED)) * HUNDRED


def settle_sale(
    state: CorralCard, value: int, seller: str, votes: Mapping[str, CorralCard], rules: HouseRules
) -> Settlement:
    """Return who pays whom, and why, when a cow of this state and value is sold against these cards (§12.3-12.7).

    Raise BadRequest for a value that no such cow has, for a sale without voters, and for a vote by the seller.
    """
    _check_sale(state, value, seller, votes)
    contested = any(card in contesting_cards(rules) for card in votes.values())
    bank = bank_pays(state, value, contested)
    payments = [Posting(BANK, seller, bank, why_the_bank_pays(state, value, seller))] if bank else []
    payments.extend(_with_voters(state, value, seller, votes, rules))
    return Settlement(bank, tuple(payments), (seller, *votes))


def _with_voters(
    state: CorralCard, value: int, seller: str, votes: Mapping[str, CorralCard], rules: HouseRules
) -> Iterator[Posting]:
    right = sum(STAKES[state][card] > 0 for card in votes.values())
    sharers = right if rules.accuser_split else 1
    for voter, card in votes.items():
        amount = STAKES[state][card] * value
        if amount < 0:
            yield Posting(voter, seller, -amount, fact(WRONG[state, card], who=Who(voter), seller=Who(seller)))
        elif part := _part(amount, sharers):
            yield Posting(seller, voter, part, why_a_voter_receives(state, voter, seller, sharers))


def _part(amount: int, sharers: int) -> int:
    """Return what each of the right accusers gets; shares are rounded down to a hundred (§19.6)."""
    return amount if sharers <= 1 else amount // (sharers * HUNDRED) * HUNDRED


def _check_sale(state: CorralCard, value: int, seller: str, votes: Mapping[str, CorralCard]) -> None:
    # Branded 500s do not exist, but the rulebook's own example reckons with one (§18, vector 15).
    possible = (UNBRANDED_VALUE,) if state is CorralCard.NONE else (*COWS_OF_A_BRAND, UNBRANDED_VALUE)
    if value not in possible:
        raise BadRequest(say("No such cow is worth %(value)s.", value=Money(value)), RuleRef("1993", "1.2"))
    check_parties(seller, votes, RuleRef("1993", "12.2"), RuleRef("1993", "5.4"))


@dataclass(frozen=True, slots=True)
class PlayerLoan:
    """Loan between players: ``due`` dollars that the borrower still owes, whatever they agreed on interest (§12.11)."""

    borrower: str
    lender: str
    due: int


def tally(
    cash: Mapping[str, int],
    bank_loans: Mapping[str, Sequence[int]],
    player_loans: Iterable[PlayerLoan],
    out: Collection[str] = (),
) -> Mapping[str, int]:
    """Return everyone's cash once every debt is settled, which may be below zero; equals share the victory (§14.1).

    ``cash`` names the seats in their order round the table, ``bank_loans`` the open amounts as they were borrowed.
    Seats that are ``out`` get no score (§12.12), and loans to or from them lapse (§19.9). Raises BadRequest for a loan
    of a seat that has no cash account or of a seat to itself, and what ``repayment`` raises for an impossible bank
    loan.
    """
    scores = {seat: money for seat, money in cash.items() if seat not in out}
    for seat, loans in bank_loans.items():
        owed = sum(map(repayment, loans))
        if _plays(seat, cash, out):
            scores[seat] -= owed
    for loan in player_loans:
        if loan.borrower == loan.lender:
            raise BadRequest(say("%(who)s cannot lend money to the same seat.", who=Who(loan.lender)))
        if loan.due < 0:
            raise BadRequest(say("A loan cannot be less than zero."), RuleRef("1993", "12.11"))
        both = [_plays(seat, cash, out) for seat in (loan.borrower, loan.lender)]
        if all(both):
            scores[loan.borrower] -= loan.due
            scores[loan.lender] += loan.due
    return scores


def _plays(seat: str, cash: Mapping[str, int], out: Collection[str]) -> bool:
    if seat not in cash:
        raise BadRequest(say("There is no %(who)s in this count.", who=Who(seat)))
    return seat not in out
