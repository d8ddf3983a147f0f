"""*Which rule?*: the paragraph that a refusal or a house rule rests on, from the documents in a game's folder.

A document is ``rules/EDITION.md`` in the folder of its game, translations ``rules/EDITION.LANGUAGE.md`` beside it. A
heading that begins with a number opens a section: ``12``, ``12.9`` or ``16 A1``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from companion import LANGUAGES
from companion.core.errors import RuleRef
from companion.web.words import i18n
from companion.web.words.games import folders

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MAX_EDITION_LENGTH = 40
"""No file system has names of any length."""

routes = Blueprint("rules", __name__)

HEADING = re.compile(r"^(?P<marks>#+) (?P<title>(?P<number>\d+(?:\.\d+)?(?: [A-Z]\d+)?)\b.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section: its heading, its depth (2, 3 …) and its text, without its subsections."""

    number: str
    title: str
    depth: int
    body: Markup


@dataclass(frozen=True, slots=True)
class Document:
    """The rules of an edition in one language."""

    language: str
    preface: Markup
    sections: tuple[Section, ...]

    def nearest(self, number: str) -> str:
        """Return the section of this number, or the one around it; "" where there is neither."""
        known = {section.number for section in self.sections}
        return next((candidate for candidate in (number, _parent(number)) if candidate in known), "")


def _parent(number: str) -> str:
    """Return the number of the section around this one: 12.9 is in 12, 16 A1 in 16."""
    return re.split(r"[. ]", number)[0]


def parsed(text: str, language: str) -> Document:
    """Return the document of this Markdown text."""
    found = list(HEADING.finditer(text))
    ends = [each.start() for each in found[1:]] + [len(text)]
    return Document(
        language,
        _rendered(text[: found[0].start()] if found else text),
        tuple(
            Section(each["number"], each["title"], len(each["marks"]), _rendered(text[each.end() : end]))
            for each, end in zip(found, ends, strict=True)
        ),
    )


@cache
def _markdown() -> MarkdownIt:
    """Return what renders Markdown and nothing else: markup of its own would be shown as text."""
    from markdown_it import MarkdownIt  # 1 MB, for those who read rules

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _rendered(text: str) -> Markup:
    return Markup(_markdown().render(text))


@lru_cache(maxsize=16)
def _read(path: Path, language: str) -> Document:
    return parsed(path.read_text(encoding="utf-8"), language)


def document(game: str, edition: str, language: str) -> Document | None:
    """Return the rules in this language, else in English; None for an edition without a document."""
    folder = folders().get(game)
    if folder is None or not edition.isalnum() or len(edition) > MAX_EDITION_LENGTH:
        return None
    candidates = ((f"{edition}.{language}.md", language), (f"{edition}.md", LANGUAGES[0]))
    found = ((folder / "rules" / name, language) for name, language in candidates)
    return next((_read(path, language) for path, language in found if path.is_file()), None)


def rule_url(rule: RuleRef) -> str:
    """Return the address of the rule's paragraph for a page of a table; "" where no document has it."""
    about = i18n.spoken()
    return address_of(about.table.game, rule) if about else ""


def address_of(game: str, rule: RuleRef) -> str:
    """Return the address of the rule's paragraph in this game's documents, "" where none has it."""
    folder = folders().get(game)
    return _address(folder, game, rule.edition, rule.section) if folder else ""


@lru_cache(maxsize=1024)
def _address(folder: Path, game: str, edition: str, section: str) -> str:
    """Return the address of the section, or of the one around it.

    It is cached, since every page asks for every house rule.
    """
    path = folder / "rules" / f"{edition}.md"
    if not path.is_file() or not _read(path, LANGUAGES[0]).nearest(section):
        return ""
    return f"/rules/{game}/{edition}/{quote(section)}#asked"


@routes.get("/rules/<game>/<edition>/<section>")
def rules(game: str, edition: str, section: str) -> str:
    """Show the document with this section marked."""
    found = document(game, edition, i18n.language())
    if found is None:
        abort(404)
    return render_template("rules.html", document=found, asked=found.nearest(section), edition=edition)
