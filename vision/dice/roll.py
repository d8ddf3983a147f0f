"""From the dice in a picture to those of a roll that was asked for; one in doubt with a picture of it alone."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.boards.dice import LARGEST_DIE_PICTURE, DiceReading, DieReading, DieRequest, Face, Faces
from companion.core.ui.choice import Shade
from vision.dice.reading import TUNING, Die, FoundDice, find_dice
from vision.dice.view import Box, tray_in
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE, Lens
from vision.localisation.board_detection import valid_picture

PORTRAIT = 96
"""Pixels a side of the picture of a die in doubt."""
RIM = 0.2
"""Of the die's own side, on each side of it: one that leans is larger than the cube that it was taken for."""
QUALITIES = 85, 60, 30
"""Of its JPEG, the first at which it is small enough: with 85 it has two to four kilobytes, unless it is all noise."""


def read_dice(picture: Picture, requested: Sequence[DieRequest], lens: Lens = PHONE) -> DiceReading:
    """Return what is read of each of the wanted dice. Raise BadPicture. See ``find_dice``."""
    picture = valid_picture(picture)
    return readings(picture, find_dice(picture, tray_in(picture), requested, lens), requested)


def readings(picture: Picture, found: FoundDice, requested: Sequence[DieRequest]) -> DiceReading:
    """Return what is read of each of the wanted dice, given the dice in the picture.

    Where a single one of them is not among these, and one thing is left in the tray, that is probably the die.
    """
    known = assigned(found.dice, requested)
    missing = found.unread if known.count(None) == len(found.unread) == 1 else ()
    places = sorted([die.place[0] for die in found.dice] + [_middle(box) for box in missing])

    def doubtful(box: Box, x: float, likely: tuple[Face, ...] = ()) -> DieReading:
        return DieReading(None, portrait(picture, box), likely, 1 + places.index(x), len(places))

    read: list[DieReading] = []
    for die, wanted in zip(known, requested, strict=True):
        if die is None:
            read.append(doubtful(missing[0], _middle(missing[0])) if missing else DieReading())
        elif (face := _within(die, wanted)) is not None:
            read.append(DieReading(face))
        else:
            read.append(doubtful(die.box, die.place[0], _likely(die, wanted)))
    return tuple(read)


def named(dice: Sequence[Die], requested: Sequence[DieRequest]) -> Faces:
    """Return the faces of the wanted dice, those of one look from left to right."""
    return tuple(_within(die, wanted) for die, wanted in zip(assigned(dice, requested), requested, strict=True))


def assigned(dice: Sequence[Die], requested: Sequence[DieRequest]) -> tuple[Die | None, ...]:
    """Return which of these dice each of the wanted ones is, those of one look from left to right.

    More dice than that, or light and dark ones that cannot be told apart: none is known.
    """
    light = [die for die in requested if die.shade is Shade.LIGHT]
    dark = [die for die in requested if die.shade is Shade.DARK]
    if len(dice) > len(requested):
        return (None,) * len(requested)
    if not light or not dark:
        return (*dice, *[None] * (len(requested) - len(dice)))
    order = sorted(dice, key=lambda die: -die.colour[0])
    gaps = [order[at].colour[0] - order[at + 1].colour[0] for at in range(len(order) - 1)]
    at = len(light) if len(dice) == len(requested) else int(np.argmax([*gaps, 0])) + 1
    distances = [np.linalg.norm(np.subtract(one.colour, other.colour)) for one in order[:at] for other in order[at:]]
    if not distances or min(distances) < TUNING.shades or at > len(light) or len(order) - at > len(dark):
        return (None,) * len(requested)
    of = {
        Shade.LIGHT: iter(sorted(order[:at], key=lambda die: die.place)),
        Shade.DARK: iter(sorted(order[at:], key=lambda die: die.place)),
    }
    return tuple(next(of[die.shade], None) for die in requested)


def portrait(picture: Picture, box: Box) -> bytes:
    """Return a picture of the die in this box alone, a square with its rim (JPEG)."""
    high, wide = picture.shape[:2]
    left, top, right, bottom = np.multiply(box, (wide, high, wide, high))
    side = max(3, round((1 + 2 * RIM) * max(right - left, bottom - top)))
    part = cv2.getRectSubPix(picture, (side, side), (float(left + right) / 2, float(top + bottom) / 2))
    by = cv2.INTER_AREA if side > PORTRAIT else cv2.INTER_CUBIC
    small = cv2.resize(part, (PORTRAIT, PORTRAIT), interpolation=by)
    packed = (cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, each])[1].tobytes() for each in QUALITIES)
    return next((each for each in packed if len(each) <= LARGEST_DIE_PICTURE), b"")


def _middle(box: Box) -> float:
    return (box[0] + box[2]) / 2


def _within(die: Die | None, requested: DieRequest) -> Face | None:
    if die is None or (not requested.symbols and die.face not in requested.faces):
        return None
    return die.face


def _likely(die: Die, requested: DieRequest) -> tuple[Face, ...]:
    """Return the faces whose pips explain what is seen as well as a certain face's do, the likeliest first.

    Below that the best of them is right no more often than any other, and a hint would only mislead.
    """
    faces = set(requested.faces).intersection(die.pips.explained)
    likely = (face for face in faces if die.overlap * die.pips.explained[face] >= TUNING.pattern)
    return tuple(sorted(likely, key=lambda face: -die.pips.explained[face]))
