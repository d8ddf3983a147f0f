"""From a picture to the dice in it: what each shows, and what is in doubt.

Pure functions of one picture. A wrong number is far worse than a doubt: a die of which anything is unlike a die that
lies flat and apart (its outline, its pattern, its colour beside that of the others) is in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import dist

import numpy as np

from companion.boards.dice import DieRequest, Face
from vision.dice.bodies import Body
from vision.dice.cube import WHOLE, Cube, Fit, fitted, roughly
from vision.dice.pips import ROOM, Pips, count_pips, explained_variance, moved, seen_from_above
from vision.dice.symbols import symbol_on
from vision.dice.view import Box, DiceView, view_of_tray, views_of_table
from vision.geometry.board_pose import BoardPose, Picture
from vision.geometry.camera_pose import PHONE, CameraPose, Lens


@dataclass(frozen=True, slots=True)
class Tuning:
    """Thresholds for a die, and for what is certain of it. Defaults are the values in use."""

    smallest: float = 10.0
    """Millimetres of the edge of a die, at least ..."""
    largest: float = 22.0
    """... and at most."""
    cube: float = 0.88
    """The least overlap of a die's outline with that of a cube ..."""
    maybe: float = 0.78
    """... and with a cube as it looks to another camera."""
    pattern: float = 0.6
    """The least part of what is seen that a die explains: of the outline, times that of the face by its pips."""
    margin: float = 1.9
    """How many times more the next best number leaves unexplained, at least."""
    blank: float = 6.0
    """The largest contrast (Lab) of a face that has no pips; no blob in it has more than twice that ..."""
    square: float = 0.93
    """... and its outline overlaps more with that of a cube than a fingertip's, which is round."""
    left: float = 0.3
    """How much may stand out around a die in the tray, as a part of its outline."""
    fine: float = 16.0
    """Pixels of the edge of a face of unknown size, at least: a pip of it is three pixels wide, and two run together
    where it is less than two."""
    shades: float = 10.0
    """The least difference (Lab) between any light die and any dark one."""


TUNING = Tuning()

MOST_SHAPES = 8
"""the number of shapes that are looked at for every die that is wanted"""
APART = 0.7
"""Edges between the middles of two dice, at least: they may touch, and each is found a little off."""
ALIKE_IN_SIZE = 1.4
"""By which factor two views may differ about the edge of one die; a pip is five times smaller."""


@dataclass(frozen=True)
class Die:
    """A die in a picture, and the evidence for its face.

    Its middle (``place``) and the edges of its ``box`` are in parts of the picture: 0, 0 is the upper left corner, 1, 1
    the lower right one. ``face`` is None where it is in doubt; ``colour`` is that of the upper face (Lab).
    """

    place: tuple[float, float]
    box: Box
    face: Face | None
    colour: tuple[float, float, float]
    overlap: float
    pips: Pips


@dataclass(frozen=True)
class FoundDice:
    """The ``dice`` in a picture, from left to right; ``unread``: boxes of what else in the tray is as large as one."""

    dice: tuple[Die, ...]
    unread: tuple[Box, ...] = ()


Seen = tuple[Cube, Die]
"""A die, and the cube that it is."""


def find_dice(
    picture: Picture, tray: BoardPose | None, requested: Sequence[DieRequest], lens: Lens = PHONE
) -> FoundDice:
    """Return every die in the picture; what else may be one, if there are fewer than wanted.

    They lie in the dice ``tray`` (``tray_in``) if it is seen, else on a plane of which nothing is known.
    """
    found: list[Seen] = []
    for view in views_of_table(picture, lens) if tray is None else (_tray_view(picture, tray, lens),):
        found = _both(found, _seen_in(view, requested))
        if sum(die.face is not None for _, die in found) >= len(requested):
            break
    unread = _unread(view, found) if view.measured and 0 < len(found) < len(requested) else ()
    high, wide = picture.shape[:2]
    placed = (
        replace(die, place=(die.place[0] / wide, die.place[1] / high), box=_scaled(die.box, wide, high))
        for _, die in found
    )
    dice = sorted(placed, key=lambda die: die.place)
    return FoundDice(tuple(dice), tuple(_scaled(box, wide, high) for box in unread))


def _scaled(box: Box, wide: float, high: float) -> Box:
    left, top, right, bottom = box
    return left / wide, top / high, right / wide, bottom / high


def _unread(view: DiceView, found: Sequence[Seen]) -> tuple[Box, ...]:
    """Return what else stands out in the tray: more than may stand out around a die, less than two dice together."""
    outlines = [cube.whole(view.cameras[0]) for cube, _ in found]
    return tuple(view.boxes_outside(outlines, TUNING.left, 2.0))


def _tray_view(picture: Picture, tray: BoardPose, lens: Lens) -> DiceView:
    return view_of_tray(picture, tray, (TUNING.smallest, TUNING.largest), lens)


def _seen_in(view: DiceView, requested: Sequence[DieRequest]) -> list[Seen]:
    """Return the dice in this view, by the camera to which most of the likely ones show a pattern of pips."""
    first, *rest = view.cameras
    rough = ((shape, roughly(shape.hull, first)) for shape in view.shapes)
    likely = list(islice((each for each in rough if each[1][1] >= TUNING.maybe), MOST_SHAPES * len(requested)))
    found = _seen_by(first, view, likely, requested)
    if rest and sum(die.face is not None for _, die in found) < len(requested):
        few = [shape for shape, _ in likely[: len(requested)]]
        best = max(view.cameras, key=lambda camera: sum(_patterned(camera, view, shape) for shape in few))
        if best is not first:
            return _seen_by(best, view, [(shape, roughly(shape.hull, best)) for shape, _ in likely], requested)
    return found


def _both(dice: Sequence[Seen], finer: Sequence[Seen]) -> list[Seen]:
    """Return the dice of two views: of each place the one that was read, or the larger view's if both were.

    A die on which both views show another number is in doubt.
    """
    kept: list[Seen] = []
    for cube, die in sorted((*dice, *finer), key=lambda one: one[1].face is None):
        near = [at for at, other in enumerate(kept) if _one_place((cube, die), other)]
        if not near:
            kept.append((cube, die))
        for at in near:
            other, its = kept[at]
            as_large = max(cube.edge, other.edge) < ALIKE_IN_SIZE * min(cube.edge, other.edge)
            if as_large and die.face is not None and die.face != its.face:
                kept[at] = other, replace(its, face=None)
    return kept


def _one_place(one: Seen, other: Seen) -> bool:
    return dist(one[1].place, other[1].place) < APART * max(one[0].edge, other[0].edge)


def _patterned(camera: CameraPose, view: DiceView, shape: Body) -> float:
    """Return how much like a face with pips the top of this shape looks to this camera, 0 to 1."""
    cube, overlap = roughly(shape.hull, camera)
    return overlap * explained_variance(seen_from_above(view.colours, view.inside(cube.top(camera))))


def _seen_by(
    camera: CameraPose, view: DiceView, shapes: Sequence[tuple[Body, Fit]], requested: Sequence[DieRequest]
) -> list[Seen]:
    """Return the dice where these shapes are, as this camera sees them; their places in pixels."""
    dice: list[Seen] = []
    may_be_blank = any(die.symbols or 0 in die.faces for die in requested)
    for shape, rough in sorted(shapes, key=lambda one: -one[1][1]):
        read = [one for one in dice if one[1].face is not None]
        if _free(rough[0], read):
            cube, overlap = fitted(rough, shape.hull, camera)
            fits = not view.measured or TUNING.smallest <= cube.edge <= TUNING.largest
            if overlap >= TUNING.cube and fits and _free(cube, read) and not view.in_shadow(cube.top(camera)):
                cube, die = _seen(cube, overlap, camera, view, requested, read)
                if may_be_blank or not _blank(die.pips):
                    dice.append((cube, die))
    read = [one for one in dice if one[1].face is not None]
    if view.measured and len(read) < len(requested) and not any(die.symbols for die in requested):
        dice = _second_look(read, camera, view, requested) + dice
    kept: list[Seen] = []
    for cube, die in sorted(dice, key=lambda one: one[1].face is None):
        if _free(cube, kept):
            kept.append((cube, die))
    return kept


def _second_look(
    read: Sequence[Seen], camera: CameraPose, view: DiceView, requested: Sequence[DieRequest]
) -> list[Seen]:
    """Return those that were read, and dice that no outline tells (it takes a dark die and its shadow for one).

    Where more stands out, as large and of the colour of one of these, as their pips say.
    """
    left = view.foreground_outside(cube.whole(camera) for cube, _ in read)
    tries: list[tuple[float, Fit, Die]] = []
    for at, (likely, look) in enumerate(read):
        known = any(_alike(look, other) for _, other in read[:at])
        for first in () if known else view.cubes_on(left, likely.edge, camera):
            cube, covered = _pipped(first, camera, view)
            if covered >= TUNING.cube and _free(cube, read):
                explained = explained_variance(seen_from_above(view.colours, view.inside(cube.top(camera))))
                tries.append((covered * explained, (cube, covered), look))
    found = list(read)
    for _, (cube, covered), look in sorted(tries, key=lambda one: -one[0])[
        : MOST_SHAPES * (len(requested) - len(read))
    ]:
        if _free(cube, found):
            _, die = _seen(cube, covered, camera, view, requested, found)
            explained = covered * die.pips.explained[die.pips.best]
            if die.face and explained >= TUNING.cube**2 and _alike(die, look):
                found.append((cube, die))
    return found


def _pipped(cube: Cube, camera: CameraPose, view: DiceView) -> Fit:
    """Return where a die near here lies by its pips, and how much of what is seen of it stands out."""
    room = seen_from_above(view.colours, view.inside(cube.top(camera)), ROOM)
    right, down, turn = moved(np.ascontiguousarray(room[..., 0]))
    ((x, y),) = cube.corners(np.array([[right, down]]))
    there = replace(cube, x=float(x), y=float(y), turn=cube.turn + turn, part=WHOLE)
    return there, view.covered(there.whole(camera))


def _seen(
    cube: Cube,
    overlap: float,
    camera: CameraPose,
    view: DiceView,
    requested: Sequence[DieRequest],
    read: Sequence[Seen],
) -> Seen:
    """Return the die that is there: in doubt, if more stands out around it than it and those that were read explain."""
    top = cube.top(camera)
    x, y = (float(each) for each in top.mean(0))
    face = seen_from_above(view.colours, view.inside(top))
    pips = count_pips(face)
    shown = _shown(face, pips, overlap, requested) if view.measured or cube.edge * view.scale >= TUNING.fine else None
    whole = cube.whole(camera)
    if shown is not None and view.measured:
        left = view.foreground_outside([whole, *(other.whole(camera) for other, _ in read)])
        shown = shown if view.rest_around(left, whole) < TUNING.left else None
    (left, top), (right, bottom) = whole.min(0), whole.max(0)
    box = float(left), float(top), float(right), float(bottom)
    return cube, Die((x, y), box, shown, pips.ground, overlap, pips)


def _alike(one: Die, other: Die) -> bool:
    """Return whether two dice may be of one kind."""
    return bool(np.linalg.norm(np.subtract(one.colour, other.colour)) < TUNING.shades)


def _free(cube: Cube, dice: Sequence[Seen]) -> bool:
    """Return whether a die could lie there beside these."""
    return all(np.hypot(cube.x - other.x, cube.y - other.y) >= APART * max(cube.edge, other.edge) for other, _ in dice)


def _shown(face: np.ndarray, pips: Pips, overlap: float, requested: Sequence[DieRequest]) -> Face | None:
    """Return what the face shows for certain, if one of the wanted dice has such a face."""
    if symbols := next((die.symbols for die in requested if die.symbols), None):
        return symbol_on(face, symbols)
    faces = {number for die in requested for number in die.faces}
    if overlap * pips.explained[pips.best] >= TUNING.pattern and pips.margin >= TUNING.margin:
        return pips.best if pips.best in faces else None
    return 0 if _blank(pips) and overlap >= TUNING.square and 0 in faces else None


def _blank(pips: Pips) -> bool:
    """Return whether nothing is drawn on the face: where no die has such a one, a shadow or a patch of the table."""
    return max(pips.contrast, pips.blob / 2) <= TUNING.blank
