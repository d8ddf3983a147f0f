"""Every part of ``make bench`` runs, and one that fails does not stop the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("websocket", reason="the neighbours are not installed: .ci/environment bench brings them")

from tests.bench import __main__ as bench
from tests.bench.length import Length
from tests.bench.rows import Rows, row
from tests.support.timing import rarely

SOON = {"latency", "quarter", "shown-load", "load", "crowd", "growth", "alone", "games"}
"""parts without a browser or a camera whose single round takes a few seconds"""
MAY_BE_EMPTY = {"quarter"}
"""parts without rows on a machine that allows no CPU quota"""


@pytest.mark.parametrize("part", rarely(bench.PARTS, lambda _, part: part in SOON))
def test_every_part_starts(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "BUILD", tmp_path)
    rows = bench.PARTS[part](Length.ONCE, {})
    assert rows or part in MAY_BE_EMPTY


def test_a_part_that_fails_is_named_and_what_the_others_measured_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(length: Length, before: Rows) -> Rows:
        raise ConnectionResetError("by peer")

    parts = {name: lambda length, before, name=name: {name: row(1.0, "ms")} for name in ("before", "after")}
    monkeypatch.setattr(bench, "PARTS", {"before": parts["before"], "broken": broken, "after": parts["after"]})
    file = tmp_path / "bench.json"
    assert bench.measured(bench.PARTS, Length.ONCE, file) == {"broken": "ConnectionResetError: by peer"}
    assert [*json.loads(file.read_text())] == ["before", "after"]
