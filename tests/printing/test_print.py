"""``companion print`` and the page *Print*."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion import LANGUAGE_NAMES
from companion.app.hosting.wifi import GuestWifi, Wifi
from companion.app.tables import Tables
from companion.cli.main import main
from companion.core.table.table import Level
from companion.games import registry
from companion.printing.command import WHAT
from companion.printing.offered import sheets_of
from companion.printing.order import order_for
from companion.printing.what import Paper, What
from companion.store.log import Log
from companion.web.admin import printing
from companion.web.app import create_app
from tests.printing.paper_trail import NOT_OF_BOARDS, pages, pdf, words
from tests.printing.test_card_list import TYPED


@pytest.fixture
def phone() -> Iterator[FlaskClient]:
    log = Log(":memory:")
    tables = Tables(log, registry())
    tables.open_table("abilene", "1993", Level.BOARD)
    yield create_app(tables, "http://192.168.1.5:8000").test_client()
    log.close()


def test_the_command_knows_every_sheet() -> None:
    assert ("all", *What, "places") == WHAT


def test_all_sheets_go_into_one_file(tmp_path: Path) -> None:
    target = tmp_path / "all.pdf"
    done = CliRunner().invoke(main, ["print", "--paper", "letter", "--language", "de", "-o", str(target)])
    assert done.exit_code == 0, done.output
    assert "actual size" in done.output
    assert pages(target.read_bytes())[0] == sum(
        pages(pdf(Paper.LETTER, what, "de"))[0] for what in What if what not in NOT_OF_BOARDS
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "There is no game chess"),
        (["--edition", "1899"], "has no edition 1899"),
        (["--address", "nonsense"], "does not look like"),
        (["aid", "-o", "/nowhere/at/all.pdf"], "Cannot write /nowhere/at/all.pdf"),
        (["posters"], "posters"),
        (["cards"], "Abilene has nothing of this kind to print: Cards"),
        (["board", "--game", "unexploded_cow"], "nothing of this kind to print"),
        (["--paper", "a5"], "a5"),
    ],
)
def test_what_cannot_be_printed_is_a_sentence_and_no_traceback(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["print", *arguments])
    assert list(tmp_path.iterdir()) == []
    assert done.exit_code in (1, 2)
    assert sentence in done.output
    assert "Traceback" not in done.output


def test_a_box_that_prints_and_paints_nothing_does_not_load_what_does() -> None:
    script = "import sys, companion.cli.main, companion.web.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"reportlab", "PIL", "cv2", "numpy"} & set(done.stdout.split())


def test_the_page_is_found_from_the_first_page(phone: FlaskClient) -> None:
    assert 'href="/print"' in phone.get("/").text
    assert "Imprimer" in phone.get("/print", headers={"Accept-Language": "fr"}).text


def test_the_page_prints_what_the_command_prints(phone: FlaskClient) -> None:
    address = "http://companion.local:8000"
    answer = phone.get("/print/stickers.pdf?edition=abilene/1993&paper=letter&language=fr&table=", base_url=address)
    assert answer.status_code == 200
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Content-Disposition"] == "attachment; filename=abilene-stickers-letter-fr.pdf"
    assert answer.data == pdf(Paper.LETTER, What.STICKERS, "fr")


def test_a_known_wifi_is_printed_on_seat_cards_and_its_password_is_in_no_list_of_processes(
    phone: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, started = phone.application.extensions["companion"], list[list[str]]()

    def drawn(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        started.append(command)
        return subprocess.CompletedProcess(command, 0, b"%PDF")

    def asked_to_draw() -> list[str]:
        assert phone.get("/print/seats.pdf?edition=abilene/1993").data == b"%PDF"
        return started[-1][3:]

    monkeypatch.setattr(subprocess, "run", drawn)
    bare = asked_to_draw()
    box.wifi = GuestWifi(tmp_path / "box.wifi")
    assert asked_to_draw() == bare, "none is kept"
    box.wifi.keep(Wifi("Barn", "open-sesame"))
    known = asked_to_draw()
    assert not [argument for argument in known if "sesame" in argument or "Barn" in argument]
    box.address = "https://games.example"
    assert not [argument for argument in asked_to_draw() if "wifi" in argument], "it can be printed from anywhere"
    monkeypatch.undo()
    target = tmp_path / "seats.pdf"
    done = CliRunner().invoke(main, ["print", *known[:-1], f"--output={target}"])
    assert done.exit_code == 0, done.output
    assert "open-sesame" in {word.text for word in words(target.read_bytes())}


def test_codes_never_lead_to_the_reader_s_own_machine(phone: FlaskClient) -> None:
    from companion.web.admin.printing import address

    for here, leads in (
        ("http://localhost:8000", "http://192.168.1.5:8000"),
        ("http://127.0.0.1:8000", "http://192.168.1.5:8000"),
        ("http://companion.local:8000", "http://companion.local:8000"),
    ):
        with phone.application.test_request_context(base_url=here):
            assert address() == leads


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/print/nothing.pdf?edition=abilene/1993", 404),
        ("/print/aid.pdf", 422),
        ("/print/aid.pdf?edition=abilene/1899", 422),
        ("/print/aid.pdf?edition=chess/1993", 422),
        ("/print/aid.pdf?edition=abilene/1993&paper=a5", 422),
        ("/print/aid.pdf?edition=abilene/1993&language=pt", 422),
        ("/print/seats.pdf?edition=abilene/1993&table=ZZZZ", 404),
        ("/print/aid.pdf?edition=../games/abilene&language=--help", 422),
    ],
)
def test_a_senseless_wish_is_refused_and_nothing_is_drawn(
    phone: FlaskClient, path: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(subprocess, "run", never)
    answer = phone.get(path)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_a_printer_that_fails_is_a_sentence(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    answer = phone.get("/print/aid.pdf?edition=abilene/1993")
    assert answer.status_code == 422
    assert "could not be drawn" in answer.text


def test_a_printer_that_a_busy_box_leaves_waiting_is_a_sentence(
    phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "SECONDS", 0)
    answer = phone.get("/print/aid.pdf?edition=abilene/1993")
    assert answer.status_code == 503
    assert "Please try again" in answer.text


SHEET = re.compile(r'formaction="/print/(\w+)\.pdf"')


def offered(phone: FlaskClient, query: str = "") -> set[str]:
    """Return what the page offers to print."""
    return set(SHEET.findall(phone.get(f"/print?{query}").text))


def test_the_page_offers_the_sheets_of_the_edition_and_none_that_it_has_not(phone: FlaskClient) -> None:
    """14 buttons stood there for every edition, and many of them led to a refusal."""
    for name, editions in registry().items():
        for edition, game in editions.items():
            if game.printables():
                there = sheets_of(order_for(editions, edition, Paper.A4, "en"))
                assert offered(phone, f"edition={name}/{edition}") == {*there}
    assert offered(phone) == offered(phone, "edition=abilene/1993"), "the first"


def test_the_page_asks_only_what_the_edition_has_an_answer_to(phone: FlaskClient) -> None:
    phone.post("/cards/unexploded_cow", data={"name": "ours", "file": (io.BytesIO(TYPED.encode()), "ours.csv")})
    abilene, cow = (phone.get(f"/print?edition={each}").text for each in ("abilene/1993", "unexploded_cow/2011"))
    assert "Which cards?" in cow
    assert "The cards bear markers" in cow
    assert "Which cards?" not in abilene
    assert "The cards bear markers" not in abilene


def test_with_typed_cards_there_are_no_cards_to_print(phone: FlaskClient) -> None:
    phone.post("/cards/unexploded_cow", data={"name": "ours", "file": (io.BytesIO(TYPED.encode()), "ours.csv")})
    builtin, typed = (
        offered(phone, f"edition=unexploded_cow/2011&cards={cards}") for cards in ("", "unexploded_cow/ours")
    )
    assert builtin - typed == {"cards"}
    for what in typed:
        wish = f"/print/{what}.pdf?edition=unexploded_cow/2011&cards=unexploded_cow/ours"
        assert phone.get(wish).status_code == 200
    assert offered(phone, "edition=abilene/1993&cards=unexploded_cow/ours") == offered(phone)
    assert offered(phone, "edition=unexploded_cow/2011&table=NOPE") == builtin


def test_the_page_offers_paper_in_every_language_of_the_program(phone: FlaskClient) -> None:
    page = phone.get("/print").text
    for language, name in LANGUAGE_NAMES.items():
        assert f'name="language" value="{language}"' in page
        assert f'lang="{language}">{name}<' in page


def test_what_was_chosen_stays_chosen_while_the_page_follows(phone: FlaskClient) -> None:
    page = phone.get("/print?edition=unexploded_cow/2011&paper=letter&language=fr&numbered=yes").text
    for choice in ('value="unexploded_cow/2011" required checked', 'value="letter" checked', 'value="fr" checked'):
        assert choice in page
    assert 'name="numbered" value="yes" checked' in page
