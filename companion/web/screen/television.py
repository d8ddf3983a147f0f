"""The television, which needs no operation: the table in play, a choice among several, or how to join.

The choice is shown where several tables are played, the way to the first page where none is.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Sequence
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import NotNow
from companion.core.table.table import TablePhase
from companion.core.text import Text, say
from companion.qr import draw_svg
from companion.store.rows import TableRow
from companion.store.storage import StorageError
from companion.web.screen.pages import draw_screen
from companion.web.visit.open_tables import OpenTable, listed
from companion.web.visit.services import box_address, from_outside, services, switch_hotspot, wifi_here
from companion.web.visit.visit import visit_table

EVENING_SECONDS = 6 * 3600.0
"""a table without events for so long is not tonight's"""
PLAYING_SECONDS = 15 * 60.0
"""tables with an event within this time are played at once"""
EMPTY_SECONDS = 3 * 60.0
"""the time for which a table without players is shown before other tables are"""
MAX_CHOSEN = 12
"""tables to choose from that one screen has room for"""
LOOKED_THROUGH = 100
"""the newest tables: those of other evenings are not read for a television that asks every few seconds"""

logger = logging.getLogger(__name__)
routes = Blueprint("television", __name__)


@routes.get("/tv")
def television() -> str:
    """Show the television's present page; its script asks ``/tv/now`` whether it is still current."""
    tables = in_play()
    if len(tables) == 1:
        return draw_screen(visit_table(tables[0].code), television=state_key(tables))
    return waiting(tables)


def waiting(tables: tuple[OpenTable, ...] = (), refused: Text | None = None) -> str:
    """Return the page while no table is played, or several are; ``refused``: why the box opens no Wi-Fi."""
    here, address = {"television": state_key(tables), "may_open_wifi": not from_outside()}, box_address()
    alone = (urlsplit(address).hostname or "").startswith(("127.", "localhost"))
    return render_template("television.html", tables=tables, refused=refused, address=address, alone=alone, **here)


@routes.post("/tv/hotspot")
def hotspot() -> BaseResponse | tuple[str, int]:
    """Open or close a Wi-Fi of the box before the first table; the television shows why it cannot."""
    if tables := in_play():
        raise NotNow(say("The television switches the Wi-Fi of the box before the first table only."))
    if from_outside():
        abort(404)
    try:
        switch_hotspot()
    except NotNow as error:
        return waiting(tables, error.text), 422
    return redirect("/tv", 303)


@routes.get("/tv/now")
def now() -> Response:
    """Send the key of the television's present page."""
    return jsonify({"shown": state_key(in_play())})


@routes.get("/tv/qr.svg")
def way_in() -> Response:
    """Send the QR code that leads to the first page."""
    return Response(draw_svg(box_address()), mimetype="image/svg+xml")


@routes.get("/tv/wifi.svg")
def wifi() -> Response:
    """Send the QR code by which a phone joins the Wi-Fi. Raise NotFound where none is known."""
    found = wifi_here()
    if found is None:
        abort(404)
    return Response(draw_svg(found.code), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


def state_key(tables: tuple[OpenTable, ...]) -> str:
    """Return the key of the television's page: pages with equal keys are the same.

    It is the code of the table; of several the codes and a hash of their descriptions; before the first table the
    address of the box, and a hash of its Wi-Fi.
    """
    if len(tables) == 1:
        return tables[0].code
    if tables:
        shown_tables = sorted((table.code, repr(table.title), table.names) for table in tables)
        return f"{' '.join(code for code, *_ in shown_tables)} {zlib.crc32(repr(shown_tables).encode())}"
    wifi = wifi_here()
    return f"{box_address()} {zlib.crc32(wifi.code.encode())}" if wifi else box_address()


def in_play() -> tuple[OpenTable, ...]:
    """Return tonight's table, or the tables that are played at once.

    While it is played, a table chosen with ``?table=`` is the only one. A table at which nobody has sat down for
    some time counts where there is no other, and so does a demo table against the box; one that has ended counts
    until the next one begins.
    """
    since = time.time() - EVENING_SECONDS
    found = [table for table in listed(services().tables, _active(since)) if isinstance(table, OpenTable)]
    found = [table for table in found if moved(table) > since]
    wish = request.args.get("table", "").upper()
    chosen = [table for table in found if table.code == wish and table.phase is not TablePhase.OVER]
    if chosen or not found:
        return tuple(chosen)
    found = [table for table in found if not _waits_in_vain(table)] or found
    found = [table for table in found if not table.demo] or found
    found = [table for table in found if table.phase is not TablePhase.OVER] or found[:1]
    return _at_once(found)


def _at_once(found: Sequence[OpenTable]) -> tuple[OpenTable, ...]:
    """Return the tables that are played at once.

    A table that gathers its players leaves the screen to a game in play: its own phones say how to join it.
    """
    busy = [table for table in found if moved(table) > time.time() - PLAYING_SECONDS]
    playing = [table for table in busy if table.phase is TablePhase.PLAYING]
    return tuple(playing or busy or [max(found, key=moved)])[:MAX_CHOSEN]


def _waits_in_vain(table: OpenTable) -> bool:
    """Return whether it was opened, and forgotten before anybody sat down."""
    empty = table.phase is TablePhase.LOBBY and not table.names
    return empty and moved(table) < time.time() - EMPTY_SECONDS


def _active(since: float) -> list[TableRow] | None:
    """Return the open tables of this evening; None, all that the first page lists, where the file is damaged."""
    try:
        found = services().tables.log.activity(LOOKED_THROUGH)
    except StorageError:
        logger.debug("the television reads the tables one by one", exc_info=True)
        return None
    return [row for row, closed, _, at in found if at > since and not closed]


def moved(table: OpenTable) -> float:
    """Return the time of the table's last event, in seconds since 1970."""
    return (table.played or table.opened).timestamp()
