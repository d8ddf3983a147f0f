"""The file: its settings, its migrations, and what a box finds that was switched off in the middle of one."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.store import database
from companion.store.database import VERSIONS, connect
from companion.store.versions import Versions


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
    assert connect(path).execute("PRAGMA user_version").fetchone()[0] == VERSIONS.newest


HALF = "CREATE TABLE half_done (name TEXT)"


def with_step(step: Iterable[str]) -> Versions[Iterable[str]]:
    """Return the versions of a program that changes the file once more."""
    return replace(VERSIONS, steps=(*VERSIONS.steps, step))


def cut_off(*statements: str, error: BaseException) -> Iterator[str]:
    """Yield the statements of a step that does not come to its end."""
    yield from statements
    raise error


def test_a_migration_that_is_cut_off_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "box.sqlite"
    connect(path).conn.close()
    before = schema(path)
    monkeypatch.setattr(database, "VERSIONS", with_step(cut_off(HALF, error=KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        connect(path)
    assert schema(path) == before
    monkeypatch.setattr(database, "VERSIONS", with_step((HALF,)))
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
    opened.execute(f"PRAGMA user_version={VERSIONS.newest + 1}")
    opened.conn.close()
    with pytest.raises(sqlite3.Error, match="newer"):
        connect(path)


def test_a_migration_that_fails_tells_what_went_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite rolls back by itself when the disk is full in the middle of a transaction."""
    path = tmp_path / "box.sqlite"
    connect(path).conn.close()
    before = schema(path)
    full = sqlite3.OperationalError("database or disk is full")
    monkeypatch.setattr(database, "VERSIONS", with_step(cut_off(HALF, "ROLLBACK", error=full)))
    with pytest.raises(sqlite3.Error, match="disk is full"):
        connect(path)
    assert schema(path) == before


@pytest.mark.parametrize("version", [1, VERSIONS.oldest - 1])
def test_a_file_from_before_the_first_release_is_refused_with_a_sentence_and_left_alone(
    tmp_path: Path, version: int
) -> None:
    path = tmp_path / "box.sqlite"
    opened = connect(path)
    opened.execute(f"PRAGMA user_version={version}")
    opened.conn.close()
    before = path.read_bytes()
    with pytest.raises(sqlite3.Error, match="before 28 November 2026"):
        connect(path)
    assert path.read_bytes() == before


def test_a_file_of_the_oldest_version_has_everything_that_a_new_one_has(tmp_path: Path) -> None:
    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    with pytest.MonkeyPatch.context() as before:
        before.setattr(database, "VERSIONS", replace(VERSIONS, steps=VERSIONS.steps[:1]))
        connect(old).conn.close()
    for path in (old, new):
        connect(path).conn.close()
    assert schema(old) == schema(new)


def test_letters_that_are_none_are_read_as_far_as_they_are_some(tmp_path: Path) -> None:
    opened = connect(tmp_path / "box.sqlite")
    opened.execute("INSERT INTO settings VALUES ('bad', CAST(x'41ff42' AS TEXT))")
    assert opened.execute("SELECT value FROM settings WHERE name = 'bad'").fetchone() == ("A�B",)
