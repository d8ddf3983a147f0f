"""The QR code under a cow: what a phone shows that reads it."""

from __future__ import annotations

import pytest

from companion.app.camera.judgement import set_stickers, stickers_to_show
from companion.app.tables import Tables
from companion.games import registry
from companion.games.abilene.common.messages import MoveCow, Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.money.herds import Sticker
from companion.store.log import Log
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name
from tests.support.table import ANN, BOB, CODE, Night


@pytest.mark.parametrize(
    ("code", "words"), [("A1000", "brand A, $1,000"), ("f100", "brand F, $100"), ("N500", "no brand, $500")]
)
def test_a_phone_that_reads_a_sticker_says_brand_and_value(code: str, words: str) -> None:
    answer = create_app(Tables(Log(":memory:"), registry())).test_client().get(f"/K/{code}")
    assert answer.status_code == 200
    assert words in answer.get_data(as_text=True)


@pytest.mark.parametrize("code", ["A500", "G100", "A1000x", "<b>"])
def test_a_sticker_that_no_cow_has_is_not_found(code: str) -> None:
    assert create_app(Tables(Log(":memory:"), registry())).test_client().get(f"/K/{code}").status_code == 404


def selling() -> Night:
    """Return a game in which Ann sells a cow; the votes lie open and the sticker is waited for."""
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A3-0", "A5-1", "A5-2", "A5-3", "A6-0", "A6-1", "A6-2", "A6-3", "A6-4")})
    night.roll((5, 0))
    night.act(ANN, MoveCow("A3-0", TOWN, 0))
    night.end(Step.CATTLE, Step.COWBOYS)
    night.vote("OWN", "OWN", "OWN")
    return night


def test_the_sellers_phone_shows_the_sticker_it_has_read_with_one_tap() -> None:
    night = selling()
    app = create_app(night.tables)
    phone, other = app.test_client(), app.test_client()
    for client, seat in ((phone, ANN), (other, BOB)):
        token = app.extensions["companion"].tokens.admit(CODE, seat, 0.0)
        client.set_cookie(cookie_name(CODE, seat), token, domain="localhost")
    assert "/sticker/A600" not in other.get("/K/A600").text
    assert "Yes, this is under the cow: brand A, $600" in phone.get("/K/A600").text
    assert other.post(f"/t/{CODE}/s/{BOB}/sticker/A600").status_code == 422
    shown = phone.post(f"/t/{CODE}/s/{ANN}/sticker/A600")
    assert (shown.status_code, shown.headers["Location"]) == (303, f"/t/{CODE}/s/{ANN}")
    assert night.state.sold == ((ANN, Sticker("A", 600)),)
    assert "/sticker/A600" not in phone.get("/K/A600").text


def test_a_marker_that_the_camera_reads_on_the_corral_waits_for_the_seller() -> None:
    night = selling()
    set_stickers(night.tables, CODE, ("11",))
    live = night.tables.live(CODE)
    (choice,) = stickers_to_show(live, ANN)
    assert choice.fixed == {"brand": "A", "value": 600}
    assert stickers_to_show(live, BOB) == ()
    set_stickers(night.tables, CODE, ("3", "nonsense"))
    assert stickers_to_show(live, ANN) == ()
