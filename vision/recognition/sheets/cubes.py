"""Counts wooden cubes of known sizes on a field: which squares, standing so high, cover what is covered.

Cubes touch each other, and their sides are seen beside their tops. So every patch of covered ground is explained by
cubes laid out on it, and counted only where one number explains it clearly better than every other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.marked_sheets import CubeSize
from vision.geometry.board_pose import Points
from vision.recognition.sheets.field import Field

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How patches are explained. Defaults are the values in use."""

    speck: float = 12.0
    """square millimetres below which a patch is nothing"""
    fewest: float = 0.72
    """of the area of the smallest cube below which a patch is no cube"""
    most: int = 4
    """cubes in a patch that are still told apart; with more of them one more changes too little"""
    reach: float = 0.22
    """by how much of itself (and of a cube) the area of a patch may lie off that of an explanation"""
    steps: tuple[float, ...] = (1.6, 0.8, 0.4, 0.2)
    """millimetres (and so many times 6 degrees) by which cubes are moved to fit better"""
    left: float = 0.16
    """the part of a patch that an explanation may leave wrong, its edge of ``blur`` millimetres not counted"""
    blur: float = 0.12
    margin: float = 0.05
    """by so much of the patch another explanation with another number must be worse"""
    fine: float = 3.0
    """pixels to the millimetre in which explanations are compared"""
    twice: float = 0.5
    """what is claimed by two cubes counts so much"""
    usual: float = 0.0
    grown: tuple[float, float] = (-0.2, 0.25)
    """millimetres by which outlines look larger than they are: usually, and from least to most"""
    bleeding: float = 1.0
    """so many times its area does a cube cover, usually"""


TUNING = Tuning()


@dataclass(frozen=True, slots=True)
class Standing:
    """A cube: the middle of its base in millimetres of the sheet, its side, its turn in degrees, its size's number."""

    x: float
    y: float
    turn: float
    side: float
    size: int


@dataclass(frozen=True, eq=False)
class Patch:
    """A patch of covered ground: its middle and area, its cubes, or None where they cannot be told; its colour."""

    middle: tuple[float, float]
    box: tuple[float, float, float, float]
    """left, top, right, bottom in millimetres"""
    area: float
    cubes: tuple[Standing, ...] | None
    light: NDArray[np.float32]


def patches(field: Field, sizes: Sequence[CubeSize], lean: Points) -> tuple[Patch, ...]:
    """Everything that lies on the field. ``lean``: by how many millimetres things seem shifted for every millimetre of
    height, at the field's left and right end."""
    covered = cv2.morphologyEx((field.cover > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, found_labels, stats, middles = cv2.connectedComponentsWithStats(covered, connectivity=4)
    labels = np.asarray(found_labels, np.int32)
    width = field.cover.shape[1]
    found = []
    for label in range(1, count):
        left, top, wide, tall, size = (int(value) for value in stats[label])
        if size / field.scale**2 < TUNING.speck:
            continue
        part = labels[top : top + tall, left : left + wide] == label
        light = np.median(field.light[top : top + tall, left : left + wide][part], axis=0)
        share = float(middles[label][0]) / width
        shift = lean[0] * (1 - share) + lean[1] * share
        cubes, area = _explained(field, labels, label, (left, top, wide, tall), sizes, shift)
        corners = field.millimetres(np.array([[left - 0.5, top - 0.5], [left + wide - 0.5, top + tall - 0.5]]))
        middle = field.millimetres(middles[label][None])[0]
        box = (float(corners[0, 0]), float(corners[0, 1]), float(corners[1, 0]), float(corners[1, 1]))
        found.append(Patch((float(middle[0]), float(middle[1])), box, area, cubes, np.asarray(light, np.float32)))
    return tuple(found)


def _explained(
    field: Field,
    labels: NDArray[np.int32],
    label: int,
    frame: tuple[int, int, int, int],
    sizes: Sequence[CubeSize],
    shift: Points,
) -> tuple[tuple[Standing, ...] | None, float]:
    """The cubes of a patch, in millimetres of the sheet, and its area in square millimetres."""
    left, top, wide, tall = frame
    edge = round(2 * field.scale)
    x0, y0 = max(left - edge, 0), max(top - edge, 0)
    x1, y1 = min(left + wide + edge, labels.shape[1]), min(top + tall + edge, labels.shape[0])
    part = labels[y0:y1, x0:x1]
    own = cv2.dilate((part == label).astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    others = (part != label) & (part > 0)
    cover = np.where(own & ~others, field.cover[y0:y1, x0:x1], 0).astype(np.float32)
    area = float(cover.sum()) / field.scale**2
    swept = [_swept_area(size.side, shift) for size in sizes]
    if area < TUNING.fewest * min(swept) or area > (TUNING.most + 1) * max(swept):
        return None, area
    zoom = TUNING.fine / field.scale
    small = cv2.resize(np.asarray(cover * 255, np.uint8), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    best = _best(np.asarray(small, np.uint8), area, sizes, swept, shift)
    if best is None:
        return None, area
    corner = field.millimetres(np.array([[x0 - 0.5, y0 - 0.5]]))[0]
    return tuple(replace(each, x=each.x + float(corner[0]), y=each.y + float(corner[1])) for each in best), area


def _swept_area(side: float, shift: Points) -> float:
    """The area that a cube of this side covers, its leaning sides included; a little more where it lies askew."""
    return side**2 + 1.15 * side * side * float(np.hypot(*shift))


def _best(
    cover: Mask, area: float, sizes: Sequence[CubeSize], swept: Sequence[float], shift: Points
) -> tuple[Standing, ...] | None:
    """The explanation that is clearly the best; None where there is none."""
    fits: list[tuple[float, tuple[Standing, ...]]] = []
    rim = TUNING.blur * float(cv2.countNonZero(cv2.Canny(cover, 60, 120))) / TUNING.fine
    for chosen in _hypotheses(area, swept):
        start = _start(cover, [sizes[at].side for at in chosen], chosen, shift)
        wrong, cubes = _Fit(cover, start, shift).run()
        fits.append((max(0.0, wrong - rim) / area, cubes))
    fits.sort(key=lambda each: each[0])
    if not fits or fits[0][0] > TUNING.left or len(fits[0][1]) > TUNING.most:
        return None
    if len(fits) > 1 and fits[1][0] - fits[0][0] < TUNING.margin:
        return None
    return fits[0][1]


def _hypotheses(area: float, swept: Sequence[float]) -> Iterator[tuple[int, ...]]:
    """Every choice of sizes whose cubes cover about as much."""
    for count in range(1, TUNING.most + 2):
        for chosen in combinations_with_replacement(range(len(swept)), count):
            wanted = TUNING.bleeding * sum(swept[at] for at in chosen)
            if abs(wanted - area) < TUNING.reach * min(area, 2.5 * max(swept)) + 0.25 * min(swept):
                yield chosen


def _start(cover: Mask, sides: Sequence[float], chosen: Sequence[int], shift: Points) -> list[Standing]:
    """The cubes where k-means puts them, the larger ones where there is more room, all turned like the patch."""
    ys, xs = np.nonzero(cover > 127)
    points = np.column_stack([xs, ys]).astype(np.float32) / TUNING.fine
    turn = cv2.minAreaRect(points)[2]
    count = len(sides)
    middles = np.array([points.mean(axis=0)])
    if count > 1:
        rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.05)
        cv2.setRNGSeed(7)
        _, labels, middles = cv2.kmeans(points, count, np.empty(0), rule, 3, cv2.KMEANS_PP_CENTERS)
        order = np.argsort([float((labels == at).sum()) for at in range(count)])
        middles = middles[order]
    half = shift * float(np.mean(sides)) / 2
    return [
        Standing(float(x - half[0]), float(y - half[1]), turn % 90, side, size)
        for (x, y), side, size in zip(middles, sorted(sides), sorted(chosen), strict=True)
    ]


class _Fit:
    """Cubes moved and turned until they leave as little wrong as they can.

    What is wrong is the area that is covered and unexplained, or the other way round; what two cubes claim counts as
    well. All outlines may be ``grown`` a little: bright things look larger than they are.
    """

    def __init__(self, cover: Mask, start: Sequence[Standing], shift: Points) -> None:
        self.cover, self.shift, self.grown = cover, shift, TUNING.usual
        self.cubes = list(start)
        self.masks = [self._mask(each) for each in self.cubes]
        self.wrong = self._wrong(self.masks)

    def run(self) -> tuple[float, tuple[Standing, ...]]:
        """What is left wrong, in square millimetres, and the cubes."""
        for step in TUNING.steps:
            for _ in range(3):
                before = self.wrong
                for at in range(len(self.cubes)):
                    self._move(at, step)
                for grown in (self.grown + 0.25 * step, self.grown - 0.25 * step):
                    self._grow(grown)
                if before - self.wrong < 0.2:
                    break
        return self.wrong, tuple(self.cubes)

    def _move(self, at: int, step: float) -> None:
        others = _sum([*self.masks[:at], *self.masks[at + 1 :]], self.cover)
        for dx, dy, turn in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 6), (0, 0, -6)):
            cube = self.cubes[at]
            moved = replace(cube, x=cube.x + dx * step, y=cube.y + dy * step, turn=cube.turn + turn * step)
            mask = self._mask(moved)
            if (now := self._off(others + mask)) < self.wrong:
                self.cubes[at], self.masks[at], self.wrong = moved, mask, now

    def _grow(self, grown: float) -> None:
        if not TUNING.grown[0] <= grown <= TUNING.grown[1]:
            return
        before, self.grown = self.grown, grown
        masks = [self._mask(each) for each in self.cubes]
        if (now := self._wrong(masks)) < self.wrong:
            self.masks, self.wrong = masks, now
        else:
            self.grown = before

    def _wrong(self, masks: Sequence[Mask]) -> float:
        return self._off(_sum(masks, self.cover))

    def _off(self, claims: Mask) -> float:
        once = np.minimum(claims, np.uint8(1))
        off = float(cv2.norm(once * np.uint8(255), self.cover, cv2.NORM_L1)) / 255
        twice = cv2.sumElems(claims)[0] - cv2.sumElems(once)[0]
        return float(off + TUNING.twice * twice) / TUNING.fine**2

    def _mask(self, cube: Standing) -> Mask:
        one = np.zeros(self.cover.shape, np.uint8)
        cv2.fillConvexPoly(one, _outline(cube, self.shift, self.grown), 1, cv2.LINE_8, 3)
        return one


def _sum(masks: Sequence[Mask], cover: Mask) -> Mask:
    total = np.zeros(cover.shape, np.uint8)
    for mask in masks:
        total += mask
    return total


def _outline(cube: Standing, shift: Points, grown: float) -> NDArray[np.int32]:
    """Base and top of a cube together, as OpenCV draws outlines."""
    turn = np.radians(cube.turn)
    half = cube.side / 2 + grown
    cos, sin = np.cos(turn) * half, np.sin(turn) * half
    base = np.array(
        [(-cos + sin, -sin - cos), (cos + sin, sin - cos), (cos - sin, sin + cos), (-cos - sin, -sin + cos)]
    )
    base = base + np.array([cube.x, cube.y])
    both = np.concatenate([base, base + shift * cube.side]).astype(np.float32)
    hull = cv2.convexHull(both).reshape(-1, 2)
    return np.asarray(np.round((hull * TUNING.fine - 0.5) * 8), np.int32)
