"""Values of what a seat has, whom it can pay, and what happened to its money: see ``values``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.text import Text
from companion.core.ui.choice import Choice, Option
from companion.core.ui.page import LogLine
from companion.web.view import values
from companion.web.view.moment import Moment
from companion.web.view.motions import no_loan
from companion.web.view.news import by_age
from companion.web.view.parts import BadgeView, LoanView
from companion.web.view.reader import Reader


@dataclass(frozen=True, slots=True)
class News:
    """The latest events of this seat's money: the new ones, and those before them."""

    new: tuple[LogLine, ...]
    old: tuple[LogLine, ...]


def news(moment: Moment, reader: Reader) -> News:
    """Return the news of the reader's money."""
    return News(*by_age(reader.news))


@dataclass(frozen=True, slots=True)
class Money:
    """The money of a seat, its actions with it, and its latest payments."""

    code: str
    seat: str
    cash: int | None
    uncovered: bool
    loans: tuple[LoanView, ...]
    offers: tuple[Choice, ...]
    news: tuple[LogLine, ...]
    crowd: values.Crowd
    payable: bool


def money(moment: Moment, reader: Reader) -> Money:
    """Return the reader's money."""
    # Choices under Now are not repeated here: the id of a form is unique.
    elsewhere = {"pay", "offer_loan", *(each.kind for each in reader.page.choices)}
    return Money(
        code=moment.code,
        seat=reader.seat or "",
        cash=reader.cash,
        uncovered=moment.uncovered,
        loans=tuple(loan for loan in reader.loans if not loan.urgent),
        offers=tuple(each for each in reader.money if each.kind not in elsewhere),
        news=reader.news,
        crowd=values.crowd(moment, reader),
        payable=any(each.kind == "pay" for each in reader.money),
    )


@dataclass(frozen=True, slots=True)
class Payees:
    """The accounts that this seat can pay; ``beside``: the content of the sheet beside *Pay*."""

    payees: tuple[Option, ...]
    badges: Mapping[str, BadgeView]
    beside: tuple[Choice, ...]


def payees(moment: Moment, reader: Reader) -> Payees:
    """Return the accounts that the reader can pay."""
    beside = tuple(each for each in reader.page.choices if each.payee)
    return Payees(reader.payees, moment.badges, beside)


@dataclass(frozen=True, slots=True)
class Lending:
    """The reason why the bank does not lend to this seat now, if so."""

    no_loan: Text | None


def lending(moment: Moment, reader: Reader) -> Lending:
    """Return why the bank does not lend."""
    return Lending(no_loan(moment.live, reader.seat) if reader.seat else None)
