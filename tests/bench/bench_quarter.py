"""Shown at board level with the server held to a quarter of one core, beside the same server free, in the same run."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from companion.core.table.table import Level
from tests.bench.bench_shown import opened
from tests.bench.length import Length
from tests.bench.quota import held
from tests.bench.rows import Rows, beside, in_rows

FREE, QUARTER = "shown, board, the server free", "shown, board, a quarter of one core"
TARGETS = {"p50": "<= 80", "p99": "<= 200"}


def run(folder: Path, length: Length = Length.FULL) -> Rows:
    """Return p50 and p99; a word where a process cannot be held to a quota."""
    rounds, warm_up = length.of((150, 20), (20, 5), (2, 1))
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        box = opened(stack, directory, Level.BOARD)
        for number in range(warm_up + rounds):
            box.act(counts=number >= warm_up)
        times = {FREE: box.seconds[:]}
        with held(box.process) as allowed:
            if not allowed:
                print("a quarter of one core: skipped, this machine allows no quota (cgroups are not writable)")
                return {}
            for number in range(warm_up + rounds):
                box.act(counts=number >= warm_up)
        times[QUARTER] = box.seconds[rounds:]
    rows = in_rows(times)
    for label, target in TARGETS.items():
        rows[f"{QUARTER}, {label}"]["target"] = target
        name = f"{FREE}, {label}"
        rows[f"{QUARTER}, {label}, beside free"] = beside(rows[f"{QUARTER}, {label}"], name, rows[name], "")
    return rows
