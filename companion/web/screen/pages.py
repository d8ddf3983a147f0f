"""The table screen, which anybody may open, and the code that leads phones to the table."""

from __future__ import annotations

import qrcode
from flask import Blueprint, Response, redirect, render_template
from qrcode.image.svg import SvgPathFillImage
from werkzeug.wrappers import Response as BaseResponse

from companion.web.services import join_url, table_for, the_view

routes = Blueprint("screen", __name__)


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


@routes.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """The QR code that leads to this table."""
    image = qrcode.make(join_url(table_for(code).code), image_factory=SvgPathFillImage, box_size=12, border=2)
    return Response(image.to_string(), mimetype="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
