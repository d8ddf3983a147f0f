"""A family with some tall figures: their tops, seen over the next cell, are no figures there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fields import Fields, layout, observation, photograph, start_cells
from vision.dice.cube import looking_down
from vision.evidence.background import Floats
from vision.evidence.figure_models import HEIGHTS, ROUND, silhouette_masks, tallest
from vision.evidence.silhouettes import Silhouette
from vision.evidence.templates import TemplateModel
from vision.inference.recogniser import Recogniser
from vision.inference.tops import tops_explained

KINDS = ("dark", "light")
LOUD = 4.0
"""Nats by which a pixel of a figure speaks for it, and one of the board against it."""
USUAL = replace(ROUND[2], height=HEIGHTS[2])
TALL = replace(USUAL, height=HEIGHTS[6])
START = tuple(start_cells())


@pytest.fixture(scope="module")
def model() -> TemplateModel:
    """Return the board under a camera that looks from the side."""
    empty, first = photograph(Fields(), {}), photograph(Fields(seed=2), start_cells())
    made = Recogniser.learn(layout(), observation(start_cells()), empty, first, Fields().corners_px)
    return replace(made.classifier.model, camera=looking_down((640, 480), 1000.0, 35.0, 0.0))


def covered(model: TemplateModel, forms: Mapping[str, Silhouette]) -> Floats:
    """Return how much of each coarse pixel figures of these forms cover, each on its cell."""
    found = np.zeros(int(np.prod(model.coarse)), np.float32)
    for cell, form in forms.items():
        masks, at = model.masks(form), model.cells.index(cell)
        middle = len(masks.cover[at]) // 2
        found[masks.places[at]] = np.maximum(found[masks.places[at]], masks.cover[at, middle])
    return found


def speaking(model: TemplateModel, forms: Mapping[str, Silhouette]) -> Floats:
    """Return the log-ratios of all pixels where dark figures of these forms stand (pixels x kinds)."""
    dark = (covered(model, forms) > 0.5) * 2 * LOUD - LOUD
    return np.stack([dark, np.full_like(dark, -LOUD)], axis=1).astype(np.float32)


def explained(model: TemplateModel, seen: Floats, believed: Mapping[str, Silhouette]) -> Floats:
    """Return what these figures explain, with their tops."""
    masks = silhouette_masks(model, {"dark": TALL})
    standing = [(model.cells.index(cell), "dark") for cell in believed]
    return tops_explained(masks, KINDS, standing, seen, seen.max(axis=1), covered(model, believed))


def test_the_top_of_a_tall_figure_is_explained(model: TemplateModel) -> None:
    seen = speaking(model, {"c3": TALL})
    beyond = (seen[:, 0] > 0) & (covered(model, {"c3": USUAL}) < 0.1)
    assert beyond.any()
    assert (explained(model, seen, {"c3": USUAL})[beyond] > 0.5).mean() > 0.8


def test_of_a_figure_of_usual_height_nothing_more_is_explained(model: TemplateModel) -> None:
    seen = speaking(model, {"c3": USUAL})
    assert np.array_equal(explained(model, seen, {"c3": USUAL}), covered(model, {"c3": USUAL}))


def test_a_figure_behind_it_keeps_what_it_explains(model: TemplateModel) -> None:
    both = {"c3": USUAL, "d3": USUAL}
    seen = speaking(model, both)
    assert (explained(model, seen, both) >= covered(model, both)).all()


def test_the_height_of_the_tallest_is_learnt_where_some_are_taller(model: TemplateModel) -> None:
    forms = {cell: TALL if number % 3 == 0 else USUAL for number, cell in enumerate(START)}
    cells = dict.fromkeys(START, 0)
    assert tallest(model, speaking(model, forms), cells, USUAL) >= HEIGHTS[5]
    assert tallest(model, speaking(model, dict.fromkeys(START, USUAL)), cells, USUAL) == 0
