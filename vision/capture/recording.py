"""Keeps a game as a scene: pictures with what the table confirmed of them. Only when somebody has asked for it.

The folder has the form that ``companion camera read`` and ``check`` read: ``scene.json``, ``truth.json``, pictures.
With a board its own file is there, for a board that is on no shelf; without one ``companion camera record`` adds the
table's log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.boards.board_file import HUB, to_text
from companion.boards.figure_rules import FigureRules
from companion.boards.layout import Layout
from companion.boards.marked_table import LOOSE, MarkedTable
from companion.boards.observation import Observation, ObservationStatus
from companion.core.text import say
from vision.capture.scene_folder import BOARD
from vision.errors import VisionTrouble
from vision.geometry.board_pose import BoardPose, Picture
from vision.geometry.sheet import sheet_corners

QUALITY = 92
BESIDE = "beside"


@dataclass
class SceneFiles:
    """The files of one folder. Raises VisionTrouble where they cannot be written."""

    folder: Path
    scene: dict[str, Any]
    truth: list[dict[str, Any]] = field(default_factory=list)

    def add(self, picture: Picture, head: Mapping[str, Any], truth: Mapping[str, Any]) -> None:
        """Write one more picture, with what ``scene.json`` and ``truth.json`` say of it."""
        name = f"{len(self.truth):03}.jpg"
        good, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        assert good
        self.write(name, packed.tobytes())
        self.scene["frames"].append({"file": name, **head})
        self.truth.append({"file": name, **truth})
        self.save()

    def save(self) -> None:
        """Write what has been said of the pictures."""
        for file, data in (("scene.json", self.scene), ("truth.json", {"frames": self.truth})):
            self.write(file, json.dumps(data, indent=1).encode())

    def write(self, file: str, data: bytes) -> None:
        """Write one file."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / file).write_bytes(data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise VisionTrouble(
                say("The pictures cannot be kept in %(folder)s: %(reason)s.", folder=str(self.folder), reason=reason)
            ) from error


class MarkedRecording:
    """A recording of a table without a board.

    A picture is kept when it reads otherwise than the one before, hidden things included: what is read of the next one
    depends on it.
    """

    def __init__(self, folder: Path, table: MarkedTable) -> None:
        self.folder = folder
        self.files = SceneFiles(folder, {"marked": table.plain(), "frames": []})
        self.kept: Observation | None = None

    def see(self, picture: Picture, seen: Observation, believed: Observation | None, moment: Mapping[str, Any]) -> None:
        """Record a steady reading of this picture. Raise VisionTrouble."""
        new, truth = seen != self.kept, self.files.truth
        confirmed = believed is not None and agree(seen, believed)
        if not new and (not confirmed or truth[-1]["confirmed"]):
            return
        self.kept = seen
        line = {"confirmed": confirmed, **(believed or Observation(ObservationStatus.OK)).line((LOOSE,))}
        if new:
            known = {key: moment[key] for key in ("turn", "seat", "seq") if key in moment}
            self.files.add(picture, {"kind": "play", **known}, line)
        else:
            truth[-1] |= line
            self.files.save()


def agree(seen: Observation, believed: Observation) -> bool:
    """Return whether all that is believed is seen, and nothing else but what lies in nobody's row."""
    areas = {name: kinds for name, kinds in seen.areas.items() if name != LOOSE}
    believed_areas = {name: kinds for name, kinds in believed.areas.items() if kinds}
    return not seen.unknown and seen.cells == believed.cells and areas == believed_areas


class Recording:
    """A folder of recorded pictures. A picture is kept when it reads as the table believes, once for every position."""

    def __init__(
        self, folder: Path, layout: Layout, empty: Picture, board_pose: BoardPose, markers: bool, rules: FigureRules
    ) -> None:
        self.folder, self.layout, self.rules = folder, layout, rules
        self.areas = [*dict.fromkeys((HUB, *(area.name for area in layout.areas), *rules.area_kinds))]
        scene = {"board": layout.name, "ranches": [], "markers": markers, "corners_px": self._corners(board_pose)}
        self.files = SceneFiles(folder, {**scene, "frames": []})
        self.letters: dict[str, str] = {}
        self.kept: Observation | None = None
        self.turn, self.used = 0, list[Any]()
        self._add(empty, board_pose, {"kind": "empty"}, Observation(ObservationStatus.OK), [])
        self.files.write(BOARD, to_text(layout).encode())

    def see(
        self,
        picture: Picture,
        board_pose: BoardPose,
        seen: Observation,
        believed: Observation,
        moment: Mapping[str, Any],
    ) -> None:
        """Record a steady picture if it reads as the table believes and shows something new.

        Raise VisionTrouble.
        """
        if seen.cells != believed.cells or believed == self.kept or seen.unknown:
            return
        start = self._is_start(believed)
        if start:
            self._learn_letters(believed)
        head = {"kind": "start"} if start else {"kind": "play", **self._moment(moment)}
        moves = self._moves(self.kept, believed) if self.kept is not None and not start else []
        self.kept = believed
        self._add(picture, board_pose, head, believed, moves)

    def _add(
        self,
        picture: Picture,
        board_pose: BoardPose,
        head: Mapping[str, Any],
        figures: Observation,
        moves: list[dict[str, str]],
    ) -> None:
        truth = {
            "status": "ok",
            "cells": {cell: self._named(kind) for cell, kind in sorted(figures.cells.items())},
            **{area: [self._named(kind) for kind in figures.in_area(area)] for area in self.areas},
            "hidden": [],
            "partly_hidden": [],
            "hidden_areas": [],
            "moves": moves,
            "legal": None,
            "corners_px": self._corners(board_pose),
        }
        self.files.add(picture, head, truth)

    def _corners(self, board_pose: BoardPose) -> list[list[float]]:
        corners = np.round(board_pose.pixels(np.array(sheet_corners(self.layout), np.float64)), 2)
        return [[float(x), float(y)] for x, y in corners]

    def _moment(self, moment: Mapping[str, Any]) -> dict[str, Any]:
        """Return whose turn it is, and the dice that were used since the last picture."""
        dice: dict[str, list[int]] = {}
        turn, now = int(moment.get("turn", 0)), [list(die) for die in moment.get("dice", ())]
        if turn != self.turn or [die[:2] for die in now] != [die[:2] for die in self.used]:
            self.turn, self.used = turn, [[*die[:2], False] for die in now]
        for before, after in zip(self.used, now, strict=True):
            if after[2] and not before[2]:
                dice.setdefault(self.rules.dice_names.get(after[0], str(after[0])), []).append(int(after[1]))
        self.used = now
        return {"seat": str(moment.get("seat", "")), "turn": turn, "dice": dice}

    def _moves(self, before: Observation, after: Observation) -> list[dict[str, str]]:
        """Return which figure went where, paired by kind in the order of the cells."""
        moves = []
        for kind in sorted({*before.cells.values(), *after.cells.values()}):
            left = [
                cell for cell, there in sorted(before.cells.items()) if there == kind and after.cells.get(cell) != kind
            ]
            new = [
                cell for cell, there in sorted(after.cells.items()) if there == kind and before.cells.get(cell) != kind
            ]
            for area in self.areas:
                change = after.in_area(area).count(kind) - before.in_area(area).count(kind)
                new += [self.rules.exits.get(area, area)] * change
                left += [area] * -change if area not in self.rules.exits else []
            pairs = zip_longest(left, new, fillvalue=BESIDE)
            moves += [{"piece": self._named(kind), "from": frm, "to": to} for frm, to in pairs]
        return moves

    def _is_start(self, figures: Observation) -> bool:
        """Return whether every figure stands on a cell where figures of its family start."""
        flags = {cell: self.rules.start_flags.get(kind.partition(":")[0]) for cell, kind in figures.cells.items()}
        return bool(flags) and all(flag in self.layout.by_id[cell].flags for cell, flag in flags.items())

    def _learn_letters(self, start: Observation) -> None:
        """Learn letters: in a scene a figure with a colour bears that of the region where it starts."""
        regions = {cell: self.layout.by_id[cell].region for cell in start.cells}
        coloured = {cell: kind.partition(":")[0] for cell, kind in start.cells.items() if ":" in kind}
        self.letters = {start.cells[cell]: f"{what}:{regions[cell]}" for cell, what in coloured.items()}
        self.files.scene["ranches"] = sorted(set(regions.values()))

    def _named(self, kind: str) -> str:
        return self.letters.get(kind, kind)
