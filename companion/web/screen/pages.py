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
from companion.web.visit.services import join_url, own_address, services, table_for

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
def table(code: str) -> BaseResponse:
    """The short address of a table leads to its screen."""
    return redirect(f"/t/{table_for(code).code}/screen", 303)


@routes.get("/t/<code>/screen")
def screen(code: str, television: str = "") -> str:
    """The table screen, which anybody may open; ``television``: what ``/tv/now`` says while the television shows it."""
    page = pieces(code, None, SHEET)
    fragments = page.rendered(each.name for each in FRAGMENTS)
    return render_template("screen.html", view=page.view, main=page.main, f=fragments, television=television)


@routes.get("/t/<code>/screen/part")
def screen_part(code: str) -> Response:
    """What has changed of the fragments in ``?have=``; of all, without it."""
    page = pieces(code, None, SHEET)
    return page.answer(told_to(code, None))


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
def again(code: str) -> Response:
    """Play once more, from the table screen, which stays as it is and sees what comes of it.

    Raise NotNow before the end, and BadRequest.
    """
    table, wished = table_for(code), request.form.get("seating", Rematch.SAME)
    if wished not in list(Rematch):
        raise BadRequest(say("This request has a mistake at %(field)s.", field="seating"))
    services().tables.act(table.code, None, PlayAgain(Rematch(wished)))
    return Response(status=204)


@routes.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """The QR code that leads to this table, or to the picture of its result."""
    code = table_for(code).code
    drawn = draw_svg(f"{own_address()}/t/{code}/result.png" if request.args.get("of") == "result" else join_url(code))
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
