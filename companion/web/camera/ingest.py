"""Ingest of the camera's reports and pictures: for the camera's process alone, which shows its key."""

from __future__ import annotations

import hmac
import json
import logging
from typing import Any

from flask import Blueprint, Response, abort, request

from companion.app.demo_hands import set_up
from companion.boards import camera_messages
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.web.services import services

logger = logging.getLogger(__name__)

routes = Blueprint("camera_ingest", __name__, url_prefix="/camera")

KEY_HEADER = "X-Camera-Key"
LARGEST_REPORT = 256 * 1024
LARGEST_PICTURE = 2 * 1024 * 1024
JPEG = b"\xff\xd8"


@routes.before_request
def check_key() -> None:
    """Nobody without the key gets in: 403."""
    given = request.headers.get(KEY_HEADER, "")
    if not hmac.compare_digest(given.encode(), services().camera.key.encode()):
        logger.warning("a camera with a wrong key was refused")
        abort(403)


@routes.post("/report")
def report() -> Response:
    """What the camera sees, several times a second; the answer is what it shall do."""
    request.max_content_length = LARGEST_REPORT
    received = camera_messages.report(body())
    camera = services().camera
    observation = camera.receive(received)
    if camera.demo_board:
        set_up(camera)
    orders = camera.orders(received)
    if observation is not None:
        camera.observe(observation)
    return Response(json.dumps(orders.plain()), mimetype="application/json")


@routes.post("/record")
def record() -> Response:
    """``companion camera record`` asks for confirmed pictures to be kept; it must go on asking."""
    folder = body().get("folder")
    if not isinstance(folder, str) or not folder.startswith("/"):
        raise BadRequest(say("The camera's message makes no sense."))
    camera = services().camera
    state = {"frames": camera.record(folder), "there": camera.there, "table": camera.table}
    return Response(json.dumps(state), mimetype="application/json")


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
