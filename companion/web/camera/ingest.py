"""Ingest of the camera's reports and pictures: for the camera's process alone, which shows its key."""

from __future__ import annotations

import hmac
import json
import logging
from typing import Any

from flask import Blueprint, Response, abort, request

from companion.app.camera.demo_hands import set_up
from companion.app.camera.session import CameraSession
from companion.app.export import export_lines
from companion.boards.camera_messages import Report
from companion.core.errors import BadRequest
from companion.core.text import say

logger = logging.getLogger(__name__)

KEY_HEADER = "X-Camera-Key"
LARGEST_REPORT = 256 * 1024
LARGEST_PICTURE = 2 * 1024 * 1024
JPEG = b"\xff\xd8"


class Ingest:
    """The routes of one camera's session: all they need of the box."""

    def __init__(self, session: CameraSession) -> None:
        self.session = session

    @property
    def routes(self) -> Blueprint:
        """Return the blueprint that the application registers."""
        routes = Blueprint("camera_ingest", __name__, url_prefix="/camera")
        routes.before_request(self.check_key)
        routes.post("/report")(self.report)
        routes.post("/record")(self.record)
        routes.put("/picture")(self.picture)
        routes.get("/frame")(self.frame)
        return routes

    def check_key(self) -> None:
        """Refuse requests without the key: 403."""
        given = request.headers.get(KEY_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.session.key.encode()):
            logger.warning("a camera with a wrong key was refused")
            abort(403)

    def report(self) -> Response:
        """Take the camera's reading, several times a second, and answer with its orders."""
        request.max_content_length = LARGEST_REPORT
        received = Report.understood(body())
        observation = self.session.receive(received)
        if self.session.demo_board:
            set_up(self.session)
        orders = self.session.orders(received)
        if observation is not None:
            self.session.observe(observation)
        return Response(json.dumps(orders.plain()), mimetype="application/json")

    def record(self) -> Response:
        """Take the request of ``companion camera record`` to store pictures; it must be repeated.

        With ``log`` the answer has the log of a table without a board, as everybody may export it: by it the meaning
        of the pictures can be looked up later.
        """
        wish = body()
        folder = wish.get("folder")
        if not isinstance(folder, str) or not folder.startswith("/"):
            raise BadRequest(say("The camera's message makes no sense."))
        state = {"frames": self.session.record(folder), "there": self.session.there, "table": self.session.table}
        if wish.get("log") is True and self.session.without_board:
            state["log"] = "".join(export_lines(self.session.tables, self.session.table, balances=False))
        return Response(json.dumps(state), mimetype="application/json")

    def picture(self) -> Response:
        """Take the picture to be shown; it is kept until the next one comes, in memory only."""
        request.max_content_length = LARGEST_PICTURE
        jpeg = request.get_data()
        if not jpeg.startswith(JPEG):
            raise BadRequest(say("The camera's message makes no sense."))
        self.session.picture = jpeg
        return Response("ok\n", mimetype="text/plain")

    def frame(self) -> Response:
        """Send the newest picture of the phone that films the board to the reader."""
        return Response(self.session.phone.picture, mimetype="image/jpeg")


def body() -> dict[str, Any]:
    """Return the JSON object of the request. Raise BadRequest."""
    try:
        found = json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise BadRequest(say("The camera's message makes no sense.")) from error
    if not isinstance(found, dict):
        raise BadRequest(say("The camera's message makes no sense."))
    return found
