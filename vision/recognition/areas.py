"""Figures that stand anywhere in the town or in an area beside the cells."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.figure_rules import FigureRules
from companion.boards.layout import TOWN, Layout
from vision.recognition.background import Floats
from vision.recognition.cell_classifier import Clues, Eye
from vision.recognition.silhouettes import Form, covered
from vision.recognition.templates import PIXEL, TURNS, Ways

MOST = 12
"""Figures that are looked for in one area."""
LEAST_STRANGE = 8.0
"""Coarse pixels that must differ from bare board before anything is looked for."""
FAINT = 0.8
"""The part of what is asked for elsewhere that must be seen of a figure that is missing on the cells."""
BRIM = 6.0
"""Millimetres outside an area where the foot of a figure still counts as standing in it."""


@dataclass(frozen=True)
class Spot:
    """The town or an area: ``window`` of the coarse map to look at, ``inside`` where a figure may have its foot."""

    name: str
    window: tuple[slice, slice]
    inside: NDArray[np.bool_]
    own: NDArray[np.bool_]


def outlines(layout: Layout) -> dict[str, list[NDArray[np.float64]]]:
    """The town's cells, and the rectangles of the areas, in millimetres."""
    found = {TOWN: [np.array(outline) for outline in layout.town_outlines()]} if layout.town else {}
    for area in layout.areas:
        x, y = area.width / 2, area.height / 2
        corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
        found[area.name] = [np.array([(area.x + dx, area.y + dy) for dx, dy in corners])]
    return found


def spots(ways: Ways) -> tuple[Spot, ...]:
    """Where to look."""
    rows, columns = ways.coarse
    made = []
    for name, shapes in outlines(ways.layout).items():
        mask = np.zeros((rows, columns), np.uint8)
        for shape in shapes:
            cv2.fillPoly(mask, [(ways.grid.at(shape) / 2).round().astype(np.int32)], 1)
        side = 2 * int(BRIM / PIXEL) + 1 if name != TOWN else 1
        wide = cv2.dilate(mask, np.ones((side, side), np.uint8))
        y, x = np.nonzero(wide)
        far = int(24 / PIXEL)
        window = (
            slice(max(0, int(y.min()) - far), min(rows, int(y.max()) + far + 1)),
            slice(max(0, int(x.min()) - far), min(columns, int(x.max()) + far + 1)),
        )
        made.append(Spot(name, window, wide[window].astype(bool), mask[window].astype(bool)))
    return tuple(made)


@dataclass(frozen=True)
class Template:
    """A figure of a family, turned, as it looks on this spot: ``cover`` around its foot."""

    name: str
    cover: Floats


def templates(ways: Ways, spot: Spot, forms: dict[str, Form]) -> list[Template]:
    """Every way a figure can look around the middle of the spot."""
    far = int(24 / PIXEL)
    side = np.arange(-far, far + 1) * PIXEL
    points = np.stack(np.meshgrid(side, side), axis=2)
    rows, columns = np.nonzero(spot.own)
    middle = ways.middles(
        np.array(
            [(int(rows.mean()) + spot.window[0].start) * ways.coarse[1] + int(columns.mean()) + spot.window[1].start]
        )
    )
    made = []
    for name, form in forms.items():
        lean = ways.lean(middle, form.height)[0]
        for turn in (0.0,) if form.round else TURNS:
            cover = covered(form, points, np.zeros(2), lean, np.array(turn), PIXEL)
            made.append(Template(name, cover))
    return made


@dataclass(frozen=True)
class Found:
    """The figures on a spot, after what was asked: its gains, what was explained before and the kinds that were
    missing; ``explained`` is how much is explained then."""

    gains: Floats
    before: Floats
    missing: frozenset[str]
    kinds: list[str]
    explained: Floats


class Beside:
    """Looks at the town and the areas; where nothing has changed since the last frame it is not asked again."""

    def __init__(self, eye: Eye, rules: FigureRules) -> None:
        self.eye, self.rules = eye, rules
        self._spots = [(spot, templates(eye.ways, spot, self._forms(spot.name))) for spot in spots(eye.ways)]
        self._last: dict[str, Found] = {}

    def _forms(self, name: str) -> dict[str, Form]:
        return {family: form for family, form in self.eye.figures.forms.items() if self.rules.may_stand(family, name)}

    def standing(self, clues: Clues, claimed: Floats, missing: frozenset[str]) -> dict[str, list[str]]:
        """The kinds of the figures on each spot; the pixels that they explain are ``claimed``, too.

        Of kinds that are ``missing`` on the cells less must be seen of a figure to believe in it.
        """
        return {spot.name: [*self._standing(spot, looks, clues, claimed, missing)] for spot, looks in self._spots}

    def lively(self, name: str, clues: Clues, claimed: Floats) -> bool:
        """Whether something that is no known figure lies on this area."""
        strange = (clues.strange * (1 - claimed)).reshape(self.eye.ways.coarse)
        return any(
            spot.name == name and strange[spot.window][spot.own].sum() > LEAST_STRANGE for spot, _ in self._spots
        )

    def _standing(
        self, spot: Spot, looks: list[Template], clues: Clues, claimed: Floats, missing: frozenset[str]
    ) -> list[str]:
        shape = self.eye.ways.coarse
        free = ((1 - claimed) * (1 - clues.hidden)).reshape(shape)[spot.window]
        strange = clues.strange.reshape(shape)[spot.window] * free
        if strange[spot.inside].sum() < LEAST_STRANGE:
            return []
        gains = clues.gains.reshape(*shape, -1)[spot.window] * free[..., None]
        explained = claimed.reshape(shape)[spot.window]
        last = self._last.get(spot.name)
        same = last and np.array_equal(last.gains, gains) and np.array_equal(last.before, explained)
        if last and same and last.missing == missing:
            explained[...] = last.explained
            return last.kinds
        asked = gains.copy(), explained.copy()
        kinds = _found(self.eye, spot, looks, gains, explained, missing)
        self._last[spot.name] = Found(*asked, missing, kinds, explained.copy())
        return kinds


def _found(
    eye: Eye, spot: Spot, looks: list[Template], gains: Floats, explained: Floats, missing: frozenset[str]
) -> list[str]:
    """The kinds of the figures on the spot, one after the other, the likeliest first; both arrays change."""
    kinds = eye.figures.kinds
    found: list[str] = []
    for _ in range(MOST):
        best: tuple[float, int, Template, tuple[int, int]] | None = None
        for look in looks:
            for column in eye.columns(look.name):
                if gains[..., column][spot.inside].max() <= 0:
                    continue
                scores = cv2.filter2D(gains[..., column], cv2.CV_32F, look.cover, borderType=cv2.BORDER_CONSTANT)
                scores[~spot.inside] = -1e9
                at = np.unravel_index(int(scores.argmax()), scores.shape)
                score = float(scores[at])
                if best is None or score > best[0]:
                    best = (score, column, look, (int(at[0]), int(at[1])))
        if best is None:
            break
        enough = eye.sure[best[1]] * (FAINT if kinds[best[1]] in missing else 1)
        if best[0] < enough * eye.usual[best[1]]:
            break
        _, column, look, (row, across) = best
        found.append(kinds[column])
        _take(gains, explained, look.cover, row, across)
    return sorted(found)


def _take(gains: Floats, claimed: Floats, cover: Floats, row: int, column: int) -> None:
    """The figure with its foot there explains its pixels: they say nothing any more."""
    far = cover.shape[0] // 2
    top, left = max(0, row - far), max(0, column - far)
    bottom, right = min(gains.shape[0], row + far + 1), min(gains.shape[1], column + far + 1)
    part = cover[top - row + far : bottom - row + far, left - column + far : right - column + far]
    gains[top:bottom, left:right] *= (1 - part)[..., None]
    gains[top:bottom, left:right] -= 3.0 * part[..., None]
    claimed[top:bottom, left:right] = np.maximum(claimed[top:bottom, left:right], part)
