"""The table screen, which anybody may open, and the code that leads phones to the table."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.core.errors import BadRequest
from companion.core.table.table import Rematch
from companion.core.table.table_messages import PlayAgain
from companion.core.text import say
from companion.qr import draw_svg
from companion.web.fragments.pieces import FIGURES, Fragment, Main, Sheet, main_element
from companion.web.fragments.shown import pieces, told_to
from companion.web.view.view import View
from companion.web.visit.services import own_address
from companion.web.visit.visit import Visit, at_table

routes = Blueprint("screen", __name__)

FRAGMENTS = (
    Fragment("head", "screen/head.html", shared=True),
    Fragment("ended", "screen/ended.html", shared=True),
    Fragment("stage", "screen/stage.html", shared=True, holds="figures"),
    FIGURES,
    Fragment("players", "screen/players.html", shared=True),
    Fragment("side", "screen/side.html", shared=True),
    Fragment("here", "screen/here.html"),
    Fragment("currency", "phone/currency.html", shared=True),
)


@routes.get("/t/<code>")
@at_table()
def table(visit: Visit) -> BaseResponse:
    """The short address of a table leads to its screen."""
    return redirect(f"/t/{visit.code}/screen", 303)


@routes.get("/t/<code>/screen")
@at_table()
def screen(visit: Visit) -> str:
    """The table screen, which anybody may open."""
    return draw_screen(visit)


def draw_screen(visit: Visit, television: str = "") -> str:
    """Return the table screen; ``television``: what ``/tv/now`` says while the television shows it."""
    page = pieces(visit, SHEET)
    fragments = page.rendered(each.name for each in FRAGMENTS)
    return render_template("screen.html", view=page.view, main=page.main, f=fragments, television=television)


@routes.get("/t/<code>/screen/part")
@at_table()
def screen_part(visit: Visit) -> Response:
    """What has changed of the fragments in ``?have=``; of all, without it."""
    return pieces(visit, SHEET).answer(told_to(visit))


def main_of(view: View) -> Main:
    """The screen's own element: where the table stands."""
    selling = view.phase == "playing" and view.page.board and (view.page.ballot or view.stage)
    return main_element(
        view.seq,
        f"{view.phase} selling" if selling else view.phase,
        now=view.now,
        code=view.code,
        seat="",
        part=f"/t/{view.code}/screen/part",
        stream=f"/t/{view.code}/stream",
        poll="" if view.opening else None,
    )


SHEET = Sheet(FRAGMENTS, main_of)


@routes.post("/t/<code>/again")
@at_table()
def again(visit: Visit) -> Response:
    """Play once more, from the table screen, which stays as it is and sees what comes of it.

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
    """The QR code that leads to this table, or to the picture of its result."""
    result = f"{own_address()}/t/{visit.code}/result.png"
    drawn = draw_svg(result if request.args.get("of") == "result" else visit.url)
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
