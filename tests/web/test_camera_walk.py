"""A camera frame goes from the POST of its report to the judged proposal without building a page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import companion
from companion.app.camera.judgement import camera_view
from companion.boards.camera_messages import Report, Stage
from companion.core.ui.page import CameraState
from companion.games.abilene.common.board.movement import DEFAULTS, destinations
from tests.support.camera_house import KEY, House
from tests.support.prairie import LAYOUT, PrairieNight
from tests.support.table import ANN, CODE, AnyNight, Night

PACKAGE = Path(companion.__file__).parent


def modules_passed(act: Callable[[], Any]) -> set[str]:
    """Return the modules of the package in which a function is called meanwhile."""
    found: set[str] = set()

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found.add(frame.f_code.co_filename)

    sys.setprofile(called)
    try:
        act()
    finally:
        sys.setprofile(None)
    return {str(Path(name).relative_to(PACKAGE)) for name in found if Path(name).is_relative_to(PACKAGE)}


def in_1993() -> tuple[AnyNight[Any], str, str]:
    """Return a game in which Ann has rolled; one of her cows may go one step."""
    night = Night()
    night.roll((2, 1), (1, 1, 2))
    return night, "A6-0", "A7-1"


def in_1983() -> tuple[AnyNight[Any], str, str]:
    """Return a table at which one of Ann's steers may go one step."""
    night = PrairieNight()
    frm, to = next(
        (frm, to)
        for frm in night.board.herd(LAYOUT, ANN)
        for to in destinations(LAYOUT, night.board, frm, 1, ANN, DEFAULTS, night.table.rules.facts)
        if night.board.free(to) and to in LAYOUT.by_id
    )
    return night, frm, to


def house_with_a_move_to_report(edition: Callable[[], tuple[AnyNight[Any], str, str]]) -> tuple[House, Report]:
    """Return a camera watches; the next report shows that a figure has moved."""
    night, frm, to = edition()
    house = House(night=night)
    house.press("serve")
    believed = house.tell().expected
    assert believed
    house.tell(stage=Stage.WATCHING, reading=believed, observation=believed)
    cells = {cell: kind for cell, kind in believed.cells.items() if cell != frm} | {to: believed.cells[frm]}
    moved = replace(believed, cells=cells)
    return house, replace(house.last, reading=moved, observation=moved)


def reported(house: House, report: Report) -> None:
    answer = house.client.post("/camera/report", json=report.plain(), headers={"X-Camera-Key": KEY})
    assert answer.status_code == 200


@pytest.mark.parametrize("edition", [in_1993, in_1983])
def test_a_frame_with_a_legal_move_builds_no_page(edition: Callable[[], tuple[AnyNight[Any], str, str]]) -> None:
    house, report = house_with_a_move_to_report(edition)
    passed = modules_passed(lambda: reported(house, report))
    view = camera_view(house.night.tables, house.night.tables.live(CODE), ANN)
    assert view
    assert view.state is CameraState.LEGAL
    assert not {name for name in passed if "screens" in name or name.startswith("core/ui")}


def test_modules_are_counted_where_they_are_called() -> None:
    house = House()
    assert "app/loaded_tables.py" in modules_passed(lambda: house.night.tables.table(CODE))
    assert modules_passed(lambda: None) == set()
