"""Tells dice from figures of their colour: the top of a die is a square of a known size, and a figure's is none.

How square tonight's figures look at most is learnt from the start. Where there is a figure too many, less is asked of
the one that is far squarer than all others that may be it. A die beside the cells is no figure. On a cell it makes a
doubt of that cell alone: all others are believed, and the counts settle it, also if it was a figure after all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY
from vision.evidence.background import Floats
from vision.evidence.figure_models import family
from vision.evidence.frame_evidence import Evidence, FrameEvidence
from vision.evidence.reference_store import MatchedCells
from vision.evidence.templates import COARSER, TemplateModel
from vision.geometry.board_pose import Picture, Points
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import TUNING as CELL_CLASSIFIER_TUNING
from vision.inference.cell_classifier import CellClassifier
from vision.inference.dice.squares import Square, find_square
from vision.inference.dice.suspects import Found, Suspect


@dataclass(frozen=True, slots=True)
class Tuning:
    """Dice. Defaults are the values in use."""

    side: float = 15.0
    """Millimetres: dice are of 14 to 16."""
    reach: float = 10.0
    """Cell units around the middle of what differs from bare board in which the middle of a die is looked for."""
    around: float = 16.0
    """Cell units around a figure that it, or a die, covers."""
    longer: float = 1.4
    """A die does not look longer than this times its width; the score of what does is so much less."""
    clear: float = 3.1
    """The score of a square from which it is a die ..."""
    squarer: float = 1.15
    """... and how much more it must be than that of any figure of the family that it looks like at the start."""
    usual: tuple[float, float] = (0.75, 1.3)
    more: float = 1.25
    """Where what speaks for a figure, in parts of what does where one stands, is between these, so much more is asked
    of a square: all that fits a figure is there, and nothing else."""
    likely: float = 2.5
    apart: float = 1.4
    """The score from which it is one where there is a figure too many, if no other that may be it has this part."""
    whole: float = 0.5
    """The part of what differs from bare board there that a die must cover."""
    shown: float = 0.15
    """The part of a die that must differ from bare board: print has squares as well."""
    most: int = 10
    """Where more is new than this it is no die that has come: nothing is looked at."""
    near: float = 3.0
    alike: float = 0.12
    """What lies within so many cell units, and has the same colours but for this (logarithms), has not changed."""
    wider: float = 1.15
    """How much larger than a die is what it explains: its rim and its nearest shadow, too."""
    touched: float = 22.0
    """Cell units from the middle of a cell within which a die lies on it, in part at least."""


TUNING = Tuning()
SHIFT = 4
FINER = 2**SHIFT
"""Outlines are drawn in such parts of a coarse pixel."""


@dataclass(frozen=True)
class Look:
    """How square something ``near`` a place is: ``score`` of a die whose middle is ``at``, ``cover`` how much that
    covers of every coarse pixel, and ``whole`` whether it is most of what is there. ``colour`` is that of ``places``,
    the coarse pixels around it."""

    near: Points
    at: Points
    score: float
    cover: Floats
    whole: bool
    places: NDArray[np.intp]
    colour: Floats

    def shows(self, evidence: Evidence) -> bool:
        """Whether it looks the same."""
        return float(np.abs(evidence.colour[self.places] - self.colour).mean()) < TUNING.alike


class DiceDetector:
    """Looks at what is new on cells and in areas. ``unit`` is that of the model's layout in millimetres, ``most`` are
    the figures of each kind in the game."""

    def __init__(self, unit: float, most: Mapping[str, int]) -> None:
        self._side, self._kinds = TUNING.side / unit, tuple(sorted(most))
        self._squarest: dict[str, float] = {}
        """of each family at the start; empty before that is known"""
        self._dice: list[Look] = []
        self._stood: Mapping[str, str] = {}
        self._beside, self._usual = Counter[str](), Counter(most)
        """the figures beside the cells in the last frame, and all that were there when it was known what stands"""
        self._on_cells: dict[str, Look] = {}
        """the dice of the last frame that lie on cells"""
        self._others: list[Look] = []
        """what was looked at last and is no die"""

    def learn(self, model: TemplateModel, picture: Picture, evidence: Evidence, stands: Mapping[str, str]) -> None:
        """How square figures look at most, from a picture in which they are known to stand so."""
        self._stood = stands
        nothing = np.zeros_like(evidence.foreground)
        for cell, kind in stands.items():
            look = self._look(model, picture, evidence, nothing, np.array(model.layout.centre(cell)), kind)
            self._squarest[family(kind)] = max(self._squarest.get(family(kind), 0.0), look.score)

    def forget(self) -> None:
        """A hand was there: all but the dice that lie there still is looked at again."""
        self._others = []

    def confirm(self, cells: Mapping[str, str]) -> None:
        """Somebody knows what stands on all ``cells``."""
        self._stood, self._usual = cells, Counter(cells.values()) + self._beside

    def lying(self, evidence: Evidence, matched: MatchedCells) -> MatchedCells:
        """The matched cells, and the dice explained that lie where they lay."""
        self._dice, self._on_cells = [die for die in self._dice if die.shows(evidence)], {}
        return _explained(matched, self._dice)

    def find(
        self, classifier: CellClassifier, frame: FrameEvidence, found: Found, most: Mapping[str, int]
    ) -> MatchedCells | None:
        """The matched cells, and the dice explained that have come; None if none has. ``most`` are the figures of each
        kind that can be there."""
        model, picture, evidence = classifier.model, frame.picture, frame.evidence
        counted = found.count()
        self._beside = found.count_beside()
        more = {kind for kind, its in counted.items() if its > self._usual[kind]}
        suspects = [*found.suspects(classifier, evidence, self._stood, more)] if more else []
        if not self._squarest or sum(bool(one.cell) for one in suspects) > TUNING.most:
            return None
        if not suspects:
            self._others = []
            return None
        explained = found.matched.explained
        looks = [
            self._known(one, evidence) or self._look(model, picture, evidence, explained, one.at, one.kind)
            for one in suspects
        ]
        pairs = [*zip(suspects, looks, strict=True)]
        sure = [look.whole and look.score > self._asked(one) for one, look in pairs]
        for kind, count in found.surplus(most).items():
            clear = sum(its and one.kind == kind for its, one in zip(sure, suspects, strict=True))
            left = [pair for pair, its in zip(pairs, sure, strict=True) if pair[0].kind == kind and not its]
            too_many = _likeliest(left, count - clear)
            likely = {id(look) for _, look in too_many}
            sure = [its or id(look) in likely for its, look in zip(sure, looks, strict=True)]
        found_dice = [pair for pair, its in zip(pairs, sure, strict=True) if its]
        self._on_cells = {one.cell: look for one, look in found_dice if one.cell}
        dice = [look for one, look in found_dice if not one.cell]
        self._others = [look for look in looks if not any(look is die for die in dice)]
        self._dice += dice
        self._beside -= Counter(one.kind for one, _ in found_dice if not one.cell)
        return _explained(found.matched, dice) if dice else None

    def doubt(self, belief: CellBeliefs) -> None:
        """Makes a doubt of every figure on a cell that is a die: counts and rules tell whether it was one after all."""
        for cell in self._on_cells:
            kinds = (belief.cells.pop(cell),) if cell in belief.cells else belief.doubts.get(cell, ())
            belief.doubts[cell] = (EMPTY, *(kind for kind in kinds if kind != EMPTY))
            belief.confidence[cell] = CELL_CLASSIFIER_TUNING.doubtful

    def cells(self, model: TemplateModel) -> frozenset[int]:
        """The numbers of the cells on which dice lie, in part at least."""
        off = [np.hypot(*(model.base_points - die.at).T) for die in (*self._dice, *self._on_cells.values())]
        return frozenset(np.flatnonzero((np.array(off) < TUNING.touched).any(axis=0)).tolist()) if off else frozenset()

    def _asked(self, one: Suspect) -> float:
        """The score from which something that looks so is a die."""
        asked = max(TUNING.clear, TUNING.squarer * self._squarest[family(one.kind)])
        return asked * TUNING.more if TUNING.usual[0] < one.part < TUNING.usual[1] else asked

    def _known(self, one: Suspect, evidence: Evidence) -> Look | None:
        """How it was found to look before, if it has not changed."""
        near = (look for look in self._others if float(np.hypot(*(look.near - one.at))) < TUNING.near)
        return next((look for look in near if look.shows(evidence)), None)

    def _look(
        self,
        model: TemplateModel,
        picture: Picture,
        evidence: Evidence,
        explained: Floats,
        near: Points,
        kind: str,
    ) -> Look:
        """How square that is what stands there."""
        places = np.flatnonzero(np.hypot(*(model.pixels - near).T) < TUNING.around)
        free = 1 - explained[places]
        differs = evidence.foreground_probability[places] * free
        its = np.maximum(evidence.log_ratios[places, self._kinds.index(kind)], 0) * free
        middle, long = _extent(model.pixels[places], differs, near)[0], _extent(model.pixels[places], its, near)[1]
        middle = middle - model.parallax(middle[None], self._side)[0] / 2
        square = find_square(model.camera, picture, middle, self._side, TUNING.reach)
        cover = self._cover(model, square)
        covered = float(differs @ cover[places])
        whole = covered > max(TUNING.whole * float(differs.sum()), TUNING.shown * float(cover.sum()))
        score = square.score / max(1.0, long / TUNING.longer)
        return Look(near, square.middle, score, cover, whole, places, evidence.colour[places])

    def _cover(self, model: TemplateModel, square: Square) -> Floats:
        """How much of every coarse pixel a die there covers, with its sides."""
        turned = np.array([[np.cos(square.turn), -np.sin(square.turn)], [np.sin(square.turn), np.cos(square.turn)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ turned.T * self._side / 2 * TUNING.wider
        top = model.parallax(square.middle[None], self._side)
        outline = cv2.convexHull(np.concatenate([corners, corners + top]).astype(np.float32))[:, 0] + square.middle
        pixels = ((model.grid.at(outline) + 0.5) / COARSER - 0.5) * FINER
        cover = np.zeros(model.coarse, np.uint8)
        cv2.fillConvexPoly(cover, pixels.round().astype(np.int32), 255, cv2.LINE_AA, SHIFT)
        return (cover.ravel() / np.float32(255)).astype(np.float32)


def _extent(points: Points, weight: Floats, otherwise: Points) -> tuple[Points, float]:
    """The middle of the points, so weighted, and how much farther they reach along than across."""
    much = float(weight.sum())
    if much < 1:
        return otherwise, 1.0
    middle = weight @ points / much
    off = points - middle
    across, along = np.linalg.eigvalsh((off * weight[:, None]).T @ off / much)
    return middle, float(np.sqrt(along / max(across, 1.0)))


def _likeliest(pairs: Sequence[tuple[Suspect, Look]], count: int) -> list[tuple[Suspect, Look]]:
    """Of these, that look like one kind of which there are so many too many, the dice by far the likeliest."""
    left = sorted(pairs, key=lambda pair: -pair[1].score)
    if not 0 < count <= len(left):
        return []
    others = left[count][1].score if len(left) > count else 0.0
    asked = max(TUNING.likely, TUNING.apart * others)
    return [pair for pair in left[:count] if pair[1].whole and pair[1].score > asked]


def _explained(matched: MatchedCells, dice: Sequence[Look]) -> MatchedCells:
    """The same, with what the dice cover explained."""
    if not dice:
        return matched
    return replace(matched, explained=np.maximum.reduce([matched.explained, *(die.cover for die in dice)]))
