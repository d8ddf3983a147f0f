"""Whether a game says everything in every language."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.games import folder_of
from companion.paths import PACKAGE

METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.svg", "jinja2")]
KEYWORDS = {"_": None, "say": None, "wording": None, "gettext": None}
PARAMETER = re.compile(r"%\((\w+)\)s")


def untranslated(game: str, language: str) -> list[str]:
    """What a game's folder says that neither its ``translations/LANGUAGE.po`` nor the program has in this language."""
    folder = folder_of(game)
    assert folder, f"{game} has no folder"
    found, template = brought(folder, language), Catalog()
    with (PACKAGE / "translations" / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        for message in read_mo(file):
            if message.id and message.id not in found:
                found.add(message.id, message.string)
    for _, _, said, _, _ in extract_from_dir(folder, METHODS, keywords=KEYWORDS):
        template.add(said)
    return problems(template, found)


def brought(folder: Path, language: str) -> Catalog:
    """The sentences that a game brings in its folder; an empty catalogue where it has none."""
    file = folder / "translations" / f"{language}.po"
    return read_po(file.open("rb"), locale=language) if file.is_file() else Catalog(locale=language)


def strings(found: Catalog) -> dict[str, str]:
    """English to translation, without the header."""
    return {str(message.id): str(message.string) for message in found if message.id}


def problems(template: Catalog, found: Catalog) -> list[str]:
    """What keeps a catalogue from saying everything the program says.

    A sentence that is no longer said does no harm: the next `make translations` drops it.
    """
    wanted, has = strings(template).keys(), strings(found)
    lines = [f"not translated: {english}" for english in wanted if not has.get(english)]
    lines += [f"a guess: {message.id}" for message in found if message.id and message.fuzzy]
    for english, words in has.items():
        if words and set(PARAMETER.findall(english)) != set(PARAMETER.findall(words)):
            lines.append(f"other parameters: {english}")
        try:
            words % dict.fromkeys(PARAMETER.findall(english), "x")
        except (KeyError, ValueError, TypeError):
            lines.append(f"cannot be filled in: {english}")
    return lines
