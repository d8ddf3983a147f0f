"""The box behind the current request, and who is asking."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import current_app, g, request

from companion.core.errors import RuleError
from companion.core.table import Table
from companion.session.tables import Tables
from companion.store import phones
from companion.web.guard import Limiter
from companion.web.tokens import Tokens, seats_of, token_of
from companion.web.view import View
from companion.web.views import view_of


@dataclass(frozen=True)
class Box:
    """What the routes need. ``address`` is how phones reach this box; empty: as the request came."""

    tables: Tables
    tokens: Tokens
    address: str
    joins: Limiter = field(default_factory=lambda: Limiter(30, 60))
    pins: Limiter = field(default_factory=lambda: Limiter(5, 60))


def the_box() -> Box:
    """The box of this application."""
    box: Box = current_app.extensions["companion"]
    return box


def table_for(code: str) -> Table:
    """The table of this address, with its names at hand for the templates; raises NoSuchTable."""
    table = the_box().tables.table(code.upper())
    g.names = {seat.id: seat.name for seat in table.seats}
    return table


def check_seat(code: str, seat: str) -> None:
    """Passes when this phone acts for the seat; raises NotSeated, WrongSeat, NoSuchTable or BadRequest."""
    table = table_for(code)
    the_box().tokens.check(token_of(request, table.code, seat), table.code, seat)
    table.seat(seat)


def own_seats(code: str) -> tuple[str, ...]:
    """The seats this phone really acts for."""
    return tuple(seat for seat in seats_of(request, code) if _acts_for(code, seat))


def _acts_for(code: str, seat: str) -> bool:
    try:
        check_seat(code, seat)
    except RuleError:
        return False
    return True


def join_url(code: str) -> str:
    """What the QR code says."""
    base = the_box().address or request.host_url.rstrip("/")
    return f"{base}/j/{code}"


def the_view(code: str, seat: str | None) -> View:
    """The screen of this seat, or the table screen."""
    table = table_for(code)
    box = the_box()
    pin = phones.pin_of(box.tables.log, table.code, seat) if seat else ""
    others = tuple(other for other in own_seats(table.code) if other != seat) if seat else ()
    return view_of(box.tables, table.code, seat, join_url(table.code), pin, others)
