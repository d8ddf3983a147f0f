"""Whether what somebody asks for was decided on a page that has become too old for it."""

from __future__ import annotations

from typing import Any

from companion.core.errors import Stale
from companion.core.messages import Command
from companion.core.money.bank_messages import (
    AcceptLoan,
    BorrowFromBank,
    ConfirmRepayment,
    DeclineLoan,
    ForgiveLoan,
    OfferLoan,
    Pay,
    RepayLoan,
)
from companion.core.secrets.ballot import EnterVotes, SealVote, VoidBallot
from companion.core.table.table import Table
from companion.core.table.table_messages import Agree, AllowAnyway, CorrectBooks, Refuse

PURSE: tuple[type[Any], ...] = (Pay, OfferLoan, BorrowFromBank, CorrectBooks)
ALWAYS_FRESH: tuple[type[Any], ...] = (
    SealVote,
    EnterVotes,
    VoidBallot,
    Agree,
    Refuse,
    AllowAnyway,
    AcceptLoan,
    DeclineLoan,
    RepayLoan,
    ConfirmRepayment,
    ForgiveLoan,
)


def check_seen(table: Table, seat: str | None, command: Command, seen: int | None) -> None:
    """Raises Stale when the page was drawn before something that concerns this command.

    Moves of the game look at everything that moved the game; spending looks at what was spent from the
    same purse; what names its own ballot, loan or motion can be told stale by that.
    """
    if seen is None or seat is None or command.STANDS_ALONE or isinstance(command, ALWAYS_FRESH):
        return
    concerns = table.spent_at.get(seat, 0) if isinstance(command, PURSE) else table.moved_at
    if seen < concerns:
        raise Stale
