"""The reading of a face: round pips in one of the usual patterns, or none; with a likelihood for each number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Points

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """The patterns of pips; lengths are parts of the edge of the face. Defaults are the values in use."""

    pitch: float = 0.25
    """From the middle of the face to a row of pips, usually."""
    radius: float = 0.095
    """Of a pip, usually."""
    inner: float = 0.84
    """The part of the face, along its edge, that is compared: the rest is round, or another face."""
    beyond: float = 0.25
    """Of the way from the colour of the face to that of the pips: so far beyond either a colour may still count. A
    larger difference is gloss or shade, and would outweigh a pip."""


TUNING = Tuning()

SIDE = 32
"""Pixels of a face seen from straight above."""
WINDOW = int(TUNING.inner * SIDE)
ROOM = 3 * SIDE // 2
"""Pixels of a face with what lies around it."""
PITCHES, TURNS, SHIFTS = (0.84, 1.0, 1.16), (-8.0, 0.0, 8.0), (-2, 0, 2)
"""First tries: parts of the usual pitch; degrees, and pixels of ``SIDE``, off where the outline says."""
REFINED = (("x", 1.0), ("y", 1.0), ("turn", 4.0), ("wide", 0.05), ("high", 0.05), ("radius", 0.12))
"""Parameters that are then tried a step higher and lower, by this step and by half of it ..."""
LIKELY = 3
"""... for so many numbers, the likeliest: another cannot win any more."""

ROWS: Mapping[int, tuple[str, ...]] = {
    1: ("....x....",),
    2: ("x.......x", "..x...x.."),
    3: ("x...x...x", "..x.x.x.."),
    4: ("x.x...x.x",),
    5: ("x.x.x.x.x",),
    6: ("x.xx.xx.x", "xxx...xxx"),
}
"""The patterns of a number, three rows of three."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of a number, as it may lie on a face.

    Its middle off that of the face (pixels of ``SIDE``), its turn in degrees, and how its rows and its pips differ from
    the usual ones (factors).
    """

    number: int
    variant: str
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    wide: float = 1.0
    high: float = 1.0
    radius: float = 1.0

    def drawn(self) -> Floats:
        """Return 1 on the pips, 0 beside them, as a column of the window's pixels."""
        across, down = _grid()
        angle = np.radians(self.turn)
        cosine, sine = np.cos(angle), np.sin(angle)
        dx, dy = across - self.x, down - self.y
        right, below = dx * cosine + dy * sine, dy * cosine - dx * sine
        at = np.array([place for place, mark in enumerate(self.variant) if mark == "x"], np.float32)[:, None]
        far_x = right - (at % 3 - 1) * (self.wide * TUNING.pitch * SIDE)
        far_y = below - (at // 3 - 1) * (self.high * TUNING.pitch * SIDE)
        nearest = np.sqrt((far_x**2 + far_y**2).min(0))
        return np.asarray((TUNING.radius * self.radius * SIDE - nearest + 0.5).clip(0, 1), np.float32)


@dataclass(frozen=True)
class Pips:
    """The fit of each number to the face: the part of the variance that its pattern explains (0 to 1).

    ``contrast`` is that between pips and face, in units of Lab; ``blob`` that of whatever in it is most like a pip;
    ``ground`` the colour of the face.
    """

    explained: Mapping[int, float]
    contrast: float
    blob: float
    ground: tuple[float, float, float]

    @property
    def best(self) -> int:
        """Return the number of pips that explains it best."""
        return max(self.explained, key=lambda number: self.explained[number])

    @property
    def margin(self) -> float:
        """Return how many times more the next best number leaves unexplained."""
        left = sorted(1 - part for part in self.explained.values())
        return left[1] / max(left[0], 1e-6)


def seen_from_above(colours: Floats, corners: Points, room: int = SIDE) -> Floats:
    """Return the face with these corners as a square of ``SIDE`` pixels, in the middle of one of ``room``."""
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) - 0.5 + (room - SIDE) / 2
    into = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    return np.asarray(cv2.warpPerspective(colours, into, (room, room), flags=cv2.INTER_LINEAR), np.float32)


def moved(lightness: Floats) -> tuple[float, float, float]:
    """Return how far a face likely lies off the middle of its room, as round blobs say, and how far it is turned.

    Right and down in parts of its edge, and degrees. Where a pattern has its pips there are blobs, all lighter or all
    darker, and none elsewhere.
    """
    places, poses = _places()
    seen = _blobs(lightness).ravel()[places]
    marks = np.array([[mark == "x" for mark in variant] for variants in ROWS.values() for variant in variants])
    marks = (marks / np.linalg.norm(marks, axis=1, keepdims=True)).astype(np.float32)
    explained = 2 * (marks @ seen) ** 2 - (seen**2).sum(0)
    pattern, pose = np.unravel_index(explained.argmax(), explained.shape)
    x, y, turn = (float(each) for each in poses[pose])
    return x / SIDE, y / SIDE, turn * (pattern > 0)  # a single pip does not say how the die is turned


def _blobs(lightness: Floats) -> Floats:
    """Return how much each pixel looks like a pip, in proportion to the contrast; above 0 where it is darker."""
    smooth = cv2.GaussianBlur(lightness, (0, 0), TUNING.radius * SIDE / np.sqrt(2))
    across, down, both = (cv2.Sobel(smooth, cv2.CV_32F, *order, ksize=3) for order in ((2, 0), (0, 2), (1, 1)))
    # a round spot bends alike in both directions; an edge, however strong, in one
    return np.asarray(np.sqrt(np.maximum(across * down - both**2, 0)) * np.sign(across + down), np.float32)


@cache
def _places() -> tuple[NDArray[np.int64], Floats]:
    """Return the pixels of a pattern's nine places for every pose of a face in its room, and the poses.

    A pose is the shift (pixels) and the turn (degrees).
    """
    away = range((SIDE - ROOM) // 2, (ROOM - SIDE) // 2 + 1)
    poses = np.array(list(product(away, away, range(-40, 50, 10), PITCHES)), np.float32)
    x, y, turn, pitch = poses.T
    down, right = (np.indices((3, 3)).reshape(2, 9, 1) - 1) * TUNING.pitch * SIDE
    at = (right + 1j * down) * pitch * np.exp(1j * np.radians(turn)) + x + 1j * y
    right, down = (np.round(each + (ROOM - 1) / 2).astype(np.int64).clip(0, ROOM - 1) for each in (at.real, at.imag))
    return down * ROOM + right, poses[:, :3]


def count_pips(face: Floats) -> Pips:
    """Return the fit of the numbers 1 to 6 to a face seen from above (Lab).

    They are compared in all colours first; then along the line from the colour of the face to that of the pips, which
    the best pattern tells, and with every pattern moved to where it fits best.
    """
    values = _window(face)
    bank, patterns = _bank()
    first = _part(bank, values)
    pips = patterns[int(np.argmax(first))].drawn() > 0.5
    ground, ink = np.median(values[~pips], axis=0), np.median(values[pips], axis=0)
    contrast = float(np.linalg.norm(ink - ground))
    along = (values - ground) @ ((ink - ground) / max(contrast, 1e-6) ** 2)
    along = np.asarray(along.clip(-TUNING.beyond, 1 + TUNING.beyond)[:, None], np.float32)
    plain = (along - _flat() @ (_flat().T @ along)).ravel()
    plain /= max(float(np.linalg.norm(plain)), 1e-6)
    again = (bank @ plain) ** 2
    explained: dict[int, float] = {}
    best: dict[int, Pattern] = {}
    for at, pattern in enumerate(patterns):
        if again[at] > explained.get(pattern.number, -1.0):
            explained[pattern.number], best[pattern.number] = float(again[at]), pattern
    for number in sorted(explained, key=lambda each: -explained[each])[:LIKELY]:
        explained[number] = _refined(best[number], explained[number], plain)
    lightness, green_red, blue_yellow = (float(part) for part in ground)
    blob = _roundest(values[:, 0].copy()) / _roundest(patterns[0].drawn())
    return Pips(explained, contrast, blob, (lightness, green_red, blue_yellow))


def _roundest(window: Floats) -> float:
    """Return the strongest of the blobs in these pixels."""
    inner = slice(WINDOW // 8, -WINDOW // 8)
    return float(np.abs(_blobs(window.reshape(WINDOW, WINDOW))[inner, inner]).max())


def explained_variance(face: Floats) -> float:
    """Return the part of what varies on the face that the best pattern explains, none moved."""
    return float(_part(_bank()[0], _window(face)).max())


def _window(face: Floats) -> Floats:
    """Return the pixels that are compared, as rows of three colours."""
    edge = (SIDE - WINDOW) // 2
    return face[edge : edge + WINDOW, edge : edge + WINDOW].reshape(-1, 3)


def _refined(pattern: Pattern, part: float, plain: Floats) -> float:
    """Return what the pattern explains where it fits best."""
    for by in (1.0, 0.5):
        for name, step in REFINED:
            for off in (by * step, -by * step):
                other = replace(pattern, **{name: getattr(pattern, name) + off})
                found = float(np.dot(_plain(other.drawn()), plain)) ** 2
                if found > part:
                    pattern, part = other, found
                    break
    return part


def _part(bank: Floats, values: Floats) -> Floats:
    """Return the part of what varies in these pixels (in several colours) that each row of the bank explains."""
    plain = values - _flat() @ (_flat().T @ values)
    return np.asarray(((bank @ plain) ** 2).sum(1) / max(float((plain**2).sum()), 1e-6), np.float32)


def _plain(pattern: Floats) -> Floats:
    """Return it of unit length, without its mean and its slopes."""
    plain = pattern - _flat() @ (_flat().T @ pattern)
    return np.asarray(plain / max(float(np.linalg.norm(plain)), 1e-6), np.float32)


@cache
def _grid() -> tuple[Floats, Floats]:
    """Return where the window's pixels lie from the middle of the face, right and down."""
    axis = np.arange(WINDOW, dtype=np.float32) + (SIDE - WINDOW) // 2 - (SIDE - 1) / 2
    across, down = np.meshgrid(axis, axis)
    return across.ravel(), down.ravel()


@cache
def _flat() -> Floats:
    """Return what an even slope of light is made of: three columns of unit length."""
    return np.asarray(np.linalg.qr(np.stack([np.ones(WINDOW**2), *_grid()], axis=1))[0], np.float32)


@cache
def _bank() -> tuple[Floats, tuple[Pattern, ...]]:
    """Return what is tried first, as rows, and the patterns."""
    patterns = tuple(
        Pattern(number, variant, x, y, turn, pitch, pitch)
        for number, variants in ROWS.items()
        for variant in variants
        for pitch in (PITCHES if variant != "....x...." else (1.0,))
        for turn in (TURNS if variant != "....x...." else (0.0,))
        for x in SHIFTS
        for y in SHIFTS
    )
    return np.stack([_plain(pattern.drawn()) for pattern in patterns]), patterns
