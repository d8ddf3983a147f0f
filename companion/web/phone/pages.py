"""The pages of a table: the table screen, a phone, and what can be taken home."""

from __future__ import annotations

import csv
import io

import qrcode
from flask import Blueprint, Response, redirect, render_template, request
from qrcode.image.svg import SvgPathFillImage
from werkzeug.wrappers import Response as BaseResponse

from companion.app.export import export_lines
from companion.core.table.replay import standing
from companion.core.text import say
from companion.web.services import check_seat, join_url, locked, pin_is_right, services, table_for, the_view
from companion.web.tokens import NotSeated, WrongSeat, open_seat

routes = Blueprint("pages", __name__)


@routes.get("/t/<code>")
def table(code: str) -> BaseResponse:
    """The short address of a table leads to its screen."""
    return redirect(f"/t/{table_for(code).code}/screen", 303)


@routes.get("/t/<code>/screen")
def screen(code: str) -> str:
    """The table screen, which anybody may open."""
    return render_template("screen.html", view=the_view(code, None))


@routes.get("/t/<code>/screen/part")
def screen_part(code: str) -> str:
    return render_template("parts/screen_main.html", view=the_view(code, None))


@routes.get("/t/<code>/s/<seat>")
def phone(code: str, seat: str) -> str | BaseResponse:
    """Somebody without a seat is shown where to sit down."""
    try:
        check_seat(code, seat)
    except (NotSeated, WrongSeat):
        return redirect(f"/j/{table_for(code).code}", 303)
    if locked(table_for(code).code, seat):
        return render_template("pin.html", view=the_view(code, seat), error=None)
    return render_template("phone.html", view=the_view(code, seat))


@routes.post("/t/<code>/s/<seat>/open")
def unlock(code: str, seat: str) -> str | tuple[str, int] | BaseResponse:
    """A screen that serves several people shows a seat to whoever knows its PIN."""
    check_seat(code, seat)
    table = table_for(code)
    if not pin_is_right(table.code, seat, request.form.get("pin", "").strip()):
        error = say("That is not the PIN of this seat.")
        return render_template("pin.html", view=the_view(code, seat), error=error), 403
    return open_seat(redirect(f"/t/{table.code}/s/{seat}", 303), table.code, seat)


@routes.get("/t/<code>/s/<seat>/part")
def phone_part(code: str, seat: str) -> str:
    """As locked as the page itself: a page that is refused its part loads itself anew, and asks for the PIN."""
    check_seat(code, seat)
    if locked(table_for(code).code, seat):
        raise WrongSeat(say("This seat opens with its PIN."))
    return render_template("parts/phone_main.html", view=the_view(code, seat))


@routes.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """The QR code that leads to this table."""
    image = qrcode.make(join_url(table_for(code).code), image_factory=SvgPathFillImage, box_size=12, border=2)
    return Response(image.to_string(), mimetype="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@routes.get("/t/<code>/export.jsonl")
def export(code: str) -> Response:
    """The whole log, as ``companion export`` writes it."""
    live = services().tables.live(table_for(code).code)
    lines = export_lines(live, services().tables.history(live.table.code))
    headers = {"Content-Disposition": f"attachment; filename={live.table.code}.jsonl"}
    return Response(lines, mimetype="application/jsonl", headers=headers)


@routes.get("/t/<code>/transfers.csv")
def transfers(code: str) -> Response:
    """Every payment that still counts, with its reason and the log line it belongs to."""
    live = services().tables.live(table_for(code).code)
    names = {seat.id: seat.name for seat in live.table.seats}
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["seq", "from", "to", "dollars", "reason"])
    for record in standing([stored.record for stored in services().tables.history(live.table.code)]):
        for posting in record.event.postings:
            parties = (names.get(posting.frm, posting.frm), names.get(posting.to, posting.to))
            writer.writerow([record.seq, *map(plain_cell, parties), posting.amount, plain_cell(str(posting.reason))])
    headers = {"Content-Disposition": f"attachment; filename={live.table.code}.csv"}
    return Response(out.getvalue(), mimetype="text/csv", headers=headers)


def plain_cell(text: str) -> str:
    """A name that begins like a formula must not become one in a spreadsheet."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
