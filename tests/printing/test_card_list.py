"""The list of the cards: what people typed of each, and the numbers of the markers that are stuck onto it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion.boards.printed_markers import CARDS, DICTIONARY, ROWS
from companion.cli.main import main
from companion.core.errors import BadRequest
from companion.games import registry
from companion.printing.offered import sheets_of
from companion.printing.order import Order, order_for
from companion.printing.sheets import printed
from companion.printing.sheets.card_list import numbers_of, spans
from companion.printing.what import MARGIN, Paper, What
from companion.web.app import create_app
from tests.games.unexploded_cow.night import CODE, CowNight
from tests.printing.paper_trail import PAPERS, markers, pages, picture, words
from tests.printing.test_words import collisions
from tests.support.timing import in_each_language

LONG = "Wolfeschlegelsteinhausenbergerdorffwelch"
TYPED = f"""type,name,price,value,abilities,copies,points,amount,text
cow,Buck,200,500,mechanic,3,,,
cow,Falko von und zu der langen Kuhweide am,100,-300,spy mechanic general pfc bomber,1,,,
cow,{LONG},100,0,,2,,,
event,Night shift,200,,,2,,,Roll the die once more and then something long that goes on for more than one line of it
city,Évreux,,,,,9,200,Draw a card
"""
FIRST = CARDS[0]


def order(paper: Paper = Paper.A4, language: str = "en", *, numbered: bool = True, cards: str = TYPED) -> Order:
    return order_for(registry()["unexploded_cow"], "2011", paper, language, cards=cards, numbered=numbered)


def text_of(document: bytes) -> str:
    return " ".join(word.text for word in words(document))


@pytest.mark.parametrize("paper", PAPERS)
@in_each_language
def test_long_names_are_on_the_paper_and_run_into_nothing(paper: Paper, language: str) -> None:
    found = words(printed(order(paper, language), What.LIST))
    width, height = paper.size
    assert {LONG, "−300", "Évreux", f"{FIRST}–{FIRST + 2}"} <= {word.text for word in found}
    assert collisions(found) == []
    assert max(word.right for word in found) < width - MARGIN + 0.1
    assert max(word.bottom for word in found) < height


def test_numbers_stand_there_only_where_the_cards_bear_markers() -> None:
    assert "Marker" in text_of(printed(order(), What.LIST))
    plain = text_of(printed(order(numbered=False), What.LIST))
    assert "Marker" not in plain
    assert str(FIRST) not in plain


def test_the_list_names_the_markers_that_the_stickers_bear() -> None:
    found = {seen.number for seen in markers(picture(printed(order(), What.MARKERS)), DICTIONARY)}
    assert sorted(found.difference(ROWS)) == list(CARDS[:6])
    numbers = numbers_of(order())
    assert list(numbers.values()) == [f"{FIRST}–{FIRST + 2}", str(FIRST + 3), f"{FIRST + 4}–{FIRST + 5}"]
    names = text_of(printed(order(), What.MARKERS))
    assert f"Buck · {FIRST + 2}" in names
    assert collisions(words(printed(order(), What.MARKERS))) == []


def test_of_a_typed_deck_no_cards_are_printed_and_a_deck_of_many_pages_is_whole() -> None:
    assert What.CARDS not in sheets_of(order())
    header, *_ = TYPED.splitlines()
    many = [f"city,City {number},,,,,1,," for number in range(150)]
    document = printed(order(cards="\n".join([header, *many])), What.LIST)
    assert pages(document)[0] == 3
    assert text_of(document).count("City") == 150


def test_spans_of_numbers() -> None:
    assert spans([82, 80, 81, 90, 95, 96]) == "80–82, 90, 95–96"


def test_cards_of_a_game_that_has_none_are_refused() -> None:
    with pytest.raises(BadRequest, match="not played with cards of your own"):
        order_for(registry()["abilene"], "1993", Paper.A4, "en", cards=TYPED)


def test_the_command_prints_it_or_says_which_line_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "ours.csv").write_text(TYPED)
    (tmp_path / "bad.csv").write_text(TYPED.replace("200,500", "200,much"))
    wish = ["print", "list", "--game", "unexploded_cow", "--numbered", "-o", str(tmp_path / "list.pdf")]
    done = CliRunner().invoke(main, [*wish, "--cards", str(tmp_path / "ours.csv")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "list.pdf").read_bytes() == printed(order(), What.LIST)
    wrong = CliRunner().invoke(main, [*wish, "--cards", str(tmp_path / "bad.csv")])
    assert wrong.exit_code == 1
    assert "Line 2" in wrong.output


@pytest.fixture
def phone() -> Iterator[FlaskClient]:
    """Yield a box that keeps the list *ours*, and a table that plays with it and with markers."""
    night = CowNight(rules={"card_markers": True}, deck=TYPED)
    client = create_app(night.tables, "http://192.168.1.5:8000").test_client()
    data = {"name": "ours", "file": (io.BytesIO(TYPED.replace("Buck", "Bock").encode()), "ours.csv")}
    assert client.post("/cards/unexploded_cow", data=data, content_type="multipart/form-data").status_code == 303
    yield client
    night.tables.log.close()


PAGE = "/print/list.pdf?edition=unexploded_cow/2011"


def test_the_page_prints_the_cards_of_a_table_and_of_a_list(phone: FlaskClient) -> None:
    of_the_table = phone.get(f"{PAGE}&table={CODE}")
    assert of_the_table.status_code == 200
    assert f"Buck {FIRST}–{FIRST + 2}" in text_of(of_the_table.data)
    assert "Bock 200" in text_of(phone.get(f"{PAGE}&cards=unexploded_cow/ours").data)
    assert 'href="/print?edition=unexploded_cow/2011&amp;cards=unexploded_cow/ours"' in (
        phone.get("/cards/unexploded_cow?name=ours").text
    )
    assert 'value="unexploded_cow/ours" checked' in phone.get("/print?cards=unexploded_cow/ours").text
    assert phone.get(f"{PAGE}&cards=unexploded_cow/nobodys").status_code in (404, 422)
    assert phone.get(f"{PAGE}&cards=western_town/ours").status_code == 422
