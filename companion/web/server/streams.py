"""The open streams of all screens, without a thread each: whoever rings the bell writes to the sockets.

Telling never waits. A screen that cannot even take fifty bytes is asleep or gone: its connection is
closed, and when it wakes up its browser opens another one and says what it has seen. What is pushed to pages is made
later, by one of those who answer requests: whoever rings does not wait for that either.
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
"""how long nobody looks after an error: much less than screens wait for a heartbeat"""


class Stream:
    """One screen's connection. ``chunked`` as HTTP/1.1 wants it; ``address`` is where the screen is.

    ``page``: what it shows, where that is known; None: it is told numbers.
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
        """Sends one event, never an older number after a newer one; False when the screen is gone."""
        self.passes(number)
        with self._lock:
            self.last_sent = monotonic()
            return self._send(event(name, self._newest, news).encode())

    def passes(self, number: int) -> None:
        """Its screen knows this number by itself: no older one will be told, and heartbeats say it."""
        with self._lock:
            self._newest = max(self._newest, number)

    def heartbeat(self) -> bool:
        """Says that all is well and nothing has happened."""
        return self.tell("beat", 0)

    def quiet(self, now: float) -> bool:
        """Whether it is time to say something."""
        return now - self.last_sent >= HEARTBEAT_SECONDS

    def gone(self) -> bool:
        """Whether the screen has hung up; what else it may send is not read by anybody."""
        try:
            return self.sock.recv(4096) == b""
        except BlockingIOError:
            return False
        except OSError:
            logger.debug("a stream broke", exc_info=True)
            return True

    def end(self) -> None:
        """The proper end of the answer."""
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
    """Every open stream. One thread notices who has hung up and sends the heartbeats.

    No more than ``most`` are kept, and of one address no more than ``most_of_one``, so that files are left for those
    who play and telling a table stays quick. ``kept_back`` of them are for the pages of seats;
    of the others one table has no more than ``most_of_table``, because telling those comes before its next action.
    """

    def __init__(
        self, bell: Notifier, most: int, most_of_one: int, kept_back: int = 0, most_of_table: int = 1_000
    ) -> None:
        self.bell = bell
        self.most = most
        self.most_of_one = most_of_one
        self.kept_back, self.most_of_table = kept_back, most_of_table
        self.soon: Callable[[str, Callable[[], None]], None] | None = None
        """what has something done by whoever answers requests; None: nobody does, and nothing is pushed"""

        self._stop_listening: dict[Stream, Callable[[], None]] = {}
        self._pages: defaultdict[str, dict[Stream, StreamedPage]] = defaultdict(dict)
        self._due: dict[str, int] = {}
        """tables whose pages will be told, and the newest number of each"""

        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self.background = BackgroundWork("streams", self._watch, TROUBLE_SECONDS)

    def __len__(self) -> int:
        return len(self._stop_listening)

    def start(self) -> None:
        """Begins to watch."""
        self.background.start()

    def add(self, stream: Stream, code: str, seen: int, now: Callable[[], int]) -> bool:
        """The stream is told every new number of the table from here on, and at once where it stands.

        False: there is no room for it, and it is none of these streams.
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
        """Ends the stream; once is enough."""
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
        """Tells the pages of a table what has changed of them; those that it cannot tell, to fetch it."""
        with self._lock:
            number = self._due.pop(code)
            told = self._pages.get(code, {}).copy()
        for stream, each in zip(told, _news(code, [*told.values()]), strict=True):
            if each is None:
                stream.passes(number)
            elif not stream.tell("part" if each else "at", number, each):
                self.drop(stream)

    def _has_room(self, stream: Stream) -> bool:
        others = tuple(self._stop_listening)
        if sum(each.address == stream.address for each in others) >= self.most_of_one:
            return False
        if not stream.onlooks:
            return len(others) < self.most
        onlookers = sum(each.onlooks == stream.onlooks for each in others)
        return len(others) < self.most - self.kept_back and onlookers < self.most_of_table

    def close(self) -> None:
        """Ends them all, so that the server stops at once."""
        for stream in tuple(self._stop_listening):
            self.drop(stream)
        self.background.stop(patience=0)

    def _watch(self) -> float:
        for key, _ in self._selector.select(LOOK_SECONDS):
            if key.data.gone():
                self.drop(key.data)
        now = monotonic()
        for stream in tuple(self._stop_listening):
            if stream.quiet(now) and not stream.heartbeat():
                self.drop(stream)
        return 0  # it has waited already


def _news(code: str, pages: Sequence[StreamedPage]) -> Iterator[str | None]:
    """What to push to each: the first is told while that of the next is made."""
    made = 0
    try:
        for each in pages[0].news(pages) if pages else ():
            yield each
            made += 1
    except Exception:
        logger.exception("the pages of table %s fetch what could not be pushed", code)
        yield from [""] * (len(pages) - made)
