"""The live stream: "the table is at 42", and for a page that is open what everybody may see of it. It carries no secret
and cannot drift: a page that finds anything missing fetches it."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from companion.web.fragments.open_pages import OpenPage
from companion.web.pushing import open_page
from companion.web.visit.services import services

routes = Blueprint("stream", __name__)

HEARTBEAT_SECONDS = 8.0
"""fifty bytes; a page that hears nothing for three seconds longer (``SILENCE`` in live.js) takes the line for dead"""

KEEP = "companion.keep"
"""Where a server that keeps streams open (``companion.web.server.streams``) leaves the function to tell it so."""

Keep = Callable[[str, int, Callable[[], int], OpenPage | None], None]


@routes.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """``?after=`` or ``Last-Event-ID``: the number the page was drawn at; ``?page=`` and ``?seat=``: which page asks.

    Elsewhere than on our server the stream ends after its first event: a browser asks again by itself.
    """
    code = code.upper()
    tables = services().tables
    number = tables.newest(code)
    if tables.holds(code):
        tables.presence.look(code)
    after = request.args.get("after") or request.headers.get("Last-Event-ID") or "0"
    seen = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else 0
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

    def now() -> int:
        return tables.newest(code)

    keep: Keep | None = request.environ.get(KEEP)
    if keep and request.method == "GET":
        keep(code, seen, now, open_page(code))
        return Response(iter(()), mimetype="text/event-stream", headers=headers)
    return Response(event(greeting(number, seen), number), mimetype="text/event-stream", headers=headers)


def greeting(number: int, seen: int) -> str:
    """The name of a stream's first event: news, or a heartbeat for who has seen it already."""
    return "at" if number > seen else "beat"


def event(name: str, number: int, news: str = "") -> str:
    """One server-sent event: the number, or the ``news`` of a page, which are one line."""
    return f"id: {number}\nevent: {name}\ndata: {news or number}\n\n"
