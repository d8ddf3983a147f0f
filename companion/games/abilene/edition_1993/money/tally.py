"""The final count (rules 1993 §14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.errors import BadRequest, RuleRef
from companion.core.text import Who, say
from companion.games.abilene.common.rules.settlement import Tally, ranked
from companion.games.abilene.edition_1993.money.prices import repayment


@dataclass(frozen=True, slots=True)
class PlayerLoan:
    """``due`` dollars that the borrower still owes the lender, whatever they agreed on interest (§12.11)."""

    borrower: str
    lender: str
    due: int


def tally(
    cash: Mapping[str, int],
    bank_loans: Mapping[str, Sequence[int]],
    player_loans: Iterable[PlayerLoan],
    out: Collection[str] = (),
) -> Tally:
    """Cash after every debt is settled, which may be below zero; the highest wins, equals share the victory (§14.1).

    ``cash`` names the seats in their order round the table, ``bank_loans`` the open amounts as they were borrowed.
    Seats that are ``out`` get no score (§12.12), and loans to or from them lapse (§19.9).
    Raises BadRequest for a loan of a seat that has no cash account or of a seat to itself,
    and what ``repayment`` raises for an impossible bank loan.
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
            raise BadRequest(say("A loan cannot be less than nothing."), RuleRef("1993", "12.11"))
        both = [_plays(seat, cash, out) for seat in (loan.borrower, loan.lender)]
        if all(both):
            scores[loan.borrower] -= loan.due
            scores[loan.lender] += loan.due
    return ranked(scores)


def _plays(seat: str, cash: Mapping[str, int], out: Collection[str]) -> bool:
    if seat not in cash:
        raise BadRequest(say("There is no %(who)s in this count.", who=Who(seat)))
    return seat not in out
