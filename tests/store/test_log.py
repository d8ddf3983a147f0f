"""Writes that the log itself refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.money.bank_messages import Pay
from companion.store.log import ConcurrencyConflict
from companion.store.sqlite_file import SqliteFile
from tests.support.table import ANN, BOB, CID, CODE, Night


@pytest.mark.logs("an action was not stored (stale)")
def test_an_action_that_is_stored_is_neither_stored_again_nor_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night(path=tmp_path / "box.sqlite")
    night.tables.act(CODE, ANN, Pay(BOB, 100), action_id="a tap")
    before = night.log.rows("SELECT * FROM events ORDER BY seq")
    monkeypatch.setattr(night.log, "acted", lambda *_: None)  # two boxes over one file have both looked just before
    with pytest.raises(ConcurrencyConflict):
        night.tables.act(CODE, ANN, Pay(BOB, 100), action_id="a tap")
    assert night.log.rows("SELECT * FROM events ORDER BY seq") == before
    assert night.cash(BOB) == (night.cash(CID)[0] + 100,)


@pytest.mark.file_only
def test_an_action_costs_five_statements(tmp_path: Path) -> None:
    night = Night(path=tmp_path / "box.sqlite")
    assert isinstance(night.log.storage, SqliteFile)
    seen: list[str] = []
    night.log.storage.database.conn.set_trace_callback(seen.append)
    night.tables.act(CODE, ANN, Pay(BOB, 100), action_id="a tap")
    assert [statement.split()[0] for statement in seen] == ["SELECT", "BEGIN", "SELECT", "INSERT", "COMMIT"]
