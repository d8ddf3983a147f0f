"""The box behind the current request, and who is asking."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import current_app, g, redirect, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from companion.app.background import BackgroundWork
from companion.app.camera_session import CameraSession
from companion.app.hosting.wifi import GuestWifi, Hotspot, Wifi
from companion.app.loaded_table import LoadedTable
from companion.app.photos.desk import PhotoDesk
from companion.app.tables import Tables
from companion.boards.capabilities import terms_of
from companion.core.errors import RuleError
from companion.core.table.table import Table
from companion.core.table.table_messages import PinReplaced
from companion.core.text import say
from companion.store import phones
from companion.store.phones import PhoneRole, PinAnswer
from companion.store.settings import Storing
from companion.web.view.aids import aids_of
from companion.web.view.parts import Aids
from companion.web.view.view import View, view_of
from companion.web.visit.guard import Limiter, OneAtATime, comes_from_a_seat
from companion.web.visit.tokens import (
    NotSeated,
    Tokens,
    WrongSeat,
    by_token,
    forget_old,
    opened_seat,
    seats_of,
    token_of,
)

logger = logging.getLogger(__name__)
wifi_gate = OneAtATime()


@dataclass
class Services:
    """What the routes need. ``address`` is how phones reach this box now; empty: as the request came."""

    tables: Tables
    tokens: Tokens
    address: str
    camera: CameraSession
    background: Sequence[BackgroundWork] = ()
    photos: PhotoDesk | None = None
    """None: nothing here can read photos"""
    wifi: GuestWifi = field(default_factory=GuestWifi)
    secure: str = ""
    """where this box is reached by https, which a phone's camera needs; "": nowhere"""
    storing: Storing = field(init=False)
    guests: set[str] = field(default_factory=set)
    """addresses that have seen the first page"""
    joins: Limiter = field(default_factory=lambda: Limiter(30, 60))
    opens: Limiter = field(default_factory=lambda: Limiter(100, 600))
    asks: Limiter = field(default_factory=lambda: Limiter(12, 300))
    pins: Limiter = field(default_factory=lambda: Limiter(5, 60))
    snaps: Limiter = field(default_factory=lambda: Limiter(12, 60))
    frames: Limiter = field(default_factory=lambda: Limiter(6, 2))
    keeps: Limiter = field(default_factory=lambda: Limiter(10, 600))
    keepers: dict[tuple[str, str], str] = field(default_factory=dict)
    """shelf and name of what is kept -> the address that it came from, since the box was started"""

    def __post_init__(self) -> None:
        self.storing = Storing(self.tables.log)

    def aids(self, live: LoadedTable) -> Aids:
        """What this box has to look at a table with."""
        return aids_of(self.camera, self.photos, live, self.offers_phone)

    @property
    def offers_phone(self) -> bool:
        """Whether a phone can be the camera here, or is."""
        return bool(self.secure) and self.camera.offers_phone


def services() -> Services:
    """The box of this application."""
    box: Services = current_app.extensions["companion"]
    return box


MOST_LOOKED_THROUGH = 10_000
"""tables of a box, as many as it keeps"""


def forget_old_seats(response: Response) -> Response:
    """After a page by which phones come to a table: one that has sat at many forgets its seats at the oldest."""
    log = services().tables.log
    if response.status_code >= 400:
        return response
    return forget_old(request, response, lambda: (row.code for row, *_ in log.activity(MOST_LOOKED_THROUGH)))


def table_for(code: str) -> Table:
    """The table of this address, with its names and its game at hand for the templates; raises NoSuchTable."""
    live = services().tables.live(code.upper())
    table = live.table
    known: Table | None = g.get("table")
    if known is table:
        return table
    tell_of(live)
    services().tables.presence.look(table.code)
    return table


def tell_of(live: LoadedTable) -> None:
    """What is told from now on is about this table, as it stands here."""
    g.pop("translator", None)
    g.table, g.edition = live.table, live.edition
    g.game, g.board_terms = live.table.game, terms_of(live.game)


def check_seat(code: str, seat: str) -> PhoneRole:
    """What this phone is to the seat; raises NotSeated, WrongSeat, NoSuchTable or BadRequest if it is nothing."""
    table = table_for(code)
    known: dict[tuple[str, str], PhoneRole] = g.setdefault("roles", {})  # asked several times a request
    if (table.code, seat) not in known:
        role = services().tokens.check(token_of(request, table.code, seat), table.code, seat)
        table.seat(seat)
        comes_from_a_seat()
        services().tables.presence.see_seat(table.code, seat)
        known[table.code, seat] = role
    return known[table.code, seat]


def led_to_the_door(code: str, seat: str) -> Response | None:
    """Where a phone goes that does not act for the seat (any more); None for one that does.

    Raises NoSuchTable, BadRequest.
    """
    table = table_for(code)
    try:
        check_seat(code, seat)
    except (NotSeated, WrongSeat):
        logger.info("table %s: a phone without this seat is led to the door", table.code, exc_info=True)
        had_it = seat in table.ids and token_of(request, table.code, seat)
        return redirect(f"/j/{table.code}" + (f"?moved={seat}" if had_it else ""), 303)
    return None


def own_seats(code: str) -> dict[str, PhoneRole]:
    """The seats this phone really acts for, in order, and what it is to each."""
    found = {seat: role_here(code, seat) for seat in seats_of(request, code)}
    return {seat: role for seat, role in found.items() if role is not PhoneRole.NONE}


def role_here(code: str, seat: str) -> PhoneRole:
    """What this phone is to the seat; nothing, where there is no such seat or table."""
    try:
        return check_seat(code, seat)
    except RuleError:
        logger.debug("this phone does not act for the seat any more", exc_info=True)
        return PhoneRole.NONE


def locked(code: str, seat: str) -> bool:
    """Whether a screen that serves several people must ask for the PIN before it shows this seat.

    Somebody's own phone never asks its owner; a tablet that goes round asks everybody.
    """
    if len(seats_of(request, code)) < 2:
        return False
    mine = own_seats(code)
    owners = [other for other, role in mine.items() if role is PhoneRole.OWN]
    return len(mine) > 1 and owners != [seat] and opened_seat(request, code) != seat


def check_open(code: str, seat: str) -> None:
    """Passes for whoever acts for the seat and, on a screen that goes round, has opened it; a script's token is enough.

    Raises what ``check_seat`` raises, and WrongSeat for a seat that waits for its PIN.
    """
    check_seat(code, seat)
    if not by_token(request) and locked(code.upper(), seat):
        raise WrongSeat(say("This screen serves several people: open the seat with its PIN first."))


def pin_is_right(code: str, seat: str, pin: str) -> bool:
    """Whether this is the seat's PIN; the table is told of one that was tried too often.

    Raises TooManyRequests after five tries of one address in a minute: nobody is locked out by the tries of others.
    """
    box = services()
    if not box.pins.allows(f"{request.remote_addr}/{code}/{seat}"):
        raise TooManyRequests
    answer = phones.try_pin(box.tables.log, code, seat, pin)
    if answer is PinAnswer.DEAD:
        logger.warning("table %s: too many wrong PINs for seat %s; it has a new one", code, seat)
        box.tables.note(code, PinReplaced(seat))
    return answer is PinAnswer.RIGHT


def join_url(code: str) -> str:
    """What the QR code says."""
    return f"{own_address()}/j/{code}"


def own_address() -> str:
    """How phones reach this box."""
    return services().address or f"{request.scheme}://{request.host}"


def wifi_here() -> Wifi | None:
    """The Wi-Fi that guests join first. It is nobody's business where the box is reached from outside, by https."""
    return None if from_outside() else services().wifi.now


def switch_hotspot() -> None:
    """The box opens its own Wi-Fi or closes it, as the form says; raises NotNow, and ServiceUnavailable meanwhile."""
    with wifi_gate:
        Hotspot(services().wifi).switch(request.form.get("on") == "1")
    services().tables.ring_all()


def from_outside() -> bool:
    """Whether the box is reached from anywhere."""
    return services().address.startswith("https:")


def the_view(code: str, seat: str | None) -> View:
    """The screen of this seat, or the table screen."""
    return view_here(table_for(code).code, seat, join_url(code.upper()), served_besides(code, seat))


def served_besides(code: str, seat: str | None) -> tuple[str, ...]:
    """The other seats this phone really acts for."""
    return tuple(other for other in own_seats(table_for(code).code) if other != seat)


def view_here(code: str, seat: str | None, url: str, serving: tuple[str, ...] = ()) -> View:
    """The screen of a seat, or the table screen; ``url``: what its QR code says."""
    box = services()
    return view_of(box.tables, code, seat, url, serving, box.aids)
