"""Who is of the house. What a stranger in the same network must not do although it needs no seat of one's own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import TooManyRequests

from companion.app.reading import Unreadable
from companion.core.errors import NotNow
from companion.core.table.table import Table, TablePhase
from companion.core.text import say
from companion.store.phones import PhoneRole
from companion.web.visit.services import role_here, services
from companion.web.visit.tokens import NotSeated, bearer_token, by_token, seats_of, tables_of, token_of

logger = logging.getLogger(__name__)

A_DAY = 24 * 3600.0
OWN_SCREEN = ("127.0.0.1", "::1")


def at_the_box() -> bool:
    """Whether it is asked on the box itself: its own screen, or its owner, who can read the file anyway."""
    return request.remote_addr in (*OWN_SCREEN, urlsplit(services().address).hostname)


def sits_at(table: Table) -> bool:
    """Whether this phone, or script, acts for a seat of the table."""
    seats = table.ids if by_token(request) else seats_of(request, table.code)
    return any(role_here(table.code, seat) is not PhoneRole.NONE for seat in seats)


def sat_at(table: Table) -> bool:
    """Whether this phone, or script, acts for a seat of the table or once did."""
    box, code = services(), table.code
    seats = table.ids if by_token(request) else seats_of(request, code)
    return any(box.tokens.signed(token_of(request, code, seat), code, seat) for seat in seats)


def check_closer(code: str) -> None:
    """Check who closes a table: whoever sits or sat there, or the box itself.

    Anybody may close one at which nobody sits, nothing has happened for a day, or that cannot be read. Raises
    NotSeated, NoSuchTable.
    """
    tables = services().tables
    try:
        live = tables.live(code)
    except Unreadable:
        logger.info("table %s is closed unread", code, exc_info=True)
        return
    since = tables.clock() - A_DAY
    busy = live.table.people() and live.records and live.records[-1].at > since
    if busy and not at_the_box() and not sat_at(live.table):
        raise NotSeated(say("Only somebody who plays at this table can close it today, or the host of the box."))


def check_guest(table: Table) -> None:
    """Passes for everybody before and after the game; while it is on, for who sits there, and on the box itself.

    Raises NotSeated.
    """
    if table.phase is TablePhase.PLAYING and not at_the_box() and not sits_at(table):
        raise NotSeated(say("While the game is on, only who sits at this table may take it home."))


def check_operator(table: Table, serving: str) -> None:
    """Passes for who may work the camera for this table, though it looks at the table ``serving`` now.

    Raises NotSeated while a game is on at which he does not sit, and NotNow where it would be taken from one.
    """
    if at_the_box():
        return
    if table.phase is TablePhase.PLAYING and not sits_at(table):
        raise NotSeated(say("While the game is on, only who sits at this table works the camera."))
    if serving in ("", table.code) or serving not in services().tables.presence.watched():
        return
    other = services().tables.table(serving)
    if other.phase is TablePhase.PLAYING and not sits_at(other):
        raise NotNow(
            say("The camera helps table %(code)s, which is playing: somebody there has to let it go.", code=serving)
        )


def check_of_the_house() -> None:
    """Passes on the box itself and for whoever sits at any of its tables. Raises NotSeated."""
    seats = [(code, seat) for code in tables_of(request) for seat in seats_of(request, code)]
    if by_token(request):
        held = services().tokens.holder(bearer_token(request))
        seats = [held] if held else []
    if not at_the_box() and not any(role_here(code, seat) is not PhoneRole.NONE for code, seat in seats):
        raise NotSeated(say("Only who sits at a table of this box may do that: sit down first."))


@contextmanager
def kept_on(shelf: str, name: str, there: bool) -> Iterator[None]:
    """Something is kept under this name; ``there``: in place of what is kept there now.

    Raises NotSeated as ``check_keeper`` does, and TooManyRequests for more new things of one address than its share.
    Whose it is is known by the address, in memory alone: until the box is started anew.
    """
    here = request.remote_addr or ""
    if there:
        check_keeper(shelf, name)
    elif not services().keeps.allows(here):
        raise TooManyRequests
    yield
    if not there:
        services().keepers[shelf, name] = here


def check_keeper(shelf: str, name: str) -> None:
    """Passes for whoever it came from, and whoever is of the house. Raises NotSeated."""
    if services().keepers.get((shelf, name), "") != request.remote_addr:
        check_of_the_house()
