"""Follows the board from picture to picture."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from companion.boards.layout import Layout
from companion.core.text import say
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.line_refinement import refine_pose_on_lines, with_distortion
from vision.geometry.pose_validation import corner_displacement, pixels_per_mm, pose_problem
from vision.localisation.board_detection import markers_in, pose_from_markers, valid_picture
from vision.localisation.by_artwork import Artwork
from vision.localisation.reference_patches import TUNING as PATCHES
from vision.localisation.reference_patches import Floats, Patches, ReferenceImage, within_reach

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tuning:
    """Tracking from frame to frame. Defaults are the values in use."""

    still: float = 0.4
    """Millimetres at the worst patch that are no movement."""
    jolt: float = 1.5
    """Millimetres at the worst corner from which on a reader should start afresh."""
    few: int = 6
    """Patches that bear out a pose at least."""
    agreed: float = 0.6
    """Part of the patches seen that must agree, and of those seen at the start that bear out a pose beyond doubt."""


TUNING = Tuning()

STEPS = 6
"""Steps of a refinement at most."""


class Tracker:
    """Tracker of the board: from where it was to where it is now.

    ``board_pose`` is where it lies in ``picture``, which should show it empty: all later pictures are compared with
    this one, so that errors do not add up. Figures, hands and shadows are outliers. Where the board is not where it
    was, it is found by its markers, or by how it looked last; the pose that most of the board bears out is believed.
    One that little of it could bear out is weighed again in the next picture.
    """

    _base: Points
    """Where the patches were (pixels off) in the last picture in which something had moved."""
    _usual: int
    """number of patches that could be seen then"""
    _proven: bool
    """whether the pose is certain: about as many patches agreed with it as at the start"""
    _expected: int
    """number that did so at the start, in the first picture tracked; before that, in the one of the empty board"""
    _artwork: Artwork | None
    """Of the last look, once it was asked for."""

    def __init__(self, layout: Layout, board_pose: BoardPose, picture: Picture) -> None:
        picture = valid_picture(picture)
        self.layout = layout
        self.board_pose = self._anchor = self._home = replace(board_pose, moved=0.0)
        self._reference = ReferenceImage.of(picture, self.board_pose, layout)
        self._still_pixels = TUNING.still * pixels_per_mm(self.board_pose, layout)
        self._expected = self._reference.support(self.board_pose, picture)
        self._started = False
        self._settle(picture)

    def track(self, picture: Picture) -> BoardPose:
        """Return where the board is in this picture: the very same pose as before when nothing moved.

        A tremble of the camera is followed without a word; ``moved`` of the answer is how far the worst corner of the
        sheet went (millimetres) when it is more than that. Raise BadPicture, and BoardNotFound when too little is seen
        to say where the board is.
        """
        picture = self._checked(picture)
        if self.board_pose.moved:
            self.board_pose = replace(self.board_pose, moved=0.0)
        shifts, clear = self._patches.measure(picture)
        seen = clear > PATCHES.clear
        here = seen & (np.abs(shifts - self._base).max(1) < self._still_pixels)
        quiet = here.sum() >= max(TUNING.few / 2, TUNING.agreed * seen.sum())
        if quiet and self._proven:
            if seen.sum() >= TUNING.agreed * self._usual:
                self._look(picture)
        elif self._proven and (trembled := self._small_motion(shifts, clear * seen)):
            self._take(trembled)
            self._base = np.where(seen[:, None], shifts, np.median(shifts[seen], axis=0))
        else:
            self._relocalise(valid_picture(picture), quiet)
        if not self._started:
            self._started = self._proven = True
            self._expected = self._reference.support(self.board_pose, picture)
        return self.board_pose

    def _relocalise(self, picture: Picture, quiet: bool) -> None:
        """Take the pose that the picture bears out best; one that nothing speaks against must be beaten."""
        least = self._reference.support(self.board_pose, picture) if quiet else -1
        found = max(self._candidates(picture), key=lambda each: each.support, default=None)
        if found and found.support > least:
            self._take(found.board_pose)
        elif not quiet:
            raise BoardNotFound(
                say("The board is lost: too little of it is to be seen. Clear the view, or show it as it was before.")
            )
        self._settle(picture)

    def _candidates(self, picture: Picture) -> Iterator[RefinedPose]:
        """Yield the places where the board may be.

        By its markers; or where it was, if patches say so, and where its last look is; or where the lines between its
        cells are, if it shows little else.
        """
        refined = partial(refine_pose, self._reference, picture=picture, layout=self.layout)
        if self.layout.markers and (found := _searched(self._by_markers, picture)):
            yield refined(found)
            return
        for known in (self.board_pose, self._home):
            if (near := refined(known)).agreed:
                yield near
                if self._beyond_doubt(near.support):
                    return
        if found := _searched(self._by_last_look, picture):
            yield refined(found)
            return
        if (near := refined(refine_pose_on_lines(picture, self.layout, self.board_pose, close=True))).agreed:
            yield near

    def _by_markers(self, picture: Picture) -> BoardPose:
        found = pose_from_markers(markers_in(picture, self.layout, thorough=False), self.layout, self.board_pose.size)
        return with_distortion(found, self.layout, self.board_pose.distortion)

    def _by_last_look(self, picture: Picture) -> BoardPose:
        self._artwork = self._artwork or Artwork.of(*self._looked, self.layout)
        return self._artwork.find(picture, self.layout, self.board_pose.distortion)

    def _small_motion(self, shifts: Points, weights: Floats) -> BoardPose | None:
        """Return the pose after a tremble, which the patches tell in one step; None if it was more."""
        enough = max(TUNING.few, TUNING.agreed * self._usual)
        weights = np.where(np.abs(shifts).max(1) < PATCHES.scatter, weights, 0)
        if (weights > 0).sum() < enough:
            return None
        change, agree = _estimate_motion(self._settled, self._patches.centres, shifts, weights)
        if agree.sum() < enough:
            return None
        return replace(self._settled, homography=change, how=FoundBy.TRACKED)

    def _take(self, found: BoardPose) -> None:
        """Believe in a new pose; ``moved`` is counted from where it was last said that something moved."""
        moved = corner_displacement(self._anchor, found, self.layout)
        if moved > TUNING.jolt:
            self.board_pose = self._anchor = replace(found, moved=moved)
        elif corner_displacement(self.board_pose, found, self.layout) > TUNING.still:
            self.board_pose = replace(found, moved=0.0)

    def _checked(self, picture: Picture) -> Picture:
        """Return the picture in the form and the size of the first one."""
        width, height = self.board_pose.size
        if not (isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape == (height, width, 3)):
            picture = valid_picture(picture)
        if picture.shape[:2] != (height, width):
            raise BoardNotFound(say("The pictures have another size than at the set-up. Set the camera up again."))
        return np.ascontiguousarray(picture)

    def _settle(self, picture: Picture) -> None:
        """Take what this picture shows as the place of the patches: nothing has moved as long as they are there.

        After a bump they are off by a little where the lens bends in another way than it is taken to.
        """
        self._settled = self.board_pose
        self._patches = Patches.at(self._reference, self.board_pose)
        shifts, clear = self._patches.measure(picture)
        seen = (clear > PATCHES.clear) & (np.abs(shifts).max(1) < PATCHES.scatter)
        self._base = np.where(seen[:, None], shifts, 0.0)
        self._usual = int(seen.sum())
        self._proven = self._beyond_doubt(self._reference.support(self.board_pose, picture))
        self._look(picture)

    def _beyond_doubt(self, support: int) -> bool:
        """Return whether so many patches leave no room for the same fields a little further."""
        return support >= TUNING.agreed * self._expected

    def _look(self, picture: Picture) -> None:
        """Learn how the board looks where it is now."""
        self._looked, self._artwork = (picture, self.board_pose), None


def _searched(search: Callable[[Picture], BoardPose], picture: Picture) -> BoardPose | None:
    """Return what the search finds, if anything."""
    try:
        return search(picture)
    except BoardNotFound:
        logger.debug("a board was not found in one of the ways", exc_info=True)
        return None


@dataclass(frozen=True)
class RefinedPose:
    """A pose, whether the patches seen agree on it, and how many bear it out, those on the sheet's edge among them."""

    board_pose: BoardPose
    agreed: bool
    support: int


def refine_pose(reference: ReferenceImage, guess: BoardPose, *, picture: Picture, layout: Layout) -> RefinedPose:
    """Return the pose near ``guess`` at which the picture looks like the reference; the guess where it does not."""
    found = guess
    for _ in range(STEPS):
        patches = Patches.at(reference, found)
        shifts, clear = patches.measure(picture)
        seen = within_reach(shifts, clear)
        change, agree = _estimate_motion(found, patches.centres, shifts, clear * seen)
        found = replace(found, homography=change, how=FoundBy.TRACKED)
        if agree.sum() < max(TUNING.few, TUNING.agreed * seen.sum()) or pose_problem(found, layout):
            return RefinedPose(guess, False, reference.support(guess, picture))
        if np.abs(shifts[agree]).mean() < 0.02:
            break
    return RefinedPose(found, True, reference.support(found, picture))


def _estimate_motion(
    board_pose: BoardPose, centres: Points, shifts: Points, weights: Floats
) -> tuple[Floats, np.ndarray]:
    """Return the homography of the pose that shifts the patches so by a little, and which of them agree to it.

    Least squares in the eight numbers of a small homography; four of them (shear, stretch, perspective) are held near
    0 as far as the patches leave them open. Outliers are left out in the next round.
    """
    half = np.hypot(*board_pose.size) / 2
    before = (board_pose.undistort(centres) - board_pose.principal_point) / half
    off = (board_pose.undistort(centres + shifts) - board_pose.principal_point) / half - before
    x, y = before.T
    zero, one = np.zeros_like(x), np.ones_like(x)
    across = np.stack([one, zero, x, -y, x, y, x * x, x * y], axis=1)
    down = np.stack([zero, one, y, x, -y, x, x * y, y * y], axis=1)
    hold = np.diag([0, 0, 0, 0, 1.0, 1.0, 1.0, 1.0]) * (0.05 / 8) ** 2
    agree = weights > 0
    for _ in range(4):
        trust = np.where(agree, weights, 0)
        normal = np.einsum("ki,k,kj->ij", across, trust, across) + np.einsum("ki,k,kj->ij", down, trust, down) + hold
        right_side = across.T @ (trust * off[:, 0]) + down.T @ (trust * off[:, 1])
        p = np.linalg.solve(normal + np.eye(8) * 1e-9, right_side)
        wrong = np.hypot(across @ p - off[:, 0], down @ p - off[:, 1]) * half
        spread = float(np.median(wrong[agree])) if agree.any() else 0.0
        agree = (weights > 0) & (wrong < min(max(0.25, 3 * spread), PATCHES.scatter))
    small = np.array([[1 + p[2] + p[4], p[5] - p[3], p[0]], [p[3] + p[5], 1 + p[2] - p[4], p[1]], [-p[6], -p[7], 1]])
    unit = np.array(
        [
            [1 / half, 0, -board_pose.principal_point[0] / half],
            [0, 1 / half, -board_pose.principal_point[1] / half],
            [0, 0, 1],
        ]
    )
    change = np.asarray(np.linalg.inv(unit) @ small @ unit @ board_pose.homography)
    return change / change[2, 2], agree
