"""The evidence of each pixel of a frame, computed again only where something has changed since the last frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import (
    BLOCK,
    Background,
    Floats,
    averaged,
    in_blocks,
    log_response,
    logarithms,
)
from vision.evidence.colour_model import TUNING as COLOUR_MODEL_TUNING
from vision.evidence.colour_model import ColourModel, bins
from vision.evidence.frame_evidence import Evidence
from vision.evidence.illumination.tone import ToneModel
from vision.evidence.templates import COARSER, downsampled
from vision.geometry.board_pose import BoardPose, Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When evidence is computed again. Defaults are the values in use."""

    least: int = 3
    bright: int = 32
    """A block has changed by more than so many grey levels, and one more for so many of its own."""
    around: int = 3
    """Blocks that are looked at again around one that has changed: 1 or 3 a side."""
    large: float = 0.12
    """Where so large a share of the board has changed there is a hand, a bump or another light: all is looked at."""
    every: int = 8
    """The light is looked at again at least once in so many frames ..."""
    lit: float = 0.03
    """... and everything, if it has changed by so much (logarithms) on the whole; changes of a part are seen there."""


TUNING = Tuning()


@dataclass(frozen=True)
class CachedEvidence:
    """What was said of the last frame.

    ``rectified`` is the frame with the contrast of the empty board, which ``slope`` gave it, ``blocks`` are the means
    of the blocks it was said of before that, ``light`` how it was lit (block by block; ``thin`` at few pixels), ``age``
    the frames since all of it was looked at.
    """

    board_pose: BoardPose
    rectified: Picture
    slope: float
    blocks: Picture
    thin: Floats
    light: Floats
    evidence: Evidence
    age: int = 0


@dataclass
class EvidenceCache:
    """Remembers what it said of the last frame."""

    background: Background
    colour_model: ColourModel
    tone: ToneModel
    cached: CachedEvidence | None = None
    contrast: float = 1.0
    """by how much figures stand out more from the board than when they were learnt"""

    def with_contrast(self, contrast: float) -> CachedEvidence | None:
        """What is said of the last frame where figures stand out so much more."""
        if self.cached is not None:
            self.contrast = contrast
            light = self.background.spread(self.cached.thin)
            evidence = self._evidence(self.background, self.cached.rectified, light)
            self.cached = replace(self.cached, evidence=evidence)
        return self.cached

    def update(self, seen: Picture, board_pose: BoardPose) -> CachedEvidence:
        """``seen`` is the frame as it looks from straight above. Parts in which nothing has changed keep what was said
        of them; its contrast and its light are asked again where much has."""
        means = averaged(seen, BLOCK)
        changed, last = self._changed(means, board_pose), self.cached
        if last is None or changed is None:
            return self._afresh(seen, means, board_pose)
        rectified, age = self.tone.corrected(seen, last.slope), last.age + 1
        if age % TUNING.every == 0 and self._lit_otherwise(rectified, last):
            return self._afresh(seen, means, board_pose)
        if not changed.any():
            self.cached = replace(last, rectified=rectified, age=age)
            return self.cached
        fine, coarse = (_pixels(changed, side, rectified.shape[1]) for side in (1, COARSER))
        numbers = np.flatnonzero(changed)
        light = last.light.take(numbers, axis=0).reshape(-1, BLOCK, 3)
        part = self._evidence(self.background.at(numbers), _tall(rectified, fine), light)
        evidence = _with(last.evidence, coarse, part)
        blocks = np.where(changed[..., None], means, last.blocks)
        self.cached = replace(last, rectified=rectified, blocks=blocks, evidence=evidence, age=age)
        return self.cached

    def _afresh(self, seen: Picture, means: Picture, board_pose: BoardPose) -> CachedEvidence:
        """Looks at everything."""
        slope = self.tone.slope(seen)
        rectified = self.tone.corrected(seen, slope)
        thin = self.background.thin_light(rectified)
        light = self.background.spread(thin)
        evidence = self._evidence(self.background, rectified, light)
        self.cached = CachedEvidence(board_pose, rectified, slope, means, thin, in_blocks(light), evidence)
        return self.cached

    def of_even(self, background: Background, rectified: Picture) -> Evidence:
        """Of a frame from which a shadow was taken away, on this ``background``; nothing of it is remembered."""
        light = background.spread(background.thin_light(rectified))
        return self._evidence(background, rectified, light)

    def _changed(self, means: Picture, board_pose: BoardPose) -> NDArray[np.bool_] | None:
        """Which blocks have changed, and those around them; None where it is better to look at everything."""
        last = self.cached
        if last is None or last.board_pose is not board_pose:
            return None
        change = cv2.absdiff(means, last.blocks) > TUNING.least + last.blocks // TUNING.bright
        much = (change[..., 0] | change[..., 1] | change[..., 2]).astype(np.uint8)
        wide = cv2.dilate(much, np.ones((TUNING.around, TUNING.around), np.uint8)).astype(bool)
        return None if wide.mean() > TUNING.large else wide

    def _lit_otherwise(self, rectified: Picture, last: CachedEvidence) -> bool:
        """Whether the light has changed since all was looked at."""
        return float(np.abs(self.background.thin_light(rectified) - last.thin).mean()) > TUNING.lit

    def explained(self, rectified: Picture, light: Floats, expected: NDArray[np.bool_]) -> Floats:
        """height x width: how well board without any shadow, or figures of the kinds that are ``expected`` there
        (height x width x kinds), explain each pixel that is lit so (logarithms)."""
        colour = logarithms(rectified)
        board = replace(self.background, shadows=replace(self.background.shadows, deepest=0.0))
        bare = board.likelihood(colour - self.background.colour - self.background.response * light)
        bare = np.clip(
            bare - COLOUR_MODEL_TUNING.anything, -COLOUR_MODEL_TUNING.most_against, COLOUR_MODEL_TUNING.most_for
        )
        figures = self.colour_model.table.take(bins(colour - log_response(rectified) * light), axis=0)
        best = np.where(expected, figures, -COLOUR_MODEL_TUNING.most_against).max(axis=2)
        return np.asarray(np.maximum(bare, best), np.float32)

    def _evidence(self, background: Background, rectified: Picture, light: Floats) -> Evidence:
        colour = logarithms(rectified)
        bare = background.likelihood(colour - background.colour - background.response * light)
        own = colour - log_response(rectified) * light
        if self.contrast != 1:
            own = background.colour + (own - background.colour) / np.float32(self.contrast)
        log_ratios = self.colour_model.log_ratios(own, bare, background.dim)
        foreground = (bare < COLOUR_MODEL_TUNING.anything).astype(np.float32)
        return Evidence.of(downsampled(log_ratios), downsampled(foreground[..., None])[:, 0], downsampled(own))


def _with(evidence: Evidence, places: NDArray[np.intp], part: Evidence) -> Evidence:
    """The evidence with those of some coarse pixels; nothing lies over them."""

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
    )


def _pixels(chosen: NDArray[np.bool_], coarser: int, width: int) -> NDArray[np.intp]:
    """The numbers of the pixels, or those so much coarser, of the chosen blocks of a board so many pixels wide."""
    return _of_blocks(*chosen.shape, BLOCK // coarser, width // coarser)[chosen.ravel()].ravel()


@lru_cache(maxsize=2)
def _of_blocks(rows: int, columns: int, side: int, width: int) -> NDArray[np.intp]:
    """blocks x pixels: the numbers of their pixels, block by block."""
    corner = (np.arange(rows)[:, None] * width + np.arange(columns)).ravel() * side
    within = (np.arange(side)[:, None] * width + np.arange(side)).ravel()
    return np.asarray(corner[:, None] + within, np.intp)


def _tall(plane: Picture, pixels: NDArray[np.intp]) -> Picture:
    """Blocks on top of each other, as a picture one block wide."""
    return plane.reshape(-1, plane.shape[2]).take(pixels, axis=0).reshape(-1, BLOCK, plane.shape[2])
