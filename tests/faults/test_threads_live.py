"""``threads_live``: no error ends a background thread. It is logged, and the work goes on.

Every kind of error is raised in a function that a step of each background thread calls.
"""

from __future__ import annotations

import logging
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from companion.app import bots
from companion.app.background import BackgroundWork
from companion.app.bots import BotRunner
from companion.app.notifier import Notifier
from companion.cli import network
from companion.cli.camera.process import Supervisor
from companion.cli.network import OnTheNetwork
from companion.core.errors import NotNow
from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level
from companion.core.text import say
from companion.web.app import create_app
from companion.web.server.streams import Stream, Streams
from tests.faults.support import figure, new_tables

ERRORS = (
    NotNow(say("That is over.")),
    OSError(28, "No space left on device"),
    sqlite3.OperationalError("database is locked"),
    sqlite3.DatabaseError("database disk image is malformed"),
    KeyError("s9"),
    MemoryError(),
)
TIMES = 3
"""how often the function fails before it works again"""
PATIENCE_SECONDS = 60.0


class Failing:
    """A function that fails ``TIMES`` times and then works again."""

    def __init__(self, works: Callable[..., object], error: Exception) -> None:
        self.works, self.error, self.left = works, error, TIMES

    def __call__(self, *arguments: object, **named: object) -> object:
        if self.left:
            self.left -= 1
            raise self.error
        return self.works(*arguments, **named)


def until(true: Callable[[], object], alive: Callable[[], bool] = lambda: True) -> bool:
    """Wait until the condition is true. Return False if the thread ends before, or after ``PATIENCE_SECONDS``."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        if time.monotonic() > end or not alive():
            return bool(true())
        time.sleep(0.002)
    return True


def keeps_working(background: BackgroundWork, works: Callable[[], object]) -> bool:
    background.trouble_seconds = 0.001
    background.start()
    return until(works, lambda: background.alive)


# --- one function for each thread: it returns whether the thread works after the error ---------


def players_look_for_tables(patched: pytest.MonkeyPatch, error: Exception, undo: ExitStack) -> bool:
    return _players(
        patched, undo, lambda box: patched.setattr(box.tables.presence, "watched", failing_watch(box, error))
    )


def failing_watch(box: BotRunner, error: Exception) -> Failing:
    return Failing(box.tables.presence.watched, error)


def players_play(patched: pytest.MonkeyPatch, error: Exception, undo: ExitStack) -> bool:
    return _players(patched, undo, lambda _: patched.setattr(bots, "play_once", Failing(bots.play_once, error)))


def _players(patched: pytest.MonkeyPatch, undo: ExitStack, spoil: Callable[[BotRunner], None]) -> bool:
    patched.setattr(bots, "REST_SECONDS", 0.001)
    tables = new_tables()
    code = tables.open_table("abilene", "1993", Level.BOARD, demo=True)
    for name, ranch in zip(("Buck", "Cole", "Dusty"), "ACE", strict=True):
        tables.act(code, None, TakeSeat(name, {"ranch": ranch}, box=True))
    tables.act(code, "s1", StartGame("s1"))
    tables.presence.look(code)
    box = BotRunner(tables, pace=0)
    spoil(box)
    undo.callback(box.stop)
    before = tables.table(code).seq
    return keeps_working(box.background, lambda: tables.table(code).seq > before)


def streams_are_watched(patched: pytest.MonkeyPatch, error: Exception, undo: ExitStack) -> bool:
    """Return whether a closed stream is noticed."""
    streams = Streams(Notifier(), most=4, most_of_one=4)
    box, screen = socket.socketpair()
    streams.add(Stream(box, chunked=False), "TEST", 0, lambda: 1)
    patched.setattr(streams._selector, "select", Failing(streams._selector.select, error))
    undo.callback(streams.close)
    screen.close()
    return keeps_working(streams.background, lambda: not len(streams))


def the_camera_is_minded(patched: pytest.MonkeyPatch, error: Exception, undo: ExitStack) -> bool:
    """Return whether the camera's process is started."""
    patched.setattr(subprocess, "Popen", Failing(subprocess.Popen, error))
    supervisor = Supervisor([sys.executable, "-S", "-c", "import time; time.sleep(60)"], "")
    undo.callback(supervisor.stop)
    return keeps_working(supervisor.background, lambda: supervisor.process)


def the_name_is_claimed(patched: pytest.MonkeyPatch, error: Exception, undo: ExitStack) -> bool:
    class Network:
        def close(self) -> None: ...

    patched.setattr(network, "AGAIN_SECONDS", 0.001)
    patched.setattr(network, "claimed", Failing(lambda *_: (Network(), "companion"), error))
    patched.setattr(network, "LOOK_SECONDS", 0.001)
    claim = OnTheNetwork("companion", "127.0.0.1", 8000, lambda: "127.0.0.1", lambda _: None)
    undo.callback(claim.close)
    return keeps_working(claim.background, lambda: claim.network)


THREADS = (players_look_for_tables, players_play, streams_are_watched, the_camera_is_minded, the_name_is_claimed)


@pytest.fixture
def undo() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.logs("an error (", "the box could not play")
@pytest.mark.parametrize("thread", THREADS)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_no_error_ends_a_background_thread(
    thread: Callable[[pytest.MonkeyPatch, Exception, ExitStack], bool],
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    undo: ExitStack,
) -> None:
    assert thread(monkeypatch, error, undo)
    figure("threads_live", TIMES)


@pytest.mark.logs("an error (")
def test_an_error_is_logged_with_where_it_came_from(caplog: pytest.LogCaptureFixture, undo: ExitStack) -> None:
    steps: list[int] = []

    def step() -> float:
        steps.append(1)
        if len(steps) == 1:
            raise KeyError("s9")
        return 60

    background = BackgroundWork("tally", step)
    undo.callback(background.stop)
    assert keeps_working(background, lambda: len(steps) == 2 and not background.troubled)
    (line,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "tally" in line.getMessage()
    assert line.exc_info


def unsupervised(self: BackgroundWork) -> None:
    """Run the steps without handling errors: broken on purpose."""
    while not self.stopped:
        self.pause(self.step())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("thread", [players_look_for_tables, streams_are_watched, the_camera_is_minded])
def test_a_loop_that_catches_nothing_is_caught(
    thread: Callable[[pytest.MonkeyPatch, Exception, ExitStack], bool], monkeypatch: pytest.MonkeyPatch, undo: ExitStack
) -> None:
    """Negative control."""
    monkeypatch.setattr(BackgroundWork, "_run", unsupervised)
    assert not thread(monkeypatch, OSError(28, "No space left on device"), undo)


@pytest.mark.logs("an error (")
def test_the_box_says_which_of_them_has_ended_or_fails(undo: ExitStack) -> None:
    def fails() -> float:
        raise OSError

    sound, ended, failing = (
        BackgroundWork("sound", lambda: 60),
        BackgroundWork("ended", lambda: 60),
        BackgroundWork("fails", fails),
    )
    background: list[BackgroundWork] = []
    client = create_app(new_tables(), background=background).test_client()
    for each in (sound, ended, failing):
        each.start()
        undo.callback(each.stop)
    ended.stop()
    assert until(lambda: failing.troubled)
    background.append(sound)
    assert client.get("/health").text == "ok\n"
    background += [ended, failing]
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.text == "ended has ended: start the box anew.\nfails is in trouble: the log says why.\n"
