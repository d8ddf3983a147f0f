"""A standing camera that has never seen the board empty, and looks at it from far aside, as a phone may."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.boards.observation import Observation
from companion.cli.camera.scene_board import board_of
from tests.vision.drawing.renderer import Scene, draw, renderer_for
from tests.vision.drawing.view import View
from vision.geometry.board_pose import Picture
from vision.geometry.camera_pose import PHONE, CameraPose
from vision.inference.empty_board import composed
from vision.inference.recogniser import Recogniser
from vision.localisation.board_detection import find_board

LAYOUT, START, GAME = board_of("abilene-1993", tuple("ABDE"))
STEEP = View((0.0, 580.0, 690.0), (0.0, 0.0), 950.0, (1280, 720))
"""40 degrees off the vertical"""


def seen(figures: Observation, view: View = STEEP) -> Picture:
    drawn = draw(Scene(LAYOUT, figures), renderer_for(LAYOUT, view))
    noise = np.random.default_rng(7).normal(0, 2, drawn.shape[:2])[:, :, None]
    return np.asarray(np.clip(drawn + noise, 0, 255), np.uint8)


def moved(figures: Observation, frm: str, to: str) -> Observation:
    cells = {cell: kind for cell, kind in figures.cells.items() if cell != frm}
    return replace(figures, cells=dict(sorted({**cells, to: figures.cells[frm]}.items())))


def test_one_picture_of_the_start_is_enough_from_40_degrees_aside() -> None:
    reader = Recogniser.learn(LAYOUT, START, None, seen(START), rules=GAME.figures, lens=PHONE)
    assert reader.mismatches == ()
    believed = START
    for frm, to in (("A6-0", "A7-0"), ("A7-0", "B7-0"), ("B4-1", "C5-0"), ("A4-1", "F3-0")):
        believed = moved(believed, frm, to)
        read = reader.read(seen(believed)).observation
        assert (read.cells, read.unknown) == (believed.cells, ())
        reader.confirm(believed)


def test_a_figure_that_is_missing_at_the_start_is_named() -> None:
    there = replace(START, cells={cell: kind for cell, kind in START.cells.items() if cell != "A6-0"})
    reader = Recogniser.learn(LAYOUT, START, None, seen(there), rules=GAME.figures, lens=PHONE)
    assert "A6-0" in reader.mismatches


@pytest.mark.parametrize("view", [STEEP, View((0.0, 60.0, 900.0), (0.0, 0.0), 950.0, (1280, 720))])
def test_what_is_composed_looks_like_the_empty_board_where_figures_stood(view: View) -> None:
    first, bare = seen(START, view), seen(replace(START, cells={}, areas={}), view)
    empty, guessed = composed(first, find_board(first, LAYOUT), LAYOUT, START)
    under = guessed > 0
    assert 0.02 < under.mean() < 0.5
    assert np.abs(empty[~under].astype(int) - first[~under]).max() == 0
    blurred = [cv2.GaussianBlur(each, (0, 0), 4).astype(int) for each in (empty, first, bare)]
    off, before = (np.abs(each - blurred[2])[under].mean() for each in blurred[:2])
    assert off < 0.6 * before


def test_how_far_and_how_slanted_the_camera_hangs_is_known() -> None:
    camera = CameraPose.of(find_board(seen(START), LAYOUT), LAYOUT, PHONE)
    assert camera.tilt == pytest.approx(40, abs=3)
    assert camera.height == pytest.approx(690, rel=0.1)
