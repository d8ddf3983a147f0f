"""The client by which the camera process talks to the box: plain HTTP on this machine, with a key."""

from __future__ import annotations

import json
import logging
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from companion.boards.camera_messages import Orders, Report
from companion.core.errors import BadRequest

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 5.0
KEY_HEADER = "X-Camera-Key"


class NoBox(Exception):
    """Failure to reach the box; it may come back."""


class NotWanted(Exception):
    """Refusal by the box: the key is wrong, or another camera has taken over."""


class Link:
    """A connection to the box, opened again whenever it has broken."""

    def __init__(self, box: str, key: str) -> None:
        parts = urlsplit(box)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.key = key
        self.connection: HTTPConnection | None = None

    def exchange(self, report: Report) -> Orders:
        """Send the report and return the orders. Raise NoBox or NotWanted."""
        answer = self._ask("POST", "/camera/report", json.dumps(report.plain()).encode(), "application/json")
        try:
            orders = Orders.understood(json.loads(answer))
        except (ValueError, BadRequest) as error:
            raise NoBox(str(error)) from error
        if orders.retire:
            raise NotWanted
        return orders

    def show(self, jpeg: bytes) -> None:
        """Send a picture for the page on which a person looks at it. Raise NoBox or NotWanted."""
        self._ask("PUT", "/camera/picture", jpeg, "image/jpeg")

    def frame(self, number: int) -> bytes:
        """Return the picture of the phone that watches the board. Raise NoBox or NotWanted."""
        return self._ask("GET", f"/camera/frame?{number}", b"", "image/jpeg")

    def _ask(self, method: str, path: str, body: bytes, kind: str) -> bytes:
        headers = {KEY_HEADER: self.key, "Content-Type": kind}
        for renew in (False, True):  # a kept connection may have been closed meanwhile
            if renew or self.connection is None:
                self.connection = HTTPConnection(self.host, self.port, timeout=PATIENCE_SECONDS)
            try:
                self.connection.request(method, path, body, headers)
                answer = self.connection.getresponse()
                data = answer.read()
                break
            except (OSError, HTTPException) as error:
                logger.debug("the connection to the box broke", exc_info=True)
                self.connection.close()
                self.connection, trouble = None, error
        else:
            raise NoBox(str(trouble))
        if answer.status in (401, 403):
            raise NotWanted
        if answer.status != 200:
            raise NoBox(f"{answer.status}")
        return data
