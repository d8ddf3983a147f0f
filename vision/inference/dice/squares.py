"""Squares that lie flat above the board, as the top of a die does: four straight edges of one length around little.

They are looked for in the picture as it would look from straight above at that height, where a square is a square.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import LOGARITHM, Floats
from vision.geometry.board_pose import Picture, Points
from vision.geometry.camera_pose import CameraPose


@dataclass(frozen=True, slots=True)
class Tuning:
    """Squares. Defaults are the values in use."""

    scale: float = 1.5
    """Pixels per millimetre at which edges are looked at: those of most cameras."""
    pips: int = 7
    """Pixels a side of the squares whose median is taken: noise and pips, which are less than half of them, go ..."""
    softened: float = 0.7
    """... and pixels (standard deviation) over which the rest is evened out."""
    line: float = 0.8
    """The part of a side that its edge is looked at along: corners are worn."""
    off: int = 1
    """Pixels by which an edge may lie beside its place: not all dice are of one size."""
    strongest: float = 1.0
    """No edge counts for more than one between colours so far apart (logarithms): four must be seen, not one."""
    faint: float = 0.06
    """Lines inside that are fainter than this are noise."""
    inset: int = 4
    """Pixels inside an edge that are still the edge."""
    turns: int = 6
    """Ways to lie that are tried at first, a quarter of a turn shared out; then a half and a quarter of that around."""


TUNING = Tuning()
ALONG = np.array([[-0.5, -0.5, 0, 0.5, 0.5]], np.float32)
"""The derivative across an edge that is a pixel or two wide."""
LATTICE = 5
"""Points a side for which it is worked out where they are in the picture; those between lie on straight lines."""


@dataclass(frozen=True)
class Square:
    """The likeliest square: its ``middle`` in millimetres, its ``turn`` in radians, and its ``score``: how much
    stronger its four edges are than the strongest line inside."""

    score: float = 0.0
    middle: Points = field(default_factory=lambda: np.zeros(2))
    turn: float = 0.0


def find_square(camera: CameraPose, picture: Picture, around: Points, side: float, reach: float) -> Square:
    """The likeliest square of that ``side`` so high above the board, its middle not farther than ``reach`` from the
    point; all in millimetres."""
    seen = _from_above(camera, picture, around, side, reach + side / 2 + 1)
    reach *= TUNING.scale
    first = np.pi / 2 / TUNING.turns
    best = max((_likeliest(seen, turn, side, reach) for turn in np.arange(TUNING.turns) * first), key=_score)
    finer = [_likeliest(seen, best.turn + part * first, side, reach) for part in (-0.5, -0.25, 0.25, 0.5)]
    best = max((best, *finer), key=_score)
    return Square(best.score, around + best.middle / TUNING.scale, best.turn)


def _score(square: Square) -> float:
    return square.score


def _from_above(camera: CameraPose, picture: Picture, around: Points, height: float, far: float) -> Floats:
    """n x n x 3: logarithms of the picture around a point so high above the board."""
    count = 2 * round(far * TUNING.scale) + 1
    far = count // 2 / TUNING.scale
    x, y = np.meshgrid(*[np.linspace(-far, far, LATTICE)] * 2)
    points = np.stack([x, y], axis=2).reshape(-1, 2) + around
    pixels = camera.pixels(points, height).reshape(LATTICE, LATTICE, 2).astype(np.float32)
    fx, fy = np.meshgrid(*[np.linspace(0, LATTICE - 1, count, dtype=np.float32)] * 2)
    where = np.asarray(cv2.remap(pixels, fx, fy, cv2.INTER_LINEAR))
    seen = np.asarray(
        cv2.remap(picture, where, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    colour = cv2.LUT(cv2.medianBlur(seen, TUNING.pips), LOGARITHM)
    return np.asarray(cv2.GaussianBlur(colour, (0, 0), TUNING.softened), np.float32)


def _likeliest(seen: Floats, turn: float, side: float, reach: float) -> Square:
    """The likeliest square that is turned so; ``reach`` and its ``middle``, from that of what is seen, in pixels."""
    count, half = len(seen), round(side / 2 * TUNING.scale)
    there = cv2.getRotationMatrix2D((count // 2, count // 2), np.degrees(turn), 1)
    even = cv2.warpAffine(seen, there, (count, count), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    long, wide = round(side * TUNING.scale * TUNING.line), 2 * TUNING.off + 1
    upright = _strength(cv2.blur(cv2.filter2D(even, -1, ALONG), (1, long)))
    level = _strength(cv2.blur(cv2.filter2D(even, -1, ALONG.T), (long, 1)))
    inside = np.ones((1, 2 * (half - TUNING.inset) + 1), np.uint8)
    within, out = slice(half, count - half), slice(0, count - 2 * half)
    strongest = np.maximum(cv2.dilate(upright, inside), cv2.dilate(level, inside.T))[within, within]
    upright = np.minimum(cv2.dilate(upright, np.ones((1, wide), np.uint8)), TUNING.strongest)
    level = np.minimum(cv2.dilate(level, np.ones((wide, 1), np.uint8)), TUNING.strongest)
    edges = upright[within, out] + upright[within, 2 * half :] + level[out, within] + level[2 * half :, within]
    score = edges / 4 / (strongest + TUNING.faint)
    y, x = np.ogrid[: len(score), : len(score)]
    middle = len(score) // 2
    score = np.where((x - middle) ** 2 + (y - middle) ** 2 <= reach**2, score, -1)
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    back = cv2.invertAffineTransform(there) @ np.array([column + half, row + half, 1.0])
    return Square(float(score[row, column]), np.asarray(back - count // 2), float(turn))


def _strength(derivative: NDArray[Any]) -> Floats:
    """The length of each (rows x columns x 3)."""
    return np.asarray(cv2.sqrt(cv2.transform(derivative * derivative, np.ones((1, 3), np.float32))), np.float32)
