"""A folder of pictures with ``scene.json``: frames in order of time, and what a program may know of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.boards.marked_table import MarkedTable
from companion.core.text import say
from vision.errors import BadPicture, NoCamera
from vision.geometry.board_pose import Picture, Points

SCENE = "scene.json"
BOARD = "board.json"
"""A board file, for a board that is on no shelf."""
LOG = "table.jsonl"
"""The export of a table without a board: by it the game says what its pictures mean."""
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures in a folder, in the order of their names."""
    return sorted(file for file in folder.glob("*") if file.suffix.lower() in PICTURES)


class FrameKind(StrEnum):
    """Kinds of content of a frame."""

    EMPTY = "empty"
    """the board without figures"""
    START = "start"
    PLAY = "play"


@dataclass(frozen=True)
class SceneFrame:
    """A picture of a scene.

    ``turn``, ``seat`` and ``dice`` (by kind of die) as far as the scene tells them; ``seq`` is the number that the
    table was at.
    """

    file: str
    kind: FrameKind
    turn: int | None = None
    seat: str | None = None
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    seq: int | None = None


@dataclass(frozen=True)
class RecordedScene:
    """Recorded scene.

    ``corners`` are the corners of the sheet in the first frame (4 x 2 pixels: top left, top right, bottom right, bottom
    left as printed), None where nobody tapped them; ``ranches`` are the letters in play; ``start`` says what stands
    where in the frame of that kind, None where the game knows it.
    """

    folder: Path
    board: str
    ranches: tuple[str, ...]
    markers: bool
    corners: Points | None
    frames: tuple[SceneFrame, ...]
    start: Mapping[str, str] | None = None
    marked: MarkedTable | None = None
    """the printed markers of a table without a board"""
    by_log: bool = False
    """they are those of the table whose log lies in the folder"""
    by_hand: bool = False
    """the pictures are photos taken by hand, each from somewhere else"""

    @property
    def board_file(self) -> Path | None:
        """Return the board that the folder brings along.

        The file that ``board`` names, else board.json; None without one.
        """
        named = self.folder / Path(self.board).name
        return next((file for file in (named, self.folder / BOARD) if file.is_file()), None)

    def picture(self, frame: SceneFrame) -> Picture:
        """Return the frame's picture. Raise BadPicture where the file is missing or no picture."""
        try:
            data = np.fromfile(self.folder / frame.file, np.uint8)
        except OSError:
            raise BadPicture(say("The picture %(file)s is missing in the folder.", file=frame.file)) from None
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if picture is None:
            raise BadPicture(say("The file %(file)s cannot be read as a picture.", file=frame.file))
        return np.asarray(picture, np.uint8)

    def first(self, kind: FrameKind) -> SceneFrame:
        """Return the first frame of this kind. Raise NoCamera where there is none."""
        for frame in self.frames:
            if frame.kind is kind:
                return frame
        picture = say("the empty board") if kind is FrameKind.EMPTY else say("the start position")
        raise NoCamera(say("The folder has no picture of %(wanted)s.", wanted=picture))


def scene(folder: Path) -> RecordedScene:
    """Return the scene in a folder. Raise NoCamera with what is wrong with it."""
    try:
        data = json.loads((folder / SCENE).read_text(encoding="utf-8"))
    except OSError:
        no_file = say(
            "There is no %(file)s in %(folder)s. It says at least what is where in the second picture: "
"%(example)s",
            file=SCENE, folder=str(folder), example='{"start": {"A1": "light"}}',
        )  # fmt: skip
        raise NoCamera(no_file) from None
    except ValueError:
        raise NoCamera(say("%(file)s is damaged: it is not JSON.", file=SCENE)) from None
    try:
        return _scene(folder, data)
    except KeyError as missing:
        raise NoCamera(say("%(file)s does not say what “%(name)s” is.", file=SCENE, name=missing.args[0])) from None
    except (TypeError, ValueError, AttributeError) as wrong:
        raise NoCamera(say("%(file)s is not a scene: %(problem)s.", file=SCENE, problem=repr(wrong))) from None


def _scene(folder: Path, data: Mapping[str, Any]) -> RecordedScene:
    corners = None if data.get("corners_px") is None else np.array(data["corners_px"], np.float64)
    if corners is not None and corners.shape != (4, 2):
        raise ValueError("corners_px")
    by_log = data.get("marked") is True
    marked = None if data.get("marked") is None or by_log else MarkedTable.parse(data["marked"])
    return RecordedScene(
        folder,
        "" if marked or by_log else str(data.get("board", BOARD) if (folder / BOARD).is_file() else data["board"]),
        tuple(str(letter) for letter in data.get("ranches", ())),
        bool(data.get("markers", False)),
        corners,
        tuple(_frame(frame) for frame in (data["frames"] if "frames" in data else _in_order(folder))),
        None if data.get("start") is None else {str(cell): str(kind) for cell, kind in data["start"].items()},
        marked,
        by_log,
        data.get("by_hand") is True,
    )


def _in_order(folder: Path) -> list[dict[str, str]]:
    """Return frames that nobody has listed: the pictures of the folder, first the empty board, then the start."""
    kinds = chain((FrameKind.EMPTY, FrameKind.START), repeat(FrameKind.PLAY))
    return [{"file": file.name, "kind": kind} for file, kind in zip(pictures_in(folder), kinds, strict=False)]


def _frame(data: Mapping[str, Any]) -> SceneFrame:
    dice: Mapping[str, Sequence[int]] = data.get("dice") or {}
    return SceneFrame(
        Path(str(data["file"])).name,
        FrameKind(data.get("kind", FrameKind.PLAY)),
        None if data.get("turn") is None else int(data["turn"]),
        None if data.get("seat") is None else str(data["seat"]),
        {str(kind): tuple(int(face) for face in faces) for kind, faces in dice.items()},
        None if data.get("seq") is None else int(data["seq"]),
    )
