"""A shape of house rules is kept, renamed, given away as a code or a file, brought to another box, and forgotten."""

from __future__ import annotations

import base64
import io
import json
import zlib

import pytest
from flask.testing import FlaskClient

from companion.core.errors import BadRequest
from companion.core.table.commands import SetRules
from companion.web.app import create_app
from companion.web.view.shapes import BEGIN, MAX_TEXT_LENGTH, RuleShape, code_of, shape_of
from tests.support.any_evening import ANN, CODE, AnyEvening

FRIDAY = RuleShape("any_game", "Friday ♠", {"start": 700, "pots": "Stakes", "dice": 2, "open_cash": False})


def packed(text: bytes) -> str:
    return BEGIN + base64.b32encode(zlib.compress(text)).decode().rstrip("=")


def test_a_code_gives_the_same_shape_however_it_was_sent() -> None:
    code = code_of(FRIDAY)
    assert code.isalnum()
    assert len(code) < 250
    assert shape_of(code) == FRIDAY
    assert shape_of(f"\n {code.lower()[:30]} \r\n{code[30:]}") == FRIDAY


@pytest.mark.parametrize(
    "code",
    [
        *("", "SHAPE1", "SHAPE1AAAA", "SHAPE1!!", "hello", "SHAPE1" + "A" * 5_000, code_of(FRIDAY)[:-9]),
        *(
            packed(b"[]"),
            packed(b"{}"),
            packed(b"\xff"),
            packed(b"[" * 15_000),
            packed(b'["any_game", "x", {"dice": 1.5}]'),
        ),
        packed(json.dumps(["any_game", "x" * MAX_TEXT_LENGTH, {}]).encode()),
    ],
)
def test_what_is_no_code_is_refused_in_a_sentence(code: str) -> None:
    with pytest.raises(BadRequest, match="not the code of a shape"):
        shape_of(code)


def seated(evening: AnyEvening) -> FlaskClient:
    app = create_app(evening.tables)
    client = app.test_client()
    client.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    return client


def kept(client: FlaskClient) -> dict[str, str]:
    """Return the names of the shapes of one's own, with their codes."""
    found = client.get(f"/api/tables/{CODE}/seats/{ANN}").get_json()["presets"]
    return {each["stored_name"]: each["code"] for each in found if each["stored_name"]}


def test_a_shape_goes_from_one_box_to_another_is_renamed_there_and_forgotten() -> None:
    evening = AnyEvening(started=False)
    evening.act(ANN, SetRules({"start": 700, "pots": "Stakes", "evening": "Friday"}))
    ann = seated(evening)
    assert ann.post(f"/t/{CODE}/presets", data={"name": "Friday"}).status_code == 303
    code = kept(ann)["Friday"]
    card = ann.get(f"/t/{CODE}/shape?name=Friday").text
    assert "Friday" in card
    assert code in card
    assert "data:image/svg+xml;base64," in card
    assert "Starting money" in card
    assert "Quick amounts" not in card, "what is as usual is not told"
    assert ann.get(f"/t/{CODE}/shape.txt?name=Friday").text.strip() == code
    assert ann.get(f"/t/{CODE}/shape?name=nothing").status_code == 422

    other = AnyEvening(started=False)
    ben = seated(other)
    brought = {"bring": "1", "file": (io.BytesIO(code.encode()), "shape.txt")}
    assert ben.post(f"/t/{CODE}/presets", data=brought).status_code == 303
    assert kept(ben) == {"Friday": code}
    assert ben.post(f"/t/{CODE}/presets", data={"name": "Friday", "rename": "Saturday"}).status_code == 303
    assert list(kept(ben)) == ["Saturday"]
    assert shape_of(kept(ben)["Saturday"]).values == {"start": 700, "pots": "Stakes", "turns": False}
    assert ben.post(f"/api/tables/{CODE}/presets", json={"code": code}).status_code == 200
    taken = ben.post(f"/api/tables/{CODE}/presets", json={"name": "Friday", "rename": "Saturday"})
    assert (taken.status_code, "already" in taken.get_json()["message"]) == (422, True)
    assert ben.post(f"/t/{CODE}/presets", data={"name": "Saturday", "forget": "1"}).status_code == 303
    assert list(kept(ben)) == ["Friday"]


def test_a_shape_of_another_game_and_a_stranger_are_refused() -> None:
    evening = AnyEvening(started=False)
    ann = seated(evening)
    foreign = code_of(RuleShape("unexploded_cow", "Ours", {"allow_two": True}))
    assert "another game" in ann.post(f"/api/tables/{CODE}/presets", json={"code": foreign}).get_json()["message"]
    assert ann.post(f"/t/{CODE}/presets", data={"bring": "1", "code": " "}).status_code == 422
    stranger = create_app(evening.tables).test_client()
    for way in ("shape", "shape.txt"):
        assert stranger.get(f"/t/{CODE}/{way}").status_code in (401, 403)


def test_what_another_version_cannot_choose_is_left_out() -> None:
    ann = seated(AnyEvening(started=False))
    code = code_of(RuleShape("any_game", "Odd", {"start": 700, "wings": 3, "dice": 99, "seats": "many"}))
    assert ann.post(f"/api/tables/{CODE}/presets", json={"code": code}).status_code == 200
    assert shape_of(kept(ann)["Odd"]).values == {"start": 700}
