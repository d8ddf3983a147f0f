"""Lessons of a first game with the box as the bank, in the order in which they matter."""

from __future__ import annotations

from companion.core.lessons import Anchor, Lesson, LessonKind, Occasion, Params, if_so, is_over, latest, playing
from companion.core.money.bank_messages import BankLoanTaken, Paid
from companion.core.money.ledger import EVERYBODY
from companion.core.text import Money, Who, say, wording
from companion.games.any_game.settings import edition_at

NEWS, RESULT = LessonKind.NEWS, LessonKind.RESULT


def _pays(now: Occasion) -> bool:
    """Return whether the table plays for money."""
    return edition_at(now.table.rules).pays


def _may_pay(now: Occasion) -> Params | None:
    """Return whether the reader can pay somebody."""
    return if_so(playing(now) and now.seat is not None and _pays(now))


def _was_paid(now: Occasion) -> Params | None:
    """Return who has paid the reader how much."""
    paid = latest(now, Paid, lambda event: event.frm != now.seat and event.to in (now.seat, EVERYBODY))
    return {"who": Who(paid.frm), "amount": Money(paid.amount)} if paid and now.seat else None


def _is_asked(now: Occasion) -> Params | None:
    """Return who asks the reader for money."""
    requests = now.table.play.requests if playing(now) else ()
    asked = next((each for each in requests if each.of == now.seat), None)
    return {"by": Who(asked.by), "amount": Money(asked.amount)} if asked else None


def _votes(now: Occasion) -> Params | None:
    """Return whether the reader is asked for a vote or a bid."""
    ballot = now.table.ballot
    asked = ballot is not None and not ballot.votes and now.seat in ballot.voters and now.seat not in ballot.sealed
    return if_so(playing(now) and asked)


def _borrowed(now: Occasion) -> Params | None:
    """Return what the reader owes the bank for a loan."""
    taken = latest(now, BankLoanTaken, lambda event: event.loan.borrower == now.seat)
    return {"due": Money(taken.loan.repay)} if taken else None


LESSONS = (
    Lesson(
        "pay",
        Anchor.PAYEES,
        say("The box holds the cash. Tap whom you pay, then the amount."),
        _may_pay,
        NEWS,
    ),
    Lesson("paid", Anchor.NEWS, wording("%(who)s paid you %(amount)s; the log keeps it."), _was_paid, NEWS),
    Lesson("asked", Anchor.QUESTION, wording("%(by)s asks for %(amount)s: pay, or refuse."), _is_asked),
    Lesson(
        "vote",
        Anchor.VOTE,
        say("Nobody sees it before all have sealed, not even the box."),
        _votes,
    ),
    Lesson("loan", Anchor.NEWS, wording("You repay %(due)s."), _borrowed, NEWS),
    Lesson(
        "end",
        Anchor.RANKING,
        say("What everyone has, less debts."),
        lambda now: is_over(now) if _pays(now) else None,
        RESULT,
        public=True,
    ),
)
