"""A finished game for other programs: the link of a score keeper, XML, a table; nothing of it before the end."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from companion.core.table.commands import ChangeSeat, StartGame, TakeIn
from companion.games.any_game.messages.play import FinishGame
from companion.games.any_game.messages.sheet import WriteRow
from companion.web.app import create_app
from companion.web.screen.plays import CREATE_PLAY
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening


def finished(players: int = 3) -> AnyEvening:
    """Return a game of dominoes; fewest points win, and Ben began."""
    evening = AnyEvening(
        players, scores=True, bank=False, turns=True, sheet="rounds", low=True, target=100, evening="Dominoes"
    )
    evening.act(BEN, WriteRow({ANN: 0, BEN: 40, CID: 70}), WriteRow({ANN: 25, BEN: 0, CID: 35}))
    assert evening.is_over()
    return evening


def handed_on(evening: AnyEvening) -> dict[str, Any]:
    """Return what the link on the page hands on."""
    page = create_app(evening.tables).test_client().get(f"/t/{CODE}/play").text
    (link,) = re.findall(rf'href="{re.escape(CREATE_PLAY)}([^"]+)"', page)
    data: dict[str, Any] = json.loads(unquote(unescape(link)))
    return data


def test_a_finished_game_is_handed_on_by_a_link_that_says_all_a_score_keeper_asks_for() -> None:
    data = handed_on(finished())
    assert data["game"] == {"name": "Dominoes", "sourceGameId": "Dominoes", "highestWins": False, "noPoints": False}
    assert [(one["name"], one["score"], one["rank"], one["winner"], one["startPlayer"]) for one in data["players"]] == [
        ("Ann", "25", 1, True, True),
        ("Ben", "40", 2, False, False),
        ("Cid", "105", 3, False, False),
    ]
    assert data["playDate"].startswith("1970-01-01 00:00:")
    assert data["sourcePlayId"].startswith(f"{CODE}-")


def test_the_page_has_the_link_its_code_the_files_and_the_score_sheet() -> None:
    page = create_app(finished().tables).test_client().get(f"/t/{CODE}/play").text
    assert CREATE_PLAY in page
    assert "data:image/svg+xml;base64," in page
    assert 'id="sheet"' in page
    assert "data-correct" not in page, "nothing is written any more"


def test_every_picture_of_the_page_is_on_it() -> None:
    """The star of who leads on the score sheet was a gap."""
    page = create_app(finished().tables).test_client().get(f"/t/{CODE}/play").text
    used = set(re.findall(r'<use href="#([^"]+)"', page))
    assert "i-star" in used
    assert used <= set(re.findall(r'<symbol id="([^"]+)"', page))


def test_the_xml_has_the_play_and_the_table_what_everybody_had_after_each_round() -> None:
    client = create_app(finished().tables).test_client()
    found = ElementTree.fromstring(client.get(f"/t/{CODE}/play.xml").text)
    assert [(one.get("name"), one.get("score"), one.get("win")) for one in found.iter("player")] == [
        ("Ann", "25", "1"),
        ("Ben", "40", "0"),
        ("Cid", "105", "0"),
    ]
    assert found.find("play/item").get("name") == "Dominoes"  # type: ignore[union-attr]
    rows = list(csv.reader(io.StringIO(client.get(f"/t/{CODE}/scores.csv").text)))
    assert rows == [
        ["turn", "Ann", "Ben", "Cid"],
        ["0", "0", "0", "0"],
        ["1", "0", "40", "70"],
        ["2", "25", "40", "105"],
    ]


REQUIRED = {"sourceName": str, "sourcePlayId": str, "playDate": str, "game": dict, "players": list}
OF_THE_GAME = {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool}
OF_A_PLAYER = {
    "name": str,
    "sourcePlayerId": str,
    "startPlayer": bool,
    "score": str,
    "rank": int,
    "winner": bool,
}


def test_the_link_has_every_key_that_the_score_keeper_documents_and_of_its_kind() -> None:
    """A reader of theirs stops at a player without ``winner``, although it need not be there."""
    data = handed_on(finished())
    assert {key: type(data[key]) for key in REQUIRED} == REQUIRED
    assert {key: type(value) for key, value in data["game"].items()} == OF_THE_GAME
    assert all({key: type(value) for key, value in one.items()} == OF_A_PLAYER for one in data["players"])
    assert set(data) == {*REQUIRED, "durationMin"}
    assert isinstance(data["durationMin"], int)
    assert datetime.strptime(data["playDate"], "%Y-%m-%d %H:%M:%S")
    assert len({one["sourcePlayerId"] for one in data["players"]}) == len(data["players"])


def test_the_link_of_the_longest_game_is_one_line_of_plain_letters() -> None:
    evening = AnyEvening(12, evening="Müllers großer Abend & Co. #1")
    evening.act(ANN, FinishGame())
    evening.agree()
    page = create_app(evening.tables).test_client().get(f"/t/{CODE}/play").text
    (link,) = re.findall(rf'href="({re.escape(CREATE_PLAY)}[^"]+)"', page)
    assert re.fullmatch(r"[\x21-\x7e]+", unescape(link))
    assert not set('#" <>') & set(unescape(link))
    assert handed_on(evening)["game"]["name"] == "Müllers großer Abend & Co. #1"


PLAY = ("id", "date", "quantity", "length", "incomplete", "nowinstats", "location")
PLAYER = ("username", "userid", "name", "startposition", "color", "score", "new", "rating", "win")
"""the attributes of the published format"""


def test_the_xml_has_the_elements_and_attributes_of_published_plays() -> None:
    plays = ElementTree.fromstring(create_app(finished().tables).test_client().get(f"/t/{CODE}/play.xml").text)
    assert (plays.tag, plays.get("total"), plays.get("page")) == ("plays", "1", "1")
    (play,) = plays
    assert set(play.attrib) == set(PLAY)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", play.get("date", ""))
    assert [play.get(name) for name in ("quantity", "incomplete", "nowinstats")] == ["1", "0", "0"]
    assert [child.tag for child in play] == ["item", "comments", "players"]
    item = play[0]
    assert (item.get("objecttype"), item.get("objectid")) == ("thing", "0")
    assert [subtype.get("value") for subtype in item.iter("subtype")] == ["boardgame"]
    players = list(plays.iter("player"))
    assert all(set(one.attrib) == set(PLAYER) for one in players)
    assert {(one.get("username"), one.get("userid")) for one in players} == {("", "0")}, "no account there is known"
    assert [one.get("startposition") for one in players] == ["1", "2", "3"]
    assert {one.get("win") for one in players} == {"0", "1"}


def test_somebody_who_came_later_has_no_place_in_the_first_round() -> None:
    evening = AnyEvening(2)
    evening.together(ANN, TakeIn("Cid", 3_000))
    evening.together(ANN, FinishGame())
    plays = ElementTree.fromstring(create_app(evening.tables).test_client().get(f"/t/{CODE}/play.xml").text)
    assert {one.get("name"): one.get("startposition") for one in plays.iter("player")} == {
        "Ann": "1",
        "Ben": "2",
        "Cid": "",
    }


def test_a_name_that_begins_like_a_formula_is_quoted_in_the_table() -> None:
    evening = AnyEvening(2, started=False)
    evening.act(ANN, ChangeSeat("=1+1", {}), StartGame(ANN))
    evening.together(ANN, FinishGame())
    text = create_app(evening.tables).test_client().get(f"/t/{CODE}/scores.csv").text
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["turn", "'=1+1", "Ben"]
    assert {len(row) for row in rows} == {3}


def test_before_the_end_there_is_nothing_to_hand_on() -> None:
    client = create_app(AnyEvening().tables).test_client()
    for path in ("play", "play.xml", "scores.csv"):
        assert client.get(f"/t/{CODE}/{path}").status_code == 422


def test_money_with_cents_is_written_as_people_write_it() -> None:
    evening = AnyEvening(12, decimals=2, step=5, start=250)
    evening.act(ANN, FinishGame())
    evening.agree()
    assert {one["score"] for one in handed_on(evening)["players"]} == {"2.50"}
