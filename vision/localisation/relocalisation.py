"""Where the board may have gone after a bump: guesses that ``reference_patches`` then makes exact, or refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Lattice, Layout
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.pose_validation import is_bump, pose_problem
from vision.geometry.sheet import sheet_corners, sheet_size
from vision.localisation.alignment import align
from vision.localisation.board_detection import MarkerCorners, detect_markers
from vision.localisation.reference_patches import ReferenceImage, common_shift


@dataclass(frozen=True, slots=True)
class Tuning:
    """Relocalisation after a bump. Defaults are the values in use."""

    pad: float = 1.5
    """How far around a marker it is looked for, in sides of the marker (the detector wants a wide margin)."""
    least_pad: int = 60
    beside: float = 1.3
    """Markers as far out as this (in halves of the sheet) are taken to be taped beside the board."""
    width: int = 960
    """Pixels across, about, in which features are looked for."""
    corners: int = 4000
    features: int = 1200
    """Features that are looked for, and how many of them are kept, the clearest of every part of the picture ..."""
    tiles: int = 5
    """... which is divided into so many parts along either side."""
    alike: int = 64
    """Bits by which two looks of one feature differ at most."""
    enough: int = 14
    """Features that have to agree on where the board went."""


TUNING = Tuning()


@dataclass(frozen=True)
class MarkerTemplates:
    """The markers seen when the board was set up, wherever they lie: their corners in millimetres, by number."""

    corners: dict[int, Points]

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> MarkerTemplates:
        """Those on the sheet or beside it, each number once."""
        half = np.divide(sheet_size(layout), 2) * TUNING.beside
        found = {}
        for number, quads in detect_markers(picture).items():
            corners = board_pose.millimetres(quads[0])
            if len(quads) == 1 and (np.abs(corners) < half).all():
                found[number] = corners
        return cls(found)

    def guess(self, picture: Picture, last: BoardPose) -> BoardPose | None:
        """Where the board is by the markers near where they were, or else anywhere in the picture."""
        if not self.corners:
            return None
        near: MarkerCorners = {}
        for number, corners in self.corners.items():
            near.update(
                {found: quads for found, quads in _around(picture, last.pixels(corners)).items() if found == number}
            )
        return self._fitted(near, last) or self._fitted(detect_markers(picture), last)

    def _fitted(self, seen: MarkerCorners, last: BoardPose) -> BoardPose | None:
        common = [number for number in self.corners if number in seen]
        if len(common) < 2:
            return None
        points = np.concatenate([self.corners[number] for number in common])
        pixels = np.concatenate([seen[number][0] for number in common])
        return pose_from_matches(points, pixels, last, 2.0, 8)


def _around(picture: Picture, corners: Points) -> MarkerCorners:
    """The markers in the neighbourhood of these pixels."""
    pad = max(TUNING.least_pad, TUNING.pad * float(np.ptp(corners, axis=0).max()))
    left, top = np.maximum(np.floor(corners.min(0) - pad), 0).astype(int)
    right, bottom = np.maximum(np.ceil(corners.max(0) + pad), 0).astype(int)
    part = picture[top:bottom, left:right]
    if min(part.shape[:2]) < TUNING.least_pad:
        return {}
    return {number: [quad + np.array((left, top)) for quad in quads] for number, quads in detect_markers(part).items()}


def pose_from_matches(points: Points, pixels: Points, last: BoardPose, near: float, enough: int) -> BoardPose | None:
    """The pose on which at least ``enough`` of the points agree within ``near`` pixels; the lens is as before."""
    ideal = last.undistort(pixels)
    homography, agree = cv2.findHomography(points, ideal, cv2.USAC_MAGSAC, near, maxIters=2000, confidence=0.999)
    if homography is None or int(agree.sum()) < enough or not np.isfinite(homography).all():
        return None
    return replace(last, homography=np.asarray(homography / homography[2, 2], np.float64), how=FoundBy.TRACKED)


@dataclass(frozen=True)
class Features:
    """n features of a picture: where they are (its pixels) and how they look."""

    pixels: Points
    look: NDArray[np.uint8]

    @classmethod
    def of(cls, small: NDArray[np.uint8], scale: float, mask: NDArray[np.uint8] | None = None) -> Features:
        """Those of all parts of a picture that was made smaller by ``scale``, be they ever so dark or plain."""
        even = _contrast().apply(small)
        every = _detector().detect(even, mask)
        high, wide = np.array(small.shape) / TUNING.tiles
        tiles: dict[tuple[int, int], list[Any]] = {}
        for one in every:
            tiles.setdefault((int(one.pt[1] / high), int(one.pt[0] / wide)), []).append(one)
        most = TUNING.features // TUNING.tiles**2
        best = [one for tile in tiles.values() for one in sorted(tile, key=lambda each: -each.response)[:most]]
        found, look = _detector().compute(even, best)
        if look is None:
            return cls(np.zeros((0, 2)), np.zeros((0, 32), np.uint8))
        return cls((np.array([one.pt for one in found]) + 0.5) / scale - 0.5, look)


@dataclass(frozen=True)
class RelocalisationFeatures:
    """What the board and the figures on it looked like a while ago: features to be found again after a bump."""

    small: NDArray[np.uint8]
    scale: float
    board_pose: BoardPose
    layout: Layout

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> RelocalisationFeatures:
        """A small grey copy."""
        return cls(*_small(picture), board_pose, layout)

    @cached_property
    def _own(self) -> Features:
        """Those of the sheet."""
        mask = np.zeros(self.small.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(self._outline).astype(np.int32), 255)
        return Features.of(self.small, self.scale, mask)

    @property
    def _outline(self) -> Points:
        """The corners of the sheet in the small copy."""
        return (self.board_pose.pixels(sheet_corners(self.layout)) + 0.5) * self.scale - 0.5

    def aligned(self, small: NDArray[np.uint8]) -> BoardPose | None:
        """Where the board went if a picture, made ``small`` as well, shows it much as it looked."""
        found = align(self.small, small, self._outline)
        if found is None:
            return None
        ideal = self.board_pose.undistort((found + 0.5) / self.scale - 0.5)
        corners = sheet_corners(self.layout).astype(np.float32)
        homography = cv2.getPerspectiveTransform(corners, ideal.astype(np.float32))
        return replace(self.board_pose, homography=np.asarray(homography, np.float64), how=FoundBy.TRACKED)

    def guess(self, seen: Features) -> BoardPose | None:
        """Where the board went, by features of the sheet and the figures that are ``seen`` as well: each of two must be
        likest to the other, for what is printed many times over is found many times over."""
        if min(len(self._own.look), len(seen.look)) < TUNING.enough:
            return None
        pairs = _matcher().match(self._own.look, seen.look)
        good = [(one.queryIdx, one.trainIdx) for one in pairs if one.distance < TUNING.alike]
        if len(good) < TUNING.enough:
            return None
        here, there = np.array(good).T
        points = self.board_pose.millimetres(self._own.pixels[here])
        return pose_from_matches(points, seen.pixels[there], self.board_pose, 3.0, TUNING.enough)


def _small(picture: Picture) -> tuple[NDArray[np.uint8], float]:
    """The picture in grey, made smaller by a whole number, and the scale."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    by = max(1, round(picture.shape[1] / TUNING.width))
    small = (
        cv2.resize(grey, (grey.shape[1] // by, grey.shape[0] // by), interpolation=cv2.INTER_AREA) if by > 1 else grey
    )
    return np.asarray(small, np.uint8), 1 / by


@lru_cache(maxsize=1)
def _contrast() -> cv2.CLAHE:
    return cv2.createCLAHE(4.0, (8, 8))


@lru_cache(maxsize=1)
def _detector() -> Any:
    return cv2.ORB_create(TUNING.corners, scaleFactor=1.3, nlevels=5, fastThreshold=5)  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _matcher() -> Any:
    return cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)


def candidate_poses(
    picture: Picture,
    layout: Layout,
    known: list[BoardPose],
    reference: ReferenceImage,
    marker_templates: MarkerTemplates,
    glances: list[RelocalisationFeatures],
) -> Iterator[list[BoardPose]]:
    """Where the board may be, guesses that are as likely together, the cheapest first.

    What all of the board says, or its features, of which one of fields has many alike, is left out where no bump leads
    there.
    """
    small, scale = _small(picture)
    last = known[0]

    def bumped(guesses: list[BoardPose | None]) -> list[BoardPose]:
        return [guess for guess in guesses if guess and any(is_bump(each, guess, layout) for each in known)]

    yield [*known, *bumped([glances[0].aligned(small)])]
    by_markers = marker_templates.guess(picture, last)
    yield [
        shifted(last, common_shift(reference, last, picture)),
        *([by_markers] if by_markers and not pose_problem(by_markers, layout) else []),
        *bumped([glance.aligned(small) for glance in glances[1:]]),
    ]
    seen = Features.of(small, scale)
    yield bumped([glance.guess(seen) for glance in glances])


def shifted(board_pose: BoardPose, shift: Points) -> BoardPose:
    """The pose of a board that is seen so many pixels further."""
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]]) @ board_pose.homography
    return replace(board_pose, homography=np.asarray(moved / moved[2, 2], np.float64), how=FoundBy.TRACKED)


def further(board_pose: BoardPose, layout: Layout, cells: int = 2) -> list[BoardPose]:
    """Where the board looks much the same: one cell further along its lattice, or two, as fields of two colours do."""
    way = {(0.0, 0.0)}
    for _ in range(cells):
        way |= {(round(x + dx, 3), round(y + dy, 3)) for x, y in way for dx, dy in layout.steps}
    moves = [np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in sorted(way - {(0.0, 0.0)})]
    return [replace(board_pose, homography=board_pose.homography @ move) for move in moves]


def turned_about(board_pose: BoardPose, layout: Layout) -> list[BoardPose]:
    """Where it looks much the same once it is turned: so far that its lattice lies on itself, and one cell further."""
    sides = 6 if layout.lattice is Lattice.HEX else 4
    found = []
    for angle in np.arange(1, sides) * 2 * np.pi / sides:
        turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
        turned = replace(board_pose, homography=board_pose.homography @ turn)
        found += [turned, *further(turned, layout, 1)]
    return found
