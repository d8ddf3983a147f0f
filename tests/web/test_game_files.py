"""Files in a game's own folder are shown on its pages."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games.abilene.common.messages import EndStep, MoveCow, Step
from companion.web.app import create_app
from tests.support.table import ANN, CODE, Night


@pytest.fixture
def night() -> Night:
    """Return a game in which Ann's first turn is over but for the sale of the cow she brought to town."""
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A6-1")})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
    return night


@pytest.fixture
def phone(night: Night) -> FlaskClient:
    return create_app(night.tables).test_client()


def test_the_screen_of_a_game_brings_its_looks_and_drawings(phone: FlaskClient) -> None:
    shown = phone.get(f"/t/{CODE}/screen").text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', shown)
    assert sheet.endswith("/screen-abilene.css")
    look = phone.get(sheet).text
    assert ".cowboy-coat" in look, "with its figures"
    assert ".sale .sticker" in look, "and what it has on a television alone"
    assert "--sky-1:#2f1220" in look, "with its world"
    assert "--paper:" in look, "and everybody's"
    assert 'id="f-cowboy"' in shown


def test_what_only_one_game_shows_stands_in_the_api_under_its_own_name(night: Night, phone: FlaskClient) -> None:
    page = phone.get(f"/api/tables/{CODE}").get_json()["page"]
    assert (page["sale"], page["hand"], page["notebook"]) == (None, None, None)
    assert "parts" not in page
    night.vote("OWN", "NONE", "FOREIGN")
    night.show("A", 600)
    sale = phone.get(f"/api/tables/{CODE}").get_json()["page"]["sale"]
    assert sale["title"] == "Ann sold a cow"
    assert [vote[1] for vote in sale["votes"]] == ["own", "none", "foreign"]
    assert 'id="sale"' in phone.get(f"/t/{CODE}/screen").text
