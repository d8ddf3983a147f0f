"""The server: cheroot, with one thread for every open stream beside the threads that answer requests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cheroot.wsgi import Server

from companion.session.bell import Bell

ANSWERING_THREADS = 16
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class TableServer:
    """Serves the application until stopped. Streams end at once when it stops."""

    def __init__(self, app: Wsgi, bell: Bell, host: str, port: int) -> None:
        self.bell = bell
        self._server = Server(
            (host, port),
            self._with_own_thread(app),
            numthreads=ANSWERING_THREADS,
            request_queue_size=256,
            timeout=60,
            shutdown_timeout=1,
        )

    @property
    def port(self) -> int:
        """The port it listens on (useful after asking for port 0)."""
        return int(self._server.bind_addr[1])

    def prepare(self) -> None:
        """Binds the port; raises OSError when it is taken."""
        self._server.prepare()

    def serve(self) -> None:
        """Answers until ``stop``."""
        self._server.serve()

    def stop(self) -> None:
        """Ends the streams, then the server."""
        self.bell.close()
        self._server.stop()

    def _with_own_thread(self, app: Wsgi) -> Wsgi:
        """A stream occupies its thread for hours, so every stream brings one to the pool and takes it away again."""
        lock = threading.Lock()

        def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            answer = app(environ, start_response)
            if not environ["PATH_INFO"].endswith("/stream"):
                return answer
            with lock:
                self._server.requests.grow(1)
            return self._returning_it(answer, lock)

        return serve

    def _returning_it(self, answer: Iterable[bytes], lock: threading.Lock) -> Iterator[bytes]:
        try:
            yield from answer
        finally:
            close = getattr(answer, "close", None)
            if close:
                close()
            with lock:
                self._server.requests.shrink(1)
