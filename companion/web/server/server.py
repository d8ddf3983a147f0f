"""The server: one loop that reads requests, threads that answer them, and streams that need neither."""

from __future__ import annotations

import ssl
import sys

from companion.app.notifier import Notifier
from companion.web.server.connection import TakesPhoto
from companion.web.server.front import Front, Wsgi
from companion.web.server.limits import Limits, allowed_files
from companion.web.server.streams import Streams

SWITCH_SECONDS = 0.0005
"""how long a thread computes while another one waits: with Python's 5 ms a phone's tap, which waits for the disk and
for its turn some ten times, takes 50 ms longer while a sheet is printed"""


class TableServer:
    """A server of the application, until stopped. Streams end at once when it stops.

    ``takes_photo`` decides, before a byte of it is received, whether a photo is accepted; without it none is.
    """

    def __init__(
        self,
        app: Wsgi,
        bell: Notifier,
        host: str,
        port: int,
        limits: Limits | None = None,
        takes_photo: TakesPhoto = lambda path, headers: False,
    ) -> None:
        self.app, self.bell, self.host = app, bell, host
        self.takes_photo = takes_photo
        self._port = port
        self.limits = (limits or Limits()).within(allowed_files())
        kept = self.limits
        self.streams = Streams(
            bell, kept.streams, kept.streams_per_address, kept.streams_kept_back, kept.streams_per_table
        )
        self.front: Front | None = None

    @property
    def port(self) -> int:
        """Return the port it listens on (useful after asking for port 0)."""
        return int(self.front.effective_port) if self.front else self._port

    def prepare(self) -> None:
        """Bind the port. Raise OSError when it is taken."""
        self.front = Front(self.app, self.host, self._port, self.limits, self.streams, self.takes_photo)

    @property
    def secure_port(self) -> int:
        """Return the port at which it answers https; 0: at none."""
        return self.front.https_listener.port if self.front and self.front.https_listener else 0

    def secure(self, port: int, context: ssl.SSLContext) -> None:
        """Answer https as well. Raise OSError. ``prepare`` comes first."""
        assert self.front is not None
        self.front.secure(self.host, port, context)

    def serve(self) -> None:
        """Answer until ``stop``; ``prepare`` comes first."""
        assert self.front is not None
        sys.setswitchinterval(SWITCH_SECONDS)
        self.streams.start()
        self.front.answer()

    def stop(self) -> None:
        """End the streams, then the server."""
        self.bell.close()
        self.streams.close()
        if self.front:
            self.front.stop()
