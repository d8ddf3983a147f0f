"""Corrected books: a transfer by hand, for what went wrong at the table."""

from __future__ import annotations

from companion.core.errors import NotNow
from companion.core.money.bank import short
from companion.core.money.ledger import BANK, amount_of, transfer
from companion.core.sentences import SENTENCES
from companion.core.table.table import Table, TablePhase
from companion.core.table.table_messages import BooksCorrected, CorrectBooks
from companion.core.text import Fact, Money, Who, fact


def corrected(table: Table, seat: str, command: CorrectBooks) -> BooksCorrected:
    """The transfer by hand that is asked for; raises NotNow, BadRequest or CannotAfford."""
    if table.phase is not TablePhase.PLAYING:
        raise NotNow.saying(SENTENCES, fact("books_closed"))
    reason = fact("correction", who=Who(seat), words=short(command.words))
    posted = transfer(table.accounts, command.frm, command.to, amount_of(command.amount), reason)
    return BooksCorrected(command.frm, command.to, command.amount, short(command.words), seat, postings=posted)


def correction(event: BooksCorrected) -> Fact:
    """What the table is asked before the books are corrected, and reads in the log afterwards."""
    return fact(
        "books_corrected",
        by=Who(event.by),
        amount=Money(event.amount),
        frm=party(event.frm),
        to=party(event.to),
        words=event.words or "-",
    )


def party(account: str) -> Who | Fact:
    """A seat or the bank, in what is kept."""
    return fact("the_bank") if account == BANK else Who(account)
