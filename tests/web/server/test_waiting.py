"""A full house: new connections wait, and those that have rested longest give up their places."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

from companion.web.server.limits import Limits, Shares
from companion.web.server.server import TableServer
from companion.web.server.waiting import Newcomer, Resting, Waiting
from tests.support.timing import soon
from tests.web.server.test_front import (
    PATIENCE,
    PATIENT,
    PLAYER,
    answering,
    connected,
    half,
    plays,
    receive_all,
    served,
)

# --- who waits ---------------------------------------------------------------------------------


def newcomers(*addresses: str) -> list[Newcomer]:
    return [Newcomer(socket.socket(), address, lambda: None) for address in addresses]


def test_of_one_address_the_first_comes_in_first() -> None:
    waiting = Waiting(10, 2)
    first, second, other = newcomers("a", "a", "b")
    assert [waiting.add(each) for each in (first, second, other)] == [None, None, None]
    assert [*waiting] == ["a", "b"]
    assert waiting.pop("a") is first
    assert waiting.pop("a") is second
    assert [*waiting] == ["b"]
    assert len(waiting) == 1


def test_where_all_places_are_taken_who_has_more_than_is_sure_loses_his_newest() -> None:
    waiting = Waiting(5, 2)
    *greedy, other, more, late = newcomers("a", "a", "a", "a", "b", "a", "c")
    for each in (*greedy, other):
        assert waiting.add(each) is None
    assert waiting.takes_more
    assert waiting.add(more) is more
    assert waiting.add(late) is greedy[-1]
    assert waiting.add(newcomers("d")[0]) is greedy[-2]
    assert not waiting.takes_more, "nobody has more than is sure: the rest stays in the backlog"


def test_a_place_that_is_left_is_given_again() -> None:
    waiting = Waiting(1, 1)
    (first,) = newcomers("a")
    waiting.add(first)
    assert not waiting.takes_more
    waiting.pop("a")
    assert waiting.takes_more


# --- who gives way -----------------------------------------------------------------------------


@dataclass(eq=False)
class Kept:
    """A connection that has rested for so many seconds; -1: it is busy."""

    address: str
    seconds: float
    served: bool = True
    held: bool = False
    late: bool = False
    gone: list[Kept] = field(default_factory=list)

    def seconds_idle(self, now: float) -> float:
        return self.seconds

    def overdue(self, now: float) -> bool:
        return self.late

    def close_if_idle(self) -> bool:
        self.gone.append(self)
        return True


LIMITS = Limits(connections_kept_back=0, rest_seconds=1, crowded_seconds=10)


def order(*kept: Kept, seated: tuple[str, ...] = (), limits: Limits = LIMITS, asking: str = "") -> list[Kept]:
    """Return who goes in which order, until nobody gives way any more."""
    shares = Shares(limits)
    for address in seated:
        shares.mark_seated(address)
    gone: list[Kept] = []
    for each in kept:
        each.gone = gone
    resting = Resting(kept, limits, shares)
    while resting.make_room_at(asking) if asking else resting.make_room():
        pass
    return gone


def test_the_client_that_has_rested_longest_goes_first() -> None:
    stranger, long, short = Kept("stranger", 4), Kept("seated", 9), Kept("seated", 2)
    assert order(short, stranger, long, seated=("seated",)) == [long, stranger, short]


def test_strangers_go_first_when_they_have_had_their_time() -> None:
    stranger, half_request = Kept("stranger", 11), Kept("stranger", -1, late=True)
    long = Kept("seated", 99)
    assert order(long, half_request, stranger, seated=("seated",)) == [stranger, half_request, long]


def test_a_client_that_is_busy_has_just_come_or_just_been_answered_stays() -> None:
    assert order(Kept("a", -1), Kept("b", 0.5), Kept("c", 9, served=False)) == []
    assert order(late := Kept("seated", 11, served=False), seated=("seated",)) == [late]


def test_a_connection_that_is_held_open_for_a_stream_gives_way_to_nobody() -> None:
    assert order(Kept("a", 99, held=True)) == []
    assert order(Kept("a", 99, held=True), asking="a") == []


def test_of_those_who_sit_at_a_table_as_many_stay_as_are_kept_back_for_them() -> None:
    seated = [Kept("seated", 20 + number) for number in range(4)]
    limits = replace(LIMITS, connections_kept_back=3)
    assert order(*seated, Kept("stranger", 5), seated=("seated",), limits=limits)[:1] == [seated[-1]]
    assert len(order(*seated, Kept("stranger", 5), seated=("seated",), limits=limits)) == 2


def test_an_address_beyond_its_share_gives_up_its_own() -> None:
    first, other = Kept("a", 5), Kept("b", 50)
    assert order(other, first, asking="a") == [first]


def test_a_connection_at_rest_has_less_and_less_time_the_fuller_it_is() -> None:
    limits = Limits(connections=100)
    shares = Shares(limits)
    shares.mark_seated("seated")
    allowed = []
    for _ in range(100):
        shares.opens("someone")
        allowed.append(shares.idle_seconds("seated"))
    assert allowed[:50] == [limits.idle_seconds] * 50
    assert allowed[50:] == sorted(allowed[50:], reverse=True)
    assert limits.crowded_seconds == allowed[-1] < allowed[75] < limits.idle_seconds
    assert shares.idle_seconds("stranger") == limits.crowded_seconds


# --- over real connections ---------------------------------------------------------------------

FULL = replace(PATIENT, connections=8, connections_kept_back=0, rest_seconds=0.0, crowded_seconds=PATIENCE)


@contextmanager
def phones(server: TableServer, count: int, path: str = "/seat") -> Iterator[list[http.client.HTTPConnection]]:
    """Yield connections that have had an answer and are kept, the oldest first."""
    kept = []
    for number in range(count):
        phone = http.client.HTTPConnection(
            "127.0.0.1", server.port, timeout=PATIENCE, source_address=(f"127.0.1.{number + 1}", 0)
        )
        phone.request("POST", path)
        assert phone.getresponse().read() == b"0 bytes"
        kept.append(phone)
        time.sleep(0.01)  # later than the one before by the clock, too
    try:
        yield kept
    finally:
        for phone in kept:
            phone.close()


def closed(phone: http.client.HTTPConnection) -> bool:
    """Return whether the box has hung up. Raise ConnectionResetError where it has not said goodbye."""
    phone.sock.setblocking(False)
    try:
        return phone.sock.recv(1) == b""
    except BlockingIOError:
        return False


def test_in_a_full_house_a_newcomer_takes_the_place_of_who_has_rested_longest() -> None:
    with served(answering, FULL) as server, phones(server, 8) as kept:
        assert plays(server)
        assert [closed(phone) for phone in kept] == [True] + [False] * 7


def test_where_nobody_is_at_rest_a_newcomer_waits_and_comes_in_with_the_next_place() -> None:
    with served(answering, FULL) as server:
        halves = [half(server, f"127.0.1.{number + 1}") for number in range(8)]
        front = server.front
        assert front
        assert soon(lambda: front.shares.open.total() == 8)
        newcomer = connected(server, PLAYER)
        newcomer.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert soon(lambda: len(front.waiting) == 1)
        halves[3].sendall(b"TP/1.0\r\n\r\n")
        assert receive_all(halves[3]).endswith(b"0 bytes")
        assert receive_all(newcomer).endswith(b"0 bytes")
        for sock in (*halves, newcomer):
            sock.close()


def test_what_has_just_arrived_is_answered_and_not_reset() -> None:
    """A browser may ask over a kept connection at the moment at which it would be given up."""
    with served(answering, FULL) as server, phones(server, 1) as (kept,):
        front = server.front
        assert front
        (connection,) = front.active_channels.values()
        connection.readable = lambda: False  # the loop has not come to it yet
        front.loop.touch(connection.descriptor)
        assert soon(lambda: front.loop._awaited.get(connection.descriptor) is None)
        kept.request("POST", "/")
        assert soon(lambda: not connection.close_if_idle())
        assert connection.connected


@pytest.mark.parametrize("count", [8, 40])
def test_beyond_its_share_an_address_waits_for_its_own_and_the_others_do_not(count: int) -> None:
    limits = replace(PATIENT, connections_per_address=4, rest_seconds=0.0)
    with served(answering, limits) as server:
        socks = [connected(server) for _ in range(count)]
        for sock in socks:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert plays(server)
        assert all(receive_all(sock).endswith(b"0 bytes") for sock in socks)
