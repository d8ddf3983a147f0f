"""An observation of a camera becomes a position, or a refusal."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.boards.observation import Observation, ObservationStatus
from companion.core.errors import BadRequest
from companion.core.table.commands import StartGame
from companion.core.table.table import Level
from companion.games.abilene.common.board.position import Position, setup
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import observation_of, observed_position
from companion.games.abilene.common.messages import MoveCow
from companion.games.abilene.edition_1993.messages import RollDice
from tests.bench import bench_explain
from tests.support.abilene import ABILENE
from tests.support.table import ANN, Night

BOARD = reference_board("abilene-1993")
COLOURS = {f"s{number}": letter for number, letter in enumerate("ABCDEF", 1)}
SEATS = {letter: seat for seat, letter in COLOURS.items()}
START = setup(BOARD, COLOURS)


def test_a_position_survives_the_way_to_the_camera_s_words_and_back() -> None:
    chance = random.Random(3)
    for _ in range(40):
        before, turn = bench_explain.crowd(BOARD, chance)
        position = bench_explain.played(BOARD, before, turn, chance)
        seen = Observation.parse(observation_of(position, COLOURS).plain())
        assert observed_position(seen, START, SEATS) == position


def test_a_hidden_cell_keeps_its_figure_and_an_empty_one_loses_it() -> None:
    cells = {
        cell: kind
        for cell, kind in observation_of(START, COLOURS).cells.items()
        if cell not in ("A6-0", "A4-1", "B6-0")
    }
    seen = Observation(ObservationStatus.OK, cells, ("A4-1", "A6-0", "A7-0"))
    position = observed_position(seen, START, SEATS)
    assert position == START.remove_cow("B6-0")


def test_a_hidden_area_keeps_its_figures() -> None:
    before = START.to_jail("s1", next(cell for cell, seat in START.cowboys.items() if seat == "s1"))
    seen = replace(observation_of(before, COLOURS), areas={}, unknown=("jail",))
    assert observed_position(seen, before, SEATS) == before


def test_figures_in_the_town_and_in_jail_are_counted_by_colour() -> None:
    seen = Observation(
        ObservationStatus.OK,
        areas={"town": ("cowboy:B", "cowboy:A", "cowboy:A"), "jail": ("cowboy:C",), "corral": ("cow", "cow")},
    )
    position = observed_position(seen, Position(dict(START.ranch_of)), SEATS)
    assert (position.town, position.jail, position.corral) == ({"s1": 2, "s2": 1}, {"s3": 1}, 2)


@pytest.mark.parametrize("kind", ["cowboy:Z", "cowboy", "horse", "cowboy:"])
def test_a_figure_that_is_not_in_the_game_is_refused(kind: str) -> None:
    with pytest.raises(BadRequest, match="in this game"):
        observed_position(Observation(ObservationStatus.OK, {"A6-0": kind}), START, SEATS)


NONSENSE: list[dict[str, Any]] = [
    {},
    {"status": "fine"},
    {"status": 3},
    {"status": None},
    {"status": []},
    {"status": "ok", "cells": ["A6-0"]},
    {"status": "ok", "cells": {"A6-0": 1}},
    {"status": "ok", "cells": {"": "cow"}},
    {"status": "ok", "cells": {"A6-0": "c" * 41}},
    {"status": "ok", "cells": {str(number): "cow" for number in range(1001)}},
    {"status": "ok", "unknown": "A6-0"},
    {"status": "ok", "unknown": ["A6-0", "A6-0"]},
    {"status": "ok", "cells": {"A6-0": "cow"}, "unknown": ["A6-0"]},
    {"status": "ok", "areas": {"town": None}},
    {"status": "ok", "areas": {"jail": [[]]}},
    {"status": "ok", "areas": {"corral": ["cow"] * 2001}},
]


@pytest.mark.parametrize("data", NONSENSE, ids=range(len(NONSENSE)))
def test_a_message_that_makes_no_sense_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - pydantic has many words for it
        Observation.parse(data)


def test_more_than_the_contract_asks_for_is_not_looked_at() -> None:
    assert Observation.parse({"status": "no-board", "file": "003.jpg", "confidence": 0.9}) == Observation(
        ObservationStatus.NO_BOARD
    )


def test_a_faultless_camera_sees_the_start_before_the_game_and_every_move_after() -> None:
    night = Night(start=False)
    before = ABILENE["1993"].expected_observation(night.table)
    night.act(ANN, StartGame(ANN))
    assert before == ABILENE["1993"].expected_observation(night.table)
    assert before
    assert before.cells["A6-0"] == "cow"
    assert before.cells["D4-1"] == "cowboy:C"  # the third at the table has the third colour, wherever his ranch is
    night.act(ANN, RollDice((2, 0), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    after = ABILENE["1993"].expected_observation(night.table)
    assert after
    assert "A6-0" not in after.cells
    assert after.cells["A7-0"] == "cow"


def test_a_camera_has_nothing_to_see_where_only_the_bank_is_kept() -> None:
    assert ABILENE["1993"].expected_observation(Night(level=Level.BANK).table) is None
    assert ABILENE["1993"].expected_observation(Night(level=Level.BANK, start=False).table) is None
