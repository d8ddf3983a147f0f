"""A large shadow over board and figures, as that of a head between lamp and board, or the sun: where figures are
expected to stand, and the frame as if it were not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from vision.evidence.background import Floats
from vision.evidence.figure_models import family
from vision.evidence.frame_evidence import FrameEvidence
from vision.evidence.illumination.fallen_shadow import TUNING as FALLEN_SHADOW_TUNING
from vision.evidence.illumination.fallen_shadow import find_fallen_shadow, has_fallen, thinned
from vision.evidence.occlusion.edge_template import edges_of
from vision.evidence.pixel_evidence import EvidenceCache
from vision.evidence.silhouettes import Silhouette
from vision.evidence.templates import downsampled
from vision.evidence.texture import TextureModel
from vision.geometry.board_pose import Picture
from vision.inference.areas.detection import AreaDetector
from vision.inference.cell_classifier import CellClassifier
from vision.inference.reading import Reading, doubted


@dataclass(frozen=True, slots=True)
class Tuning:
    """Large shadows. Defaults are the values in use."""

    around: float = 1.0
    above: float = 2.0
    """Cell units by which a figure may be larger than its form, in width and height."""
    faint: float = 0.05
    """An area lies in the shadow where it is darker by so much (logarithms)."""
    shaded: float = 0.1
    alike: float = 0.9
    """Where it is darker by so much, at least this part looks as it did, print and figures. Under a hand less does, on
    wood as brown as it, too."""
    even: float = 0.6
    """A cell is lit evenly where the shadow is nowhere less deep than this part of its depth."""
    moved: int = 8
    """Where more cells bear something else, a frame is compared with a later one, lit as it may be."""
    odd: int = 1
    """Figures that may be too many or too few without a shadow being looked for."""
    mostly: float = 0.5
    """A cell is burnt out where more than this part of it may be, in all channels."""
    doubts: int = 4
    """So many cells may have to be asked about because the counts are wrong, or their texture is."""


TUNING = Tuning()


def expected_pixels(classifier: CellClassifier, cells: Mapping[str, str], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """rows x columns x kinds: where figures that stand so on the ``cells`` may be seen."""
    kinds = classifier.figures.kinds
    found = np.zeros((*shape[:2], len(kinds)), bool)
    for cell, kind in cells.items():
        if kind in kinds:
            form = classifier.figures.silhouettes[family(kind)]
            wide = max(form.long, form.wide) + TUNING.around
            window, mask = classifier.model.window(cell, Silhouette(wide, wide, form.height + TUNING.above, 1.0))
            found[(*window, kinds.index(kind))] |= mask >= 0.01
    return found


class ShadowedBoard(NamedTuple):
    """What is known of a board on which a shadow may fall."""

    classifier: CellClassifier
    cache: EvidenceCache
    areas: AreaDetector
    before: Picture
    """the rectified frame that it is compared with"""
    texture: TextureModel


class LitBoard(NamedTuple):
    """A rectified frame in which all could be read (and a few of its pixels), and what was seen: later ones are
    compared with it."""

    picture: Picture
    thin: Picture
    seen: Observation

    @classmethod
    def of(cls, rectified: Picture, seen: Observation) -> LitBoard:
        """Of a frame."""
        return cls(rectified, thinned(rectified), seen)

    def or_later(self, rectified: Picture, seen: Observation) -> LitBoard:
        """A later frame, if somebody has moved since and no large shadow has fallen. So many figures on other cells are
        dark, too."""
        then = self.seen.cells
        moved = sum(seen.cells.get(cell) != then.get(cell) for cell in seen.cells.keys() | then.keys())
        if not moved or (moved <= TUNING.moved and has_fallen(thinned(rectified), self.thin)):
            return self
        return LitBoard.of(rectified, seen)


def without_large_shadow(
    frame: FrameEvidence,
    reading: Reading,
    stood: Observation,
    board: ShadowedBoard,
    infer: Callable[[FrameEvidence], Reading],
) -> Reading:
    """The ``reading`` of a frame; if much of it is in doubt, or many more or fewer figures are seen than ``stood``
    there, what is read as if no large shadow fell on it, where that tells more. Where figures stay too many, those that
    have come are doubts."""
    wrong = _how_odd(reading.observation, stood, board)
    if not reading.is_puzzling and wrong <= TUNING.odd:
        return reading
    figures = np.asarray(expected_pixels(board.classifier, stood.cells, frame.rectified.shape).any(axis=2), np.bool_)
    for sun in (False, True):
        if through := read_through_shadow(frame, stood, figures, board, infer, sun):
            after = _how_odd(through.observation, stood, board)
            less_odd = wrong > TUNING.odd and after < wrong
            if less_odd or ((after <= wrong or wrong <= TUNING.odd) and through.tells_more_than(reading)):
                return through
    return replace(reading, observation=_without_surplus(reading.observation, stood, board))


def _without_surplus(seen: Observation, stood: Observation, board: ShadowedBoard) -> Observation:
    """With doubts about all who have come to cells, of kinds of which more are too many than a thing or two explain."""
    more, _ = odd(seen, stood, board.areas.rules.exits)
    come = {cell: (kind, stood.cells.get(cell, EMPTY)) for cell, kind in seen.cells.items()}
    return doubted(seen, {at: pair for at, pair in come.items() if more[pair[0]] > TUNING.odd and pair[0] != pair[1]})


def read_through_shadow(
    frame: FrameEvidence,
    stood: Observation,
    figures: NDArray[np.bool_],
    board: ShadowedBoard,
    infer: Callable[[FrameEvidence], Reading],
    sun: bool = False,
) -> Reading | None:
    """What is inferred from the frame as if no large shadow fell on it, or no ``sun``, with doubts settled by how all
    ``stood``, where ``figures`` (height x width) may be seen then.

    None where there is no such shadow, where too little in it looks as it did (then it is a thing), where something
    lies over the board as well, and where figures seem to have come to an area in the shadow, or to have left it, that
    are not missed on the cells, or new there: in an area nothing is printed that could bear it out.
    """
    shadow = find_fallen_shadow(frame.rectified, board.before, figures, sun)
    if shadow is None:
        return None
    deep = np.abs(shadow.depth.mean(axis=2)) > TUNING.shaded
    if not deep.any() or shadow.alike[deep].mean() < TUNING.alike:
        return None
    evidence = board.cache.of_even(board.cache.background.dimmed(shadow.depth), shadow.even)
    reading = infer(replace(frame, evidence=evidence, rectified=shadow.even, brightened=True))
    depth = np.abs(downsampled(shadow.depth).mean(axis=1))
    seen, shaded = reading.observation, np.asarray(depth > TUNING.faint, np.bool_)
    if seen.status is not ObservationStatus.OK:
        return None
    if sun:
        seen = doubted(seen, burnt_out(seen, stood, frame.rectified, board.classifier))
    seen = textured(seen, board.texture.told(edges_of(frame.rectified)), depth, board.classifier)
    areas = [area for area in board.areas.among(shaded) if seen.in_area(area) != stood.in_area(area)]
    exits = board.areas.rules.exits
    more, fewer = odd(seen, stood, exits)
    if any(kind in more or kind in fewer for area in areas for kind in (*seen.in_area(area), *stood.in_area(area))):
        return None
    told = counted(seen, stood, shaded, board.classifier, exits)
    return replace(reading, observation=told) if told else None


def burnt_out(
    seen: Observation, expected: Observation, rectified: Picture, classifier: CellClassifier
) -> dict[str, tuple[str, str]]:
    """The cells that are burnt out in the sun and seem to bear something else than ``expected``, and both: a white
    figure is not seen there."""
    white = downsampled((rectified.min(axis=2, keepdims=True) >= FALLEN_SHADOW_TUNING.burnt).astype(np.float32))[:, 0]
    much = classifier.middles.share(white) > TUNING.mostly
    cells = [cell for cell, burnt in zip(classifier.model.cells, much.tolist(), strict=True) if burnt]
    pairs = {cell: (expected.cells.get(cell, EMPTY), seen.cells.get(cell, EMPTY)) for cell in cells}
    return {cell: pair for cell, pair in pairs.items() if pair[0] != pair[1] and cell not in seen.unknown}


def textured(seen: Observation, texture: NDArray[np.int8], depth: Floats, classifier: CellClassifier) -> Observation:
    """With doubts about cells in the shadow, but for its edge, whose ``texture`` in the frame itself, which no even
    light changes, says something else than is ``seen`` there, if figures have the colours of such a cell. Where many
    do it is the noise of a deep shadow."""
    doubts: dict[str, tuple[str, ...]] = {}
    if classifier.grounds is None:
        return seen
    deep = depth[classifier.middles.places]
    evenly = deep.min(axis=1) > np.maximum(TUNING.faint, TUNING.even * deep.max(axis=1))
    for number in np.flatnonzero(classifier.grounds.hides.any(axis=1) & evenly).tolist():
        cell, told = classifier.model.cells[number], int(texture[number])
        kinds = tuple(classifier.figures.kinds[at] for at in np.flatnonzero(classifier.grounds.hides[number]).tolist())
        kind = seen.cells.get(cell)
        if cell in seen.unknown or (told <= 0 if kind is None else told >= 0 or kind not in kinds):
            continue
        doubts[cell] = (*kinds, EMPTY) if kind is None else (kind, EMPTY)
    return doubted(seen, doubts) if len(doubts) <= TUNING.doubts else seen


def _how_odd(seen: Observation, stood: Observation, board: ShadowedBoard) -> int:
    more, fewer = odd(seen, stood, board.areas.rules.exits)
    return more.total() + fewer.total()


def odd(seen: Observation, stood: Observation, exits: Iterable[str] = ()) -> tuple[Counter[str], Counter[str]]:
    """How many more figures of each kind are seen than ``stood`` there if they stay on doubtful cells where that is
    likeliest, and how many fewer even if every doubtful cell that may bear one does. What lay in one of the ``exits``
    may have been taken away."""
    hidden = [cell for cell in seen.unknown if cell not in seen.doubts]
    now, before = seen.count(), stood.count(hidden)
    for area in exits:
        before -= Counter(stood.in_area(area)) - Counter(seen.in_area(area))
    staying = Counter(kinds[0] for cell, kinds in seen.doubts.items() if kinds[:1] == (stood.cells.get(cell),))
    possible = Counter(kind for kinds in seen.doubts.values() for kind in kinds)
    return now + staying - before, before - now - possible


def counted(
    seen: Observation,
    stood: Observation,
    shaded: NDArray[np.bool_],
    classifier: CellClassifier,
    exits: Iterable[str] = (),
) -> Observation | None:
    """With doubts about figures that have come to cells in the shadow, or left them, if there are more or fewer of
    their kind than ``stood`` there; None if that would be too many."""
    more, fewer = odd(seen, stood, exits)
    if not more and not fewer:
        return seen
    inside = shaded[classifier.middles.places].mean(axis=1) > 0
    cells = [cell for cell, dark in zip(classifier.model.cells, inside, strict=True) if dark]
    pairs = {cell: (seen.cells.get(cell, EMPTY), stood.cells.get(cell, EMPTY)) for cell in cells}
    changed = {cell: pair for cell, pair in pairs.items() if pair[0] != pair[1] and cell not in seen.unknown}
    doubts = {cell: (its, was) for cell, (its, was) in changed.items() if its in more or was in fewer}
    return doubted(seen, doubts) if len(doubts) <= TUNING.doubts else None
