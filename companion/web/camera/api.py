"""The camera for scripts: what its page shows, and what can be pressed there."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.web.camera.pages import camera_page, do, points
from companion.web.json import answer, body, plain, want
from companion.web.services import table_for

routes = Blueprint("camera_api", __name__, url_prefix="/api/tables/<code>")


@routes.get("/camera")
def state(code: str) -> Response:
    """How far the camera is with this table, what it sees and what it is not sure of."""
    return answer(plain(camera_page(table_for(code))))


@routes.post("/camera")
def operate(code: str) -> Response:
    """One step of the set-up; ``corners`` are four pairs of numbers between 0 and 1."""
    data, table = body(), table_for(code)
    corners = data.get("corners", [])
    try:
        words = " ".join(f"{float(x)},{float(y)}" for x, y in corners)
    except (TypeError, ValueError) as error:
        raise BadRequest(say("This request has a mistake at %(field)s.", field="corners")) from error
    do(table, want(data, "do", str), points(words))
    return answer(plain(camera_page(table_for(code))))
