"""Whoever is short borrows: credit is unlimited, and every loan is written down (rules §6.5, §11.1)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Event
from companion.core.money.bank import claims, debts, lend
from companion.core.money.ledger import nets, post
from companion.core.table.table import Table

LOAN_STEP = 500
"""a loan that the box takes out for somebody is a multiple of this, so that the next price needs no other"""


def financed(table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events, each after the loans that its payers need for it."""
    if not [event for event in events if event.postings]:
        return tuple(events)
    held = table.accounts
    done: list[Event] = []
    for event in events:
        for seat, change in nets(event.postings).items():
            missing = -(held.get(seat, 0) + change)
            if missing > 0 and seat in table.ids:
                amount = -(-missing // LOAN_STEP) * LOAN_STEP
                loan = lend(seat, amount, amount, table.seq + 1 + len(done))
                held = post(held, loan.postings)
                done.append(loan)
        held = post(held, event.postings)
        done.append(event)
    return tuple(done)


def repaid(table: Table, seat: str) -> int:
    """What the seat has when others have repaid it."""
    return table.accounts[seat] + claims(table.loans, seat)


def worth(table: Table, seat: str) -> int:
    """What the seat has when everybody has repaid everybody (rules §18.3)."""
    return repaid(table, seat) - debts(table.loans, seat)
