"""The box behind the current request."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from companion.app.background import BackgroundWork
from companion.app.camera.session import CameraSession
from companion.app.hosting.wifi import GuestWifi, Hotspot, Wifi
from companion.app.loaded_table import LoadedTable
from companion.app.photos.desk import PhotoDesk
from companion.app.tables import Tables
from companion.core.table.events import PinReplaced
from companion.core.table.table import TablePhase
from companion.store import phones
from companion.store.phones import PinAnswer
from companion.store.settings import Storing
from companion.web.view.aids import aids_of
from companion.web.view.moment import NOBODY_LEARNS, Learning, Surroundings
from companion.web.visit.guard import Limiter, OneAtATime
from companion.web.visit.tokens import Tokens, forget_old

logger = logging.getLogger(__name__)
wifi_gate = OneAtATime()


@dataclass
class Services:
    """The dependencies of the routes. ``address``: how phones reach this box now; empty: as the request came."""

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
    seat_requests: Limiter = field(default_factory=lambda: Limiter(12, 300))
    pins: Limiter = field(default_factory=lambda: Limiter(5, 60))
    snaps: Limiter = field(default_factory=lambda: Limiter(12, 60))
    frames: Limiter = field(default_factory=lambda: Limiter(6, 2))
    uploads: Limiter = field(default_factory=lambda: Limiter(10, 600))
    keepers: dict[tuple[str, str], str] = field(default_factory=dict)
    """shelf and name of what is kept -> the address that it came from, since the box was started"""

    def __post_init__(self) -> None:
        self.storing = Storing(self.tables.log)

    def surroundings(self, live: LoadedTable, url: str, learning: Learning = NOBODY_LEARNS) -> Surroundings:
        """Return the box besides this table, for a screen; ``url``: the address in the table's QR code."""
        aids = aids_of(self.camera, self.photos, live, self.offers_phone)
        lobby = live.table.phase is TablePhase.LOBBY
        return Surroundings(url, aids, self.wifi_for_guests if lobby else None, learning)

    @property
    def wifi_for_guests(self) -> Wifi | None:
        """Return the Wi-Fi that guests join first; None where the box is reached from outside, by https."""
        return None if self.address.startswith("https:") else self.wifi.now

    @property
    def offers_phone(self) -> bool:
        """Return whether a phone can be the camera here, or is."""
        return bool(self.secure) and self.camera.offers_phone


def services() -> Services:
    """Return the box of this application."""
    box: Services = current_app.extensions["companion"]
    return box


MAX_LOOKED_THROUGH = 10_000
"""tables of a box, as many as it keeps"""


def forget_old_seats(response: Response) -> Response:
    """Make a phone that has sat at many tables forget its seats at the oldest, and return the response.

    Called after a page by which phones come to a table.
    """
    log = services().tables.log
    if response.status_code >= 400:
        return response
    return forget_old(request, response, lambda: (row.code for row, *_ in log.activity(MAX_LOOKED_THROUGH)))


def pin_is_right(code: str, seat: str, pin: str) -> bool:
    """Return whether this is the seat's PIN; one that was tried too often is announced at the table.

    Raise TooManyRequests after five tries of one address in a minute: nobody is locked out by the tries of others.
    """
    box = services()
    if not box.pins.allows(f"{request.remote_addr}/{code}/{seat}"):
        raise TooManyRequests
    answer = phones.try_pin(box.tables.log, code, seat, pin)
    if answer is PinAnswer.DEAD:
        logger.warning("table %s: too many wrong PINs for seat %s; it has a new one", code, seat)
        box.tables.note(code, PinReplaced(seat))
    return answer is PinAnswer.RIGHT


def box_address() -> str:
    """Return the address at which phones reach this box."""
    return services().address or f"{request.scheme}://{request.host}"


def wifi_here() -> Wifi | None:
    """Return the Wi-Fi that guests join first, if there is one."""
    return services().wifi_for_guests


def switch_hotspot() -> None:
    """Open or close the box's own Wi-Fi, as the form says. Raise NotNow, and ServiceUnavailable meanwhile."""
    with wifi_gate:
        Hotspot(services().wifi).switch(request.form.get("on") == "1")
    services().tables.ring_all()


def from_outside() -> bool:
    """Return whether the box can be reached from the internet."""
    return services().address.startswith("https:")
