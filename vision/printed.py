"""Notices what hides the board by the print that is not seen any more, even where it is as dark as its own shadow."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ground import Background, Floats, logarithms
from vision.hands import REACH, disc
from vision.placement import Picture
from vision.poses import COARSER, PIXEL

FINE = 2.0
"""Pixels: print is what differs from the mean so far around it; light, shadows and a hand's roundness are smoother."""
SHARPEST = 0.5
"""No line counts for more than one so much darker or lighter (in logarithms) than what is around it."""
ACROSS = 36.0
"""Millimetres: in a square of this size some print is seen among figures standing side by side."""
ENOUGH = 60.0
"""How strong the print of such a square must be, against noise, to be missed where it is not seen."""
LOST, CLEAR = 0.1, 0.3
"""The part of its contrast with which print is not seen any more, and that with which it is clearly seen."""
LEAST = 330.0
"""Square millimetres around which the print must be lost: a figure that leans another way is no hand."""


@dataclass(frozen=True)
class Print:
    """What is printed on the board: ``lines`` as logarithms, ``worth`` how much each pixel of them tells.

    ``clear`` (rows x columns, coarse): where it was clearly seen at the start, so that it can be missed; None before.
    """

    lines: Floats
    worth: Floats
    clear: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, background: Background) -> Print:
        """That of the empty board."""
        lines = _lines(background.colour[..., 1])
        return cls(lines, np.asarray(lines / background.noise[..., 1], np.float32))

    def contrast(self, flat: Picture, claimed: Floats, shape: tuple[int, int]) -> Floats:
        """rows x columns: with what part of its contrast the print around each coarse pixel is seen beside the figures
        (``claimed``); 1 where there is hardly any."""
        seen = _lines(logarithms(np.ascontiguousarray(flat[..., 1])))
        free = 1 - cv2.dilate(claimed.reshape(shape), np.ones((3, 3), np.uint8))
        found, known = (_around(_coarse(self.worth * lines, shape) * free) for lines in (seen, self.lines))
        return np.where(known > ENOUGH, found / np.maximum(known, ENOUGH), 1).astype(np.float32)

    def learnt(self, contrast: Floats) -> Print:
        """The same, with the contrast that a frame shows over which nothing lies."""
        return replace(self, clear=np.asarray(cv2.erode(contrast, np.ones((3, 3), np.uint8)) > CLEAR))

    def hidden(self, contrast: Floats) -> NDArray[np.uint8]:
        """rows x columns: 1 where the print cannot be seen because something lies over it."""
        lost = (contrast < LOST if self.clear is None else (contrast < LOST) & self.clear).astype(np.uint8)
        if not lost.any():
            return lost
        _, parts, about, _ = cv2.connectedComponentsWithStats(lost)
        large = about[:, cv2.CC_STAT_AREA] * PIXEL**2 > LEAST
        large[0] = False
        return np.asarray(cv2.dilate(large[parts].astype(np.uint8), disc(ACROSS + REACH)), np.uint8)


def _lines(colour: Floats) -> Floats:
    smooth = cv2.GaussianBlur(colour, (0, 0), FINE, borderType=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(colour - smooth, -SHARPEST, SHARPEST), np.float32)


def _coarse(values: Floats, shape: tuple[int, int]) -> Floats:
    """The sums of the pixels that each coarse one stands for."""
    rows, columns = shape
    whole = values[: rows * COARSER, : columns * COARSER]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.float32) * COARSER**2


def _around(values: Floats) -> Floats:
    side = int(ACROSS / PIXEL / 2) * 2 + 1
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT))
