"""The time of a frame, beside OpenCV's own default search for markers on the same frame in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import cv2
import numpy as np

from companion.games.abilene.common.board.position import setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import FIGURES, observation_of
from tests.bench.rows import Rows, row
from vision.inference.recogniser import Recogniser
from vision.runtime.temporal_filter import TemporalFilter

FLOOR = "default detectMarkers, 1080p, one thread"
MARKERS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def timed(folder: Path, rounds: int) -> Rows:
    """Return the rows about time, from one scene in 1080p."""
    cv2.setNumThreads(1)
    scene: dict[str, Any] = json.loads((folder / "scene.json").read_text())
    layout, seats = reference_board(scene["board"]), {letter: letter for letter in scene["ranches"]}
    steady = [frame for frame in scene["frames"][2:] if frame.get("again")]
    files = [(folder / frame["file"]).read_bytes() for frame in (*scene["frames"][:2], *steady)]
    pictures = [decoded(data) for data in files]
    start = perf_counter()
    again = [decoded(data) for data in files[:2]]
    reader = Recogniser.learn(layout, observation_of(setup(layout, seats), seats), again[0], again[1], rules=FIGURES)
    set_up = perf_counter() - start
    watch = TemporalFilter(reader)
    steady_pictures = [decoded((folder / name).read_bytes()) for name in (steady[-1]["file"], *steady[-1]["again"])]
    for picture in steady_pictures * 4:
        watch.see(picture)
    detector, played = cv2.aruco.ArucoDetector(MARKERS), list(zip(files, pictures, strict=True))[2:]
    spent: dict[str, list[float]] = {name: [] for name in ("markers", "read", "cold", "decoded", "still")}
    for number in range(rounds):
        data, picture = played[number % len(played)]
        spent["markers"].append(seconds(lambda picture=picture: detector.detectMarkers(picture)))  # type: ignore[misc]
        before = played[(number - 1) % len(played)][1]
        reader.read(before)  # so that something has moved in the next one
        spent["read"].append(seconds(lambda picture=picture: reader.read(picture)))  # type: ignore[misc]
        reader.cache.cached = None
        spent["cold"].append(seconds(lambda picture=picture: reader.read(picture)))  # type: ignore[misc]
        reader.read(before)
        spent["decoded"].append(seconds(lambda data=data: reader.read(decoded(data))))  # type: ignore[misc]
        resting = steady_pictures[number % len(steady_pictures)]
        while watch.see(resting) is None:  # the reading above was of another position: it looks again before it rests
            pass
        spent["still"].append(seconds(lambda resting=resting: watch.see(resting)))  # type: ignore[misc]
    floor = median(spent["markers"])
    rows = {FLOOR: row(floor * 1000, "ms")}
    for name, what, target in (
        ("read", "a 1080p frame read in play (something moved), without decoding", "<= 0.20"),
        ("decoded", "a 1080p frame read in play (something moved), JPEG decoded", "<= 0.40"),
        ("cold", "a single cold 1080p frame read, without decoding", ""),
        ("still", "a 1080p frame in which nothing moved", "<= 0.05"),
    ):
        ratio = median(
            seconds / marker_seconds for seconds, marker_seconds in zip(spent[name], spent["markers"], strict=True)
        )
        rows[what] = row(median(spent[name]) * 1000, "ms", FLOOR, ratio, target)
    rows["set-up from two 1080p pictures"] = row(set_up, "s", None, None, "<= 10")
    return rows


def decoded(data: bytes) -> np.ndarray:
    """Return a JPEG as a picture."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def seconds(what: Callable[[], object]) -> float:
    """Return how long it takes once."""
    start = perf_counter()
    what()
    return perf_counter() - start
