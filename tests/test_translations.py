"""Every sentence in every language: with its parameters, and served; at a release complete."""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import LANGUAGES, i18n
from companion.app.tables import Tables
from companion.core.plugin import Game
from companion.core.sentences import SENTENCES
from companion.games import folder_of, registry
from companion.store.log import Log
from companion.testing import smallest
from companion.testing.sentences import PARAMETER, catalogue_in, missing, strings, wrong
from companion.web.app import create_app
from tests.support.sources import nodes

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "companion" / "translations"
OTHERS = [language for language in LANGUAGES if language != "en"]
NAMES = "who|to|by|one|two|other|seller|winner|loser|lender|borrower|thief|victim|name|frm"
REMEDY = "run `make translations`, then fill in companion/translations"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return what the program can say now, collected as the Makefile does it."""
    target = tmp_path_factory.mktemp("sentences") / "messages.pot"
    mapping = str(ROOT / "pyproject.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        options = [
            "--quiet",
            "extract",
            "--mapping-file",
            mapping,
            "--keywords",
            "say",
            "--keywords",
            "wording",
            "--output-file",
            str(target),
            ".",
        ]
        CommandLineInterface().run(["pybabel", *options])  # type: ignore[no-untyped-call]
    with target.open("rb") as file:
        return read_po(file)


def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def absent(template: Catalog, language: str) -> list[str]:
    """Return the sentences of the program and its games without a translation."""
    found = catalogue(language)
    for folder in filter(None, map(folder_of, registry())):
        for english, words in strings(catalogue_in(folder, language)).items():
            found.add(english, words)
    return missing(strings(template), found)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_can_be_shown_and_what_is_missing_is_told(template: Catalog, language: str) -> None:
    assert wrong(catalogue(language)) == []
    if lines := absent(template, language):
        warnings.warn(f"not translated, {language}: {'; '.join(lines)}. To do so, {REMEDY}", stacklevel=1)


@pytest.mark.release
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(template: Catalog, language: str) -> None:
    assert absent(template, language) == [], REMEDY


def test_an_incomplete_catalogue_would_be_noticed() -> None:
    broken = Catalog(locale="de")
    broken.add("Sit down", "Hinsetzen", flags=["fuzzy"])
    broken.add("Turn %(number)s: %(who)s", "Zug: %(who)s")
    broken.add("Sealed", "100 % versiegelt")
    assert missing(["Sealed", "Seal my vote", "Sit down"], broken) == ["Seal my vote", "Sit down"]
    assert wrong(broken) == ["other parameters: Turn %(number)s: %(who)s", "cannot be filled in: Sealed"]


@pytest.fixture
def translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one catalogue, and without its compiled file."""
    source = tmp_path / "translations" / "fr" / "LC_MESSAGES" / "messages.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid "Sealed"\nmsgstr "Scellé"\n')
    monkeypatch.setattr(i18n, "PACKAGE", tmp_path)
    return source


def compiled(source: Path) -> Path:
    """Compile the catalogue; the file is a second newer than its source."""
    there = source.with_suffix(".mo")
    with source.open("rb") as read, there.open("wb") as written:
        write_mo(written, read_po(read))
    os.utime(there, (source.stat().st_mtime + 1,) * 2)
    return there


def test_a_checkout_needs_no_compiled_catalogue(translations: Path) -> None:
    assert i18n.program_catalogue("fr").gettext("Sealed") == "Scellé"
    assert i18n.program_catalogue("pt").gettext("Sealed") == "Sealed"


def test_an_edited_catalogue_is_read_in_place_of_the_compiled_one(translations: Path) -> None:
    changed = compiled(translations).stat().st_mtime
    translations.write_text('msgid "Sealed"\nmsgstr "Cacheté"\n')
    os.utime(translations, (changed, changed))
    assert i18n.program_catalogue("fr").gettext("Sealed") == "Cacheté"


def test_a_wheel_needs_no_source_of_a_catalogue(translations: Path) -> None:
    compiled(translations)
    translations.unlink()
    assert i18n.program_catalogue("fr").gettext("Sealed") == "Scellé"


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Yield all calls of functions or methods of these names in the program, each with its place."""
    yield from ((place, node) for place, name, node in every_call() if name in names)


@cache
def every_call() -> tuple[tuple[str, str, ast.Call], ...]:
    """Return all calls in the program, with the place and the name of the function or method."""
    found = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in nodes(path.read_text(encoding="utf-8")):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                    found.append((f"{path.relative_to(ROOT)}:{node.lineno}", name, node))
    return tuple(found)


def test_every_sentence_is_a_literal_and_gets_exactly_its_parameters() -> None:
    wrong = []
    for place, call in calls("say"):
        message = call.args[0]
        if not isinstance(message, ast.Constant) or len(call.args) != 1:
            wrong.append(place)
        elif all(keyword.arg for keyword in call.keywords):
            given = {keyword.arg for keyword in call.keywords}
            if given != set(PARAMETER.findall(str(message.value))):
                wrong.append(place)
    assert wrong == []


def test_every_fact_has_a_sentence_and_brings_exactly_its_parameters() -> None:
    known = {
        code: text.message
        for game in (*every_game(), *smallest.games())
        for code, text in {**SENTENCES, **game.sentences}.items()
    }
    wrong, checked = [], 0
    for place, call in calls("fact", "refuse"):
        literals = [each.value for each in ast.walk(call.args[-1]) if isinstance(each, ast.Constant)]
        codes = [code for code in literals if code in known]
        given = {keyword.arg for keyword in call.keywords}
        wrong += [place for code in codes if set(PARAMETER.findall(known[code])) != given]
        if not codes and isinstance(call.args[-1], ast.Constant):
            wrong.append(place)
        checked += len(codes)
    assert wrong == []
    assert checked > 50


def every_game() -> list[Game]:
    return [game for editions in registry().values() for game in editions.values()]


def test_the_box_has_one_name_in_french() -> None:
    """It was "le boîtier" in most sentences and "la boîte", which is the box of a game, in some."""
    named = {
        english: words for english, words in strings(catalogue("fr")).items() if re.search(r"\b[Tt]he box\b", english)
    }
    assert {english: words for english, words in named.items() if re.search(r"[Ll]a boîte", words)} == {}


def test_french_signs_do_not_begin_a_line() -> None:
    """A sign that stands apart from its word is kept beside it by a space that does not break."""
    loose = [words for words in strings(catalogue("fr")).values() if re.search(r" [:;!?»]|« ", words)]
    assert loose == []


def test_french_sentences_elide_before_no_name() -> None:
    """The name is not known: "de Annie", "que Ouma" would be wrong, so a sentence avoids both."""
    trap = re.compile(rf"\b(?:de|que|d’|l’|qu’|le|du) ?%\((?:{NAMES})\)s")
    assert [words for words in strings(catalogue("fr")).values() if trap.search(words)] == []


@pytest.mark.parametrize(
    ("wanted", "language", "words"),
    [
        ("de-AT,en;q=0.5", "de", "Eine Partie beginnen"),
        ("fr-CA,fr;q=0.9", "fr", "Commencer une partie"),
        ("pt", "en", "Start a game"),
        ("en-GB", "en", "Start a game"),
    ],
)
def test_a_browser_is_answered_in_its_language(wanted: str, language: str, words: str) -> None:
    log = Log(":memory:")
    page = create_app(Tables(log, registry())).test_client().get("/", headers={"Accept-Language": wanted}).text
    assert f'<html lang="{language}"' in page
    assert words in page
    log.close()


def test_a_phone_keeps_the_language_that_was_chosen_on_it() -> None:
    log = Log(":memory:")
    phone = create_app(Tables(log, registry())).test_client()
    phone.post("/language", data={"lang": "fr", "next": "/trust"})
    assert "Ce que voit le boîtier" in phone.get("/trust", headers={"Accept-Language": "de"}).text
    log.close()


def test_french_says_vous_and_calls_the_box_boitier() -> None:
    """No sentence speaks to a friend (*tu*), and none has another name for the box."""
    familiar = re.compile(
        r"\b(tu|ton|tes|toi|te|box|(photographie|peins|choisis|supprimes|regarde|prends|mets|touche)-(le|la|les|en)|fais)\b|\bt’",
        re.IGNORECASE,
    )
    assert [sentence for sentence in strings(catalogue("fr")).values() if familiar.search(sentence)] == []


def test_french_lists_of_names_have_the_space_before_their_colon() -> None:
    """A name and what belongs to it are joined by a sentence of the catalogue, not by the template."""
    joined = re.compile(r"\}\}(</b>)?: ")
    sale = "companion/games/abilene/templates/parts/sale.html"
    for place in ("templates/history.html", sale, "templates/parts/result.html"):
        assert not joined.search((ROOT / place).read_text(encoding="utf-8")), place
    assert strings(catalogue("fr"))[": %(what)s"] == "\u00a0: %(what)s"
