"""The empty board is composed of pictures in which other places are free; parts that none shows are filled in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.fields import Fields, layout, photograph, start_cells
from vision.evidence.located import LocatedPhoto
from vision.geometry.sheet import in_cell_units
from vision.inference.empty_board import EmptyBoard
from vision.localisation.board_detection import pose_from_corners

BOARD, HERE, START = layout(), Fields(), start_cells()
ASIDE = ((98.0, 80.1), (500.0, 50.6), (560.0, 401.5), (121.2, 440.0))
THERE = replace(HERE, corners=ASIDE, seed=4, gain=(0.9, 0.8, 0.85))


def photo(fields: Fields, cells: Mapping[str, str]) -> tuple[LocatedPhoto, Collection[str]]:
    pose = pose_from_corners(fields.size, in_cell_units(BOARD), fields.corners_px)
    return LocatedPhoto(photograph(fields, cells), pose), cells.keys()


def off(made: EmptyBoard) -> float:
    """Return by how many grey levels it differs from the board itself, nearly everywhere."""
    true = EmptyBoard.unseen(BOARD).seen_in(*photo(HERE, {}))
    one, other = (cv2.GaussianBlur(each.filled().picture, (0, 0), 2) for each in (made, true))
    fields = np.array([corner for cell in BOARD.by_id for corner in made.layout.corners(cell)])
    inside = np.zeros(true.known.shape, np.uint8)
    cv2.fillConvexPoly(inside, cv2.convexHull(true.board_pose.pixels(fields).round().astype(np.int32)), 1)
    return float(np.quantile(cv2.absdiff(one, other)[cv2.erode(inside, np.ones((9, 9))) > 0], 0.99))


def test_places_that_are_free_in_one_of_the_photos_make_the_empty_board() -> None:
    made = EmptyBoard.unseen(BOARD)
    for each in (photo(HERE, START), photo(THERE, {"b4": "light"}), photo(THERE, {"e3": "dark"})):
        made = made.seen_in(*each)
    assert made.free == BOARD.by_id.keys()
    assert off(made) < 12


def test_places_that_were_never_free_are_known_and_filled_with_what_lies_around_others() -> None:
    made = EmptyBoard.unseen(BOARD).seen_in(*photo(HERE, START))
    assert not made.free & START.keys()
    assert off(made) < 40
    seen = made.seen_in(*photo(THERE, {"a1": "dark"}))
    assert "a1" not in seen.free
    assert "f6" in seen.free
