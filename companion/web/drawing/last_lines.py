"""The last lines of the log as HTML list items for ``parts/last.html``; each line is rendered once for all screens."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from companion.core.identity import identity_cache
from companion.core.ui.page import LogLine
from companion.i18n import Translator
from companion.web.words.i18n import page_translator, written


def last_lines(lines: Sequence[LogLine]) -> Markup:
    """Return the lines as list items; the ids of lines of the same event are numbered."""
    speaker, drawn, seq, number = page_translator(), [], 0, 0
    for line in lines:
        number = number + 1 if line.seq == seq else 0
        seq = line.seq
        drawn.append(_item(line, number, speaker))
    return Markup("").join(drawn)


@identity_cache(most=200)
def _item(line: LogLine, number: int, speaker: Translator) -> Markup:
    """Return a list item. ``speaker`` is the request's translator, here as a key of the cache."""
    words, attributes = escape(written(line.text)), ""
    if line.undone:
        words = Markup(f"<del>{words}</del>")
    else:
        attributes = (f' data-sound="{line.sound.value}"' if line.sound else "") + (
            " data-marked" if line.marked else ""
        )
    return Markup(f'  <li id="last-{line.seq}-{number}"{attributes}>{words}</li>\n')
