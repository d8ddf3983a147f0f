"""Linear classifiers by running sums."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cells.linear import Sums

CHANCE = np.random.default_rng(1)
NEAR, FAR = (CHANCE.normal(middle, 1.0, (60, 5)).astype(np.float32) for middle in (0.0, 3.0))
SAMPLES = np.concatenate([NEAR, FAR])
CLASSES = np.repeat([0, 1], 60)


def test_what_is_learnt_in_two_parts_is_what_is_learnt_at_once() -> None:
    none = Sums.none(2, 5)
    whole = none.with_samples(SAMPLES, CLASSES)
    parts = none.with_samples(SAMPLES[::2], CLASSES[::2]).with_samples(SAMPLES[1::2], CLASSES[1::2])
    assert np.allclose(whole.ridge(0.05).scores(SAMPLES), parts.ridge(0.05).scores(SAMPLES), atol=1e-4)


def test_samples_can_be_unlearnt() -> None:
    some = Sums.none(2, 5).with_samples(SAMPLES[::2], CLASSES[::2])
    whole = some.with_samples(SAMPLES[1::2], CLASSES[1::2])
    again = whole.without(Sums.none_like(whole).with_samples(SAMPLES[1::2], CLASSES[1::2]))
    assert np.allclose(again.ridge(0.05).weights, some.ridge(0.05).weights, atol=1e-4)


def test_a_class_of_few_samples_is_not_drowned() -> None:
    """Sixty bare cells and three figures: the border lies between them all the same."""
    few = Sums.none(2, 5).with_samples(np.concatenate([NEAR, FAR[:3]]), np.repeat([0, 1], (60, 3)))
    scores = few.ridge(0.05).scores(FAR[3:])[:, 1]
    assert (scores > 0).mean() > 0.9


@pytest.mark.parametrize("part", [1.0, 0.5])
def test_fading_changes_what_counts_and_not_what_is_said(part: float) -> None:
    whole = Sums.none(2, 5).with_samples(SAMPLES, CLASSES)
    assert np.allclose(whole.faded(part).ridge(0.05).weights, whole.ridge(0.05).weights, atol=1e-4)


def test_kinds_are_told_apart() -> None:
    scores = Sums.none(2, 5).with_samples(SAMPLES, CLASSES).discriminant(0.1, 0.5).scores(SAMPLES)
    assert (scores.argmax(axis=1) == CLASSES).mean() > 0.97
