"""Keeps a table without a board as a scene: a picture of everything new that lies there, with what the box believed.

The folder has the form that ``companion camera read`` and ``check`` read: ``scene.json``, ``truth.json``, pictures;
``companion camera record`` adds the table's log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2

from companion.boards.marked_table import LOOSE, MarkedTable
from companion.boards.observation import Observation, ObservationStatus
from vision.capture.recording import QUALITY, failed
from vision.geometry.board_pose import Picture


class MarkedRecording:
    """One folder. A picture is kept when it reads otherwise than the one before, hidden things included: what is read
    of the next one depends on it. Raises VisionTrouble where the folder cannot be written."""

    def __init__(self, folder: Path, table: MarkedTable) -> None:
        self.folder = folder
        self.scene: dict[str, Any] = {"marked": table.plain(), "frames": []}
        self.truth: list[dict[str, Any]] = []
        self.kept: Observation | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise failed(folder, error) from error

    @property
    def frames(self) -> int:
        """How many pictures there are."""
        return len(self.truth)

    def see(self, picture: Picture, seen: Observation, believed: Observation | None, moment: Mapping[str, Any]) -> None:
        """A steady reading of this picture; raises VisionTrouble."""
        if seen.status is ObservationStatus.NO_BOARD:
            return
        new = seen != self.kept
        confirmed = believed is not None and agree(seen, believed)
        if not new and (not confirmed or self.truth[-1]["confirmed"]):
            return
        self.kept = seen
        try:
            if new:
                self._add(picture, moment)
            self.truth[-1] |= {"confirmed": confirmed, **(believed or Observation(ObservationStatus.OK)).line((LOOSE,))}
            for file, data in (("scene.json", self.scene), ("truth.json", {"frames": self.truth})):
                (self.folder / file).write_text(json.dumps(data, indent=1), encoding="utf-8")
        except OSError as error:
            raise failed(self.folder, error) from error

    def _add(self, picture: Picture, moment: Mapping[str, Any]) -> None:
        name = f"{self.frames:03}.jpg"
        good, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        assert good
        (self.folder / name).write_bytes(packed.tobytes())
        known = {key: moment[key] for key in ("turn", "seat", "seq") if key in moment}
        self.scene["frames"].append({"file": name, "kind": "play", **known})
        self.truth.append({"file": name})


def agree(seen: Observation, believed: Observation) -> bool:
    """Whether all that is believed is seen, and nothing else but what lies in nobody's row."""
    areas = {name: kinds for name, kinds in seen.areas.items() if name != LOOSE}
    wanted = {name: kinds for name, kinds in believed.areas.items() if kinds}
    return not seen.unknown and seen.cells == believed.cells and areas == wanted
