"""Figures that stand anywhere in the town or in an area beside the cells."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.figure_rules import FigureRules
from vision.recognition.areas.regions import RegionOfInterest, regions_of_interest
from vision.recognition.cell_classifier import CellClassifier, Evidence
from vision.recognition.inventory import AreaFigure
from vision.recognition.models.background import Floats
from vision.recognition.models.silhouettes import Silhouette, silhouette_coverage
from vision.recognition.models.templates import PIXEL, TURNS, TemplateModel


@dataclass(frozen=True, slots=True)
class Tuning:
    """Detection of figures in areas. Defaults are the values in use."""

    most: int = 12
    """Figures that are looked for in one area."""
    least_strange: float = 8.0
    """Coarse pixels that must differ from bare board before anything is looked for."""
    faint: float = 0.8
    """The part of what is asked for elsewhere that must be seen of a figure that is missing on the cells."""


TUNING = Tuning()


@dataclass(frozen=True)
class AreaTemplate:
    """A figure of a family, turned, as it looks in this region: ``cover`` around its foot."""

    name: str
    cover: Floats


def area_templates(
    model: TemplateModel, region: RegionOfInterest, silhouettes: dict[str, Silhouette]
) -> list[AreaTemplate]:
    """Every way a figure can look around the middle of the region."""
    far = int(24 / PIXEL)
    side = np.arange(-far, far + 1) * PIXEL
    points = np.stack(np.meshgrid(side, side), axis=2)
    rows, columns = np.nonzero(region.own)
    middle = model.middles(
        np.array(
            [
                (int(rows.mean()) + region.window[0].start) * model.coarse[1]
                + int(columns.mean())
                + region.window[1].start
            ]
        )
    )
    made = []
    for name, silhouette in silhouettes.items():
        parallax = model.parallax(middle, silhouette.height)[0]
        for turn in (0.0,) if silhouette.round else TURNS:
            cover = silhouette_coverage(silhouette, points, np.zeros(2), parallax, np.array(turn), PIXEL)
            made.append(AreaTemplate(name, cover))
    return made


@dataclass(frozen=True)
class CachedArea:
    """The figures in a region, after what was asked: its log-likelihood ratios, what was explained before and the
    kinds that were missing; ``covered_here`` is how much is explained then."""

    log_ratios: Floats
    before: Floats
    missing: frozenset[str]
    figures: tuple[AreaFigure, ...]
    covered_here: Floats


class AreaDetector:
    """Looks at the town and the areas; where nothing has changed since the last frame it is not asked again."""

    def __init__(self, classifier: CellClassifier, rules: FigureRules) -> None:
        self.classifier, self.rules = classifier, rules
        self._regions = [
            (region, area_templates(classifier.model, region, self._silhouettes(region.name)))
            for region in regions_of_interest(classifier.model)
        ]
        self._last: dict[str, CachedArea] = {}

    def _silhouettes(self, name: str) -> dict[str, Silhouette]:
        return {
            family: silhouette
            for family, silhouette in self.classifier.figures.silhouettes.items()
            if self.rules.may_stand(family, name)
        }

    def detect(self, evidence: Evidence, explained: Floats, missing: frozenset[str]) -> dict[str, list[AreaFigure]]:
        """The figures in each region; the pixels that they explain are ``explained``, too.

        Of kinds that are ``missing`` on the cells less must be seen of a figure to believe in it.
        """
        return {
            region.name: [*self._detect(region, looks, evidence, explained, missing)] for region, looks in self._regions
        }

    def has_foreground(self, name: str, evidence: Evidence, explained: Floats) -> bool:
        """Whether something that is no known figure lies on this area."""
        shape = self.classifier.model.coarse
        for region in (region for region, _ in self._regions if region.name == name):
            left = 1 - explained.reshape(shape)[region.window]
            left *= evidence.foreground.reshape(shape)[region.window]
            if left[region.own].sum() > TUNING.least_strange:
                return True
        return False

    def _detect(
        self,
        region: RegionOfInterest,
        looks: list[AreaTemplate],
        evidence: Evidence,
        explained: Floats,
        missing: frozenset[str],
    ) -> tuple[AreaFigure, ...]:
        shape = self.classifier.model.coarse
        covered_here = explained.reshape(shape)[region.window]
        free = (1 - covered_here) * (1 - evidence.hidden.reshape(shape)[region.window])
        foreground = evidence.foreground.reshape(shape)[region.window] * free
        if foreground[region.inside].sum() < TUNING.least_strange:
            return ()
        log_ratios = evidence.log_ratios.reshape(*shape, -1)[region.window] * free[..., None]
        last = self._last.get(region.name)
        same = last and np.array_equal(last.log_ratios, log_ratios) and np.array_equal(last.before, covered_here)
        if last and same and last.missing == missing:
            covered_here[...] = last.covered_here
            return last.figures
        asked = log_ratios.copy(), covered_here.copy()
        figures = _greedy_match(self.classifier, region, looks, log_ratios, covered_here, missing)
        self._last[region.name] = CachedArea(*asked, missing, figures, covered_here.copy())
        return figures


def _greedy_match(
    classifier: CellClassifier,
    region: RegionOfInterest,
    looks: list[AreaTemplate],
    log_ratios: Floats,
    covered_here: Floats,
    missing: frozenset[str],
) -> tuple[AreaFigure, ...]:
    """The figures in the region, one after the other, the likeliest first; both arrays change."""
    kinds = classifier.figures.kinds
    asked = np.array([TUNING.faint if kind in missing else 1 for kind in kinds], np.float32)
    areas = {look.name: np.array([look.cover.sum()]) for look in looks}
    believed = classifier.thresholds * classifier.typical * classifier.visible(areas)[0]
    enough = asked * believed
    left = sorted({column for look in looks for column in classifier.columns(look.name)})
    least = min(enough[left], default=0.0)
    found: list[AreaFigure] = []
    for _ in range(TUNING.most):
        most = {column: _at_most(region, log_ratios[..., column], looks[0].cover.shape[0], least) for column in left}
        left = [column for column in left if most[column] >= least]  # less and less speaks for any kind
        if not any(most[column] >= enough[column] for column in left):
            break
        best: tuple[float, int, AreaTemplate, tuple[int, int]] | None = None
        for column, look in sorted(
            ((c, a) for a in looks for c in classifier.columns(a.name) if c in left), key=lambda it: -most[it[0]]
        ):
            plane = log_ratios[..., column]
            if (best and most[column] <= best[0]) or plane[region.inside].max() <= 0:
                continue
            scores = cv2.filter2D(plane, cv2.CV_32F, look.cover, borderType=cv2.BORDER_CONSTANT)
            scores[~region.inside] = -1e9
            at = np.unravel_index(int(scores.argmax()), scores.shape)
            score = float(scores[at])
            if best is None or score > best[0]:
                best = (score, column, look, (int(at[0]), int(at[1])))
        if best is None:
            break
        score, column, look, (row, across) = best
        if score < enough[column]:
            break
        strength = score / float(believed[column])
        place = (row + region.window[0].start) * classifier.model.coarse[1] + across + region.window[1].start
        found.append(AreaFigure(kinds[column], strength, *classifier.model.middles(np.array(place)).tolist()))
        _subtract(log_ratios, covered_here, look.cover, row, across)
    return tuple(found)


def _at_most(region: RegionOfInterest, plane: Floats, side: int, least: float) -> float:
    """The most that speaks for a kind anywhere, whatever its form, by its log-likelihood ratios; 0 where all of them
    together say less than the ``least``."""
    speaks = np.maximum(plane, 0)
    if speaks.sum() < least:
        return 0.0
    most = cv2.boxFilter(speaks, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return float(most[region.inside].max())


def _subtract(log_ratios: Floats, explained: Floats, cover: Floats, row: int, column: int) -> None:
    """The figure with its foot there explains its pixels: they say nothing any more."""
    far = cover.shape[0] // 2
    top, left = max(0, row - far), max(0, column - far)
    bottom, right = min(log_ratios.shape[0], row + far + 1), min(log_ratios.shape[1], column + far + 1)
    part = cover[top - row + far : bottom - row + far, left - column + far : right - column + far]
    log_ratios[top:bottom, left:right] *= (1 - part)[..., None]
    log_ratios[top:bottom, left:right] -= 3.0 * part[..., None]
    explained[top:bottom, left:right] = np.maximum(explained[top:bottom, left:right], part)
