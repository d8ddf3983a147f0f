"""The page on which figures are set up by hand: what it begins with, and who is sent elsewhere."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from companion.app.camera.session import CameraSession
from companion.core.table.commands import SetLevel
from companion.core.table.table import Level
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.messages import ArrangeBoard
from companion.web.app import create_app
from companion.web.view.reader import Reader
from companion.web.visit.tokens import cookie_name
from companion.web.visit.visit import Visit
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CODE, Night

PAGE = f"/t/{CODE}/s/{ANN}/arrange"


def at(night: Night) -> FlaskClient:
    app = create_app(night.tables)
    client = app.test_client()
    token = app.extensions["companion"].tokens.admit(CODE, ANN, 0.0)
    client.set_cookie(cookie_name(CODE, ANN), token, domain="localhost")
    return client


def begins(client: FlaskClient, path: str = PAGE) -> dict[str, list[str]]:
    """Return where the figures stand when the page opens."""
    text = client.get(path).text
    found = re.search(r'id="arranging">(.*?)</script>', text, re.DOTALL)
    assert found
    setting: dict[str, list[str]] = json.loads(found[1])["settings"][0]
    return setting


def moved(night: Night) -> ArrangeBoard:
    board = night.board
    cows = tuple("A4-0" if cow == "A5-1" else cow for cow in board.cows)
    return ArrangeBoard(cows, dict(board.cowboys), {}, {})


def test_it_begins_with_what_the_box_believes() -> None:
    night = Night()
    assert "A5-1" in begins(at(night))


def test_a_motion_is_shown_as_it_is_proposed_and_gone_when_it_is_settled() -> None:
    night = Night()
    client = at(night)
    night.act(BOB, moved(night))
    number = night.table.motions[-1].id
    assert f"{PAGE}?motion={number}" in client.get(f"/t/{CODE}/s/{ANN}").text
    assert "A4-0" in begins(client, f"{PAGE}?motion={number}")
    assert "A5-1" in begins(client)
    night.agree()
    assert client.get(f"{PAGE}?motion={number}").status_code == 303
    assert client.get(f"{PAGE}?motion=x").status_code == 200


def test_a_player_who_is_asked_sees_the_board_as_it_would_be_and_the_cells_as_a_list_in_a_fold() -> None:
    """The question after a change of the level was a wall of the names of 32 cells."""
    night = Night()
    night.together(BOB, SetLevel(Level.BANK))
    night.together(BOB, SetLevel(Level.BOARD))
    client = at(night)
    page = client.get(f"/t/{CODE}/s/{ANN}").text
    assert 'class="board sight whole"' not in page
    start = Night().board
    night.act(BOB, ArrangeBoard(start.cows, dict(start.cowboys), {}, {}))
    page = client.get(f"/t/{CODE}/s/{ANN}").text
    question = page[page.index('<article class="motion"') : page.index("</article>")]
    picture, _, listed = question.partition("</svg>")
    assert picture.count('class="figure cow ') == len(start.cows)
    assert picture.count('class="figure cowboy ') == len(start.cowboys)
    assert "A6" not in as_read(listed.partition("<details")[0]), "no cell is named outside the fold"
    assert listed.count("A6\N{NON-BREAKING HYPHEN}0") == 1


def test_what_would_change_is_lit_in_the_question() -> None:
    night = Night()
    night.act(BOB, moved(night))
    page = at(night).get(f"/t/{CODE}/s/{ANN}").text
    assert '<path class="lit" d="M' in page[page.index('<article class="motion"') : page.index("</article>")]


def test_a_motion_that_is_settled_while_its_page_is_made_leaves_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    client = at(night)
    night.act(BOB, moved(night))
    number = night.table.motions[-1].id

    drawn = Visit.reader

    def overtaken(visit: Visit) -> Reader:
        night.agree()
        return drawn(visit)

    monkeypatch.setattr(Visit, "reader", overtaken)
    assert client.get(f"{PAGE}?motion={number}").status_code == 303


def test_what_a_camera_sees_is_offered_and_begun_with_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    client = at(night)
    assert "from=camera" not in client.get(PAGE).text
    link = client.application.extensions["companion"].camera
    assert isinstance(link, CameraSession)
    monkeypatch.setattr(CameraSession, "there", True)
    link.table = CODE
    link.observation = observation_of(night.board.move_cow("A5-1", "A4-0"), colours_of(night.table))
    assert f"{PAGE}?from=camera" in client.get(PAGE).text
    assert "A5-1" in begins(client)
    assert "A4-0" in begins(client, f"{PAGE}?from=camera")


def test_where_there_is_no_board_to_set_up_the_phone_goes_back_to_its_page() -> None:
    for night in (Night(level=Level.BANK), Night(start=False)):
        assert at(night).get(PAGE).headers["Location"] == f"/t/{CODE}/s/{ANN}"


def test_the_api_says_what_a_page_says() -> None:
    night = Night()
    answer = at(night).get(f"/api/tables/{CODE}/seats/{ANN}")
    assert answer.json is not None
    arranging = answer.json["page"]["arranging"]
    assert arranging["kind"] == "arrange_board"
    assert {piece["name"] for piece in arranging["pieces"]} == {"cow", *(f"cowboy:{seat}" for seat in night.table.ids)}
