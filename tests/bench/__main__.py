"""``make bench``: one table of everything that was measured in this run, and ``build/bench.json``.

``python -m tests.bench [--quick] [PART...]``: those that are named, all of them by default.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from tests.bench import (
    bench_alone,
    bench_camera,
    bench_explain,
    bench_games,
    bench_growth,
    bench_latency,
    bench_load,
    bench_motion,
    bench_moves,
    bench_phone,
    bench_quarter,
    bench_shown,
    bench_shown_load,
    bench_start,
    bench_windows,
)
from tests.bench.machine import machine
from tests.bench.rows import Rows, printed

BUILD = Path("build")


def main() -> None:
    """Runs the parts that are asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    BUILD.mkdir(exist_ok=True)
    print(f"# {machine()}")
    rows: Rows = {}
    for name in chosen.parts or PARTS:
        found = PARTS[name](chosen.quick, rows)
        for each, line in found.items():
            print(printed(each, line), flush=True)
        rows.update(found)
    (BUILD / "bench.json").write_text(json.dumps(rows, indent=1) + "\n")


PARTS: dict[str, Callable[[bool, Rows], Rows]] = {
    "latency": lambda quick, _: bench_latency.run(BUILD, quick),
    "shown": lambda quick, _: bench_shown.run(BUILD, quick),
    "quarter": lambda quick, _: bench_quarter.run(BUILD, quick),
    "windows": lambda quick, _: bench_windows.run(BUILD, quick),
    "shown-load": lambda quick, _: bench_shown_load.run(BUILD, quick),
    "load": lambda quick, before: bench_load.run(BUILD, quick, before),
    "camera": lambda quick, _: bench_camera.run(BUILD, quick),
    "phone": lambda quick, _: bench_phone.run(BUILD, quick),
    "growth": lambda quick, _: bench_growth.run(BUILD, quick),
    "alone": lambda quick, _: bench_alone.run(BUILD, quick),
    "games": lambda quick, _: bench_games.run(BUILD, quick),
    "start": lambda quick, _: bench_start.run(BUILD, quick),
    "motion": lambda quick, _: bench_motion.run(quick),
    "moves": lambda quick, _: bench_moves.run(),
    "explain": lambda quick, _: bench_explain.run(quick),
}


if __name__ == "__main__":
    main()
