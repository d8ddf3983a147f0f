"""Which tables somebody looks at. What nobody has looked at for long is not played and need not stay in memory."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.app.notifier import Notifier

WATCHED_SECONDS = 15 * 60.0
"""so long after the last look somebody is still at the table, though his phone may sleep"""


class Presence:
    """When each table was looked at last. A screen that listens looks all the time."""

    def __init__(self, notifier: Notifier, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._notifier = notifier
        self._looked: dict[str, float] = {}

    def look(self, code: str) -> None:
        """Somebody looks at the table now."""
        self._looked[code] = self.clock()

    def watched(self) -> tuple[str, ...]:
        """The tables that somebody looks at."""
        since = self.clock() - WATCHED_SECONDS
        for code, looked in list(self._looked.items()):
            if looked < since and not self._notifier.listened(code):
                self._looked.pop(code, None)
        return tuple(self._looked)
