"""``one_file_one_box``: a file is served by one box, and never made anew while the box runs."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.check import problems
from companion.app.tables import Tables
from companion.cli.main import main
from companion.core.money.bank_messages import Pay
from companion.games import registry
from companion.store import database
from companion.store.lock import InUse, holder, lock_file, served_alone
from companion.store.log import ConcurrencyConflict, Log
from companion.store.storage import StorageError
from tests.faults.support import app_over, new_tables, playing, purse

HOLD = "import sys,time; from pathlib import Path; from companion.store.lock import served_alone\n"
HOLD += "with served_alone(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box.sqlite"


# --- one box ----------------------------------------------------------------------------------


def test_a_second_box_is_refused_with_a_sentence_and_commands_still_read(path: Path) -> None:
    with closing(Log(path)) as log:
        code = playing(new_tables(log=log))
    with served_alone(path):
        refused = CliRunner().invoke(main, ["serve", "--database", str(path), "--port", "0"])
        assert refused.exit_code == 1
        assert "Another box (process" in refused.output
        assert "serves the file" in refused.output
        assert CliRunner().invoke(main, ["check", "--database", str(path)]).output == "Everything is in order.\n"
        assert CliRunner().invoke(main, ["export", code, "--database", str(path)]).exit_code == 0
    with served_alone(path):
        assert holder(path) is not None
    assert holder(path) is None


def test_a_box_that_was_killed_leaves_no_lock(path: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        assert holder(path) == str(other.pid)
        with pytest.raises(InUse, match=str(other.pid)), served_alone(path):
            pass
    finally:
        other.kill()
        other.wait()
        if other.stdout:
            other.stdout.close()
    with served_alone(path):
        assert lock_file(path).exists(), "a lock's file without a lock means nothing"


def test_the_same_file_by_another_name_is_the_same_file(path: Path, tmp_path: Path) -> None:
    path.touch()
    link = tmp_path / "link.sqlite"
    link.symlink_to(path)
    with served_alone(path), pytest.raises(InUse), served_alone(link):
        pass


def test_a_hard_link_to_the_file_is_the_same_file(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "other.sqlite"
    other.parent.mkdir()
    with served_alone(path):
        other.hardlink_to(path)
        refused = CliRunner().invoke(main, ["serve", "--database", str(other), "--port", "0"])
        assert (refused.exit_code, "Another box serves the file" in refused.output) == (1, True)
        with served_alone(tmp_path / "a third.sqlite"):
            pass
    with served_alone(other):
        pass


@pytest.mark.logs("an action was not stored (stale)")
def test_a_box_whose_picture_is_old_writes_nothing_behind_what_is_stored(path: Path) -> None:
    """Two boxes over one file, should they ever get there: the later one looks again, and no log gets a gap."""
    with closing(Log(path)) as one, closing(Log(path)) as other:
        first, second = new_tables(log=one), new_tables(log=other)
        code = playing(first)
        second.table(code)
        first.act(code, "s1", Pay("s2", 1))
        with pytest.raises(ConcurrencyConflict):
            second.act(code, "s1", Pay("s2", 1))
        second.act(code, "s1", Pay("s2", 1))
        with pytest.raises(ConcurrencyConflict):
            first.act(code, "s1", Pay("s2", 1))
        assert problems(one, registry()) == []


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)")
def test_an_older_copy_put_in_its_place_gets_no_gap(path: Path, tmp_path: Path) -> None:
    with closing(Log(path)) as log:
        tables = new_tables(log=log)
        code = playing(tables)
        old = tmp_path / "old.sqlite"
        shutil.copy(path, old)
        tables.act(code, "s1", Pay("s2", 1))
        old.replace(path)
        with pytest.raises((StorageError, ConcurrencyConflict)):
            tables.act(code, "s1", Pay("s2", 1))
        tables.act(code, "s1", Pay("s2", 1))
        assert problems(log, registry()) == []


# --- never made anew --------------------------------------------------------------------------


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)", "cannot read ")
def test_a_file_that_was_moved_away_is_a_sentence_until_it_is_back(path: Path, tmp_path: Path) -> None:
    with closing(Log(path)) as log:
        tables = new_tables(log=log)
        code = playing(tables)
        client = app_over(tables).test_client()
        away = path.rename(tmp_path / "away.sqlite")
        for _ in range(3):
            with pytest.raises(StorageError, match="The file that keeps the games is gone"):
                tables.act(code, "s1", Pay("s2", 1), action_id="once")
            answer = client.get(f"/t/{code}/screen")
            assert (answer.status_code, "is gone" in answer.text) == (503, True)
            assert not path.exists(), "an empty file was made"
        away.rename(path)
        before = purse(tables, code)
        tables.act(code, "s1", Pay("s2", 1), action_id="once")
        tables.act(code, "s1", Pay("s2", 1), action_id="once")
        assert purse(tables, code)["s2"] == before["s2"] + 1
        assert problems(log, registry()) == []


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)", "cannot read ")
@pytest.mark.parametrize("other", ["an empty file", "another box's file", "no database"])
def test_another_file_in_its_place_is_left_alone(path: Path, tmp_path: Path, other: str) -> None:
    with closing(Log(path)) as log:
        tables = new_tables(log=log)
        code = playing(tables)
        path.rename(tmp_path / "away.sqlite")
        match other:
            case "an empty file":
                path.touch()
            case "another box's file":
                Log(path).close()
            case _:
                path.write_bytes(b"no database at all" * 100)
        content = path.read_bytes()
        for _ in range(2):
            with pytest.raises(StorageError):
                tables.act(code, "s1", Pay("s2", 1))
        assert path.read_bytes() == content
        (tmp_path / "away.sqlite").replace(path)
        tables.act(code, "s1", Pay("s2", 1))
        assert problems(log, registry()) == []


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)")
def test_a_box_that_makes_a_new_file_in_its_place_is_caught(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: what the box did before, an empty file and a table that is not there."""
    real = database.connect
    monkeypatch.setattr("companion.store.sqlite_file.connect", lambda path, create=True: real(path))
    monkeypatch.setattr("companion.store.sqlite_file.identity", lambda database: "")
    with closing(Log(path)) as log:
        tables = new_tables(log=log)
        code = playing(tables)
        path.rename(path.with_suffix(".away"))
        with pytest.raises(StorageError):
            tables.act(code, "s1", Pay("s2", 1))
        assert not Tables(log, registry()).log.table(code)
        assert path.exists()


# --- whose file it is, and in what state ------------------------------------------------------


def test_the_file_is_its_owners_alone(path: Path) -> None:
    with closing(Log(path)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)  # as versions before made it
    with closing(Log(path)), served_alone(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(lock_file(path).stat().st_mode) == 0o600
    path.chmod(0o640)  # somebody's wish
    with closing(Log(path)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.logs("the file is damaged")
def test_damage_is_told_at_the_start_and_what_can_be_read_is_served(path: Path) -> None:
    with closing(Log(path)) as log:
        playing(new_tables(log=log))
        assert log.storage.damage() == ()
        (root,) = log.rows("SELECT rootpage FROM sqlite_master WHERE name = 'tables_by_age'")[0]
        (size,) = log.rows("PRAGMA page_size")[0]
    data = bytearray(path.read_bytes())
    data[(root - 1) * size : root * size] = b"\xff" * size
    path.write_bytes(data)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA quick_check").fetchone() != ("ok",)
    served = CliRunner().invoke(main, ["serve", "--database", str(path), "--host", "203.0.113.1"])  # nobody's address
    assert "is damaged" in served.output
    assert "What can be read is played on." in served.output
    assert "Cannot listen" in served.output
