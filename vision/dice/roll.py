"""From the dice in a picture to those of a roll that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards.dice import DieRequest, Face, Faces
from companion.core.ui.choice import Shade
from vision.dice.reading import TUNING, Die, find_dice
from vision.dice.view import tray_in
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE, Lens
from vision.localisation.board_detection import valid_picture


def read_dice(picture: Picture, requested: Sequence[DieRequest], lens: Lens = PHONE) -> Faces:
    """Return what each of the wanted dice shows. Raise BadPicture. See ``find_dice``."""
    picture = valid_picture(picture)
    return named(find_dice(picture, tray_in(picture), requested, lens), requested)


def named(dice: Sequence[Die], requested: Sequence[DieRequest]) -> Faces:
    """Return the faces of the wanted dice, those of one look from left to right.

    More dice than that, or light and dark ones that cannot be told apart: all are in doubt.
    """
    light = [die for die in requested if die.shade is Shade.LIGHT]
    dark = [die for die in requested if die.shade is Shade.DARK]
    if len(dice) > len(requested):
        return (None,) * len(requested)
    if not light or not dark:
        given = iter(dice)
        return tuple(_within(next(given, None), die) for die in requested)
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
    return tuple(_within(next(of[die.shade], None), die) for die in requested)


def _within(die: Die | None, requested: DieRequest) -> Face | None:
    if die is None or (not requested.symbols and die.face not in requested.faces):
        return None
    return die.face
