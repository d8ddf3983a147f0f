"""Names on a page: isolated from the direction of the text around them, and from a browser's translation.

A sentence for a page holds every typed name between two marks (``companion.core.text.isolate``). A page as it leaves
the templates has an element in their place. Where no element can be (in attributes, titles, options, drawings, data
for scripts) the marks stay around names that are written from right to left, and around no other; an element whose
text has names in such places is as a whole not translated.
"""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Template

from companion.core.text import FIRST_STRONG_ISOLATE, ISOLATE, isolate, isolated

NAME = '<bdi translate="no">{}</bdi>'
TAG = re.compile(r"""<([a-zA-Z][^\s/>]*)(?:[^"'>]++|"[^"]*"|'[^']*')*+>""")
TEXT_ONLY = frozenset({"title", "option", "textarea", "script", "style", "text", "tspan"})
"""elements in which a tag would be shown, or dropped"""
READ = TEXT_ONLY - {"script", "style"}
UNTRANSLATED = ' translate="no"'


class NamedTemplate(Template):
    """A template that writes the names of a page as elements."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Return the rendered page, or part of one."""
        return with_names(super().render(*args, **kwargs))


def typed(words: str) -> str:
    """Return words that are in no catalogue, isolated for a sentence; numbers, dates, signs and cells are no names."""
    letters = [each for each in words if each.isalpha()]
    return isolate(words) if len(letters) > 1 or (not words.isascii() and letters) else words


def name(words: str | None) -> str:
    """Return a name for a page, isolated, by itself or filled into a sentence; "" where there is none."""
    return isolate(words) if words else ""


def with_names(html: str) -> str:
    """Return the markup with an element around each name."""
    if FIRST_STRONG_ISOLATE not in html:
        return html
    pieces: list[str] = []
    done = marked = 0  # the end of what is written, and of the last tag that is not translated
    for found in ISOLATE.finditer(html):
        start, end = found.span()
        tag = _tag_before(html, start)
        if tag is None or (tag.end() <= start and tag[1] not in TEXT_ONLY):
            pieces += html[done:start], NAME.format(found[1])
            done = end
            continue
        if marked < tag.end() <= start and tag[1] in READ and UNTRANSLATED not in tag[0]:
            marked = tag.end()
            pieces += html[done : marked - 1], UNTRANSLATED
            done = marked - 1
        pieces += html[done:start], isolated(found[1])
        done = end
    return "".join([*pieces, html[done:]])


def _tag_before(html: str, at: int) -> re.Match[str] | None:
    """Return the last tag that opens before this place, or that it lies in; None after one that closes."""
    opened = html.rfind("<", 0, at)
    return TAG.match(html, opened) if opened >= 0 and html[opened + 1] != "/" else None
