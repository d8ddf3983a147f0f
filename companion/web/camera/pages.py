"""The camera's pages: its set-up, and its reading.

They show the public board, so they belong to the table like its screen, not to a seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.app.camera.session import CameraSession
from companion.boards.camera_messages import Ask, NormalisedPoint, Show
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.web.camera.page import CameraPage, camera_page
from companion.web.visit.insiders import check_operator
from companion.web.visit.operations import operation
from companion.web.visit.visit import Visit, at_table

routes = Blueprint("camera", __name__)


@routes.get("/t/<code>/camera")
@at_table()
def camera(visit: Visit) -> str:
    """Show the set-up of the camera."""
    return _page("camera.html", visit, sees=False)


@routes.get("/t/<code>/camera/part")
@at_table()
def camera_part(visit: Visit) -> str:
    """Send the changing part of the set-up's page."""
    return _page("parts/camera_main.html", visit)


@routes.get("/t/<code>/camera/sees")
@at_table()
def sees(visit: Visit) -> str:
    """Show the camera's reading."""
    return _page("camera.html", visit, sees=True)


@routes.get("/t/<code>/camera/sees/part")
@at_table()
def sees_part(visit: Visit) -> str:
    """Send the changing part of the reading's page."""
    return _page("parts/camera_sees.html", visit)


def _page(template: str, visit: Visit, **more: bool) -> str:
    seats = list(visit.roles)
    return render_template(template, camera=camera_page(visit), seated=bool(seats), seats=seats[:1], **more)


@routes.get("/t/<code>/camera/picture.jpg")
@at_table()
def picture(visit: Visit) -> Response:
    """Send the latest picture to its table; 204 while there is none."""
    session = visit.box.camera
    if visit.code != session.table:
        abort(404)
    jpeg = session.latest_picture(Show.PLAIN if "plain" in request.args else Show.DRAWN)
    headers = {"Cache-Control": "no-store"}
    return Response(jpeg, 200 if jpeg else 204, mimetype="image/jpeg", headers=headers)


@routes.post("/t/<code>/camera")
@at_table()
def operate(visit: Visit) -> BaseResponse:
    """Do one press on the page."""
    do(visit, request.form.get("do", ""), points(request.form.get("corners", "")))
    return redirect(f"/t/{visit.code}/camera", 303)


def do(visit: Visit, what: str, corners: tuple[NormalisedPoint, ...]) -> None:
    """Do one press on the page.

    Raise BadRequest for an unknown or senseless one, NotSeated and NotNow for a visitor without the right.
    """
    session = visit.box.camera
    check_operator(visit)
    with session.lock:
        _do(session, visit, what, corners)


scripts = Blueprint("camera_api", __name__, url_prefix="/api/tables/<code>")
"""The same for scripts."""


@scripts.get("/camera")
@operation("camera", "How far the camera is with this table, and what it sees")
@at_table()
def state(visit: Visit) -> CameraPage:
    """Return the state of the camera at this table, with its reading."""
    return camera_page(visit)


@dataclass(frozen=True, slots=True)
class CameraStep:
    """A press on the page; ``corners`` are four places in the picture, pairs of numbers between 0 and 1."""

    do: Literal["serve", "leave", "phone", "find", "corners", "empty", "start", "accept", "again"]
    corners: tuple[NormalisedPoint, ...] = ()


@scripts.post("/camera")
@operation("steerCamera", "A step of the camera's set-up")
@at_table()
def steer(visit: Visit, sent: CameraStep) -> CameraPage:
    """Do a step of the camera's set-up, and return its state."""
    do(visit, sent.do, within(sent.corners))
    return camera_page(visit)


def _do(session: CameraSession, visit: Visit, what: str, corners: tuple[NormalisedPoint, ...]) -> None:
    match what:
        case "serve":
            session.serve(visit.code)
        case "phone" if visit.box.offers_phone:
            session.invite_phone(visit.code)
        case "leave" if session.table == visit.code:
            session.serve("")
        case "corners" if len(corners) == 4 and session.table == visit.code:
            session.ask(Ask.CORNERS, corners)
        case Ask.FIND | Ask.EMPTY | Ask.START | Ask.ACCEPT | Ask.AGAIN if session.table == visit.code:
            session.ask(Ask(what))
        case _:
            raise BadRequest(say("The camera does not look at this table, or cannot do that."))


def points(text: str) -> tuple[NormalisedPoint, ...]:
    """Return places in the picture written ``0.1,0.2 0.9,0.2``. Raise BadRequest."""
    try:
        found = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.split()))
    except ValueError as error:
        raise BadRequest(say("Tap the four corners of the board, please.")) from error
    return within(found)


def within(corners: tuple[NormalisedPoint, ...]) -> tuple[NormalisedPoint, ...]:
    """Return the places, if they are in the picture. Raise BadRequest."""
    if not all(0 <= value <= 1 for point in corners for value in point):
        raise BadRequest(say("Tap the four corners of the board, please."))
    return corners
