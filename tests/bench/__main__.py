"""``make bench``: one table of everything that was measured in this run, and ``build/bench.json``.

``python -m tests.bench [--quick] [PART...]``: those that are named, all of them by default. A part that fails is named
at the end with its error; the figures of the others are written all the same.
"""

from __future__ import annotations

import argparse
import json
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.bench import (
    bench_alone,
    bench_camera,
    bench_crowd,
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
from tests.bench.length import Length
from tests.bench.machine import machine
from tests.bench.rows import Rows, printed

BUILD = Path("build")


def main() -> None:
    """Run the parts that are asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    BUILD.mkdir(exist_ok=True)
    print(f"# {machine()}")
    failed = measured(chosen.parts or PARTS, Length.QUICK if chosen.quick else Length.FULL, BUILD / "bench.json")
    if failed:
        parser.exit(1, "".join(f"{name} failed: {why}\n" for name, why in failed.items()))


def measured(parts: Iterable[str], length: Length, file: Path) -> dict[str, str]:
    """Run these parts, print their rows and write them into the file; the parts that failed, and why."""
    rows: Rows = {}
    failed: dict[str, str] = {}
    for name in parts:
        try:
            found = PARTS[name](length, rows)
        except Exception as error:
            traceback.print_exc()
            failed[name] = f"{type(error).__name__}: {error}"
            continue
        for each, line in found.items():
            print(printed(each, line), flush=True)
        rows.update(found)
        file.write_text(json.dumps(rows, indent=1) + "\n")
    return failed


PARTS: dict[str, Callable[[Length, Rows], Rows]] = {
    "latency": lambda length, _: bench_latency.run(BUILD, length),
    "shown": lambda length, _: bench_shown.run(BUILD, length),
    "quarter": lambda length, _: bench_quarter.run(BUILD, length),
    "windows": lambda length, _: bench_windows.run(BUILD, length),
    "shown-load": lambda length, _: bench_shown_load.run(BUILD, length),
    "crowd": lambda length, _: bench_crowd.run(BUILD, length),
    "load": lambda length, before: bench_load.run(BUILD, length, before),
    "camera": lambda length, _: bench_camera.run(BUILD, length),
    "phone": lambda length, _: bench_phone.run(BUILD, length),
    "growth": lambda length, _: bench_growth.run(BUILD, length),
    "alone": lambda length, _: bench_alone.run(BUILD, length),
    "games": lambda length, _: bench_games.run(BUILD, length),
    "start": lambda length, _: bench_start.run(BUILD, length),
    "motion": lambda length, _: bench_motion.run(length),
    "moves": lambda length, _: bench_moves.run(length),
    "explain": lambda length, _: bench_explain.run(length),
}


if __name__ == "__main__":
    main()
