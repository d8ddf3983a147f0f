"""Things that people keep by name (boards, lists of cards, shapes, photos): nobody replaces another
person's, and a link leads to each, with any name.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.photos.desk import PhotoDesk
from companion.app.tables import Tables
from companion.boards.board_file import to_text
from companion.boards.tracing import traced
from companion.core.table.commands import TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.store.log import Log
from companion.store.named import Shelf, boards, catalogues, presets
from companion.web.app import create_app
from tests.support.sketches import sketch

COW = "unexploded_cow"
ONE = "type,name,price,value,abilities,copies,text,points,amount\ncow,{},100,300,spy,2,,,\n"
OWNER, STRANGER = "192.168.1.70", "192.168.1.77"
Sends = Callable[["House", FlaskClient, str, int], TestResponse]
"""keeps the first or second version under a name"""


class House:
    """A box with a table of any game at which Ann sits, on the box itself."""

    def __init__(self) -> None:
        self.tables = Tables(Log(":memory:"), registry(), clock=lambda: 0.0)
        self.app: Flask = create_app(self.tables, photos=PhotoDesk(self.tables, None))  # type: ignore[arg-type]
        self.code = self.tables.open_table("any_game", "any", Level.BANK)
        self.tables.act(self.code, None, TakeSeat("Ann", {}))

    def at(self, address: str, seated: bool = False) -> FlaskClient:
        """Return a phone with this address; ``seated``: it acts for Ann."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        if seated:
            client.set_cookie(f"seat-{self.code}-s1", self.token())
        return client

    def token(self) -> str:
        return str(self.app.extensions["companion"].tokens.admit(self.code, "s1", 0.0))


def board_text(name: str, version: int) -> str:
    return to_text(traced(sketch(name=name, cells=sketch()["cells"][version:])))


def board_file(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    file = io.BytesIO(board_text(name, version).encode())
    return phone.post("/boards", data={"file": (file, "x.json")})


def board_traced(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    board = sketch(name=name, cells=sketch()["cells"][version:])
    return phone.post("/api/boards", json=board)


def card_file(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    file = io.BytesIO(ONE.format(f"Cow {version}").encode())
    return phone.post(f"/cards/{COW}", data={"file": (file, "x.csv"), "name": name})


def card_copy(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    if version == 0:
        return card_file(house, phone, name, version)
    return phone.post(f"/cards/{COW}/copy", data={"name": "", "to": name})


def card_typed(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    card = {"c-name": f"City {version}", "c-points": "1", "c-amount": "1"}
    return phone.post(f"/cards/{COW}/card", data={"name": name, "type": "city", "old": f"City {version}", **card})


def shape(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    return phone.post(f"/t/{house.code}/presets", data={"name": name})


def shape_by_script(house: House, phone: FlaskClient, name: str, version: int) -> TestResponse:
    return phone.post(f"/api/tables/{house.code}/presets", json={"name": name})


KEPT: Mapping[str, tuple[Sends, Callable[[Log], Shelf]]] = {
    "board file": (board_file, boards),
    "traced board": (board_traced, boards),
    "file of cards": (card_file, lambda log: catalogues(log, COW)),
    "copied cards": (card_copy, lambda log: catalogues(log, COW)),
    "typed card": (card_typed, lambda log: catalogues(log, COW)),
    "shape": (shape, lambda log: presets(log, "any_game")),
    "shape by a script": (shape_by_script, lambda log: presets(log, "any_game")),
}
SEATED_ONLY = ("shape", "shape by a script")
"""kept by players of a table alone"""


@pytest.mark.parametrize("what", KEPT)
def test_what_somebody_keeps_is_not_replaced_from_another_address(what: str) -> None:
    house = House()
    send, shelf = KEPT[what][0], KEPT[what][1](house.tables.log)
    assert send(house, house.at(OWNER, seated=what in SEATED_ONLY), "Friday", 0).status_code < 400
    before = shelf.text("Friday")
    assert send(house, house.at(STRANGER), "Friday", 1).status_code == 401
    assert shelf.text("Friday") == before
    assert shelf.names() == ("Friday",)
    assert send(house, house.at(OWNER, seated=what in SEATED_ONLY), "Friday", 1).status_code < 400, (
        "his own as often as he likes"
    )
    assert send(house, house.at(STRANGER, seated=True), "Friday", 0).status_code < 400, "a player of the house may"


@pytest.mark.parametrize("what", [what for what in KEPT if what not in SEATED_ONLY])
def test_replacing_does_not_use_up_what_an_address_may_keep_anew(what: str) -> None:
    house = House()
    send, _ = KEPT[what]
    owner = house.at(OWNER)
    assert [send(house, owner, f"list {number}", 0).status_code < 400 for number in range(10)] == [True] * 10
    assert send(house, owner, "list 10", 0).status_code == 429
    assert send(house, owner, "list 3", 1).status_code < 400


def test_a_script_with_the_token_of_a_seat_is_of_the_house() -> None:
    house = House()
    assert board_traced(house, house.at(OWNER), "Friday", 0).status_code == 200
    script = house.at(STRANGER)
    for token, status in (("nonsense", 401), (house.token(), 200)):
        headers = {"Authorization": f"Bearer {token}"}
        board = sketch(name="Friday", cells=sketch()["cells"][1:])
        assert script.post("/api/boards", json=board, headers=headers).status_code == status


@pytest.mark.parametrize(
    "form", [{"name": "Friday"}, {"name": "Friday", "forget": ""}, {"name": "Friday", "rename": "X"}]
)
def test_a_stranger_neither_renames_nor_forgets_a_shape(form: dict[str, str]) -> None:
    house = House()
    assert shape(house, house.at(OWNER, seated=True), "Friday", 0).status_code == 303
    assert house.at(STRANGER).post(f"/t/{house.code}/presets", data=form).status_code == 401
    assert presets(house.tables.log, "any_game").names() == ("Friday",)


# --- names in addresses ------------------------------------------------------------------------

NAMES = (
    "A#b",
    "A&b",
    "A%41",
    "=1+1",
    "a+b",
    "what?",
    "a/b",
    'say "so"',
    "Grüße, Zoë",
    "לוח",
    "a;b",
    "..",
    "a=b&name=c",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", ["board file", "file of cards", "typed card", "shape"])
def test_an_uploader_is_led_to_what_was_kept_whatever_its_name(what: str, name: str) -> None:
    house = House()
    phone, (send, shelf) = house.at(OWNER, seated=True), KEPT[what]
    answer = send(house, phone, name, 0)
    assert answer.status_code == 303
    assert shelf(house.tables.log).names() == (name,)
    page = phone.get(answer.headers["Location"])
    assert page.status_code == 200
    assert set(page.request.args.values()) - {"city"} == {name}
