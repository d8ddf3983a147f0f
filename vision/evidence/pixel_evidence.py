"""The evidence of each coarse pixel of a frame; the light is fitted again only where it may have changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.evidence.background import COARSER, Background, Floats, averaged
from vision.evidence.colour_model import TUNING as COLOUR_MODEL_TUNING
from vision.evidence.colour_model import ColourModel
from vision.evidence.frame_evidence import Evidence
from vision.evidence.illumination import DARK, LEVEL, STEP, lit
from vision.geometry.board_pose import BoardPose, Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When the light is fitted again. Defaults are the values in use."""

    news: float = 0.2
    """The share of the board that has changed since the light was fitted from which on that may be another one."""


TUNING = Tuning()


@dataclass(frozen=True)
class LitFrame:
    """A frame and its light.

    ``rectified`` is the frame, ``background`` the empty board lit so, ``fitted`` how the board looked when its
    light was fitted (logarithms, of the thin grid), ``fresh`` whether that was in this frame. ``lights`` are those that
    may be: the bare board in each (logarithms), and by how much darker the frame would be in the first light.
    """

    board_pose: BoardPose
    rectified: Picture
    background: Background
    fitted: Floats
    lights: Sequence[tuple[Floats, Floats]]
    evidence: Evidence
    fresh: bool


@dataclass
class EvidenceCache:
    """Remembers the light of the last frame. ``background`` is that of coarse pixels."""

    background: Background
    colour_model: ColourModel
    cached: LitFrame | None = None

    def update(self, rectified: Picture, board_pose: BoardPose) -> LitFrame:
        """``rectified`` is the frame as seen from straight above."""
        seen, last = averaged(np.asarray(rectified, np.float32), COARSER), self.cached
        now = np.log(averaged(seen, STEP) + DARK)
        if last and last.board_pose is board_pose and _changed(now, last.fitted) < TUNING.news:
            evidence = self._evidence(last.background, seen, last.lights)
            self.cached = replace(last, rectified=rectified, evidence=evidence, fresh=False)
            return self.cached
        light = self.background.illumination(seen)
        background = self.background.under(light)
        lights = [(lit(background.levels, gain), np.exp(-gain)) for gain in map(background.spread, light.beside())]
        evidence = self._evidence(background, seen, lights)
        self.cached = LitFrame(board_pose, rectified, background, now, lights, evidence, fresh=True)
        return self.cached

    def _evidence(self, background: Background, seen: Floats, lights: Sequence[tuple[Floats, Floats]]) -> Evidence:
        """Where the light is not sure (there is more than one) each pixel counts by that which explains it best."""
        looks = [self._look(background, seen, *light) for light in lights]
        log_ratios, bare, own = looks[0]
        for other in looks[1:]:
            better = _explained(*other[:2]) > _explained(log_ratios, bare)
            log_ratios = np.where(better[..., None], other[0], log_ratios)
            bare, own = np.where(better, other[1], bare), np.where(better[..., None], other[2], own)
        foreground = (bare < COLOUR_MODEL_TUNING.anything).astype(np.float32)
        return Evidence.of(log_ratios.reshape(bare.size, -1), foreground.ravel(), own.reshape(-1, 3))

    def _look(
        self, background: Background, seen: Floats, board: Floats, darker: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """What each pixel says if the bare board is lit so: the log-likelihood ratios of the kinds, that of bare board,
        and its colour without the light."""
        bare, own = background.likelihood(np.log(seen + DARK) - board), np.log(seen * darker + DARK)
        return self.colour_model.log_ratios(own, bare, background.depth), bare, own


def _changed(now: Floats, before: Floats) -> float:
    """The share of the board that looks otherwise; less where it does so by little."""
    return float(np.minimum(np.abs(now - before) / LEVEL, 1).mean())


def _explained(log_ratios: Floats, bare: Floats) -> Floats:
    """How well each pixel is explained, by board or by a figure."""
    return np.asarray(bare + np.maximum(log_ratios.max(axis=-1), 0), np.float32)
