"""Who is kept out (promises.md): foreign pages, foreign host names, floods of attempts; and what browsers are told."""

from __future__ import annotations

import ipaddress
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import BadHost

logger = logging.getLogger(__name__)

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' data: blob:;"
    " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
PRIVATE = ("text/html", "application/json")
LARGEST_REQUEST = 64 * 1024


class Limiter:
    """At most ``most`` attempts in ``seconds`` for one key (an address, a seat)."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self._tries: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def allows(self, key: str) -> bool:
        """Counts an attempt and says whether it is still within the limit."""
        now = self.clock()
        with self._lock:
            if len(self._tries) > 10_000:
                self._tries.clear()  # memory is bounded even against somebody who invents addresses
            tries = self._tries.setdefault(key, deque())
            while tries and tries[0] < now - self.seconds:
                tries.popleft()
            tries.append(now)
            if len(tries) > self.most + 1:
                tries.popleft()
            return len(tries) <= self.most

    def is_spent(self, key: str) -> bool:
        """Whether another attempt now would be beyond the limit; nothing is counted."""
        since = self.clock() - self.seconds
        with self._lock:
            return sum(each >= since for each in self._tries.get(key, ())) >= self.most


def install(app: Flask, own_names: frozenset[str]) -> None:
    """Checks every request and dresses every answer."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    # An action is a few hundred bytes, and this limit also holds for forms.
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_REQUEST

    @app.before_request
    def check_origin() -> Response | None:
        # No page for either: under such a name Flask cannot build the addresses in it.
        if isinstance(request.routing_exception, BadHost):
            logger.info("a request for what cannot be a name was refused")
            return Response("No box can have that name: look at the address again.\n", 400, mimetype="text/plain")
        if not known_host(request.host, own_names):
            logger.info("a request for a name that is not this box's was refused")
            return Response("This box does not go by that name.\n", 403, mimetype="text/plain")
        origin = request.headers.get("Origin")
        if request.method not in ("GET", "HEAD", "OPTIONS") and origin and origin.partition("://")[2] != request.host:
            abort(403)
        return None

    @app.after_request
    def add_security_headers(response: Response) -> Response:
        told = response.headers
        own = HEADERS if response.mimetype not in PRIVATE else {**HEADERS, "Cache-Control": "no-store"}
        for name, value in own.items():
            if name not in told:
                told.add(name, value)
        return response


@lru_cache(maxsize=100)
def known_host(host: str, own_names: frozenset[str]) -> bool:
    """Whether the request names this box: a numeric address, ``localhost``, ``*.local`` or a name of its own.

    Anything else is a foreign name that was pointed at this address (DNS rebinding).
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".local") or name in own_names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
