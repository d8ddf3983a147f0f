"""The template model: every stance of a figure on a cell, and the pixels its silhouette covers then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.boards.layout import Layout
from vision.evidence.background import SCALE, Floats, Grid, averaged
from vision.evidence.silhouettes import Silhouette, silhouette_coverage
from vision.geometry.board_pose import Points
from vision.geometry.camera_pose import CameraPose

COARSER = 2
"""Forms are laid over one pixel for so many of the grid's a side."""
PIXEL = COARSER / SCALE
"""The side of such a coarse pixel in millimetres."""
HALF = 8
"""Half a side of the patch around a figure, in coarse pixels."""
MIDDLE = 4
"""Half a side of its middle, where every figure stands."""
AT_ONCE = 8
"""Places whose masks are made together: all of a board's would take as much memory again several times over."""
ROUND_OFF, TURNED_OFF = (6, 3), (4, 4)
"""Cell units from the middle of its cell, the most and each step, by which a figure is tried to stand off it."""
TURNS = tuple(np.arange(8) * np.pi / 8)
"""Radians by which a figure is turned that is not round."""

Stance = tuple[float, float, float]
"""(offset x, offset y) from the middle of the cell in millimetres, and the turn in radians."""


def stances_of(silhouette: Silhouette) -> NDArray[np.float64]:
    """Return the (offset x, offset y, turn) of every way such a figure is tried to stand on its place (n x 3)."""
    (most, step), turns = (ROUND_OFF, (0.0,)) if silhouette.round else (TURNED_OFF, TURNS)
    side = range(-most, most + 1, step)
    offsets = [(x, y) for x, y in product(side, repeat=2) if np.hypot(x, y) <= most + 1]
    return np.array([(*offset, turn) for offset in offsets for turn in turns])


@dataclass(frozen=True)
class SilhouetteMasks:
    """Masks of silhouettes.

    ``places`` (cells x pixels) are indexes of coarse pixels, ``cover`` (cells x poses x pixels) how much of them a
    figure on the cell covers.
    """

    places: NDArray[np.intp]
    cover: Floats

    @cached_property
    def covered_first(self) -> NDArray[np.intp]:
        """Return the coarse pixels that a figure in its first pose covers (cells x n).

        Where they are fewer than on another cell one of them is repeated.
        """
        covered = self.cover[:, 0] > 0
        order = np.argsort(~covered, axis=1, kind="stable")[:, : int(covered.sum(axis=1).max(initial=1))]
        order = np.where(np.take_along_axis(covered, order, axis=1), order, order[:, :1])
        return np.take_along_axis(self.places, order, axis=1)

    @property
    def used(self) -> NDArray[np.bool_]:
        """Return the pixels that a figure covers anywhere, and those in the middle."""
        side = np.abs(np.arange(2 * HALF + 1) - HALF) <= MIDDLE
        return np.asarray(self.cover.any(axis=(0, 1)) | (side[:, None] & side).ravel(), np.bool_)

    def cropped(self, used: NDArray[np.bool_] | None = None) -> SilhouetteMasks:
        """Return the same without the pixels that are not ``used``, which are most of them."""
        used = self.used if used is None else used
        return SilhouetteMasks(np.ascontiguousarray(self.places[:, used]), np.ascontiguousarray(self.cover[..., used]))

    def share(self, values: Floats) -> Floats:
        """Return for each cell the mean of ``values`` (coarse pixels) over what a figure in its first pose covers."""
        cover = self.cover[:, 0]
        return np.asarray((values[self.places] * cover).sum(axis=1) / np.maximum(cover.sum(axis=1), 1e-6), np.float32)

    def scores(self, gain: Floats, cells: NDArray[np.intp], columns: list[int]) -> Floats:
        """Return how much the pixels speak for these kinds (cells x poses x ``columns``).

        ``gain``: coarse pixels x kinds.
        """
        there = gain.take(self.places[cells], axis=0).take(columns, axis=2)
        return np.asarray(np.matmul(self.cover[cells], there))


@dataclass(frozen=True, eq=False)
class TemplateModel:
    """A board under a camera. Coarse pixels are counted row by row."""

    grid: Grid
    layout: Layout
    camera: CameraPose

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Return the cells in their order."""
        return tuple(self.layout.by_id)

    @cached_property
    def base_points(self) -> Points:
        """Return the middles of the cells in millimetres."""
        return np.array([self.layout.centre(cell) for cell in self.cells])

    @property
    def coarse(self) -> tuple[int, int]:
        """Return how many coarse pixels there are down and across."""
        return self.grid.height // COARSER, self.grid.width // COARSER

    def parallax(self, base_points: Points, height: float) -> Points:
        """Return where the top of something so tall appears, from its foot, in millimetres on the sheet (n x 2)."""
        board_pose = self.camera.board_pose
        return board_pose.millimetres(self.camera.pixels(base_points, height)) - base_points

    @cached_property
    def pixels(self) -> Points:
        """Return the millimetres of all coarse pixels."""
        return self.middles(np.arange(self.coarse[0] * self.coarse[1]))

    def middles(self, places: NDArray[np.intp]) -> Points:
        """Return the millimetres of the middles of coarse pixels."""
        across = self.coarse[1]
        at = np.stack([places % across, places // across], axis=-1)
        return np.asarray((at + 0.5) * PIXEL + [self.grid.left, self.grid.top])

    def patches(self, base_points: Points, height: float) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return the coarse pixels around a figure so tall there, and which of them exist (feet x pixels)."""
        rows, columns = self.coarse
        middle = self.grid.at(base_points + self.parallax(base_points, height) / 2) / COARSER
        corner = middle.round().astype(int) - HALF
        side = np.arange(2 * HALF + 1)
        x = corner[:, :1] + np.tile(side, len(side))
        y = corner[:, 1:] + np.repeat(side, len(side))
        inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
        return np.clip(y, 0, rows - 1) * columns + np.clip(x, 0, columns - 1), inside

    def masks(self, silhouette: Silhouette, base_points: Points | None = None) -> SilhouetteMasks:
        """Make masks for every cell, or for figures about to stand at ``base_points``."""
        base_points = self.base_points if base_points is None else base_points
        places, inside = self.patches(base_points, silhouette.height)
        stances, parallax = stances_of(silhouette), self.parallax(base_points, silhouette.height)
        cover = np.empty((len(places), len(stances), places.shape[1]), np.float32)
        for some in (slice(first, first + AT_ONCE) for first in range(0, len(places), AT_ONCE)):
            cover[some] = inside[some, None] * silhouette_coverage(
                silhouette,
                self.middles(places[some])[:, None],
                base_points[some, None, None] + stances[None, :, None, :2],
                parallax[some, None, None],
                stances[None, :, None, 2],
                PIXEL,
            )
        return SilhouetteMasks(places, cover)

    def window(
        self, cell: str, silhouette: Silhouette, stance: Stance = (0.0, 0.0, 0.0)
    ) -> tuple[tuple[slice, slice], Floats]:
        """Return a window of the grid, and how much of its pixels a figure that stands so on the cell covers."""
        x, y = self.layout.centre(cell)
        base, turn = np.array([(x + stance[0], y + stance[1])]), stance[2]
        parallax = self.parallax(base, silhouette.height)
        across, down = self.grid.at(base + parallax / 2)[0].round().astype(int)
        reach = int(22 * SCALE)
        window = (slice(max(0, down - reach), down + reach + 1), slice(max(0, across - reach), across + reach + 1))
        return window, silhouette_coverage(
            silhouette, self.grid.points[window], base[0], parallax[0], np.array(turn), 1 / SCALE
        )


def downsampled(values: Floats) -> Floats:
    """Return for each coarse pixel the mean of the pixels (rows x columns x kinds) that it stands for."""
    small = averaged(values, COARSER)
    return small.reshape(small.shape[0] * small.shape[1], -1)
