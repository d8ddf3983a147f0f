"""The edition of 1993: setting up, what the bank lends, the end of the game (rules 1993 §3.3, §12.10, §13, §14)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import IllegalMove, RuleRef
from companion.core.money.bank import open_loans
from companion.core.money.ledger import BANK
from companion.core.table.events import GameEnded
from companion.core.table.table import Level, Table
from companion.core.text import Fact, Who, fact
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.rules import counted
from companion.games.abilene.common.state import herd_sizes
from companion.games.abilene.edition_1993.house_rules import EndCheck, HouseRules
from companion.games.abilene.edition_1993.money.prices import PlayerLoan, repayment, tally
from companion.games.abilene.edition_1993.rules import sales
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


def place(layout: Layout, table: Table) -> messages.HerdsPlaced:
    """Return every cow and cowboy on its start cell (§3.3)."""
    ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
    brands = {seat.id: seat.picks["brand"] for seat in table.seats}
    return messages.HerdsPlaced(brands, ranches, setup(layout, ranches) if table.level is Level.BOARD else None)


def borrow(layout: Layout, table: Table[State1993, HouseRules], seat: str, amount: int, waived: bool) -> int:
    """Return what a loan costs to repay. Raise IllegalMove where the bank does not lend."""
    state = table.play
    repay = repayment(amount)
    sales.check_player(state, seat)
    may = sales.shortfall(layout, table, state, seat) or (table.rules.loan_anytime and state.turn.seat == seat)
    if not may and not waived:
        raise IllegalMove.saying(SENTENCES, fact("lends_in_need"), RuleRef("1993", "12.10"))
    return repay


def repay(table: Table[State1993], seat: str, waived: bool) -> None:
    """Check that it is the borrower's own turn (§12.10). Raise IllegalMove at any other time."""
    state = table.play
    if state.turn.seat != seat and not waived:
        raise IllegalMove.saying(SENTENCES, fact("repaid_in_turn"), RuleRef("1993", "12.10"))


ENDINGS = ("no_cattle", "cows_sold", "last_solvent", "agreed")


def at_once(layout: Layout, table: Table[State1993, HouseRules], state: State1993) -> GameEnded | None:
    """Return an ending that waits for nothing: one solvent player left (§13.3), or option ``end_check`` at_once.

    A cow that waits in town is sold first, because its sale is compulsory (§8.6), unless nobody is left to vote.
    """
    nobody_votes = table.ballot is not None and not table.ballot.voters
    if len(state.solvent) == 1 and (state.sale is None or nobody_votes):
        return end(table, fact("last_solvent", who=Who(state.solvent[0])))
    if table.rules.end_check is EndCheck.AT_ONCE and not (state.waiting_cows or state.pending or state.sale):
        return _no_cattle(layout, table, state)
    return None


def at_turn_end(
    layout: Layout, table: Table[State1993, HouseRules], state: State1993, round_over: bool
) -> GameEnded | None:
    """Return the tests at the end of a turn (§13.1, §13.2); with ``end_of_round`` the first waits for the round."""
    limit = table.rules.cows_to_sell
    if limit and len(state.sold) >= limit:
        return end(table, fact("cows_sold", count=len(state.sold)))
    if table.rules.end_check is EndCheck.END_OF_ROUND and not round_over:
        return None
    return _no_cattle(layout, table, state)


def _no_cattle(layout: Layout, table: Table, state: State1993) -> GameEnded | None:
    for seat, cows in herd_sizes(layout, state).items():
        if cows == 0:
            return end(table, fact("no_cattle", who=Who(seat)))
    return None


def end(table: Table[State1993], reason: Fact) -> GameEnded:
    """Return the final count: every loan is repaid, below zero if need be (§14.1)."""
    state = table.play
    loans = open_loans(table.loans, state.solvent)
    cash = {seat: table.accounts[seat] for seat in table.ids}
    scores = tally(
        cash,
        {seat: [loan.amount for loan in loans if (loan.lender, loan.borrower) == (BANK, seat)] for seat in table.ids},
        [PlayerLoan(loan.borrower, loan.lender, loan.repay) for loan in loans if loan.lender != BANK],
        state.out,
    )
    return counted(table, reason, loans, scores, ((loan.borrower, loan.lender, loan.repay) for loan in loans))
