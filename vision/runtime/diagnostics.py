"""Diagnostics of a camera before the game: sharpness, light, the whole board in the picture, speed.

Every finding is a sentence that says what to do where something is wrong.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.layout import Layout
from companion.core.text import Text, say
from vision.errors import BoardNotFound, VisionTrouble
from vision.evidence.marks.marks import read_marks
from vision.geometry.board_pose import BoardPose, Picture
from vision.geometry.pose_validation import pixels_per_mm
from vision.geometry.sheet import sheet_corners
from vision.localisation.board_detection import find_board, markers_in, valid_picture

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Limits of a good picture. Defaults are the values in use."""

    sharp: float = 0.5
    """share of its fine detail that a sharp picture loses when it is blurred once more"""
    dark: float = 55.0
    """mean grey level of a board that has light enough"""
    burnt: float = 0.06
    """part of the board that is plain white: a lamp that mirrors itself"""
    uneven: float = 0.35
    """the darkest tenth of the board as a part of the brightest; plain artwork under an even light: more than a half"""
    small: float = 16.0
    """pixels across a cell, or a printed marker of a table without a board; fewer are too few"""


TUNING = Tuning()

PICTURES, PATIENCE_SECONDS = 16, 8.0
"""how many are looked at, and how long they are waited for"""
SLOWEST_RATE = 4.0
"""pictures a second; with fewer a move is seen late"""
WHITE = 250
"""grey level from which on a pixel tells nothing but that it is bright"""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of one check."""

    good: bool
    text: Text


def grab_frames(
    read: Callable[[], Picture | None], clock: Callable[[], float] = time.monotonic
) -> tuple[list[Picture], float]:
    """Return some pictures, and how many came in a second. Raise VisionTrouble when none comes."""
    pictures: list[Picture] = []
    times: list[float] = []
    began, trouble = clock(), None
    while len(pictures) < PICTURES and clock() - began < PATIENCE_SECONDS:
        try:
            picture = read()
        except VisionTrouble as error:
            logger.debug("no picture", exc_info=True)
            picture, trouble = None, error
        if picture is None:
            time.sleep(0.02)
            continue
        pictures.append(picture)
        times.append(clock())
    if not pictures:
        raise trouble or VisionTrouble(say("The camera gave no picture."))
    span = times[-1] - times[0]
    return pictures, (len(times) - 1) / span if span > 0 else 0.0


def findings(pictures: Sequence[Picture], rate: float, layout: Layout) -> list[Diagnosis]:
    """Return what is good and what is not about these pictures. Raise BadPicture for those that show nothing."""
    picture = valid_picture(pictures[-1])
    try:
        board_pose = find_board(picture, layout)
    except BoardNotFound as trouble:
        logger.debug("no board in the picture", exc_info=True)
        cards = say("Markers of cards are there: if that is the table, look at it with --markers.")
        other = [Diagnosis(False, cards)] if read_marks(picture).seen else []
        return [*speed(picture, rate), *light(picture), focus(picture), Diagnosis(False, trouble.text), *other]
    board = on_board(picture, board_pose, layout)
    seen, printed = len(markers_in(picture, layout)), len(layout.markers)
    corners = Diagnosis(seen == printed, say("Corner markers: %(seen)s of %(printed)s.", seen=seen, printed=printed))
    return [*speed(picture, rate), *light(board), focus(board), corners, coverage(board_pose, layout)]


def marked_findings(pictures: Sequence[Picture], rate: float) -> list[Diagnosis]:
    """Return the same for a table without a board, by whatever printed markers lie on it. Raise BadPicture."""
    picture = valid_picture(pictures[-1])
    sizes = [mark.size for mark in read_marks(picture).seen.values()]
    found = Diagnosis(False, say("No printed marker is to be seen: lay some out, flat and in the light."))
    if sizes:
        words = say(
            "Printed markers: %(seen)s; the smallest is %(pixels)s pixels wide.",
            seen=len(sizes),
            pixels=round(min(sizes)),
        )
        found = large_enough(words, min(sizes))
    return [*speed(picture, rate), *light(picture), focus(picture), found]


def large_enough(fact: Text, pixels: float) -> Diagnosis:
    """Return whether a cell or marker can be read that is so large."""
    if pixels >= TUNING.small:
        return Diagnosis(True, fact)
    return Diagnosis(False, say("%(fact)s That is too few: bring the camera nearer.", fact=fact))


def speed(picture: Picture, rate: float) -> list[Diagnosis]:
    """Return how large the pictures are, and how many come in a second."""
    height, width = picture.shape[:2]
    size = Diagnosis(True, say("Pictures of %(width)s x %(height)s pixels.", width=width, height=height))
    shown = f"{rate:.1f}"
    if rate >= SLOWEST_RATE:
        return [size, Diagnosis(True, say("%(rate)s pictures a second.", rate=shown))]
    slow = say(
        "Only %(rate)s pictures a second: more light, or another USB socket, makes the camera faster.", rate=shown
    )
    return [size, Diagnosis(False, slow)]


def light(board: Picture) -> list[Diagnosis]:
    """Return whether there is enough light, not too much, and evenly."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY)
    mean, burnt = float(grey.mean()), float((grey > WHITE).mean())
    small = cv2.resize(grey, (16, 12), interpolation=cv2.INTER_AREA).astype(float)
    rows = np.sort(small.ravel())
    even = float(rows[: len(rows) // 10].mean() / max(1.0, rows[-len(rows) // 10 :].mean()))
    if mean < TUNING.dark:
        return [Diagnosis(False, say("It is too dark: turn on a lamp."))]
    if np.median(grey) > WHITE:
        return [Diagnosis(False, say("It is too bright: turn the lamp away, or dim it."))]
    if burnt > TUNING.burnt:
        return [Diagnosis(False, say("A lamp or window is reflected in the board: move it or the camera."))]
    if even < TUNING.uneven:
        return [Diagnosis(False, say("One side of the board is in the dark: put the lamp higher, or add another."))]
    return [Diagnosis(True, say("The light is good."))]


def focus(board: Picture) -> Diagnosis:
    """Return whether the picture is sharp: blurring it must cost it detail."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float32)
    calm = cv2.GaussianBlur(grey, (0, 0), 0.8)  # the noise of a cheap camera is no detail
    blurred = cv2.GaussianBlur(calm, (0, 0), 2.0)
    detail, left = (float(np.abs(cv2.Laplacian(each, cv2.CV_32F)).mean()) for each in (calm, blurred))
    if 1 - left / max(detail, 1e-6) >= TUNING.sharp:
        return Diagnosis(True, say("The picture is sharp."))
    return Diagnosis(False, say("The picture is blurred: turn the ring of the lens, or wipe it."))


def coverage(board_pose: BoardPose, layout: Layout) -> Diagnosis:
    """Return whether the board is all in the picture and large enough."""
    corners = board_pose.pixels(np.array(sheet_corners(layout), np.float64))
    width, height = board_pose.size
    inside = (corners > -1).all() and (corners[:, 0] < width + 1).all() and (corners[:, 1] < height + 1).all()
    if not inside:
        return Diagnosis(False, say("A part of the board is outside the picture: raise the camera or move it."))
    cell = pixels_per_mm(board_pose, layout) * layout.size * np.sqrt(3)
    return large_enough(say("A space is %(pixels)s pixels wide in the picture.", pixels=round(cell)), cell)


def on_board(picture: Picture, board_pose: BoardPose, layout: Layout) -> Picture:
    """Return the part of the picture around the board."""
    corners = board_pose.pixels(np.array(sheet_corners(layout), np.float64))
    (left, top), (right, bottom) = corners.min(axis=0).clip(0).astype(int), corners.max(axis=0).clip(0).astype(int)
    part = picture[top : bottom + 1, left : right + 1]
    return part if part.size else picture
