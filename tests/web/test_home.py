"""The first page: the games on the shelf, and how they can be played."""

from __future__ import annotations

import re
from pathlib import Path

from companion.app.tables import Tables
from companion.core.plugin import Registry
from companion.core.table.commands import TakeSeat
from companion.core.table.table import Level
from companion.games import registry
from companion.games.any_game.messages.play import FinishGame
from companion.store.log import Log
from companion.web.admin.home import last_evening
from companion.web.app import create_app
from companion.web.visit.open_tables import OpenTable, listed
from tests.support.any_evening import ANN, CODE, AnyEvening
from tests.support.installed import HIGH_CARD, installed
from tests.support.phones import SeatedPhone, as_read

GAMES = Path(__file__).parents[1] / "games"


def shelf_of(found: Registry, name: str) -> str:
    """Return how a table of this game is opened: behind its tile."""
    client = create_app(Tables(Log(":memory:"), found)).test_client()
    assert f'href="/games/{name}"' in client.get("/").text
    return client.get(f"/games/{name}").text


def test_a_game_with_several_levels_asks_how_much_the_box_does() -> None:
    shown = shelf_of(registry(), "abilene")
    assert "How much the box does" in shown
    assert 'name="level" value="bank"' in shown


def test_a_game_with_one_level_does_not_say_that_it_is_the_bank_only(tmp_path: Path) -> None:
    with installed(GAMES / "minimal", tmp_path) as found:
        shown = shelf_of(found, "minimal")
        assert "How much the box does" not in shown
        assert 'name="level"' not in shown
        box = create_app(Tables(Log(":memory:"), found)).test_client()
        opened = box.post("/tables", data={"game": "minimal", "edition": "nine", "demo": "0"})
        assert opened.status_code == 303


def test_every_edition_says_for_itself_how_many_play_how_long_and_with_what() -> None:
    """The text for 1983 used to speak of the paper money and the corral cards of 1993."""
    shown = shelf_of(registry(), "abilene").replace("\n", " ")
    faces = re.findall(r'name="edition" value="(\d+)".*?<span class="face">(.*?)</span></label>', shown)
    texts = dict(faces)
    assert "corral cards" in texts["1993"]
    assert "90 minutes" in texts["1993"]
    assert "two dice; no paper money" in texts["1983"]
    assert "60 minutes" in texts["1983"]
    assert shown.count("minutes") == len(faces)


def test_the_first_page_and_the_televisions_lobby_say_which_edition_is_played() -> None:
    tables = Tables(Log(":memory:"), registry())
    box = create_app(tables).test_client()
    code = tables.open_table("abilene", "1983", Level.BOARD)
    assert "Hexagames 1983" in box.get("/").text.partition("Open tables")[0]
    assert "Hexagames 1983" in box.get(f"/t/{code}/screen").text


def test_a_television_asks_how_cards_turn_over_only_where_some_do() -> None:
    tables = Tables(Log(":memory:"), registry())
    box = create_app(tables).test_client()
    for game, edition, turned in (("abilene", "1993", True), ("unexploded_cow", "2011", False)):
        page = box.get(f"/t/{tables.open_table(game, edition, Level.BANK)}/screen").text
        assert ("<label>Cards turn over" in page, "<label hidden>Cards turn over" in page) == (turned, not turned)


def test_a_player_who_says_his_name_with_the_table_sits_there_at_once() -> None:
    tables = Tables(Log(":memory:"), registry())
    phone = create_app(tables).test_client()
    wishes = {"game": "any_game", "edition": "any", "level": "bank", "phone": "1"}
    answer = phone.post("/tables", data={**wishes, "name": "Zoë"})
    code = tables.log.tables()[0].code
    assert answer.headers["Location"] == f"/t/{code}/s/s1"
    assert phone.get(answer.headers["Location"]).status_code == 200
    assert [seat.name for seat in tables.table(code).seats] == ["Zoë"]
    assert "/j/" in phone.post("/tables", data=wishes).headers["Location"], "asked for the name there"
    assert "/j/" in phone.post("/tables", data={**wishes, "name": "x" * 30}).headers["Location"], (
        "and for a shorter one"
    )
    assert phone.post("/tables", data={**wishes, "name": "Zoë", "key": "short"}).headers["Location"].startswith("/j/")
    assert phone.get("/games/chess").status_code == 404


def test_the_evening_that_this_phone_goes_on_with_stands_first() -> None:
    tables = Tables(Log(":memory:"), registry())
    start, app = tables.clock(), create_app(tables)
    assert 'class="last-evening"' not in app.test_client().get("/").text
    code = tables.open_table("any_game", "any", Level.BANK)
    ann = SeatedPhone.take_seat(app, code, "Ann").client
    tables.clock = lambda: start + 60
    newer = tables.open_table("any_game", "any", Level.BANK)
    tables.act(newer, None, TakeSeat("Bob", {}))
    tables.open_table("abilene", "1993", Level.BOARD, demo=True)
    page, other_page = (client.get("/").text.partition("to-code")[0] for client in (ann, app.test_client()))
    assert f'href="/t/{code}/s/s1"' in page
    assert f'href="/j/{newer}"' in other_page
    with app.test_request_context():
        found = [table for table in listed(tables) if isinstance(table, OpenTable)]
        assert last_evening(table for table in found if table.demo) is None, "what somebody tries alone is no evening"


def seated_by_the_box(found: Registry, game: str, edition: str) -> list[str]:
    """Return who sits at a table of this game that somebody tries alone."""
    tables = Tables(Log(":memory:"), found)
    wishes = {"game": game, "edition": edition, "demo": "1"}
    assert create_app(tables).test_client().post("/tables", data=wishes).status_code == 303
    [row] = tables.log.tables()
    return [seat.name for seat in tables.live(row.code).table.seats]


def test_the_players_of_the_box_are_called_as_the_game_says(tmp_path: Path) -> None:
    assert seated_by_the_box(registry(), "abilene", "1993") == ["Annie", "Buck", "Cole"]
    assert seated_by_the_box(registry(), "abilene", "1983") == ["Annie", "Buck"], (
        "one seat is left for the player who tries"
    )
    with installed(HIGH_CARD, tmp_path, "high_card") as found:
        edition = next(iter(found["high_card"]))
        assert seated_by_the_box(found, "high_card", edition)[:2] == ["Alex", "Kim"]


def test_after_a_game_the_first_page_leads_to_its_result() -> None:
    """It offered a player *Once more* alone, which took the result from everybody without a question."""
    evening = AnyEvening()
    app = create_app(evening.tables)
    ann = app.test_client()
    ann.set_cookie(f"seat-{CODE}-{ANN}", app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    evening.together(ANN, FinishGame())
    for client, leads in ((ann, f"/t/{CODE}/s/{ANN}"), (app.test_client(), f"/t/{CODE}/screen")):
        first = client.get("/").text.partition("to-code")[0]
        assert f'<a role="button" href="{leads}">Result</a>' in first
        assert "Once more" not in first
        assert "Result" in client.get(leads).text


def test_an_evening_is_listed_by_its_own_name() -> None:
    evening = AnyEvening(started=False, evening="Friday cards")
    screen = create_app(evening.tables).test_client()
    for page in ("/", "/j?ask=1"):
        assert "Friday cards · Any game" in as_read(screen.get(page).text), page
