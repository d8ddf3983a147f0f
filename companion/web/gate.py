"""What is dear to make is made one at a time: whoever comes meanwhile is told so at once and holds no thread."""

from __future__ import annotations

import threading
from types import TracebackType

from flask import has_request_context, request
from werkzeug.exceptions import ServiceUnavailable

TAKES_LONG = "companion.takes_long"
"""in the WSGI environment: the server's function by which a request says that the others shall not wait for it"""

SEATED = "companion.seated"
"""in the WSGI environment: the server's function by which a request says that a seat's token came with it"""

RETRY_SECONDS = 5
"""when it is worth coming back"""


def let_others_ahead() -> None:
    """This request will take long: where a server of ours answers it, the others do not wait for it."""
    if has_request_context() and (takes_long := request.environ.get(TAKES_LONG)):
        takes_long()


def comes_from_a_seat() -> None:
    """Whoever asks has shown a seat's token: a server of ours keeps room for him, whoever else comes."""
    if seated := request.environ.get(SEATED):
        seated()


class Gate:
    """``with gate:`` lets one in; raises ServiceUnavailable for everybody else until he is out."""

    def __init__(self) -> None:
        self._inside = threading.Lock()

    def __enter__(self) -> None:
        if not self._inside.acquire(blocking=False):
            raise ServiceUnavailable(retry_after=RETRY_SECONDS)
        let_others_ahead()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inside.release()
