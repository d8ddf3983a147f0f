"""The belief about every cell: the figures that together explain the picture best, one on a cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.evidence.background import Floats
from vision.evidence.figure_models import HEIGHTS, Figures, family
from vision.evidence.frame_evidence import Evidence
from vision.evidence.grounds import Grounds
from vision.evidence.reference_store import FigurePose, MatchedCells
from vision.evidence.templates import SilhouetteMasks, TemplateModel
from vision.evidence.texture import TextureModel
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.tops import tops_explained


@dataclass(frozen=True, slots=True)
class Tuning:
    """Classification of cells. Defaults are the values in use."""

    sure: float = 0.45
    """A figure stands where the pixels say this part of what they said for its kind at the start, or more, ..."""
    surest: float = 0.75
    """... up to this part, as the start tells; and none where they say less than half of it."""
    close: float = 0.04
    """Two kinds nearer to each other than this part cannot be told apart ..."""
    exchanged: float = 0.2
    """... and figures of kinds nearer than this may be taken for each other."""
    loudest: tuple[float, ...] = (0.4, 0.0, 0.75)
    """How much it can count which kind has most to say for it; the rest is for which is most typical."""
    hardest: int = 5
    """The number of figures, those most like others, that tell how well kinds can be distinguished."""
    alike: float = 1.0
    """A figure explains the pixels for which no other kind would speak much louder than its own."""
    touching: float = 0.02
    """The part of a figure that may be explained by another before that is taken into account."""
    least_shown: float = 0.5
    """A figure of which less is seen is not made up for."""
    strange: float = 0.6
    """An object that is no figure: so much of the middle of a cell is neither board nor explained by a figure."""
    bare: float = 0.09
    """A cell looks bare where less than this part of its middle differs from the board: of figures more does, but for
    those that have the colours of the cell."""
    something: float = 0.08
    """Cells around which less than this part of the pixels differ from bare board are not looked at any further ..."""
    small: float = 0.4
    """... nor those around which less does than this part of the smallest figure."""
    overhangs: float = 21.0
    """Millimetres from the middle of a cell within which the top of the tallest figure is seen on it: half a figure's
    thickness, and the radius of the part of a cell whose edges are looked at."""


TUNING = Tuning()


def score(best: Floats, typical: Floats, contrast_weight: float) -> Floats:
    """Return how likely each kind is (n x kinds): how typical its scores are, and how loud against others."""
    loud = best / np.maximum(best.max(axis=1, keepdims=True), 1e-6)
    return np.asarray((1 - contrast_weight) * np.minimum(best / typical, 1.0) + contrast_weight * loud, np.float32)


def margin(likely: Floats, of_figure: NDArray[np.bool_]) -> float:
    """Return the mean distance of the least certain figures from the likeliest wrong kind.

    ``likely`` and ``of_figure`` are figures x kinds; the latter is true at the kind that each figure has.
    """
    rivals = np.where(of_figure, 0, likely).max(axis=1, initial=0)
    return float(np.sort(likely[of_figure] - rivals)[: TUNING.hardest].mean())


def overhung(model: TemplateModel, figures: Collection[str]) -> frozenset[str]:
    """Return the cells on which the top of the tallest figure is seen where it stands on another of these cells."""
    feet, standing = model.base_points, [at for at, cell in enumerate(model.cells) if cell in figures]
    tops = feet[standing] + model.parallax(feet[standing], max(HEIGHTS))
    near = np.linalg.norm(tops[:, None] - feet[None], axis=2) < TUNING.overhangs
    near[np.arange(len(standing)), standing] = False
    return frozenset(cell for cell, over in zip(model.cells, near.any(axis=0).tolist(), strict=True) if over)


@dataclass(frozen=True)
class Hypotheses:
    """The evidence for the kinds on n cells.

    Their scores (n x kinds), how likely each is, and the part of what its pixels said at the start; the likeliest kind
    (n), and how much it covers (n x pixels) of which coarse pixels.
    """

    best: Floats
    score: Floats
    part: Floats
    column: NDArray[np.intp]
    places: NDArray[np.intp]
    cover: Floats
    size: Floats

    def replace_at(self, turn: int, one: Hypotheses) -> None:
        """Put another hypothesis in the place of one of these."""
        for values, its in zip(vars(self).values(), vars(one).values(), strict=True):
            values[turn] = its[0]


@dataclass(frozen=True)
class CellClassifier:
    """Classifier of cells by the masks of all kinds; ``typical``: the response of each where one stands."""

    model: TemplateModel
    figures: Figures
    masks: Mapping[str, SilhouetteMasks]
    typical: Floats
    thresholds: Floats
    """for each kind the part of the typical response from which one is believed to stand there"""
    middles: SilhouetteMasks
    """The middle of each cell, as if something flat and round lay there."""
    contrast_weight: float
    """how much it counts which kind has most to say for it"""
    grounds: Grounds | None = None
    """how kinds look on each ground; None before the start is learnt"""
    tall: Mapping[str, SilhouetteMasks] = field(default_factory=dict)
    """the masks of the tallest figures of a family, where they are taller than most"""

    def columns(self, name: str) -> list[int]:
        """Return the kinds of a family."""
        return self._columns[name]

    @cached_property
    def _columns(self) -> dict[str, list[int]]:
        kinds = self.figures.kinds
        return {name: [at for at, kind in enumerate(kinds) if family(kind) == name] for name in self.masks}

    @cached_property
    def _families(self) -> NDArray[np.intp]:
        """Return which of the families each kind is of."""
        return np.array([list(self.masks).index(family(kind)) for kind in self.figures.kinds])

    @cached_property
    def _something(self) -> float:
        """Return how many coarse pixels around a cell must differ from bare board for anything to stand on it."""
        smallest = min(float(np.median(masks.cover.sum(axis=2))) for masks in self.masks.values())
        return float(min(TUNING.something * self.middles.places.shape[1], TUNING.small * smallest))

    def scores(self, log_ratios: Floats, cells: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """Return the most that the pixels say for each kind, and the pose for which they do (cells x kinds)."""
        shape = (len(cells), len(self.figures.kinds))
        best, pose = np.zeros(shape, np.float32), np.zeros(shape, np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            made = masks.scores(log_ratios, cells, columns)
            best[:, columns], pose[:, columns] = made.max(axis=1), made.argmax(axis=1)
        return best, pose

    def parts(self, log_ratios: Floats) -> dict[str, dict[str, float]]:
        """Return for every cell and kind what speaks for it there, in parts of what usually does."""
        best, _ = self.scores(log_ratios, np.arange(len(self.model.cells)))
        kinds = self.figures.kinds
        return {
            cell: dict(zip(kinds, its, strict=True))
            for cell, its in zip(self.model.cells, (best / self.typical).tolist(), strict=True)
        }

    @cached_property
    def kind_masks(self) -> Mapping[str, SilhouetteMasks]:
        """Return where a figure of each kind would be on the cells; for EMPTY the middles."""
        return {kind: self.masks[family(kind)] for kind in self.figures.kinds} | {EMPTY: self.middles}

    def pose(self, cell: int, kind: str, evidence: Evidence) -> FigurePose:
        """Return how something of that kind that is known to stand on the cell does so."""
        masks = self.kind_masks[kind]
        places = masks.places[cell]
        if kind == EMPTY:
            return FigurePose(
                places, masks.cover[cell, 0], masks.cover[cell, 0] * evidence.foreground_probability[places]
            )
        column = self.figures.kinds.index(kind)
        its = evidence.log_ratios[places, column]
        cover = masks.cover[cell, int((masks.cover[cell] @ its).argmax())]
        return FigurePose(places, cover, cover * (its >= evidence.best_ratio[places] - TUNING.alike))

    def classify(
        self,
        evidence: Evidence,
        matched: MatchedCells,
        texture: TextureModel,
        edges: Floats,
        whole: NDArray[np.int8],
    ) -> tuple[CellBeliefs, Floats]:
        """Return the belief, and how much of each coarse pixel figures on cells cover.

        Matched cells are believed first, then figures one after the other, the most certain first; pixels that one
        explains say nothing for the next. Where colours do not decide, the ``texture`` of the cell may (``edges`` are
        those of the frame); ``whole`` is what it says of every cell, whatever explains it.
        """
        log_ratios, foreground, most, clear = evidence.log_ratios, evidence.foreground, evidence.best_ratio, None
        if evidence.hidden.any():
            clear = 1 - evidence.hidden
            log_ratios, foreground, most = log_ratios * clear[:, None], foreground * clear, most * clear
        explained, claimed = matched.explained.copy(), np.maximum(matched.explained, evidence.hidden)
        alive = np.maximum(foreground, most > 0)
        places = self.middles.places
        open_cells = np.ones(len(places), bool)
        open_cells[list(matched.kinds)] = False
        suspect = np.isin(np.arange(len(places)), [*matched.suspects])
        near = np.flatnonzero(open_cells & ((whole > 0) | suspect | (alive.take(places).sum(axis=1) > self._something)))
        belief = self._matched_belief(matched)
        if not len(near):
            return belief, explained
        hypotheses = self._hypotheses(near, *self.scores(log_ratios, near), clear)
        self._explain(hypotheses, near, log_ratios, most, clear, explained, claimed)
        ranked = np.argsort(-hypotheses.score, axis=1)
        verdict = texture.of_cells(near).of_frame(edges, claimed)
        for turn, index in enumerate(near.tolist()):
            by_texture = int(verdict[turn])
            self._decide(index, ranked[turn], hypotheses.score[turn], hypotheses.part[turn], by_texture, belief)
        self._overhung(belief)
        self._under_tops(log_ratios, most, explained, belief)
        self._suspect(near, hypotheses.part, matched.suspects, whole, belief)
        self._unknown_objects(near, foreground, explained, belief)
        return belief, explained

    def _explain(
        self,
        hypotheses: Hypotheses,
        near: NDArray[np.intp],
        log_ratios: Floats,
        most: Floats,
        clear: Floats | None,
        explained: Floats,
        claimed: Floats,
    ) -> None:
        """Let the hypotheses explain pixels, the most certain first; one that touches an earlier one is scored anew.

        ``explained`` and ``claimed`` grow: pixels of figures that are believed, and those that only they can be.
        """
        rows, there = np.nonzero(hypotheses.cover)
        pixels = hypotheses.places[rows, there]
        explains = np.zeros_like(hypotheses.cover)
        of_hypothesis = log_ratios[pixels, hypotheses.column[rows]] >= most[pixels] - TUNING.alike
        explains[rows, there] = hypotheses.cover[rows, there] * of_hypothesis
        for turn in np.argsort(-(hypotheses.best / self.typical).max(axis=1)):
            places = hypotheses.places[turn]
            taken = explained[places]
            if taken.any() and float(taken @ hypotheses.cover[turn]) > TUNING.touching * hypotheses.size[turn]:
                hypotheses.replace_at(turn, self._updated(near[turn : turn + 1], log_ratios, explained, clear))
                places, taken = hypotheses.places[turn], explained[hypotheses.places[turn]]
                explains[turn] = hypotheses.cover[turn] * (
                    log_ratios[places, hypotheses.column[turn]] >= most[places] - TUNING.alike
                )
            if hypotheses.part[turn, hypotheses.column[turn]] >= self.thresholds[hypotheses.column[turn]] / 2:
                explained[places] = np.maximum(taken, explains[turn])
                if self._clear(hypotheses, int(turn)):
                    claimed[places] = np.maximum(claimed[places], hypotheses.cover[turn])

    def _matched_belief(self, matched: MatchedCells) -> CellBeliefs:
        """Return what stands on the matched cells, before any other is looked at."""
        stand = {self.model.cells[cell]: kind for cell, kind in matched.kinds.items() if kind != EMPTY}
        return CellBeliefs(stand, confidence=dict.fromkeys(self.model.cells, 1.0))

    def _hypotheses(
        self, cells: NDArray[np.intp], best: Floats, pose: NDArray[np.intp], clear: Floats | None
    ) -> Hypotheses:
        """Return what speaks for the kinds on these cells, by their scores and poses.

        ``clear`` is 0 where all is hidden.
        """
        likely = score(best, self.typical, self.contrast_weight)
        column = likely.argmax(axis=1)
        pixels = next(iter(self.masks.values())).places.shape[1]
        places, cover = np.zeros((len(cells), pixels), np.intp), np.zeros((len(cells), pixels), np.float32)
        for number, masks in enumerate(self.masks.values()):
            rows = np.flatnonzero(self._families[column] == number)
            places[rows], cover[rows] = masks.places[cells[rows]], masks.cover[cells[rows], pose[rows, column[rows]]]
        size = cover.sum(axis=1)
        shown = np.ones(len(cells), np.float32)
        if clear is not None:
            shown = np.maximum((cover * clear[places]).sum(axis=1) / np.maximum(size, 1e-6), TUNING.least_shown)
        return Hypotheses(best, likely, best / (self.typical * shown[:, None]), column, places, cover, size)

    def _updated(
        self, cell: NDArray[np.intp], log_ratios: Floats, explained: Floats, clear: Floats | None
    ) -> Hypotheses:
        """Return the hypotheses for a single cell by the pixels that are not explained yet."""
        best, pose = self._given(int(cell[0]), log_ratios, explained)
        return self._hypotheses(cell, best[None], pose[None], clear)

    def _given(self, index: int, log_ratios: Floats, explained: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """Return the scores of one cell and their poses, by the pixels that are not explained yet."""
        best = np.zeros(len(self.figures.kinds), np.float32)
        pose = np.zeros(len(best), np.intp)
        for name, masks in self.masks.items():
            columns = self.columns(name)
            places = masks.places[index]
            rest = log_ratios[places].take(columns, axis=1) * (1 - explained[places])[:, None]
            made = masks.cover[index] @ rest
            best[columns], pose[columns] = made.max(axis=0), made.argmax(axis=0)
        return best, pose

    def _clear(self, hypotheses: Hypotheses, turn: int) -> bool:
        """Return whether colours alone let a figure be believed in."""
        column = hypotheses.column[turn]
        return bool(hypotheses.part[turn, column] >= self.thresholds[column])

    def _decide(
        self,
        index: int,
        ranked: NDArray[np.intp],
        score: Floats,
        part: Floats,
        verdict: int,
        belief: CellBeliefs,
    ) -> None:
        """Decide one cell; ``ranked`` are its kinds, the likeliest first, ``verdict`` what texture says of it."""
        cell, first = self.model.cells[index], int(ranked[0])
        lead = score[first] - max(score[ranked[1]], 0.0) if len(ranked) > 1 else 1.0
        sure = float(self.thresholds[first])
        nothing = sure / 2
        likely = [self.figures.kinds[column] for column in ranked if part[column] > nothing][:3]
        if part[first] >= sure and lead >= TUNING.close:
            belief.cells[cell], belief.possible[cell] = likely[0], tuple(likely[1:])
            belief.confidence[cell] = float(min(part[first] / sure - 0.5, lead / TUNING.close * 0.5, 1.0))
            near = np.flatnonzero(score > score[first] - TUNING.exchanged)
            belief.alike[cell] = tuple(self.figures.kinds[column] for column in near if column != first)
        elif part[first] < sure and verdict > 0 and self._by_texture(index, part, belief):
            pass
        elif part[first] < sure and verdict < 0:
            belief.bare.add(cell)
        elif part[first] < nothing:
            belief.possible[cell] = tuple(self.figures.kinds[column] for column in ranked if part[column] > nothing / 2)
            belief.confidence[cell] = float(1 - max(part[first], 0) / nothing * 0.5)
        else:
            belief.doubts[cell] = (*likely, EMPTY) if part[first] < sure else tuple(likely)

    def _suspect(
        self,
        near: NDArray[np.intp],
        part: Floats,
        suspects: frozenset[int],
        whole: NDArray[np.int8],
        belief: CellBeliefs,
    ) -> None:
        """Make doubts of suspects that look empty, and of figures that may be a shadow.

        A suspect is none once its texture has said that the cell is empty. A figure may be a shadow if it has the
        colours of its cell and is as smooth as a bare one.
        """
        if self.grounds is None:
            return
        for turn, index in enumerate(near.tolist()):
            cell, kinds = self.model.cells[index], list[str]()
            if kind := belief.cells.get(cell):
                if whole[index] < 0 and self.grounds.hides[index, self.figures.kinds.index(kind)]:
                    kinds = [kind]
            elif index in suspects and cell not in {*belief.doubts, *belief.bare}:
                hidden = self.grounds.hidden(np.array([index]), part[turn : turn + 1])[0]
                kinds = [self.figures.kinds[column] for column in np.flatnonzero(hidden)]
            if kinds:
                belief.cells.pop(cell, None)
                belief.doubts[cell] = (*kinds[:3], EMPTY)

    def _by_texture(self, index: int, part: Floats, belief: CellBeliefs) -> bool:
        """Return whether something stands there that has the colours of its ground.

        The kind that looks so on it, or a doubt where a kind could that has not been seen on any such ground. What
        looks like neither leans over from beside.
        """
        likely, clearly = self.grounds.fitting(index, part) if self.grounds else ([], False)
        if not likely:
            return False
        cell, kinds = self.model.cells[index], [self.figures.kinds[column] for column in likely]
        if clearly:
            belief.cells[cell], belief.confidence[cell] = kinds[0], 0.5
            belief.by_texture.add(cell)
        else:
            belief.doubts[cell] = (*kinds[:3], EMPTY)
        return True

    def _overhung(self, belief: CellBeliefs) -> None:
        """Make a doubt of a figure that is told by its edges alone where another may lean over its cell.

        How tall that one is, above what is usual for its kind, nobody knows.
        """
        lain_over = overhung(self.model, belief.cells) if belief.by_texture else frozenset[str]()
        for cell in belief.by_texture & lain_over:
            belief.doubts[cell] = (belief.cells.pop(cell), EMPTY)

    def _under_tops(self, log_ratios: Floats, most: Floats, explained: Floats, belief: CellBeliefs) -> None:
        """Set doubtful cells to empty that show only the top of a tall figure; add these tops to ``explained``."""
        if not self.tall:
            return
        number = {cell: number for number, cell in enumerate(self.model.cells)}
        standing = [(number[cell], kind) for cell, kind in belief.cells.items()]
        tops = tops_explained(self.tall, self.figures.kinds, standing, log_ratios, most, explained)
        for cell in [cell for cell, kinds in belief.doubts.items() if EMPTY in kinds]:
            best, _ = self._given(number[cell], log_ratios, tops)
            if (best < self.typical * self.thresholds / 2).all():
                belief.possible[cell] = tuple(kind for kind in belief.doubts.pop(cell) if kind != EMPTY)
                belief.confidence[cell] = 0.5
        explained[:] = tops

    def _unknown_objects(
        self, near: NDArray[np.intp], foreground: Floats, explained: Floats, belief: CellBeliefs
    ) -> None:
        """Note which cells are bare; one that looks empty and is not bears something unknown."""
        cover, places = self.middles.cover[near, 0], self.middles.places[near]
        cover = cover / np.maximum(cover.sum(axis=1, keepdims=True), 1e-6)
        differs, left = ((cover * each[places]).sum(axis=1) for each in (foreground, foreground * (1 - explained)))
        belief.bare.update(self.model.cells[index] for index in near[differs < TUNING.bare])
        for index, much in zip(near, left, strict=True):
            cell = self.model.cells[index]
            if much > TUNING.strange and cell not in belief.cells and cell not in belief.doubts:
                belief.doubts[cell] = ()
