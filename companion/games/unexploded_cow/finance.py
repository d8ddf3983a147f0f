"""Loans without limit (rules §6.5, §11.1), the final results, and what the evening has brought so far (§11)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.messages import Event
from companion.core.money.bank import claims, debts, lend, rounded_up
from companion.core.money.ledger import nets, post
from companion.core.table.events import GameEnded
from companion.core.table.table import Ending, Standing, Table, ranking
from companion.core.text import Fact, Who, fact
from companion.games.unexploded_cow.explosion import LAST_COW, NO_COWS, POT_EMPTY
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.state import State

LOAN_STEP = 500
"""a loan that the box takes out for somebody is a multiple of this, so that the next price needs no other"""


def financed(table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events, each after the loans that its payers need for it."""
    if not [event for event in events if event.postings]:
        return tuple(events)
    held = table.accounts
    done: list[Event] = []
    for event in events:
        for seat, change in nets(event.postings).items():
            missing = -(held.get(seat, 0) + change)
            if missing > 0 and seat in table.ids:
                amount = rounded_up(missing, LOAN_STEP)
                loan = lend(seat, amount, amount, table.seq + 1 + len(done))
                held = post(held, loan.postings)
                done.append(loan)
        held = post(held, event.postings)
        done.append(event)
    return tuple(done)


def repaid(table: Table, seat: str) -> int:
    """Return what the seat has when others have repaid it."""
    return table.accounts[seat] + claims(table.loans, seat)


def net_worth(table: Table, seat: str) -> int:
    """Return what the seat has when everybody has repaid everybody (rules §18.3)."""
    return repaid(table, seat) - debts(table.loans, seat)


AGREED = "agreed"
ENDINGS = (POT_EMPTY, LAST_COW, NO_COWS, AGREED)


def ended(table: Table[State], code: str) -> GameEnded:
    """Return everybody's result, best first: what he has more than at the start, when all loans are repaid."""
    state = table.play
    results = {seat: net_worth(table, seat) - state.began[seat] for seat in state.seats}
    lines = tuple(
        Standing(rank, seat, repaid(table, seat), debts(table.loans, seat), result)
        for rank, seat, result in ranking(results)
    )
    return GameEnded(Ending(code, _reason(state, code), lines))


def evening(table: Table[State, HouseRules], seat: str) -> int:
    """Return what all games of the evening have brought this seat: money goes on from game to game."""
    return net_worth(table, seat) - table.rules.starting_money


def _reason(state: State, code: str) -> Fact:
    if code == NO_COWS and not state.rest:
        return fact("no_cows_pot_stays")
    return fact(code, who=Who(state.rest)) if code in (LAST_COW, NO_COWS) else fact(code)
