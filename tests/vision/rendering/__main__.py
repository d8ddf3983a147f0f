"""``python -m tests.vision.rendering OUT --seed N --scenes K``: photographed games with their truth, a folder each."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

import cv2

from tests.vision.rendering.recipes import PLAY, Recipe, recipe
from tests.vision.rendering.session import Session


def render(recipes: Sequence[Recipe], out: Path, processes: int = 0) -> list[Path]:
    """Write the scenes that are not there yet, several at once, and give all their folders."""
    missing = [one for one in recipes if not (out / one.name / "truth.json").exists()]
    if len(missing) > 1 and processes != 1:
        with ProcessPoolExecutor(processes or os.cpu_count()) as pool:
            list(pool.map(_one, missing, [out] * len(missing)))
    else:
        for each in missing:
            _one(each, out)
    return [out / one.name for one in recipes]


def _one(what: Recipe, out: Path) -> None:
    cv2.setNumThreads(1)
    Session(what, out / what.name).run()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.rendering", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=0, help="of the first scene")
    parser.add_argument("--scenes", type=int, default=8)
    parser.add_argument("--play", type=int, default=PLAY, help="uncovered frames of play in each")
    parser.add_argument("--again", type=int, default=2, help="further pictures of every steady state")
    parser.add_argument("--held-out", action="store_true", help="with what tuning never uses")
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.scenes)
    start = perf_counter()
    folders = render([recipe(seed, chosen.held_out, chosen.again, chosen.play) for seed in seeds], chosen.out)
    pictures = sum(len(list(folder.glob("*.jpg"))) for folder in folders)
    print(f"{len(folders)} scenes, {pictures} pictures, {perf_counter() - start:.0f} s: {chosen.out}")


if __name__ == "__main__":
    main()
