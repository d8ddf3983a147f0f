"""Small well-marked parts of the board, by whose look a shift of a fraction of a pixel is noticed at little cost.

Each patch is compared with the same part of the picture in which the board was set up, never with the frame before:
nothing can drift. The shift is one step of Lucas and Kanade's method (1981) in which brightness and contrast are free,
so that a change of light is no movement.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.geometry.board_pose import BoardPose, Picture, Points
from vision.geometry.sheet import sheet_corners, sheet_size

SIDE = 24
"""Pixels along a patch: large enough for a shift of two pixels, small enough to look at many."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Choice and comparison of reference patches. Defaults are the values in use."""

    most: int = 40
    """Patches on the sheet, and on its edge, at most."""
    apart: float = 0.07
    """How far apart patches lie at least, as a part of the sheet's diagonal."""
    on_cells: float = 0.15
    """How much less a patch is worth where figures stand."""
    flat: float = 4.0
    """The least contrast of a patch (standard deviation of its grey): less tells nothing."""
    clear: float = 0.45
    """How much of a patch's look must be explained for it to be taken as seen."""
    reach: float = 2.5
    """Pixels beyond which a shift of a patch is not believed: the look changes too much for one step."""
    scatter: float = 1.0
    """Pixels beyond which a patch does not bear out a pose, however far the others lie apart: a board is flat."""


TUNING = Tuning()


AROUND = np.arange(-1, SIDE + 1, dtype=np.float32) - SIDE // 2
"""The pixels of a patch and one more on either side, for the slopes."""
EDGE = SIDE // 2 + 1
"""Pixels that the middle of a patch is away from the edge of a picture at least."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ReferenceImage:
    """The picture in which the board was set up, and where it lay in it.

    ``middles`` are the patches' (mm), ``rim`` those of others on the edge of the sheet, none where it shows no contrast
    to the table.
    """

    green: NDArray[np.uint8]
    board_pose: BoardPose
    middles: Points
    rim: Points

    @classmethod
    def of(cls, picture: Picture, board_pose: BoardPose, layout: Layout) -> ReferenceImage:
        """Choose the patches: well marked, spread over the sheet, rather beside the cells than on them."""
        green = cv2.GaussianBlur(np.ascontiguousarray(picture[:, :, 1]), (0, 0), 0.7)
        worth = cv2.cornerMinEigenVal(green, SIDE - 3)
        chosen = _chosen(np.asarray(worth), board_pose, layout)
        made = cls(np.asarray(green, np.uint8), board_pose, chosen, _rim(layout))
        return replace(made, rim=made.rim[Patches.at(replace(made, middles=made.rim), board_pose).usable])

    def support(self, board_pose: BoardPose, picture: Picture) -> int:
        """Return how many of all patches look as they did, just where they should, if the board lies so."""
        shifts, clear = Patches.at(self.whole, board_pose).measure(picture)
        return int(((clear > TUNING.clear) & (np.abs(shifts).max(1) < TUNING.scatter)).sum())

    @cached_property
    def whole(self) -> ReferenceImage:
        """Return the same with the patches on the edge among the others."""
        return replace(self, middles=np.concatenate([self.middles, self.rim]))


@dataclass(frozen=True)
class Patches:
    """The reference's patches as they look where the board is believed to lie, ready to be compared.

    ``places`` are indices into the flat picture, ``solve`` gives from a patch's pixels its contrast, brightness and
    two shifts, ``known`` are the regressors' products; all n patches in one array each.
    """

    centres: Points
    places: NDArray[np.int64]
    solve: NDArray[np.float32]
    known: NDArray[np.float32]
    usable: NDArray[np.bool_]

    @classmethod
    def at(cls, reference: ReferenceImage, board_pose: BoardPose) -> Patches:
        """Return the patches where ``board_pose`` puts them."""
        width, height = board_pose.size
        corners = np.round(board_pose.pixels(reference.middles)).astype(np.int64)
        most = np.array([width, height]) - EDGE - 1
        inside = ((corners >= EDGE) & (corners <= most)).all(1)
        corners = np.clip(corners, EDGE, most)
        source = _sources(corners.astype(np.float64), board_pose, reference.board_pose).reshape(len(corners), -1, 2)
        map_x, map_y = source[..., 0].copy(), source[..., 1].copy()
        patches = cv2.remap(reference.green, map_x, map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        patches = np.asarray(patches, np.float32).reshape(len(corners), SIDE + 2, SIDE + 2)
        inner = patches[:, 1:-1, 1:-1].reshape(len(corners), -1)
        across = ((patches[:, 1:-1, 2:] - patches[:, 1:-1, :-2]) / 2).reshape(len(corners), -1)
        down = ((patches[:, 2:, 1:-1] - patches[:, :-2, 1:-1]) / 2).reshape(len(corners), -1)
        basis = np.stack([inner, np.ones_like(inner), across, down], axis=1)
        known = basis @ basis.transpose(0, 2, 1)
        solve = np.linalg.inv(known.astype(np.float64) + 1e-2 * np.eye(4)).astype(np.float32) @ basis
        inner_grid = (AROUND[1:-1, None] * width + AROUND[1:-1]).ravel().astype(np.int64)
        places = (corners[:, 1] * width + corners[:, 0])[:, None] + inner_grid
        usable = inside & (inner.std(1) > TUNING.flat)
        return cls(corners.astype(np.float64) - 0.5, places * 3 + 1, solve, known, usable)

    def measure(self, picture: Picture) -> tuple[Points, Floats]:
        """Return the shift of each patch (pixels), and the part of its look that is explained (0 to 1)."""
        seen = picture.reshape(-1)[self.places].astype(np.float32)
        found = np.einsum("kij,kj->ki", self.solve, seen)
        explained = np.einsum("ki,kij,kj->k", found, self.known, found)
        mean = seen.mean(1)
        total = np.maximum((seen * seen).sum(1), 1e-3)
        spread = np.maximum(total - seen.shape[1] * mean * mean, seen.shape[1] * 1.0)
        clear = np.clip(1 - (total - explained) / spread, 0, 1)
        contrast = np.where(found[:, 0] > 0.1, found[:, 0], np.inf)
        shift = -found[:, 2:] / contrast[:, None]
        return shift.astype(np.float64), np.where(np.isfinite(contrast) & self.usable, clear, 0.0).astype(np.float64)


def within_reach(shifts: Points, clear: Floats) -> NDArray[np.bool_]:
    """Return which patches are seen, and so near that their shift is believed."""
    return np.asarray((clear > TUNING.clear) & (np.abs(shifts).max(1) < TUNING.reach), np.bool_)


def _sources(corners: Points, here: BoardPose, there: BoardPose) -> NDArray[np.float32]:
    """Return where the pixels around each of ``corners`` are in another picture: n x rows x columns x 2.

    Within a patch the way from one picture to the other is as good as affine.
    """
    arm = SIDE / 2
    steps = np.array([(arm, 0), (-arm, 0), (0, arm), (0, -arm)])
    ends = there.pixels(here.millimetres((corners[:, None] + steps).reshape(-1, 2))).reshape(-1, 4, 2)
    ends = ends.astype(np.float32)
    right, down = (ends[:, 0] - ends[:, 1]) / (2 * arm), (ends[:, 2] - ends[:, 3]) / (2 * arm)
    line = ends.mean(1)[:, None] + AROUND[:, None] * right[:, None]
    return np.asarray(line[:, None] + (AROUND[:, None] * down[:, None])[:, :, None])


def _chosen(worth: NDArray[np.float32], board_pose: BoardPose, layout: Layout) -> Points:
    """Return the middles (mm) of the best patches, each a good way from the better ones."""
    candidates = _candidates(layout)
    pixels = board_pose.pixels(candidates)
    width, height = board_pose.size
    kept = ((pixels > SIDE) & (pixels < np.array([width, height]) - SIDE - 1)).all(1)
    candidates, pixels = candidates[kept], np.round(pixels[kept]).astype(np.int64)
    values = worth[pixels[:, 1], pixels[:, 0]] * np.where(_on_cells(candidates, layout), TUNING.on_cells, 1.0)
    chosen, spacing = list[int](), TUNING.apart * np.hypot(*sheet_size(layout))
    for index in np.argsort(-values, kind="stable").tolist():
        gaps = np.linalg.norm(candidates[chosen] - candidates[index], axis=1)
        if (gaps > spacing).all():
            chosen.append(index)
        if len(chosen) == TUNING.most:
            break
    return candidates[chosen]


def _candidates(layout: Layout) -> Points:
    """Return a grid of 4 mm over the sheet but for its very edge, where the table begins."""
    width, height = sheet_size(layout)
    across, down = np.arange(-width / 2 + 14, width / 2 - 13, 4.0), np.arange(-height / 2 + 14, height / 2 - 13, 4.0)
    columns, rows = np.meshgrid(across, down)
    return np.column_stack([columns.ravel(), rows.ravel()])


def _rim(layout: Layout) -> Points:
    """Return places (mm) all along the edge of the sheet, as many as on the sheet."""
    corners = sheet_corners(layout)
    along = ((np.arange(TUNING.most // 4) + 0.5) / (TUNING.most // 4))[:, None, None]
    return np.asarray(corners + along * (np.roll(corners, -1, 0) - corners)).reshape(-1, 2)


def _on_cells(points: Points, layout: Layout) -> NDArray[np.bool_]:
    """Return which points lie where figures stand, or lean over."""
    middles = np.array([layout.centre(node) for node in layout.nodes])
    near = np.zeros(len(points), bool)
    for middle in middles:
        near |= np.square(points - middle).sum(1) < (2.2 * layout.size) ** 2
    for area in layout.areas:
        near |= (np.abs(points - (area.x, area.y)) < (area.width / 2 + 10, area.height / 2 + 10)).all(1)
    return np.asarray(near)
