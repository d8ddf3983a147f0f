"""Undo: what can be taken back, and whose consent it needs; and payments corrected by hand."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import NotNow
from companion.core.messages import Command, Event, Posting
from companion.core.money.bank import short
from companion.core.money.ledger import BANK, amount_of, post, transfer
from companion.core.plugin import Consent
from companion.core.secrets.ballot import BallotRevealed, TallyTold, VoterLeft
from companion.core.sentences import SENTENCES
from companion.core.table.commands import CorrectBooks
from companion.core.table.events import BooksCorrected
from companion.core.table.table import REMEMBERED, Done, Table, TablePhase
from companion.core.text import Action, Fact, Money, Who, fact


def remember(table: Table, event: Event, before: int, actor: str | None) -> tuple[Done, ...]:
    """Return what can be undone after the event in the action that began after ``before``."""
    touches = _touched(table, event) if event.postings else ()
    last = table.done[-1] if table.done else None
    if last and last.before == before:
        if not touches and (last.reveals or not reveals(event)):
            return table.done
        both = tuple(sorted({*last.touches, *touches}))
        return (*table.done[:-1], Done(before, last.by, both, last.reveals or reveals(event)))
    return (*table.done, Done(before, actor, touches, reveals(event)))[-REMEMBERED:]


def _touched(table: Table, event: Event) -> tuple[str, ...]:
    """Return the seats whose money the event moves."""
    moved = {leg for posting in event.postings for leg in (posting.frm, posting.to)}
    return tuple(sorted(moved & {*table.ids}))


def reveals(event: Event) -> bool:
    """Return whether an undo of the event needs consent.

    It does where the event let out a secret or a die that the box rolled, or took a voter away, with whom a vote would
    begin anew.
    """
    secret_is_out = isinstance(event, BallotRevealed | TallyTold | VoterLeft) or getattr(event, "reveals", False)
    return secret_is_out or bool(getattr(event, "by_box", False))


def undone(table: Table, to: int) -> tuple[Done, ...]:
    """Return the actions that go when the table goes back to ``to``. Raise NotNow where no action began."""
    going = tuple(done for done in table.done if done.before >= to)
    if not going or going[0].before != to:
        raise NotNow.saying(SENTENCES, fact("undone_no_more"))
    return going


def title(table: Table, to: int) -> Fact:
    """Return the title of an undo: the first of the actions that it takes back, and how many more."""
    going = undone(table, to)
    if len(going) == 1:
        return fact("action", name=Action(to + 1))
    return fact("actions", title=Action(to + 1), count=len(going) - 1)


def consent(table: Table, actor: str | None, to: int, other_seats: tuple[str, ...]) -> Consent:
    """Return the consent that an undo needs.

    One's own last actions need none, a revealed vote or die that of all ``other_seats``, anything else that of the
    players whose money it moves and who acted.
    """
    going = undone(table, to)
    asked: tuple[str, ...] = ()
    if any(done.reveals for done in going):
        asked = other_seats
    elif any(done.by != actor for done in going):
        touched = {seat for done in going for seat in (*done.touches, done.by)}
        asked = tuple(seat for seat in other_seats if seat in touched)
    return Consent(asked, len(asked), fact("undo", title=title(table, to)))


def as_asked(table: Table, actor: str | None, command: Command) -> Table:
    """Return the table as a question about the command sees it: the bank gives another seat what it is to lose.

    The real balance is checked when the command is carried out, so that nobody learns it by asking.
    """
    if not isinstance(command, CorrectBooks) or command.frm not in table.ids or command.frm == actor:
        return table
    reason = fact("correction", who=Who(command.frm), words="-")
    given = (Posting(BANK, command.frm, command.amount, reason),) if command.amount > 0 else ()
    return replace(table, accounts=post(table.accounts, given))


def corrected(table: Table, seat: str, command: CorrectBooks) -> BooksCorrected:
    """Return the transfer by hand that is asked for. Raise NotNow, BadRequest or CannotAfford."""
    if table.phase is not TablePhase.PLAYING:
        raise NotNow.saying(SENTENCES, fact("books_closed"))
    reason = fact("correction", who=Who(seat), words=short(command.words) or "-")
    posted = transfer(table.accounts, command.frm, command.to, amount_of(command.amount), reason)
    return BooksCorrected(command.frm, command.to, command.amount, short(command.words), seat, postings=posted)


def correction(event: BooksCorrected) -> Fact:
    """Return the text of a correction, as the players are asked for it and as the log has it afterwards."""
    return fact(
        "books_corrected",
        by=Who(event.by),
        amount=Money(event.amount),
        frm=party(event.frm),
        to=party(event.to),
        words=event.words or "-",
    )


def party(account: str) -> Who | Fact:
    """Return a seat or the bank, as it is kept."""
    return fact("the_bank") if account == BANK else Who(account)
