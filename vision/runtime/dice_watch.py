"""Dice in the tray before a standing camera: told when they lie still, and only a roll that is not the last one."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.boards.dice import DiceReading, DieRequest, Faces, faces_of
from vision.dice.reading import find_dice
from vision.dice.roll import named, readings
from vision.dice.view import tray_in
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import WEBCAM

STILL = 0.004
"""Parts of the picture by which a die that lies still may seem to move."""
Places = tuple[tuple[float, float], ...]


@dataclass
class DiceWatch:
    """Watch over dice.

    ``dice`` is what is read of those that are asked for, once two pictures in a row agree; they were asked for as
    ``roll``. Dice that lie as they did when the roll before was over are not this one.
    """

    requested: tuple[DieRequest, ...] = ()
    roll: int = 0
    dice: DiceReading = ()
    _last: tuple[Faces, Places] = field(default=((), ()))
    _places: Places = ()
    """where those lie that are in ``dice``"""
    _over: Places = ()

    def want(self, dice: tuple[DieRequest, ...], roll: int) -> None:
        """Read these dice from now on; none: the roll is over."""
        if self.requested and (not dice or roll != self.roll):
            self._over = self._last[1]
        if roll != self.roll or dice != self.requested:
            self.dice, self._last = (), ((), ())
        self.requested, self.roll = dice, roll

    def see(self, picture: Picture) -> None:
        """Take one more picture."""
        if not self.requested or (tray := tray_in(picture)) is None:
            return
        found = find_dice(picture, tray, self.requested, WEBCAM)
        faces, places = named(found.dice, self.requested), tuple(die.place for die in found.dice)
        rests = faces == self._last[0] and _same(places, self._last[1])
        self._last = faces, places
        if not rests or _same(places, self._over) or all(face is None for face in faces):
            return
        if faces != faces_of(self.dice) or not _same(places, self._places):
            # as long as nothing moves, one picture of a die in doubt stays: each new one would ring the phones
            self.dice, self._places = readings(picture, found, self.requested), places


def _same(places: Places, other: Places) -> bool:
    return len(places) == len(other) and bool(np.allclose(places, other, atol=STILL))
