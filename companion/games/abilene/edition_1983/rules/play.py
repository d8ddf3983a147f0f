"""The edition of 1983: setting up, borrowing, leaving, and the end of the game (rules 1983 §2, §9, §10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event, Posting
from companion.core.money.bank import open_loans
from companion.core.money.bank_messages import Loan, LoanLapsed
from companion.core.money.ledger import BANK
from companion.core.secrets.ballot import without
from companion.core.table.events import GameEnded
from companion.core.table.table import Level, Table
from companion.core.text import Fact, fact, say
from companion.games.abilene.common import messages
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.common.rules import counted
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.prices import repayment
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983


def place(layout: Layout, table: Table[State1983, SteerRules]) -> messages.HerdsPlaced:
    """Put steers and cowboys on their start cells (§2.2), of each colour as many cowboys as agreed (H10)."""
    ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
    position = _fewer_cowboys(layout, setup(layout, ranches), table.rules.cowboys)
    riders = {seat: len(position.cowboys_of(seat)) for seat in ranches}
    colours = {cow: seat for seat in ranches for cow in position.herd(layout, seat)}
    return messages.HerdsPlaced({}, ranches, position if table.level is Level.BOARD else None, colours, riders)


def _fewer_cowboys(layout: Layout, position: Position, count: int) -> Position:
    kept = {cell for ranch in position.ranch_of.values() for cell in layout.select(ranch, Mark.COWBOY_START)[:count]}
    return replace(position, cowboys={cell: seat for cell, seat in position.cowboys.items() if cell in kept})


def check_player(state: State1983, seat: str) -> None:
    """Check that the seat is still in the game. Raise BadRequest."""
    if seat not in state.solvent:
        raise BadRequest(say("Nobody plays at that seat."))


def leave(table: Table[State1983], seat: str) -> tuple[Event, ...]:
    """Return what happens when the seat leaves the game."""
    state = table.play
    if state.sale and (state.sale.votes or state.sale.seller == seat):
        raise NotNow.saying(SENTENCES, fact("sale_unfinished"))
    pending, cash = state.pending, table.accounts[seat]
    lost: tuple[Event, ...] = ()
    if isinstance(pending, Duel) and pending.defender == seat:  # the attacker stands where he rode to
        lost = (messages_1983.CowboyBeaten(pending.attacker, seat, pending.cell, killed=True),)
    ends = pending is None or seat in pending.seats
    posted = (Posting(seat, BANK, cash, fact("left_behind")),) if cash > 0 else ()
    lapse = (LoanLapsed(loan) for loan in table.loans.values() if seat in (loan.borrower, loan.lender))
    return (*lost, messages_1983.PlayerLeft(seat, ends, postings=posted), *lapse, *without(table.ballot, seat))


def borrow(table: Table[State1983, SteerRules], seat: str, amount: int, waived: bool) -> int:
    """Return what a loan costs to repay. Raise IllegalMove where the bank does not lend."""
    owed, interest_due = owed_to_the_bank(table, seat)
    return repayment(amount, owed, interest_due, table.rules)


def repay(table: Table[State1983, SteerRules], seat: str, waived: bool) -> None:
    """Check that a loan may be repaid: at the end of the game (§9.2), or in the own turn where agreed.

    Raise IllegalMove at any other time.
    """
    state = table.play
    if not waived and not (table.rules.repay_early and state.turn.seat == seat):
        when = fact("repaid_early" if table.rules.repay_early else "repaid_at_the_end")
        raise IllegalMove.saying(SENTENCES, when, RuleRef("1983", "9.2"))


def owed_to_the_bank(table: Table, seat: str) -> tuple[int, int]:
    """Return what the seat has borrowed from the bank and not repaid, and the interest that is due for it."""
    loans = [loan for loan in open_loans(table.loans, (seat,)) if loan.lender == BANK]
    owed = sum(loan.amount for loan in loans)
    return owed, sum(loan.repay for loan in loans) - owed


LAST_STEERS = 6
SIX_LEFT = "six_left"


def sales_left(table: Table, state: State1983) -> int:
    """Return after how many more sales the game ends."""
    left, limit = state.unsold - LAST_STEERS, table.rules.steers_to_sell
    return min(left, limit - len(state.sold)) if limit else left


def six_left(table: Table, state: State1983) -> GameEnded | None:
    """Return the end of the game when only six steers are left (§10.1), or as many are sold as agreed on."""
    if sales_left(table, state) > 0:
        return None
    return end(table, fact(SIX_LEFT, count=state.unsold))


def end(table: Table[State1983], reason: Fact) -> GameEnded:
    """Return the final count: every loan is repaid with its interest, below zero if need be; most cash wins (§10.2)."""
    state = table.play
    loans = open_loans(table.loans, state.solvent)
    scores = {seat: table.accounts[seat] for seat in state.solvent}
    for loan in loans:
        for seat, change in ((loan.borrower, -loan.repay), (loan.lender, loan.repay)):
            if seat in scores:
                scores[seat] += change
    return counted(table, reason, loans, scores, _due(loans))


def _due(loans: Sequence[Loan]) -> list[tuple[str, str, int]]:
    """Return the payments by which loans are settled, as (borrower, lender, amount).

    Loan by loan, but of a borrower one of whose loans costs nothing or less all that is owed together. Lines of
    interest that fell made such loans before they were refused.
    """
    settled = {loan.borrower for loan in loans if loan.repay <= 0}
    due = [(loan.borrower, loan.lender, loan.repay) for loan in loans if loan.borrower not in settled]
    for one, to in dict.fromkeys((loan.borrower, loan.lender) for loan in loans if loan.borrower in settled):
        due.append((one, to, sum(loan.repay for loan in loans if (loan.borrower, loan.lender) == (one, to))))
    return due
