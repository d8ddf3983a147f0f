"""The time of the Flask-SocketIO tables for the same action, from its sending to the last of their screens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter, sleep

from tests.bench.crowd import Crowd, Phone, Socketed
from tests.bench.servers import other_command, running

MODES = {"Flask-SocketIO threads": "threading", "Flask-SocketIO gevent": "gevent"}
Measure = Callable[[int], float]


def neighbour(stack: ExitStack, directory: Path, name: str, screens: int, what: str) -> dict[str, Measure]:
    """Return the same action sent over the open websocket (its own best way) and as a POST (as ours).

    ``what``: ``pay`` tells the number, ``show`` also what the screens then show.
    """
    mode = MODES[name]
    port, _ = stack.enter_context(running(other_command(mode, directory / f"{mode}.sqlite")))
    sleep(0.5)  # it says its port before it listens there
    clients = [Socketed(port, name) for _ in range(screens)]
    crowd, phone = Crowd(clients), Phone(port, screens)
    seq = 0
    action = {"to": "s2", "amount": 1}

    def by_socket(number: int) -> float:
        nonlocal seq
        seq += 1
        start = perf_counter()
        clients[0].emit(what, action)
        return crowd.wait(name, seq) - start

    def by_post(number: int) -> float:
        nonlocal seq
        seq += 1
        start = perf_counter()
        phone.send(f"/{what}", b'{"to": "s2", "amount": 1}', "Content-Type: application/json\r\n")
        end = crowd.wait(name, seq)
        phone.receive()
        return end - start

    return {name: by_socket, f"{name} by POST": by_post}
