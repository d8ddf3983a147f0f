"""The drawing over the camera's picture: every figure with its owner's letter, cattle told from cowboys."""

from __future__ import annotations

import numpy as np
import pytest

from companion.boards.observation import Observation, ObservationStatus
from companion.games.abilene.common.board.reference_boards import reference_board
from vision.geometry.board_pose import BoardPose, FoundBy, Picture
from vision.runtime import overlay

BOARD = reference_board("abilene-hexagames")
PLACE = BoardPose(np.array([[1.3, 0.0, 640.0], [0.0, 1.3, 360.0], [0.0, 0.0, 1.0]]), (1280, 720), FoundBy.MARKERS)
GREY: Picture = np.full((720, 1280, 3), 90, np.uint8)
CELL = "A4-2"


def over(kind: str, **marks: str) -> Picture:
    """Return the grey picture with what is believed drawn over it: one figure."""
    named = {name.replace("_", ":"): mark for name, mark in marks.items()}
    return overlay.draw_overlay(
        GREY, BOARD, PLACE, Observation(ObservationStatus.OK, {CELL: kind}), marks=named, dots=("cow",)
    )


@pytest.mark.parametrize("kind", ["cowboy:C", "cow:C"])
def test_a_figure_bears_the_mark_of_its_owner_and_not_what_the_reader_calls_its_colour(kind: str) -> None:
    named = kind.replace(":", "_")
    assert np.array_equal(over(kind, **{named: "C"}), over(kind))
    assert not np.array_equal(over(kind, **{named: "B"}), over(kind))
    other = kind[:-1] + "B"
    assert np.array_equal(over(kind, **{named: "B"}), over(other))


def test_cattle_with_a_colour_looks_otherwise_than_a_cowboy_and_than_cattle_without_one() -> None:
    pictures = [over(kind) for kind in ("cowboy:C", "cow:C", "cow")]
    assert not any(np.array_equal(one, other) for one in pictures for other in pictures if one is not other)
