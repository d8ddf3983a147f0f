"""The table screen, which anybody may open, and the QR code that leads phones to the table."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import BadRequest
from companion.core.table.commands import PlayAgain
from companion.core.table.table import Rematch
from companion.core.text import say
from companion.qr import draw_svg
from companion.web.fragments.common import CURRENCY, FIGURES
from companion.web.fragments.fragment import Main, Private, Public, Sheet, main_element
from companion.web.fragments.shown import pieces, sent_recorder
from companion.web.screen import values
from companion.web.screen.composition import composition
from companion.web.view.lessons import public_lessons
from companion.web.view.reader import Reader
from companion.web.visit.services import box_address
from companion.web.visit.visit import Visit, at_table

routes = Blueprint("screen", __name__)

FRAGMENTS = (
    Public("head", "screen/head.html", values.head),
    Public("stage", "screen/stage.html", values.stage, contains="figures"),
    FIGURES,
    Public("players", "screen/players.html", values.players),
    Public("side", "screen/side.html", values.side),
    Private("here", "screen/here.html", values.here),
    CURRENCY,
    Public("lessons", "parts/lessons.html", public_lessons),
)


@routes.get("/t/<code>")
@at_table()
def table(visit: Visit) -> BaseResponse:
    """Redirect the short address of a table to its screen."""
    return redirect(f"/t/{visit.code}/screen", 303)


@routes.get("/t/<code>/screen")
@at_table()
def screen(visit: Visit) -> str:
    """Show the table screen, which anybody may open."""
    return draw_screen(visit)


def draw_screen(visit: Visit, television: str = "") -> str:
    """Return the table screen; ``television``: the value of ``/tv/now`` while the television shows it."""
    page = pieces(visit, SHEET)
    shown = {"view": page.reader, "main": page.main, "f": page.rendered(each.name for each in FRAGMENTS)}
    turns_cards = visit.live.game.votes_in_secret
    return render_template("screen.html", **shown, turns_cards=turns_cards, television=television)


@routes.get("/t/<code>/screen/part")
@at_table()
def screen_part(visit: Visit) -> Response:
    """Send the changed fragments of those in ``?have=``; all, without it."""
    return pieces(visit, SHEET).answer(sent_recorder(visit))


def main_of(reader: Reader) -> Main:
    """Return the screen's own element, with the state of the table."""
    moment = reader.moment
    return main_element(
        moment.seq,
        f"{moment.phase.value} {composition(reader).value}{' final' if reader.page.last else ''}",
        now=reader.clock,
        code=moment.code,
        seat="",
        part=f"/t/{moment.code}/screen/part",
        stream=f"/t/{moment.code}/stream",
        poll="" if reader.opens_votes else None,
    )


SHEET = Sheet(FRAGMENTS, main_of)


@routes.post("/t/<code>/again")
@at_table()
def again(visit: Visit) -> Response:
    """Play once more, from the table screen, which stays open and shows the result.

    Raise NotNow before the end, and BadRequest.
    """
    wished = request.form.get("seating", Rematch.SAME)
    if wished not in list(Rematch):
        raise BadRequest(say("This request has a mistake at %(field)s.", field="seating"))
    visit.box.tables.act(visit.code, None, PlayAgain(Rematch(wished)))
    return Response(status=204)


@routes.get("/t/<code>/qr.svg")
@at_table()
def qr(visit: Visit) -> Response:
    """Send the QR code that leads to this table, or to the picture of its result."""
    result = f"{box_address()}/t/{visit.code}/result.png"
    drawn = draw_svg(result if request.args.get("of") == "result" else visit.url)
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
