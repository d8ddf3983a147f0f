"""The database in PostgreSQL: whose it is, what it keeps, who waits for whom, and what happens when it is gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.check import problems
from companion.cli.main import main
from companion.core.errors import BadRequest
from companion.core.money.bank_messages import Pay
from companion.games import registry
from companion.store import phones, transfer
from companion.store.log import Log
from companion.store.settings import keep, setting
from companion.store.storage import AlreadyKept, StorageError, Transaction, Unusable
from companion.store.versions import Versions
from tests.faults.support import new_tables, playing
from tests.support.table import ANN, BOB, CODE, Night

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: .ci/environment test brings it")

from companion.store.postgresql import schema  # noqa: E402
from companion.store.postgresql.database import PostgresqlDatabase, address_of  # noqa: E402
from tests.support.postgresql import Cluster, cluster  # noqa: E402


@pytest.fixture
def address(postgresql: Cluster) -> str:
    """Return an empty database."""
    return postgresql.new_database()


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def execute(address: str, sql: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql)


# --- whose it is ------------------------------------------------------------------------------


def test_a_database_is_made_once_and_opened_again(address: str) -> None:
    with closing(Log(address)) as log:
        keep(log, "name", "saloon")
    with closing(Log(address)) as log:
        assert setting(log, "name") == "saloon"


def test_processes_that_start_at_once_over_a_new_database_all_start(address: str) -> None:
    troubles: list[BaseException] = []
    ready = threading.Barrier(4)

    def start() -> None:
        ready.wait()
        try:
            Log(address).close()
        except BaseException as error:
            troubles.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles


def with_step(step: str) -> Versions[str]:
    """Return the versions of a program that changes the schema once more."""
    return replace(schema.VERSIONS, steps=(*schema.VERSIONS.steps, step))


def test_a_migration_that_fails_leaves_the_database_as_it_was(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Log(address)) as log:
        keep(log, "name", "saloon")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "VERSIONS", with_step("CREATE TABLE half (a text); SELECT 1 / 0"))
        with pytest.raises(Unusable, match="division by zero"):
            Log(address)
    monkeypatch.setattr(schema, "VERSIONS", with_step("CREATE TABLE half (a text)"))
    with closing(Log(address)) as log:
        assert log.rows("SELECT * FROM half") == []
        assert setting(log, "name") == "saloon"


TROUBLES: dict[str, tuple[str, str]] = {
    "an old program's": ("UPDATE companion.version SET number = 4", "before 28 November 2026"),
    "a newer program's": ("UPDATE companion.version SET number = 99", "newer version"),
    "somebody else's": ("DROP TABLE companion.version", "another program"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_database_that_is_not_this_programs_is_a_sentence_and_left_alone(address: str, trouble: str) -> None:
    Log(address).close()
    sql, words = TROUBLES[trouble]
    execute(address, sql)
    for command in ("check", "serve"):
        answer = run(command, "-d", address)
        assert answer.exit_code == 1
        assert words in answer.output
        assert isinstance(answer.exception, SystemExit)


def test_a_server_that_does_not_answer_is_a_sentence_without_the_password(tmp_path: Path) -> None:
    answer = run("check", "-d", f"postgresql://ann:sesame@/games?host={tmp_path}")
    assert answer.exit_code == 1
    assert "The database /games cannot be used" in answer.output
    assert "sesame" not in answer.output
    assert "TROUBLE  The database" in run("doctor", "-d", f"postgresql://ann:sesame@/games?host={tmp_path}").output
    assert "cannot be used" in run("check", "-d", "postgresql://[").output


def test_what_is_done_is_durable_unless_the_address_says_otherwise(address: str) -> None:
    with closing(PostgresqlDatabase(address)) as opened:
        assert opened.rows("SHOW synchronous_commit") == [("on",)]
    asked = address_of(f"{address}&options=-c%20synchronous_commit%3Dremote_apply&connect_timeout=9")
    with psycopg.connect(asked) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("remote_apply",)
        assert connection.info.get_parameters()["connect_timeout"] == "9"


# --- what it keeps ----------------------------------------------------------------------------


def test_games_move_to_the_database_and_back_and_are_the_same(address: str, tmp_path: Path) -> None:
    night = Night(path=tmp_path / "box.sqlite")
    for number in range(120):
        night.act(ANN, Pay(BOB, number + 1))
    phones.admit(night.log, CODE, ANN, phones.new_key(), 1.0, serving=False)
    with night.log.writing(CODE) as database:  # of before consents stood in the log alone
        database.execute("INSERT INTO used_claims (code, claim) VALUES (?, ?)", (CODE, "once"))
    keep(night.log, "camera_table", CODE)
    answer = run("move", tmp_path / "box.sqlite", address)
    assert answer.exit_code == 0, answer.output
    with closing(Log(address)) as log:
        assert new_tables(log=log).table(CODE) == night.table
        assert problems(log, registry()) == []
    assert run("check", "-d", address).exit_code == 0
    assert run("export", CODE, "-d", address).output == run("export", CODE, "-d", tmp_path / "box.sqlite").output
    assert run("move", address, tmp_path / "back.sqlite").exit_code == 0
    with closing(Log(tmp_path / "back.sqlite")) as back:
        for name, kept in {**transfer.OF_THE_BOX, **transfer.OF_A_TABLE}.items():
            query = f"SELECT {kept.columns} FROM {name} WHERE {kept.where or '1 = 1'} ORDER BY {kept.order}"
            query = query.replace("code = ?", "1 = 1")
            assert back.rows(query) == night.log.rows(query), name
    assert "pg_dump" in run("backup", tmp_path / "copy", "-d", address).output


def test_a_log_of_nonsense_is_exported_as_json_all_the_same(address: str) -> None:
    with closing(Log(address)) as log:
        code = playing(new_tables(log=log))
        log.rows("UPDATE events SET data = 'no json \"', command = '{' WHERE seq = 2")
        rows = list(log.stored(code))
        assert [row[5:] for row in rows if row[0] == 2] == [('"no json \\""', '"{"')]


def test_letters_that_it_cannot_keep_are_refused_and_change_nothing(address: str) -> None:
    with closing(Log(address)) as log:
        with pytest.raises(BadRequest):
            keep(log, "na\0me", "x")
        with pytest.raises(BadRequest):
            log.table("A\0")
        keep(log, "name", "saloon")
        assert setting(log, "name") == "saloon"


# --- who waits for whom -----------------------------------------------------------------------


def held(opened: PostgresqlDatabase, about: str, ready: threading.Event, go: threading.Event) -> threading.Thread:
    def hold() -> None:
        with opened.writing(about):
            ready.set()
            go.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    assert ready.wait(60)
    return thread


@pytest.mark.logs("canceling statement due to lock timeout")
def test_a_write_about_a_table_waits_for_another_about_it_and_for_nothing_else(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, go = threading.Event(), threading.Event()
    with closing(PostgresqlDatabase(f"{address}&options=-c%20lock_timeout%3D50ms")) as one:
        thread = held(one, "AAAA", ready, go)
        with one.writing("BBBB") as statements:
            statements.execute("SELECT 1")
        with pytest.raises(StorageError), one.writing("AAAA"):
            raise AssertionError("two at once")
        go.set()
        thread.join()
        with one.writing("AAAA") as statements:
            assert statements.execute("SELECT 1").fetchone() == (1,)


def test_two_processes_that_try_one_pin_count_every_try(address: str) -> None:
    with closing(Log(address)) as one, closing(Log(address)) as other:
        phones.set_pin(one, CODE, ANN, "1234")
        threads = [
            threading.Thread(target=lambda log=log: [phones.try_pin(log, CODE, ANN, "9999") for _ in range(6)])
            for log in (one, other)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert one.rows("SELECT tries FROM pins") == [(12,)]


def test_what_is_there_already_is_not_written_and_the_connection_is_used_again(address: str) -> None:
    with closing(Log(address)) as log:

        def twice(statements: Transaction) -> None:
            for _ in range(2):
                statements.execute("INSERT INTO settings (name, value) VALUES ('a', 'b')")

        with pytest.raises(AlreadyKept), log.writing() as statements:
            twice(statements)
        assert setting(log, "a") == ""


# --- what happens when it is gone -------------------------------------------------------------


@pytest.fixture
def mortal() -> Iterator[Cluster]:
    """Yield a server of this test's own, which may die."""
    with cluster(durable=True) as running:
        yield running


def seconds(action: Callable[[], object]) -> float:
    """Return how long it takes until this is refused."""
    began = time.monotonic()
    with pytest.raises(StorageError):
        action()
    return time.monotonic() - began


@pytest.mark.logs("couldn't get a connection")
def test_a_server_that_dies_is_a_refusal_and_play_goes_on_when_it_is_back(mortal: Cluster) -> None:
    night = Night(path=mortal.address)
    with closing(night.log):
        night.act(ANN, Pay(BOB, 100))
        mortal.kill()
        waited = seconds(lambda: night.tables.act(CODE, ANN, Pay(BOB, 100), action_id="tap"))
        assert seconds(lambda: night.log.rows("SELECT 1")) < waited, "who asks a second time does not wait as long"
        mortal.start()
        deadline = time.monotonic() + 60
        while True:
            try:
                night.tables.act(CODE, ANN, Pay(BOB, 100), action_id="tap")
                break
            except StorageError:
                assert time.monotonic() < deadline
        assert night.cash(BOB) == (10_200,)
        assert night.restarted().cash(BOB) == (10_200,)


def test_connections_that_were_lost_while_nobody_played_are_noticed_by_nobody(postgresql: Cluster) -> None:
    address = postgresql.new_database()
    night = Night(path=address)
    with closing(night.log):
        execute(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'companion'"
                         " AND datname = current_database()")  # fmt: skip
        night.act(ANN, Pay(BOB, 100))
        assert night.cash(BOB) == (10_100,)
