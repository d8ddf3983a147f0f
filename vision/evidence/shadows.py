"""A shadow under tonight's lamps: it takes the light of one lamp away and leaves that of the others, with its own tint.

Where there is one lamp and little other light, or the sun, shadows are deep, all as deep, and have hard edges: a pixel
that is as dark and as tinted as they are is bare board in a shadow, no dark figure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Shadows. Defaults are the values in use."""

    deepest: float = 1.0
    """The deepest shadow before any is known, as the logarithm of how much darker it is."""
    limit: float = 1.3
    """No shadow is deeper: there is always some other light."""
    deep: float = 0.985
    """The share of the pixels around figures that are in no deeper shadow than figures cast ..."""
    deeper: float = 0.15
    """... and by how much (logarithm) that of a hand may be deeper."""
    odds: float = 0.4
    """How likely a pixel is in a shadow before any is known."""
    tint: float = 0.12
    """How much the colour may turn in a shadow, for each unit of its depth, before any is known ..."""
    least_tint: float = 0.04
    """... and at least, when it is known how it does."""
    most_turned: float = 0.35
    """How far the colour of a shadow may lie off grey, for each unit of its depth."""
    dark: float = 0.25
    """Pixels around figures that are darker by this tell what shadows do."""
    enough: int = 300
    """The least number of them that does."""
    burnt: float = 0.5
    """From here on a channel counts as burnt out."""
    most_burnt_tint: float = 0.3
    """How far a channel that is burnt out may stray, for each unit of depth."""
    step: float = 0.05
    """The depths that are told from each other."""
    even: float = 0.3
    """The share of shadows that may be of any depth."""
    blur: float = 1.6
    """Steps by which depths differ from place to place."""


TUNING = Tuning()


@dataclass(frozen=True, eq=False)
class ShadowModel:
    """Model of shadows.

    ``direction`` (3, its mean 1) is how a shadow of depth 1 changes the logarithms of blue, green and red, ``tint`` how
    far single pixels stray from that, ``deepest`` the depth of the deepest one, and ``odds`` the logarithms of how
    likely a bare pixel is in a shadow of each depth (a step apart, for each unit of depth).

    A channel that is burnt out on the bare board loses less: ``burnt_direction`` and ``burnt_tint`` (3 each).
    """

    direction: Floats
    tint: float
    deepest: float
    odds: Floats
    burnt_direction: Floats
    burnt_tint: Floats

    @classmethod
    def unknown(cls) -> ShadowModel:
        """Return shadows before any has been seen: grey, more often faint than deep."""
        return cls._plain(TUNING.deepest, TUNING.deepest)

    @classmethod
    def _plain(cls, deepest: float, reach: float) -> ShadowModel:
        """Return grey shadows, whose depths are told up to ``reach``."""
        grey, tint = np.ones(3, np.float32), np.full(3, TUNING.tint, np.float32)
        return cls(grey, TUNING.tint, deepest, _fading(reach), grey, tint)

    @classmethod
    def of(cls, change: Floats, burnt: Floats) -> ShadowModel:
        """Return the model of bare pixels beside figures.

        ``change`` (n x 3) is in logarithms, as if all of them were as bright as can be; ``burnt`` (n x 3, from 0 to 1)
        is how far their channels are burnt out on the bare board.
        """
        every, change = change, change[(burnt < TUNING.burnt).all(axis=1)]
        if len(change) < TUNING.enough:
            change = every
        depth = -change.mean(axis=1)
        deepest = float(np.quantile(depth, TUNING.deep)) + TUNING.deeper
        deepest = float(np.clip(deepest, TUNING.deeper, TUNING.limit))
        dark = depth > TUNING.dark
        if dark.sum() < TUNING.enough:
            return cls._plain(min(deepest, TUNING.deepest), deepest)
        each = -change[dark] / depth[dark, None]
        direction = np.clip(np.median(each, axis=0), 1 - TUNING.most_turned, 1 + TUNING.most_turned)
        direction /= direction.mean()
        stray = 1.5 * float(np.median(np.abs(each - direction)))
        tint = float(np.clip(stray, TUNING.least_tint, TUNING.tint))
        burnt_direction, burnt_tint = _burnt_out(every, burnt, direction, tint)
        return cls(direction.astype(np.float32), tint, deepest, _odds(depth, deepest), burnt_direction, burnt_tint)

    def likely(self, depth: Floats) -> Floats:
        """Return the logarithms of how likely shadows are of these depths."""
        return np.asarray(self.odds[(depth * (1 / TUNING.step)).astype(np.int32)], np.float32)


def _burnt_out(change: Floats, burnt: Floats, direction: Floats, tint: float) -> tuple[Floats, Floats]:
    """Return the change of burnt-out channels in a shadow of depth 1, by the other channels, and its deviation (3)."""
    clear = burnt < TUNING.burnt
    depth = -(change / direction * clear).sum(axis=1) / np.maximum(clear.sum(axis=1), 1)
    found, stray = direction.astype(np.float32), np.full(3, tint, np.float32)
    for channel in range(3):
        usable = (depth > TUNING.dark) & ~clear[:, channel]
        if usable.sum() >= TUNING.enough:
            each = -change[usable, channel] / depth[usable]
            found[channel] = np.clip(np.median(each), 0, direction[channel])
            stray[channel] = np.clip(1.5 * np.median(np.abs(each - found[channel])), tint, TUNING.most_burnt_tint)
    return found, stray


def _fading(deepest: float) -> Floats:
    """Return odds by which deep shadows are less likely than faint ones."""
    depth = (np.arange(_steps(deepest)) + 0.5) * TUNING.step
    return np.asarray(np.log(TUNING.odds) - depth * 3 / deepest - np.log(deepest / 3), np.float32)


def _odds(depth: Floats, deepest: float) -> Floats:
    """Return odds by the depths that were seen, and any other now and then."""
    count, _ = np.histogram(depth[depth > TUNING.step], np.arange(_steps(deepest) + 1) * TUNING.step)
    reach = 5
    kernel = np.exp(-np.square(np.arange(-reach, reach + 1) / TUNING.blur) / 2)
    smooth = np.convolve(count / max(count.sum(), 1), kernel / kernel.sum())
    share = smooth[reach : reach + len(count)] / TUNING.step
    even = np.exp(_fading(deepest)) / TUNING.odds
    return np.asarray(np.log(TUNING.odds * ((1 - TUNING.even) * share + TUNING.even * even)), np.float32)


def _steps(deepest: float) -> int:
    return int(deepest / TUNING.step) + 2
