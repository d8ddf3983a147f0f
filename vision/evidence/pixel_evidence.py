"""The evidence of each pixel of a frame, computed again only where something has changed since the last frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import (
    ANYTHING,
    BLOCK,
    LOGARITHM,
    Background,
    Floats,
    averaged,
    in_blocks,
    logarithms,
)
from vision.evidence.colour_model import TUNING as COLOUR_MODEL_TUNING
from vision.evidence.colour_model import ColourModel
from vision.evidence.frame_evidence import Evidence
from vision.evidence.illumination import DARK, WHITE, exposed, lit
from vision.evidence.templates import COARSER, downsampled
from vision.geometry.board_pose import BoardPose, Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Thresholds for computing evidence again. Defaults are the values in use."""

    least: int = 3
    """A block has changed by more grey levels than this ..."""
    bright: int = 32
    """... plus one for each of so many of its own brightness."""
    around: int = 3
    """Blocks that are looked at again around one that has changed: 1 or 3 a side."""
    large: float = 0.12
    """The share of changed blocks (a hand, a bump, another light) from which on the whole frame is computed."""
    every: int = 8
    """The light is checked at least once in so many frames ..."""
    lit: float = 0.03
    """... and the whole frame is computed again if the mean log brightness has changed by so much."""


TUNING = Tuning()


@dataclass(frozen=True)
class CachedEvidence:
    """The evidence of the last frame.

    ``rectified`` is the frame, ``background`` the empty board as it was lit; ``blocks`` are the means of the blocks
    when their evidence was computed, ``lights`` how they were lit or may have been (block by block), ``age`` the
    frames since the whole was computed.
    """

    board_pose: BoardPose
    rectified: Picture
    background: Background
    blocks: Picture
    lights: Sequence[Floats]
    evidence: Evidence
    age: int = 0


@dataclass
class EvidenceCache:
    """Cache of the evidence of the last frame."""

    background: Background
    colour_model: ColourModel
    cached: CachedEvidence | None = None

    def update(self, rectified: Picture, board_pose: BoardPose) -> CachedEvidence:
        """Measure the frame, ``rectified`` as seen from straight above.

        Parts in which nothing has changed keep their evidence; the light is fitted again where much has.
        """
        means = averaged(rectified, BLOCK)
        changed, last = self._changed(means, board_pose), self.cached
        if last is None or changed is None:
            return self._afresh(rectified, means, board_pose)
        age = last.age + 1
        if age % TUNING.every == 0 and np.abs(LOGARITHM[means] - LOGARITHM[last.blocks]).mean() > TUNING.lit:
            return self._afresh(rectified, means, board_pose)
        if not changed.any():
            self.cached = replace(last, rectified=rectified, age=age)
            return self.cached
        fine, coarse = (_pixels(changed, side, rectified.shape[1]) for side in (1, COARSER))
        numbers = np.flatnonzero(changed)
        lights = [light.take(numbers, axis=0).reshape(-1, BLOCK, 3) for light in last.lights]
        part = self._evidence(last.background.at(numbers), _tall(rectified, fine), lights)
        evidence = _with(last.evidence, coarse, part)
        blocks = np.where(changed[..., None], means, last.blocks)
        self.cached = replace(last, rectified=rectified, blocks=blocks, evidence=evidence, age=age)
        return self.cached

    def _afresh(self, rectified: Picture, means: Picture, board_pose: BoardPose) -> CachedEvidence:
        """Compute the evidence of the whole frame."""
        light = self.background.illumination(rectified)
        background = self.background.under(light)
        lights = [background.spread(thin) for thin in light.gains()]
        evidence = self._evidence(background, rectified, lights)
        blocks = [in_blocks(each) for each in lights]
        self.cached = CachedEvidence(board_pose, rectified, background, means, blocks, evidence)
        return self.cached

    def _changed(self, means: Picture, board_pose: BoardPose) -> NDArray[np.bool_] | None:
        """Return the changed blocks and those around them; None where the whole frame is to be computed."""
        last = self.cached
        if last is None or last.board_pose is not board_pose:
            return None
        change = cv2.absdiff(means, last.blocks) > TUNING.least + last.blocks // TUNING.bright
        much = (change[..., 0] | change[..., 1] | change[..., 2]).astype(np.uint8)
        wide = cv2.dilate(much, np.ones((TUNING.around, TUNING.around), np.uint8)).astype(bool)
        return None if wide.mean() > TUNING.large else wide

    def _evidence(self, background: Background, rectified: Picture, lights: Sequence[Floats]) -> Evidence:
        """Return the evidence of each pixel by the light that explains it best, where several are possible."""
        candidates = [self._look(background, rectified, light) for light in lights]
        log_ratios, bare, unlit = candidates[0]
        for other in candidates[1:]:
            better = _explained(*other[:2]) > _explained(log_ratios, bare)
            log_ratios = np.where(better[..., None], other[0], log_ratios)
            bare, unlit = np.where(better, other[1], bare), np.where(better[..., None], other[2], unlit)
        foreground = (bare < ANYTHING).astype(np.float32)
        white = _dazzled(background, self.colour_model.brightest, rectified, lights[0])
        strange, dazzled = (downsampled(plane[..., None])[:, 0] for plane in (foreground, white))
        return Evidence.of(downsampled(log_ratios), strange, downsampled(unlit), dazzled)

    def _look(self, background: Background, rectified: Picture, light: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the evidence of each pixel under this light.

        It is the log-likelihood ratios of the kinds, that of bare board, and the colour without the light.
        """
        bare = background.likelihood(logarithms(rectified) - exposed(background.levels, light))
        np.maximum(bare, ANYTHING - COLOUR_MODEL_TUNING.most_against, out=bare)
        unlit = lit(np.asarray(rectified, np.float32), -light)
        return self.colour_model.log_ratios(unlit, bare, background.depth), bare, unlit


def _dazzled(background: Background, brightest: Floats, rectified: Picture, light: Floats) -> Floats:
    """Return 1 where white would be seen on white (rows x columns), 0 elsewhere.

    Two channels are burnt out, and in this light both the bare board and the ``brightest`` kind would be: one channel
    alone leaves the colour to be told by the others.
    """
    seen = rectified >= WHITE
    if not seen.any():
        return np.zeros(rectified.shape[:2], np.float32)
    dimmest = np.minimum(background.levels, np.exp(brightest) - DARK)
    white = seen & (dimmest * np.exp(light) >= WHITE)
    return np.asarray(np.count_nonzero(white, axis=2) >= 2, np.float32)


def _explained(log_ratios: Floats, bare: Floats) -> Floats:
    """Return how well each pixel is explained, by board or by a figure."""
    return np.asarray(bare + np.maximum(log_ratios.max(axis=-1), 0), np.float32)


def _with(evidence: Evidence, places: NDArray[np.intp], part: Evidence) -> Evidence:
    """Return the evidence with those of some coarse pixels; nothing lies over them."""

    def joined(whole: Floats, some: Floats) -> Floats:
        made = whole.copy()
        made[places] = some
        return made

    return replace(
        evidence,
        log_ratios=joined(evidence.log_ratios, part.log_ratios),
        best_ratio=joined(evidence.best_ratio, part.best_ratio),
        foreground=joined(evidence.foreground, part.foreground),
        colour=joined(evidence.colour, part.colour),
        dazzled=joined(evidence.dazzled, part.dazzled),
    )


def _pixels(chosen: NDArray[np.bool_], coarser: int, width: int) -> NDArray[np.intp]:
    """Return the numbers of the pixels, or of coarser ones, of the chosen blocks of a board of this width."""
    return _of_blocks(*chosen.shape, BLOCK // coarser, width // coarser)[chosen.ravel()].ravel()


@lru_cache(maxsize=2)
def _of_blocks(rows: int, columns: int, side: int, width: int) -> NDArray[np.intp]:
    """Return the numbers of their pixels, block by block (blocks x pixels)."""
    corner = (np.arange(rows)[:, None] * width + np.arange(columns)).ravel() * side
    within = (np.arange(side)[:, None] * width + np.arange(side)).ravel()
    return np.asarray(corner[:, None] + within, np.intp)


def _tall(plane: Picture, pixels: NDArray[np.intp]) -> Picture:
    """Return the blocks on top of each other, as a picture one block wide."""
    return plane.reshape(-1, plane.shape[2]).take(pixels, axis=0).reshape(-1, BLOCK, plane.shape[2])
