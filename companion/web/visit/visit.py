"""A request at a table, resolved once: its table, its seat, and the rights of its phone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import wraps
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from companion.app.loaded_table import LoadedTable
from companion.core.errors import RuleError
from companion.core.table.table import Table
from companion.core.text import say
from companion.store.phones import PhoneRole
from companion.web.view.lazy import lazy_property
from companion.web.view.moment import moment_of
from companion.web.view.reader import Reader
from companion.web.visit.guard import mark_seated
from companion.web.visit.services import Services, box_address, services
from companion.web.visit.tokens import NotSeated, WrongSeat, bearer_token, by_token, opened_seat, seats_of, token_of
from companion.web.words.i18n import speak_of

logger = logging.getLogger(__name__)


class Right(Enum):
    """The rights that a route requires of the phone, or script."""

    LOOK = auto()
    """nothing: anybody may"""
    HOLD = auto()
    """a token of the seat"""
    ACT = auto()
    """a token of the seat, and on a screen that serves several players the seat is the one that is open"""
    SIT = auto()
    """a token of any seat of the table"""


@dataclass(frozen=True)
class Visit:
    """A request at a table in its state then. ``seat``: the seat that it is about; None for the table's own pages.

    ``url``: the address in the table's QR code. The phone's rights are looked up once, when they are asked for: a
    token that was shown counts as one that has arrived.
    """

    box: Services
    live: LoadedTable
    table: Table
    seat: str | None
    url: str

    @property
    def code(self) -> str:
        """Return the table's code."""
        return self.table.code

    @property
    def acting(self) -> str:
        """Return the seat, at a route that has one."""
        assert self.seat is not None
        return self.seat

    @lazy_property
    def roles(self) -> Mapping[str, PhoneRole]:
        """Return the seats that this phone, or script, acts for, with its role at each."""
        return find_roles(self.box, self.table)

    @property
    def is_seated(self) -> bool:
        """Return whether this phone, or script, acts for any seat of the table."""
        return bool(self.roles)

    @property
    def serving(self) -> tuple[str, ...]:
        """Return the other seats that this phone acts for."""
        return () if by_token(request) else tuple(seat for seat in self.roles if seat != self.seat)

    @lazy_property
    def locked(self) -> bool:
        """Return whether a screen that serves several players must ask for the PIN before it shows this seat.

        A player's own phone never asks its owner; a tablet that goes round asks everybody.
        """
        if by_token(request) or len(self.roles) < 2:
            return False
        owners = [other for other, role in self.roles.items() if role is PhoneRole.OWNER]
        return owners != [self.seat] and opened_seat(request, self.code) != self.seat

    def reader(self) -> Reader:
        """Return the screen of this seat, or the table screen, at the present state of the table."""
        surroundings = self.box.surroundings(self.live, self.url)
        return Reader(moment_of(self.box.tables, self.code, surroundings), self.seat, self.serving)


def visit_table(code: str, seat: str | None = None) -> Visit:
    """Return the request as a visit at this table; it counts as a look at it. Raise NoSuchTable."""
    box = services()
    live = box.tables.live(code.upper())
    table = live.table
    speak_of(live)
    box.tables.presence.look(table.code)
    return Visit(box, live, table, seat, join_url(table.code))


def join_url(code: str) -> str:
    """Return the address in the table's QR code."""
    return f"{box_address()}/j/{code}"


def find_roles(box: Services, table: Table) -> dict[str, PhoneRole]:
    """Return the seats that the phone, or script, really acts for, in order, with its role at each."""
    roles: dict[str, PhoneRole] = {}
    if by_token(request):
        holder = box.tokens.holder(bearer_token(request))
        seats: tuple[str, ...] = holder[1:] if holder and holder[0] == table.code else ()
    else:
        seats = seats_of(request, table.code)
    for seat in seats:
        try:
            roles[seat] = _check_token(box, table, seat)
        except RuleError:
            logger.debug("this phone does not act for the seat any more", exc_info=True)
    return roles


def _check_token(box: Services, table: Table, seat: str) -> PhoneRole:
    role = box.tokens.check(token_of(request, table.code, seat), table.code, seat)
    table.seat(seat)
    mark_seated()
    box.tables.presence.see_seat(table.code, seat)
    return role


def check_right(visit: Visit, right: Right) -> None:
    """Raise NotSeated, WrongSeat or BadRequest where the visitor does not have the right."""
    if right is Right.SIT and not visit.is_seated:
        raise NotSeated(say("Take a seat at this table first."))
    if right in (Right.HOLD, Right.ACT) and visit.acting not in visit.roles:
        _check_token(visit.box, visit.table, visit.acting)
    if right is Right.ACT and visit.locked:
        raise WrongSeat(say("This screen serves several people: open the seat with its PIN first."))


Route = Callable[..., Any]


def at_table(right: Right = Right.LOOK) -> Callable[[Route], Route]:
    """Return a decorator of routes at ``<code>`` (and ``<seat>``), which are given a ``Visit`` in place of both.

    The seat of an operation of the JSON API is in its body.
    """

    def decorated(route: Route) -> Route:
        @wraps(route)
        def visited(code: str, **at: Any) -> Any:
            seat = at.pop("seat", None) or getattr(at.get("sent"), "seat", None)
            visit = visit_table(code, seat)
            check_right(visit, right)
            return route(visit, **at)

        return visited

    return decorated


def at_seat(route: Route) -> Route:
    """Decorate the route of a seat's page: redirect a phone that does not act for it (any more) to the join page."""

    @wraps(route)
    def visited(code: str, seat: str, **at: Any) -> Any:
        visit = visit_table(code, seat)
        try:
            check_right(visit, Right.HOLD)
        except (NotSeated, WrongSeat):
            logger.info("table %s: a phone without this seat is led to the door", visit.code, exc_info=True)
            return lead_to_door(visit)
        return route(visit, **at)

    return visited


def lead_to_door(visit: Visit) -> Response:
    """Return a redirect to the join page, which tells a phone that had the seat how it was lost."""
    had_it = visit.seat in visit.table.ids and token_of(request, visit.code, visit.acting)
    return redirect(f"/j/{visit.code}" + (f"?moved={visit.seat}" if had_it else ""), 303)
