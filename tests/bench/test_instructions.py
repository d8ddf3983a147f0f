"""The scenario of ``make bench-instructions``: the screens of a table are played without a server."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest

from companion.core.table.table import Level
from companion.web.fragments import fragment
from tests.bench.actions import RULES, turns
from tests.bench.bench_instructions import known_key, play, rehearse
from tests.bench.servers import prepared

ACTIONS = 4


def test_rehearsed_requests_are_played_again_with_the_same_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fragment, "_key", known_key)
    database = tmp_path / "box.sqlite"
    (table,) = prepared(database, 1, level=Level.BOARD, rules=RULES)
    actions = [*islice(turns(database, table), ACTIONS)]
    first, again = tmp_path / "first.sqlite", tmp_path / "again.sqlite"
    shutil.copy(database, first)
    shutil.copy(database, again)
    requests = rehearse(first, table, actions)
    assert sum(bool(each.body) for each in requests) == ACTIONS
    assert play(again, table, requests) == actions[-1].seq
