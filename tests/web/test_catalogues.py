"""Cards of one's own on a phone: typed, changed, copied, taken home as a file, played with."""

from __future__ import annotations

import io
import random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.tables import Tables
from companion.games import registry
from companion.store.log import Log
from companion.store.named import catalogues
from companion.web.app import create_app
from tests.support.phones import Offers, SeatedPhone, as_read

GAME = "unexploded_cow"
FILE = "type,name,price,value,abilities,copies,text,points,amount\ncow,Plain,100,300,spy,2,,,\ncity,Alby,,,,,,3,200\n"


@pytest.fixture
def app() -> Flask:
    return create_app(Tables(Log(":memory:"), registry(), clock=lambda: 0.0, chance=random.Random(1)))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a client on the box itself, which belongs to the house."""
    return app.test_client()


def stranger(app: Flask) -> FlaskClient:
    """Return a phone in the network that sits nowhere."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    return client


def sent(client: FlaskClient, file: bytes | str = FILE, name: str = "ours") -> int:
    content = file.encode() if isinstance(file, str) else file
    data = {"file": (io.BytesIO(content), "cards.csv"), "name": name}
    return client.post(f"/cards/{GAME}", data=data, content_type="multipart/form-data").status_code


def test_a_stranger_keeps_a_few_lists_changes_and_deletes_his_own_and_nobody_elses(
    app: Flask, client: FlaskClient
) -> None:
    assert sent(client, name="of the house") == 303
    other = stranger(app)
    codes = [sent(other, name=f"list {number}") for number in range(12)]
    assert codes == [303] * 10 + [429] * 2, "the shelf was full after a hundred"
    assert sent(other, name="list 3") == 303, "changed, as often as he likes"
    assert sent(other, name="of the house") == 401
    assert other.post(f"/cards/{GAME}/forget", data={"name": "of the house"}).status_code == 401
    assert other.post(f"/cards/{GAME}/forget", data={"name": "list 3"}).status_code == 303
    third = stranger(app)
    third.environ_base["REMOTE_ADDR"] = "192.168.1.78"
    assert third.post(f"/cards/{GAME}/forget", data={"name": "list 4"}).status_code == 401
    assert sent(third, name="a third's") == 303
    names = catalogues(app.extensions["companion"].tables.log, GAME).names()
    assert {"of the house", "list 4", "a third's"} <= {*names}
    assert "list 3" not in names


def kept(app: Flask, name: str = "ours") -> str:
    return catalogues(app.extensions["companion"].tables.log, GAME).text(name)


def card(client: FlaskClient, **form: str | list[str]) -> int:
    return client.post(f"/cards/{GAME}/card", data={"name": "ours", **form}).status_code


def test_a_file_is_kept_and_comes_back_as_it_was(app: Flask, client: FlaskClient) -> None:
    assert sent(client) == 303
    assert client.get(f"/cards/{GAME}/file?name=ours").text == kept(app) == FILE
    assert "ours" in client.get("/cards").text
    assert "Plain" in client.get(f"/cards/{GAME}?name=ours").text


def test_the_cards_of_the_game_can_be_looked_at_taken_home_and_copied(app: Flask, client: FlaskClient) -> None:
    assert "General Bluster" in client.get(f"/cards/{GAME}").text
    file = client.get(f"/cards/{GAME}/file").text
    assert client.post(f"/cards/{GAME}/copy", data={"name": "", "to": "mine"}).status_code == 303
    assert kept(app, "mine") == file


def test_a_list_is_typed_card_by_card(app: Flask, client: FlaskClient) -> None:
    assert client.get(f"/cards/{GAME}?name=ours").status_code == 200
    first = {"type": "cow", "c-name": "Plain", "c-price": "100", "c-value": "-300", "c-copies": "2"}
    assert card(client, **first, **{"c-abilities": ["spy", "bomber"]}) == 303
    assert card(client, type="city", **{"c-name": "Alby", "c-points": "3", "c-amount": "0"}) == 303
    assert kept(app).splitlines()[1:] == ["cow,Plain,100,-300,spy bomber,2,,,", "city,Alby,,,,,,3,0"]
    changed = {"type": "cow", "old": "Plain", "c-name": "Fancy", "c-price": "200", "c-value": "5", "c-copies": "1"}
    assert 'value="Plain"' in client.get(f"/cards/{GAME}?name=ours&type=cow&card=Plain").text
    assert card(client, **changed) == 303
    assert kept(app).splitlines()[1] == "cow,Fancy,200,5,,1,,,"
    assert client.post(f"/cards/{GAME}/remove", data={"name": "ours", "type": "cow", "old": "Fancy"}).status_code == 303
    assert kept(app).splitlines()[1:] == ["city,Alby,,,,,,3,0"]


@pytest.mark.parametrize(
    ("file", "name", "status"),
    [
        (b"\xff\xfe\x00", "ours", 422),
        ("type,name\n", "ours", 422),
        ("type,name,value\ncow,<script>,1\n", "ours", 422),
        ("x" * 50_000, "ours", 422),
        (b"x" * 10_000_000, "ours", 413),
        (FILE, "<b>", 422),
        (FILE, "x" * 41, 422),
    ],
    ids=["no text", "no cards", "markup", "too long", "ten megabytes", "markup in its name", "a long name"],
)
def test_what_is_no_catalogue_is_refused_with_a_sentence(
    app: Flask, client: FlaskClient, file: bytes | str, name: str, status: int
) -> None:
    assert sent(client, file, name) == status
    assert catalogues(app.extensions["companion"].tables.log, GAME).names() == ()


@pytest.mark.parametrize("typed", [{"c-price": "-1"}, {"c-name": ""}, {"c-value": "many"}, {"type": "boat"}])
def test_a_card_that_makes_no_sense_changes_nothing(app: Flask, client: FlaskClient, typed: dict[str, str]) -> None:
    sent(client)
    good = {"type": "cow", "c-name": "Good", "c-price": "1", "c-value": "1", "c-copies": "1"}
    assert card(client, **{**good, **typed}) == 422
    assert kept(app) == FILE


def test_a_card_that_is_refused_stays_in_its_form_with_the_reason(client: FlaskClient) -> None:
    """It need not be typed anew; and it still replaces the same card."""
    sent(client)
    typed = {"type": "cow", "old": "Plain", "c-name": "Fancy", "c-price": "-7", "c-value": "55", "c-copies": "3"}
    answer = client.post(f"/cards/{GAME}/card", data={"name": "ours", **typed, "c-abilities": ["spy"]})
    assert answer.status_code == 422
    for shown in ("Price is between 0", 'value="Fancy"', 'value="-7"', 'value="55"', 'name="old" value="Plain"'):
        assert shown in answer.text
    assert 'value="spy" checked' in answer.text
    markup = client.post(f"/cards/{GAME}/card", data={"name": "ours", **typed, "c-name": '"><script>alert(1)</script>'})
    assert "<script>alert" not in markup.text
    assert card(client, **{**typed, "c-price": "7"}) == 303
    page = client.get(f"/cards/{GAME}?name=ours").text
    assert "Fancy" in page
    assert "Plain" not in page


def test_a_visitor_without_a_seat_changes_and_deletes_nobodys_list(app: Flask, client: FlaskClient) -> None:
    sent(client)
    other = stranger(app)
    assert sent(other, FILE.replace("Plain", "Other")) == 401
    assert card(other, type="city", **{"c-name": "Other", "c-points": "1", "c-amount": "0"}) == 401
    assert other.post(f"/cards/{GAME}/forget", data={"name": "ours"}).status_code == 401
    assert kept(app) == FILE
    assert sent(other, name="theirs") == 303
    assert client.post(f"/cards/{GAME}/forget", data={"name": "ours"}).status_code == 303
    assert catalogues(app.extensions["companion"].tables.log, GAME).names() == ("theirs",)


def test_a_game_without_cards_of_ones_own_has_no_such_page(client: FlaskClient) -> None:
    assert client.get("/cards/abilene").status_code == 404
    assert client.get("/cards/nothing").status_code == 404
    assert client.get(f"/cards/{GAME}/file?name=nobody").status_code == 422


def test_the_lobby_offers_the_lists_and_the_game_plays_with_the_one_chosen(app: Flask, client: FlaskClient) -> None:
    sent(client)
    opened = client.post("/tables", data={"game": GAME, "edition": "2011", "level": "board"})
    code = opened.headers["Location"].split("/")[2]
    phone = SeatedPhone.take_seat(app, code, "Ann")
    phone.press("choose_catalogue", name="ours")
    tables = app.extensions["companion"].tables
    assert tables.table(code).catalogue.file == FILE
    assert "You play with these cards: ours" in phone.page
    client.post(f"/cards/{GAME}/forget", data={"name": "ours"})
    for name in ("Bob", "Cid"):
        SeatedPhone.take_seat(app, code, name)
    phone.press("start_game", first=phone.seat)
    assert "Alby" in phone.page


def table_of(client: FlaskClient, app: Flask, game: str, edition: str, level: str = "board") -> list[SeatedPhone]:
    """Return three phones in the lobby of a new table."""
    opened = client.post("/tables", data={"game": game, "edition": edition, "level": level})
    code = opened.headers["Location"].split("/")[2]
    return [SeatedPhone.take_seat(app, code, name) for name in ("Ann", "Bob", "Cid")]


def test_a_table_is_asked_which_cards_lie_on_it_before_it_starts(app: Flask, client: FlaskClient) -> None:
    sent(client)
    ann, bob, _ = table_of(client, app, GAME, "2011")
    assert "Which cards are on the table?" in ann.page
    assert "our invention" in ann.page
    assert f'href="/cards/{GAME}"' in ann.page
    assert ann.offers("choose_catalogue") == [{"name": ""}, {"typed": True}, {"name": "ours"}]
    assert ann.offers("start_game") == []
    bob.press("choose_catalogue", name="")
    assert "Which cards are on the table?" not in ann.page
    more = ann.client.get(f"/t/{ann.code}/s/{ann.seat}/part?have=more").text
    assert [fixed for kind, fixed in Offers(more).commands if kind == "choose_catalogue"] == [
        {"typed": True},
        {"name": "ours"},
    ]
    ann.press("start_game", first=ann.seat)
    assert "Kettlebridge" in ann.page


def test_with_a_box_of_ones_own_nothing_invented_is_offered(app: Flask, client: FlaskClient) -> None:
    ann, *_ = table_of(client, app, GAME, "2011")
    ann.press("choose_catalogue", typed=True)
    ann.press("start_game", first=ann.seat)
    assert "Kettlebridge" not in ann.page
    ann.press("turn_up_city", name="Alby", points=3, amount=200)
    assert 'data-name="card" data-type="words" value=' not in ann.page
    ann.press("play_cow", into=ann.seat, price=100, name="Rosa", value=300, at="left")
    assert 'value="Rosa"' in ann.page


def test_a_game_that_has_to_know_its_cards_offers_its_own_and_lists(app: Flask, client: FlaskClient) -> None:
    ann, *_ = table_of(client, app, "western_town", "2012")
    assert ann.offers("choose_catalogue") == [{"name": ""}]
    assert ann.offers("start_game") == []
    assert 'href="/cards/western_town"' in ann.page


@pytest.mark.parametrize("game", [GAME, "western_town"])
def test_where_the_box_keeps_money_or_counts_only_nobody_has_to_say_it(
    app: Flask, client: FlaskClient, game: str
) -> None:
    edition = {GAME: "2011"}.get(game, "2012")
    ann, *_ = table_of(client, app, game, edition, "bank")
    assert ann.offers("start_game")


def test_a_table_to_try_alone_is_not_asked(app: Flask, client: FlaskClient) -> None:
    opened = client.post("/tables", data={"game": GAME, "edition": "2011", "level": "board", "demo": "1"})
    ann = SeatedPhone.take_seat(app, opened.headers["Location"].split("/")[2], "Ann")
    assert ann.offers("choose_catalogue") == []
    assert ann.offers("start_game")


# --- a game of several sections: tiles, cards, die, board -----------------------------------------

TOWN = "western_town"


def test_of_tiles_one_chooses_and_counts_and_is_told_what_is_missing(app: Flask, client: FlaskClient) -> None:
    client.post(f"/cards/{TOWN}/copy", data={"name": "", "to": "ours"})
    page = client.get(f"/cards/{TOWN}?name=ours&type=tile&card=bank").text
    assert '<option value="1 wood/gold" selected>1</option>' in page
    assert '<option value="orange" selected>' in page
    assert 'id="missing"' not in page
    bank = {"name": "ours", "type": "tile", "old": "bank", "c-name": "bank", "c-pile": "orange"}
    costs = {"c-cost": ["0 wood/gold", "3 wood", "0 gold"], "c-homes_needed": "7", "c-points": "2"}
    assert client.post(f"/cards/{TOWN}/card", data={**bank, **costs}).status_code == 303
    file = catalogues(app.extensions["companion"].tables.log, TOWN).text("ours")
    assert "\ntile,bank,orange,3 wood,7,0,0,2," in file
    assert client.post(f"/cards/{TOWN}/card", data={**bank, "c-pile": "green"}).status_code == 422
    assert catalogues(app.extensions["companion"].tables.log, TOWN).text("ours") == file
    client.post(f"/cards/{TOWN}/remove", data={"name": "ours", "type": "tile", "old": "hotel"})
    page = as_read(client.get(f"/cards/{TOWN}?name=ours").text)
    assert "The card hotel has no building: there is no such tile." in page
    assert "Tiles, reserve, orange star: 7 of 8." in page


def test_a_host_who_has_the_game_of_western_town_is_offered_its_towns_only_beside_our_cards(
    app: Flask, client: FlaskClient
) -> None:
    ann, bob, _ = table_of(client, app, "western_town", "2012")
    assert "The cards of our own copy of the game" in ann.page
    bob.press("set_level", level="bank")
    assert "Which cards are on the table?" not in ann.page
    assert ann.offers("start_game")
