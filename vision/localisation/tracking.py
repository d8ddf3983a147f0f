"""Follows the board from picture to picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.boards.layout import Layout
from companion.core.text import say
from vision.errors import BoardNotFound
from vision.geometry.board_pose import BoardPose, FoundBy, Picture, Points
from vision.geometry.pose_validation import corner_displacement, is_bump, pixels_per_mm, pose_problem
from vision.localisation.alignment import Glance, further, turned_about
from vision.localisation.board_detection import valid_picture
from vision.localisation.reference_patches import TUNING as PATCHES
from vision.localisation.reference_patches import Floats, Patches, ReferenceImage, within_reach


@dataclass(frozen=True, slots=True)
class Tuning:
    """Tracking from frame to frame. Defaults are the values in use."""

    still: float = 0.4
    """Millimetres at the worst patch that are no movement."""
    jolt: float = 1.5
    """Millimetres at the worst corner from which on whoever reads should start afresh."""
    scatter: float = 1.0
    """Pixels beyond which a patch does not bear out a pose, however far the others lie apart: a board is flat."""
    few: int = 6
    """Patches that bear out a pose at least."""
    agreed: float = 0.6
    """Part of the patches seen that must agree, and of those seen before that make another search needless."""
    clearly: float = 1.15
    """How many times more must bear out a pose that is less likely beforehand, for fields look alike; and how many
    times less of the sheet's edge than at the start is a reason to ask for rivals."""
    news: int = 50
    """Pictures after which the last look at the figures is renewed."""


TUNING = Tuning()

STEPS = 6
"""Steps of a refinement at most."""


class Tracker:
    """Knows where the board was, and says where it is now.

    ``board_pose`` is where it lies in ``picture``, which should show it empty: all later pictures are compared with
    this one, so that errors do not add up. Figures, hands and shadows are outliers. A board of fields looks alike one
    field further or turned, but for its edge and its outermost fields. So a new pose must beat these rivals, and a pose
    is weighed against them again when clearly less of the edge is seen than in the first picture tracked, the start.
    """

    _base: Points
    """Where the patches were (pixels off) in the last picture in which something had moved."""
    _usual: int
    """How many patches could be seen then."""
    _weighed: int
    """How many could be seen when the pose was last weighed."""

    def __init__(self, layout: Layout, board_pose: BoardPose, picture: Picture) -> None:
        picture = valid_picture(picture)
        self.layout = layout
        self.board_pose = self._anchor = self._home = replace(board_pose, moved=0.0)
        self._reference = ReferenceImage.of(picture, self.board_pose, layout)
        self._still_pixels = TUNING.still * pixels_per_mm(self.board_pose, layout)
        self._first = self._last = Glance.of(picture, self.board_pose, self.layout)
        self._edge: tuple[BoardPose, Patches | None] | None = None
        """the patches on the sheet's edge, and the pose for which they were made"""
        self._rim: int | None = None
        """how many patches on the sheet's edge were seen at the start"""
        self._most = 0
        """how many of those on the sheet were seen then"""
        self._settle(picture)
        self._since = TUNING.news  # the next picture will show figures

    def track(self, picture: Picture) -> BoardPose:
        """Where the board is in this picture: the very same pose as before when nothing moved.

        A tremble of the camera is followed without a word; ``moved`` of the answer is how far the worst corner of the
        sheet went (millimetres) when it is more than that. Raises BadPicture, and BoardNotFound when too little is seen
        to say where the board is.
        """
        picture = self._checked(picture)
        if self.board_pose.moved:
            self.board_pose = replace(self.board_pose, moved=0.0)
        shifts, clear = self._patches.measure(picture)
        seen = clear > PATCHES.clear
        here = seen & (np.abs(shifts - self._base).max(1) < self._still_pixels)
        if here.sum() >= max(TUNING.few / 2, TUNING.agreed * seen.sum()):
            self._since += 1
            if self._doubtful(picture, int(seen.sum())):
                self._weigh(picture, int(seen.sum()))
            elif self._since >= TUNING.news:
                self._look_again(picture)
        elif trembled := self._small_motion(shifts, clear * seen):
            self._take(trembled)
            self._base = np.where(seen[:, None], shifts, np.median(shifts[seen], axis=0))
        else:
            valid_picture(picture)
            if (found := self._best(picture)) is None:
                raise _lost()
            self._take(found.board_pose)
            self._settle(picture)
        if self._rim is None:
            self._rim = self._rim_seen(picture)
            self._most = int((self._patches.measure(picture)[1] > PATCHES.clear).sum())
        return self.board_pose

    def _doubtful(self, picture: Picture, seen: int) -> bool:
        """Whether the pose should be weighed again: more of the board is seen than when it last was; or clearly less of
        its edge than at the start, if another part of the board is seen than then, or little of it."""
        changed = abs(seen - self._weighed) >= TUNING.few / 2
        if changed and seen > self._weighed:
            return True
        if not changed and seen >= TUNING.agreed * self._most:
            return False
        return self._rim_seen(picture) * TUNING.clearly < (self._rim or 0)

    def _rim_seen(self, picture: Picture) -> int:
        """How many patches on the edge of the sheet look as they did; they are made once for a pose."""
        if self._edge is None or self._edge[0] is not self.board_pose:
            self._edge = self.board_pose, self._reference.rim_patches(self.board_pose)
        return self._edge[1].seen(picture) if self._edge[1] else 0

    def _weigh(self, picture: Picture, seen: int) -> None:
        """Keeps the pose, or takes one that this picture bears out better.

        A pose that rests on one corner of the board may be right there and wrong everywhere else.
        """
        self._weighed = seen
        found = self._best(picture)
        if found and found.inliers > self._usual:
            self._take(found.board_pose)
            self._settle(picture)

    def _small_motion(self, shifts: Points, weights: Floats) -> BoardPose | None:
        """The pose after a tremble, which the patches tell in one step; None if it was more."""
        enough = max(TUNING.few, TUNING.agreed * self._usual)
        weights = np.where(np.abs(shifts).max(1) < TUNING.scatter, weights, 0)
        if (weights > 0).sum() < enough:
            return None
        change, agree = _estimate_motion(self._settled, self._patches.centres, shifts, weights)
        if agree.sum() < enough:
            return None
        return replace(self._settled, homography=change, how=FoundBy.TRACKED)

    def _take(self, found: BoardPose) -> None:
        """Believes in a new pose; ``moved`` is counted from where it was last said that something moved."""
        if not self._is_bump(found):
            raise _lost()
        moved = corner_displacement(self._anchor, found, self.layout)
        if moved > TUNING.jolt:
            self.board_pose = self._anchor = replace(found, moved=moved)
        elif corner_displacement(self.board_pose, found, self.layout) > TUNING.still:
            self.board_pose = replace(found, moved=0.0)

    def _checked(self, picture: Picture) -> Picture:
        """The picture in the form and the size of the first one."""
        width, height = self.board_pose.size
        if not (isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape == (height, width, 3)):
            picture = valid_picture(picture)
        if picture.shape[:2] != (height, width):
            raise BoardNotFound(say("The pictures have another size than at the set-up. Set the camera up again."))
        return np.ascontiguousarray(picture)

    def _settle(self, picture: Picture) -> None:
        """From now on nothing has moved as long as the patches are where they are in this picture.

        After a bump they are off by a little where the lens bends in another way than it is taken to.
        """
        self._settled = self.board_pose
        self._patches = Patches.at(self._reference, self.board_pose)
        shifts, clear = self._patches.measure(picture)
        seen = (clear > PATCHES.clear) & (np.abs(shifts).max(1) < TUNING.scatter)
        self._base = np.where(seen[:, None], shifts, 0.0)
        self._usual = self._weighed = int(seen.sum())
        self._look_again(picture)

    def _look_again(self, picture: Picture) -> None:
        self._last, self._since = Glance.of(picture, self.board_pose, self.layout), 0

    def _best(self, picture: Picture) -> RefinedPose | None:
        """The pose that is borne out best, of the first guesses one of which is by enough, and of its rivals."""
        best = None
        for guesses in self._guesses(picture):
            refined = [refine_pose(self._reference, guess, picture, self.layout) for guess in guesses]
            found = max((one for one in refined if one), key=lambda one: one.support, default=None)
            if found and (best is None or found.support > TUNING.clearly * best.support):
                best = found
            if best and best.inliers >= max(TUNING.few, TUNING.agreed * self._usual):
                break
        return best and self._against_rivals(best, picture)

    def _guesses(self, picture: Picture) -> Iterator[list[BoardPose]]:
        """Where the board may be, guesses that are as likely together: where it was, and where its last look is found;
        then where its first one is."""
        known = [self.board_pose] if self.board_pose is self._home else [self.board_pose, self._home]
        for before, glance in ((known, self._last), ([], self._first)):
            found = glance.found_in(picture)
            yield [*before, found] if found and self._is_bump(found) else before

    def _is_bump(self, found: BoardPose) -> bool:
        return any(is_bump(known, found, self.layout) for known in (self.board_pose, self._home))

    def _against_rivals(self, found: RefinedPose, picture: Picture) -> RefinedPose | None:
        """The pose, or the one some fields further that is better borne out; None where the board is rather turned."""
        while better := self._likeliest(further(found.board_pose, self.layout), picture, found.support):
            found = better
        turned = self._likeliest(turned_about(found.board_pose, self.layout), picture, TUNING.clearly * found.support)
        return None if turned else found

    def _likeliest(self, guesses: list[BoardPose], picture: Picture, least: float) -> RefinedPose | None:
        """The guess that is borne out best, if it is so by more than ``least``."""
        counts = [self._reference.support(guess, picture) for guess in guesses]
        if max(counts) <= least:
            return None
        refined = refine_pose(self._reference, guesses[int(np.argmax(counts))], picture, self.layout)
        return refined if refined and refined.support > least else None


@dataclass(frozen=True)
class RefinedPose:
    """A pose, how many patches agree on it, and how many bear it out, those on the sheet's edge among them."""

    board_pose: BoardPose
    inliers: int
    support: int


def refine_pose(reference: ReferenceImage, guess: BoardPose, picture: Picture, layout: Layout) -> RefinedPose | None:
    """The pose near ``guess`` at which the picture looks like the reference; None where it does not."""
    for _ in range(STEPS):
        patches = Patches.at(reference, guess)
        shifts, clear = patches.measure(picture)
        seen = within_reach(shifts, clear)
        if seen.sum() < TUNING.few:
            return None
        change, agree = _estimate_motion(guess, patches.centres, shifts, clear * seen)
        guess = replace(guess, homography=change, how=FoundBy.TRACKED)
        if agree.sum() < max(TUNING.few, TUNING.agreed * seen.sum()) or pose_problem(guess, layout):
            return None
        if np.abs(shifts[agree]).mean() < 0.02:
            break
    return RefinedPose(guess, int(agree.sum()), reference.support(guess, picture))


def _estimate_motion(
    board_pose: BoardPose, centres: Points, shifts: Points, weights: Floats
) -> tuple[Floats, np.ndarray]:
    """The homography of the pose that shifts the patches so by a little, and which of them agree to it.

    Least squares in the eight numbers of a small homography; four of them (shear, stretch, perspective) are held near
    0 as far as the patches leave them open. Whatever lies off is left out in the next round.
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
        wanted = across.T @ (trust * off[:, 0]) + down.T @ (trust * off[:, 1])
        p = np.linalg.solve(normal + np.eye(8) * 1e-9, wanted)
        wrong = np.hypot(across @ p - off[:, 0], down @ p - off[:, 1]) * half
        spread = float(np.median(wrong[agree])) if agree.any() else 0.0
        agree = (weights > 0) & (wrong < min(max(0.25, 3 * spread), TUNING.scatter))
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


def _lost() -> BoardNotFound:
    return BoardNotFound(
        say("The board is lost: too little of it is to be seen. Clear the view, or show it as it lay before.")
    )
