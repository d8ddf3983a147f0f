"""Checks of rights that need no particular seat, against strangers in the same network."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import TooManyRequests

from companion.app.reading import Unreadable
from companion.core.errors import NotNow, RuleError
from companion.core.table.table import Table, TablePhase
from companion.core.text import say
from companion.web.visit.services import services
from companion.web.visit.tokens import NotSeated, bearer_token, by_token, seats_of, tables_of, token_of
from companion.web.visit.visit import Visit, find_roles

logger = logging.getLogger(__name__)

A_DAY = 24 * 3600.0
LOOPBACK = ("127.0.0.1", "::1")


def at_the_box() -> bool:
    """Return whether the request comes from the box: its own screen, or its owner, who can read the file anyway."""
    return request.remote_addr in (*LOOPBACK, urlsplit(services().address).hostname)


def has_sat(table: Table) -> bool:
    """Return whether this phone, or script, acts for a seat of the table or once did."""
    box, code = services(), table.code
    seats = table.ids if by_token(request) else seats_of(request, code)
    return any(box.tokens.signed(token_of(request, code, seat), code, seat) for seat in seats)


def check_closer(code: str) -> None:
    """Check that the visitor sits or sat at the table, or is at the box itself.

    Anybody may close a table at which nobody sits, nothing has happened for a day, or that cannot be read. Raise
    NotSeated or NoSuchTable.
    """
    tables = services().tables
    try:
        live = tables.live(code)
    except Unreadable:
        logger.info("table %s is closed unread", code, exc_info=True)
        return
    since = tables.clock() - A_DAY
    busy = live.table.people() and live.records and live.records[-1].at > since
    if busy and not at_the_box() and not has_sat(live.table):
        raise NotSeated(say("Only someone who plays at this table can close it today, or the host of the box."))


def check_guest(visit: Visit) -> None:
    """Check that the visitor may export the game: during it its players and the box itself, otherwise anybody.

    Raise NotSeated.
    """
    if visit.table.phase is TablePhase.PLAYING and not at_the_box() and not visit.is_seated:
        raise NotSeated(say("During the game only its players can export it."))


def check_operator(visit: Visit) -> None:
    """Check that the visitor may operate the camera for this table, though it may be at another one now.

    Raise NotSeated while a game is on at which the visitor does not sit, and NotNow where the camera would be taken
    from one.
    """
    if at_the_box():
        return
    if visit.table.phase is TablePhase.PLAYING and not visit.is_seated:
        raise NotSeated(say("During the game only its players can use the camera."))
    tables, looked_at = visit.box.tables, visit.box.camera.table
    if looked_at in ("", visit.code) or looked_at not in tables.presence.watched():
        return
    other = tables.table(looked_at)
    if other.phase is TablePhase.PLAYING and not find_roles(visit.box, other):
        raise NotNow(say("Table %(code)s is using the camera. Ask a player there to release it.", code=looked_at))


def require_any_seat() -> None:
    """Check that the visitor sits at any table of this box, or is at the box itself. Raise NotSeated."""
    if not at_the_box() and not any(_has_seat(code) for code in _tables_here()):
        raise NotSeated(say("Take a seat at a table first."))


def _tables_here() -> tuple[str, ...]:
    if not by_token(request):
        return tables_of(request)
    held = services().tokens.holder(bearer_token(request))
    return held[:1] if held else ()


def _has_seat(code: str) -> bool:
    box = services()
    try:
        return bool(find_roles(box, box.tables.table(code)))
    except RuleError:
        logger.debug("a table of another evening, or one that cannot be read", exc_info=True)
        return False


@contextmanager
def limit_uploads(shelf: str, name: str, there: bool) -> Iterator[None]:
    """Store something under this name; ``there``: in place of what is stored there now.

    Raise NotSeated as ``require_uploader`` does, and TooManyRequests for more new things of one address than its share.
    The owner is known by the address, in memory alone: until the box is started anew.
    """
    here = request.remote_addr or ""
    if there:
        require_uploader(shelf, name)
    elif not services().uploads.allows(here):
        raise TooManyRequests
    yield
    if not there:
        services().keepers[shelf, name] = here


def require_uploader(shelf: str, name: str) -> None:
    """Check that the visitor has the uploader's address, or sits at a table of this box. Raise NotSeated."""
    if services().keepers.get((shelf, name), "") != request.remote_addr:
        require_any_seat()
