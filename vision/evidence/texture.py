"""Texture: a figure has edges and shades of its own where the bare board is as smooth, or as printed, as it was.

Light and soft shadows change how bright a cell is, hardly its texture. A white figure on a white field has the field's
colour, but not its smoothness; so this tells where colours cannot, how well is learnt from the start.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import SCALE, Background, Floats, Grid
from vision.evidence.templates import COARSER
from vision.geometry.board_pose import Points


@dataclass(frozen=True, slots=True)
class Tuning:
    """Texture of cells. Defaults are the values in use."""

    middle: float = 9.0
    """Cell units around the middle of a cell in which its texture is looked at: beyond, fields meet and lines run."""
    strangest: float = 4.0
    """How much a single pixel can count, in standard deviations: the edge of a shadow is steep, but thin."""
    shown: float = 0.35
    """The part of these pixels that must show the cell itself, and no figure of another one that leans over it."""
    nearly: float = 0.9
    """The share of the bare cells of the start that is smoother than what counts as smooth, and of the figures that is
    rougher than what counts as rough."""
    apart: float = 1.4
    """How much rougher figures must be than bare cells for texture to tell them apart."""
    sure: float = 0.12
    """How far (logarithm) from half way between both a cell must be."""
    flat: float = 0.6
    """A cell so much smoother than nearly any figure is bare, though shadows make other bare cells as rough."""
    few: int = 3
    """Cells of one ground that tell of it; with fewer, all the board's do."""


TUNING = Tuning()


@dataclass(frozen=True)
class TextureModel:
    """The texture of the empty cells.

    ``edges`` (cells x pixels) are at ``places`` of the grid, ``trust`` is the inverse of their standard deviation,
    ``coarse`` the coarse pixels they belong to. ``half_way`` (cells): the level between that of bare cells and that of
    figures on such a ground; infinite where it tells nothing, as before the start. ``flat`` (cells): the level below
    which nothing stands in any case.
    """

    places: NDArray[np.intp]
    coarse: NDArray[np.intp]
    edges: Floats
    trust: Floats
    half_way: Floats
    flat: Floats

    @classmethod
    def of(cls, background: Background, edges: Floats, grid: Grid, middles: Points) -> TextureModel:
        """Begin with the ``edges`` of the empty board (rows x columns) and the cells' ``middles`` in cell units."""
        reach = int(TUNING.middle * SCALE)
        y, x = (axis.ravel() for axis in np.mgrid[-reach : reach + 1, -reach : reach + 1])
        near = np.hypot(x, y) <= TUNING.middle * SCALE
        corner = grid.at(middles).round().astype(int)
        rows = np.clip(corner[:, 1:] + y[near], 0, grid.height - 1)
        columns = np.clip(corner[:, :1] + x[near], 0, grid.width - 1)
        down, across = grid.height // COARSER, grid.width // COARSER
        coarse = np.minimum(rows // COARSER, down - 1) * across + np.minimum(columns // COARSER, across - 1)
        places = rows * grid.width + columns
        trust = 1 / np.sqrt(background.noise[..., 1].ravel()[places])
        open_ = np.full(len(middles), np.inf, np.float32)
        return cls(places, coarse, edges.ravel()[places], trust.astype(np.float32), open_, np.zeros_like(open_))

    def levels(self, edges: Floats, explained: Floats | None = None) -> Floats:
        """Return how much rougher each cell is than the empty board, in standard deviations (root of the mean square).

        Only coarse pixels count that nothing has ``explained``; nan where too few of them are left.
        """
        square = edges.ravel().take(self.places)
        square -= self.edges
        square *= self.trust
        np.square(square, out=square)
        np.minimum(square, TUNING.strangest**2, out=square)
        if explained is None:
            return np.asarray(np.sqrt(square.mean(axis=1)), np.float32)
        shown = explained[self.coarse] < 0.5
        count = shown.sum(axis=1)
        level = np.sqrt((square * shown).sum(axis=1) / np.maximum(count, 1))
        return np.where(count > TUNING.shown * self.places.shape[1], level, np.nan).astype(np.float32)

    def of_cells(self, cells: NDArray[np.intp]) -> TextureModel:
        """Return that of some cells (their numbers) only."""
        places, coarse, trust = self.places[cells], self.coarse[cells], self.trust[cells]
        return TextureModel(places, coarse, self.edges[cells], trust, self.half_way[cells], self.flat[cells])

    def of_frame(self, edges: Floats, explained: Floats | None = None) -> NDArray[np.int8]:
        """Return the ``verdict`` on the ``levels`` of a frame with these edges."""
        return self.verdict(self.levels(edges, explained))

    def learnt(self, levels: Floats, occupied: NDArray[np.bool_], alike: NDArray[np.bool_]) -> TextureModel:
        """Return the same, with the ``levels`` of the start.

        ``alike`` (cells x cells): which cells have the same ground.
        """
        bare = _of_ground(levels, ~occupied, alike, TUNING.nearly)
        figure = _of_ground(levels, occupied, alike, 1 - TUNING.nearly)
        half_way = np.where(figure > TUNING.apart * bare, np.sqrt(figure * bare), np.inf)
        flat = np.nan_to_num(TUNING.flat * figure, nan=0.0)
        return replace(self, half_way=half_way.astype(np.float32), flat=flat.astype(np.float32))

    def verdict(self, levels: Floats) -> NDArray[np.int8]:
        """Return 1 where something stands, -1 where nothing does, 0 where texture does not tell (one for each cell)."""
        known = np.isfinite(self.half_way) & np.isfinite(levels)
        above = np.log(np.maximum(levels, 1e-6)) - np.log(np.where(known, self.half_way, 1.0))
        by_level = np.where(known, np.sign(above) * (np.abs(above) > TUNING.sure), 0)
        return np.where(levels < self.flat, -1, by_level).astype(np.int8)


def _of_ground(levels: Floats, chosen: NDArray[np.bool_], alike: NDArray[np.bool_], part: float) -> Floats:
    """Return that quantile of the levels of the chosen cells on the same ground, nan where none is chosen at all."""
    usable = chosen & np.isfinite(levels)
    found = np.full(len(levels), np.quantile(levels[usable], part) if usable.any() else np.nan, np.float32)
    for cell, same in enumerate(alike):
        if (its := usable & same).sum() >= TUNING.few:
            found[cell] = np.quantile(levels[its], part)
    return found
