"""A message between camera and box survives the way there; nonsense is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.boards.board_file import to_json
from companion.boards.camera_messages import Ask, Drawn, Orders, Report, Show, Stage
from companion.boards.figure_rules import FigureRules
from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.abilene.common.board.reference_boards import reference_board

BOARD = reference_board("abilene-1993")
SEEN = Observation(
    ObservationStatus.OK,
    {"A6-0": "cow"},
    ("B5-1",),
    {"yard": ("cow", "cow")},
    {"B5-1": ("cow", "empty")},
    {"A6-0": ("dog",)},
)
FIGURES = FigureRules(
    {"yard": ("cow",)},
    "yard",
    "cow",
    {"cow": "cow_start"},
    {"yard": "gate"},
    {"cow": "cattle"},
    ("cow",),
    counted=True,
)
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
    rules=FIGURES,
)
REPORT = Report(
    12.5,
    "/dev/video0",
    Stage.MISMATCH,
    known=7,
    done=3,
    trouble=say("%(what)s: %(count)s", what=say("Board"), count=2),
    rate=6.9,
    size=(1280, 720),
    outline=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
    reading=SEEN,
    observation=SEEN,
    confidence={"A6-0": 0.99},
    wrong=("A6-0",),
    stickers=("K1",),
)


def test_orders_and_reports_survive_the_way() -> None:
    assert Orders.understood(json.loads(json.dumps(ORDERS.plain()))) == ORDERS
    assert Report.understood(json.loads(json.dumps(REPORT.plain()))) == REPORT
    assert Orders.understood(Orders().plain()) == Orders()


def test_the_wire_keeps_its_names_whatever_the_code_calls_the_values() -> None:
    plain = REPORT.plain()
    assert (plain["stage"], plain["seen"]) == ("misread", SEEN.plain())
    assert "observation" not in plain


def test_an_area_without_figures_is_the_same_as_none_and_the_order_of_figures_says_nothing() -> None:
    bare = Observation(ObservationStatus.OK)
    assert Observation(ObservationStatus.OK, areas={"yard": ()}) == bare
    two = bare.with_area("yard", ("pawn", "king"))
    assert two == bare.with_area("yard", ("king", "pawn"))
    assert (two.in_area("yard"), two.in_area("gate")) == (("king", "pawn"), ())
    assert two.with_area("yard", ()) == bare


def test_a_line_names_every_area_of_the_board_with_figures_or_without() -> None:
    line = Observation(ObservationStatus.OK, areas={"yard": ("pawn",)}).line(("gate", "yard"))
    assert (line["gate"], line["yard"]) == ([], ["pawn"])
    assert [*line] == ["status", "cells", "unknown", "gate", "yard", "doubts"]


def test_what_was_not_read_for_sure_may_be_something_else_on_few_cells_before_many() -> None:
    weak = Observation(
        ObservationStatus.OK, {"A": "cow", "B": "cow"}, alternatives={"A": ("dog", "empty"), "C": ("cow",)}
    )
    assert [variant.cells for variant in weak.variants()] == [
        {"A": "dog", "B": "cow"},
        {"B": "cow"},
        {"A": "cow", "B": "cow", "C": "cow"},
        {"A": "dog", "B": "cow", "C": "cow"},
        {"B": "cow", "C": "cow"},
    ]
    assert [{*variant.alternatives} for variant in weak.variants()] == [{"C"}, {"C"}, {"A"}, set(), set()]
    assert not [*Observation(ObservationStatus.OK, {"A": "cow"}).variants()]
    assert replace(weak, unknown=("C",)).alternatives == {"A": ("dog", "empty")}, "of what was not read nothing is said"


def test_where_a_game_says_nothing_any_figure_may_stand() -> None:
    assert FIGURES.may_stand("cow", "yard")
    assert not FIGURES.may_stand("dog", "yard")
    assert FIGURES.may_stand("dog", "gate")
    assert FigureRules().may_stand("dog", "yard")


@pytest.mark.parametrize(
    "change",
    [
        {"stage": "asleep"},
        {"size": [1]},
        {"trouble": {"message": "%(who)s", "params": {}}},
        {"trouble": {"message": 5, "params": {}}},
        {"trouble": {"message": "x", "params": {"y": [1]}}},
        {"seen": {"status": "wonderful"}},
        {"seen": {**SEEN.plain(), "alternatives": ["B5-1"]}},
        {"seen": {**SEEN.plain(), "doubts": {"A6-0": ["cow"]}}},
        {"outline": [1, 2]},
        {"confidence": [1]},
        {"done": None},
    ],
)
def test_a_report_that_makes_no_sense_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        Report.understood({**REPORT.plain(), **change})


def test_a_sentence_within_sentences_without_end_is_refused() -> None:
    endless: dict[str, Any] = {"message": "x", "params": {}}
    for _ in range(10):
        endless = {"message": "%(x)s", "params": {"x": endless}}
    with pytest.raises(BadRequest):
        Report.understood({**REPORT.plain(), "state": endless})
