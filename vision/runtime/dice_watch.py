"""Dice in the tray before a standing camera: told when they lie still, and only a roll that is not the last one."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.boards.dice import DieRequest, Faces
from vision.dice.reading import find_dice
from vision.dice.roll import named
from vision.dice.view import tray_in
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import WEBCAM

STILL = 0.004
"""Parts of the picture by which a die that lies still may seem to move."""
Places = tuple[tuple[float, float], ...]


@dataclass
class DiceWatch:
    """Watch over dice.

    ``faces`` is what the dice that are asked for show, once two pictures in a row agree; they were asked for as
    ``roll``. Dice that lie as they did when the roll before was over are not this one.
    """

    requested: tuple[DieRequest, ...] = ()
    roll: int = 0
    faces: Faces = ()
    _last: tuple[Faces, Places] = field(default=((), ()))
    _over: Places = ()

    def want(self, dice: tuple[DieRequest, ...], roll: int) -> None:
        """Read these dice from now on; none: the roll is over."""
        if self.requested and (not dice or roll != self.roll):
            self._over = self._last[1]
        if roll != self.roll or dice != self.requested:
            self.faces, self._last = (), ((), ())
        self.requested, self.roll = dice, roll

    def see(self, picture: Picture) -> None:
        """Take one more picture."""
        if not self.requested or (tray := tray_in(picture)) is None:
            return
        dice = find_dice(picture, tray, self.requested, WEBCAM)
        found = named(dice, self.requested), tuple(die.place for die in dice)
        rests = found[0] == self._last[0] and _same(found[1], self._last[1])
        self._last = found
        if rests and not _same(found[1], self._over) and any(face is not None for face in found[0]):
            self.faces = found[0]


def _same(places: Places, other: Places) -> bool:
    return len(places) == len(other) and bool(np.allclose(places, other, atol=STILL))
