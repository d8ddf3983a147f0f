"""Tonight's figures: what colours each kind shows and what room it takes, from one picture of the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import ANYTHING, Background, Floats
from vision.evidence.colour_model import ColourModel, learn_colour_model
from vision.evidence.silhouettes import Silhouette
from vision.evidence.templates import PIXEL, SilhouetteMasks, Stance, TemplateModel, downsampled, stances_of
from vision.geometry.sheet import SPACING


@dataclass(frozen=True, slots=True)
class Tuning:
    """Learning of silhouettes. Defaults are the values in use."""

    enough: int = 8
    """The number of figures that tell the form of all their kind."""
    narrow: int = 3
    """Half the width of the narrowest foot, in steps of half a coarse pixel; the longest foot is as long as a cell."""
    wide: int = 7
    """Half the width of the widest foot, likewise."""
    tall: int = 7
    """The height of the tallest figure, in steps of two coarse pixels."""
    core: float = 0.85
    """The part of a form, in its middle, that is the figure's for certain."""
    alike: float = 0.4
    """How much a pixel of a figure counts that might as well be bare board."""
    toll: float = 1.5
    """Cost of each pixel that a silhouette covers, so that it takes none without evidence."""
    taller: float = 1.25
    """Least height of a tall figure, in heights of most of its family."""
    clearly: float = 24.0
    """Least gain in nats by its own height over theirs: twice that of what counts as seen clearly."""
    several: int = 3
    """Least number of figures that are as tall: a single one may be a shadow behind a figure."""


TUNING = Tuning()

TILE = Silhouette(SPACING / 2, SPACING / 2, 0.0)
"""Something flat that fills its cell."""


def forms() -> tuple[list[float], list[Silhouette], list[Silhouette]]:
    """Return the heights that are tried, and the round feet and the long ones, as high as figures are in the middle."""
    heights, size = [2 * PIXEL * step for step in range(1, TUNING.tall + 1)], PIXEL / 2
    widths, lengths = range(TUNING.narrow, TUNING.wide + 1), range(TUNING.wide, round(SPACING / PIXEL) + 1)
    middle = heights[len(heights) // 2]
    round_ = [Silhouette(wide * size, wide * size, middle) for wide in widths]
    return heights, round_, [Silhouette(long * size, wide * size, middle) for long in lengths for wide in widths[:-1]]


HEIGHTS, ROUND, LONG = forms()
LEAST = replace(min(ROUND, key=attrgetter("long")), height=min(HEIGHTS))
"""Silhouette that any figure certainly covers, before its form is known."""
LARGEST = Silhouette(TILE.long, TILE.wide, max(HEIGHTS))
"""Silhouette that no figure goes beyond."""


@dataclass(frozen=True)
class Figures:
    """The look of tonight's figures: colours by kind, forms by family, and how many of each kind there are."""

    colour_model: ColourModel
    silhouettes: Mapping[str, Silhouette]
    counts: Mapping[str, int]
    tall: Mapping[str, Silhouette] = field(default_factory=dict)
    """the form of the tallest figures of a family, where they are taller than most"""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds in their order."""
        return self.colour_model.kinds


def family(kind: str) -> str:
    """Return figures of a family differ only in colour: ``rider`` for ``rider:A``."""
    return kind.partition(":")[0]


def colour_of(kind: str) -> str:
    """Return what is told of a kind by its colour: ``A`` for ``rider:A``; all of it where it has none."""
    name, _, colour = kind.partition(":")
    return colour or name


def figures(
    model: TemplateModel, cells: Mapping[str, str], background: Background, colour: Floats, change: Floats
) -> tuple[Figures, Background]:
    """Learn all kinds from a frame in which ``cells`` bear these figures and nothing else stands on the board.

    ``colour`` and ``change`` (to the empty board) are those of the frame, its light taken away. Gives the background
    back with what was learnt of shadows.
    """
    kinds = tuple(sorted(set(cells.values())))
    silhouettes = {family(kind): LEAST for kind in kinds}
    stances = dict.fromkeys(cells, (0.0, 0.0, 0.0))
    families = {
        name: {cell: kinds.index(kind) for cell, kind in cells.items() if family(kind) == name} for name in silhouettes
    }
    masks = {name: _masks_of_some(model, members) for name, members in families.items()}
    for last in (False, False, True):
        bare = background.likelihood(change)
        made = learn_colour_model(
            {kind: _pixels(model, cells, kind, silhouettes, stances, bare, colour) for kind in kinds}
        )
        log_ratios = downsampled(made.log_ratios(colour, bare))
        for name, members in families.items():
            silhouettes[name] = _fit_silhouette(masks[name], log_ratios, members, may_be_tiles=len(families) == 1)
            stances |= _stances(model, log_ratios, members, silhouettes[name])
        if not last:
            background = background.with_shadows(change, _around_figures(model, cells, silhouettes, stances))
    heights = {name: tallest(model, log_ratios, members, silhouettes[name]) for name, members in families.items()}
    tall = {
        name: replace(silhouettes[name], height=height)
        for name, height in heights.items()
        if height >= TUNING.taller * silhouettes[name].height > 0
    }
    return Figures(made, silhouettes, Counter(cells.values()), tall), background


def tallest(model: TemplateModel, log_ratios: Floats, cells: Mapping[str, int], silhouette: Silhouette) -> float:
    """Return the height that several figures of a family reach, in millimetres; 0 where fewer are clearly tall.

    Only round figures are measured: they stand.
    """
    if not silhouette.round or len(cells) < TUNING.several:
        return 0.0
    base_points, columns = np.array([model.layout.centre(cell) for cell in cells]), np.array([*cells.values()])
    worth = []
    for height in HEIGHTS:
        masks = model.masks(replace(silhouette, height=height), base_points)
        ratios = log_ratios[masks.places, columns[:, None]] - TUNING.toll
        worth.append(np.matmul(masks.cover, ratios[..., None])[..., 0].max(axis=1))
    usual = np.array(worth)[HEIGHTS.index(silhouette.height)]
    own = np.where(np.max(worth, axis=0) - usual > TUNING.clearly, np.array(HEIGHTS)[np.argmax(worth, axis=0)], 0.0)
    return float(np.sort(own)[-TUNING.several])


def _around_figures(
    model: TemplateModel, cells: Mapping[str, str], silhouettes: Mapping[str, Silhouette], stances: Mapping[str, Stance]
) -> NDArray[np.bool_]:
    """Return the pixels near figures that they do not cover: where their shadows fall."""
    near = np.zeros((model.grid.height, model.grid.width), bool)
    under = near.copy()
    for cell, kind in cells.items():
        silhouette = silhouettes[family(kind)]
        wide = replace(silhouette, long=silhouette.long + PIXEL, wide=silhouette.wide + PIXEL)
        window, mask = model.window(cell, wide, stances[cell])
        near[window] = True
        under[window] |= mask > 0.01
    return near & ~under


def _pixels(
    model: TemplateModel,
    cells: Mapping[str, str],
    kind: str,
    silhouettes: Mapping[str, Silhouette],
    stances: Mapping[str, Stance],
    bare: Floats,
    colour: Floats,
) -> tuple[Floats, Floats]:
    """Return the colours of the pixels that figures of this kind cover.

    Each counts more if it does not look like bare board.
    """
    silhouette = silhouettes[family(kind)]
    core = replace(silhouette, long=silhouette.long * TUNING.core, wide=silhouette.wide * TUNING.core)
    found, counts = [], []
    for cell in (cell for cell, its in cells.items() if its == kind):
        window, mask = model.window(cell, core, stances[cell])
        strange = 1 / (1 + np.exp(np.clip(bare[window] - ANYTHING, -30, 30)))
        found.append(colour[window].reshape(-1, 3))
        counts.append((mask * (TUNING.alike + (1 - TUNING.alike) * strange)).ravel())
    return np.concatenate(found), np.concatenate(counts)


def _stances(
    model: TemplateModel, log_ratios: Floats, cells: Mapping[str, int], silhouette: Silhouette
) -> dict[str, Stance]:
    """Return how each of these figures stands on its cell."""
    masks = model.masks(silhouette, np.array([model.layout.centre(cell) for cell in cells]))
    ratios = log_ratios[masks.places, np.array(list(cells.values()))[:, None]] - TUNING.toll
    best = np.matmul(masks.cover, ratios[..., None])[..., 0].argmax(axis=1)
    return dict(zip(cells, map(tuple, stances_of(silhouette)[best].tolist()), strict=True))


Masks = Callable[[Silhouette], SilhouetteMasks]


def _some(cells: Mapping[str, int]) -> dict[str, int]:
    """Return so many of these figures as tell the form of all."""
    return dict(sorted(cells.items())[:: max(1, len(cells) // TUNING.enough)])


def _masks_of_some(model: TemplateModel, cells: Mapping[str, int]) -> Masks:
    """Return the masks of a silhouette on the cells that tell the form.

    The rounds of learning ask for many of them again.
    """
    base_points = np.array([model.layout.centre(cell) for cell in _some(cells)])
    return cache(lambda silhouette: model.masks(silhouette, base_points).cropped())


def _fit_silhouette(masks_of: Masks, log_ratios: Floats, cells: Mapping[str, int], may_be_tiles: bool) -> Silhouette:
    """Return the silhouette that best divides these figures (cell -> column of ``log_ratios``) from the board.

    It is a tile only where all figures are of one form.
    """
    columns = np.array(list(_some(cells).values()))

    def worth(silhouette: Silhouette) -> float:
        masks = masks_of(silhouette)
        ratios = log_ratios[masks.places, columns[:, None]] - TUNING.toll
        return float(np.matmul(masks.cover, ratios[..., None]).max(axis=1).sum())

    def fitted(feet: Sequence[Silhouette]) -> Silhouette:
        best = feet[0]
        for _ in range(2):
            best = max((replace(foot, height=best.height) for foot in feet), key=worth)
            low = [height for height in HEIGHTS if best.round or height < 2 * best.wide + PIXEL]  # a long shape lies
            best = max((replace(best, height=height) for height in low), key=worth)
        return best

    return max((fitted(ROUND), fitted(LONG), *[TILE] * may_be_tiles), key=worth)


def silhouette_masks(model: TemplateModel, silhouettes: Mapping[str, Silhouette]) -> Mapping[str, SilhouetteMasks]:
    """Return the masks of every family, with the pixels that a figure of any family covers anywhere: half of all."""
    made = {name: model.masks(silhouette) for name, silhouette in silhouettes.items()}
    used = np.logical_or.reduce([masks.used for masks in made.values()]) if made else None
    return {name: masks.cropped(used) for name, masks in made.items()}
