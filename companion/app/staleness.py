"""Refuse, before any rule is asked, a page that is too old, and questions asked too often."""

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
    """Raise Stale when the page was drawn before something that concerns this command.

    Moves of the game look at everything that moved the game; spending looks at what was spent from the
    same purse; what names its own ballot, loan or motion can be told stale by that.
    """
    if seen is None or seat is None or command.NEVER_STALE or isinstance(command, ALWAYS_FRESH):
        return
    concerns = table.spent_at.get(seat, 0) if isinstance(command, SPENDING) else table.moved_at
    if seen < concerns:
        raise Stale


MAX_PROPOSALS = 30
PER_SECONDS = 60.0


def check_pace(earlier: Iterable[StoredEvent], new: Iterable[StoredEvent], seat: str | None, now: float) -> None:
    """Check that a seat makes at most ``MAX_PROPOSALS`` a minute; raise NotNow. Other commands pass."""
    if not any(isinstance(record.event, ProposalMade) for record in new):
        return
    since = now - PER_SECONDS
    recent = [each.event for each in earlier if each.at > since and isinstance(each.event, ProposalMade)]
    if sum(event.motion.by == seat for event in recent) >= MAX_PROPOSALS:
        raise NotNow(say("Too many questions. Wait a minute."))
