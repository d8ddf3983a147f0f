"""The look of figures on each ground: a white one says little for itself on a white field, much on a black one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.evidence.background import Background, Floats
from vision.evidence.shadows import ShadowModel
from vision.evidence.texture import TextureModel


@dataclass(frozen=True, slots=True)
class Tuning:
    """Grounds. Defaults are the values in use."""

    alike: float = 0.25
    """Cells whose colours differ by less than this (logarithms, root of the mean square) have the same ground."""
    few: int = 2
    """Figures of a kind that tell how it looks on a ground."""
    faintest: float = 0.25
    """The part of them that may say no more than a bare cell before such figures are taken to be unseen there."""
    more: float = 0.05
    """How much more than for any bare cell must speak for a kind that hides there, to doubt that the cell is bare."""
    taken: float = 0.08
    """Logarithm: how much lighter, or of another colour, than the ground a figure may be and still be taken for it."""
    fits: float = 0.4
    """How far a figure may be from those of its kind on such a ground at the start (in parts of what speaks for it):
    less may speak for it than for the faintest, more than is usual."""
    clearer: float = 0.3
    """How much farther from it any other kind must be."""


TUNING = Tuning()


@dataclass(frozen=True)
class Grounds:
    """Grounds of the cells.

    ``alike`` (cells x cells): which cells have the same ground. ``usual`` (cells x kinds): the part of what speaks for
    a kind elsewhere that spoke for it on such a ground at the start, ``faint`` the part that did for the faintest
    quarter of the figures and ``least`` for the faintest of all; nan where none stood there. ``hides`` (cells x kinds):
    whether a figure of the kind can have the colours of the bare cell. ``bare`` (cells x kinds): the most that spoke
    for a kind on bare cells of such a ground.
    """

    alike: NDArray[np.bool_]
    usual: Floats
    faint: Floats
    least: Floats
    hides: NDArray[np.bool_]
    bare: Floats

    @classmethod
    def of(
        cls,
        background: Background,
        texture: TextureModel,
        colour: Floats,
        parts: Floats,
        kind_of_cell: Sequence[str],
        kinds: Sequence[str],
    ) -> Grounds:
        """Return the grounds as a frame shows them in which the figures stand as at the start.

        ``colour`` (rows x columns x 3) is that of the frame, its light taken away; ``parts`` (cells x kinds) is what
        speaks for the kinds, as a part of the usual; ``kind_of_cell`` is the kind that stands on each cell.
        """
        ground = background.colour.reshape(-1, 3)[texture.places].mean(axis=1)
        alike = np.sqrt(np.square(ground[:, None] - ground[None]).mean(axis=2)) < TUNING.alike
        shown = colour.reshape(-1, 3)[texture.places].mean(axis=1)
        usual, faint, least = np.full((3, len(kind_of_cell), len(kinds)), np.nan, np.float32)
        hides = np.zeros(usual.shape, bool)
        for column, kind in enumerate(kinds):
            of_kind = np.array([its == kind for its in kind_of_cell])
            hides[:, column] = _like_a_shadow(np.median(shown[of_kind], axis=0) - ground, background.shadows)
            for cell, same in enumerate(alike):
                if (there := of_kind & same).sum() >= TUNING.few:
                    usual[cell, column] = np.median(parts[there, column])
                    faint[cell, column] = np.quantile(parts[there, column], TUNING.faintest)
                    least[cell, column] = parts[there, column].min()
        empty = np.array([its == EMPTY for its in kind_of_cell])
        shown_bare = [parts[there] if (there := empty & same).any() else parts[empty] for same in alike]
        bare = np.stack([its.max(axis=0, initial=0.0) for its in shown_bare]).astype(np.float32)
        return cls(alike, usual, faint, least, hides, bare)

    def hidden(self, cells: NDArray[np.intp], parts: Floats) -> NDArray[np.bool_]:
        """Return whether more speaks for a kind that hides there than for any bare cell (cells x kinds)."""
        return np.asarray(self.hides[cells] & (parts > self.bare[cells] + TUNING.more))

    def fitting(self, cell: int, part: Floats) -> tuple[list[int], bool]:
        """Return the kinds (columns, the likeliest first) that may stand on a cell, and whether one stands out.

        They are judged by the part that is seen of what usually speaks for each.
        """
        off = np.maximum(0, np.maximum(self.least[cell] - part, part - self.usual[cell]))
        unseen = np.isnan(off)
        fits = [int(column) for column in np.argsort(np.where(unseen, np.inf, off)) if off[column] < TUNING.fits]
        likely = [*fits, *np.flatnonzero(unseen & self.hides[cell]).tolist()]
        clearly = len(likely) == 1 and bool(fits) and not (np.sort(off)[1:2] < off[fits[0]] + TUNING.clearer).any()
        return likely, clearly

    def unseen(
        self, texture: TextureModel, cells: Sequence[str], kinds: Sequence[str]
    ) -> Mapping[str, tuple[str, ...]]:
        """Return the ``cells`` on which figures of some of the ``kinds`` may not be seen at all, and which.

        They have the colours of the bare cell, no more spoke for the faintest on such a ground at the start than for a
        bare cell, and texture tells nothing there.
        """
        silent = self.faint < self.bare + TUNING.more
        found = zip(cells, self.hides & silent & ~np.isfinite(texture.half_way)[:, None], strict=True)
        return {cell: tuple(kinds[at] for at in np.flatnonzero(its).tolist()) for cell, its in found if its.any()}


def _like_a_shadow(change: Floats, shadows: ShadowModel) -> NDArray[np.bool_]:
    """Return for each of n changes of colour (n x 3, logarithms) whether it is none, or could be a shadow."""
    shade = change.mean(axis=1)
    tint = np.sqrt(np.square(change - shade[:, None] * shadows.direction).mean(axis=1))
    allowed = TUNING.taken + shadows.tint * np.abs(shade)
    return np.asarray((shade < TUNING.taken) & (shade > -shadows.deepest) & (tint < allowed))
