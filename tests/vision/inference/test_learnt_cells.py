"""Cells are read by what the evening has taught, in the light of each photo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from companion.boards.observation import Observation, ObservationStatus
from tests.vision.fields import Fields, layout, photograph, start_cells
from vision.cells.evening import Evening
from vision.cells.light import Lit, without_edges
from vision.cells.places import Places
from vision.cells.view import View, turned, turned_back
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import WEBCAM
from vision.geometry.sheet import in_cell_units
from vision.inference.photos.cells import believed
from vision.inference.recogniser import ANY_FIGURES
from vision.localisation.board_detection import pose_from_corners

BOARD = in_cell_units(layout())
PLACES = Places.of(BOARD)
START = start_cells()
MOVED = {**{cell: kind for cell, kind in START.items() if cell != "b2"}, "b3": "dark"}


def seen(picture: Picture) -> View:
    size = (picture.shape[1], picture.shape[0])
    return View.of(PLACES, picture, pose_from_corners(size, BOARD, np.array(Fields().corners)), WEBCAM)


def shown(seed: int, cells: dict[str, str]) -> View:
    return seen(photograph(Fields(seed=seed), cells))


@dataclass(frozen=True)
class Read:
    """The reading of a picture."""

    cells: dict[str, str]
    doubts: list[str]

    @classmethod
    def of(cls, evening: Evening, view: View) -> Read:
        made, *_ = believed(evening, view, Observation(ObservationStatus.OK, START), ANY_FIGURES)
        cells = {cell: kind for cell, (kind, _) in made.best.items() if kind != "empty"}
        return cls(cells, [cell for cell, (_, sure) in made.best.items() if sure < 0.9])


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening.of(shown(0, {}), shown(1, START), START, (), seen_bare=True)


def test_a_move_is_read(evening: Evening) -> None:
    assert Read.of(evening, shown(2, MOVED)) == Read(MOVED, [])


def test_a_move_is_read_in_half_the_light(evening: Evening) -> None:
    dim = (photograph(Fields(seed=2), MOVED) * 0.5).astype(np.uint8)
    assert Read.of(evening, seen(dim)) == Read(MOVED, [])


@pytest.mark.parametrize("kind", ["dark", "light"])
def test_figures_that_have_come_are_not_taken_for_the_light(kind: str) -> None:
    """Two bare fields would tell the light of all fields of their colour, where the others are occupied."""
    empty = shown(0, {})
    fields = [cell.id for cell in layout().cells if (cell.q + cell.r) % 2]
    view = seen(photograph(Fields(seed=1, wide=0.25), dict.fromkeys(fields[2:], kind)))
    true, believed_bare = (np.array([cell not in those for cell in PLACES.cells]) for those in (fields[2:], fields[4:]))
    by_truth, by_belief = (Lit.of(view, empty.grey, bare).shift[true] for bare in (true, believed_bare))
    assert np.abs(by_truth - by_belief).max() < 0.1


def test_the_start_names_the_place_where_a_figure_is_missing() -> None:
    there = {cell: kind for cell, kind in START.items() if cell != "b2"}
    assert Evening.of(shown(0, {}), shown(1, there), START, (), seen_bare=True).wrong == ("b2",)


def test_a_start_that_is_as_it_should_be_names_nothing(evening: Evening) -> None:
    assert evening.wrong == ()


def test_what_a_photo_teaches_is_read_again(evening: Evening) -> None:
    kinds = np.array([evening.kinds.index(MOVED.get(cell, "empty")) for cell in PLACES.cells])
    taught = evening.taught(shown(3, MOVED), kinds, np.ones(len(kinds), bool), ())
    assert Read.of(taught, shown(4, MOVED)) == Read(MOVED, [])


def test_opponent_colours_can_be_turned_back() -> None:
    channels = np.random.default_rng(2).normal(4, 1, (5, 6, 3)).astype(np.float32)
    assert np.allclose(turned_back(turned(channels)), channels, atol=1e-5)


def test_even_light_has_no_edges() -> None:
    bare = seen(photograph(Fields(seed=0), {})).grey
    assert without_edges(bare * np.float32(0.8), bare).max() == pytest.approx(float(bare.max()) * 0.8)
