"""How well printed town boards are read: ``python -m tests.vision.towns.bench``, on scenes that it renders from seeds.

Two parts: the seeds that the reader was tuned on, and held-out ones with other lights, tables and paints. Writes
``build/bench-towns.json``.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

import cv2

from companion.boards.marked_table import MarkedTable
from companion.games.western_town.camera.table import printed_sheets
from tests.vision.towns.prints import real_prints
from tests.vision.towns.scenes import FRAMES, HELD_OUT, scene
from tests.vision.towns.tally import tally
from vision.recognition.marks.marked_recogniser import MarkedRecogniser


def main() -> None:
    """Reads the command line, renders and reads, prints the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.towns.bench", description=__doc__)
    parser.add_argument("--scenes", type=int, nargs=2, default=(40, 60), metavar=("TUNING", "HELD_OUT"))
    parser.add_argument("--seed", type=int, default=0, help="of the first scene of either part")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    rows: dict[str, dict[str, float]] = {}
    with ProcessPoolExecutor(chosen.processes) as pool:
        for part, first, count in (("tuning", 0, chosen.scenes[0]), ("held out", HELD_OUT, chosen.scenes[1])):
            total: Counter[str] = Counter()
            for found in pool.map(measured, range(first + chosen.seed, first + chosen.seed + count)):
                total.update(found)
            rows[part] = dict(sorted(total.items()))
            print(f"\n# {part}: {count} scenes, {count * FRAMES} frames")
            for name, number in rows[part].items():
                print(f"{name:60} {number:10.2f}" if isinstance(number, float) else f"{name:60} {number:7d}")
    Path("build").mkdir(exist_ok=True)
    Path("build/bench-towns.json").write_text(json.dumps(rows, indent=1) + "\n")


def measured(seed: int) -> Counter[str]:
    """One scene: read from a single frame, and from all of them together."""
    cv2.setNumThreads(1)
    large = seed % 2 == 0
    printed = printed_sheets(large)
    shown = scene(seed, printed, real_prints())
    table = MarkedTable(sheets=printed_sheets(large, shown.players))
    found: Counter[str] = Counter()
    for name, frames in (("one frame", shown.frames[:1]), ("voted", shown.frames)):
        reader = MarkedRecogniser(table)
        began = perf_counter()
        seen = reader.infer([reader.extract(frame) for frame in frames])
        found[f"{name}: seconds"] += perf_counter() - began  # type: ignore[assignment]
        counted = tally(seen, shown, large)
        found.update({f"{name}: {key}": number for key, number in counted.items()})
        wrong = sum(number for key, number in counted.items() if key.endswith("wrong"))
        hand = shown.hand or bool(shown.truth.piled)
        found[f"{name}: scenes with something wrong{', a hand or a pile' if hand else ''}"] += wrong > 0
        found[f"{name}: light {shown.light}, boxes right"] += sum(
            number for key, number in counted.items() if key.startswith("boxes, loose") and key.endswith("right")
        )
        found[f"{name}: light {shown.light}, boxes"] += sum(
            number for key, number in counted.items() if key.startswith("boxes, loose")
        )
    return found


if __name__ == "__main__":
    main()
