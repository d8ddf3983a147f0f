"""The door for the camera's process alone: it shows its key, tells what it sees, and gets its orders."""

from __future__ import annotations

import hmac
import json
from typing import Any

from flask import Blueprint, Response, abort, request

from companion.app.demo_hands import set_up
from companion.boards import camera_messages
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.web.services import services

routes = Blueprint("camera_door", __name__, url_prefix="/camera")

KEY_HEADER = "X-Camera-Key"
LARGEST_REPORT = 256 * 1024
LARGEST_PICTURE = 2 * 1024 * 1024
JPEG = b"\xff\xd8"


@routes.before_request
def check_key() -> None:
    """Nobody without the key gets in: 403."""
    given = request.headers.get(KEY_HEADER, "")
    if not hmac.compare_digest(given.encode(), services().camera.key.encode()):
        abort(403)


@routes.post("/report")
def report() -> Response:
    """What the camera sees, several times a second; the answer is what it shall do."""
    request.max_content_length = LARGEST_REPORT
    told = camera_messages.report(body())
    link = services().camera
    sighting = link.take(told)
    set_up(link)
    orders = link.orders(told)
    if sighting is not None and link.table:
        link.seen(sighting)
    return Response(json.dumps(orders.plain()), mimetype="application/json")


@routes.post("/record")
def record() -> Response:
    """``companion camera record`` asks for confirmed pictures to be kept; it must go on asking."""
    folder = body().get("folder")
    if not isinstance(folder, str) or not folder.startswith("/"):
        raise BadRequest(say("The camera's message makes no sense."))
    link = services().camera
    told = {"frames": link.record(folder), "there": link.there, "table": link.table}
    return Response(json.dumps(told), mimetype="application/json")


@routes.put("/picture")
def picture() -> Response:
    """The picture somebody looks at; it is kept until the next one comes, in memory only."""
    request.max_content_length = LARGEST_PICTURE
    jpeg = request.get_data()
    if not jpeg.startswith(JPEG):
        raise BadRequest(say("The camera's message makes no sense."))
    services().camera.picture = jpeg
    return Response("ok\n", mimetype="text/plain")


def body() -> dict[str, Any]:
    """The JSON object of the request; raises BadRequest."""
    try:
        found = json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise BadRequest(say("The camera's message makes no sense.")) from error
    if not isinstance(found, dict):
        raise BadRequest(say("The camera's message makes no sense."))
    return found
