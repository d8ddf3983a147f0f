"""``make bench-vision``: how well rendered scenes are read, and how fast.

``python -m tests.vision.bench [--quick] [FOLDER ...]``: two parts, one to tune on and one held out, then the folders.
Writes ``build/bench-vision.json`` and ``build/vision-report/index.html``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from tests.bench.machine import machine
from tests.bench.rows import Rows, printed
from tests.vision.bench.evaluate import Bad, evaluate
from tests.vision.bench.report import GRIDS, grid, page, rows_of
from tests.vision.bench.tally import Tally
from tests.vision.bench.timing import timed
from tests.vision.rendering.__main__ import render
from tests.vision.rendering.recipes import VERSION, Recipe, recipe

BUILD = Path("build")
SCENES, QUICK = (40, 32), (4, 4)
"""Scenes to tune on and held-out ones."""
PLAIN = replace(recipe(900_001), artwork="parchment", room="daylight", board="abilene-1993")
TIMED = replace(PLAIN, markers=True, bumped=False, size=(1920, 1080))
"""The scene on which time is measured."""


def main() -> None:
    """Read the command line and run what it asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="further folders of pictures with truth")
    parser.add_argument("--quick", action="store_true", help="few scenes, for a first look")
    parser.add_argument("--scenes", type=int, nargs=2, default=None, metavar=("TUNING", "HELD_OUT"))
    parser.add_argument("--seed", type=int, default=0, help="of the first scene of either part")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    tuning, held_out = chosen.scenes or (QUICK if chosen.quick else SCENES)
    recipes = [recipe(chosen.seed + n) for n in range(tuning)]
    recipes += [recipe(chosen.seed + n, held_out=True) for n in range(held_out)]
    if chosen.quick:
        recipes = [replace(one, play=6) for one in recipes]
    run(recipes, chosen.folders, chosen.processes, rounds=6 if chosen.quick else 24)


def run(recipes: Sequence[Recipe], folders: Sequence[Path], processes: int, rounds: int) -> Rows:
    """Render what is missing, read everything, print the table and write the files."""
    began = perf_counter()
    report = BUILD / "vision-report"
    shutil.rmtree(report, ignore_errors=True)
    report.mkdir(parents=True)
    rendered = render([*recipes, TIMED], BUILD / f"vision-scenes-{VERSION}", processes)
    print(f"# {machine()}\n# {len(rendered)} scenes rendered after {perf_counter() - began:.0f} s", flush=True)
    tally, bad, frames, pictures = Tally(), list[Bad](), 0, 0
    wanted = [*rendered[:-1], *(folder for folder in folders if (folder / "truth.json").exists())]
    with ProcessPoolExecutor(processes) as pool:
        for outcome in pool.map(evaluate, wanted, [report] * len(wanted)):
            tally.join(outcome.tally)
            bad += outcome.bad
            frames, pictures = frames + outcome.frames, pictures + outcome.pictures
    rows = rows_of(tally) | timed(rendered[-1], rounds)
    for name, line in rows.items():
        print(printed(name, line))
    for by, measures in GRIDS.items():
        print(f"\n# by {by}")
        for cells in grid(tally, by, measures)[1:]:
            print("  ".join(f"{cell:24}" for cell in cells).rstrip())
    (BUILD / "bench-vision.json").write_text(json.dumps(rows, indent=1) + "\n")
    shown = page(rows, tally, bad, report)
    print(f"\n# {frames} frames, {pictures} pictures, {perf_counter() - began:.0f} s; the worst frames: {shown}")
    return rows


if __name__ == "__main__":
    main()
