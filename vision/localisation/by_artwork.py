"""Finds a board without markers by what is printed on it, which one photo with four taps has shown.

Features of the board seen from straight above are matched with those of another photo from anywhere (RootSIFT, Lowe
2004 and Arandjelovic and Zisserman 2012; each must be the other's nearest; RANSAC over homographies), and the lines
between the cells say the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.core.text import say
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.geometry.line_refinement import refine_pose_on_lines
from vision.geometry.pose_validation import pose_problem
from vision.geometry.sheet import sheet_size

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Finding a board by its print. Defaults are the values in use."""

    density: float = 1.5
    """Pixels per millimetre at which the board's features are taken."""
    across: int = 800
    """Pixels of a photo's shorter side, which the board has to fit into, at which its features are taken."""
    features: int = 3000
    turned: float = 25.0
    """Degrees by which a match may be turned otherwise than most."""
    larger: float = 1.4
    """Times by which a match may be larger or smaller than most."""
    off: float = 3.0
    """Pixels by which a match may lie off."""
    few: int = 20
    """Matches that bear out a pose at least: fields look alike. The fewest on 70 photos of the plainest print: 31."""


TUNING = Tuning()


@dataclass(frozen=True)
class Features:
    """``points`` (n x 2), how each is turned (degrees) and how large it is, and how it looks (of length 1)."""

    points: NDArray[np.float64]
    turns: Floats
    sizes: Floats
    looks: Floats

    @classmethod
    def of(cls, picture: Picture) -> Features:
        """Those of a picture, in its pixels."""
        grey = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        detector: Any = cv2.SIFT.create(nfeatures=TUNING.features)
        found, looks = detector.detectAndCompute(grey, None)
        if looks is None:
            none = np.zeros(0, np.float32)
            return cls(np.zeros((0, 2)), none, none, np.zeros((0, 128), np.float32))
        turns, sizes = np.array([(point.angle, point.size) for point in found], np.float32).T
        looks = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
        return cls(np.array([point.pt for point in found], np.float64), turns, sizes, np.asarray(looks, np.float32))

    def matched(self, others: Features) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Pairs that look most alike, each to the other: figures are like much of the print, but like each part of it
        only once. One photo turns and shrinks the board by one measure, more or less: what is turned or shrunk
        otherwise is no match, and takes none from another."""
        if len(self.looks) < TUNING.few or len(others.looks) < TUNING.few:
            raise _unknown()
        alike = self.looks @ others.looks.T
        here, there = _mutual(alike)
        turned = others.turns[there] - self.turns[here]
        turn = _commonest(turned % 360, 360.0)
        kept = np.abs((turned - turn + 180) % 360 - 180) < TUNING.turned
        larger = np.log2(others.sizes[there] / self.sizes[here])[kept]
        size = _commonest(larger + SPAN / 2, SPAN) - SPAN / 2
        for rows in np.array_split(np.arange(len(alike)), 8):  # in parts: all at once take much memory
            off = (others.turns - self.turns[rows, None] - np.float32(turn - 180)) % 360 - 180
            grown = np.log2(others.sizes) - np.log2(self.sizes[rows, None]) - np.float32(size)
            alike[rows] *= (np.abs(off) < TUNING.turned) & (np.abs(grown) < np.log2(TUNING.larger))
        here, there = _mutual(alike)
        kept = alike[here, there] > 0
        return here[kept], there[kept]


def _mutual(alike: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns each of which is the other's likest."""
    there = alike.argmax(axis=1)
    here = np.flatnonzero(alike.argmax(axis=0)[there] == np.arange(len(there)))
    return here, there[here]


SPAN = 12.0
"""Octaves by which features may differ."""


@dataclass(frozen=True)
class Artwork:
    """The features of a board, with ``points`` in millimetres."""

    features: Features

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> Artwork:
        """That of the sheet in a picture of the empty board."""
        across, down = sheet_size(layout)
        wide, high = round(across * TUNING.density), round(down * TUNING.density)
        x, y = np.meshgrid(np.arange(wide), np.arange(high))
        sheet = np.stack([(x + 0.5) / TUNING.density - across / 2, (y + 0.5) / TUNING.density - down / 2], axis=2)
        where = board_pose.pixels(sheet.reshape(-1, 2)).reshape(high, wide, 2).astype(np.float32)
        above = Features.of(np.asarray(cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8))
        return cls(replace(above, points=(above.points + 0.5) / TUNING.density - [across / 2, down / 2]))

    def find(self, picture: Picture, layout: Layout) -> BoardPose:
        """Where the board lies in another photo; raises BoardNotFound."""
        by = min(1.0, TUNING.across / min(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA) if by < 1 else picture
        seen = Features.of(np.asarray(small, np.uint8))
        here, there = self.features.matched(seen)
        if len(here) < TUNING.few:
            raise _unknown()
        known, pixels = self.features.points[here], seen.points[there]
        found, inside = cv2.findHomography(
            known, pixels, cv2.USAC_MAGSAC, TUNING.off, maxIters=20_000, confidence=0.9999
        )
        if found is None or int(inside.sum()) < TUNING.few:
            raise _unknown()
        grow = np.array([[1 / by, 0, 0.5 / by - 0.5], [0, 1 / by, 0.5 / by - 0.5], [0, 0, 1]])
        homography = grow @ found
        size = (picture.shape[1], picture.shape[0])
        pose = BoardPose(np.asarray(homography / homography[2, 2], np.float64), size, FoundBy.TRACKED)
        if problem := pose_problem(pose, layout):
            raise BoardNotFound(problem)
        return refine_pose_on_lines(picture, layout, pose, close=True)


def _commonest(values: Floats, span: float) -> float:
    """What most of the values (from 0 to ``span``, and around again) are near."""
    rounds = np.histogram(values, bins=36, range=(0, span))[0]
    votes = rounds + np.roll(rounds, 1) + np.roll(rounds, -1)
    return (int(votes.argmax()) + 0.5) * span / 36


def _unknown() -> BoardNotFound:
    return BoardNotFound(
        say("The board is not recognised on this photo. Take it from nearer above, or tap its four corners.")
    )
