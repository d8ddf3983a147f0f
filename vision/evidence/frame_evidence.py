"""The evidence of one frame before anything is concluded from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Self

import numpy as np

from vision.evidence.background import Floats
from vision.geometry.board_pose import BoardPose, Picture


@dataclass(frozen=True)
class Evidence:
    """The evidence of one frame, or of several together, for every coarse pixel.

    ``log_ratios`` (coarse pixels x kinds) are log-likelihood ratios of a figure of that kind against bare board,
    ``best_ratio`` is the largest of them, ``foreground`` (coarse pixels) is the mask of what is not bare board,
    ``colour`` (coarse pixels x 3) are logarithms without the light of the frame, ``hidden`` is 1 under an occluder and
    outside the picture, ``dazzled`` the part of it that is burnt out as bare board and figures would be. A coarse pixel
    is ``COARSER`` pixels a side.
    """

    log_ratios: Floats
    best_ratio: Floats
    foreground: Floats
    colour: Floats
    hidden: Floats
    dazzled: Floats

    @classmethod
    def of(cls, log_ratios: Floats, foreground: Floats, colour: Floats, dazzled: Floats) -> Evidence:
        """Make the evidence of a frame that is hidden by nothing."""
        return cls(log_ratios, largest(log_ratios), foreground, colour, np.zeros_like(foreground), dazzled)

    def outside(self, places: Floats) -> Self:
        """Return the evidence without that of ``places`` (1 there, 0 elsewhere), which are not in the picture."""
        seen = 1 - places
        return replace(
            self,
            log_ratios=self.log_ratios * seen[:, None],
            best_ratio=self.best_ratio * seen,
            foreground=self.foreground * seen,
            hidden=np.maximum(self.hidden, places),
            dazzled=self.dazzled * seen,
        )

    @cached_property
    def foreground_probability(self) -> Floats:
        """Return the probability, 0 to 1, that each coarse pixel shows something else than bare board."""
        speaks = self.best_ratio * np.float32(0.5)
        speaks -= 1
        return np.asarray(np.maximum(self.foreground, np.clip(speaks, 0, 1, out=speaks), out=speaks), np.float32)


def largest(log_ratios: Floats) -> Floats:
    """Return for each pixel the largest of its numbers (pixels x kinds)."""
    return np.asarray(reduce(np.maximum, log_ratios.T), np.float32)


@dataclass(frozen=True)
class FrameEvidence:
    """The evidence of one frame before anything is concluded from it."""

    board_pose: BoardPose
    evidence: Evidence
    rectified: Picture
    """the frame as seen from straight above"""
    picture: Picture
    """the frame itself"""
    shaded: frozenset[str] = frozenset()
    """the cells in large shadows, or in the sun"""
    fresh: bool = True
    """whether the light was fitted in this frame, not taken from the last one"""

    @classmethod
    def mean(cls, *frames: Self) -> Self:
        """Return several frames of the same table as one: the mean of what they say."""
        if len(frames) == 1:
            return frames[0]
        seen = [frame.evidence for frame in frames]
        every = [(each.log_ratios, each.foreground, each.colour, each.dazzled) for each in seen]
        evidence = Evidence.of(*(reduce(np.add, one) / np.float32(len(frames)) for one in zip(*every, strict=True)))
        evidence = replace(evidence, hidden=reduce(np.maximum, (each.hidden for each in seen)))
        return replace(frames[-1], evidence=evidence, fresh=all(frame.fresh for frame in frames))
