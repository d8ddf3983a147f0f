"""The box may be switched off at any moment: the log, its snapshots and its retries lead to the same table."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.app.check import problems
from companion.app.export import export_lines, replay_lines
from companion.app.history import KEPT_STATES, LANDMARK_EVERY
from companion.app.loaded_table import initial_table
from companion.app.loaded_tables import NoSuchTable
from companion.core.errors import BadRequest
from companion.core.money.bank_messages import Pay
from companion.core.referee.replay import effective_records, fold
from companion.core.table.commands import Undo
from companion.core.table.events import Undone
from companion.core.table.table import Level, TablePhase
from companion.games import registry
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.edition_1993.messages import RecordTown, RollDice
from companion.store.codec import SNAPSHOT_FORMAT, Codec
from companion.store.log import SNAPSHOT_EVERY, Log
from companion.store.rows import LogEntry
from companion.store.sqlite_file import SqliteFile
from companion.store.storage import StorageError
from tests.support.table import ANN, BOB, CID, CODE, DAN, Night

OWN, FOREIGN = "OWN", "FOREIGN"


def test_a_table_is_the_same_after_a_restart() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: FOREIGN})
    before = night.table
    assert night.restarted().table == before
    night.seal({DAN: OWN})
    night.open({BOB: OWN, CID: FOREIGN, DAN: OWN})
    night.show("A", 100)
    assert night.cash() == (11_300, 10_000, 9_800, 10_000)


def test_openings_are_in_memory_only_and_phones_send_them_again_after_a_restart() -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.seal({BOB: OWN, CID: FOREIGN, DAN: OWN})
    night.open({BOB: OWN, CID: FOREIGN})
    assert night.tables.opened(CODE) == (BOB, CID)
    night.restarted()
    assert night.tables.opened(CODE) == ()
    assert not night.ballot.votes
    night.open({DAN: OWN, BOB: OWN, CID: FOREIGN})
    assert night.ballot.votes[CID] == FOREIGN


def test_a_restart_reads_the_newest_snapshot_and_only_what_came_after(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night(4)
    for _ in range(SNAPSHOT_EVERY):
        night.act(ANN, Pay(BOB, 1))
    before, read = night.table, []
    true_read = night.log.read

    def counting(codec: Codec, code: str, after: int = 0, upto: int | None = None) -> Any:
        found = true_read(codec, code, after, upto)
        read.append(len(found))
        return found

    monkeypatch.setattr(night.log, "read", counting)
    assert night.restarted().table == before
    assert max(read) < SNAPSHOT_EVERY, "the start of the game is not read again"


def test_snapshot_and_tail_lead_where_the_whole_log_leads() -> None:
    night = Night(4)
    for _ in range(SNAPSHOT_EVERY + 7):
        night.act(ANN, Pay(BOB, 1))
    live = night.restarted().tables.live(CODE)
    whole = fold(live.game, initial_table(live.row, live.game), [each.record for each in night.tables.history(CODE)])
    assert whole == live.table


@pytest.mark.parametrize(
    ("spoil", "damaged"),
    [
        ('{"format": 1, "table": {}}', False),
        ('{"table": {}}', False),
        ("[]", False),
        (f'{{"format": {SNAPSHOT_FORMAT}, "table": 3}}', True),
        ("{", True),
        (f'{{"format": {SNAPSHOT_FORMAT}, "sum": 1, "table": {{}}}}', True),
    ],
)
def test_a_snapshot_of_another_version_or_of_none_is_not_read_but_the_log(spoil: str, damaged: bool) -> None:
    night = Night(4)
    for _ in range(SNAPSHOT_EVERY):
        night.act(ANN, Pay(BOB, 1))
    before = night.table
    night.log.rows("UPDATE snapshots SET data = ?", (spoil,))
    assert night.restarted().table == before
    warnings = [f"Table {CODE} has a damaged snapshot; the box reads the log instead."] if damaged else []
    assert problems(night.log, registry()) == warnings


def test_an_undo_writes_a_snapshot_so_that_a_restart_needs_no_past() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    assert not night.log.rows("SELECT 1 FROM snapshots")
    night.undo(ANN)
    before = night.table
    assert night.log.rows("SELECT seq FROM snapshots") == [(before.seq,)]
    assert night.restarted().table == before


def test_what_was_done_before_a_restart_can_be_undone_after_it() -> None:
    night = Night(4)
    for _ in range(30):
        night.act(ANN, Pay(BOB, 10))
    night.restarted().undo(ANN, actions=30)
    assert not night.table.motions
    assert night.cash() == (10_000,) * 4


def test_what_was_undone_is_not_among_what_still_counts() -> None:
    night = Night(4)
    night.act(ANN, Pay(BOB, 500))
    night.act(ANN, Pay(CID, 600))
    night.undo(ANN)
    counted = [each.event for each in effective_records([stored.record for stored in night.tables.history(CODE)])]
    paid = [event.amount for event in counted if event.postings and hasattr(event, "amount")]
    assert paid == [500]
    assert isinstance(counted[-1], Undone)


# --- one tap, one payment ---------------------------------------------------------------------


def test_the_same_action_id_twice_is_applied_once_and_answered_twice() -> None:
    night = Night(4)
    first = night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap-1")
    night.act(CID, Pay(DAN, 100))
    assert night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap-1") == first
    assert night.restarted().tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap-1") == first
    assert night.cash(ANN, BOB) == (9_500, 10_500)


def test_the_answer_to_a_tap_covers_everything_it_caused() -> None:
    night = Night(4, Level.BANK)
    answer = night.tables.act(CODE, ANN, EndStep(Step.TABLE), action_id="tap")
    assert answer == night.table.seq
    night.act(BOB, Pay(ANN, 1))
    assert night.tables.act(CODE, ANN, EndStep(Step.TABLE), action_id="tap") == answer


def test_an_id_belongs_to_one_seat_and_one_kind_of_action() -> None:
    night = Night(4, Level.BANK)
    night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap-1")
    with pytest.raises(BadRequest):
        night.tables.act(CODE, BOB, Pay(ANN, 500), action_id="tap-1")
    with pytest.raises(BadRequest):
        night.tables.act(CODE, ANN, EndStep(Step.TABLE), action_id="tap-1")
    for nonsense in ("", "x" * 65):
        with pytest.raises(BadRequest):
            night.tables.act(CODE, ANN, Pay(BOB, 500), action_id=nonsense)
    assert night.cash(BOB) == (10_500,)


def test_the_log_keeps_the_dice_that_the_box_rolled_with_the_command() -> None:
    """The recorded commands can then be decided again (``tests/test_recorded.py``)."""
    night = Night(4)
    night.act(ANN, RollDice())
    (command,) = night.log.rows("SELECT command FROM events WHERE kind = 'dice_rolled'")[0]
    assert json.loads(command)["data"]["cow"] == list(night.state.turn.cow_dice)


# --- trouble with the disk --------------------------------------------------------------------


class Failing:
    """A connection that fails from a chosen statement on."""

    def __init__(self, connection: Any, word: str) -> None:
        self.connection, self.word = connection, word

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, sql: str, *rest: Any) -> Any:
        if sql.startswith(self.word):
            raise sqlite3.OperationalError("disk I/O error")
        return self.connection.execute(sql, *rest)

    def executemany(self, sql: str, *rest: Any) -> Any:
        if sql.startswith(self.word):
            raise sqlite3.OperationalError("database or disk is full")
        return self.connection.executemany(sql, *rest)


def file_of(log: Log) -> SqliteFile:
    assert isinstance(log.storage, SqliteFile)
    return log.storage


def break_disk(night: Night, word: str) -> None:
    database: Any = file_of(night.log).database
    database.conn = Failing(database.conn, word)


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)")
@pytest.mark.file_only
@pytest.mark.parametrize("word", ["BEGIN", "INSERT", "COMMIT"])
def test_a_disk_that_fails_is_a_refusal_and_nothing_is_lost_or_doubled(tmp_path: Path, word: str) -> None:
    night = Night(4, path=tmp_path / "box.sqlite")
    before = night.table
    break_disk(night, word)
    with pytest.raises(StorageError):
        night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap")
    assert night.table == before
    night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap")
    assert night.cash(ANN, BOB) == (9_500, 10_500)
    assert night.restarted().cash(ANN, BOB) == (9_500, 10_500)


class LateTrouble(Failing):
    """The disk has it, and then says that something went wrong."""

    def execute(self, sql: str, *rest: Any) -> Any:
        done = self.connection.execute(sql, *rest)
        return super().execute(sql, *rest) if sql.startswith(self.word) else done


@pytest.mark.logs("cannot write to ", "an action was not stored (storage)")
@pytest.mark.file_only
def test_what_was_stored_although_the_disk_reported_trouble_counts_at_once(tmp_path: Path) -> None:
    night = Night(4, path=tmp_path / "box.sqlite")
    database: Any = file_of(night.log).database
    database.conn = LateTrouble(database.conn, "COMMIT")
    with pytest.raises(StorageError):
        night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap")
    assert night.cash(ANN, BOB) == (9_500, 10_500), "the log decides what happened"
    night.tables.act(CODE, ANN, Pay(BOB, 500), action_id="tap")
    night.act(BOB, Pay(ANN, 100))
    assert night.cash(ANN, BOB) == (9_600, 10_400)


@pytest.mark.logs("cannot read ")
@pytest.mark.file_only
def test_a_disk_that_cannot_be_read_is_a_refusal_too(tmp_path: Path) -> None:
    night = Night(4, path=tmp_path / "box.sqlite").restarted()
    break_disk(night, "SELECT")
    with pytest.raises(StorageError):
        night.tables.table(CODE)
    assert night.table.phase is TablePhase.PLAYING


# --- export -----------------------------------------------------------------------------------


def test_an_export_replays_to_the_same_table() -> None:
    night = Night(4, Level.BANK, loan_anytime=True)
    night.act(ANN, RecordTown())
    night.vote(OWN, FOREIGN, OWN)
    night.show(None, 500)
    night.act(ANN, Pay(BOB, 100))
    night.undo(ANN)
    lines = list(export_lines(night.tables, CODE))
    table, head = replay_lines(registry(), lines)
    assert table == night.table
    assert head["accounts"] == dict(night.table.accounts)


def test_an_unknown_table_is_a_refusal() -> None:
    with pytest.raises(NoSuchTable):
        Night(4).tables.table("NONE")


def test_an_undo_reads_no_more_of_the_log_than_since_the_landmark_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night(4)
    target = night.table
    while night.table.seq < 2 * LANDMARK_EVERY + 2 * KEPT_STATES:
        night.act(ANN, Pay(BOB, 1))
        target = night.table if night.table.seq == 2 * LANDMARK_EVERY + 5 else target
    read, real = [], Log.read

    def counted(*given: Any, **limits: Any) -> list[LogEntry]:
        read.extend(found := real(*given, **limits))
        return found

    monkeypatch.setattr(Log, "read", counted)
    assert night.tables.table_at(night.tables.live(CODE), target.seq) == target
    assert 0 < len(read) < LANDMARK_EVERY


def test_an_undo_right_after_a_restart_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night(4)
    for _ in range(3):
        night.act(ANN, Pay(BOB, 1))
    before = night.tables.table_at(night.tables.live(CODE), night.table.seq - 1)
    restarted = night.restarted().tables
    live = restarted.live(CODE)
    monkeypatch.setattr(Log, "read", lambda *_: pytest.fail("the log is read"))
    assert restarted.table_at(live, before.seq) == before


def test_a_state_between_two_undos_is_found_again() -> None:
    night = Night(4)
    while night.table.seq < LANDMARK_EVERY + 1:
        night.act(ANN, Pay(BOB, 1))
    night.tables.act(CODE, ANN, Undo(LANDMARK_EVERY - 5))
    undone = night.table
    for _ in range(KEPT_STATES + 1):
        night.act(ANN, Pay(BOB, 1))
    assert night.tables.table_at(night.tables.live(CODE), undone.seq) == undone
