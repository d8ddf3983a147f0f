"""The final results, and what the evening has brought so far (rules §11)."""

from __future__ import annotations

from companion.core.money.bank import debts
from companion.core.table.table import Ending, Standing, Table
from companion.core.table.table_messages import GameEnded
from companion.core.text import Fact, Who, fact
from companion.games.unexploded_cow.explosion import LAST_COW, NO_COWS, POT_EMPTY
from companion.games.unexploded_cow.finance import repaid, worth
from companion.games.unexploded_cow.rulebook.results import ranking
from companion.games.unexploded_cow.rulebook.turns import STARTING_MONEY
from companion.games.unexploded_cow.state import State

AGREED = "agreed"
ENDINGS = (POT_EMPTY, LAST_COW, NO_COWS, AGREED)


def ended(table: Table, code: str) -> GameEnded:
    """Everybody's result, best first: what he has more than at the start, when all loans are repaid."""
    state: State = table.play
    results = {seat: worth(table, seat) - state.began[seat] for seat in state.seats}
    lines = tuple(
        Standing(rank, seat, repaid(table, seat), debts(table.loans, seat), result)
        for rank, seat, result in ranking(state.seats, results)
    )
    return GameEnded(Ending(code, _reason(state, code), lines))


def evening(table: Table, seat: str) -> int:
    """What all games of the evening have brought this seat: money goes on from game to game."""
    return worth(table, seat) - STARTING_MONEY


def _reason(state: State, code: str) -> Fact:
    winner = state.last_exploded
    if code == NO_COWS and not winner:
        return fact("no_cows_pot_stays")
    return fact(code, who=Who(winner)) if code in (LAST_COW, NO_COWS) else fact(code)
