"""How busy this process is: actions a minute and how long answers take, of the last minutes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from flask import Flask, Response, g, request

KEPT_SECONDS = 300.0
MOST_KEPT = 50_000
ACTION = "api.act"


class Busy(NamedTuple):
    """Of the last ``KEPT_SECONDS``: actions a minute, answers a minute, and in how many ms 99 of 100 were made."""

    actions: float
    answers: float
    p99: float


class Meter:
    """Counts answers. ``clock`` in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.since = clock()
        self._answers: deque[tuple[float, float, bool]] = deque(maxlen=MOST_KEPT)

    def count(self, seconds: float, action: bool) -> None:
        """One more answer."""
        now = self.clock()
        self._answers.append((now, seconds, action))
        while self._answers and self._answers[0][0] < now - KEPT_SECONDS:
            self._answers.popleft()

    def busy(self) -> Busy:
        """How busy it has been."""
        now = self.clock()
        kept = [each for each in tuple(self._answers) if each[0] >= now - KEPT_SECONDS]
        minutes = max(1.0, min(KEPT_SECONDS, now - self.since)) / 60
        took = sorted(seconds for _, seconds, _ in kept)
        p99 = took[min(len(took) - 1, int(len(took) * 0.99))] if took else 0.0
        return Busy(sum(action for *_, action in kept) / minutes, len(kept) / minutes, p99 * 1000)

    def install(self, app: Flask) -> None:
        """Every answer of this application is counted."""

        @app.before_request
        def begin() -> None:
            g.begun = self.clock()

        @app.after_request
        def end(response: Response) -> Response:
            if "begun" in g:
                self.count(self.clock() - g.begun, request.endpoint == ACTION and response.status_code == 200)
            return response
