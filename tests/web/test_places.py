"""The code on a numbered table of a café leads to the game there, or to where one is chosen for it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.app.hosting.places import EVENING_SECONDS, keep_place, places
from companion.app.tables import Tables
from companion.core.table.table import Level
from companion.games.abilene.common.messages import RecordTheft, Step
from companion.printing.sheets.seats import place_cards
from companion.printing.what import Paper
from companion.web.admin import printing
from companion.web.app import create_app
from companion.web.hosting.desk import Desk, Meter
from tests.faults.support import new_tables, playing
from tests.printing.paper_trail import part_of, picture, qr_text, words
from tests.support.phones import as_read
from tests.support.table import ANN, BOB, CODE, Night

KEY = "the host's own key"
GAME = {"game": "abilene", "edition": "1993", "level": "bank", "demo": "0"}
TO_CHOOSE = "/?place=7"


@pytest.fixture
def tables() -> Tables:
    return new_tables()


@pytest.fixture
def guest(tables: Tables) -> FlaskClient:
    app = create_app(tables, "https://games.example.org")
    app.register_blueprint(Desk(KEY, Meter(), []).routes)
    return app.test_client()


def scanned(guest: FlaskClient, place: str = "7") -> str:
    """Return where the code on the table leads."""
    answer = guest.get(f"/p/{place}")
    assert answer.status_code == 303
    return answer.headers["Location"]


def opened(guest: FlaskClient, place: str = "7", **more: str) -> str:
    """Return the code of a table that is opened there, as the page sends it."""
    answer = guest.post("/tables", data={**GAME, "place": place, **more})
    assert answer.headers["Location"].startswith("/j/"), "a guest who has scanned a card holds a phone"
    return answer.headers["Location"].removeprefix("/j/")


def test_a_card_leads_to_a_choice_of_games_and_then_to_the_table_that_was_opened(guest: FlaskClient) -> None:
    assert scanned(guest) == TO_CHOOSE
    page = guest.get(TO_CHOOSE).text
    assert "Start a game at table 7" in page
    assert 'href="/games/abilene?place=7"' in page
    form = guest.get("/games/abilene?place=7").text
    assert 'name="place" value="7"' in form
    assert "this is the table screen" not in form, "a guest who has scanned a card holds a phone"
    code = opened(guest)
    assert scanned(guest) == f"/j/{code}"
    assert guest.get("/P/7").headers["Location"] == f"/j/{code}", "typed in capitals"
    assert scanned(guest, "8") == "/?place=8"
    assert scanned(guest, "07") == f"/j/{code}"


def test_the_newest_open_table_of_the_place_counts(guest: FlaskClient, tables: Tables) -> None:
    start = tables.clock()
    older = opened(guest)
    tables.clock = lambda: start + 60
    newer = opened(guest)
    assert scanned(guest) == f"/j/{newer}"
    tables.close(newer)
    assert scanned(guest) == f"/j/{older}"
    tables.close(older)
    assert scanned(guest) == TO_CHOOSE


def test_a_game_that_is_over_frees_its_place_until_its_end_is_taken_back() -> None:
    night = Night(4, Level.BANK)
    guest = create_app(night.tables).test_client()
    keep_place(night.tables, CODE, 7)
    night.happened(ANN, *[RecordTheft(BOB)] * 9)
    assert scanned(guest) == f"/j/{CODE}"
    night.end(Step.TABLE)
    assert night.is_over()
    assert scanned(guest) == TO_CHOOSE
    night.undo(ANN)
    assert scanned(guest) == f"/j/{CODE}"


def test_a_game_that_was_left_frees_its_place_by_the_next_evening(guest: FlaskClient, tables: Tables) -> None:
    code, start = opened(guest), tables.clock()
    tables.clock = lambda: start + EVENING_SECONDS - 60
    assert scanned(guest) == f"/j/{code}"
    tables.clock = lambda: start + EVENING_SECONDS + 60
    assert scanned(guest) == TO_CHOOSE


def test_a_game_tried_alone_and_one_opened_elsewhere_keep_the_place_free(guest: FlaskClient) -> None:
    opened(guest, demo="1")
    guest.post("/tables", data=GAME)
    assert scanned(guest) == TO_CHOOSE


@pytest.mark.parametrize("wrong", ["0", "201", "-1", "seven", "²", "7.0", "9" * 400])
def test_there_are_places_from_1_to_200_alone(guest: FlaskClient, wrong: str) -> None:
    assert guest.get(f"/p/{wrong}").status_code == 404
    assert "Start a game at table" not in guest.get("/", query_string={"place": wrong}).text
    assert guest.post("/tables", data={**GAME, "place": wrong}).headers["Location"].endswith("/screen")


def test_a_table_that_is_removed_is_at_no_place(guest: FlaskClient, tables: Tables) -> None:
    code = playing(tables)
    keep_place(tables, code, 7)
    assert places(tables.log) == {code: "7"}
    assert tables.log.remove_table(code, tables.table(code).seq)
    assert places(tables.log) == {}


def test_the_host_sees_the_place_and_prints_the_cards(guest: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    wished: list[dict[str, str]] = []

    def drawn(what: str, wishes: dict[str, str]) -> bytes:
        wished.append({"what": what, **wishes})
        return b"%PDF"

    monkeypatch.setattr(printing, "drawn", drawn)
    guest.get("/host", query_string={"key": KEY})
    code = opened(guest, "173")
    page = guest.get("/host").text
    assert ">173</td>" in page.split(f"{code}</a>")[1]
    assert guest.get("/host/places.pdf?count=30&paper=letter").data == b"%PDF"
    assert wished == [
        {
            "what": "places",
            "places": "30",
            "paper": "letter",
            "language": "en",
            "address": "https://games.example.org",
            "output": "-",
        }
    ]
    for wrong in ("count=0", "count=201", "", "count=3&paper=a0"):
        assert guest.get(f"/host/places.pdf?{wrong}").status_code == 422
    assert len(wished) == 1


@pytest.mark.parametrize(("paper", "language", "table"), [("a4", "de", "Tisch"), ("letter", "fr", "Table")])
def test_a_phone_reads_every_printed_card(paper: str, language: str, table: str) -> None:
    document = place_cards(12, Paper(paper), language, "https://games.example.org")
    found = words(document)
    titles = [word for word in found if word.text == table and word.bottom - word.top > 6]
    assert [word.text for word in found if word.text.startswith("https")] == [
        f"https://games.example.org/p/{number}" for number in range(1, 13)
    ]
    assert len(titles) == 12
    for page in {word.page for word in titles}:
        seen = picture(document, page, dpi=100)
        here = [word for word in titles if word.page == page]
        read = [qr_text(part_of(seen, word.left + 39, word.top - 4, 43, 42, dpi=100)) for word in here]
        assert read == [f"https://games.example.org/p/{titles.index(word) + 1}" for word in here]


def test_guests_of_a_numbered_table_see_its_games_and_nothing_of_other_tables(
    guest: FlaskClient, tables: Tables
) -> None:
    """The evening of another table stood first, with names, and *Open tables* named all the others."""
    code = playing(tables)
    everywhere, here = guest.get("/").text, as_read(guest.get(TO_CHOOSE).text)
    names = [seat.name for seat in tables.table(code).seats]
    assert code in everywhere
    assert names[0] in everywhere
    assert [word for word in (code, *names, "Open tables", "/history", "Cannot be read") if word in here] == []
    assert "Start a game at table 7" in here
    assert 'href="/games/abilene?place=7"' in here
