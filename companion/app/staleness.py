"""Checks of a command before any rule sees it: the page it came from is current enough, proposals are not too many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.errors import NotNow, Stale
from companion.core.messages import Command
from companion.core.money import bank_messages as bank
from companion.core.referee.reducer import StoredEvent
from companion.core.secrets.ballot import EnterVotes, SealVote, VoidBallot
from companion.core.table.commands import Agree, AllowAnyway, CorrectBooks, Refuse
from companion.core.table.events import ProposalMade
from companion.core.table.table import Table
from companion.core.text import say

SPENDING: tuple[type[Any], ...] = (bank.Pay, bank.OfferLoan, bank.BorrowFromBank, CorrectBooks)
ALWAYS_FRESH: tuple[type[Any], ...] = (
    SealVote,
    EnterVotes,
    VoidBallot,
    Agree,
    Refuse,
    AllowAnyway,
    bank.AcceptLoan,
    bank.DeclineLoan,
    bank.RepayLoan,
    bank.ConfirmRepayment,
    bank.ForgiveLoan,
)


def check_seen(table: Table, seat: str | None, command: Command, seen: int | None) -> None:
    """Check that the page, drawn when the table was at ``seen``, is current for this command. Raise Stale otherwise.

    A move of the game needs a page as new as the last change of the game, a payment one as new as the seat's last
    payment. Commands that name their own ballot, loan or proposal are refused by the rules if that is over.
    """
    if seen is None or seat is None or command.NEVER_STALE or isinstance(command, ALWAYS_FRESH):
        return
    last_change = table.spent_at.get(seat, 0) if isinstance(command, SPENDING) else table.moved_at
    if seen < last_change:
        raise Stale


MAX_PROPOSALS = 30
PER_SECONDS = 60.0


def check_pace(earlier: Iterable[StoredEvent], new: Iterable[StoredEvent], seat: str | None, now: float) -> None:
    """Check that a seat makes at most ``MAX_PROPOSALS`` in ``PER_SECONDS``. Raise NotNow otherwise."""
    if not any(isinstance(record.event, ProposalMade) for record in new):
        return
    since = now - PER_SECONDS
    recent = [each.event for each in earlier if each.at > since and isinstance(each.event, ProposalMade)]
    if sum(event.motion.by == seat for event in recent) >= MAX_PROPOSALS:
        raise NotNow(say("Too many questions. Wait a minute."))
