"""Steers with colours of their own (Abilene 1983) are read from drawn pictures."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.observation import Observation, ObservationStatus
from companion.games.abilene.common.board.reference_boards import reference_board
from tests.support.abilene import ABILENE
from tests.vision.drawing import renderer
from tests.vision.drawing.view import View
from vision.geometry.board_pose import Picture
from vision.inference.recogniser import Recogniser

LAYOUT = reference_board("abilene-hexagames")
START = ABILENE["1983"].initial_observation("ABC") or Observation(ObservationStatus.UNCLEAR)
RULES = ABILENE["1983"].camera.figures
STAGE = renderer.renderer_for(LAYOUT, View((60.0, 200.0, 850.0), (0.0, 0.0), 1000.0, (1280, 720), roll=4.0))


def seen(observation: Observation) -> Picture:
    return renderer.draw(renderer.Scene(LAYOUT, observation), STAGE)


def test_steers_keep_their_colours_wherever_they_go() -> None:
    reader = Recogniser.learn(LAYOUT, START, seen(Observation(ObservationStatus.OK)), seen(START), rules=RULES)
    assert reader.read(seen(START)).observation.cells == START.cells
    cells = dict(START.cells)
    steers = {kind: next(cell for cell, what in cells.items() if what == kind) for kind in ("cow:A", "cow:B", "cow:C")}
    free = [cell.id for cell in LAYOUT.cells if cell.id not in cells]
    for at, (kind, cell) in enumerate(steers.items()):
        del cells[cell]
        cells[free[7 * at]] = kind
    assert reader.read(seen(replace(START, cells=cells))).observation.cells == cells
