"""The interface of server and application: functions in the WSGI environment, and a stream's events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

TAKES_LONG = "companion.takes_long"
"""in the WSGI environment: the server's function that marks a request as slow, so that the others do not wait for it"""

SEATED = "companion.seated"
"""in the WSGI environment: the server's function that marks a request as one with a seat's token"""

KEEP = "companion.keep"
"""in the WSGI environment: the server's function (``Keep``) by which an answer becomes a stream that stays open"""

HEARTBEAT_SECONDS = 8.0
"""fifty bytes; a page without one for three seconds longer (``SILENCE`` in live.js) takes the connection for dead"""


class StreamedPage(Protocol):
    """An open page with a stream, as far as the server knows it. ``seat`` None: the table screen."""

    @property
    def code(self) -> str:
        """Return the code of the table that it shows."""

    @property
    def seat(self) -> str | None:
        """Return the seat of the page."""

    @property
    def news(self) -> Callable[[Sequence[Any]], Iterator[str | None]]:
        """Return the function that yields the text to push to each page.

        "" where it must fetch, None where it need not.
        """


Keep = Callable[[str, int, Callable[[], int], StreamedPage | None], None]
"""table, the number its screen has seen, the number it is at now, and the page that is told more than numbers"""


def greeting(number: int, seen: int) -> str:
    """Return the name of a stream's first event: news, or a heartbeat for a screen that has seen it already."""
    return "at" if number > seen else "beat"


def event(name: str, number: int, news: str = "") -> str:
    """Return one server-sent event: the number, or the ``news`` of a page, which are one line."""
    return f"id: {number}\nevent: {name}\ndata: {news or number}\n\n"
