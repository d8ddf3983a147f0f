"""The front against one hostile address: it gets its share and no more, and everybody else plays on.

``tests/faults/test_hostile_front.py`` does the same in full, with figures.
"""

from __future__ import annotations

import ast
import errno
import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from waitress import wasyncore

from companion.app.notifier import Notifier
from companion.web import server as room
from companion.web.server.door import SEATED, TAKES_LONG
from companion.web.server.front import Wsgi
from companion.web.server.limits import KIB, Limits
from companion.web.server.server import TableServer
from companion.web.server.turns import Queue, QueuedTurn, Turns
from tests.support.timing import soon

LIMITS = Limits(
    threads=2,
    threads_per_address=1,
    connections_per_address=8,
    body_bytes=256 * KIB,
    photo_bytes=512 * KIB,
    request_seconds=0.4,
    answer_seconds=0.4,
    idle_seconds=0.4,
    look_seconds=0.05,
)
HOSTILE, PLAYER = "127.9.9.9", "127.0.0.2"
PATIENCE = 60.0
PATIENT = replace(LIMITS, request_seconds=PATIENCE, answer_seconds=PATIENCE, idle_seconds=PATIENCE)
"""the same for tests in which nothing is to be closed for its age, however slow a busy machine is"""
GO_ON = threading.Event()
"""what takes long takes until this is set"""


@contextmanager
def served(app: Wsgi, limits: Limits = LIMITS) -> Iterator[TableServer]:
    server = TableServer(app, Notifier(), "127.0.0.1", 0, limits, lambda path, headers: path == "/t/ABCD/s/s1/photo")
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_server_stops_cleanly_when_its_loop_is_faster_than_the_thread_that_stops_it() -> None:
    server = TableServer(answering, Notifier(), "127.0.0.1", 0, LIMITS)
    server.prepare()
    assert server.front is not None
    trigger = server.front.trigger
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    pull = trigger._physical_pull

    def late() -> None:
        pull()  # as another thread does, which has just answered somebody
        thread.join(PATIENCE)
        assert not thread.is_alive()
        pull()

    trigger._physical_pull = late
    server.stop()


@pytest.fixture
def server() -> Iterator[TableServer]:
    with served(answering) as server:
        yield server


def answering(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the size of the request; ``/page`` is more than a connection takes unread, ``/slow`` takes until
    ``GO_ON``.

    ``/seat`` comes with a seat's token.
    """
    sent = len(environ["wsgi.input"].read())
    if environ["PATH_INFO"] == "/seat":
        environ[SEATED]()
    if environ["PATH_INFO"] == "/long":
        environ[TAKES_LONG]()
    if environ["PATH_INFO"] in ("/slow", "/long"):
        GO_ON.wait(PATIENCE)
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"x" * 8_000_000 if environ["PATH_INFO"] == "/page" else f"{sent} bytes".encode()]


def connected(server: TableServer, address: str = HOSTILE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0))


def plays(server: TableServer, address: str = PLAYER, path: str = "/") -> bool:
    """Return whether this address is answered; it asks again where a busy machine took all its time."""
    end = time.monotonic() + PATIENCE
    while True:
        phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0))
        try:
            phone.request("POST", path, b"twelve bytes")
            return phone.getresponse().read() == b"12 bytes"
        except ConnectionError:
            if time.monotonic() > end:
                raise
        finally:
            phone.close()


def receive_all(sock: socket.socket) -> bytes:
    """Return all that comes until the server hangs up."""
    received = b""
    with suppress(ConnectionResetError):
        while found := sock.recv(65_536):
            received += found
    return received


def connections_of(server: TableServer, address: str) -> int:
    assert server.front is not None
    return server.front.shares.open[address]


def asked(server: TableServer, request: bytes) -> bytes:
    """Return the first line of the answer."""
    with connected(server) as sock, suppress(BrokenPipeError, ConnectionResetError):
        sock.sendall(request)
        return receive_all(sock).split(b"\r\n")[0]
    return b""


def test_only_where_photos_are_sent_may_a_request_be_as_large_as_one() -> None:
    head = b"POST %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    with served(answering, PATIENT) as patient:

        def sent(path: bytes, kib: int) -> bytes:
            return asked(patient, head % (path, kib * KIB) + bytes(kib * KIB))

        assert b"200" in sent(b"/t/ABCD/s/s1/photo", 400)
        assert b"413" in sent(b"/t/ABCD/s/s1/photo", 600)
        assert b"413" in sent(b"/t/ABCD/s/s1/photos", 400)
        assert b"413" in sent(b"/nonsense/photo", 400), "a seat that is none"
        assert b"413" in sent(b"/pay?to=/photo", 400)


# --- requests that never become whole ---------------------------------------------------------


def test_uploads_that_wait_have_one_bound_and_half_of_it_is_for_photos() -> None:
    """Thirty connections with 16 megabytes each filled the folder for temporary files."""
    limits = replace(PATIENT, upload_bytes=512 * KIB)
    head = "POST %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    with served(answering, limits) as server:
        waiting = connected(server)
        waiting.sendall((head % ("/", 200 * KIB)).encode())
        assert soon(lambda: connections_of(server, HOSTILE))
        assert b"503" in asked(server, (head % ("/", 200 * KIB)).encode())
        assert b"200" in asked(server, (head % ("/", 4 * KIB)).encode() + bytes(4 * KIB)), "a page's form is none"
        assert b"200" in asked(server, (head % ("/t/ABCD/s/s1/photo", 200 * KIB)).encode() + bytes(200 * KIB))
        waiting.close()
        assert soon(lambda: b"200" in asked(server, (head % ("/", 200 * KIB)).encode() + bytes(200 * KIB)))


def test_half_requests_take_no_thread_from_those_who_play(server: TableServer) -> None:
    halves = [connected(server) for _ in range(4 * LIMITS.threads)]
    for half in halves:
        half.sendall(b"G")
    assert plays(server)
    assert [receive_all(half) for half in halves] == [b""] * len(halves), "they are hung up on when their time is over"


def test_a_request_that_drips_has_no_more_time_than_any_other(server: TableServer) -> None:
    with connected(server) as sock:
        sock.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        with suppress(OSError):
            while connections_of(server, HOSTILE):
                sock.sendall(b"x")
                time.sleep(0.02)
    assert plays(server)


def test_a_client_that_does_not_fetch_its_answer_holds_nothing_for_long(server: TableServer) -> None:
    for _ in range(LIMITS.threads):
        with connected(server) as sock:
            sock.sendall(b"GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            assert sock.recv(1) == b"H", "the answer is on its way"
            assert plays(server)
            assert soon(lambda: not connections_of(server, HOSTILE))


def test_an_idle_connection_is_closed(server: TableServer) -> None:
    with connected(server) as sock:
        assert receive_all(sock) == b""


@pytest.mark.parametrize("before", [False, True], ids=["idle afterwards", "idle before"])
def test_an_idle_connection_is_closed_though_the_clock_was_put_back(
    monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    """A box without a battery puts its clock back when it finds the time on the network."""
    with served(answering, replace(LIMITS, idle_seconds=1.5)) as server:
        assert server.front
        real, idle, front = time.time, connected(server) if before else None, server.front
        assert soon(lambda: front.next_channel_cleanup and (front.active_channels or not before))
        monkeypatch.setattr(time, "time", lambda: real() - 86_400)
        with idle or connected(server) as sock:
            assert receive_all(sock) == b""


def test_connections_at_rest_keep_nobody_out_when_few_are_left() -> None:
    """A phone keeps a connection open after a page; a thousand phones would leave none for newcomers."""
    with served(answering, replace(PATIENT, connections=8, crowded_seconds=PATIENCE, rest_seconds=0.0)) as server:
        phones = [connected(server, f"127.0.1.{number}") for number in range(1, 9)]
        for phone in phones:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert phone.recv(65_536)
        assert plays(server)
        for phone in phones:
            phone.close()


def test_with_time_enough_the_same_requests_are_answered() -> None:
    with served(answering, Limits()) as server, connected(server) as sock:
        sock.sendall(b"POST / HTTP/1.0\r\nContent-Length: 10\r\n\r\n")
        for _ in range(10):
            time.sleep(2 * LIMITS.request_seconds / 10)
            sock.sendall(b"x")
        assert receive_all(sock).endswith(b"10 bytes")


# --- requests that are too much ---------------------------------------------------------------

TOO_MUCH = {
    "a header": (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 4_000_000, b"431"),
    "a request line": (b"GET /" + b"x" * 4_000_000, b"431"),
    "headers": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1_000_000, b"431"),
    "a body": (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 4_000_000, b"413"),
    "a chunk": (
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3d0900\r\n" + b"x" * 4_000_000,
        b"413",
    ),
}


@pytest.mark.parametrize(("request_", "status"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_a_request_beyond_the_limits_is_refused_or_hung_up_on(
    server: TableServer, request_: bytes, status: bytes
) -> None:
    answer = asked(server, request_)
    assert answer == b"" or answer.split()[1] == status
    assert plays(server)


MALFORMED = {
    "a negative length": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nxxxx",
    "an enormous chunk": (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4000000000000000\r\nxxxx"),
    "two lengths": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nxxxx",
    "no request": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
}


@pytest.mark.parametrize("request_", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_request_is_refused_and_never_a_server_error(server: TableServer, request_: bytes) -> None:
    answer = asked(server, request_)
    assert answer == b"" or answer.split()[1].startswith(b"4")
    assert plays(server)


# --- a client that asks first whether it may go on ---------------------------------------------

HEAD = b"%s / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n%s\r\n"
NOTHING_TO_COME = {
    "a GET": (HEAD % (b"GET", b""), b"200"),
    "a HEAD": (HEAD % (b"HEAD", b""), b"200"),
    "an empty POST": (HEAD % (b"POST", b"Content-Length: 0\r\n"), b"200"),
    "a body that is too large": (HEAD % (b"POST", b"Content-Length: 1000000000\r\n"), b"413"),
    "a length that is none": (HEAD % (b"POST", b"Content-Length: x\r\n"), b"400"),
}


@pytest.mark.parametrize(("request_", "status"), NOTHING_TO_COME.values(), ids=NOTHING_TO_COME)
def test_a_client_that_asks_whether_to_go_on_and_has_nothing_more_to_send_is_answered(
    request_: bytes, status: bytes
) -> None:
    with served(answering, PATIENT) as server:
        assert asked(server, request_).split()[1] == status


def test_a_client_that_asks_whether_to_go_on_with_a_body_is_told_to() -> None:
    with served(answering, PATIENT) as server, connected(server) as sock:
        sock.sendall(HEAD % (b"POST", b"Content-Length: 12\r\n"))
        assert sock.recv(65_536).startswith(b"HTTP/1.1 100 Continue")
        sock.sendall(b"twelve bytes")
        assert receive_all(sock).endswith(b"12 bytes")


# --- many connections -------------------------------------------------------------------------


def test_an_address_has_its_share_of_connections_and_the_others_have_theirs() -> None:
    most = LIMITS.connections_per_address
    with served(answering, replace(PATIENT, crowded_seconds=PATIENCE)) as server:
        open_ones = [connected(server) for _ in range(3 * most)]
        assert plays(server), "who comes after all of them is answered"
        assert connections_of(server, HOSTILE) == most
        assert server.front
        assert len(server.front.waiting) == 2 * most
        for sock in open_ones:
            sock.close()


def half(server: TableServer, address: str) -> socket.socket:
    sock = connected(server, address)
    with suppress(ConnectionError):
        sock.sendall(b"GET / HT")
    return sock


CROWDED = replace(PATIENT, connections=32, connections_kept_back=8)


def test_many_addresses_with_half_requests_keep_nobody_out_who_sits_at_a_table() -> None:
    with served(answering, replace(CROWDED, crowded_seconds=PATIENCE)) as server:
        assert plays(server, path="/seat")
        halves = [half(server, f"127.0.5.{number % 12 + 1}") for number in range(96)]
        assert server.front
        soon(lambda: server.front and server.front.shares.crowded)
        phone = [connected(server, PLAYER) for _ in range(LIMITS.connections_per_address - 2)]
        assert plays(server), "another connection of his is answered at once"
        assert connections_of(server, PLAYER) >= len(phone)
        for sock in [*halves, *phone]:
            sock.close()


def test_when_it_is_crowded_half_requests_are_short_lived_and_who_is_new_comes_in() -> None:
    with served(answering, replace(CROWDED, crowded_seconds=0.2)) as server:
        assert plays(server, path="/seat")
        slow = half(server, PLAYER)
        halves = [half(server, f"127.0.5.{number % 12 + 1}") for number in range(96)]
        assert receive_all(halves[0]) == b"", "not kept for as long as the others"
        assert plays(server, "127.0.0.77")
        slow.sendall(b"TP/1.0\r\n\r\n")
        assert receive_all(slow).endswith(b"0 bytes"), "who sits at a table has his time"
        for sock in halves:
            sock.close()


def test_a_client_that_comes_behind_many_that_have_to_wait_comes_in_with_the_first_of_them() -> None:
    server = TableServer(answering, Notifier(), "127.0.0.1", 0, LIMITS)
    server.prepare()
    front = server.front
    assert front
    front.shares.admits = lambda address: address == PLAYER  # type: ignore[method-assign]
    waiting = [*(connected(server) for _ in range(50)), connected(server, PLAYER)]
    front.handle_accept()
    assert connections_of(server, PLAYER) == 1
    assert len(front.waiting) == 50
    server.stop()
    front.answer()
    assert receive_all(waiting[0]) == b"", "it is hung up on when the server stops"
    for sock in waiting:
        sock.close()


def test_a_share_is_given_back() -> None:
    with served(answering) as server:
        for _ in range(4 * LIMITS.connections_per_address):
            assert plays(server, HOSTILE)
        half(server, HOSTILE).close()
        shares = server.front and server.front.shares
        assert shares
        assert soon(lambda: not shares.open)
        assert not shares._total


@pytest.mark.logs("no connection is accepted for a moment")
def test_a_box_without_a_file_left_pauses_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    accept, tries = wasyncore.dispatcher.accept, 0

    def no_file(self: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise OSError(errno.EMFILE, "Too many open files")
        return accept(self)

    monkeypatch.setattr(wasyncore.dispatcher, "accept", no_file)
    monkeypatch.setattr("companion.web.server.front.PAUSE_SECONDS", 0.05)
    with served(answering) as server:
        assert plays(server)
        assert plays(server)


@pytest.mark.logs("a connection could not be accepted")
def test_an_accept_that_goes_wrong_does_not_close_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    accept, tries = wasyncore.dispatcher.accept, 0

    def broken(self: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ValueError("something nobody thought of")
        return accept(self)

    monkeypatch.setattr(wasyncore.dispatcher, "accept", broken)
    with served(answering) as server:
        assert plays(server)


def test_the_limits_fit_the_files_the_process_may_open() -> None:
    few = Limits().within(1_024)
    assert (few.connections, few.streams) == (256, 512)
    assert Limits().within(1_000_000) == Limits()


# --- behind a proxy ---------------------------------------------------------------------------


def client_seen(server: TableServer, forwarded: str, address: str = PLAYER) -> str:
    """Return who asks, as the application is told."""
    phone = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE, source_address=(address, 0))
    phone.request("GET", "/", headers={"X-Forwarded-For": forwarded} if forwarded else {})
    answer = phone.getresponse().read().decode()
    phone.close()
    return answer


def asker(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("200 OK", [("Content-Type", "text/plain")])
    return [str(environ["REMOTE_ADDR"]).encode()]


def test_only_a_trusted_neighbour_is_believed_who_asks_and_of_it_only_the_last_word() -> None:
    with served(asker, replace(PATIENT, trusted=frozenset({PLAYER}))) as server:
        assert client_seen(server, "") == PLAYER
        assert client_seen(server, "192.0.2.7") == "192.0.2.7"
        assert client_seen(server, "10.0.0.1, 192.0.2.7") == "192.0.2.7", "the others are what somebody claimed"
        assert client_seen(server, "192.0.2.7", HOSTILE) == HOSTILE


def test_a_trusted_neighbour_has_no_share_of_connections_to_keep_to() -> None:
    with served(asker, replace(PATIENT, trusted=frozenset({PLAYER}))) as server:
        open_ones = [connected(server, PLAYER) for _ in range(3 * LIMITS.connections_per_address)]
        assert client_seen(server, "192.0.2.7") == "192.0.2.7"
        for each in open_ones:
            each.close()


# --- turns ------------------------------------------------------------------------------------


class Asked:
    """A request that says when it is answered."""

    def __init__(self, address: str, name: str, answered: list[str], seated: bool = False) -> None:
        self.client, self.seated = address, seated
        self.name, self.answered = name, answered

    def service(self) -> None:
        self.answered.append(self.name)

    def cancel(self) -> None:
        self.answered.append(f"{self.name} given up")


def order_of(turns: Turns) -> list[str]:
    """Return who is answered when by one thread, of ten requests of one address and then one of another."""
    answered: list[str] = []
    for number in range(10):
        turns.add_task(Asked(HOSTILE, f"hostile {number}", answered))
    turns.add_task(Asked(PLAYER, "player", answered))
    turns.set_thread_count(1)
    end = time.monotonic() + PATIENCE
    while len(answered) < 11 and time.monotonic() < end:
        time.sleep(0.001)
    turns.shutdown()
    return answered


def test_addresses_take_turns_however_many_requests_one_has() -> None:
    answered = order_of(Turns(1))
    assert answered.index("player") <= 1
    assert [name for name in answered if name != "player"] == [f"hostile {number}" for number in range(10)]


def test_the_test_above_fails_for_a_queue_that_takes_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    append = Queue.append

    def one_queue_for_all(self: Queue, turn: Any) -> None:
        turn.address = "everyone"
        append(self, turn)

    monkeypatch.setattr(Queue, "append", one_queue_for_all)
    assert order_of(Turns(1)).index("player") == 10


def test_no_address_has_more_of_its_requests_answered_at_a_time_than_its_share() -> None:
    queue, turns, answered = Queue(most_of_one=2), Turns(2), list[str]()
    for number in range(3):
        queue.append(QueuedTurn(Asked(HOSTILE, f"hostile {number}", answered), turns))
    first, second = queue.popleft(), queue.popleft()
    assert first.address == second.address == HOSTILE
    assert not queue, "the third has to wait until one of the others is answered"
    queue.append(QueuedTurn(Asked(PLAYER, "player", answered), turns))
    assert queue.popleft().address == PLAYER
    queue.done(first)
    assert queue.popleft().address == HOSTILE


def test_every_second_turn_is_for_who_sits_at_a_table_however_many_others_there_are() -> None:
    queue, turns, answered = Queue(most_of_one=2), Turns(2), list[str]()
    for number in range(200):
        queue.append(QueuedTurn(Asked(f"127.0.3.{number}", "stranger", answered), turns))
    for number in range(3):
        queue.append(QueuedTurn(Asked(f"127.0.4.{number}", "player", answered, seated=True), turns))
    order = [queue.popleft().seated for _ in range(8)]
    assert order == [True, False, True, False, True, False, False, False]
    assert len(queue) == 195


def test_few_are_answered_at_the_same_time_and_what_takes_long_is_not_among_them() -> None:
    now, turns, answered = [0.0], Turns(2), list[str]()
    queue = Queue(most_of_one=2, at_once=2, slow_seconds=0.1, clock=lambda: now[0])
    for number in range(4):
        queue.append(QueuedTurn(Asked(f"127.0.3.{number}", f"{number}", answered), turns))
    first, _ = queue.popleft(), queue.popleft()
    assert not queue, "two are enough"
    queue.done(first)
    third = queue.popleft()
    assert not queue
    now[0] = 0.2
    assert queue.popleft() is not third, "what has taken so long is a sheet to print"


@pytest.mark.parametrize(("path", "slow_seconds"), [("/slow", 0.02), ("/long", PATIENCE)])
def test_a_client_that_waits_behind_what_takes_long_is_answered_without_anybody_else_asking(
    path: str, slow_seconds: float
) -> None:
    """Be it that it has taken long, or that it says so itself."""
    with served(answering, replace(PATIENT, threads=4, at_once=1, slow_seconds=slow_seconds)) as server:
        sock = connected(server)
        GO_ON.clear()
        sock.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        assert plays(server), "the player does not wait for the slow one"
        GO_ON.set()
        assert receive_all(sock).endswith(b"0 bytes")


def test_slow_requests_of_one_address_leave_threads_for_the_others() -> None:
    with served(answering, PATIENT) as server:
        slow = [connected(server) for _ in range(4)]
        GO_ON.clear()
        for sock in slow:
            sock.sendall(b"GET /slow HTTP/1.0\r\n\r\n")
        assert plays(server), "the player does not wait for all of them"
        GO_ON.set()
        assert all(receive_all(sock).endswith(b"0 bytes") for sock in slow)


def test_what_waits_when_the_server_stops_is_given_up() -> None:
    answered: list[str] = []
    turns = Turns(0)
    turns.add_task(Asked(PLAYER, "player", answered))
    turns.shutdown()
    turns.add_task(Asked(PLAYER, "late player", answered))
    assert answered == ["player given up", "late player given up"]


def test_nothing_private_of_waitress_is_used() -> None:
    """A new version of waitress may change its inside."""
    rooms = [ast.parse(path.read_text()) for path in Path(*room.__path__).glob("*.py")]
    nodes = [node for room in rooms for node in ast.walk(room)]
    named = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr[0] == "_" != node.attr[1]]
    named_here = {node.attr for node in named if isinstance(node.ctx, ast.Store)}
    named_here |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    named_here |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert {node.attr for node in named} <= named_here
