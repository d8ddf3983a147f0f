"""The truth of a folder of pictures, the answers of players by it, and the score of a reading."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from companion.cli.camera.scene_reader import no_taps, reader_of, seen_in

if TYPE_CHECKING:
    from companion.cli.camera.scene_board import SceneBoard
    from vision.capture.scene_folder import RecordedScene, SceneFrame
    from vision.geometry.board_pose import Points

TRUTH, REGISTERED = "truth.json", "registered.json"
ASKED = "asked"
"""The answer about a cell that the reader asks about instead of claiming anything."""


@dataclass(frozen=True)
class Truth:
    """Truth of a scene: ``observations`` by the file of a picture, ``corners`` of the sheet as tapped.

    Only pictures that nothing covers.
    """

    observations: Mapping[str, Observation]
    corners: Mapping[str, Any]

    @classmethod
    def of(cls, folder: Path, areas: Collection[str]) -> Truth:
        """Return what truth.json says, and where the corners lie. Raise ClickException."""
        try:
            frames = json.loads((folder / TRUTH).read_text(encoding="utf-8"))["frames"]
            registered = folder / REGISTERED
            corners = json.loads(registered.read_text(encoding="utf-8")) if registered.is_file() else {}
            uncovered = {frame["file"]: frame for frame in frames if frame.get("status", "ok") == "ok"}
            tapped = {frame["file"]: frame["corners_px"] for frame in frames if "corners_px" in frame}
            return cls({file: _observation(frame, areas) for file, frame in uncovered.items()}, {**tapped, **corners})
        except OSError as error:
            raise click.ClickException(f"To answer, {folder} needs a {TRUTH}: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError) as error:
            raise click.ClickException(f"{TRUTH} does not say what stands in each picture: {error!r}.") from error

    def taps(self, file: str) -> Points | None:
        """Return the corners of the sheet in this picture, if they are known."""
        import numpy as np

        return np.array(self.corners[file], np.float64) if file in self.corners else None

    def answer(self, file: str, seen: Observation) -> Observation | None:
        """Return what a table would confirm that answers all questions by the truth, and accepts all claims.

        None where nothing is asked: the board was not read, or something really lies over it.
        """
        truth = self.observations.get(file)
        if truth is None or seen.status not in (ObservationStatus.OK, ObservationStatus.COVERED):
            return None
        answered = {cell: truth.cells[cell] for cell in seen.unknown if cell in truth.cells}
        areas = {area: truth.in_area(area) for area in seen.unknown if area in truth.areas}
        return Observation(ObservationStatus.OK, {**seen.cells, **answered}, (), {**seen.areas, **areas})


def _observation(frame: Mapping[str, Any], areas: Collection[str]) -> Observation:
    """Return what stands on the cells and in the areas."""
    beside = {area: tuple(frame[area]) for area in areas if frame.get(area)}
    return Observation(ObservationStatus.OK, dict(frame["cells"]), (), beside)


@dataclass
class Score:
    """The score of a set: cells that differ from the start, whole boards, all cells."""

    changed: int = 0
    changed_right: int = 0
    boards: int = 0
    exact: int = 0
    wrong: int = 0
    asked: int = 0
    unread: int = 0
    cells: int = 0
    taps: int = 0
    """pictures in which somebody had to tap the corners"""
    missed: dict[str, dict[str, str]] = field(default_factory=dict)
    """of each picture the cells that are not right, and what was said of them"""

    def count(
        self, seen: Observation, truth: Observation, start: Observation, every: Collection[str]
    ) -> dict[str, str]:
        """Count one picture; a claim is wrong where it is not the truth, a cell left open is not.

        Return what was asked or claimed wrong of the cells that are not right.
        """
        unknown, read = frozenset(seen.unknown).intersection(every), seen.cells
        right = {cell for cell in every if cell not in unknown and read.get(cell) == truth.cells.get(cell)}
        changed = [cell for cell in every if truth.cells.get(cell) != start.cells.get(cell)]
        self.changed += len(changed)
        self.changed_right += len(right.intersection(changed))
        self.boards += 1
        self.cells += len(every)
        self.exact += len(right) == len(every)
        self.wrong += len(every) - len(right) - len(unknown)
        if len(unknown) == len(every):
            self.unread += 1
        else:
            self.asked += len(unknown)
        return {cell: ASKED if cell in unknown else read.get(cell, EMPTY) for cell in every if cell not in right}

    @property
    def line(self) -> str:
        """Return it as a sentence."""
        return (
            f"{self.exact} of {self.boards} boards exact, {self.changed_right} of {self.changed} changed cells right,"
            f" {self.wrong} wrong claims, {self.asked} cells asked, {self.unread} pictures not read,"
            f" corners tapped {self.taps} times"
        )


def readings(
    found: RecordedScene, board: SceneBoard, truth: Truth | None, confirm_all: bool, score: Score
) -> Iterator[tuple[SceneFrame, Observation]]:
    """Yield the reading of each picture, and count it; a table that has the truth answers by it, or tells all of it.

    Raise ClickException with the fault of the pictures.
    """
    from vision.capture.scene_folder import FrameKind

    reader = reader_of(found, board, truth.taps if truth else no_taps)
    for frame in found.frames:
        seen = seen_in(reader, found, frame, board)
        score.taps = reader.taps
        if truth is not None and frame.kind is FrameKind.PLAY and frame.file in truth.observations:
            true = truth.observations[frame.file]
            score.missed[frame.file] = score.count(seen, true, board.start, board.layout.by_id)
            believed = true if confirm_all else truth.answer(frame.file, seen)
            if believed is not None:
                reader.confirm(believed)
        yield frame, seen
