"""Finds a board without markers by what is printed on it, which one photo with four taps has shown.

Features of the board seen from straight above are matched with those of another photo from anywhere (SIFT, Lowe 2004;
the ratio test; RANSAC over homographies), and the lines between the cells say the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    longest: int = 1100
    """Pixels of a photo's longer side at which its features are taken."""
    features: int = 3000
    ratio: float = 0.8
    """A match counts if the next best is farther by this."""
    turned: float = 25.0
    """Degrees by which a match may be turned otherwise than most."""
    off: float = 3.0
    """Pixels by which a match may lie off."""
    few: int = 20
    """Matches that bear out a pose at least: fields look alike."""


TUNING = Tuning()


@dataclass(frozen=True)
class Artwork:
    """The features of a board: ``points`` (n x 2) in millimetres, how each is turned (degrees), and how it looks."""

    points: NDArray[np.float64]
    turns: Floats
    looks: Floats

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> Artwork:
        """That of the sheet in a picture of the empty board."""
        across, down = sheet_size(layout)
        wide, high = round(across * TUNING.density), round(down * TUNING.density)
        x, y = np.meshgrid(np.arange(wide), np.arange(high))
        sheet = np.stack([(x + 0.5) / TUNING.density - across / 2, (y + 0.5) / TUNING.density - down / 2], axis=2)
        where = board_pose.pixels(sheet.reshape(-1, 2)).reshape(high, wide, 2).astype(np.float32)
        above = np.asarray(cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)
        pixels, turns, looks = _features(above)
        return cls((pixels + 0.5) / TUNING.density - [across / 2, down / 2], turns, looks)

    def find(self, picture: Picture, layout: Layout) -> BoardPose:
        """Where the board lies in another photo; raises BoardNotFound."""
        by = min(1.0, TUNING.longest / max(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA) if by < 1 else picture
        pixels, turns, looks = _features(np.asarray(small, np.uint8))
        if len(looks) < TUNING.few or len(self.looks) < TUNING.few:
            raise _unknown()
        pairs = cv2.BFMatcher().knnMatch(self.looks, looks, k=2)
        good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < TUNING.ratio * pair[1].distance]
        here = np.array([match.queryIdx for match in good], int)
        there = np.array([match.trainIdx for match in good], int)
        alike = _turned_alike(turns[there] - self.turns[here])
        here, there = here[alike], there[alike]
        if len(here) < TUNING.few:
            raise _unknown()
        found, inside = cv2.findHomography(
            self.points[here], pixels[there], cv2.USAC_MAGSAC, TUNING.off, maxIters=20_000, confidence=0.9999
        )
        if found is None or int(inside.sum()) < TUNING.few:
            raise _unknown()
        grow = np.array([[1 / by, 0, 0.5 / by - 0.5], [0, 1 / by, 0.5 / by - 0.5], [0, 0, 1]])
        homography = grow @ found
        size = (picture.shape[1], picture.shape[0])
        pose = BoardPose(np.asarray(homography / homography[2, 2], np.float64), size, FoundBy.TRACKED)
        if problem := pose_problem(pose, layout):
            raise BoardNotFound(problem)
        return refine_pose_on_lines(picture, layout, pose)


def _turned_alike(turns: Floats) -> NDArray[np.bool_]:
    """Which matches are turned like most: one photo turns the board by one angle, more or less."""
    rounds = np.histogram(turns % 360, bins=36, range=(0, 360))[0]
    votes = rounds + np.roll(rounds, 1) + np.roll(rounds, -1)
    main = 10.0 * int(votes.argmax()) + 5.0
    return np.asarray(np.abs((turns - main + 180) % 360 - 180) < TUNING.turned)


def _features(picture: Picture) -> tuple[NDArray[np.float64], Floats, Floats]:
    grey = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    detector: Any = cv2.SIFT.create(nfeatures=TUNING.features)
    points, looks = detector.detectAndCompute(grey, None)
    if looks is None:
        return np.zeros((0, 2)), np.zeros(0, np.float32), np.zeros((0, 128), np.float32)
    turns = np.array([point.angle for point in points], np.float32)
    return np.array([point.pt for point in points], np.float64), turns, np.asarray(looks, np.float32)


def _unknown() -> BoardNotFound:
    return BoardNotFound(
        say("The board is not recognised on this photo. Take it from nearer above, or tap its four corners.")
    )
