"""A large shadow that has fallen over the board since it was read, of a head between lamp and board, or the sun.

The camera stands still, so the frame that was read is compared with pixel by pixel: where a large part has become
darker, a shadow fell, over print and figures alike. What it took away is given back; and what then looks, shape for
shape, as it did before is taken as it was: a figure in the shadow has lost its highlights, but not its form. The sun
is the same the other way round: what was dark before has become bright.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import SCALE, Floats, averaged
from vision.evidence.illumination.shadow_depth import BLACK, brightened, disc, large_parts, light_and_depth, mean_around
from vision.geometry.board_pose import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Fallen shadows, lengths in millimetres. Defaults are the values in use."""

    lit: float = 0.8
    """The share of the board that is darker than what is taken to be lit."""
    dark: float = 0.16
    """A place that has become darker by this (logarithms) may lie in the shadow ..."""
    nearly_all: float = 0.6
    """... if so much does around it, ..."""
    around: float = 5.0
    """... so far."""
    beside: float = 10.0
    """How far figures throw shadows of their own, ..."""
    shaded: float = 0.3
    figures: float = 0.5
    """... in which a place counts so much; figures count so much themselves: they may have moved ..."""
    hardly: float = 0.02
    """... and where it is asked how deep the shadow is, such a place counts so much."""
    gap: float = 5.0
    wide: float = 11.0
    """Gaps up to this are closed, and what is narrower than twice this is no head."""
    left: float = 14.0
    """Gaps up to this are closed where a figure stood that may have left."""
    smallest: float = 0.015
    """The part of the board that it covers at least."""
    soft: float = 5.0
    """How far outside and inside of where it was found its edge may lie, ..."""
    uneven: float = 0.25
    """... and places as far from it are alike but for this part of its depth."""
    burnt: int = 248
    """Grey levels from which on a pixel may be burnt out: nobody knows how bright it was, ..."""
    dimmed: int = 60
    """... unless it is darker by so much now, ..."""
    unknown: float = 0.005
    """... and it counts so much."""
    shallow: float = 0.08
    """Nothing is taken for a part of a shadow that is less deep (logarithms)."""
    near: float = 3.0
    """Shapes are compared so far around a pixel."""
    alike: float = 0.5
    """They are the same where they are correlated so much, ..."""
    close: float = 0.4
    """... and are taken as they were if they are as bright but for this (logarithms); ..."""
    far: float = 0.8
    """... a dark figure that has lost its highlights differs by so much."""
    noise: float = 2.5
    """The noise of a camera in grey levels: in a shadow that was given back it is as much louder as all else."""
    black: float = 6.0
    """Grey levels that are added where logarithms are taken."""
    flat: float = 0.002
    """A variance (of logarithms) below which there is no shape."""
    certain: float = 0.2
    """At least so much of a variance is no noise."""
    least: float = 0.02
    """Where the shadow is less deep nothing is taken as it was ..."""
    small: float = 3.0
    """... nor what is narrower than twice this, ..."""
    whole: float = 4.0
    most: float = 0.7
    """... nor where less than this part so far around is the same: a figure is taken as it was as a whole."""


TUNING = Tuning()

COARSE = 8
"""Pixels a side of the squares in which a first look is taken."""


class FallenShadow(NamedTuple):
    """``even``: the frame as if the shadow were not there; ``depth`` (height x width x 3): how deep it is (logarithms;
    below 0 in the sun), and where things look as they did before (``alike``, height x width)."""

    even: Picture
    depth: Floats
    alike: NDArray[np.bool_]


def find_fallen_shadow(
    rectified: Picture, before: Picture, figures: NDArray[np.bool_], sun: bool = False
) -> FallenShadow | None:
    """The large shadow that has fallen over the rectified frame since the one ``before`` was read, if there is one;
    ``figures`` (height x width) is where figures stood then. ``sun``: the sun that has come, which leaves all else in a
    shadow that was there before."""
    lit, dark = (rectified, before) if sun else (before, rectified)
    beside = ~figures & (cv2.dilate(figures.astype(np.uint8), disc(TUNING.beside)) > 0)
    change = _change(dark, lit)
    shadow = _large(float(np.quantile(change, TUNING.lit)) - change > TUNING.dark, figures, beside)
    if not shadow.any():
        return None
    sure = np.where(beside, np.float32(TUNING.hardly), ~figures).astype(np.float32)
    known = np.where(lit < TUNING.burnt, np.float32(1), np.float32(TUNING.unknown))
    light, deep = light_and_depth(dark, lit, shadow, sure[..., None] * known)
    part = np.clip((light.mean(axis=2) - change) / np.maximum(deep.mean(axis=2), TUNING.shallow), 0, 1)
    depth = np.asarray(cv2.GaussianBlur(_softened(shadow, part), (0, 0), 0.6)[..., None] * deep, np.float32)
    if sun:
        depth = -depth
    even = brightened(rectified, depth)
    differ = _differ(rectified, even, before)
    return FallenShadow(_as_it_was(even, before, differ, depth), depth, differ < TUNING.far)


def thinned(rectified: Picture) -> Picture:
    """Few enough pixels of a frame for ``has_fallen``."""
    few = cv2.resize(rectified, None, fx=2 / COARSE, fy=2 / COARSE, interpolation=cv2.INTER_NEAREST)
    return averaged(np.asarray(few, np.uint8), 2)


def has_fallen(thin: Picture, before: Picture) -> bool:
    """Whether a large shadow seems to have fallen since, by two ``thinned`` frames; only a first look."""
    change = _change(thin, before)
    dark = (float(np.quantile(change, TUNING.lit)) - change > TUNING.dark).astype(np.uint8)
    return float(cv2.morphologyEx(dark, cv2.MORPH_OPEN, disc(TUNING.wide / COARSE)).mean()) > TUNING.smallest


def _as_it_was(even: Picture, before: Picture, differ: Floats, depth: Floats) -> Picture:
    """The frame ``before`` where the ``even`` one looks the same in the shadow, the even one elsewhere."""
    alike = (differ < TUNING.close) & (np.abs(depth.mean(axis=2)) > TUNING.least)
    same = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, disc(TUNING.small))
    whole = mean_around(same, np.ones_like(differ), TUNING.whole) > TUNING.most
    share = cv2.GaussianBlur(same * whole.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.asarray(even * (1 - share) + before * share, np.uint8)


def _softened(shadow: Picture, part: Floats) -> Floats:
    """height x width: which part of its depth the shadow has, 0 to 1: near its edge what each pixel tells (``part``),
    if it is about what those tell that are as far from it. Whoever has come or gone there tells something else."""
    far = cv2.distanceTransform(shadow, cv2.DIST_L2, 3) - cv2.distanceTransform(1 - shadow, cv2.DIST_L2, 3)
    reach = round(TUNING.soft * SCALE)
    found = (far > 0).astype(np.float32)
    for distance in range(-reach, reach + 1):
        there = np.abs(far - distance) <= 0.5
        if there.any():
            usual = np.median(part[there])
            found[there] = np.clip(part[there], usual - TUNING.uneven, usual + TUNING.uneven)
    return found


def _change(rectified: Picture, before: Picture) -> Floats:
    """height x width: by how much each pixel has become brighter (logarithms), but for channels that were burnt out."""
    change = np.log((rectified + BLACK) / (before + BLACK))
    known = np.where((before < TUNING.burnt) | (rectified < TUNING.burnt - TUNING.dimmed), np.float32(1), 1e-3)
    mean = (change * known).sum(axis=2) / known.sum(axis=2)
    return np.asarray(cv2.medianBlur(mean.astype(np.float32), 5), np.float32)


def _large(dark: NDArray[np.bool_], figures: NDArray[np.bool_], beside: NDArray[np.bool_]) -> Picture:
    """Where nearly everything around is dark, if it is as large as a head."""
    counts = np.where(figures, TUNING.figures, np.where(beside, TUNING.shaded, 1.0)).astype(np.float32)
    found = (mean_around(dark.astype(np.float32), counts, TUNING.around) > TUNING.nearly_all).astype(np.uint8)
    found = cv2.morphologyEx(found, cv2.MORPH_CLOSE, disc(TUNING.gap)).astype(np.uint8)
    found = cv2.morphologyEx(found, cv2.MORPH_OPEN, disc(TUNING.wide)).astype(np.uint8)
    return _filled(large_parts(found, None, TUNING.smallest * dark.size), figures | beside)


def _filled(shadow: Picture, stood: NDArray[np.bool_]) -> Picture:
    """With what it encloses, or nearly does where somebody ``stood``: bare board in a shadow is no darker than a dark
    figure that has left it was in the light."""
    between = cv2.morphologyEx(shadow, cv2.MORPH_CLOSE, disc(TUNING.left)) > 0
    whole = shadow | (between & stood).astype(np.uint8)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED), np.uint8)


def _differ(rectified: Picture, even: Picture, before: Picture) -> Floats:
    """height x width: how much brighter or darker things are in the ``even`` frame than ``before`` (logarithms);
    infinitely so where shapes are others."""
    louder = _mean((even + BLACK) / (rectified + BLACK)) * np.float32(TUNING.noise)
    black = louder + np.float32(TUNING.black)
    now, then = np.log(even + black), np.log(before + black)
    at, was = _mean(now), _mean(then)
    shape = _variance(now, at, np.asarray(louder / (even + black), np.float32))
    other = _variance(then, was, np.asarray(np.float32(TUNING.noise) / (before + black), np.float32))
    both = (_mean(now * then) - at * was).sum(axis=2) + TUNING.flat
    correlation = both / np.sqrt((shape + TUNING.flat) * (other + TUNING.flat))
    return np.where(correlation > TUNING.alike, np.abs(at - was).max(axis=2), np.inf)


def _variance(values: Floats, mean: Floats, noise: Floats) -> Floats:
    """height x width: of all channels around each pixel, without what noise makes of it."""
    found = _mean(values * values) - mean * mean
    return np.asarray(np.maximum(found - _mean(np.square(noise)), TUNING.certain * found).sum(axis=2), np.float32)


def _mean(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), TUNING.near * SCALE, borderType=cv2.BORDER_REFLECT), np.float32)
