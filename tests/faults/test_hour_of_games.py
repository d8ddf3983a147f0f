"""``hour_of_games``: bots play game after game at six tables, and the memory of the box does not grow.

The actions of two hours are played without pauses. In the first hour pages are rendered for the first time, and caches,
all of them bounded, fill up. The clock by which unused tables are unloaded runs faster, so that they come and go as in
real hours.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import cycle, product
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import pytest

from companion.app import notifier
from companion.app.tables import Tables
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.abilene import Abilene
from companion.games.abilene.common.board.movement import path_rules
from companion.games.abilene.common.board.paths import path_book
from companion.web.fragments.kept import KeptFragments
from companion.web.visit.tokens import Tokens, cookie_name
from tests.faults.support import new_tables
from tests.support.forked import command_line
from tests.support.memory import resident_mb
from tests.support.server_process import ServerProcess

PLAYED = (
    ("abilene", "1993", Level.BOARD, 4),
    ("abilene", "1983", Level.BOARD, 3),
    ("unexploded_cow", "2011", Level.BOARD, 4),
    ("western_town", "2012", Level.BOARD, 4),
    ("any_game", "any", Level.BANK, 4),
    ("abilene", "1993", Level.BANK, 4),
)
AN_HOUR = 14_000
"""how many events six tables have in an hour: some 10,000 actions"""
TWO_HOURS = 2 * AN_HOUR
FASTER = 60
"""the factor of the clock: no machine plays an hour in less than a minute"""
IN_A_ROW = 20
"""how many games of each kind are prepared for an hour: more than are finished"""
FETCH_SECONDS = 0.25
"""the time between two complete fetches of a page; meanwhile its changes are pushed"""
QUIET_SECONDS = 5.0
"""the time without an event after which a table is left: its bots wait for a person"""


def run_hurried(arguments: list[str], out: Connection, errors: Path, games: Path | None) -> None:
    """Run a box whose clock runs faster.

    The paths on the two boards, three megabytes each, are computed first, so that they do not count as growth.
    """
    for edition in ("1993", "1983"):
        game = registry()["abilene"][edition]
        assert isinstance(game, Abilene)
        assert game.board
        layout = game.board.layout()
        book = path_book(layout, path_rules(game.turns, game.movement))
        for cell, die in product(layout.cells, range(1, 7)):
            assert book.cowboy[cell.id, die]
            assert cell.region not in layout.regions or book.cow[cell.id, die]
    start = time.monotonic()
    notifier.Presence.__init__.__defaults__ = (lambda: start + (time.monotonic() - start) * FASTER,)
    command_line(arguments, out, errors, games)


def run_hoarding(arguments: list[str], out: Connection, errors: Path, games: Path | None) -> None:
    """Run a box whose cache never drops the fragments of tables that are no longer watched."""
    real = KeptFragments.__init__
    KeptFragments.__init__ = lambda self, shown: real(self, lambda code: True)  # type: ignore[method-assign]
    run_hurried(arguments, out, errors, games)


class Hurried(ServerProcess):
    command = staticmethod(run_hurried)


class Hoarding(ServerProcess):
    command = staticmethod(run_hoarding)


Seated = tuple[str, dict[str, str]]
"""a table's code, and seat -> token"""


@dataclass
class Page:
    """A screen: its stream, and the path and headers with which it fetches."""

    stream: socket.socket
    path: str
    headers: dict[str, str]
    fetched: float = 0.0
    dirty: bool = True


@dataclass
class Shown:
    """A table with its screens, and the connection with which they fetch."""

    code: str
    pages: list[Page]
    line: HTTPConnection
    seq: int = 0
    moved: float = field(default_factory=time.monotonic)

    def fetch(self, page: Page) -> None:
        """Fetch all fragments of the page, folded ones included."""
        self.line.request("GET", f"{page.path}/part?page=p", headers=page.headers)
        answer = self.line.getresponse()
        answer.read()
        assert answer.status == 200
        page.fetched, page.dirty = time.monotonic(), False

    def is_over(self) -> bool:
        """Return whether the game is over, or has had no event for ``QUIET_SECONDS``."""
        self.line.request("GET", f"/api/tables/{self.code}")
        phase = json.loads(self.line.getresponse().read())["phase"]
        return phase == "over" or time.monotonic() - self.moved > QUIET_SECONDS


class Room:
    """All screens of all tables of a box."""

    def __init__(self, server: ServerProcess, seated: Sequence[Iterator[Seated]]) -> None:
        self.server, self.seated = server, seated
        self.selector = selectors.DefaultSelector()
        self.past = self.games = 0
        self.tables = [self._next(each) for each in seated]

    @property
    def events(self) -> int:
        """Return the number of events at all tables so far."""
        return self.past + sum(table.seq for table in self.tables)

    def _next(self, seated: Iterator[Seated]) -> Shown:
        self.games += 1
        code, tokens = next(seated)
        line = HTTPConnection(self.server.host, self.server.port, timeout=60)
        seats = {f"s/{seat}": {"Cookie": f"{cookie_name(code, seat)}={token}"} for seat, token in tokens.items()}
        shown = Shown(code, [], line)
        for name, headers in {"screen": {}, **seats}.items():
            stream = socket.create_connection((self.server.host, self.server.port), timeout=60)
            cookie = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
            query = f"page=p&seat={name.partition('/')[2]}"
            stream.sendall(
                f"GET /t/{code}/stream?{query} HTTP/1.1\r\nHost: {self.server.host}\r\n{cookie}\r\n".encode()
            )
            page = Page(stream, f"/t/{code}/{name}", headers)
            shown.pages.append(page)
            self.selector.register(stream, selectors.EVENT_READ, (shown, page))
        return shown

    def look(self) -> None:
        """Read the streams, and fetch the pages that are due."""
        for key, _ in self.selector.select(0.05):
            shown, page = key.data
            received = page.stream.recv(262_144)
            assert received, "a screen was hung up on"
            numbers = [
                int(line[4:]) for line in received.split(b"\n") if line.startswith(b"id: ") and line[4:].isdigit()
            ]
            page.dirty = True
            if numbers and max(numbers) > shown.seq:
                shown.seq, shown.moved = max(numbers), time.monotonic()
        for shown in self.tables:
            for page in shown.pages:
                if page.dirty and time.monotonic() - page.fetched > FETCH_SECONDS:
                    shown.fetch(page)

    def leave(self) -> None:
        """Move the screens of finished games to the next table."""
        for number, shown in enumerate(self.tables):
            if shown.is_over():
                for page in shown.pages:
                    self.selector.unregister(page.stream)
                    page.stream.close()
                shown.line.close()
                self.past += shown.seq
                self.tables[number] = self._next(self.seated[number])


def prepared(tables: Tables, game: str, edition: str, level: Level, players: int) -> Seated:
    """Start a game of bots only. Return its code, and a token for each seat."""
    code = tables.open_table(game, edition, level, demo=True)
    for each in range(players):
        tables.act(code, None, TakeSeat(f"Player {each + 1}", {}, box=True))
    seats = tables.table(code).ids
    tables.act(code, seats[0], StartGame(seats[0]))
    return code, {seat: Tokens.of(tables.log).admit(code, seat, 0.0) for seat in seats}


def memory_of_box(folder: Path, events: int, box: type[ServerProcess] = Hurried) -> tuple[float, float, int]:
    """Return the box's memory in MB after half of so many events and at their end, and the number of games begun."""
    database = folder / "box.sqlite"
    with closing((tables := new_tables(database)).log) as log:
        log.rows("PRAGMA synchronous=OFF")
        seated = [[prepared(tables, *each) for _ in range(max(5, IN_A_ROW * events // AN_HOUR))] for each in PLAYED]
    samples: list[tuple[int, float]] = []
    with box.serving(database, "--pace", "0") as server:
        assert server.process
        room = Room(server, [iter(each) for each in seated])
        checks = cycle(range(5))
        while room.events < events:
            room.look()
            if next(checks) == 0:
                room.leave()
            if room.events // 100 > len(samples):
                samples.append((room.events, resident_mb(server.process.pid or 0)))
        assert "ERROR" not in server.printed()
    after, some = [mb for at, mb in samples if at >= events // 2], max(1, len(samples) // 10)
    return median(after[:some]), median(after[-some:]), room.games


def test_tables_are_played_and_replaced_within_minutes(tmp_path: Path) -> None:
    early, late, games = memory_of_box(tmp_path, 400)
    assert min(early, late) > 20
    assert games >= len(PLAYED)


@pytest.mark.torture
def test_an_hour_of_six_tables_takes_no_more_memory_than_the_hour_before_it(tmp_path: Path) -> None:
    early, late, games = memory_of_box(tmp_path, TWO_HOURS)
    print(f"hour_of_games: {early:.1f} MB after an hour, {late:.1f} MB an hour later, {games} games")
    assert late - early <= 3


@pytest.mark.torture
def test_a_box_that_keeps_finished_games_is_caught(tmp_path: Path) -> None:
    """Negative control."""
    early, late, _ = memory_of_box(tmp_path, TWO_HOURS, Hoarding)
    assert late - early > 3
