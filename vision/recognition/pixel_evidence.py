"""What each pixel of a frame says, worked out again only where something has changed since the last frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_pose import Picture, Placement
from vision.recognition.background import Background, Floats, averaged, following, logarithms
from vision.recognition.colour_model import ANYTHING, Palette
from vision.recognition.templates import COARSER, shrunk

Kind = TypeVar("Kind", bound=np.generic)

BLOCK = 4
"""Pixels along a block, by the mean of which a change is noticed: less noise than in a single pixel."""
LEAST, BRIGHT = 3, 32
"""A block has changed by more than so many grey levels, and one more for so many of its own."""
AROUND = 3
"""Blocks that are looked at again around one that has changed: 1 or 3 a side."""
LARGE = 0.12
"""Where so large a share of the board has changed there is a hand, a bump or another light: all of it is looked at."""
EVERY = 8
"""All of it is looked at again at least once in so many frames."""


@dataclass(frozen=True)
class Said:
    """What was said of the last frame.

    ``blocks`` are the means of the blocks it was said of, ``light`` how it was lit; ``gains``, ``strange`` and
    ``colour`` are those of ``Clues``, ``age`` the frames since all of it was looked at.
    """

    placement: Placement
    blocks: Picture
    light: Floats
    gains: Floats
    strange: Floats
    colour: Floats
    age: int = 0


@dataclass
class Pixels:
    """Remembers what it said of the last frame."""

    background: Background
    palette: Palette
    said: Said | None = None

    def see(self, flat: Picture, placement: Placement) -> Said:
        """``flat`` is the flattened frame. Parts in which nothing has changed keep what was said of them."""
        means = averaged(flat, BLOCK)
        changed = self._changed(means, placement)
        if self.said is None or changed is None:
            light = self.background.light(logarithms(flat) - self.background.colour)
            gains, strange, colour = self._say(self.background, flat, light)
            self.said = Said(placement, means, light, gains, strange[:, 0], colour)
            return self.said
        last, age = self.said, self.said.age + 1
        if not changed.any():
            self.said = replace(last, age=age)
            return self.said
        gains, strange, colour = last.gains.copy(), last.strange.copy(), last.colour.copy()
        light = _tall(last.light, changed)
        said = self._say(self.background.at(lambda plane: _tall(plane, changed)), _tall(flat, changed), light)
        for whole, part in zip((gains, strange[:, None], colour), said, strict=True):
            there = _blocks(whole.reshape(-1, flat.shape[1] // COARSER, whole.shape[1]), BLOCK // COARSER)
            there[changed] = part.reshape(-1, *there.shape[2:])
        blocks = np.where(changed[..., None], means, last.blocks)
        self.said = replace(last, blocks=blocks, gains=gains, strange=strange, colour=colour, age=age)
        return self.said

    def _changed(self, means: Picture, placement: Placement) -> NDArray[np.bool_] | None:
        """Which blocks have changed, and those around them; None where it is better to look at everything."""
        last = self.said
        if last is None or last.placement is not placement or last.age + 1 >= EVERY:
            return None
        change = cv2.absdiff(means, last.blocks) > LEAST + last.blocks // BRIGHT
        much = (change[..., 0] | change[..., 1] | change[..., 2]).astype(np.uint8)
        wide = cv2.dilate(much, np.ones((AROUND, AROUND), np.uint8)).astype(bool)
        return None if wide.mean() > LARGE else wide

    def _say(self, background: Background, flat: Picture, light: Floats) -> tuple[Floats, Floats, Floats]:
        """Of coarse pixels: the gains of every kind, how strange each is (n x 1), and its colour without its light."""
        colour = logarithms(flat)
        bare = background.likelihood(colour - background.colour - background.follows * light)
        own = colour - following(flat) * light
        gains = self.palette.gains(own, bare)
        strange = (bare < ANYTHING).astype(np.float32)
        return shrunk(gains), shrunk(strange[..., None]), shrunk(own)


def _blocks(plane: NDArray[Kind], side: int) -> NDArray[Kind]:
    """rows x columns x side x side x channels: the same numbers, block by block."""
    rows, columns = plane.shape[0] // side, plane.shape[1] // side
    whole = plane[: rows * side, : columns * side]
    shape = (rows, columns, side, side, plane.shape[2])
    down, across, deep = whole.strides
    return np.lib.stride_tricks.as_strided(whole, shape, (down * side, across * side, down, across, deep))


def _tall(plane: NDArray[Kind], chosen: NDArray[np.bool_]) -> NDArray[Kind]:
    """The chosen blocks on top of each other, as a picture one block wide."""
    return _blocks(plane, BLOCK)[chosen].reshape(-1, BLOCK, plane.shape[2])
