"""The drawn camera: what it shows lies where geometry says it must."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.layout import Cell, Lattice, Layout
from companion.boards.observation import Observation, ObservationStatus
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.vision.drawing.figures import cowboy, forearm
from tests.vision.drawing.renderer import Scene, draw, overhead, renderer_for, solids_of
from tests.vision.drawing.view import View
from vision.geometry.sheet import sheet_corners, sheet_size
from vision.synthetic.table import slots

LAYOUT = reference_board("abilene-1993")
SEEN = Observation(
    ObservationStatus.OK,
    {"A6-0": "cow", "D4-1": "cowboy:B"},
    areas={"town": ("cowboy:A",), "jail": ("cowboy:C",), "corral": ("cow",)},
)
SLANTED = View((100.0, 250.0, 800.0), (10.0, 5.0), 1000.0, (1280, 720), roll=7.0, distortion=(-0.06, 0.01))


def test_the_view_finds_its_way_back_from_pixels_to_millimetres() -> None:
    points = np.array([[0.0, 0.0], [-280.0, 250.0], [251.0, -13.0]])
    assert np.allclose(SLANTED.millimetres(SLANTED.on_sheet(points)), points, atol=1e-6)


def test_the_view_and_the_placement_say_the_same() -> None:
    view = View((120.0, 380.0, 800.0), (10.0, 5.0), 1000.0, distortion=(-0.06, 0.0))
    corners = sheet_corners(LAYOUT)
    assert np.allclose(view.board_pose().pixels(corners), view.on_sheet(corners), atol=1e-3)


def test_tall_things_lean_away_from_the_camera() -> None:
    """The shift is d h / (H - h) (vision.md)."""
    above = View((0.0, 0.0, 1200.0))
    foot, top = above.pixels(np.array([[300.0, 0.0, 0.0], [300.0, 0.0, 35.0]]))
    moved = above.millimetres(np.array([top]))[0] - above.millimetres(np.array([foot]))[0]
    assert np.allclose(moved, [300 * 35 / (1200 - 35), 0.0])


@pytest.mark.parametrize("view", [overhead(LAYOUT), SLANTED], ids=["overhead", "slanted"])
def test_corner_markers_are_found_where_they_are_printed(view: View) -> None:
    picture = draw(Scene(LAYOUT, SEEN), renderer_for(LAYOUT, view))
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(known).detectMarkers(picture)
    found = {int(number): quad[0].mean(axis=0) for number, quad in zip(ids.ravel(), corners, strict=True)}
    assert sorted(found) == [0, 1, 2, 3]
    for marker in LAYOUT.markers:
        assert np.linalg.norm(found[marker.id] - view.on_sheet(np.array([[marker.x, marker.y]]))[0]) < 1.0


def test_a_figure_covers_what_lies_between_its_foot_and_its_top_and_nothing_else() -> None:
    set_up = renderer_for(LAYOUT, SLANTED)
    shape = cowboy((0, 0, 255)).at(-150.0, 100.0)
    mask = set_up.silhouette([shape])
    rows, columns = np.nonzero(mask)
    line = SLANTED.pixels(np.array([[-150.0, 100.0, high] for high in (1.0, 15.0, 29.0)]))
    assert all(mask[round(y), round(x)] for x, y in line)
    seen = SLANTED.pixels(shape.points)
    covered = np.array([[columns.min(), rows.min()], [columns.max(), rows.max()]])
    assert np.abs(covered - [seen.min(axis=0), seen.max(axis=0)]).max() <= 1


def test_figures_change_the_picture_and_an_empty_board_is_the_same_twice() -> None:
    set_up = renderer_for(LAYOUT, SLANTED)
    empty = draw(Scene(LAYOUT, Observation(ObservationStatus.OK)), set_up)
    assert np.array_equal(empty, draw(Scene(LAYOUT, Observation(ObservationStatus.OK)), set_up))
    changed = np.abs(draw(Scene(LAYOUT, SEEN), set_up).astype(int) - empty).max(axis=2) > 40
    for x, y in SLANTED.on_sheet(np.array([LAYOUT.centre("A6-0"), LAYOUT.centre("D4-1"), slots(LAYOUT, "jail")[0]])):
        assert changed[round(y), round(x)]
    assert changed.mean() < 0.05


def test_everything_has_its_place_in_the_town_and_the_areas() -> None:
    areas = {"town": ("cowboy:A",) * 7, "jail": ("cowboy:B",) * 12, "corral": ("cow",) * 2}
    full = Observation(ObservationStatus.OK, areas=areas)
    assert len(solids_of(Scene(LAYOUT, full))) == 21


def test_a_hand_hides_what_is_under_it() -> None:
    set_up = renderer_for(LAYOUT, overhead(LAYOUT))
    mask = set_up.silhouette([forearm((0.0, 0.0), (200.0, 600.0))])
    x, y = set_up.view.on_sheet(np.array([[15.0, 45.0]]))[0]
    assert mask[round(y), round(x)] == 255
    assert 0.03 < (mask > 0).mean() < 0.4


def test_boards_of_squares_and_without_a_sheet_are_drawn_too() -> None:
    cells = tuple(Cell(f"{q}-{r}", q, r, "AB"[q > 3]) for q in range(8) for r in range(8))
    squares = Layout("squares", Lattice.SQUARE, 40.0, cells)
    across, down = sheet_size(squares)
    assert min(across, down) > 7 * 40
    seen = draw(
        Scene(squares, Observation(ObservationStatus.OK, {"3-3": "cowboy:F"})), renderer_for(squares, overhead(squares))
    )
    assert seen.shape == (720, 1280, 3)
    assert seen.std() > 10


def test_cattle_with_a_colour_is_drawn_in_it() -> None:
    plain, red, blue = (
        draw(Scene(LAYOUT, Observation(ObservationStatus.OK, {"A6-0": kind})), renderer_for(LAYOUT, overhead(LAYOUT)))
        for kind in ("cow", "cow:A", "cow:B")
    )
    assert (plain != red).any()
    assert (red != blue).any()
