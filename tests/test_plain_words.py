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

CATALOGUE = Path(__file__).resolve().parents[1] / "companion/translations/de/LC_MESSAGES/messages.po"
BANNED = re.compile(
    r"\b(?:whoever|by (?:it|them)sel(?:f|ves)|he himself|booty)\b"
    r"|what would be true|undone would be|this is no |the table moved",
    re.IGNORECASE,
)
"""What people do not say."""
LONGEST = 140
"""characters of a headline or a button"""
MOMENTS = 40


def sentences() -> list[str]:
    """Return every English sentence that players read."""
    with CATALOGUE.open("rb") as file:
        return [part for message in read_po(file) if message.id for part in parts(message.id)]


def parts(message: str | tuple[str, ...] | list[str]) -> list[str]:
    return [message] if isinstance(message, str) else list(message)


def test_no_sentence_has_to_be_read_twice() -> None:
    assert [line for line in sentences() if BANNED.search(line)] == []


def test_a_word_that_is_banned_would_be_noticed() -> None:
    assert BANNED.search("Whoever is short borrows.")
    assert BANNED.search("The turn ends by itself.")
    assert not BANNED.search("The turn ends automatically.")


def at_a_glance(path: Path) -> Iterator[Text]:
    """Yield the headlines and the words of the buttons of every phone, over a recorded game."""
    game = recorded(path)
    rules = game.referee.game
    found = list(actions(game))
    for _, table in found[:: max(1, len(found) // MOMENTS)]:
        for seat in table.ids:
            page = rules.page(table, seat)
            yield page.headline
            yield from (choice.label for choice in (*page.choices, *page.money, *settings(rules, table, seat)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_headlines_and_buttons_are_short(path: Path, language: str) -> None:
    names = {seat.id: seat.name for seat in recorded(path).tables[-1][1].seats}
    speaker = Translator(language, lambda seat: names.get(seat, seat))
    long = {words for text in at_a_glance(path) if len(words := speaker.translate(text)) > LONGEST}
    assert not long
