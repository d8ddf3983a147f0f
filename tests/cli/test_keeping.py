"""Copies while people play, another database, games of long ago: nothing is lost on the way, or nothing happens."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.app.hosting.tidy import tidy
from companion.app.loaded_tables import NoSuchTable
from companion.app.tables import Tables
from companion.cli.main import main
from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.messages import RecordTheft, Step
from companion.store import backup, phones, transfer
from companion.store.database import connect
from companion.store.lock import served_alone
from companion.store.log import Log
from companion.store.results import results
from companion.store.rows import EVENT
from companion.store.settings import keep, setting
from companion.web.app import create_app
from tests.faults.support import new_tables, playing
from tests.support.table import ANN, BOB, CODE, Night

KEPT = (*transfer.OF_THE_BOX, *transfer.OF_A_TABLE, "events")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with a table that is played at, and whatever else a box keeps."""
    path = tmp_path / "box.sqlite"
    with closing(Log(path)) as log:
        code = playing(new_tables(log=log))
        log.close_table(code, 1.0)
        keep(log, "camera_table", code)
        phones.admit(log, code, "s1", phones.new_key(), 1.0, serving=False)
        with log.writing(code) as database:  # of before consents stood in the log alone
            database.execute("INSERT INTO used_claims (code, claim) VALUES (?, ?)", (code, "once"))
    return path


# --- backup -----------------------------------------------------------------------------------


def test_a_copy_that_is_made_while_people_play_is_sound_and_has_what_was_confirmed_before(tmp_path: Path) -> None:
    night = Night(path=tmp_path / "box.sqlite")
    paid = 0
    stop = threading.Event()

    def pay() -> None:
        nonlocal paid
        while not stop.is_set():
            night.act(ANN, Pay(BOB, 1))
            paid += 1

    player = threading.Thread(target=pay)
    player.start()
    try:
        for number in range(5):
            before = paid
            copy = tmp_path / f"copy{number}.sqlite"
            assert run("backup", copy, "-d", tmp_path / "box.sqlite").exit_code == 0
            assert run("check", "-d", copy).exit_code == 0
            with closing(Log(copy)) as log:
                assert new_tables(log=log).table(CODE).accounts[BOB] >= 10_000 + before
    finally:
        stop.set()
        player.join()
    assert paid > 0
    assert [file.name for file in tmp_path.glob("*.part")] == []


def test_a_copy_goes_on_as_the_table_it_was_made_of(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with served_alone(path):
        assert run("backup", copy, "-d", path).exit_code == 0
    assert copy.stat().st_mode & 0o077 == 0, "it holds PINs: its owner's alone"
    with closing(Log(copy)) as log:
        tables = new_tables(log=log)
        (row,) = log.tables(closed=True)
        tables.act(row.code, "s1", Pay("s2", 5))
        assert problems(log, registry()) == []


def test_a_copy_that_play_overtakes_is_made_in_one_go(path: Path, tmp_path: Path) -> None:
    """SQLite begins a copy anew when somebody writes between two parts of it: it would never end."""
    copy, parts = tmp_path / "copy.sqlite", 0
    with closing(sqlite3.connect(path)) as player, pytest.MonkeyPatch.context() as patch:
        real = sqlite3.connect

        class Overtaken(sqlite3.Connection):
            def backup(self, target: sqlite3.Connection, **how: object) -> None:
                nonlocal parts
                parts += 1
                progress = how.get("progress")

                def overtaken(*left: int) -> None:
                    write(player)
                    assert callable(progress)
                    progress(*left)

                how["progress"] = overtaken if progress else None
                super().backup(target, **how)  # type: ignore[arg-type]

        patch.setattr(backup, "PAGES_AT_ONCE", 5)
        patch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, factory=Overtaken, **k))
        backup.back_up(path, copy)
    assert parts == 2
    with closing(Log(copy)) as log:
        assert problems(log, registry()) == []


def write(player: sqlite3.Connection) -> None:
    player.execute("INSERT OR REPLACE INTO settings VALUES ('beat', hex(randomblob(9)))")
    player.commit()


def test_no_file_is_overwritten_by_a_copy(path: Path, tmp_path: Path) -> None:
    answer = run("backup", path, "-d", path)
    assert answer.exit_code == 1
    assert "There is a file" in answer.output
    missing = run("backup", tmp_path / "copy", "-d", tmp_path / "nothing.sqlite")
    assert "There is no file" in missing.output
    nowhere = run("backup", tmp_path / "no" / "folder", "-d", path)
    assert "could not be copied" in nowhere.output
    assert [nowhere.exit_code, missing.exit_code] == [1, 1]


def test_what_is_no_database_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be looked at " * 100)
    assert "could not be copied" in run("backup", tmp_path / "copy", "-d", tmp_path / "notes.txt").output
    assert not (tmp_path / "copy").exists()


# --- move -------------------------------------------------------------------------------------


def everything(path: Path) -> dict[str, Sequence[object]]:
    """Return all rows of all tables, except those that identify the file."""
    found = {name: connect(path).execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in KEPT}
    return {name: [row for row in rows if row[0] != "file"] for name, rows in found.items()}


def test_everything_that_a_database_keeps_is_moved(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "new.sqlite"
    answer = run("move", path, there)
    assert answer.exit_code == 0, answer.output
    assert "1 tables with 6 events" in answer.output
    assert everything(there) == everything(path)
    assert all(everything(path)[name] for name in KEPT if name not in ("named", "results", "snapshots"))
    with closing(Log(path)) as one, closing(Log(there)) as other:
        assert setting(one, "file") != setting(other, "file"), "two files are never taken for one"


def test_no_table_of_the_database_is_forgotten_by_a_move(path: Path) -> None:
    """Nor a column: this test fails for a new one."""
    database = connect(path)
    there = {table.name: {column.name for column in table.columns} for table in database.tables}
    moved = {name: kept.columns for name, kept in {**transfer.OF_THE_BOX, **transfer.OF_A_TABLE}.items()}
    moved["events"] = EVENT
    assert {name: set(columns.split(", ")) for name, columns in moved.items()} == there


def test_a_move_that_is_not_the_same_there_moves_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = transfer._insert
    swapped = lambda database, name, columns, rows: real(database, name, columns, [*rows[:-1], (*rows[-1][:-1], "x")])  # noqa: E731
    monkeypatch.setattr(transfer, "_insert", lambda *a: (swapped if a[1] == "events" else real)(*a))
    answer = run("move", path, tmp_path / "new.sqlite")
    assert answer.exit_code == 1
    assert "Nothing was moved" in answer.output
    assert everything(tmp_path / "new.sqlite")["tables"] == []


def test_nothing_is_moved_into_a_database_with_tables_nor_out_of_one_that_is_served(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "new.sqlite"
    with served_alone(path):
        assert "Another box" in run("move", path, there).output
    assert run("move", path, there).exit_code == 0
    assert "There are tables" in run("move", path, there).output
    assert "There is no file" in run("move", tmp_path / "none", there).output


# --- games of long ago ------------------------------------------------------------------------


def played(path: Path) -> Night:
    """Return a night that is over: its clock says 1970."""
    night = Night(4, Level.BANK, path=path)
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    night.end(Step.TABLE)
    assert night.is_over()
    return night


def test_finished_games_are_taken_out_once_they_are_exported_and_the_list_keeps_how_they_ended(tmp_path: Path) -> None:
    night = played(tmp_path / "box.sqlite")
    going_on = playing(night.tables)
    before = night.table
    assert run("tidy", tmp_path / "old", "--keep-days", 10, "-d", tmp_path / "box.sqlite").exit_code == 0
    with closing(Log(tmp_path / "box.sqlite")) as log:
        assert [row.code for row in log.tables(closed=True)] == [going_on]
        assert not log.rows("SELECT 1 FROM events WHERE code = ?", (CODE,))
        (result,) = results(log)
        assert not result.kept
        page = create_app(new_tables(log=log)).test_client().get("/history").text
        assert "Ann" in page
        assert f"/t/{CODE}/" not in page, "no link to what is gone"
        assert log.taken(CODE), "no other table gets this code"
        assert problems(log, registry()) == []
    (file,) = (tmp_path / "old").iterdir()
    with file.open() as lines:
        assert replay_lines(registry(), lines)[0] == before
    with pytest.raises(NoSuchTable):
        night.restarted().tables.table(CODE)


def test_what_was_played_lately_or_is_not_over_stays(tmp_path: Path) -> None:
    night = played(tmp_path / "box.sqlite")
    assert list(tidy(night.tables, tmp_path / "old", 1, night.now + 0.9 * 86_400)) == []
    night.undo(ANN)
    assert list(tidy(night.tables, tmp_path / "old", 0, night.now + 9e9)) == []
    assert night.log.table(CODE)


def test_a_table_that_is_gone_on_with_while_it_is_exported_stays(tmp_path: Path) -> None:
    night = played(tmp_path / "box.sqlite")
    assert not night.log.remove_table(CODE, night.table.seq - 1)
    assert night.restarted().is_over()


@pytest.mark.logs("its export leads elsewhere")
def test_a_table_whose_export_leads_elsewhere_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    night = played(tmp_path / "box.sqlite")
    monkeypatch.setattr("companion.app.hosting.tidy.export_lines", list_but_last)
    ((row, stays),) = tidy(night.tables, tmp_path / "old", 0, 9e9)
    assert row.code == CODE
    assert "does not replay" in stays
    assert night.restarted().is_over()


def list_but_last(tables: Tables, code: str) -> list[str]:
    return [*export_lines(tables, code)][:-1]
