"""The end of a game of any kind: who is counted how, and what becomes of debts."""

from __future__ import annotations

from companion.core.capabilities import edition_of
from companion.core.messages import Posting
from companion.core.money.bank import debts, open_loans
from companion.core.money.ledger import nets
from companion.core.plugin import Game
from companion.core.table.table import Ending, Standing, Table
from companion.core.table.table_messages import GameEnded
from companion.core.text import Fact, Who, fact
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.state import State

FINISHED, ROUNDS_OVER, LAST_STANDING = "finished", "rounds_over", "last_standing"


def ended(game: Game, table: Table, code: str, reason: Fact | None = None) -> GameEnded:
    """The final count: points, or money without what is owed.

    Loans are settled, unless money and debts go on into the next game.
    """
    state, rules = _now(table)
    settled: tuple[Posting, ...] = ()
    if not rules.carry:
        loans = open_loans(table.loans, table.ids)
        settled = tuple(Posting(each.borrower, each.lender, each.repay, fact("loan_settled")) for each in loans)
    change = nets(settled)
    counted = edition_of(game, table.rules).points is not None
    owed = {seat: debts(table.loans, seat) for seat in state.players}
    lent = {seat: change.get(seat, 0) + (owed[seat] if settled else 0) for seat in state.players}
    cash = {seat: table.accounts[seat] + lent[seat] for seat in state.players}
    scores = {seat: state.points[seat] if counted else cash[seat] - owed[seat] for seat in state.players}
    ranked = sorted(scores, key=lambda seat: -scores[seat])
    ranks = {seat: 1 + sum(other > scores[seat] for other in scores.values()) for seat in ranked}
    lines = tuple(Standing(ranks[seat], seat, cash[seat], owed[seat], scores[seat]) for seat in ranked)
    return GameEnded(Ending(code, reason or fact(code), lines), postings=settled)


def by_itself(game: Game, table: Table) -> GameEnded | None:
    """The end that comes without anybody asking: one player is left, or the last round is over."""
    state, rules = _now(table)
    if len(state.players) == 1:
        return ended(game, table, LAST_STANDING, fact(LAST_STANDING, who=Who(state.players[0])))
    if rules.rounds and state.round > rules.rounds:
        return ended(game, table, ROUNDS_OVER)
    return None


def _now(table: Table) -> tuple[State, Rules]:
    return table.play, table.rules
