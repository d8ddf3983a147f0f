"""Requests that are refused (promises.md): foreign pages and hosts, floods of attempts, work without room for it."""

from __future__ import annotations

import ipaddress
import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from types import TracebackType
from urllib.parse import urlsplit

from flask import Flask, Response, abort, has_request_context, request
from werkzeug.exceptions import BadHost, ServiceUnavailable

from companion.web.server.door import SEATED, TAKES_LONG

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
NOT_KEPT = {"Cache-Control": "no-store"}
"""unless an answer says itself how long it may be kept"""
ALWAYS_OURS = "companion.local"
"""in the box's own Wi-Fi it is the box, whatever else it is called (debian/dnsmasq-shared.conf)"""
ANOTHER_BOX = re.compile(r"-\d+(?=\.local$)")
"""the suffix in the name of a second box in the same network"""
LARGEST_REQUEST = 64 * 1024


class Limiter:
    """A rate limiter: at most ``most`` attempts in ``seconds`` for one key (an address, a seat)."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self._tries: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def allows(self, key: str) -> bool:
        """Count an attempt and return whether it is still within the limit."""
        now = self.clock()
        with self._lock:
            if len(self._tries) > 10_000:
                self._tries.clear()  # bounded memory, even against forged addresses
            tries = self._tries.setdefault(key, deque())
            while tries and tries[0] < now - self.seconds:
                tries.popleft()
            tries.append(now)
            if len(tries) > self.most + 1:
                tries.popleft()
            return len(tries) <= self.most

    def is_spent(self, key: str) -> bool:
        """Return whether another attempt now would be beyond the limit; nothing is counted."""
        since = self.clock() - self.seconds
        with self._lock:
            return sum(each >= since for each in self._tries.get(key, ())) >= self.most


def install(app: Flask, box_names: frozenset[str], answer_foreign: Callable[[], Response | None]) -> None:
    """Check every request and add headers to every answer. ``answer_foreign`` answers those for other names."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    # An action is a few hundred bytes, and this limit also holds for forms.
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_REQUEST

    @app.before_request
    def check_origin() -> Response | None:
        # No page for either: under such a name Flask cannot build the addresses in it.
        if isinstance(request.routing_exception, BadHost):
            logger.info("a request for what cannot be a name was refused")
            return Response("No box can have that name: look at the address again.\n", 400, mimetype="text/plain")
        if not known_host(request.host, box_names):
            if answer := answer_foreign():
                return answer
            logger.info("a request for a name that is not this box's was refused")
            return Response("This box does not go by that name.\n", 403, mimetype="text/plain")
        origin = request.headers.get("Origin")
        foreign = origin and origin.partition("://")[2] != request.host
        if request.method not in ("GET", "HEAD", "OPTIONS") and (
            foreign or request.headers.get("Sec-Fetch-Site") == "cross-site"
        ):
            abort(403)
        return None

    @app.after_request
    def add_security_headers(response: Response) -> Response:
        headers = response.headers
        for name, value in (HEADERS | NOT_KEPT).items():
            if name not in headers:
                headers.add(name, value)
        return response


@lru_cache(maxsize=100)
def known_host(host: str, box_names: frozenset[str]) -> bool:
    """Return whether the request names this box.

    It does by a numeric address, ``localhost``, or a name of its own, as it is or with a number behind it
    (``companion-2.local``). Anything else is a foreign name that was pointed at this address (DNS rebinding).
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or {name, ANOTHER_BOX.sub("", name)} & {ALWAYS_OURS, *box_names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


RETRY_SECONDS = 5
"""the time after which a new try is worth it"""


def mark_slow() -> None:
    """Tell the server that this request is slow, so that the others do not wait for it."""
    if has_request_context() and (takes_long := request.environ.get(TAKES_LONG)):
        takes_long()


def mark_seated() -> None:
    """Tell the server that this request has shown a seat's token: the server keeps room for seated clients."""
    if seated := request.environ.get(SEATED):
        seated()


class OneAtATime:
    """A gate: ``with gate:`` admits one thread, and raises ServiceUnavailable for every other one meanwhile."""

    def __init__(self) -> None:
        self._inside = threading.Lock()

    def __enter__(self) -> None:
        if not self._inside.acquire(blocking=False):
            raise ServiceUnavailable(retry_after=RETRY_SECONDS)
        mark_slow()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inside.release()
