"""What camera and box say to each other survives the way there; nonsense is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.boards import camera_messages
from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Drawn, Orders, Report, Show, Stage
from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.abilene.common.board.reference_boards import reference_board

BOARD = reference_board("abilene-1993")
SEEN = Observation(ObservationStatus.OK, {"A6-0": "cow"}, ("B5-1",), doubts={"B5-1": ("cow", "empty")})
ORDERS = Orders(
    7,
    "ABCD",
    to_json(BOARD),
    SEEN,
    Ask.CORNERS,
    3,
    ((0.1, 0.2), (0.9, 0.2)),
    Show.DRAWN,
    {"cowboy:C": "D"},
    Drawn(SEEN, "A6-0"),
)
REPORT = Report(
    12.5,
    "/dev/video0",
    Stage.MISREAD,
    known=7,
    done=3,
    trouble=say("%(what)s: %(count)s", what=say("Board"), count=2),
    rate=6.9,
    size=(1280, 720),
    outline=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
    reading=SEEN,
    seen=SEEN,
    confidence={"A6-0": 0.99},
    wrong=("A6-0",),
    stickers=("K1",),
)


def test_orders_and_reports_survive_the_way() -> None:
    assert camera_messages.orders(json.loads(json.dumps(ORDERS.plain()))) == ORDERS
    assert camera_messages.report(json.loads(json.dumps(REPORT.plain()))) == REPORT
    assert camera_messages.orders(Orders().plain()) == Orders()


@pytest.mark.parametrize(
    "change",
    [
        {"stage": "asleep"},
        {"size": [1]},
        {"trouble": {"message": "%(who)s", "params": {}}},
        {"trouble": {"message": 5, "params": {}}},
        {"trouble": {"message": "x", "params": {"y": [1]}}},
        {"seen": {"status": "wonderful"}},
        {"outline": [1, 2]},
        {"confidence": [1]},
        {"done": None},
    ],
)
def test_a_report_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        camera_messages.report({**REPORT.plain(), **change})


def test_a_sentence_within_sentences_without_end_is_refused() -> None:
    endless: dict[str, Any] = {"message": "x", "params": {}}
    for _ in range(10):
        endless = {"message": "%(x)s", "params": {"x": endless}}
    with pytest.raises(BadRequest):
        camera_messages.report({**REPORT.plain(), "state": endless})


@pytest.mark.parametrize("missing", ["ask", "drawn", "board", "number"])
def test_orders_with_a_hole_are_refused(missing: str) -> None:
    with pytest.raises(BadRequest):
        camera_messages.orders({name: value for name, value in ORDERS.plain().items() if name != missing})
