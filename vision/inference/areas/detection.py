"""Figures that stand anywhere in the town or in an area beside the cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.figure_rules import FigureRules
from vision.evidence.background import Floats, NoiseModel
from vision.evidence.frame_evidence import Evidence
from vision.evidence.regions import RegionOfInterest, regions_of_interest
from vision.evidence.silhouettes import Silhouette, silhouette_coverage
from vision.evidence.templates import HALF, MIDDLE, PIXEL, TURNS, TemplateModel
from vision.inference.areas.memory import KnownArea, Standing, reachable_from
from vision.inference.cell_classifier import CellClassifier, score
from vision.inference.posterior import AreaFigure
from vision.inference.remaining import Missing


@dataclass(frozen=True, slots=True)
class Tuning:
    """Detection of figures in areas. Defaults are the values in use."""

    strange: float = 8.0
    """Coarse pixels that must differ from bare board for something to lie on an area that is no figure."""
    faint: float = 0.6
    """The part of what is asked for elsewhere that must be seen of a figure that is missing on the cells."""
    extra: float = 0.2
    """How much less likely a kind is of which none is missing on the cells."""


TUNING = Tuning()


@dataclass(frozen=True)
class AreaTemplate:
    """A figure of a family, turned, as it looks in this region: ``cover`` around its foot."""

    name: str
    cover: Floats

    def scores(self, plane: Floats) -> Floats:
        """Return what the pixels of the plane say of a figure with its foot there (rows x columns)."""
        kernel, anchor = self._trimmed
        return np.asarray(cv2.filter2D(plane, cv2.CV_32F, kernel, anchor=anchor, borderType=cv2.BORDER_CONSTANT))

    @cached_property
    def _trimmed(self) -> tuple[Floats, tuple[int, int]]:
        """Return the part of ``cover`` that is covered, and where the foot is in it.

        OpenCV takes five times as long for the whole.
        """
        foot = self.cover.shape[0] // 2
        rows, columns = ([foot, *np.flatnonzero(self.cover.any(axis=axis)).tolist()] for axis in (1, 0))
        top, left, bottom, right = min(rows), min(columns), max(rows) + 1, max(columns) + 1
        return np.ascontiguousarray(self.cover[top:bottom, left:right]), (foot - left, foot - top)


def area_templates(
    model: TemplateModel, region: RegionOfInterest, silhouettes: dict[str, Silhouette]
) -> list[AreaTemplate]:
    """Return every way a figure can look around the middle of the region."""
    side = np.arange(-HALF, HALF + 1) * PIXEL
    points = np.stack(np.meshgrid(side, side), axis=2)
    rows, columns = np.nonzero(region.outlined)
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
class SeenArea:
    """The last look at a region.

    How its window looked (``colour``, rows x columns x 3), how much of it was explained ``before`` and ``hidden``,
    which kinds were ``missing`` and what was ``known`` of it; what stood there, all ``figures`` with those that are not
    seen, and how much is explained ``after``.
    """

    colour: Floats
    before: Floats
    hidden: Floats
    missing: Missing
    known: KnownArea | None
    standing: tuple[Standing, ...]
    figures: tuple[AreaFigure, ...]
    after: Floats

    def answers(
        self, colour: Floats, before: Floats, hidden: Floats, missing: Missing, known: KnownArea | None
    ) -> bool:
        """Return whether the same is asked again."""
        same = self.missing == missing and self.known is known and np.array_equal(self.colour, colour)
        return same and np.array_equal(self.before, before) and np.array_equal(self.hidden, hidden)


class AreaDetector:
    """Detector of the figures in the town and the areas.

    An area that has not changed since the last frame is not read again; one that has not changed since its figures were
    known has them still.
    """

    def __init__(
        self, classifier: CellClassifier, rules: FigureRules, noise: NoiseModel, known: dict[str, KnownArea]
    ) -> None:
        """Make a detector with this ``noise`` of coarse pixels.

        ``known``, which ``confirm`` changes, are the areas whose figures were confirmed.
        """
        self.classifier, self.rules, self._noise, self.known = classifier, rules, noise, known
        self._regions = [
            (region, area_templates(classifier.model, region, self._silhouettes(region.name)))
            for region in regions_of_interest(classifier.model)
            if self._silhouettes(region.name)
        ]
        self._seen: dict[str, SeenArea] = {}

    def _silhouettes(self, name: str) -> dict[str, Silhouette]:
        return {
            form: silhouette
            for form, silhouette in self.classifier.figures.silhouettes.items()
            if self.rules.may_stand(form, name)
        }

    def detect(self, evidence: Evidence, explained: Floats, missing: Missing) -> dict[str, list[AreaFigure]]:
        """Return the figures in each region; the pixels that they explain are ``explained``, too.

        Of kinds that are ``missing`` on the cells less must be seen of a figure to believe in it; where none can be
        missing, most of it must be seen inside the region: dice lie beside it.
        """
        return {
            region.name: [*self._detect(region, templates, evidence, explained, missing)]
            for region, templates in self._regions
        }

    def confirm(self, areas: Mapping[str, tuple[str, ...]]) -> None:
        """Learn which kinds stood in the areas in the last frame.

        Areas that are a way off the board do not count: figures there may be taken away at any time.
        """
        for name, seen in self._seen.items():
            if name not in self.rules.exits:
                self.known[name] = KnownArea.of(areas.get(name, ()), seen.standing, seen.colour, self._noise)

    def has_foreground(self, name: str, evidence: Evidence, explained: Floats) -> bool:
        """Return whether something that is no known figure lies on this area."""
        shape = self.classifier.model.coarse
        for region in (region for region, _ in self._regions if region.name == name):
            left = 1 - explained.reshape(shape)[region.window]
            left *= evidence.foreground.reshape(shape)[region.window]
            if left[region.outlined].sum() > TUNING.strange:
                return True
        return False

    def _asked(self, missing: Missing) -> Floats:
        """Return for each kind the part of what is asked for elsewhere that must be seen of a figure."""
        lacking = [kind in missing.on_cells for kind in self.classifier.figures.kinds]
        return np.where(lacking, np.float32(TUNING.faint), np.float32(1))

    def _detect(
        self,
        region: RegionOfInterest,
        templates: list[AreaTemplate],
        evidence: Evidence,
        explained: Floats,
        missing: Missing,
    ) -> tuple[AreaFigure, ...]:
        shape = self.classifier.model.coarse
        covered_here, hidden = (each.reshape(shape)[region.window] for each in (explained, evidence.hidden))
        colour, known = evidence.colour.reshape(*shape, 3)[region.window], self.known.get(region.name)
        asked = colour, covered_here, hidden, missing, known
        if (last := self._seen.get(region.name)) and last.answers(*asked):
            covered_here[...] = last.after
            return last.figures
        before, free = covered_here.copy(), (1 - covered_here) * (1 - hidden)
        still, unseen, new = tuple[Standing, ...](), tuple[str, ...](), free
        if known:
            changed = known.changed(colour) & (hidden == 0)
            still, unseen, new = known.still(changed), known.unseen, free * reachable_from(changed)
        for one in still:
            np.maximum(covered_here, one.cover, out=covered_here)
        log_ratios = np.ascontiguousarray(np.moveaxis(evidence.log_ratios.reshape(*shape, -1)[region.window], 2, 0))
        log_ratios *= free
        if known:
            np.minimum(log_ratios, 0, out=log_ratios, where=new < free)
        for one in still:
            _subtract(log_ratios, one.cover)
        lacking = missing.without(one.figure.kind for one in still)
        found = _greedy_match(
            self.classifier, region, templates, log_ratios, covered_here, lacking, self._asked(lacking)
        )
        standing = (*still, *found)
        figures = (*(one.figure for one in standing), *(AreaFigure(kind, 0.0) for kind in unseen))
        self._seen[region.name] = SeenArea(
            colour.copy(), before, hidden.copy(), missing, known, standing, figures, covered_here.copy()
        )
        return figures


def _best_placed(
    inside: NDArray[np.bool_],
    log_ratios: Floats,
    candidates: Iterable[tuple[int, AreaTemplate]],
    most: Mapping[int, float],
) -> Placed | None:
    """Return the best place of all candidates (column of a kind, template); None where nothing speaks for any.

    ``most``: what a column can score at most; one that cannot beat the best so far is not searched.
    """
    best: Placed | None = None
    for column, look in sorted(candidates, key=lambda candidate: -most[candidate[0]]):
        if (best and most[column] <= best.score) or log_ratios[column][inside].max() <= 0:
            continue
        there = _placed(inside, log_ratios, column, look)
        best = there if best is None or there.score > best.score else best
    return best


def _greedy_match(
    classifier: CellClassifier,
    region: RegionOfInterest,
    templates: list[AreaTemplate],
    log_ratios: Floats,
    covered_here: Floats,
    missing: Missing,
    asked: Floats,
) -> tuple[Standing, ...]:
    """Return the figures in the region, the likeliest first, with as much evidence as is ``asked`` of each kind.

    Both arrays change; ``log_ratios`` (kinds x rows x columns) are those of its window.
    """
    kinds = classifier.figures.kinds
    believed = classifier.thresholds * classifier.typical
    enough = asked * believed
    left = columns = sorted({column for look in templates for column in classifier.columns(look.name)})
    least = min(enough[left], default=0.0)
    found: list[Standing] = []
    for _ in range(np.count_nonzero(region.inside)):
        most = {column: _at_most(region, log_ratios[column], templates[0].cover.shape[0], least) for column in left}
        left = [column for column in left if most[column] >= least]  # less and less speaks for any kind
        if not any(most[column] >= enough[column] for column in left):
            break
        candidates = (
            (column, look) for look in templates for column in classifier.columns(look.name) if column in left
        )
        best = _best_placed(region.inside, log_ratios, candidates, most)
        if best is None or best.score < enough[best.column]:
            break
        if len(columns) > 1:
            best = _likeliest(classifier, region.inside, templates, log_ratios, enough, asked < 1, best)
        strength = best.score / float(believed[best.column])
        figure = AreaFigure(kinds[best.column], strength)
        cover = best.covered(covered_here.shape)
        _subtract(log_ratios, cover)
        if missing.anywhere[figure.kind] or region.outlined[best.row, best.across]:
            missing = missing.without([figure.kind])
            if not missing.anywhere[figure.kind]:  # another would be one too many
                enough[best.column] = believed[best.column]
            found.append(Standing(figure, cover))
            np.maximum(covered_here, cover, out=covered_here)
    return tuple(found)


class Placed(NamedTuple):
    """The evidence for a kind that looks so with its foot there."""

    score: float
    column: int
    look: AreaTemplate
    row: int
    across: int

    def covered(self, shape: tuple[int, ...]) -> Floats:
        """Return how much of each pixel of the region's window it covers."""
        cover, found = self.look.cover, np.zeros(shape, np.float32)
        far = cover.shape[0] // 2
        top, left = max(0, self.row - far), max(0, self.across - far)
        bottom, right = min(shape[0], self.row + far + 1), min(shape[1], self.across + far + 1)
        rows = slice(top - self.row + far, bottom - self.row + far)
        found[top:bottom, left:right] = cover[rows, left - self.across + far : right - self.across + far]
        return found


def _placed(inside: NDArray[np.bool_], log_ratios: Floats, column: int, look: AreaTemplate) -> Placed:
    """Return where ``inside`` most speaks for the kind."""
    scores = look.scores(log_ratios[column])
    scores[~inside] = -1e9
    row, across = np.unravel_index(int(scores.argmax()), scores.shape)
    return Placed(float(scores[row, across]), column, look, int(row), int(across))


def _likeliest(
    classifier: CellClassifier,
    inside: NDArray[np.bool_],
    templates: list[AreaTemplate],
    log_ratios: Floats,
    enough: Floats,
    lacking: NDArray[np.bool_],
    loudest: Placed,
) -> Placed:
    """Return what stands where most speaks for the ``loudest``.

    As on a cell, less may speak for a kind and be more typical of it.
    """
    near = np.zeros_like(inside)
    top, left = max(0, loudest.row - MIDDLE), max(0, loudest.across - MIDDLE)
    near[top : loudest.row + MIDDLE + 1, left : loudest.across + MIDDLE + 1] = True
    near &= inside
    far = loudest.look.cover.shape[0] // 2  # what a figure covers whose foot is near
    above, before = max(0, top - far), max(0, left - far)
    around = np.s_[above : loudest.row + MIDDLE + far + 1, before : loudest.across + MIDDLE + far + 1]
    its, said = near[around], log_ratios[(slice(None), *around)]
    found = [_placed(its, said, column, look) for look in templates for column in classifier.columns(look.name)]
    there = [one._replace(row=one.row + above, across=one.across + before) for one in found]
    best = np.zeros((1, len(classifier.typical)), np.float32)
    for placed in there:
        best[0, placed.column] = max(best[0, placed.column], placed.score)
    likely = score(best, classifier.typical[None], classifier.contrast_weight) - TUNING.extra * ~lacking
    likely = np.where(best >= enough, likely, -np.inf)[0]
    return max(there, key=lambda placed: (likely[placed.column], placed.score))


def _at_most(region: RegionOfInterest, plane: Floats, side: int, least: float) -> float:
    """Return the most that speaks for a kind anywhere, whatever its form, by its log-likelihood ratios.

    It is 0 where all of them together say less than the ``least``.
    """
    speaks = np.maximum(plane, 0)
    if speaks.sum() < least:
        return 0.0
    most = cv2.boxFilter(speaks, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return float(most[region.inside].max())


def _subtract(log_ratios: Floats, cover: Floats) -> None:
    """Take away what the pixels say that a figure covers."""
    log_ratios *= 1 - cover
    log_ratios -= 3.0 * cover
