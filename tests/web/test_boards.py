"""The shelf of boards: kept, downloaded, uploaded elsewhere, refused with a sentence, printed, deleted."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.tables import Tables
from companion.boards.board_file import from_text, to_text
from companion.boards.tracing import traced
from companion.cli.main import main
from companion.games import registry
from companion.store.log import Log
from companion.web.app import create_app
from tests.support.abilene import ABILENE
from tests.support.sketches import sketch


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Tables(Log(":memory:"), registry())).test_client()


def sent(client: FlaskClient, content: bytes) -> tuple[int, str]:
    answer = client.post("/boards", data={"file": (io.BytesIO(content), "x.json")})
    return answer.status_code, answer.text


def lacking(answer: TestResponse) -> dict[str, str | None]:
    assert answer.json is not None
    return {fit["edition"]: fit["lacks"] for fit in answer.json["fits"]}


def test_a_traced_board_is_kept_and_its_file_can_be_taken_to_another_box(client: FlaskClient) -> None:
    answer = client.post("/api/boards", json=sketch())
    assert lacking(answer)["1993"] is None
    assert lacking(answer)["1983"] == "There is no ranch E."
    assert client.get("/api/boards").json == ["Our barn"]
    file = client.get("/boards/file?name=Our+barn")
    assert "Our-barn.board.json" in file.headers["Content-Disposition"]
    assert from_text(file.text) == traced(sketch())
    elsewhere = create_app(Tables(Log(":memory:"), registry())).test_client()
    assert sent(elsewhere, file.data)[0] == 303
    assert elsewhere.get("/boards/look?name=Our+barn&cell=A1&steps=2").status_code == 200


def test_what_a_board_lacks_for_a_game_is_said_and_it_is_kept_all_the_same(client: FlaskClient) -> None:
    half = sketch(cells=[cell for cell in sketch()["cells"] if cell["region"] != "A"])
    answer = client.post("/api/boards", json=half)
    assert "at least 3 ranches" in (lacking(answer)["1993"] or "")
    assert "at least 3 ranches" in client.get("/boards").text


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[1]", b'{"name": "x"}', b"\x00" * 100])
def test_a_file_that_is_no_board_is_refused_with_a_sentence(client: FlaskClient, content: bytes) -> None:
    status, text = sent(client, content)
    assert status == 422
    assert "board file" in text


def test_a_sketch_that_is_no_board_is_refused_with_a_sentence(client: FlaskClient) -> None:
    for body in ({}, {"name": "x"}, sketch(town="abc"), sketch(size="wide"), sketch(cells=3)):
        answer = client.post("/api/boards", json=body)
        assert answer.status_code == 422
        assert answer.json is not None
        assert answer.json["message"]


def test_a_board_that_the_box_does_not_keep_is_refused_and_a_deleted_one_is_gone(client: FlaskClient) -> None:
    client.post("/api/boards", json=sketch())
    assert client.post("/boards/forget", data={"name": "Our barn"}).status_code == 303
    for path in ("look", "file", "new"):
        assert client.get(f"/boards/{path}?name=Our+barn").status_code == 422


def test_a_figure_that_cannot_be_tried_out_gives_no_error_page_but_a_sentence(client: FlaskClient) -> None:
    client.post("/api/boards", json=sketch())
    for wish in ("cell=Z9", "cell=A1&steps=99", "cell=A1&figure=x", "cell=A1&figure=abilene/1993/dragon"):
        assert client.get(f"/boards/look?name=Our+barn&{wish}").status_code in (200, 422)


def test_a_board_of_the_size_that_is_allowed_fits_into_one_request() -> None:
    span = [(q, r) for q in range(-11, 11) for r in range(-11, 11)]
    cells = [{"q": q, "r": r, "region": "A", "flags": ["cow_start"]} for q, r in span if (q, r) != (0, 0)]
    board = traced(sketch(cells=cells, size=5.0, sheet=[900, 900], lattice="square"))
    assert len(json.dumps({"file": to_text(board)})) < 64 * 1024


def test_a_board_of_ones_own_is_printed_with_its_markers(tmp_path: Path) -> None:
    """Its true size and the camera's four corners, from its file alone."""
    board = traced(sketch())
    file = tmp_path / "barn.board.json"
    file.write_text(to_text(board))
    pdf = tmp_path / "barn.pdf"
    done = CliRunner().invoke(main, ["print", "board", "--board", str(file), "-o", str(pdf)])
    assert done.exit_code == 0, done.output
    assert pdf.read_bytes().startswith(b"%PDF")
    file.write_text("{}")
    refused = CliRunner().invoke(main, ["print", "board", "--board", str(file), "-o", str(pdf)])
    assert refused.exit_code == 1
    assert "board file" in refused.output


def test_the_print_page_offers_the_boards_of_the_box_and_prints_the_chosen_one(client: FlaskClient) -> None:
    client.post("/api/boards", json=sketch())
    assert "Our barn" in client.get("/print?board=Our+barn").text
    wish = "edition=abilene/1993&paper=a4&language=en"
    of_the_box, games = (client.get(f"/print/board.pdf?{wish}&board={name}") for name in ("Our+barn", ""))
    assert of_the_box.status_code == games.status_code == 200
    assert of_the_box.data != games.data
    assert client.get(f"/print/board.pdf?{wish}&board=nowhere").status_code == 422


def test_every_figure_of_every_edition_can_be_tried_out(client: FlaskClient) -> None:
    """On its own board, from a cell of every ranch, with a die of two."""
    for edition, game in ABILENE.items():
        board = game.layout()
        for figure in game.board.figures():
            for region in board.regions:
                cell = board.select(region)[0]
                assert game.try_move(board, figure, cell, 2), (edition, figure, cell)


def test_each_edition_plays_on_its_own_board() -> None:
    for game in ABILENE.values():
        game.board.check(game.layout())
