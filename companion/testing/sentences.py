"""Checks that a game is translated into every language."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from babel.support import NullTranslations

from companion.games import folder_of
from companion.i18n import program_catalogue

METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.svg", "jinja2")]
KEYWORDS = {"_": None, "say": None, "wording": None, "gettext": None}
PARAMETER = re.compile(r"%\((\w+)\)s")


class NoTranslations(NullTranslations):
    """A catalogue that has no sentence."""

    def gettext(self, message: str) -> str:
        """Return no words at all."""
        return ""


def untranslated(game: str, language: str) -> list[str]:
    """Return the sentences of a game that neither its ``translations/LANGUAGE.po`` nor the program translates."""
    folder = folder_of(game)
    assert folder, f"{game} has no folder"
    program = program_catalogue(language)
    program.add_fallback(NoTranslations())
    return [
        english
        for english in missing(sentences_in(folder), catalogue_in(folder, language))
        if not program.gettext(english)
    ]


def check_translations(game: str, language: str) -> None:
    """Warn of sentences of a game without a translation; raise AssertionError for translations that cannot be shown."""
    folder = folder_of(game)
    assert folder, f"{game} has no folder"
    lines = wrong(catalogue_in(folder, language))
    assert not lines, "; ".join(lines)
    if absent := untranslated(game, language):
        warnings.warn(f"{game} in {language}, not translated: {'; '.join(absent)}", stacklevel=2)


def sentences_in(folder: Path) -> set[str]:
    """Return the English sentences in the modules and templates of a folder."""
    return {str(sentence) for _, _, sentence, _, _ in extract_from_dir(folder, METHODS, keywords=KEYWORDS)}


def catalogue_in(folder: Path, language: str) -> Catalog:
    """Return the sentences in a game's own catalogue; an empty catalogue where it has none."""
    file = folder / "translations" / f"{language}.po"
    return read_po(file.open("rb"), locale=language) if file.is_file() else Catalog(locale=language)


def strings(catalogue: Catalog) -> dict[str, str]:
    """Return the translations by their English sentences, without the header."""
    return {str(message.id): str(message.string) for message in catalogue if message.id}


def missing(sentences: Iterable[str], catalogue: Catalog) -> list[str]:
    """Return the sentences without a translation in the catalogue; a ``fuzzy`` one does not count.

    A translation of a sentence that no longer exists does no harm: the next `make translations` drops it.
    """
    has = {str(message.id): message.string for message in catalogue if not message.fuzzy}
    return [english for english in sorted(sentences) if not has.get(english)]


def wrong(catalogue: Catalog) -> list[str]:
    """Return the translations that cannot be shown: with other parameters, or characters that fail."""
    lines = []
    for english, words in strings(catalogue).items():
        if words and set(PARAMETER.findall(english)) != set(PARAMETER.findall(words)):
            lines.append(f"other parameters: {english}")
        try:
            words % dict.fromkeys(PARAMETER.findall(english), "x")
        except (KeyError, ValueError, TypeError):
            lines.append(f"cannot be filled in: {english}")
    return lines
