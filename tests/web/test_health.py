"""``/health`` says "ok" only while actions can be stored and the work in the background goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.app.tables import Tables
from companion.core.text import say
from companion.games import registry
from companion.store import settings
from companion.store.log import Log
from companion.store.storage import StorageError, Transaction
from companion.web.app import create_app


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with closing(Log(tmp_path / "box.sqlite")) as log:
        yield log


@contextmanager
def full(about: str = "") -> Iterator[Transaction]:
    raise StorageError(say("No.")) from sqlite3.OperationalError("database or disk is full")
    yield


def test_a_disk_that_stores_nothing_is_told_until_it_stores_again(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    app = create_app(Tables(log, registry()))
    app.extensions["companion"].storing.clock = lambda: now[0]
    client = app.test_client()
    assert (client.get("/health").status_code, client.get("/health").text) == (200, "ok\n")
    with monkeypatch.context() as patched:
        patched.setattr(log.storage, "writing", full)
        now[0] += settings.TRIED_SECONDS
        answer = client.get("/health")
        assert answer.status_code == 503
        assert answer.text.startswith("Nothing can be stored, so every action is refused (database or disk is full)")
    now[0] += settings.TRIED_SECONDS
    assert client.get("/health").text == "ok\n"


@pytest.mark.logs("cannot write to")
def test_a_file_that_refuses_to_be_written_is_told(log: Log) -> None:
    client = create_app(Tables(log, registry())).test_client()
    log.rows("PRAGMA query_only = ON")
    answer = client.get("/health")
    assert (answer.status_code, "readonly" in answer.text) == (503, True)


def test_many_who_ask_write_once(log: Log) -> None:
    """Anybody in the network may ask: the disk is not worn by it."""
    client = create_app(Tables(log, registry())).test_client()
    client.get("/health")
    before = log.storage.database.conn.total_changes  # type: ignore[attr-defined]
    assert {client.get("/health").status_code for _ in range(50)} == {200}
    assert log.storage.database.conn.total_changes == before  # type: ignore[attr-defined]
