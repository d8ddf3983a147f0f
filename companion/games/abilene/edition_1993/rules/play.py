"""The edition of 1993: how the figures stand at the start, and what the bank lends (rules 1993 §3.3, §12.10)."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import IllegalMove, RuleRef
from companion.core.table.table import Level, Table
from companion.core.text import fact
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.board.position import setup
from companion.games.abilene.edition_1993.money.prices import repayment
from companion.games.abilene.edition_1993.rules import sales
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


def place(layout: Layout, table: Table) -> m.HerdsPlaced:
    """Every cow and cowboy on its start cell (§3.3)."""
    ranches = {seat.id: seat.picks["ranch"] for seat in table.seats}
    brands = {seat.id: seat.picks["brand"] for seat in table.seats}
    return m.HerdsPlaced(brands, ranches, setup(layout, ranches) if table.level is Level.BOARD else None)


def borrow(layout: Layout, table: Table, seat: str, amount: int, waived: bool) -> int:
    """What a loan costs to repay (§12.10); raises IllegalMove for somebody who can pay."""
    state: State1993 = table.play
    repay = repayment(amount)
    sales.check_player(state, seat)
    may = sales.shortfall(layout, table, state, seat) or (table.rules.loan_anytime and state.turn.seat == seat)
    if not may and not waived:
        raise IllegalMove.saying(SENTENCES, fact("lends_in_need"), RuleRef("1993", "12.10"))
    return repay


def repay(table: Table, seat: str, waived: bool) -> None:
    """In the borrower's own turn (§12.10); raises IllegalMove at any other time."""
    state: State1993 = table.play
    if state.turn.seat != seat and not waived:
        raise IllegalMove.saying(SENTENCES, fact("repaid_in_turn"), RuleRef("1993", "12.10"))
