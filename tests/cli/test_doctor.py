"""``companion doctor``: each trouble of a box is a sentence, and a box that is well has none."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import doctor
from companion.cli.doctor import Box, Finding, findings
from companion.cli.main import main
from companion.store.lock import served_alone
from companion.store.log import Log
from tests.faults.support import new_tables, playing
from tests.support.server_process import kept_port, number_of

DAY = 24 * 3600.0
PLAYED, NOON = doctor.EARLIEST + 20 * DAY, doctor.EARLIEST + 30 * DAY


@pytest.fixture
def free_port() -> Iterator[int]:
    with kept_port() as kept:
        yield number_of(kept)


@pytest.fixture
def box(tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch) -> Box:
    """Return a box that is well: a file, a network, a name that nobody has."""
    path = tmp_path / "box.sqlite"
    with closing(Log(path)) as log:
        tables = new_tables(log=log)
        tables.clock = lambda: PLAYED
        playing(tables)
    monkeypatch.setattr(doctor, "lan_address", lambda: "192.168.1.5")
    monkeypatch.setattr(doctor, "other_addresses", lambda address: "10.8.0.2 (tun0)")
    monkeypatch.setattr(doctor, "owner_of", lambda name, address: "")
    return Box(path, free_port, "companion", "", lambda: NOON)


def trouble(box: Box, **changes: object) -> list[str]:
    examined = Box(**{**{name: getattr(box, name) for name in Box.__slots__}, **changes})
    found = list(findings(examined))
    assert all(each.text.endswith((".", box.database.name)) for each in found)
    return [each.text for each in found if not each.good]


def test_a_box_that_is_well_has_no_trouble(box: Box) -> None:
    assert trouble(box) == []
    assert trouble(box, database=box.database.with_name("new.sqlite")) == []


def test_the_command_prints_a_line_for_each_and_ends_with_one(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["doctor", "--database", str(box.database), "--port", str(box.port)]
    well = CliRunner().invoke(main, options)
    assert well.exit_code == 0, well.output
    assert "is sound" in well.output
    assert "It is 10.8.0.2 (tun0), too" in well.output
    monkeypatch.setattr(doctor, "lan_address", lambda: "127.0.0.1")
    ill = CliRunner().invoke(main, options)
    assert ill.exit_code == 1
    assert "TROUBLE  This machine is in no network" in ill.output


def test_a_damaged_file_and_one_that_is_none(box: Box) -> None:
    data = bytearray(box.database.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    box.database.write_bytes(data)
    assert "is damaged" in trouble(box)[0]
    box.database.write_bytes(b"shopping list")
    assert "not a database" in trouble(box)[0]


def test_a_file_of_a_newer_program(box: Box) -> None:
    with closing(sqlite3.connect(box.database)) as file:
        file.execute("PRAGMA user_version = 99")
    assert "newer version" in trouble(box)[0]


def test_a_file_that_a_box_serves_is_no_trouble(box: Box) -> None:
    with served_alone(box.database):
        assert trouble(box) == []
        assert any("A box serves it now" in each.text for each in findings(box))


def test_who_may_read_and_write_it(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.database.chmod(0o644)
    assert "Others can read PINs and keys" in trouble(box)[0]
    monkeypatch.setattr("os.access", lambda path, mode: False)  # tests may run as root, who may everything
    found = " ".join(trouble(box))
    assert "cannot write to the folder" in found
    assert "cannot write the file" in found


def test_a_full_disk_and_a_slow_one(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MIN_FREE_BYTES", 2**62)
    monkeypatch.setattr(doctor, "seconds_to_store", lambda folder: 0.7)
    full, slow = trouble(box)
    assert "make room" in full
    assert "stores something in 700 ms" in slow


@pytest.mark.parametrize(("now", "words"), [(0.0, "1970"), (PLAYED - 10 * DAY, "played later than that")])
def test_a_clock_that_cannot_be_right(box: Box, now: float, words: str) -> None:
    assert words in trouble(box, clock=lambda: now)[0]


@pytest.fixture
def taken(free_port: int) -> Iterator[int]:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("", free_port))
        other.listen()
        yield free_port


def test_a_port_that_another_program_has(box: Box, taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "NAME_SECONDS", 0.05)
    assert "Another program listens" in trouble(box, port=taken)[0]
    monkeypatch.setattr(doctor, "answers", lambda port: "ok")
    assert trouble(box, port=taken) == []


def test_a_box_that_answers_is_well_whatever_this_user_may(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of port 80 without root reported trouble while the box was playing there."""
    monkeypatch.setattr(doctor, "answers", lambda port: "ok")
    monkeypatch.setattr(socket.socket, "bind", forbidden, raising=False)
    assert trouble(box) == []


def forbidden(*_: object) -> None:
    raise PermissionError


def test_a_name_that_another_machine_has(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "owner_of", lambda name, address: "192.168.1.9")
    assert trouble(box) == ["companion.local is another machine (192.168.1.9): give this box a name with --name."]
    monkeypatch.setattr(doctor, "owner_of", lambda name, address: address)
    assert trouble(box) == []


@pytest.mark.parametrize(
    ("camera", "words"), [("/dev/video99", "There is no camera"), ("no-such-folder", "There is no file or folder")]
)
def test_a_camera_that_is_not_there(box: Box, camera: str, words: str) -> None:
    assert words in trouble(box, camera=camera)[0]


def test_what_cannot_be_examined_is_a_finding_and_the_others_are_looked_at(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, address: str) -> str:
        raise OSError("multicast is off")

    monkeypatch.setattr(doctor, "owner_of", broken)
    found = list(findings(box))
    assert Finding(False, "The network could not be examined: multicast is off.") in found
    assert found[-1].text.startswith("No camera")
