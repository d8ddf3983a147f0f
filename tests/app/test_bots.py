"""The box plays where somebody looks; whatever goes wrong at one table, the others are played on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from companion.app.bots import BotRunner
from companion.app.loaded_tables import KEPT_SECONDS
from companion.app.notifier import WATCHED_SECONDS
from companion.app.tables import Tables
from companion.core.errors import NotNow
from companion.core.table.commands import SetPace, StartGame, TakeSeat, Undo
from companion.core.table.table import Level, Pace
from companion.core.text import say
from companion.games import registry
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.store.log import Log
from companion.store.storage import StorageError
from companion.web.app import create_app
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

PATIENCE_SECONDS = 60.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log() -> Log:
    return Log(":memory:")


def tables_over(log: Log, clock: Clock) -> Tables:
    """Return the box after a start."""
    tables = Tables(log, registry())
    tables.presence.clock = clock
    return tables


def demo_table(tables: Tables) -> str:
    """Return a table where the box plays everybody."""
    code = tables.open_table("abilene", "1993", Level.BOARD, demo=True)
    for name, ranch in zip(("Buck", "Cole", "Dusty"), "ACE", strict=True):
        tables.act(code, None, TakeSeat(name, {"ranch": ranch}, box=True))
    tables.act(code, "s1", StartGame("s1"))
    return code


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.fixture
def play() -> Iterator[Callable[[Tables], BotRunner]]:
    """Let the box's players play as fast as they can."""
    playing: list[BotRunner] = []

    def start(tables: Tables) -> BotRunner:
        playing.append(BotRunner(tables, pace=0))
        playing[-1].background.trouble_seconds = 0.01
        playing[-1].start()
        return playing[-1]

    yield start
    for each in playing:
        each.stop()


Play = Callable[[Tables], BotRunner]


def test_old_demo_tables_that_nobody_looks_at_are_not_even_read(log: Log, clock: Clock, play: Play) -> None:
    before = tables_over(log, clock)
    first = demo_table(before)
    for _ in range(149):
        before.open_table("abilene", "1993", Level.BOARD, demo=True)
    after = tables_over(log, clock)
    create_app(after).test_client().get(f"/t/{first}/screen")
    seq = after.table(first).seq
    play(after)
    until(lambda: after.table(first).seq > seq)
    assert list(after._live) == [first]


def test_a_table_is_played_no_more_when_nobody_has_looked_for_long_and_again_when_somebody_does(
    log: Log, clock: Clock
) -> None:
    tables = tables_over(log, clock)
    code = demo_table(tables)
    assert tables.presence.watched() == ()
    tables.presence.look(code)
    assert tables.presence.watched() == (code,)
    stop = tables.bell.listen(code, lambda seq: None)
    clock.now += WATCHED_SECONDS + 1
    assert tables.presence.watched() == (code,), "a screen that listens is looking"
    stop()
    assert tables.presence.watched() == ()
    tables.presence.look(code)
    assert tables.presence.watched() == (code,)


# --- pace -------------------------------------------------------------------------------------


def with_a_person(log: Log, clock: Clock) -> tuple[Tables, str]:
    """Return a table of three at which Ann plays against the box; Buck begins."""
    tables = tables_over(log, clock)
    code = tables.open_table("abilene", "1993", Level.BANK, demo=True)
    for name in ("Buck", "Cole"):
        tables.act(code, None, TakeSeat(name, {}, box=True))
    tables.act(code, None, TakeSeat("Ann", {}))
    tables.act(code, "s3", StartGame("s1"))
    tables.presence.look(code)
    return tables, code


def test_they_wait_while_somebody_reads_what_is_explained(log: Log, clock: Clock) -> None:
    tables = tables_over(log, clock)
    code, runner = demo_table(tables), BotRunner(tables, pace=0)
    tables.presence.look(code)
    tables.presence.read(code, "s1", True)
    before = tables.table(code).seq
    runner._round()
    assert tables.table(code).seq == before
    tables.presence.read(code, "s1", False)
    runner._round()
    assert tables.table(code).seq > before


def test_a_person_sets_the_pace_of_the_others(log: Log, clock: Clock) -> None:
    """Between two of her own turns Ann waited most of a minute, and nothing could be done about it."""
    tables, code = with_a_person(log, clock)
    box = BotRunner(tables, pace=3600.0)
    box._round()
    seq = tables.table(code).seq
    box._round()
    assert tables.table(code).seq == seq, "they think"
    tables.act(code, "s3", SetPace(Pace.SKIP))
    moves = [box._round() for _ in range(60)]
    assert moves[0] == 0.0, "nobody thinks any more"
    assert moves[-1] > 0.0, "until the table waits for her"
    assert tables.table(code).seq > seq + 1


def test_the_pace_outlasts_a_restart_and_an_undo_and_is_told(log: Log, clock: Clock) -> None:
    tables, code = with_a_person(log, clock)
    tables.act(code, "s1", RecordTown())
    before = tables.table(code).done[-1].before
    tables.act(code, "s3", SetPace(Pace.FAST))
    tables.act(code, "s1", Undo(before))
    assert tables.table(code).pace is Pace.FAST
    after = tables_over(log, clock)
    assert after.table(code).pace is Pace.FAST
    lines = [str(after.sentences(after.live(code)).event(record.event)) for record in after.live(code).records]
    assert "The box's own players play from now on: fast" in lines


def test_only_where_the_box_plays_there_is_a_pace() -> None:
    night = Night(3)
    assert "The box plays no seat" in str(night.refused(ANN, SetPace(Pace.FAST)))


# --- trouble ----------------------------------------------------------------------------------


@pytest.mark.logs("cannot be read (DamagedFile)")
def test_a_table_whose_log_cannot_be_read_does_not_end_the_play_of_the_others(
    log: Log, clock: Clock, play: Play
) -> None:
    tables = tables_over(log, clock)
    broken, sound = demo_table(tables), demo_table(tables)
    log.rows("UPDATE events SET kind = 'rained' WHERE code = ?", (broken,))
    after = tables_over(log, clock)
    after.presence.look(broken)
    after.presence.look(sound)
    seq = after.table(sound).seq
    play(after)
    until(lambda: after.table(sound).seq > seq + 3)


def test_a_disk_that_fails_for_a_while_does_not_end_the_play(
    log: Log, clock: Clock, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every read of the log by the thread may fail."""
    tables = tables_over(log, clock)
    code = demo_table(tables)
    after = tables_over(log, clock)
    after.presence.look(code)
    asked, true_rows = threading.Event(), log.rows

    def fails(*arguments: object) -> list[tuple[object, ...]]:
        asked.set()
        raise StorageError(say("The box cannot read its disk right now. Please try again."))

    with monkeypatch.context() as patched:
        patched.setattr(log, "rows", fails)
        play(after)
        assert asked.wait(PATIENCE_SECONDS)
    assert log.rows == true_rows
    before = tables.table(code).seq  # as it stood when the play began
    until(lambda: after.table(code).seq > before)


# --- the memory -------------------------------------------------------------------------------


def test_tables_that_nobody_needs_leave_the_memory(log: Log, clock: Clock) -> None:
    tables = tables_over(log, clock)
    unused, watched, listened = (demo_table(tables) for _ in range(3))
    seq = tables.table(unused).seq
    stop = tables.bell.listen(listened, lambda seq: None)
    tables.presence.look(listened)
    clock.now += KEPT_SECONDS + 1
    tables.presence.look(watched)
    new_code = tables.open_table("abilene", "1993", Level.BOARD)
    before = tables.live(watched), tables.live(listened)
    tables.live(new_code)
    assert set(tables._live) == {watched, listened, new_code}
    assert (tables.live(watched), tables.live(listened)) == before
    assert tables.table(unused).seq == seq, "it is read again when somebody comes back"
    stop()


def test_a_table_leaves_the_memory_also_while_no_other_is_read(log: Log, clock: Clock) -> None:
    tables = tables_over(log, clock)
    left = demo_table(tables)
    tables.live(left)
    tidied: list[float] = []
    tables.tidy_up = lambda: tidied.append(clock.now)
    clock.now += KEPT_SECONDS + 1
    for _ in range(3):
        BotRunner(tables, pace=0)._round()
    assert left not in tables._live
    assert tidied == [clock.now], "once in five minutes"


def test_what_phones_have_opened_is_not_forgotten(clock: Clock) -> None:
    """It is nowhere but in memory."""
    night = Night(4, Level.BANK)
    night.tables.presence.clock = clock
    night.act(ANN, RecordTown())
    night.seal({BOB: "OWN", CID: "NONE", DAN: "OWN"})
    night.open({BOB: "OWN"})
    clock.now += KEPT_SECONDS + 1
    night.tables.live(night.tables.open_table("abilene", "1993", Level.BOARD))
    assert night.tables.opened(CODE) == (BOB,)
    night.open({CID: "NONE", DAN: "OWN"})
    assert night.ballot.votes


def test_a_table_that_somebody_acts_at_just_now_stays(clock: Clock) -> None:
    night = Night(4, Level.BANK)
    night.tables.presence.clock = clock
    live = night.tables.live(CODE)
    clock.now += KEPT_SECONDS + 1
    other = night.tables.open_table("abilene", "1993", Level.BOARD)
    with live.lock:
        loading = threading.Thread(target=night.tables.live, args=(other,))
        loading.start()
        loading.join(PATIENCE_SECONDS)
        assert not loading.is_alive(), "it waits for nobody"
    assert night.tables.live(CODE) is live


@pytest.mark.logs("the box could not play")
def test_a_refusal_is_no_trouble_and_another_error_is(
    log: Log, clock: Clock, play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody was faster: the box looks again at the next round, and its owner need not hear of it."""
    tables = tables_over(log, clock)
    tables.presence.look(demo_table(tables))
    rounds = threading.Semaphore(0)

    def fails(error: Exception) -> Callable[..., bool]:
        def fail_once(*_: object) -> bool:
            rounds.release()
            raise error

        return fail_once

    monkeypatch.setattr("companion.app.bots.REST_SECONDS", 0)
    monkeypatch.setattr("companion.app.bots.play_once", fails(NotNow(say("Somebody was faster."))))
    play(tables)
    assert all(rounds.acquire(timeout=PATIENCE_SECONDS) for _ in range(3))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    monkeypatch.setattr("companion.app.bots.play_once", fails(ValueError("a fault")))
    until(lambda: [record for record in caplog.records if record.levelno >= logging.ERROR])
