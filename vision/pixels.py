"""What each pixel of a frame says, worked out again only where something has changed since the last frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.ground import Background, Floats, following, logarithms
from vision.palette import ANYTHING, Palette
from vision.placement import Picture, Placement
from vision.poses import COARSER, shrunk

BLOCK = 4
"""Pixels along a block, by the mean of which a change is noticed: less noise than in a single pixel."""
LEAST, BRIGHT = 3, 32
"""A block has changed by more than so many grey levels, and one more for so many of its own."""
AROUND = 3
"""Blocks that are looked at again around one that has changed: 1 or 3 a side."""
MANY, LARGE = 16, 0.3
"""Where so many parts or so large a share of the board have changed, all of it is looked at again."""
EVERY = 8
"""All of it is looked at again at least once in so many frames."""

Window = tuple[slice, slice]


@dataclass(frozen=True)
class Said:
    """What was said of the last frame.

    ``blocks`` are the means of the pixels it was said of, ``light`` how it was lit; ``gains`` and ``strange`` are those
    of ``Clues``, ``age`` the frames since all of it was looked at.
    """

    placement: Placement
    blocks: Picture
    light: Floats
    gains: Floats
    strange: Floats
    age: int = 0


@dataclass
class Pixels:
    """Remembers what it said of the last frame."""

    background: Background
    palette: Palette
    said: Said | None = None

    def see(self, flat: Picture, placement: Placement) -> Said:
        """``flat`` is the flattened frame. Parts in which nothing has changed keep what was said of them."""
        blocks = _means(flat)
        windows = self._changed(blocks, placement)
        if self.said is None or windows is None:
            light = self.background.light(logarithms(flat) - self.background.colour)
            self.said = Said(placement, blocks, light, *self._say(self.background, flat, light))
            return self.said
        across = flat.shape[1] // COARSER
        gains, strange, known = self.said.gains.copy(), self.said.strange.copy(), self.said.blocks.copy()
        for window in windows:
            known[window] = blocks[window]
            fine, coarse = _times(window, BLOCK), _times(window, BLOCK // COARSER)
            said = self._say(self.background.part(fine), flat[fine], self.said.light[fine])
            for whole, part in zip((gains, strange), said, strict=True):
                there = whole.reshape(-1, across, *whole.shape[1:])[coarse]
                there[...] = part.reshape(there.shape)
        self.said = replace(self.said, blocks=known, gains=gains, strange=strange, age=self.said.age + 1)
        return self.said

    def _changed(self, blocks: Picture, placement: Placement) -> list[Window] | None:
        """The parts that have changed, in blocks; None where it is better to look at everything."""
        last = self.said
        if last is None or last.placement is not placement or last.age + 1 >= EVERY:
            return None
        change = cv2.absdiff(blocks, last.blocks) > LEAST + last.blocks // BRIGHT
        much = (change[..., 0] | change[..., 1] | change[..., 2]).astype(np.uint8)
        wide = cv2.dilate(much, np.ones((AROUND, AROUND), np.uint8))
        _, _, parts, _ = cv2.connectedComponentsWithStats(wide)
        boxes = [tuple(int(value) for value in part[:4]) for part in parts[1:]]
        if len(boxes) > MANY or sum(width * height for _, _, width, height in boxes) > LARGE * much.size:
            return None
        return [(slice(y, y + height), slice(x, x + width)) for x, y, width, height in boxes]

    def _say(self, background: Background, flat: Picture, light: Floats) -> tuple[Floats, Floats]:
        """The gains of every kind, and what is strange, of coarse pixels."""
        colour = logarithms(flat)
        bare = background.likelihood(colour - background.colour - background.follows * light)
        gains = self.palette.gains(colour - following(flat) * light, bare)
        strange = (bare < ANYTHING).astype(np.float32)
        return shrunk(gains), shrunk(strange[..., None])[:, 0]


def _means(flat: Picture) -> Picture:
    rows, columns = flat.shape[0] // BLOCK, flat.shape[1] // BLOCK
    whole = flat[: rows * BLOCK, : columns * BLOCK]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def _times(window: Window, factor: int) -> Window:
    down, across = (slice(part.start * factor, part.stop * factor) for part in window)
    return down, across
