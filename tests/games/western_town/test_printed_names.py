"""The names on the real cards and tiles are shown as printed, in every language: "the same name" is a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.games.western_town.printed.card_words import card_words
from companion.games.western_town.printed.reading import builtin_deck
from companion.games.western_town.rulebook.buildings import CIVIC_PRIDE, KNOWN, PRINTED
from companion.games.western_town.words import BUILDINGS, SENTENCES, words
from companion.testing.sentences import sentences_in
from tests.games.western_town.test_pages import Phones

ROOT = Path(__file__).parents[3] / "companion"
LANGUAGES = ("fr", "de")
TRANSLATED = {
    "fr": r"fermes?|charpenti\w+|mines? d[’']or|fierté civique|armuri\w+|forgeron|barbier|église|entrepôt|télégraphe",
    "de": r"Gehöft\w*|Zimmerei|Bürgerstolz|Goldmine|Schmied\w*|Büchsenmacher|Kirche|Lagerhaus|Telegrafenamt",
}
"""words that were shown in place of printed names"""
OTHER_TERMS = r"Heime?|Heim-\w+|[Ll]eitende[rnm]? Marshals?|[Aa]usgeführte\w* Gold|[Aa]us(ge|zu)?nutz\w*|Würfelchen"
"""German words that the German part of the box does not have: Haushalt, US-Marshal, transferiertes Gold, benutzen."""


def sentences(language: str) -> list[str]:
    """Return the sentences of this game in the language, and its rule document."""
    with (ROOT / "translations" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file)
    sentences = sentences_in(ROOT / "games" / "western_town")
    of_the_game = [each for each in catalogue if each.id in sentences]
    assert len(of_the_game) > 300
    rules = ROOT / "games" / "western_town" / "rules" / f"2012.{language}.md"
    return [*(str(each.string) for each in of_the_game), *rules.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", [*PRINTED, *KNOWN, CIVIC_PRIDE])
def test_a_building_is_called_as_its_card_is_printed(name: str) -> None:
    assert str(words(name)) == name
    assert SENTENCES[name].message == name, "a log keeps it by this code"


def test_a_card_bears_the_printed_name_and_which_one_it_is() -> None:
    assert [str(card_words(builtin_deck(), card)) for card in ("carpenter", "carpenter 2", "civic pride 1")] == [
        "carpenter",
        "carpenter (2)",
        "civic pride (1)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_has_another_name_for_a_card(language: str) -> None:
    with (ROOT / "translations" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file)
    assert not [name for name in BUILDINGS if name in catalogue]
    translated = re.compile(rf"\b({TRANSLATED[language]})\b", re.IGNORECASE)
    assert [line for line in sentences(language) if translated.search(line)] == []


def test_german_has_the_terms_of_the_box() -> None:
    other = re.compile(rf"\b({OTHER_TERMS})\b")
    assert [line for line in sentences("de") if other.search(line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_shows_printed_names(language: str) -> None:
    evening = Phones().start()
    robin = evening.phones[0]
    robin.press("turn_up_card")
    page = robin.client.get(f"/t/{evening.code}/screen", headers={"Accept-Language": language}).text
    robins_page = robin.client.get(f"/t/{evening.code}/s/{robin.seat}", headers={"Accept-Language": language}).text
    for name in PRINTED:
        assert name in robins_page
    assert not re.search(rf"\b({TRANSLATED[language]})\b", page + robins_page)
