"""The live stream: only "the table is at 42". It cannot leak a secret and cannot drift."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from companion.session.bell import CLOSED, Bell, newest
from companion.web.box import table_for, the_box

routes = Blueprint("stream", __name__)

BEAT_SECONDS = 10.0


@routes.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """``?after=`` or ``Last-Event-ID``: the number the page was drawn at."""
    table = table_for(code)
    after = request.args.get("after") or request.headers.get("Last-Event-ID") or "0"
    seen = int(after) if after.isdigit() and len(after) < 16 else 0
    tables = the_box().tables
    events = told(tables.bell, table.code, seen, lambda: tables.table(table.code).seq)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=headers)


def told(bell: Bell, code: str, seen: int, now: Callable[[], int]) -> Iterator[str]:
    """Every new number at once; a beat when nothing happened, as a real event so that scripts can hear it."""
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
