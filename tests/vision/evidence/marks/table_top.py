"""A table from straight above, painted flat: cards with markers where a test wants them."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.boards.marked_table import MarkedTable
from companion.boards.printed_markers import CARD_SIDE, CARDS, DICTIONARY, ROW_SIDE, ROWS
from vision.evidence.marks.marks import Mark, mark_of
from vision.geometry.board_pose import Picture

SCALE = 1.4
"""pixels to a millimetre"""
TABLE = MarkedTable(
    {name: ROWS[at] for at, name in enumerate("AB")}, {number: f"card {number}" for number in CARDS[:12]}
)
WOOD = (70, 110, 150)
DICT = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))

Lying = tuple[int, float, float, float]
"""A marker: its number, its middle in millimetres, and by how many degrees it is turned clockwise."""


def side_of(number: int) -> float:
    return ROW_SIDE if number in ROWS else CARD_SIDE


def mark(lying: Lying) -> Mark:
    """Return the marker as a faultless reader finds it."""
    number, x, y, turned = lying
    half, angle = side_of(number) / 2, np.radians(turned)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ turn.T + (x, y)
    return mark_of(number, corners * SCALE)


def painted(lying: Iterable[Lying], size: tuple[int, int] = (900, 640)) -> Picture:
    """Return a wooden table with white cards and black markers; later ones lie on top."""
    chance = np.random.default_rng(7)
    picture = np.clip(np.array(WOOD) + chance.normal(0, 6, (size[1], size[0], 3)), 0, 255).astype(np.uint8)
    for each in lying:
        quad = mark(each).points
        middle = quad.mean(axis=0)
        tag = np.maximum(cv2.aruco.generateImageMarker(DICT, each[0], 140), 25)
        card = np.full((240, 240, 3), 230, np.uint8)
        card[50:190, 50:190] = tag[:, :, None]
        corners = (middle + (quad - middle) * 240 / 140).astype(np.float32)
        onto = cv2.getPerspectiveTransform(
            np.array([(0, 0), (239, 0), (239, 239), (0, 239)], np.float32), corners.astype(np.float32)
        )
        laid = cv2.warpPerspective(card, onto, size, flags=cv2.INTER_AREA)
        there = cv2.warpPerspective(np.full((240, 240), 255, np.uint8), onto, size)
        picture[there > 127] = laid[there > 127]
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8)
