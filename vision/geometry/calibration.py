"""The part of a set-up that is kept for the next evening: the picture of the empty board, its tapped corners.

It is a file beside the games. No other picture is ever kept, and this one is of the empty board.
"""

from __future__ import annotations

import base64
import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.boards import board_file
from companion.boards.layout import Layout
from companion.core.errors import BadRequest
from vision.geometry.board_pose import Picture, Points

logger = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Calibration:
    """Set-up of an evening. ``corners`` are the sheet's in the empty picture; None where markers tell.

    They are top left, top right, bottom right, bottom left.
    """

    layout: Layout
    empty: Picture | None
    corners: Points | None = None

    def save(self, path: Path) -> None:
        """Write the file, or leave the old one as it was. Raise OSError."""
        packed = b"" if self.empty is None else cv2.imencode(".png", self.empty)[1].tobytes()
        kept = {
            "board": board_file.to_json(self.layout),
            "corners": None if self.corners is None else np.asarray(self.corners).tolist(),
            "empty": base64.b64encode(packed).decode(),
        }
        beside = path.with_name(f"{path.name}.new")
        beside.write_text(json.dumps(kept), encoding="ascii")
        beside.chmod(0o600)
        beside.replace(path)


def load(path: Path | None, layout: Layout) -> Calibration | None:
    """Return what was kept for this board; None when there is nothing, or nothing that can be used."""
    if path is None or not path.exists():
        return None
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="ascii"))
        if board_file.from_json(kept["board"]) != layout:
            return None
        packed = np.frombuffer(base64.b64decode(kept["empty"]), np.uint8)
        empty = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
        corners = None if kept["corners"] is None else np.array(kept["corners"], np.float64).reshape(4, 2)
    except (OSError, ValueError, KeyError, TypeError, BadRequest):
        logger.warning("the set-up kept in %s cannot be used", path.name, exc_info=True)
        return None
    if packed.size and empty is None:
        return None
    return Calibration(layout, None if empty is None else np.asarray(empty, np.uint8), corners)
