"""``disk_full`` and ``io_error``: at every write and sync point a clear refusal, nothing changed, nothing corrupt,
and the same request, sent again with the same id, is applied once when the disk works again.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.tables import Tables
from companion.core.money.bank_messages import Pay
from companion.core.secrets.ballot import Ballot
from companion.games.abilene.edition_1993.messages import RecordTown
from companion.store.log import Log
from companion.store.storage import StorageError, Transaction
from tests.faults.preload import built, needs_compiler
from tests.faults.support import (
    app_over,
    figure,
    logged,
    new_tables,
    opening_of,
    phones_of,
    playing,
    purse,
    refused,
    sealed,
    sound,
)

WRITES, SYNCS, CUTS, READS = 1, 2, 4, 8


@pytest.fixture(scope="module")
def failing_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library that makes calls fail."""
    return built("failing_disk", tmp_path_factory.mktemp("disk"))


Fault = tuple[int, int, bool, str]
"""The error, at which calls, whether it lasts, and which box suffers it."""


def trials(library: Path, folder: Path, faults: list[Fault]) -> list[Any]:
    """Return one payment for every fault, at every point where the disk can fail."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.disk_trials", str(folder), json.dumps(faults)],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=False,
        timeout=1_200,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def wrong(trial: dict[str, Any]) -> list[str]:
    """Return what a trial shows that must not be."""
    paid = trial["before"] - 1
    found = []
    if trial["first"] not in (200, 503):
        found.append("the answer is neither yes nor a clear refusal")
    if trial["first"] == 503 and trial["answer"]["code"] != "storage":
        found.append("the refusal has no code and no sentence")
    if any(status not in (200, 503) for status in trial["meanwhile"]):
        found.append("another request fell over")
    if trial["first"] == 200 and trial["between"] != paid:
        found.append("acknowledged and lost")
    if trial["between"] not in (trial["before"], paid):
        found.append("half applied")
    if trial["seen"] != trial["between"]:
        found.append("the server believes something else than its file")
    if trial["again"] != 200:
        found.append("the same request is refused when the disk works again")
    if trial["after"] != paid:
        found.append("not applied exactly once")
    return found + [str(problem) for problem in trial["problems"]]


def check_disk(promise: str, library: Path, folder: Path, faults: list[Fault]) -> None:
    found = trials(library, folder, faults)
    for number in range(len(faults)):
        assert any(trial["first"] == 503 for trial in found if trial["fault"] == number), "the disk never failed"
    bad = {(*faults[trial["fault"]], trial["point"]): wrong(trial) for trial in found if wrong(trial)}
    assert not bad
    figure(promise, len(found))


FULL: list[Fault] = [(errno.ENOSPC, WRITES | SYNCS, lasting, "plain") for lasting in (True, False)]
BROKEN: list[Fault] = [(errno.EIO, WRITES | SYNCS | CUTS, lasting, "plain") for lasting in (True, False)]
READING: list[Fault] = [(errno.EIO, READS, lasting, "plain") for lasting in (True, False)]


@needs_compiler
def test_a_full_disk_refuses_clearly_and_changes_nothing(failing_disk: Path, tmp_path: Path) -> None:
    check_disk("disk_full", failing_disk, tmp_path, FULL)


@needs_compiler
def test_an_io_error_at_any_write_or_sync_loses_nothing(failing_disk: Path, tmp_path: Path) -> None:
    check_disk("io_error", failing_disk, tmp_path, BROKEN)


@needs_compiler
def test_an_io_error_while_reading_is_a_refusal_too(failing_disk: Path, tmp_path: Path) -> None:
    check_disk("io_error (reading)", failing_disk, tmp_path, READING)


@needs_compiler
@pytest.mark.torture
def test_a_failing_disk_at_every_point_of_an_action_with_a_snapshot(failing_disk: Path, tmp_path: Path) -> None:
    everything = WRITES | SYNCS | CUTS | READS
    faults: list[Fault] = [
        (error, everything, lasting, "snapshot") for error in (errno.ENOSPC, errno.EIO) for lasting in (True, False)
    ]
    check_disk("disk_full, io_error with a snapshot", failing_disk, tmp_path, faults)


@needs_compiler
def test_a_box_that_does_not_listen_to_its_disk_loses_payments(failing_disk: Path, tmp_path: Path) -> None:
    """Negative control."""
    found = trials(failing_disk, tmp_path, [(errno.EIO, WRITES | SYNCS, True, "careless")])
    assert any("acknowledged and lost" in wrong(trial) for trial in found)


# --- without a compiler: SQLite's own limit is a disk that is full ----------------------------


def fill(log: Log) -> None:
    """Forbid any further page of the file."""
    pages = log.rows("PRAGMA page_count")[0][0]
    log.rows(f"PRAGMA max_page_count={pages}")


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)")
def test_play_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    tables = new_tables(tmp_path / "box.sqlite")
    code = playing(tables)
    phone = phones_of(app_over(tables), code)["s1"]
    fill(tables.log)
    applied = 0
    for number in range(500):
        answer = phone.act("pay", {"to": "s2", "amount": 1, "words": "w" * 200}, id=str(number))
        if answer.status_code != 200:
            break
        applied += 1
    else:
        raise AssertionError("the disk never filled up")
    assert refused(answer, 503) == "storage"
    before = purse(tables, code)
    assert [action_id for action_id, _ in logged(tables, code)].count(str(applied)) == 0
    sound(tables)
    assert phone.act("pay", {"to": "s2", "amount": 1}, id=str(applied)).status_code == 200  # it was opened anew
    assert purse(tables, code)["s1"] == before["s1"] - 1
    sound(tables)


class DiskGoesAway(Log):
    """A disk that fails for as long as ``gone`` says so."""

    gone = False

    @contextmanager
    def writing(self, about: str = "") -> Iterator[Transaction]:
        with super().writing(about) as database:
            if self.gone:
                raise sqlite3.OperationalError("disk I/O error")
            yield database


def voting(tables: Tables) -> tuple[str, Ballot]:
    code = playing(tables)
    tables.act(code, "s1", RecordTown())
    ballot = tables.table(code).ballot
    assert ballot
    return code, ballot


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)")
def test_openings_outlive_a_disk_that_fails_at_the_reveal(tmp_path: Path) -> None:
    """The last phone sends its opening again, the others need not: nobody votes twice."""
    log = DiskGoesAway(tmp_path / "box.sqlite")
    tables = new_tables(log=log)
    code, ballot = voting(tables)
    phones = phones_of(app_over(tables), code)
    votes = {seat: opening_of("OWN", seat) for seat in ballot.voters}
    for seat, opening in votes.items():
        assert phones[seat].act("seal_vote", sealed(code, ballot.id, seat, opening)).status_code == 200
    *early, last = ballot.voters
    for seat in early:
        assert phones[seat].open(ballot.id, votes[seat]).status_code == 200
    log.gone = True
    with pytest.raises(StorageError):
        tables.act(code, "s1", Pay("s2", 1))  # somebody notices the dead disk first
    assert refused(phones[last].open(ballot.id, votes[last]), 503) == "storage"
    log.gone = False
    assert phones[last].open(ballot.id, votes[last]).status_code == 200
    revealed = tables.table(code).ballot
    assert revealed
    assert dict(revealed.votes) == dict.fromkeys(ballot.voters, "OWN")
    sound(tables)
