"""The empty board is composed of pictures in which other places are free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.fields import Fields, layout, photograph, start_cells
from vision.evidence.located import LocatedPhoto
from vision.geometry.sheet import in_cell_units
from vision.inference.photos.empty_board import composed
from vision.localisation.board_detection import pose_from_corners

BOARD, HERE, START = layout(), Fields(), start_cells()
ASIDE = ((98.0, 80.1), (500.0, 50.6), (560.0, 401.5), (121.2, 440.0))
THERE = replace(HERE, corners=ASIDE, seed=4, gain=(0.9, 0.8, 0.85))


def photo(fields: Fields, cells: Mapping[str, str]) -> tuple[LocatedPhoto, frozenset[str]]:
    pose = pose_from_corners(fields.size, in_cell_units(BOARD), fields.corners_px)
    return LocatedPhoto(photograph(fields, cells), pose), frozenset(BOARD.by_id) - cells.keys()


def test_places_that_are_free_in_one_of_the_photos_make_the_empty_board() -> None:
    made, unseen = composed([photo(HERE, START), photo(THERE, {"b4": "light"}), photo(THERE, {"e3": "dark"})], BOARD)
    assert unseen == ()
    inside = np.zeros(HERE.size[::-1], np.uint8)
    cv2.fillConvexPoly(inside, np.round(HERE.corners_px).astype(np.int32), 1)
    bare = photograph(HERE, {})
    off = cv2.absdiff(cv2.GaussianBlur(made.picture, (0, 0), 2), cv2.GaussianBlur(bare, (0, 0), 2))
    assert np.quantile(off[cv2.erode(inside, np.ones((9, 9))) > 0], 0.99) < 12


def test_places_that_were_never_free_are_named() -> None:
    start = photo(HERE, START)
    assert set(composed([start], BOARD)[1]) >= START.keys()
    stays = photo(THERE, {"a1": "dark"})
    assert "a1" in composed([start, stays], BOARD)[1]
    assert "f6" not in composed([start, stays], BOARD)[1]
