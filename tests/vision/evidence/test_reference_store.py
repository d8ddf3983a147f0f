"""Unchanged cells keep their belief, also where nobody could read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.observation import EMPTY, Observation, ObservationStatus
from tests.vision.drawing import renderer
from tests.vision.inference.test_recogniser import LAYOUT, RULES, START, VIEW, noisy, seen, table
from vision.evidence.background import NoiseModel
from vision.evidence.reference_store import FigurePose, ReferenceStore
from vision.evidence.templates import SilhouetteMasks
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser

BARE = seen(Observation(ObservationStatus.OK))
OPEN = np.zeros(4, np.int8)
"""texture that says nothing"""
ROWS, COLUMNS = 12, 40
RED, BLUE, BOARD = (4.0, 3.0, 5.0), (5.0, 4.0, 3.0), (4.5, 4.6, 4.7)


def patched(picture: Picture, cell: str, colour: tuple[int, int, int]) -> Picture:
    """Return the picture with something flat and round on a cell."""
    turns = np.linspace(0, 2 * np.pi, 40)
    rim = LAYOUT.centre(cell) + 10 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    painted = picture.copy()
    cv2.fillPoly(painted, [VIEW.on_sheet(rim).round().astype(np.int32)], colour)
    return noisy(painted)


def test_what_has_not_moved_is_believed_though_nobody_could_read_it() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    reader.classifier = replace(
        reader.classifier, thresholds=np.full_like(reader.classifier.thresholds, 1.6)
    )  # no figure is ever clear enough
    reader.texture = replace(reader.texture, half_way=np.full_like(reader.texture.half_way, np.inf))
    assert reader.read(seen(START)).observation == START
    moved = {"A7-3" if cell == "A6-3" else cell: kind for cell, kind in START.cells.items()}
    observation = reader.read(seen(replace(START, cells=moved))).observation
    assert observation.cells == {cell: kind for cell, kind in moved.items() if cell != "A7-3"}
    assert observation.unknown == ("A7-3",)


def test_a_doubt_that_the_table_has_settled_is_not_doubted_again() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    strange = patched(seen(START), "A2-0", (150, 90, 120))
    assert "A2-0" in reader.read(strange).observation.unknown
    reader.confirm(replace(START, cells={}))  # nobody can mean this picture
    assert "A2-0" in reader.read(noisy(strange, 3)).observation.unknown
    reader.confirm(START)
    assert reader.read(noisy(strange, 4)).observation == START


def test_a_cell_whose_print_is_seen_is_empty_in_the_deepest_shadow() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    left = replace(START, cells={cell: kind for cell, kind in START.cells.items() if cell != "B6-2"})
    picture = renderer.draw(renderer.Scene(LAYOUT, left), table())
    shadow = np.ones(picture.shape[:2], np.float32)
    outline = VIEW.on_sheet(np.array(LAYOUT.corners("B6-2"))).round().astype(np.int32)
    cv2.fillPoly(shadow, [outline], 0.35)
    dim = np.asarray(picture * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None], np.uint8)
    assert "B6-2" not in reader.read(noisy(dim)).observation.cells
    assert "B6-2" not in reader.read(noisy(dim)).observation.unknown


def test_a_die_beside_the_board_hides_nothing() -> None:
    reader = Recogniser.learn(LAYOUT, START, BARE, seen(START), rules=RULES)
    picture = seen(START).copy()
    for x in (-272.0, -250.0):
        corners = np.array([(x, 40.0), (x + 18, 40.0), (x + 18, 58.0), (x, 58.0)])
        cv2.fillPoly(picture, [VIEW.on_sheet(corners).round().astype(np.int32)], (30, 30, 200))
    assert reader.read(picture).observation == START


# --- the album alone --------------------------------------------------------------------------


def plane(cells: Mapping[int, tuple[float, float, float]]) -> np.ndarray:
    """Return coarse pixels of a board of four cells in a row, each a square of one colour."""
    colour = np.tile(np.array(BOARD, np.float32), (ROWS, COLUMNS, 1))
    for cell, its in cells.items():
        colour[:, 10 * cell : 10 * cell + 10] = its
    return colour.reshape(-1, 3)


def square(cell: int) -> FigurePose:
    y, x = np.mgrid[2:10, 10 * cell + 1 : 10 * cell + 9]
    places = (y * COLUMNS + x).ravel()
    return FigurePose(places, np.ones(len(places), np.float32), np.ones(len(places), np.float32))


def references() -> ReferenceStore:
    """Return references in which red stands on 0, blue on 1; 2 and 3 are empty."""
    places = np.stack([square(cell).places for cell in range(4)])
    masks = SilhouetteMasks(places, np.ones((4, 1, places.shape[1]), np.float32))
    made = ReferenceStore(NoiseModel(0.02, 1.0, 0.4), (ROWS, COLUMNS), plane({}))
    kinds = ["red", "blue", EMPTY, EMPTY]
    made.start(
        plane({0: RED, 1: BLUE}),
        OPEN,
        kinds,
        [square(cell) for cell in range(4)],
        dict.fromkeys(("red", "blue", EMPTY), masks),
    )
    return made


def test_what_looks_as_it_did_is_settled() -> None:
    assert references().match(plane({0: RED, 1: BLUE}), OPEN).kinds == {0: "red", 1: "blue", 2: EMPTY, 3: EMPTY}


@pytest.mark.parametrize("darker", [-0.4, 0.1])
def test_a_cell_in_a_shadow_as_a_whole_looks_as_it_did(darker: float) -> None:
    shaded = (RED[0] + darker, RED[1] + darker, RED[2] + darker)
    assert references().match(plane({0: shaded, 1: BLUE}), OPEN).kinds[0] == "red"


def test_a_cell_that_bears_something_else_is_open() -> None:
    assert 0 not in references().match(plane({0: BLUE, 1: BLUE}), OPEN).kinds
    assert 3 not in references().match(plane({0: RED, 1: BLUE, 3: RED}), OPEN).kinds


def test_a_cell_that_was_left_looks_as_it_did_on_the_empty_board() -> None:
    assert references().match(plane({1: BLUE}), OPEN).kinds[0] == EMPTY


def test_figures_claim_their_pixels_and_empty_cells_only_what_they_were_seen_with() -> None:
    matched = references().match(plane({0: RED, 1: BLUE}), OPEN)
    assert matched.explained[square(0).places].min() == 1
    assert matched.seen == {0, 1}
