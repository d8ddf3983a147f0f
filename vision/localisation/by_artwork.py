"""Finds a board by what was seen on it once: its print, and the figures on it.

Features of the sheet seen from straight above are matched with those of another picture from anywhere (RootSIFT, Lowe
2004 and Arandjelovic and Zisserman 2012; each must be the other's nearest; MAGSAC over homographies, Barath 2019).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.core.text import say
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.pose_validation import pose_problem
from vision.geometry.sheet import SPACING, sheet_size

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Finding a board by its features. Defaults are the values in use."""

    across: int = 800
    """Pixels across the shorter side of the sheet, and of a picture, at which features are taken: a plain board that
    has 21 to 32 matches at 400 pixels has 42 to 93 at these. More costs more."""
    features: int = 4000
    """Features of a picture at most, the clearest: more cost more."""
    off: float = 2.0
    """Pixels of that picture by which a match may lie off."""
    few: int = 20
    """Matches that bear out a pose at least: fields look alike."""


TUNING = Tuning()


@dataclass(frozen=True)
class Features:
    """Features of a picture: ``points`` (n x 2), and how each looks (of length 1)."""

    points: NDArray[np.float64]
    descriptors: Floats

    @classmethod
    def of(cls, picture: Picture) -> Features:
        """Return those of a picture, in its pixels."""
        by = min(1.0, TUNING.across / min(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
        grey = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
        detector: Any = cv2.SIFT.create(nfeatures=TUNING.features)
        found, descriptors = detector.detectAndCompute(grey, None)
        if descriptors is None:
            return cls(np.zeros((0, 2)), np.zeros((0, 128), np.float32))
        descriptors = np.sqrt(descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6))
        points = (np.array([point.pt for point in found], np.float64) + 0.5) / by - 0.5
        return cls(points, np.asarray(descriptors, np.float32))

    def matched(self, other: Features) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return pairs that look most alike, each to the other.

        Figures are like much of the print, but like each part of it only once.
        """
        if not len(self.descriptors) or not len(other.descriptors):
            return np.zeros(0, np.intp), np.zeros(0, np.intp)
        alike = self.descriptors @ other.descriptors.T
        there = alike.argmax(axis=1)
        here = np.flatnonzero(alike.argmax(axis=0)[there] == np.arange(len(there)))
        return here, there[here]


@dataclass(frozen=True)
class Artwork:
    """The features of a board, with ``points`` in millimetres."""

    features: Features

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> Artwork:
        """Return the part of a picture with the sheet, and a cell around it over which figures lean."""
        size = np.array(sheet_size(layout)) + 2 * SPACING
        density = TUNING.across / size.min()
        wide, high = np.round(size * density).astype(int).tolist()
        x, y = np.meshgrid(np.arange(wide), np.arange(high))
        sheet = (np.stack([x, y], axis=2).reshape(-1, 2) + 0.5) / density - size / 2
        where = board_pose.pixels(sheet).reshape(high, wide, 2).astype(np.float32)
        above = Features.of(np.asarray(cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8))
        return cls(replace(above, points=(above.points + 0.5) / density - size / 2))

    def find(self, picture: Picture, layout: Layout, distortion: float = 0.0) -> BoardPose:
        """Return where the board lies in another picture, taken through a lens that bends so. Raise BoardNotFound."""
        found = self.matched(Features.of(picture), (picture.shape[1], picture.shape[0]), distortion)
        return checked(found, layout).board_pose

    def matched(self, seen: Features, size: tuple[int, int], distortion: float = 0.0) -> Matched | None:
        """Return the pose that most matches bear out in a picture of this size with these features, if any does."""
        here, there = self.features.matched(seen)
        lens = BoardPose(np.eye(3), size, FoundBy.TRACKED, distortion)
        if len(here) < TUNING.few:
            return None
        found, inside = cv2.findHomography(
            self.features.points[here],
            lens.undistort(seen.points[there]),
            cv2.USAC_MAGSAC,
            TUNING.off * max(1.0, min(size) / TUNING.across),
            maxIters=20_000,
            confidence=0.9999,
        )
        if found is None or int(inside.sum()) < TUNING.few:
            return None
        return Matched(replace(lens, homography=np.asarray(found / found[2, 2], np.float64)), int(inside.sum()))


class Matched(NamedTuple):
    """A pose, and how many matches bear it out."""

    board_pose: BoardPose
    matches: int


def checked(found: Matched | None, layout: Layout) -> Matched:
    """Return what was found. Raise BoardNotFound where that is nothing, or no board lies so."""
    if found is None:
        raise BoardNotFound(
            say("The board is not recognised on this photo. Take it from nearer above, or tap its four corners.")
        )
    if problem := pose_problem(found.board_pose, layout):
        raise BoardNotFound(problem)
    return found
