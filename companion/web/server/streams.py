"""The open streams of all screens, without a thread each: the thread that notifies writes to the sockets.

Writing never waits. A screen that cannot take even fifty bytes is asleep or gone: its connection is closed, and when
it wakes up its browser opens another one and sends the last number it has seen. The news of pages is made later, by
a thread that answers requests: notifying does not wait for that either.
"""

from __future__ import annotations

import logging
import selectors
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic

from companion.app.background import BackgroundWork
from companion.app.notifier import Notifier
from companion.web.server.door import HEARTBEAT_SECONDS, StreamedPage, event, greeting

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""how often the streams are looked through for one that has been quiet"""

TROUBLE_SECONDS = 1.0
"""pause after an error: much less than screens wait for a heartbeat"""


class Stream:
    """Connection of a screen. ``chunked`` as HTTP/1.1 wants it; ``address`` is the client's.

    ``page``: the page it shows, where that is known; None: it is sent numbers.
    """

    def __init__(self, sock: socket.socket, chunked: bool, address: str = "", page: StreamedPage | None = None) -> None:
        sock.setblocking(False)
        self.sock = sock
        self.chunked = chunked
        self.address = address
        self.page = page
        self.onlooks = ""
        """the table that it shows, where it is no seat's page"""

        self.last_sent = monotonic()
        self._newest = 0
        self._lock = threading.Lock()

    def tell(self, name: str, number: int, news: str = "") -> bool:
        """Send one event, never an older number after a newer one; return False when the screen is gone."""
        self.passes(number)
        with self._lock:
            self.last_sent = monotonic()
            return self._send(event(name, self._newest, news).encode())

    def passes(self, number: int) -> None:
        """Note that the screen knows this number already: no older one is sent, and heartbeats have it."""
        with self._lock:
            self._newest = max(self._newest, number)

    def heartbeat(self) -> bool:
        """Send a heartbeat, without news; return False when the screen is gone."""
        return self.tell("beat", 0)

    def quiet(self, now: float) -> bool:
        """Return whether a heartbeat is due."""
        return now - self.last_sent >= HEARTBEAT_SECONDS

    def is_closed(self) -> bool:
        """Return whether the screen has closed the connection; other data from it is discarded."""
        try:
            return self.sock.recv(4096) == b""
        except BlockingIOError:
            return False
        except OSError:
            logger.debug("a stream broke", exc_info=True)
            return True

    def end(self) -> None:
        """End the answer properly."""
        with self._lock:
            if self.chunked:
                self._send(b"")
            self.sock.close()

    def _send(self, data: bytes) -> bool:
        framed = b"%x\r\n%b\r\n" % (len(data), data) if self.chunked else data
        try:
            return self.sock.send(framed) == len(framed)
        except OSError:
            logger.debug("a stream takes no more", exc_info=True)
            return False


class Streams:
    """All open streams. One thread notices closed ones and sends the heartbeats.

    No more than ``most`` are kept, and of one address no more than ``most_of_one``, so that files are left for
    players and a table's streams are served quickly. ``kept_back`` of them are for the pages of seats; of the others
    one table has no more than ``most_of_table``, because they are served before its next action.
    """

    def __init__(
        self, bell: Notifier, most: int, most_of_one: int, kept_back: int = 0, most_of_table: int = 1_000
    ) -> None:
        self.bell = bell
        self.most = most
        self.most_of_one = most_of_one
        self.kept_back, self.most_of_table = kept_back, most_of_table
        self.soon: Callable[[str, Callable[[], None]], None] | None = None
        """queues a task among the requests; None: nothing is pushed"""

        self._stop_listening: dict[Stream, Callable[[], None]] = {}
        self._pages: defaultdict[str, dict[Stream, StreamedPage]] = defaultdict(dict)
        self._due: dict[str, int] = {}
        """tables whose pages are to be sent news, and the newest number of each"""

        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self.background = BackgroundWork("streams", self._watch, TROUBLE_SECONDS)

    def __len__(self) -> int:
        return len(self._stop_listening)

    def start(self) -> None:
        """Start the thread."""
        self.background.start()

    def add(self, stream: Stream, code: str, seen: int, now: Callable[[], int]) -> bool:
        """Send the stream every new number of the table from now on, and its present number at once.

        Return False where there is no room: then it is not added.
        """
        stream.onlooks = "" if stream.page and stream.page.seat else code
        if not self._has_room(stream):
            return False

        def ear(number: int) -> None:
            if stream.page and self.soon:
                self._push_soon(code, number)
            elif not stream.tell("at", number):
                self.drop(stream)

        with self._lock:
            self._selector.register(stream.sock, selectors.EVENT_READ, stream)
            if stream.page:
                self._pages[code][stream] = stream.page
            self._stop_listening[stream] = self.bell.listen(code, ear)
        current = now()
        if not stream.tell(greeting(current, seen), current) or self.bell.closed:
            self.drop(stream)
        return True

    def drop(self, stream: Stream) -> None:
        """End the stream; further calls do nothing."""
        with self._lock:
            stop_listening = self._stop_listening.pop(stream, None)
            if stop_listening is None:
                return
            self._selector.unregister(stream.sock)
            if stream.page:
                pages = self._pages[stream.page.code]
                del pages[stream]
                if not pages:
                    del self._pages[stream.page.code]
        stop_listening()
        stream.end()

    def _push_soon(self, code: str, number: int) -> None:
        with self._lock:
            asked = code in self._due
            self._due[code] = max(number, self._due.get(code, 0))
        if self.soon and not asked:
            self.soon(f"pages of {code}", partial(self._push, code))

    def _push(self, code: str) -> None:
        """Send the pages of a table their changes, or the request to fetch them."""
        with self._lock:
            number = self._due.pop(code)
            pages = self._pages.get(code, {}).copy()
        for stream, each in zip(pages, _news(code, [*pages.values()]), strict=True):
            if each is None:
                stream.passes(number)
            elif not stream.tell("part" if each else "at", number, each):
                self.drop(stream)

    def _has_room(self, stream: Stream) -> bool:
        listening = tuple(self._stop_listening)
        if sum(each.address == stream.address for each in listening) >= self.most_of_one:
            return False
        if not stream.onlooks:
            return len(listening) < self.most
        onlookers = sum(each.onlooks == stream.onlooks for each in listening)
        return len(listening) < self.most - self.kept_back and onlookers < self.most_of_table

    def close(self) -> None:
        """End all streams, so that the server stops at once."""
        for stream in tuple(self._stop_listening):
            self.drop(stream)
        self.background.stop(patience=0)

    def _watch(self) -> float:
        for key, _ in self._selector.select(LOOK_SECONDS):
            if key.data.is_closed():
                self.drop(key.data)
        now = monotonic()
        for stream in tuple(self._stop_listening):
            if stream.quiet(now) and not stream.heartbeat():
                self.drop(stream)
        return 0  # it has waited already


def _news(code: str, pages: Sequence[StreamedPage]) -> Iterator[str | None]:
    """Yield the text to push to each page: the first is sent while that of the next is made."""
    made = 0
    try:
        for each in pages[0].news(pages) if pages else ():
            yield each
            made += 1
    except Exception:
        logger.exception("the pages of table %s fetch what could not be pushed", code)
        yield from [""] * (len(pages) - made)
