"""The file: its settings, its migrations, and what a box finds that was switched off in the middle of one."""

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.store import database
from companion.store.database import MIGRATIONS, connect


def schema(path: Path) -> list[tuple[str, ...]]:
    with sqlite3.connect(path) as connection:
        return list(connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name"))


def test_the_settings_are_those_that_lost_nothing_in_power_cuts(tmp_path: Path) -> None:
    opened = connect(tmp_path / "box.sqlite")
    journal = opened.execute("PRAGMA journal_mode").fetchone()[0]
    assert journal == ("wal" if sqlite3.sqlite_version_info >= (3, 51, 3) else "truncate")
    assert opened.execute("PRAGMA synchronous").fetchone()[0] == 2, "FULL"
    assert opened.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_opening_a_file_again_changes_nothing_in_it(tmp_path: Path) -> None:
    path = tmp_path / "box.sqlite"
    connect(path).conn.close()
    before = schema(path)
    connect(path).conn.close()
    assert schema(path) == before
    assert connect(path).execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def cut_off(opened: Database) -> None:
    opened["half_done"].create({"name": str})  # type: ignore[union-attr]
    raise KeyboardInterrupt


def finished(opened: Database) -> None:
    opened["half_done"].create({"name": str})  # type: ignore[union-attr]


def test_a_migration_that_is_cut_off_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "box.sqlite"
    connect(path).conn.close()
    before = schema(path)
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, cut_off))
    with pytest.raises(KeyboardInterrupt):
        connect(path)
    assert schema(path) == before
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, finished))
    assert connect(path)["half_done"].exists()


def test_two_boxes_that_start_at_once_on_a_new_file_both_start(tmp_path: Path) -> None:
    path = tmp_path / "box.sqlite"
    troubles: list[BaseException] = []
    ready = threading.Barrier(4)

    def start() -> None:
        ready.wait()
        try:
            connect(path).conn.close()
        except BaseException as error:
            troubles.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "box.sqlite"
    opened = connect(path)
    opened.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    opened.conn.close()
    with pytest.raises(sqlite3.Error, match="newer"):
        connect(path)


def full(opened: Database) -> None:
    """Do what SQLite does by itself when the disk is full in the middle of a transaction."""
    opened["half_done"].create({"name": str})  # type: ignore[union-attr]
    opened.execute("ROLLBACK")
    raise sqlite3.OperationalError("database or disk is full")


def test_a_migration_that_fails_tells_what_went_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "box.sqlite"
    connect(path).conn.close()
    before = schema(path)
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, full))
    with pytest.raises(sqlite3.Error, match="disk is full"):
        connect(path)
    assert schema(path) == before


def test_letters_that_are_none_are_read_as_far_as_they_are_some(tmp_path: Path) -> None:
    opened = connect(tmp_path / "box.sqlite")
    opened.execute("INSERT INTO settings VALUES ('bad', CAST(x'41ff42' AS TEXT))")
    assert opened.execute("SELECT value FROM settings WHERE name = 'bad'").fetchone() == ("A�B",)
