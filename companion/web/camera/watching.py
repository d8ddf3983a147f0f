"""The page of a phone that films the board, and the routes for its pictures.

Browsers give access to a camera on https only: on http the page explains the browser's question and links to https. The
key is in the fragment of the address (after the #), which no request sends and so no log keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, Response, abort, make_response, render_template, request
from pydantic import Field
from werkzeug.exceptions import TooManyRequests

from companion.app.camera.phone import MAX_ID_LENGTH
from companion.app.camera.session import CameraSession
from companion.boards.camera_messages import LARGEST_FRAME, NormalisedPoint, Report, Stage
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.qr import draw_svg
from companion.web.camera.ingest import KEY_HEADER
from companion.web.camera.page import NOBODY, CameraPage, camera_page
from companion.web.visit.insiders import check_operator
from companion.web.visit.operations import operation
from companion.web.visit.services import box_address
from companion.web.visit.visit import Visit, at_table
from companion.web.words.i18n import translate

routes = Blueprint("watching", __name__)
scripts = Blueprint("watching_api", __name__, url_prefix="/api/tables/<code>/watching")

CAMERA_POLICY = "camera=(self), microphone=(), geolocation=()"
Spot = tuple[float, float, str, str]
"""x, y, the letter of the figure's owner ("": no owner, or no figure), and whether it is seen, unknown or wrong"""
CUT_OFF = 0.002
"""how far outside the picture a corner of the board is cut off, as a share of the picture's side"""


@routes.get("/t/<code>/watch")
@at_table()
def page(visit: Visit) -> Response:
    """Show the camera on https, or the page that links to it on http."""
    secure = visit.box.secure
    if not secure:
        abort(404)
    address = f"{secure}/t/{visit.code}/watch"
    is_secure = request.scheme == "https" or secure == visit.box.address
    template = "watching.html" if is_secure else "to_watch.html"
    response = make_response(render_template(template, code=visit.code, there=address))
    response.headers["Permissions-Policy"] = CAMERA_POLICY
    return response


@routes.get("/t/<code>/watch.svg")
@at_table()
def scan(visit: Visit) -> Response:
    """Send the QR code with which a phone becomes the camera, to visitors who may operate the camera."""
    session = visit.box.camera
    check_operator(visit)
    if session.table != visit.code or not session.phone.key:
        abort(404)
    drawn = draw_svg(f"{box_address()}/t/{visit.code}/watch#{session.phone.key}")
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@dataclass(frozen=True, slots=True)
class PhoneSays:
    """The report that the filming phone sends about every second.

    ``who`` is its id; ``begins``: it has just begun to film; ``battery`` in percent, if its browser tells it.
    """

    who: Annotated[str, Field(max_length=MAX_ID_LENGTH)]
    begins: bool = False
    battery: Annotated[int, Field(ge=0, le=100)] | None = None


@dataclass(frozen=True, slots=True)
class PhoneHears:
    """The answer for the filming phone: the stage of the reader, and its reading as places in the picture.

    ``now`` and ``trouble`` are sentences for the page. ``want``: send a picture now. ``whole``: whether the whole board
    is in the picture, None while it is not found. ``hangs`` tells the height and tilt of the phone.
    """

    stage: Stage
    now: str
    trouble: str
    want: bool
    outline: tuple[NormalisedPoint, ...]
    spots: tuple[Spot, ...]
    whole: bool | None
    hangs: str


@scripts.post("")
@operation("watch", "The phone that watches the board says that it does")
@at_table()
def report(visit: Visit, sent: PhoneSays) -> PhoneHears:
    """Take the phone's report, and return the state for its page."""
    session = _session_of(visit, sent.who, sent.begins)
    session.phone.battery = sent.battery
    return _state(visit, session)


@scripts.post("/<who>")
@operation(
    "sendFrame",
    "A picture (JPEG, at most a megabyte, two a second) of the phone that watches the board",
    takes={"type": "string", "contentMediaType": "image/jpeg"},
    form="image/jpeg",
)
@at_table()
def take(visit: Visit, who: str) -> PhoneHears:
    """Take a picture from the phone, and return the state for its page."""
    request.max_content_length = LARGEST_FRAME
    if (request.content_length or 0) > LARGEST_FRAME:
        raise BadRequest(say("This picture has more than a megabyte."))
    session = _session_of(visit, who)
    if not visit.box.frames.allows(visit.code):
        raise TooManyRequests
    session.phone.take(request.get_data())
    return _state(visit, session)


def _session_of(visit: Visit, who: str, begins: bool = False) -> CameraSession:
    """Return the camera session after noting a call of this phone. Raise NotTheCamera for a phone without its key."""
    session = visit.box.camera
    with session.lock:
        key = request.headers.get(KEY_HEADER, "") if session.table == visit.code else ""
        session.phone.hear(key, who, begins)
        if session.start_reader:
            session.start_reader()
    return session


def _state(visit: Visit, session: CameraSession) -> PhoneHears:
    """Return the state of the camera for the phone's page."""
    shown = camera_page(visit)
    report = shown.report
    outline, hangs = (report.outline, report.hangs) if report else ((), None)
    tilt, high = hangs or (0.0, 0.0)
    watched = report.state if report and shown.stage is Stage.WATCHING else None
    words = say("%(height)s m above the board, %(tilt)s° off the vertical", height=str(high), tilt=int(tilt))
    return PhoneHears(
        stage=shown.stage,
        now=translate(watched or shown.now),
        trouble=translate(shown.trouble) if shown.trouble else "",
        want=not session.phone.picture,
        outline=outline,
        spots=tuple(_spots(shown, report)) if report else (),
        whole=all(-CUT_OFF <= side <= 1 + CUT_OFF for corner in outline for side in corner) if outline else None,
        hangs=translate(words) if hangs else "",
    )


def _spots(shown: CameraPage, report: Report) -> Iterator[Spot]:
    """Yield the places of the reading, each as seen, unknown, or wrong where it differs from the box's state."""
    cells, doubtful = (report.reading.cells, report.reading.unknown) if report.reading else ({}, ())
    states = {**dict.fromkeys(cells, "seen"), **dict.fromkeys((*shown.different, *shown.wrong), "wrong")}
    for cell, state in {**states, **dict.fromkeys(doubtful, "unknown")}.items():
        if cell in report.spots:
            owner = shown.owners.get(cells.get(cell, ""), NOBODY)
            yield (*report.spots[cell], owner.mark, state)
