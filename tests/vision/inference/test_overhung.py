"""A figure that is told by its edges alone: they may be those of a taller one that leans over from its own cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.boards.observation import EMPTY
from tests.vision.fields import Fields, layout, observation, photograph, start_cells
from vision.dice.cube import looking_down
from vision.evidence.templates import TemplateModel
from vision.geometry.camera_pose import CameraPose
from vision.inference.cell_beliefs import CellBeliefs
from vision.inference.cell_classifier import CellClassifier, overhung
from vision.inference.likelihood import evidence_of
from vision.inference.posterior import TUNING, infer
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


@pytest.mark.parametrize("elsewhere", [{}, {"c5": "light"}])
def test_that_doubt_is_asked_whatever_stood_and_however_many_there_were(elsewhere: dict[str, str]) -> None:
    belief = CellBeliefs(doubts={"b3": ("light", EMPTY)}, by_texture={"b3"}, bare={"c5"})
    seen = evidence_of(belief, ["b3", "c5"], ["light", "dark"], (), {}, ())
    before = observation(elsewhere)
    found = infer(seen, before, {}, before.count(), strict=False).pooled(belief.newly_overhung(before))
    assert set(found.credible("b3", TUNING.sure)) == {"light", EMPTY}


def test_a_figure_that_stood_there_goes_on_standing_there() -> None:
    belief = CellBeliefs(doubts={"b3": ("light", EMPTY)}, by_texture={"b3"})
    assert not belief.newly_overhung(observation({"b3": "light"}))
