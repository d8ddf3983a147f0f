"""Players read plain words: none that have to be read twice, and nothing long where one looks only briefly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion import LANGUAGES
from companion.core.referee.lobby_page import settings
from companion.core.text import Text
from companion.i18n import Translator
from tests.lessons.moments import actions, recorded
from tests.support.recordings import OF_EACH_KIND

FOLDER = Path(__file__).resolve().parents[1] / "companion/translations"
PARAMETER = re.compile(r"%\(\w+\)[sd]")
BANNED = {
    "en": r"\b(?:whoever|by (?:it|them)sel(?:f|ves)|he himself|booty|(?:some|every|any)body|cells?)\b"
    r"|(?<!\bof )\btyp(?:e|es|ed|ing)\b"
    r"|(?<!\bthere )\b(?:is|are) no (?:amount|income|number|photo|picture|points|sensible)\b"
    r"|\bask the table\b|\bthe table (?:moved|has moved|plays|allowed|agree|waits|cannot)"
    r"|\bthis table (?:keeps|plays|counts)"
    r"|\b(?:stands?|lies|lie) (?:on|in|there|like)\b(?<!to stand on)(?<!stands in)"
    r"|what would be true|undone would be|this is no ",
    "fr": r"\b(?:cagnottes?|manches?|bombardière|première classe)\b|\btap(?:ez|er)\b|\b(?:la|cette) boîte\b(?! de)",
    "de": r"\b(?:Telefone?s?|Darlehens?|Würfelchen|Gehöft)\b|bankrott|eintipp|eingetippt|ausnutz|\bnutze? aus\b",
    "es": r"\b(?:teléfonos?|celdas?|manadas?|quiebra|créditos?|bueyes|buey)\b",
    "it": r"\b(?:cellular[ei]|bancarotta|greggi?e?|mutui?o?|pedin[ae])\b",
    "nl": r"\b(?:gsm|mobieltje|bankroet|kredieten?|velden?|veldje)\b",
}
"""Words that people do not say, and second words for things that have one already."""
MEANT = {"nl": {"Send cows over fields full of bombs: if your cow explodes, you are paid and win cities."}}
"""sentences in which such a word means another thing"""
LONGEST = 140
"""characters of a headline, a button, or a sentence of anything else"""
END = re.compile(r"(?<=[.!?])\s+")
MOMENTS = 40


def sentences(language: str) -> list[str]:
    """Return every sentence that players read in a language, without its parameters."""
    with (FOLDER / ("fr" if language == "en" else language) / "LC_MESSAGES/messages.po").open("rb") as file:
        found = [(message.id, message.string) for message in read_po(file) if message.id]
    allowed = MEANT.get(language, set())
    return [
        PARAMETER.sub("…", part)
        for english, words in found
        if english not in allowed
        for part in parts(english if language == "en" else words or "")
    ]


def parts(message: str | tuple[str, ...] | list[str]) -> list[str]:
    return [message] if isinstance(message, str) else list(message)


def banned(line: str, language: str) -> bool:
    return re.search(BANNED[language], line, re.IGNORECASE) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_has_one_word_and_no_sentence_has_to_be_read_twice(language: str) -> None:
    assert [line for line in sentences(language) if banned(line, language)] == []


@pytest.mark.parametrize(
    "line",
    [
        "Whoever is short borrows.",
        "The turn ends by itself.",
        "Ask the table",
        "No cow stands on A1.",
        "Type its name.",
    ],
)
def test_a_word_that_is_banned_would_be_noticed(line: str) -> None:
    assert banned(line, "en")


def test_words_of_another_thing_may_be_said() -> None:
    assert not banned("The turn ends automatically. A card of type … is on the table.", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_long(language: str) -> None:
    long = [each for line in sentences(language) for each in END.split(line) if len(each) > LONGEST]
    assert long == []


def at_a_glance(path: Path) -> Iterator[tuple[Text, ...]]:
    """Yield the headline and the buttons of every phone, then what stands beside them, over a recorded game."""
    game = recorded(path)
    rules = game.referee.game
    found = list(actions(game))
    for _, table in found[:: max(1, len(found) // MOMENTS)]:
        for seat in table.ids:
            page = rules.page(table, seat)
            choices = (*page.choices, *page.money, *settings(rules, table, seat))
            yield page.headline, *(choice.label for choice in choices)
            yield *page.prompt, *(line for choice in choices for line in choice.details)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_headlines_and_buttons_are_short_and_prompts_are_in_short_sentences(path: Path, language: str) -> None:
    names = {seat.id: seat.name for seat in recorded(path).tables[-1][1].seats}
    speaker = Translator(language, lambda seat: names.get(seat, seat))
    found = list(at_a_glance(path))
    whole = {speaker.translate(text) for texts in found[::2] for text in texts}
    beside = {each for texts in found[1::2] for text in texts for each in END.split(speaker.translate(text))}
    assert not {words for words in whole | beside if len(words) > LONGEST}
