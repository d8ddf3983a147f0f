"""Boards of one's own: what a sketch becomes, what is refused and in which words, and how a table plays on one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.app.check import problems
from companion.app.tables import Tables
from companion.boards.board_file import from_text, to_text
from companion.boards.layout import Lattice
from companion.boards.lookups import board_of
from companion.boards.tracing import CLEAR, INSET, traced
from companion.core.errors import BadRequest, NotNow
from companion.core.table.commands import ChooseBoard, StartGame, TakeSeat
from companion.core.table.events import BoardChosen
from companion.core.table.table import Level
from companion.games import registry
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.messages import EndStep, MoveCow, Step
from companion.games.abilene.common.pieces import TOWN, Mark
from companion.store.log import Log
from companion.store.named import boards
from tests.support.abilene import ABILENE
from tests.support.sketches import sketch
from tests.support.table import ANN, BOB, CID, CODE, Night

RING = reference_board("abilene-1993")


def refused(**changes: Any) -> str:
    def try_it() -> None:
        ABILENE["1993"].board.check(traced(sketch(**changes)))

    with pytest.raises(BadRequest) as caught:
        try_it()
    return str(caught.value.text)


@pytest.mark.parametrize("lattice", ["hex", "square_diagonal"])
def test_a_traced_board_is_a_board_file_like_any_other(lattice: str) -> None:
    layout = traced(sketch(lattice))
    assert from_text(to_text(layout)) == layout
    assert layout.centre(TOWN) == (3.5, -2.0)
    assert len({node for _, node in layout.neighbours[TOWN]}) == len(Lattice(lattice).steps)
    ABILENE["1993"].board.check(layout)


def test_a_board_file_of_before_there_was_an_origin_still_reads() -> None:
    data = json.loads(to_text(RING))
    del data["origin"]
    assert from_text(json.dumps(data)) == RING


def test_the_outer_edge_is_found_where_nobody_painted_it() -> None:
    layout = traced(sketch())
    edge = set(layout.select(flag=Mark.OUTER_EDGE))
    assert edge == {cell.id for cell in layout.cells if max(abs(cell.q), abs(cell.r), abs(cell.q + cell.r)) == 4}


def test_the_markers_stand_in_the_corners_and_the_sheet_grows_where_cells_are_in_their_way() -> None:
    roomy = traced(sketch())
    assert roomy.sheet == (420, 400)
    assert (roomy.markers[0].x, roomy.markers[0].y) == (-210 + INSET, -200 + INSET)
    tight = traced(sketch(areas=[{"name": "jail", "x": 190, "y": 180, "width": 40, "height": 40}]))
    assert tight.sheet == (420 + 2 * CLEAR, 400 + 2 * CLEAR)


def without(flag: str, count: int) -> list[dict[str, Any]]:
    cells = sketch()["cells"]
    for cell in [cell for cell in cells if flag in cell["flags"] and cell["region"] == "A"][:count]:
        cell["flags"] = []
    return cells  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cells": []}, "There are no spaces yet"),
        ({"town": []}, "needs a town"),
        ({"town": [[40, 40]]}, "town is outside the board"),
        ({"name": " "}, "needs a name"),
        ({"name": "x" * 41}, "needs a name"),
        ({"size": 1.0}, "too small"),
        ({"size": float("nan")}, "not a sensible number"),
        ({"size": 100.0}, "is outside the board"),
        ({"lattice": "circles"}, "not a board file"),
        ({"cells": [{"q": 1}]}, "there is no “cells.0.r” in it"),
        ({"cells": sketch()["cells"] + sketch()["cells"][:1]}, "same name or place"),
        ({"cells": [cell for cell in sketch()["cells"] if cell["region"] != "A"]}, "at least 3 ranches"),
        ({"cells": without("cow_start", 2)}, "cows on ranch A: 7 instead of 9"),
        ({"cells": without("cowboy_start", 1)}, "cowboys on ranch A: 4 instead of 5"),
        ({"cells": [{**cell, "region": "Z"} for cell in sketch()["cells"]]}, "no ranch Z"),
        ({"cells": [*sketch()["cells"], {"q": 6, "r": -6, "region": "A", "flags": []}]}, "No way leads"),
    ],
)
def test_a_bad_board_is_refused_with_a_sentence(changes: dict[str, Any], words: str) -> None:
    assert words in refused(**changes)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"name": 1}', "null", '"x"', "[" * 5000])
def test_what_is_no_board_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadRequest):
        from_text(text)


def three(**more: Any) -> Night:
    """Return a game with Ann, Bob and Cid in the lobby on ranches A, C and E."""
    return Night(3, start=False, **more)


def test_a_table_plays_on_a_board_of_its_own_and_replays_it_from_the_log_alone() -> None:
    night = three(cowboy_dice_mandatory=False)
    boards(night.log).keep("Our barn", to_text(traced(sketch())), 0.0)
    night.act(ANN, ChooseBoard("Our barn"))
    boards(night.log).forget("Our barn")
    night.act(ANN, StartGame(ANN))
    layout = board_of(ABILENE["1993"], night.table)
    assert layout == traced(sketch())
    assert len(night.board.cows) == 27
    night.roll(cow=(1, 0))
    cow, to = next(
        (cow, to)
        for cow in night.board.cows
        if layout.by_id[cow].region == "A"
        for _, to in layout.neighbours[cow]
        if to != TOWN and night.board.free(to) and layout.by_id[to].region == "A"
    )
    night.act(ANN, MoveCow(cow, to, 0), EndStep(Step.CATTLE))
    before = night.table
    assert night.restarted().table == before
    assert problems(night.log, registry()) == []
    assert "You play on the board Our barn" in night.report()


def test_back_to_the_games_own_board() -> None:
    night = three()
    night.act(ANN, ChooseBoard(file=to_text(traced(sketch()))), ChooseBoard())
    assert board_of(ABILENE["1993"], night.table) == RING
    assert [event.name for event in night.events(BoardChosen)] == ["Our barn", ""]


def test_a_board_is_chosen_before_the_start_and_only_one_that_will_do() -> None:
    night = three()
    lacking = replace(traced(sketch()), cells=traced(sketch(cells=without("cow_start", 1))).cells)
    night.refused(ANN, ChooseBoard(file=to_text(lacking)), BadRequest)
    night.refused(ANN, ChooseBoard("nowhere"), BadRequest)
    night.refused(ANN, ChooseBoard(file="{}"), BadRequest)
    night.act(ANN, StartGame(ANN))
    night.refused(ANN, ChooseBoard(), NotNow)


def test_a_board_without_a_ranch_for_everybody_is_refused_with_a_sentence() -> None:
    night = Night(4, start=False)
    refusal = night.refused(ANN, ChooseBoard(file=to_text(traced(sketch()))), BadRequest)
    assert "The board has 3 ranches" in str(refusal.text)


def test_on_a_board_of_three_ranches_every_ranch_goes_with_every_other() -> None:
    night = three(level=Level.BANK)
    night.act(ANN, ChooseBoard(file=to_text(traced(sketch()))))
    ranches = [field for field in ABILENE["1993"].seat_fields(night.table, BOB) if field.name == "ranch"]
    assert [option.value for option in ranches[0].options] == ["", "C"], "the box chooses, or he does"
    night.act(ANN, StartGame(CID))
    assert night.table.code == CODE


def test_both_reference_boards_pass_their_own_examination() -> None:
    ABILENE["1993"].board.check(RING)
    with pytest.raises(BadRequest):
        ABILENE["1993"].board.check(reference_board("abilene-hexagames"))


def test_the_town_is_no_name_for_a_cell() -> None:
    data = json.loads(to_text(RING))
    data["cells"][0]["id"] = TOWN
    with pytest.raises(BadRequest):
        from_text(json.dumps(data))


def test_the_edition_of_1983_plays_on_a_board_of_its_own_too() -> None:
    tables = Tables(Log(":memory:"), registry())
    code = tables.open_table("abilene", "1983", Level.BOARD)
    for name in ("Ann", "Bob", "Cid"):
        tables.act(code, None, TakeSeat(name, {}))
    board = traced(sketch(letters="ABC", cowboys=3))
    tables.act(code, ANN, ChooseBoard(file=to_text(board)))
    tables.act(code, ANN, StartGame(ANN))
    table = tables.table(code)
    assert board_of(ABILENE["1983"], table) == board
    assert len(table.play.position.cows) == 27
    page = ABILENE["1983"].page(table, ANN)
    assert page.board is not None
    assert page.board.layout == "Our barn"
    assert problems(tables.log, tables.games) == []
