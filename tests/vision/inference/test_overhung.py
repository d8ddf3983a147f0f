"""A figure that is told by its edges alone: they may be those of a taller one that leans over from its own cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.fields import Fields, layout, observation, photograph, start_cells
from vision.dice.cube import looking_down
from vision.evidence.templates import TemplateModel
from vision.geometry.camera_pose import CameraPose
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import CellClassifier, overhung
from vision.inference.recogniser import Recogniser

START = start_cells()
UPRIGHT, SLANTED = looking_down((640, 480), 2000.0), looking_down((640, 480), 1000.0, 35.0, 0.0)


@pytest.fixture(scope="module")
def classifier() -> CellClassifier:
    empty, first = photograph(Fields(), {}), photograph(Fields(seed=2), START)
    return Recogniser.learn(layout(), observation(START), empty, first, Fields().corners_px).classifier


def seen_from(camera: CameraPose, classifier: CellClassifier) -> TemplateModel:
    return replace(classifier.model, camera=camera)


def test_seen_from_above_no_figure_leans_over_another_cell(classifier: CellClassifier) -> None:
    assert not overhung(seen_from(UPRIGHT, classifier), START)


def test_seen_from_the_side_a_figure_leans_over_the_cell_behind_it(classifier: CellClassifier) -> None:
    behind = overhung(seen_from(SLANTED, classifier), ["c3"])
    assert len(behind) == 1
    assert behind <= {"b3", "d3", "c2", "c4"}


@pytest.mark.parametrize("by_texture", [False, True])
def test_what_is_told_by_edges_alone_is_a_doubt_there(classifier: CellClassifier, by_texture: bool) -> None:
    slanted = replace(classifier, model=seen_from(SLANTED, classifier))
    (behind,) = overhung(slanted.model, ["c3"])
    belief = CellBeliefs({"c3": "dark", behind: "light"}, by_texture={behind} if by_texture else set())
    slanted._overhung(belief)
    assert (behind in belief.doubts) == by_texture
    assert (behind in belief.cells) != by_texture
