"""The live stream: only "the table is at 42". It cannot leak a secret and cannot drift."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from companion.session.bell import CLOSED, Bell, newest
from companion.web.box import table_for, the_box

routes = Blueprint("stream", __name__)

BEAT_SECONDS = 10.0

KEEP = "companion.keep"
"""Where a server that can keep streams open by itself leaves the function to tell it so."""

Keep = Callable[[str, int, Callable[[], int]], None]


@routes.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """``?after=`` or ``Last-Event-ID``: the number the page was drawn at."""
    table = table_for(code)
    after = request.args.get("after") or request.headers.get("Last-Event-ID") or "0"
    seen = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else 0
    tables = the_box().tables
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

    def now() -> int:
        return tables.table(table.code).seq

    keep: Keep | None = request.environ.get(KEEP)
    if keep and request.method == "GET":
        keep(table.code, seen, now)
        events: Iterator[str] = iter(())
    else:
        events = told(tables.bell, table.code, seen, now)
    return Response(events, mimetype="text/event-stream", headers=headers)


def told(bell: Bell, code: str, seen: int, now: Callable[[], int]) -> Iterator[str]:
    """Every new number at once; a beat when nothing happened, as a real event so that scripts can hear it.

    For servers that give each stream a thread; ours keeps streams itself (``companion.streams``).
    """
    with bell.listening(code) as rope:
        current = now()
        yield event("at" if current > seen else "beat", current)
        while not bell.closed:
            number = newest(rope, BEAT_SECONDS)
            if number == CLOSED:
                return
            yield event("beat", now()) if number is None else event("at", number)


def event(name: str, number: int) -> str:
    """One server-sent event."""
    return f"id: {number}\nevent: {name}\ndata: {number}\n\n"
