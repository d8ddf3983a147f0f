"""*Which rule?* leads to the paragraph: every section that the program names is there, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.core.errors import RuleRef
from companion.core.plugin import Game
from companion.core.table.table import Level
from companion.core.text import say
from companion.games import registry
from companion.web.app import create_app
from companion.web.phone.values import Top
from companion.web.visit.tokens import cookie_name
from companion.web.words.games import FOLDERS
from companion.web.words.rules import Document, address_of, parsed
from tests.support.table import ANN, CODE, Night

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\d{1,2}\.\d{1,2}|\d{1,2} [A-Z]\d+")
RULES = """# Nim

Take sticks.

## 1 Setting up
A row of sticks.

### 1.2 Who begins
The *youngest*. <b onclick="alert(1)">Now</b>

## 16 House rules

### 16 A1 The last stick
[Out](javascript:alert(1))
"""


def cited(source: str, only: str = "") -> Iterator[tuple[str, str]]:
    """Yield edition and section of every reference that the source spells out; ``rule("7.1")`` is one to the ``only``
    edition of a game.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="RuleRef"), args=[ast.Constant(str(edition)), ast.Constant(str(section))]):
                yield edition, section
            case ast.Call(func=ast.Name(id="rule"), args=[ast.Constant(str(section))]):
                yield only, section


def numbers_in(source: str) -> Iterator[str]:
    """Yield all strings of the source that look like a section: references are also made by functions that take one."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(str(value)) if NUMBER.fullmatch(value):
                yield value


def sections_of(game: Game) -> Iterator[str]:
    """Yield the sections that the house rules of an edition name."""
    yield from (rule.rule.section for rule in getattr(game, "house_rules", ()))


def read(path: Path) -> Document:
    return parsed(path.read_text(encoding="utf-8"), "en")


FEWEST = {"abilene": 50, "any_game": 7, "unexploded_cow": 10, "western_town": 10}
"""More sections than so many does a game name; the smallest one names one."""
EVERY = [game for editions in registry().values() for game in editions.values()]


WRITTEN = ("en", "fr", "de")
"""The rules are written in these; every other language reads them in English."""


@pytest.mark.parametrize("language", WRITTEN)
@pytest.mark.parametrize("name", sorted(registry()))
def test_every_section_that_a_game_names_is_in_its_document(name: str, language: str) -> None:
    folder = ROOT / "companion" / "games" / name
    found = {
        edition: read(folder / "rules" / (f"{edition}.md" if language == "en" else f"{edition}.{language}.md"))
        for edition in registry()[name]
    }
    only = next(iter(registry()[name]))
    named = {ref for path in folder.rglob("*.py") for ref in cited(path.read_text(encoding="utf-8"), only)}
    named |= {(game.edition.id, section) for game in registry()[name].values() for section in sections_of(game)}
    assert len(named) > FEWEST.get(name, 0)
    numbers = {edition: {section.number for section in document.sections} for edition, document in found.items()}
    assert [ref for ref in sorted(named) if ref[1] not in numbers[ref[0]]] == []


@pytest.mark.parametrize("edition", ["1983", "1993"])
def test_whatever_looks_like_a_section_in_the_folder_of_an_edition_is_one(edition: str) -> None:
    """The printed player aids and the camera's refusals name theirs without spelling the edition out."""
    folder = ROOT / "companion" / "games" / "abilene"
    known = {section.number for section in read(folder / "rules" / f"{edition}.md").sections}
    sources = (folder / f"edition_{edition}").rglob("*.py")
    named = {number for path in sources for number in numbers_in(path.read_text(encoding="utf-8"))}
    assert len(named) > 30
    assert named - known == set()


def test_a_reference_to_nowhere_would_be_noticed() -> None:
    assert list(cited('refuse(say("No."), RuleRef("1993", "99.9"))')) == [("1993", "99.9")]
    assert list(numbers_in('_illegal("99.9", say("No. 7"))')) == ["99.9"]
    assert parsed(RULES, "en").nearest("99.9") == ""


def test_a_document_falls_into_its_numbered_sections() -> None:
    document = parsed(RULES, "en")
    assert [(each.number, each.title, each.depth) for each in document.sections] == [
        ("1", "1 Setting up", 2),
        ("1.2", "1.2 Who begins", 3),
        ("16", "16 House rules", 2),
        ("16 A1", "16 A1 The last stick", 3),
    ]
    assert [document.nearest(number) for number in ("1.2", "1.7", "16 A1", "16 A9", "3")] == [
        "1.2",
        "1",
        "16 A1",
        "16",
        "",
    ]


def test_a_document_cannot_bring_markup_of_its_own() -> None:
    bodies = "".join(each.body for each in parsed(RULES, "en").sections)
    assert "<em>youngest</em>" in bodies
    assert "<b" not in bodies
    assert "javascript:" not in bodies.replace("[Out](javascript:alert(1))", "")


@pytest.fixture
def night() -> Night:
    return Night()


@pytest.fixture
def phone(night: Night) -> FlaskClient:
    app = create_app(night.tables)
    client = app.test_client()
    token = app.extensions["companion"].tokens.admit(CODE, ANN, 0.0)
    client.set_cookie(cookie_name(CODE, ANN), token, domain="localhost")
    return client


def test_a_refusal_says_where_its_rule_can_be_read_and_the_page_marks_it(phone: FlaskClient) -> None:
    body = {"seat": ANN, "kind": "roll_dice", "data": {"cow": [9, 9], "cowboy": [1, 1, 1]}}
    rule = phone.post(f"/api/tables/{CODE}/actions", json=body).get_json()["rule"]
    assert rule["url"] == f"/rules/abilene/1993/{rule['section']}#asked"
    page = phone.get(rule["url"].partition("#")[0])
    assert page.status_code == 200
    asked = page.text.split('id="asked"', 1)[1].split("</section>", 1)[0]
    assert f">{rule['section']} " in asked


def test_a_link_leads_to_the_rules_of_the_table_s_own_game_where_two_editions_have_one_name(
    phone: FlaskClient, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "1993.md").write_text(RULES, encoding="utf-8")
    app = phone.application
    app.extensions[FOLDERS]["nim"] = tmp_path
    links = {}
    for game in ("abilene", "nim"):
        with app.test_request_context():
            links[game] = address_of(game, RuleRef("1993", "1.2"))
    assert links == {"abilene": "/rules/abilene/1993/1.2#asked", "nim": "/rules/nim/1993/1.2#asked"}
    assert "The <em>youngest</em>" in phone.get(links["nim"]).text
    assert "The <em>youngest</em>" not in phone.get(links["abilene"]).text


def test_the_house_rules_of_a_phone_lead_to_their_paragraphs(phone: FlaskClient) -> None:
    shown = phone.get(f"/t/{CODE}/s/{ANN}/part").text
    assert 'href="/rules/abilene/1993/16%20A1#asked"' in shown


@pytest.mark.parametrize(("language", "words"), [("de", "verkauf"), ("fr", "vendre"), ("en", "sell")])
def test_the_paragraph_is_in_the_language_of_the_phone(phone: FlaskClient, language: str, words: str) -> None:
    page = phone.get("/rules/abilene/1993/12", headers={"Accept-Language": language}).text
    assert f'<article lang="{language}">' in page
    assert words in page.split('id="asked"', 1)[1].split("</h2>", 1)[0].lower()


@pytest.mark.parametrize("path", ["none/1993/1", "abilene/1492/1", "abilene/..%2f1993/1"])
def test_there_are_no_other_documents(phone: FlaskClient, path: str) -> None:
    assert phone.get(f"/rules/{path}").status_code == 404


def test_a_page_asks_which_rule_once_and_names_every_one_that_its_buttons_rest_on() -> None:
    """It stood under each of them."""
    night = Night(level=Level.BANK)
    app = create_app(night.tables)
    client = app.test_client()
    client.set_cookie(cookie_name(CODE, ANN), app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    now = client.get(f"/t/{CODE}/s/{ANN}/part?have=now").text
    assert now.count("Which rule?") == 1
    _, _, fold = now.partition("Which rule?")
    assert re.findall(r"([\d.]+)</a>", fold) == ["12.1", "10.1", "11.2"]


@pytest.mark.parametrize(("letters", "look"), [(30, ""), (50, "long"), (70, "longer")])
def test_a_title_that_sticks_is_written_smaller_where_it_is_long(letters: int, look: str) -> None:
    app = create_app(Night().tables)
    with app.test_request_context(f"/t/{CODE}/s/{ANN}"):
        shown = app.jinja_env.get_template("phone/top.html").render(view=Top(say("x" * letters), (), "", wide=True))
    assert f'class="{look} wide"' in shown
