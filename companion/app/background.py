"""Work of the box beside its answers: a step that is repeated in a thread of its own, which no error ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

TROUBLE_SECONDS = 5.0
"""how long a failed task rests before the next try"""

logger = logging.getLogger(__name__)


class BackgroundWork:
    """The repetition of ``step`` from ``start`` to ``stop``; a step returns the seconds to rest before the next.

    An error is logged, and after ``trouble_seconds`` the next step is taken. A step that waits by itself waits with
    ``pause``, so that it hears when it is told to stop.
    """

    def __init__(self, name: str, step: Callable[[], float], trouble_seconds: float = TROUBLE_SECONDS) -> None:
        self.name, self.step, self.trouble_seconds = name, step, trouble_seconds
        self.troubled = False
        """whether the last step failed"""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, patience: float | None = None) -> None:
        """Tell it to end and wait for it, so many seconds at most (None: as long as the step takes)."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until it is told to stop; return True when it was."""
        return self._stop.wait(seconds)

    @property
    def stopped(self) -> bool:
        """Return whether it was told to stop."""
        return self._stop.is_set()

    @property
    def alive(self) -> bool:
        """Return whether its thread runs."""
        return self._thread.is_alive()

    def _run(self) -> None:
        while not self.stopped:
            try:
                rest = self.step()
                self.troubled = False
            except Exception as error:
                self.troubled = True
                rest = self.trouble_seconds
                what = type(error).__name__
                logger.error("%s: an error (%s); it goes on in %g s", self.name, what, rest, exc_info=True)
            self.pause(rest)
