"""The board is followed from picture to picture."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.sheets import LAYOUT, Shot, off, photograph, sheet
from vision.locate import find_board
from vision.track import Tracker


def test_nothing_moved_gives_the_same_placement() -> None:
    first = photograph(sheet(), Shot())
    tracker = Tracker(LAYOUT, find_board(first, LAYOUT), first)
    before = tracker.follow(first)
    assert tracker.follow(photograph(sheet(), Shot(seed=2))) is before
    assert before.moved == 0


def test_a_bump_is_found_at_once() -> None:
    first = photograph(sheet(), Shot())
    tracker = Tracker(LAYOUT, find_board(first, LAYOUT), first)
    bumped = replace(Shot(), place=(40.0, -20.0, 1005.0), aim=(30.0, 0.0), roll=6.0)
    found = tracker.follow(photograph(sheet(), bumped))
    assert off(found, bumped.placement()) < 0.5
    assert found.moved > 10
    assert tracker.follow(photograph(sheet(), bumped)).moved == 0
