"""Finds the board in a picture: by its corner markers, or by four taps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from companion.core.text import Text, say
from vision.errors import BadPicture, BoardNotFound
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.corner_refinement import refine_corners
from vision.geometry.line_refinement import refine_pose_on_lines
from vision.geometry.pose_estimation import PoseEstimate, estimate_pose
from vision.geometry.pose_validation import pixels_per_mm, pose_problem, winding
from vision.geometry.sheet import sheet_corners


@dataclass(frozen=True, slots=True)
class Tuning:
    """Detection of the board by its markers. Defaults are the values in use."""

    off: float = 0.035
    """How far a marker's corner may lie off, as a part of the marker's side."""
    swollen: float = 0.8
    """Millimetres, or pixels if that is more, by which markers may look too small or too large: what differs more does
    not lie where the layout has it (four cards taped farther out agree with each other, but for their size)."""
    sure: float = 0.8
    """Millimetres (standard deviation) to which the corners of the sheet are known well enough ..."""
    unsure: float = 2.5
    """... and too badly to read it. In between, and beyond where the lines between the cells can be seen, these say the
    rest."""
    dark: int = 12
    """Mean grey of a black picture, and how far below 255 that of a white one is."""
    flat: float = 3.0
    """The contrast (standard deviation of its grey) of a picture that shows nothing."""


TUNING = Tuning()

LEAST_PIXELS = 200
"""In height and width of a picture."""
DOUBLED_PIXELS = 1400
"""Pictures up to this size are doubled before they are searched a second time: larger ones would take too long."""

CORNERS = (say("top left"), say("top right"), say("bottom right"), say("bottom left"))


def valid_picture(picture: Any) -> Picture:
    """Return the picture as height x width x 3 bytes; a grey one or one with transparency is brought into that form.

    Raise BadPicture for anything that is no picture, or shows nothing: too small, black, white, without contrast.
    """
    if not isinstance(picture, np.ndarray) or picture.ndim not in (2, 3) or picture.dtype != np.uint8:
        raise BadPicture(say("This picture cannot be read. Take another one."))
    if picture.ndim == 2 or picture.shape[2] == 1:
        picture = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_GRAY2BGR) if picture.size else picture
    if picture.ndim != 3 or picture.shape[2] not in (3, 4):
        raise BadPicture(say("This picture cannot be read. Take another one."))
    height, width = picture.shape[:2]
    if min(height, width) < LEAST_PIXELS:
        too_small = say(
            "The picture is too small (%(width)s x %(height)s pixels). Choose a larger one, 1280 x 720 or more.",
            width=width,
            height=height,
        )
        raise BadPicture(too_small)
    coarse = np.ascontiguousarray(picture[:: max(1, height // 60), :: max(1, width // 80), :3]).reshape(1, -1)
    darkest, lightest, *_ = cv2.minMaxLoc(coarse)
    mean, spread = (float(one[0, 0]) for one in cv2.meanStdDev(coarse))
    if mean < TUNING.dark and lightest < 4 * TUNING.dark:
        raise BadPicture(say("The picture is black. Take the cap off the camera, or turn on the light."))
    if mean > 255 - TUNING.dark and darkest > 255 - 4 * TUNING.dark:
        raise BadPicture(
            say("The picture is white. There is too much light for the camera: dim it or shorten the exposure.")
        )
    if spread < TUNING.flat:
        raise BadPicture(say("The picture shows nothing. Look whether something hangs before the camera."))
    return np.ascontiguousarray(picture[:, :, :3])


def find_board(picture: Picture, layout: Layout) -> BoardPose:
    """Return where the board lies, by its corner markers anywhere in the picture.

    Markers of other numbers are left alone. Three of four do, and two where the lines between the cells bear them out.
    Raise BadPicture, and BoardNotFound with what to do: which corners are missing, or that the camera is too far away.
    """
    picture = valid_picture(picture)
    return pose_from_markers(markers_in(picture, layout), layout, (picture.shape[1], picture.shape[0]), picture)


MarkerCorners = dict[int, list[Points]]
"""The four corners (clockwise from the one at the top left as printed) of every marker, by its number."""


def markers_in(picture: NDArray[np.uint8], layout: Layout, thorough: bool = True) -> MarkerCorners:
    """Return the layout's markers in the picture.

    ``thorough``: they are looked for harder where some are not seen. A number that is seen twice is that of somebody
    else's board, or an error.
    """
    seen = detect_markers(picture)
    numbers = {marker.id for marker in layout.markers}
    if thorough and not numbers <= seen.keys():
        for number, quads in detect_markers(picture, True).items():
            seen.setdefault(number, quads)
    return {number: quads for number, quads in seen.items() if number in numbers}


def pose_from_markers(
    seen: MarkerCorners, layout: Layout, size: tuple[int, int], picture: Picture | None = None
) -> BoardPose:
    """Return the pose that the markers agree on. Raise BoardNotFound."""
    if not layout.markers:
        raise BoardNotFound(say("This board has no corner markers. Tap its four corners in the picture."))
    fits: list[PoseEstimate] = []
    for chosen in _marker_subsets(seen):
        if fits and 4 * len(chosen) < len(fits[0].residuals):
            break
        if made := _fitted(chosen, layout, size):
            fits.append(made)
    if not fits:
        raise BoardNotFound(_missing(seen, layout, picture))
    best = min(fits, key=lambda made: made.error)
    if problem := pose_problem(best.board_pose, layout):
        raise BoardNotFound(problem)
    unsure = best.uncertainty(sheet_corners(layout)).max() / pixels_per_mm(best.board_pose, layout)
    if unsure < TUNING.sure:
        return best.board_pose
    found = best.board_pose
    if picture is not None:
        found = refine_pose_on_lines(picture, layout, found, (best.points, best.pixels))
    if found is best.board_pose and unsure > TUNING.unsure:
        raise BoardNotFound(_missing(seen, layout, picture))
    return found


def pose_from_corners(
    picture_size: tuple[int, int], layout: Layout, corners_px: Points, empty: Picture | None = None
) -> BoardPose:
    """Return the pose by the four corners of the sheet: top left, top right, bottom right, bottom left as printed.

    Taps are off by some pixels. With a picture of the ``empty`` board the lines between its cells make good for that,
    and show how the lens bends; where none are to be seen the taps are taken as they are. Raise BoardNotFound when no
    board can look like that.
    """
    corners = np.asarray(corners_px, np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BoardNotFound(say("Tap the four corners of the board: top left, top right, bottom right, bottom left."))
    width, height = picture_size
    if (np.abs(corners - (width / 2, height / 2)) > (width, height)).any():
        raise BoardNotFound(say("A corner was tapped far outside the picture. Tap the four corners again."))
    if (turning := winding(corners)) != 1:
        raise BoardNotFound(
            say(
                "These corners run the wrong way round. Tap top left, top right, bottom right, bottom left, as printed."
            )
            if turning < 0
            else say(
                "These four points are not the corners of a board. Tap them again, one after the other round the board."
            )
        )
    made = cv2.getPerspectiveTransform(sheet_corners(layout).astype(np.float32), corners.astype(np.float32))
    board_pose = BoardPose(np.asarray(made, np.float64), (int(width), int(height)), FoundBy.CORNERS)
    if problem := pose_problem(board_pose, layout):
        raise BoardNotFound(problem)
    return board_pose if empty is None else refine_pose_on_lines(valid_picture(empty), layout, board_pose)


def _marker_subsets(seen: MarkerCorners) -> Iterator[dict[int, Points]]:
    """Yield every way to believe at least two of the markers, most first; of a number seen twice one at a time."""
    numbers = sorted(seen)
    for count in range(len(numbers), 1, -1):
        for chosen in combinations(numbers, count):
            for quads in product(*(seen[number][:3] for number in chosen)):
                yield dict(zip(chosen, quads, strict=True))


def _fitted(chosen: dict[int, Points], layout: Layout, size: tuple[int, int]) -> PoseEstimate | None:
    """Return the fit of these markers if they agree with each other."""
    half = layout.marker_side / 2
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    middles = {marker.id: (marker.x, marker.y) for marker in layout.markers}
    points = np.concatenate([middles[number] + half * square for number in chosen])
    pixels = np.concatenate(list(chosen.values()))
    made = estimate_pose(
        points, pixels, size, FoundBy.MARKERS, inwards=np.tile(-square, (len(chosen), 1)).astype(np.float64)
    )
    if made is None or made.residuals.max() > max(1.0, TUNING.off * _side(pixels)):
        return None
    too_bled = abs(made.edge_bleed) > max(TUNING.swollen, TUNING.swollen / pixels_per_mm(made.board_pose, layout))
    return None if too_bled else made


def _side(pixels: Points) -> float:
    quads = pixels.reshape(-1, 4, 2)
    return float(np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2).mean())


def _missing(seen: MarkerCorners, layout: Layout, picture: Picture | None) -> Text:
    """Return what to do when too few markers agree."""
    if len(seen) == len(layout.markers):
        return say("The corner markers are not where this board has them. Is it another board? Then tap its corners.")
    if not seen:
        if picture is not None and len(detect_markers(np.ascontiguousarray(picture[:, ::-1]))) > 1:
            return say("The picture is a mirror image. Turn off mirroring in the camera's settings.")
        return say("No corner marker is to be seen. Show the whole board, in focus and well lit, or tap its corners.")
    missing = [_corner(marker.x, marker.y) for marker in layout.markers if marker.id not in seen]
    if len(missing) == 1:
        return say(
            "The markers seen do not fit together, and one is missing: %(corner)s. Uncover it.", corner=missing[0]
        )
    return say(
        "Too few corner markers are to be seen. Uncover these: %(corner)s, %(other)s.",
        corner=missing[0],
        other=missing[1],
    )


def _corner(x: float, y: float) -> Text:
    return CORNERS[(2 if y > 0 else 0) + ((x > 0) != (y > 0))]


@lru_cache(maxsize=2)
def _detector(harder: bool) -> Any:
    """Return OpenCV's detector; ``harder`` looks at more thresholds and for smaller markers."""
    parameters = cv2.aruco.DetectorParameters()
    if harder:
        parameters.adaptiveThreshWinSizeMax = 53
        parameters.adaptiveThreshConstant = 4
        parameters.minMarkerPerimeterRate = 0.015
        parameters.perspectiveRemovePixelPerCell = 8
        parameters.errorCorrectionRate = 0.9
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def detect_markers(picture: NDArray[np.uint8], harder: bool = False) -> MarkerCorners:
    """Return all markers of the dictionary; ``harder`` evens out the light and enlarges first, which takes its time."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    scale = 1.0
    if harder:
        scale = 2.0 if max(grey.shape) < DOUBLED_PIXELS else 1.0
        grey = cv2.createCLAHE(3.0, (8, 8)).apply(grey)
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    quads, numbers, _ = _detector(harder).detectMarkers(grey)
    seen: MarkerCorners = {}
    for number, quad in zip([] if numbers is None else numbers.ravel().tolist(), quads, strict=True):
        corners = refine_corners(grey, np.asarray(quad, np.float64).reshape(4, 2))
        seen.setdefault(int(number), []).append((corners + 0.5) / scale - 0.5)
    return seen
