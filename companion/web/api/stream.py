"""The live stream: "the table is at 42", and for an open page the public part of it.

It carries no secret and cannot drift: a page that finds anything missing fetches it.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.web.fragments.fragment import Sheet
from companion.web.fragments.pushing import open_page
from companion.web.server.door import KEEP, Keep, event, greeting
from companion.web.visit.services import services


def stream_routes(phone: Sheet, screen: Sheet) -> Blueprint:
    """Return the route of streams. ``phone``: the sheet of a seat's page; ``screen``: that of the table screen."""
    routes = Blueprint("stream", __name__)

    @routes.get("/t/<code>/stream")
    def stream(code: str) -> Response:
        """Send the stream of a table.

        ``?after=`` or ``Last-Event-ID``: the number the page was drawn at; ``?page=``, ``?seat=``: the page that
        asks. On other servers than ours the stream ends after its first event: a browser asks again automatically.
        """
        code = code.upper()
        tables = services().tables
        number = tables.newest(code)
        if tables.owns(code):
            tables.presence.look(code)
        after = request.args.get("after") or request.headers.get("Last-Event-ID") or "0"
        seen = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else 0
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

        def now() -> int:
            return tables.newest(code)

        keep: Keep | None = request.environ.get(KEEP)
        if keep and request.method == "GET":
            keep(code, seen, now, open_page(code, phone, screen))
            return Response(iter(()), mimetype="text/event-stream", headers=headers)
        return Response(event(greeting(number, seen), number), mimetype="text/event-stream", headers=headers)

    return routes
