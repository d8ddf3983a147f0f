"""The server under many screens: every one is told, nobody who posts waits for them, and it stops at once."""

from __future__ import annotations

import gc
import http.client
import socket
import struct
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from companion.app.notifier import Notifier
from companion.app.tables import Tables
from companion.core.table.commands import TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.fragments import pushing
from companion.web.fragments.open_pages import OpenPage
from companion.web.phone.pages import SHEET
from companion.web.server.connection import Answer, Connection
from companion.web.server.door import KEEP
from companion.web.server.front import Wsgi
from companion.web.server.limits import Limits
from companion.web.server.server import TableServer
from companion.web.server.streams import Stream, Streams
from tests.support.timing import soon

LIMITS = Limits(
    threads=4,
    threads_per_address=4,
    connections_per_address=1_200,
    streams_per_address=1_200,
    streams_per_table=1_200,
)
"""a few threads, and room for a whole evening in one address"""

PATIENCE = 120.0
"""what waits for a thread that it never gets waits for ever; what is answered late is answered"""


class Night:
    """A served table; ``close`` may be called twice."""

    def __init__(self, endless: bool = False, limits: Limits = LIMITS) -> None:
        self.tables = Tables(Log(":memory:"), registry())
        self.code = self.tables.open_table("abilene", "1993", Level.BANK)
        app = create_app(self.tables)
        served = with_endless_streams(app, self.tables) if endless else app
        self.server = TableServer(served, self.tables.bell, "127.0.0.1", 0, limits)
        self.server.prepare()
        self.thread = threading.Thread(target=self.server.serve, daemon=True)
        self.screens: list[socket.socket] = []

    def screen(self, method: str = "GET", version: str = "1.1", query: str = "") -> socket.socket:
        """Return a screen that has opened its stream."""
        sock = self.connected()
        request = f"{method} /t/{self.code}/stream{query} HTTP/{version}\r\nHost: 127.0.0.1\r\n\r\n"
        sock.sendall(request.encode())
        return sock

    def connected(self) -> socket.socket:
        """Return a connection that has not said anything yet."""
        sock = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        self.screens.append(sock)
        return sock

    def change(self, name: str) -> int:
        """Change something at the table."""
        return self.tables.act(self.code, None, TakeSeat(name, {}))

    def post(self, patience: float = PATIENCE) -> None:
        """Post and wait for the answer; raise TimeoutError when no thread is left for it."""
        phone = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=patience)
        phone.request("POST", f"/api/tables/{self.code}/seats", b"[]", {"Content-Type": "application/json"})
        assert phone.getresponse().status == 422
        phone.close()

    def get(self, path: str) -> None:
        """Fetch a page."""
        phone = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        phone.request("GET", path)
        assert phone.getresponse().status == 200
        phone.close()

    def close(self) -> None:
        """Stop everything and wait for it."""
        self.server.stop()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def night() -> Iterator[Night]:
    with served() as night:
        yield night


def with_endless_streams(app: Wsgi, tables: Tables) -> Wsgi:
    """Return the application as for a server that knows nothing of streams: each answer lasts as long as the stream."""

    def endless(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ.pop(KEEP)
        yield from app(environ, start)
        while environ["PATH_INFO"].endswith("/stream") and not tables.bell.closed:
            time.sleep(0.05)

    return endless


@contextmanager
def served(endless: bool = False, limits: Limits = LIMITS) -> Iterator[Night]:
    """Serve a night; ``endless``: each stream holds one of the answering threads, as on a server without streams of
    their own.
    """
    night = Night(endless, limits)
    night.thread.start()
    try:
        yield night
    finally:
        night.close()
        for sock in night.screens:
            sock.close()


def receives(sock: socket.socket, words: str) -> bool:
    """Return whether these words arrive in time."""
    received = b""
    while words.encode() not in received:
        try:
            found = sock.recv(4096)
        except TimeoutError:
            return False
        if not found:
            return False
        received += found
    return True


def test_a_screen_is_told_where_the_table_stands_and_then_every_new_number(night: Night) -> None:
    screen = night.screen()
    assert receives(screen, "event: beat\ndata: 0\n\n")
    assert night.change("Ann") == 1
    assert receives(screen, "event: at\ndata: 1\n\n")
    assert night.change("Bob") == 2
    assert receives(screen, "event: at\ndata: 2\n\n")


def test_an_old_http_client_gets_the_same_words_without_chunks(night: Night) -> None:
    screen = night.screen(version="1.0")
    assert receives(screen, "\r\n\r\nid: 0\nevent: beat\ndata: 0\n\n")
    night.change("Ann")
    assert receives(screen, "id: 1\nevent: at\ndata: 1\n\n")


def test_asking_for_the_head_of_a_stream_opens_none() -> None:
    with served() as night:
        asked = night.screen("HEAD")
        assert receives(asked, "text/event-stream")
        night.post()
        assert len(night.server.streams) == 0


def test_screens_take_no_thread_from_those_who_post(night: Night) -> None:
    for _ in range(10 * LIMITS.threads):
        assert receives(night.screen(), "data: 0")
    threads = threading.active_count()
    night.post()
    night.change("Ann")
    assert all(receives(screen, "data: 1\n\n") for screen in night.screens)
    assert threading.active_count() <= threads


def test_the_test_above_fails_for_a_server_with_a_thread_for_each_stream() -> None:
    with served(endless=True) as night:
        for _ in range(LIMITS.threads):
            assert receives(night.screen(), "data: 0")
        with pytest.raises(TimeoutError):
            night.post(patience=1.0)


def test_a_page_is_pushed_what_has_changed_of_it_and_others_hear_the_number(night: Night) -> None:
    page, plain = night.screen(query="?page=mine"), night.screen()
    assert receives(page, "data: 0")
    assert receives(plain, "data: 0")
    night.get(f"/t/{night.code}/screen/part?page=mine")
    night.change("Ann")
    assert receives(page, 'event: part\ndata: {"seq":1,')
    assert receives(plain, "event: at\ndata: 1\n\n")


@pytest.mark.logs("could not be pushed")
def test_a_page_that_nothing_can_be_made_for_is_told_the_number(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pushing, "news_of", broken)
    page = night.screen(query="?page=mine")
    assert receives(page, "data: 0")
    night.change("Ann")
    assert receives(page, "event: at\ndata: 1\n\n")


def test_a_page_is_told_before_what_the_next_one_is_told_is_made(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = night.screen(query="?page=first"), night.screen(query="?page=second")
    pushed = []

    def news_of(*_: object) -> Iterator[str]:
        yield '{"seq":1}'
        pushed.append(receives(first, 'data: {"seq":1}'))
        yield '{"seq":1}'

    monkeypatch.setattr(pushing, "news_of", news_of)
    assert all(receives(page, "data: 0") for page in (first, second))
    night.change("Ann")
    assert receives(second, 'data: {"seq":1}')
    assert pushed == [True]


def test_an_answered_request_leaves_the_memory_without_the_garbage_collector(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[weakref.ref[Answer]] = []

    class Watched(Answer):
        def get_environment(self) -> dict[str, Any]:
            answers.append(weakref.ref(self))
            return super().get_environment()

    monkeypatch.setattr(Connection, "task_class", Watched)
    gc.collect()
    gc.disable()
    try:
        night.get(f"/t/{night.code}/screen")
        night.post()
        assert receives(night.screen(), "event: beat")
        assert soon(lambda: len(answers) == 3 and not any(answer() for answer in answers), 20.0)
    finally:
        gc.enable()


def test_screens_that_vanish_are_forgotten_and_the_others_are_told(night: Night) -> None:
    for _ in range(40):
        assert receives(night.screen(), "data: 0")
    for number, screen in enumerate(night.screens[:30]):
        if number % 2:  # half of them without a goodbye: a reset, as from a phone that lost its memory
            screen.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        screen.close()
    night.change("Ann")
    assert all(receives(screen, "data: 1\n\n") for screen in night.screens[30:])
    assert soon(lambda: len(night.server.streams) == 10)
    assert len(night.tables.bell._subscribers[night.code]) == 10


def test_a_screen_that_has_hung_up_is_gone_before_anybody_tells_it_anything() -> None:
    near, far = socket.socketpair()
    stream = Stream(near, chunked=False)
    assert not stream.is_closed()
    far.close()
    assert stream.is_closed()
    stream.end()


def test_telling_a_screen_that_does_not_read_never_waits() -> None:
    near, far = socket.socketpair()
    stream = Stream(near, chunked=True)
    count = 0
    while stream.tell("at", count) and count < 100_000:
        count += 1
    assert 0 < count < 100_000
    far.close()
    stream.end()


def test_a_screen_never_hears_an_older_number_after_a_newer_one() -> None:
    near, far = socket.socketpair()
    stream = Stream(near, chunked=False)
    for name, number in (("at", 7), ("beat", 0), ("at", 6)):
        assert stream.tell(name, number)
    assert far.recv(4096).decode().count("data: 7\n") == 3
    stream.end()
    far.close()


def test_of_one_table_there_are_so_many_onlookers_and_room_is_kept_for_seats() -> None:
    def page(seat: str | None) -> OpenPage:
        return OpenPage("TEST", seat, "en", "", (), SHEET, lambda pages: iter(()))

    def stream(number: int, page: OpenPage | None = None) -> Stream:
        near, other = socket.socketpair()
        ends.append(other)
        return Stream(near, False, f"127.0.7.{number}", page)

    ends: list[socket.socket] = []
    streams = Streams(Notifier(), most=10, most_of_one=2, kept_back=4, most_of_table=3)
    onlookers = [streams.add(stream(number), "TEST", 0, lambda: 0) for number in range(4)]
    assert onlookers == [True, True, True, False]
    assert not streams.add(stream(5, page(None)), "TEST", 0, lambda: 0)
    assert [streams.add(stream(6), each, 0, lambda: 0) for each in ("ELSE", "MORE", "LAST")] == [True, True, False]
    assert [streams.add(stream(7 + number), "ELSE", 0, lambda: 0) for number in range(2)] == [True, False]
    assert all(streams.add(stream(10 + number, page("s1")), "TEST", 0, lambda: 0) for number in range(4))
    assert not streams.add(stream(20, page("s1")), "TEST", 0, lambda: 0)
    streams.close()
    for each in ends:
        each.close()


def test_one_screen_too_many_is_turned_away_and_the_others_stay(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    streams, kept = night.server.streams, list[bool]()
    streams.most, streams.kept_back, add = 2, 0, streams.add

    def noted(*arguments: Any) -> bool:
        kept.append(add(*arguments))
        return kept[-1]

    monkeypatch.setattr(streams, "add", noted)
    first, second = night.screen(), night.screen()
    assert receives(first, "data: 0")
    assert receives(second, "data: 0")
    third = night.screen()
    assert receives(third, "text/event-stream")
    assert soon(lambda: kept == [True, True, False]), "its head is sent before that is decided"
    second.close()
    assert soon(lambda: len(streams) == 1)
    assert receives(night.screen(), "data: 0")
    night.change("Ann")
    assert receives(first, "data: 1\n\n")
    third.setblocking(False)
    with pytest.raises(BlockingIOError):
        print("the screen that was turned away heard", third.recv(65_536))


def test_an_address_that_asks_for_too_many_streams_gets_no_more_connections_until_they_have_been_idle() -> None:
    few = replace(LIMITS, streams_per_address=2, connections_per_address=3, rest_seconds=0.0, crowded_seconds=0.0)
    with served(limits=few) as night:
        front = night.server.front
        assert front
        for _ in range(2):
            assert receives(night.screen(), "data: 0")
            assert soon(lambda: not front.active_channels), "a stream is no connection of the front any more"
        turned_away = [night.screen() for _ in range(3)]
        for screen in turned_away:
            assert receives(screen, "text/event-stream")
        assert len(night.server.streams) == 2
        asking = threading.Thread(target=night.post)
        asking.start()
        assert soon(lambda: len(front.waiting) == 1)
        for screen in turned_away:
            screen.setblocking(False)
            with pytest.raises(BlockingIOError):
                print("a screen that was turned away heard", screen.recv(65_536))
        assert front.waiting, "they give way to nobody"
        for each in tuple(front.active_channels.values()):
            each.last_activity -= few.idle_seconds
        asking.join()
        assert not front.waiting


def test_screens_come_and_go_while_the_table_is_played(night: Night) -> None:
    received: list[bool] = []

    def visit() -> None:
        for _ in range(20):
            screen = night.screen()
            received.append(receives(screen, "event: "))
            screen.close()

    steady = night.screen()
    visitors = [threading.Thread(target=visit) for _ in range(4)]
    for visitor in visitors:
        visitor.start()
    while any(visitor.is_alive() for visitor in visitors):
        night.tables.bell.notify(night.code, 5)
    assert len(received) == 80
    assert all(received)
    assert receives(steady, "data: 5\n\n")
    assert soon(lambda: len(night.server.streams) == 1)


def stops(screens: int) -> None:
    with served() as night:
        for _ in range(screens):
            assert receives(night.screen(), "data: 0")
        assert soon(lambda: len(night.server.streams) == screens)
        closing = threading.Thread(target=night.close)
        closing.start()
        closing.join(PATIENCE)
        assert not closing.is_alive()
        assert all(receives(screen, "0\r\n\r\n") for screen in night.screens)  # a proper end, not a broken line


def test_it_stops_with_a_hundred_open_streams() -> None:
    stops(100)


@pytest.mark.torture
def test_it_stops_with_a_thousand_open_streams() -> None:
    stops(1_000)
