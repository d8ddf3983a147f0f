"""A camera that changes tint, exposure and contrast by itself keeps reading; a new figure is not doubted for ever."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fields import Fields, drawn, layout, observation, photograph, seen_by_camera, start_cells
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser

HERE, START = Fields(), start_cells()
MOVED = {**{cell: kind for cell, kind in START.items() if cell not in ("b2", "e5")}, "b3": "dark", "e4": "light"}


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    first = photograph(Fields(seed=2), START)
    return Recogniser.learn(layout(), observation(START), photograph(HERE, {}), first, HERE.corners_px)


def taken(gain: tuple[float, float, float], contrast: float, seed: int) -> Picture:
    """Return the board after two moves, as a camera gives it that has turned its knobs."""
    light = seen_by_camera(HERE, drawn(HERE, MOVED)) / 255 * gain
    noise = np.random.default_rng(seed).normal(0, 2, light.shape)
    return np.clip(255 * np.clip(light, 0, 1) ** contrast + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("contrast", [0.8, 1.0, 1.3])
@pytest.mark.parametrize("gain", [(1.0, 1.0, 1.0), (0.75, 1.0, 0.9), (0.6, 0.6, 0.6)])
def test_a_camera_that_turns_its_own_knobs_keeps_reading(
    gain: tuple[float, float, float], contrast: float, reader: Recogniser
) -> None:
    seen = reader.read(taken(gain, contrast, 5)).observation
    assert not {cell for cell in seen.cells.keys() | MOVED.keys() if seen.cells.get(cell) != MOVED.get(cell)} - {
        *seen.unknown
    }
    assert len(seen.unknown) <= (0 if contrast == 1 else 5)
