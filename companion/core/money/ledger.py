"""Double-entry money: every movement is a posting from one account to another.

An amount is a whole number of the smallest unit of the edition's currency: of cents, where it has two decimals. The
accounts are the bank's, one for every seat, and those that an edition declares by name (a pot). Their sum never
changes, because ``post`` is the only function that changes balances and it always moves both legs. Only the bank may
owe: every other account pays what it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.core.errors import BadRequest, CannotAfford, RuleRef
from companion.core.messages import Posting
from companion.core.text import Fact, Money, Text, fact, say

BANK = "bank"
EVERYBODY = "everybody"
"""no account: a payment to it pays each of the others"""
LARGEST = 10_000_000
"""No single amount typed by a player may be larger: a guard against a thumb resting on a key."""

Accounts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Account:
    """An account that is neither the bank's nor a seat's: a pot. ``payable``: players may pay into it as they like.

    Only the events of the game, and a correction of the books that everybody agrees to, take money out of it.
    """

    title: Text
    payable: bool = False


class Payee(StrEnum):
    """The recipients whom the players of an edition may pay as they like."""

    PLAYER = "player"
    BANK = "bank"
    EVERYBODY = "everybody"
    """all others at once, each the same"""


USUAL_PAYEES = frozenset({Payee.PLAYER, Payee.BANK})

SEAT_ID = re.compile(r"s\d+")


def check_names(accounts: Mapping[str, Account]) -> None:
    """Check that no declared account is called like the bank, everybody or a seat. Raise ValueError otherwise."""
    for name in accounts:
        if name in ("", BANK, EVERYBODY) or SEAT_ID.fullmatch(name):
            raise ValueError(f"an account cannot be called {name!r}")


def open_accounts(seats: Iterable[str], declared: Iterable[str] = ()) -> Accounts:
    """Return empty accounts for the bank, every declared name and every seat."""
    return {BANK: 0, **dict.fromkeys(declared, 0), **dict.fromkeys(seats, 0)}


def carried_over(kept: Mapping[str, int]) -> tuple[Posting, ...]:
    """Return the postings by which accounts keep money from one game to the next: the bank owes it to them."""
    reason = fact("carried_over")
    return tuple(Posting(BANK, account, amount, reason) for account, amount in kept.items() if amount)


def amount_of(value: int) -> int:
    """Return ``value`` if it is a sensible amount of money. Raise BadRequest otherwise."""
    if value <= 0:
        raise BadRequest(say("Enter more than zero, not %(amount)s.", amount=Money(value)))
    if value > LARGEST:
        raise BadRequest(
            say(
                "%(amount)s is too much: at most %(largest)s.",
                amount=Money(value),
                largest=Money(LARGEST),
            )
        )
    return value


def transfer(
    accounts: Accounts, frm: str, to: str, amount: int, reason: Fact, rule: RuleRef | None = None
) -> tuple[Posting, ...]:
    """Return the posting for a payment that the payer can afford.

    The bank is unlimited (rules 1993 §1.7). A payment of nothing gives no posting. Raise CannotAfford when another
    account has less than ``amount``, BadRequest for negative amounts, unknown accounts and payments to oneself.
    """
    if frm not in accounts or to not in accounts:
        raise BadRequest(say("There is no such account in this game."))
    if frm == to:
        raise BadRequest(say("You cannot pay yourself."))
    if amount == 0:
        return ()
    if amount < 0:
        amount_of(amount)
    if frm != BANK and accounts[frm] < amount:
        raise CannotAfford(frm, accounts[frm], amount, rule)
    return (Posting(frm, to, amount, reason),)


def post(accounts: Accounts, postings: Iterable[Posting]) -> Accounts:
    """Return the balances after the postings; the sum over all accounts stays what it was."""
    after = dict(accounts)
    for posting in postings:
        if posting.amount <= 0:
            raise ValueError(f"a posting moves a positive amount, not {posting.amount}")
        after[posting.frm] -= posting.amount
        after[posting.to] += posting.amount
    return after


def nets(postings: Iterable[Posting]) -> dict[str, int]:
    """Return how much each account changes by the postings."""
    change: dict[str, int] = {}
    for posting in postings:
        change[posting.frm] = change.get(posting.frm, 0) - posting.amount
        change[posting.to] = change.get(posting.to, 0) + posting.amount
    return change
