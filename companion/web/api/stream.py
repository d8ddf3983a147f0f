"""The live stream of server-sent events: the number of the table's last event, and changed public fragments of a page.

It carries no secret. A page that finds a fragment missing fetches it, so a page cannot drift from its table.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.web.fragments.fragment import Sheet
from companion.web.fragments.pushing import open_page
from companion.web.server.door import KEEP, Keep, event, greeting
from companion.web.visit.services import services


def stream_routes(phone: Sheet, screen: Sheet) -> Blueprint:
    """Return the route of streams, with the sheets of a seat's page and of the table screen."""
    routes = Blueprint("stream", __name__)

    @routes.get("/t/<code>/stream")
    def stream(code: str) -> Response:
        """Send the stream of a table.

        ``?after=`` or ``Last-Event-ID`` is the number that the page was drawn at; ``?page=`` and ``?seat=`` name the
        page. On servers other than our own the stream ends after its first event, and browsers connect again.
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
