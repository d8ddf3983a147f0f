"""The table screen, which anybody may open, and the code that leads phones to the table."""

from __future__ import annotations

from functools import lru_cache

import qrcode
from flask import Blueprint, Response, redirect, render_template
from qrcode.image.svg import SvgPathFillImage
from werkzeug.wrappers import Response as BaseResponse

from companion.web.fragments.pieces import Fragment
from companion.web.services import join_url, pieces, table_for

routes = Blueprint("screen", __name__)

FRAGMENTS = (
    Fragment("head", "screen/head.html", shared=True),
    Fragment("stage", "screen/stage.html", shared=True),
    Fragment("side", "screen/side.html", shared=True),
    Fragment("here", "screen/here.html", fresh=True),
)


@routes.get("/t/<code>")
def table(code: str) -> BaseResponse:
    """The short address of a table leads to its screen."""
    return redirect(f"/t/{table_for(code).code}/screen", 303)


@routes.get("/t/<code>/screen")
def screen(code: str) -> str:
    """The table screen, which anybody may open."""
    page = pieces(code, None, FRAGMENTS)
    return render_template("screen.html", view=page.view, f=page.rendered(each.name for each in FRAGMENTS))


@routes.get("/t/<code>/screen/part")
def screen_part(code: str) -> Response:
    """What has changed of the fragments in ``?have=``; of all, without it."""
    return pieces(code, None, FRAGMENTS).answer("screen/state.html")


@routes.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """The QR code that leads to this table."""
    drawn = qr_svg(join_url(table_for(code).code))
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@lru_cache(maxsize=64)
def qr_svg(text: str) -> bytes:
    """A QR code; kept, because every screen of a table shows the same."""
    drawn: bytes = qrcode.make(text, image_factory=SvgPathFillImage, box_size=12, border=2).to_string()
    return drawn
