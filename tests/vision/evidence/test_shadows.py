"""Hard light: a shadow takes one lamp's light away, and what is as dark and as tinted as that is bare board."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.evidence.background import Background, Floats
from vision.evidence.colour_model import learn_colour_model
from vision.evidence.occlusion.occluders import detect_occluders, filled
from vision.evidence.pixel_evidence import EvidenceCache
from vision.evidence.shadows import TUNING, ShadowModel
from vision.evidence.texture import TextureModel
from vision.geometry.board_pose import BoardPose, FoundBy

BLUISH = np.array([0.8, 1.0, 1.2], np.float32)
"""The sun is warm: where it does not shine, less is lost of the blue."""


def around_figures(depth: float, chance: np.random.Generator, count: int = 4000) -> Floats:
    """Change of pixels around figures: half of them lie in shadows of this depth, some at their soft rims."""
    depths = np.where(chance.random(count) < 0.5, depth, 0.0)
    rims = chance.random(count) < 0.1
    depths[rims] = chance.uniform(0, depth, int(rims.sum()))
    return (-depths[:, None] * BLUISH + chance.normal(0, 0.02, (count, 3))).astype(np.float32)


def learnt(change: Floats) -> ShadowModel:
    """Return where nothing is burnt out."""
    return ShadowModel.of(change, np.zeros_like(change))


def board(shadows: ShadowModel) -> Background:
    grey = np.full((8, 8, 3), 150, np.uint8)
    return replace(Background.of(grey), shadows=shadows)


def likelihood(shadows: ShadowModel, change: NDArray[np.float32]) -> float:
    here = board(shadows)
    return float(np.mean(here.likelihood(np.broadcast_to(change, here.colour.shape).astype(np.float32))))


def test_the_shadows_around_figures_tell_their_depth_and_their_tint() -> None:
    known = learnt(around_figures(0.9, np.random.default_rng(1)))
    assert np.allclose(known.direction, BLUISH, atol=0.02)
    assert known.tint == TUNING.least_tint
    assert 0.9 < known.deepest < 1.2
    depth = np.array([0.02, 0.45, 0.9], np.float32)
    assert known.likely(depth).argmax() == 2


def test_a_hard_shadow_is_bare_board_and_a_dark_thing_of_another_tint_is_not() -> None:
    known, strange = learnt(around_figures(0.9, np.random.default_rng(1))), BLUISH[::-1]
    assert likelihood(known, -0.9 * BLUISH) > likelihood(ShadowModel.unknown(), -0.9 * BLUISH) + 2
    assert likelihood(known, -0.9 * strange) < likelihood(ShadowModel.unknown(), -0.9 * strange) - 2
    assert likelihood(known, -1.6 * BLUISH) < likelihood(known, -0.9 * BLUISH) - 5, "no shadow is as deep as that"


def test_a_channel_that_is_burnt_out_loses_less_in_the_shadow_and_how_much_less_is_learnt() -> None:
    """A lamp so warm that white paper is as red as a picture can be: it was redder, nobody knows how much."""
    chance = np.random.default_rng(1)
    plain, burnt = around_figures(0.9, chance), around_figures(0.9, chance)
    lost = np.zeros_like(burnt)
    lost[:, 2] = 1
    burnt[:, 2] = np.minimum(burnt[:, 2] + 0.4, 0)
    known = ShadowModel.of(np.concatenate([plain, burnt]), np.concatenate([np.zeros_like(plain), lost]))
    assert np.allclose(known.direction, BLUISH, atol=0.02)
    assert known.burnt_direction[2] < 0.85 < known.direction[2]
    assert np.array_equal(known.burnt_direction[:2], known.direction[:2])
    paper = replace(Background.of(np.full((8, 8, 3), (140, 200, 250), np.uint8)), shadows=known)
    shadow = np.broadcast_to(-0.9 * BLUISH + [0, 0, 0.4], paper.colour.shape).astype(np.float32)
    assert float(paper.likelihood(shadow).mean()) > likelihood(known, shadow[0, 0]) + 2


def test_where_hardly_anything_lies_in_shadow_nothing_is_taken_for_its_tint() -> None:
    few = np.concatenate([around_figures(0.0, np.random.default_rng(1)), -0.9 * np.tile(BLUISH, (100, 1))])
    known = learnt(few.astype(np.float32))
    assert np.array_equal(known.direction, np.ones(3, np.float32))
    assert known.tint == TUNING.tint


def test_the_noise_of_a_board_that_is_burnt_out_to_white_is_a_number() -> None:
    white = np.full((40, 40, 3), 255, np.uint8)
    white[:, 20] = 90
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known = Background.of(white).with_noise(np.zeros((40, 40, 3), np.float32), np.ones((40, 40), bool))
    assert np.isfinite(known.noise).all()


def test_a_cell_as_smooth_as_no_figure_is_bare_though_shadows_make_other_bare_cells_rough() -> None:
    cells = 12
    levels = np.array([*[3.0] * 5, 0.5, *[3.2] * 6], np.float32)
    occupied, alike = np.arange(cells) >= 6, np.ones((cells, cells), bool)
    places = np.zeros((cells, 4), np.intp)
    open_ = np.full(cells, np.inf, np.float32)
    flat = np.zeros((cells, 4), np.float32)
    model = TextureModel(places, places, flat, flat, open_, np.zeros_like(open_)).learnt(levels, occupied, alike)
    assert not np.isfinite(model.half_way).any(), "the edges of shadows are as rough as figures"
    assert model.verdict(levels).tolist() == [0] * 5 + [-1] + [0] * 6


def test_a_die_that_the_rim_cuts_through_is_no_hand_and_a_sleeve_that_comes_in_there_is() -> None:
    shape, nothing = (120, 120), np.zeros(120 * 120, np.float32)
    die, sleeve = (np.zeros(shape, np.float32) for _ in range(2))
    die[60:66, :5] = 1
    sleeve[55:75, :40] = 1
    assert not detect_occluders(filled(die), nothing).any()
    assert detect_occluders(filled(sleeve), nothing)[60:70, 2:35].all()


def test_a_frame_in_which_a_part_has_changed_is_read_as_if_it_were_looked_at_afresh() -> None:
    chance = np.random.default_rng(2)
    empty = chance.integers(90, 160, (160, 160, 3)).astype(np.uint8)
    here = Background.of(empty)
    dark, bright = np.full((500, 3), 3.0, np.float32), np.full((500, 3), 5.4, np.float32)
    weight = np.ones(500, np.float32)
    model = learn_colour_model({"dark": (dark, weight), "bright": (bright, weight)})
    pose = BoardPose(np.eye(3), (160, 160), FoundBy.TRACKED)
    cache, other = (EvidenceCache(here, model) for _ in range(2))
    cache.update(empty, pose)
    later = empty.copy()
    later[40:60, 40:60] = 12
    partly, whole = cache.update(later, pose), other.update(later, pose)
    assert (partly.age, whole.age) == (1, 0)
    assert np.abs(partly.evidence.log_ratios - whole.evidence.log_ratios).mean() < 0.2
    assert np.array_equal(partly.evidence.foreground > 0.5, whole.evidence.foreground > 0.5)
    brighter = np.clip(later * 1.3, 0, 255).astype(np.uint8)
    assert cache.update(brighter, pose).age == 0, "another light: all is looked at"
