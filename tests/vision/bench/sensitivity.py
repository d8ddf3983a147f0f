"""``make sensitivity``: what each tuned number decides, times 0.8 and times 1.25, one at a time.

``python -m tests.vision.bench.sensitivity FOLDER``: a few pictures of every set of photographs in FOLDER and of eight
rendered scenes are read with the program as it is, then once for every number and factor; of each the boards that are
read no more, the boards that read otherwise and the cells that do. Prints the worst rows, writes
``build/sensitivity.json``, and while it runs a line for each reading to ``build/sensitivity.jsonl``.

A number is changed where it stands in the source, so whatever is computed from it when a module is imported changes,
too: every reading is done by a forked child that imports the reading modules anew. Where the number is none of
geometry and localisation the child keeps the poses that were found with the program as it is: nine tenths of the time.
What a silhouette covers is worked out once, too, where the number is none of the modules that say so.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from math import ceil, floor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from companion.cli.camera.scene_board import SceneBoard, board_of_scene
from tests.vision.bench.photos import PhotoSet
from tests.vision.numbers import ROOT, TunedNumber, tuned_numbers
from tests.vision.rendering.__main__ import render
from tests.vision.rendering.recipes import VERSION, recipe
from vision.capture.scene_folder import FrameKind

FACTORS = (0.8, 1.25)
SCENES, FRAMES, WORST = 8, 3, 10
"""rendered scenes, pictures of play of each set, rows that are printed"""
LOST = "lost"
WHERE = ("vision.geometry", "vision.localisation")
"""The modules that say where the board lies."""
COVER = ("vision.evidence.templates", "vision.evidence.silhouettes", "vision.evidence.background")
"""Those that say what a silhouette covers, and those they stand on."""

Claims = Mapping[str, str]
"""the reading of a picture: cell -> kind, "unknown" for open cells; the rest is empty. {LOST: …}: not read"""
Said = Mapping[str, Mapping[str, Claims]]
"""set -> file -> what it says"""


@dataclass(frozen=True)
class Case:
    """The pictures of one set, decoded; ``play`` maps a file to its picture, ``truth`` to what stands there."""

    name: str
    board: SceneBoard
    corners: Any
    empty: Any
    first: Any
    play: Mapping[str, Any]
    truth: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, order=True)
class Effect:
    """The result of one number times one factor, the worst last when sorted."""

    lost: int
    boards: int
    cells: int
    wrong: int
    """cells that are claimed, and are not so, where the program as it is claims nothing wrong"""
    number: str
    factor: float
    sets: Mapping[str, int] = field(compare=False)
    """boards that read otherwise, by set"""


def case_of(folder: Path) -> Case:
    """Return a folder of pictures with its truth."""
    photos = PhotoSet.of(folder)
    files = [photos.play[at] for at in sorted({*np.linspace(0, len(photos.play) - 1, FRAMES).round().astype(int)})]
    empty, first = (photos.found.picture(photos.found.first(kind)) for kind in (FrameKind.EMPTY, FrameKind.START))
    corners = None if photos.found.markers else photos.found.corners
    pictures = {file: photos.picture(file) for file in files}
    return Case(folder.name, board_of_scene(photos.found), corners, empty, first, pictures, photos.truth)


def readings(case: Case) -> dict[str, Claims]:
    """Return what the reader that can be imported now says of each picture; a table tells it after each what stood
    there.
    """
    from companion.boards.observation import Observation, ObservationStatus
    from vision.inference.recogniser import Recogniser

    board, claims = case.board, dict[str, Claims]()
    try:
        reader = Recogniser.learn(board.layout, board.start, case.empty, case.first, case.corners, board.rules)
    except Exception as error:
        return {file: {LOST: repr(error)} for file in case.play}
    for file, picture in case.play.items():
        seen = reader.read(picture).observation
        whole = len(seen.unknown) == len(board.layout.by_id)
        claims[file] = {LOST: seen.status} if whole else {**seen.cells, **dict.fromkeys(seen.unknown, "unknown")}
        reader.confirm(Observation(ObservationStatus.OK, case.truth[file]))
    return claims


def effect(
    cases: Iterable[Case], before: Mapping[str, Any], now: Mapping[str, Any], name: str, factor: float
) -> Effect:
    """Return what has changed."""
    lost, cells, wrong, sets = 0, 0, 0, dict[str, int]()
    for case in cases:
        for file, was in before[case.name].items():
            is_now, truth = now[case.name][file], case.truth[file]
            changed = [cell for cell in {*was, *is_now} - {LOST} if was.get(cell) != is_now.get(cell)]
            gone = LOST in is_now and LOST not in was
            lost += gone
            sets[case.name] = sets.get(case.name, 0) + (gone or bool(changed))
            if not gone:
                cells += len(changed)
                claims = (cell for cell in changed if is_now.get(cell) not in ("unknown", truth.get(cell)))
                wrong += sum(was.get(cell) in ("unknown", truth.get(cell)) for cell in claims)
    return Effect(lost, sum(sets.values()), cells, wrong, name, factor, {name: of for name, of in sets.items() if of})


def scaled(value: float, factor: float) -> float:
    """Return the number times the factor: whole numbers stay whole, and at least 1. Of a share that would pass 1 what
    is left to 1 is divided instead: no posterior is 1.125.
    """
    if isinstance(value, int):
        return max(1, floor(value * factor) if factor < 1 else ceil(value * factor))
    if value < 1 <= value * factor:
        return 1 - (1 - value) / factor
    return value * factor


class Changed(MetaPathFinder, Loader):
    """Imports one module with another number in it."""

    def __init__(self, number: TunedNumber, value: float) -> None:
        self.number, self.value = number, value
        self.file = ROOT.joinpath(*number.module.split(".")).with_suffix(".py")

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """See ``MetaPathFinder``."""
        if fullname != self.number.module:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=str(self.file))

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, for the default."""

    def exec_module(self, module: ModuleType) -> None:
        """Execute the source with the new value."""
        tree, found = ast.parse(self.file.read_text()), False
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and (node.lineno, node.col_offset) == (
                self.number.line,
                self.number.column,
            ):
                node.value, found = self.value, True
        assert found, self.number
        exec(compile(tree, str(self.file), "exec"), module.__dict__)


def keep_poses() -> None:
    """Cache the pose of the board in every picture until the modules are imported anew. The knowledge of a tracker
    about a picture is kept with its pose.
    """
    from vision.localisation import board_detection, tracking

    known: dict[tuple[str, int], Any] = {}

    def once(name: str, find: Any, picture: int, *asked: Any) -> Any:
        key = name, hash(np.ascontiguousarray(asked[picture][::16, ::16]).tobytes())
        if key not in known:
            try:
                known[key] = find(*asked), None
            except Exception as refused:
                known[key] = None, refused
        pose, trouble = known[key]
        if trouble:
            raise trouble
        return pose

    def track(tracker: Any, picture: Any) -> Any:
        def found(picture: Any) -> tuple[Any, dict[str, Any]]:
            return original(tracker, picture), dict(vars(tracker))

        pose, state = once("track", found, 0, picture)
        vars(tracker).update(state)
        return pose

    original = tracking.Tracker.track
    setattr(tracking.Tracker, "track", track)  # noqa: B010
    for name, at in (("find_board", 0), ("pose_from_corners", 3)):
        setattr(board_detection, name, partial(once, name, getattr(board_detection, name), at))


Masks = dict[Any, Any]
"""silhouette, places and camera -> what is covered"""
FORKED = list[tuple[Sequence[Case], Said, Masks]]()
"""the state that every child is forked with; handed over with each task it would cost more than the task"""


def keep_masks(known: Masks) -> None:
    """Take the masks of a silhouette that is ``known`` under this camera from there."""
    from vision.evidence import templates

    def masks(model: Any, silhouette: Any, base_points: Any = None) -> Any:
        points = model.base_points if base_points is None else base_points
        form = silhouette.long, silhouette.wide, silhouette.height
        key = form, points.tobytes(), model.camera.focal, model.camera.board_pose.homography.tobytes(), str(model.grid)
        if key not in known:
            known[key] = original(model, silhouette, base_points)
        return known[key]

    original = templates.TemplateModel.masks
    setattr(templates.TemplateModel, "masks", masks)  # noqa: B010


def forget(kept: tuple[str, ...]) -> None:
    """Drop the imported modules of ``vision``, but those in the packages that are kept."""
    for module in list(sys.modules):
        if module.split(".")[0] == "vision" and not any(module.startswith(one) for one in kept):
            del sys.modules[module]


def tried(task: tuple[TunedNumber, float]) -> Effect:
    """Return the effect of one number, measured in a child process."""
    (number, factor), (cases, before, masks) = task, FORKED[0]
    elsewhere = not number.module.startswith(WHERE)
    forget(("vision.errors", *WHERE) if elsewhere else ())
    value = scaled(number.value, factor)
    sys.meta_path.insert(0, Changed(number, value))
    if number.module not in COVER:
        keep_masks(masks)
    now = {case.name: readings(case) for case in cases}
    name = f"{number.module.removeprefix('vision.')}.{number.name} {number.value:g} to {value:.4g}"
    return effect(cases, before, now, name, factor)


def effects(
    cases: Sequence[Case], numbers: Sequence[TunedNumber], processes: int, factors: Sequence[float] = FACTORS
) -> Iterator[Effect]:
    """Yield the effect of each number that a reader of boards imports."""
    forget(())
    keep_poses()
    masks: Masks = {}
    keep_masks(masks)
    before = {case.name: readings(case) for case in cases}
    FORKED[:] = [(cases, before, masks)]
    used = [number for number in numbers if number.module in sys.modules]
    used.sort(key=lambda number: number.module.startswith(WHERE))
    tasks = [(number, factor) for number in used for factor in factors if scaled(number.value, factor) != number.value]
    print(f"# {len(used)} of {len(numbers)} numbers belong to the reading of boards: {len(tasks)} readings", flush=True)
    with get_context("fork").Pool(processes, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(tried, tasks)


def printed(one: Effect) -> str:
    """Return a row of the table."""
    where = ", ".join(f"{name} {boards}" for name, boards in one.sets.items())
    return (
        f"{one.number:60} x {one.factor:4}  {one.lost:4} {one.boards:6} {one.cells:6} {one.wrong:6}  {where}".rstrip()
    )


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.bench.sensitivity", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of folders of photographs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scenes", type=int, default=SCENES, help="how many rendered scenes are read besides")
    parser.add_argument("--only", default="", help="numbers whose module and name contain this")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    began = perf_counter()
    photos = sorted(path.parent for path in chosen.folder.glob("*/truth.json")) if chosen.folder else []
    scenes = render(
        [recipe(seed) for seed in range(chosen.scenes)], Path(f"build/vision-scenes-{VERSION}"), chosen.processes
    )
    cases = [case_of(folder) for folder in [*photos, *scenes]]
    boards = sum(len(case.play) for case in cases)
    numbers = [each for each in tuned_numbers() if chosen.only in f"{each.module}.{each.name}"]
    found = list[Effect]()
    with Path("build/sensitivity.jsonl").open("w") as rows:
        for one in effects(cases, numbers, chosen.processes):
            found.append(one)
            print(json.dumps(asdict(one)), file=rows, flush=True)
    found.sort(reverse=True)
    print(f"{f'of {boards} boards':67}  lost boards  cells  wrong  boards by set")
    for one in found[:WORST]:
        print(printed(one))
    print(f"# {sum(one.boards == 0 for one in found)} of {len(found)} change nothing; {perf_counter() - began:.0f} s")
    Path("build/sensitivity.json").write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")


if __name__ == "__main__":
    main()
