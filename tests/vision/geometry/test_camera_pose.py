"""The camera's place, and where the tops of tall figures appear."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.sheets import LAYOUT, Shot
from vision.geometry.camera_pose import CameraPose

POINTS = np.array([(0.0, 0.0), (200, 150), (-210, -180), (200, -170)])


def test_the_top_of_a_figure_appears_where_the_camera_sees_it() -> None:
    shot = Shot(place=(80, -60, 900))
    camera = replace(CameraPose.of(shot.board_pose(), LAYOUT), focal=shot.focal * shot.size[0])
    assert np.abs(camera.pixels(POINTS, 36.0) - shot.above(POINTS, 36)).max() < 1e-6
    assert np.abs(camera.pixels(POINTS, np.zeros(4)) - shot.board_pose().pixels(POINTS)).max() < 1e-6


@pytest.mark.parametrize("focal", [0.75, 1.4])
def test_the_focal_length_shows_when_the_camera_looks_at_an_angle(focal: float) -> None:
    shot = Shot(place=(300, 350, 800), aim=(0, 0), focal=focal)
    assert CameraPose.of(shot.board_pose(), LAYOUT).focal / shot.size[0] == pytest.approx(focal, rel=0.05)


def test_straight_from_above_the_usual_focal_length_is_taken() -> None:
    shot = Shot(place=(5, 5, 900), focal=1.5)
    assert CameraPose.of(shot.board_pose(), LAYOUT).focal / shot.size[0] == pytest.approx(1.1, rel=0.02)


@pytest.mark.parametrize("distortion", [0.0, -0.1, 0.05])
def test_millimetres_undo_pixels_through_any_lens(distortion: float) -> None:
    board_pose = Shot(distortion=distortion).board_pose()
    assert np.allclose(board_pose.millimetres(board_pose.pixels(POINTS)), POINTS, atol=1e-6)
