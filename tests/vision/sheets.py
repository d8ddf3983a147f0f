"""A board drawn and photographed by a computed camera, for the tests that ask where it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.games.abilene.common.board.reference_boards import reference_board
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.sheet import sheet_corners

LAYOUT = reference_board("abilene-1993")
DENSE = 4
"""Pixels per millimetre of the drawn sheet."""


@dataclass(frozen=True)
class Shot:
    """The view of a picture: the camera's place (mm), the point it looks at, its turn (degrees), its lens."""

    place: tuple[float, float, float] = (20.0, -30.0, 1000.0)
    aim: tuple[float, float] = (5.0, 5.0)
    roll: float = 4.0
    focal: float = 1.05
    distortion: float = -0.02
    size: tuple[int, int] = (1280, 720)
    noise: float = 3.0
    blur: float = 0.7
    light: float = 1.0
    seed: int = 1

    def board_pose(self) -> BoardPose:
        """Return the truth: millimetres to ideal pixels."""
        focal = self.focal * self.size[0]
        inner = np.array([[focal, 0, (self.size[0] - 1) / 2], [0, focal, (self.size[1] - 1) / 2], [0, 0, 1.0]])
        turn = looking(self.place, self.aim, self.roll)
        x, y, height = self.place
        away = turn @ -np.array([x, y, -height])
        homography = inner @ np.column_stack([turn[:, 0], turn[:, 1], away])
        return BoardPose(homography / homography[2, 2], self.size, FoundBy.MARKERS, self.distortion)

    def above(self, points: Points, height: float) -> Points:
        """Return the truth about points above the sheet."""
        turn = looking(self.place, self.aim, self.roll)
        x, y, up = self.place
        there = (np.column_stack([points, np.full(len(points), -height)]) - (x, y, -up)) @ turn.T
        flat = there[:, :2] / there[:, 2:] * self.focal * self.size[0]
        board_pose = self.board_pose()
        return board_pose.distort(flat + board_pose.principal_point)


def looking(place: tuple[float, float, float], aim: tuple[float, float], roll: float) -> NDArray[np.float64]:
    """Return the rotation from the sheet's directions (x right, y down, z into the table) to the camera's."""
    into = np.array([aim[0] - place[0], aim[1] - place[1], place[2]])
    into = into / np.linalg.norm(into)
    angle = np.radians(roll)
    right = np.array([np.cos(angle), -np.sin(angle), 0])
    right = right - (right @ into) * into
    right = right / np.linalg.norm(right)
    return np.stack([right, np.cross(into, right), into])


@lru_cache(maxsize=8)
def sheet(markers: bool = True, seed: int = 3) -> Picture:
    """Return the empty board from straight above: mottled, cells outlined, with a frame and some ornaments."""
    rng = np.random.default_rng(seed)
    width, height = (round(side * DENSE) for side in LAYOUT.sheet)
    art = np.full((height, width, 3), (150, 190, 205), np.float32)
    for scale in (12, 50, 200):
        small = rng.normal(0, 9, (height // scale + 2, width // scale + 2, 3)).astype(np.float32)
        art += cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    board = np.clip(art, 0, 255).astype(np.uint8)
    for cell in LAYOUT.cells:
        outline = [dense(LAYOUT.corners(cell.id))]
        cv2.fillPoly(board, outline, tuple(float(40 + 30 * ((ord(cell.region) * k) % 5)) for k in (1, 2, 3)))
        cv2.polylines(board, outline, True, (40, 50, 60), 3, cv2.LINE_AA)
        if cell.flags:
            cv2.circle(board, tuple(outline[0].mean(0).astype(int).tolist()), 22, (210, 220, 225), -1, cv2.LINE_AA)
    for x, y in rng.uniform(-0.47, 0.47, (30, 2)) * LAYOUT.sheet:
        if np.hypot(x, y) > 245:
            colour = tuple(rng.uniform(20, 110, 3).tolist())
            cv2.putText(board, "*A&"[int(x) % 3], tuple(dense([(x, y)])[0].tolist()), 0, 2.0, colour, 5, cv2.LINE_AA)
    cv2.rectangle(board, (24, 24), (width - 24, height - 24), (30, 40, 90), 6)
    return marked(board) if markers else board


def marked(board: Picture) -> Picture:
    """Return the same with the layout's corner markers."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, margin = round(LAYOUT.marker_side * DENSE), round(LAYOUT.marker_margin * DENSE)
    for marker in LAYOUT.markers:
        tag = np.full((side + 2 * margin, side + 2 * margin), 245, np.uint8)
        tag[margin:-margin, margin:-margin] = np.maximum(cv2.aruco.generateImageMarker(dictionary, marker.id, side), 25)
        x, y = dense([(marker.x, marker.y)])[0] - side // 2 - margin
        board[y : y + len(tag), x : x + len(tag)] = tag[:, :, None]
    return board


def dense(points: object) -> NDArray[np.int32]:
    """Return the millimetres as whole pixels of the drawn sheet."""
    return np.round((np.asarray(points) + np.divide(LAYOUT.sheet, 2)) * DENSE).astype(np.int32)


@lru_cache(maxsize=12)
def photographed(shot: Shot, markers: bool = True) -> Picture:
    """Return what the camera sees of the drawn sheet; nobody may paint on it but on a copy."""
    picture = photograph(sheet(markers), shot)
    picture.setflags(write=False)
    return picture


def photograph(board: Picture, shot: Shot, table: tuple[int, int, int] = (70, 60, 50)) -> Picture:
    """Return what the camera sees of a drawn sheet on a plain table."""
    truth = shot.board_pose()
    columns, rows = np.meshgrid(np.arange(shot.size[0]), np.arange(shot.size[1]))
    where = truth.millimetres(np.column_stack([columns.ravel(), rows.ravel()]))
    where = (where + np.divide(LAYOUT.sheet, 2)) * DENSE - 0.5
    map_x, map_y = where.astype(np.float32).reshape(*shot.size[::-1], 2).transpose(2, 0, 1)
    smooth = cv2.GaussianBlur(board, (0, 0), 0.35 * DENSE / truth_scale(truth))
    seen = cv2.remap(smooth, map_x, map_y, cv2.INTER_LINEAR, borderValue=table).astype(np.float32)
    lit = cv2.GaussianBlur(seen, (0, 0), shot.blur) * shot.light + shot.noise * grain(shot.seed, seen.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


@lru_cache(maxsize=2)
def grain(seed: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the noise of a camera, from 0, with a deviation of 1."""
    return np.random.default_rng(seed).standard_normal(shape)


def truth_scale(board_pose: BoardPose) -> float:
    """Return the pixels per millimetre in the middle."""
    ends = board_pose.pixels(np.array([(-50.0, 0.0), (50.0, 0.0)]))
    return float(np.linalg.norm(ends[1] - ends[0])) / 100


def off(found: BoardPose, truth: BoardPose, layout: Layout = LAYOUT) -> float:
    """Return the error at the worst corner of the sheet, in pixels."""
    corners = sheet_corners(layout)
    return float(np.linalg.norm(found.pixels(corners) - truth.pixels(corners), axis=1).max())
