"""Pages in fragments: a screen names its fragments and the version it has of each, and gets the changed ones.

Public fragments are packed apart from those of a seat (``companion.web.fragments.packing``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from flask import Response, request

from companion.web.fragments.fragment import AnyFragment, Main, Private, Rendered, Sheet
from companion.web.fragments.kept import KeptTable, Seen
from companion.web.fragments.packing import gzipped, stored
from companion.web.view.lazy import lazy_property
from companion.web.view.moment import Stamp
from companion.web.view.reader import Reader

Fetched = Callable[[Stamp, str, Mapping[str, Rendered], Iterable[str]], None]
"""a function of a table's stamp, the state of a page's own element, its fragments, and the names of those it is sent"""


@dataclass(frozen=True)
class Pieces:
    """The fragments of a page for one reader; ``kept``: those of this table in the reader's language."""

    sheet: Sheet
    reader: Reader
    seen: Seen
    kept: KeptTable

    @lazy_property
    def main(self) -> Main:
        """Return the page's own element."""
        return self.sheet.main_of(self.reader)

    def rendered(self, names: Iterable[str]) -> dict[str, Rendered]:
        """Return the named fragments, in the order of the page; names that it does not have are ignored."""
        requested = set(names)
        return self.drawn(each for each in self.sheet.fragments if each.name in requested)

    def drawn(self, fragments: Iterable[AnyFragment]) -> dict[str, Rendered]:
        """Return these fragments of the page by name."""
        with self.kept.lock:
            public = self.kept.public(self.seen)
            return {each.name: public.get(each) or self._drawn(each, public) for each in fragments}

    def _drawn(self, fragment: AnyFragment, public: dict[AnyFragment, Rendered]) -> Rendered:
        if isinstance(fragment, Private):
            return self.kept.rendered(fragment, self.reader.seat, fragment.value_for(self.reader))
        found = public[fragment] = self.kept.rendered(fragment, None, self.seen.public_value(fragment))
        return found

    def is_public(self, rendered: Rendered) -> bool:
        """Return whether everybody may see the fragment as it is."""
        return rendered.value == self.seen.public_value(rendered.fragment)

    def answer(self, fetched: Fetched | None = None) -> Response:
        """Return the changes of the fragments that the request names (of all, where it names none).

        The attributes of the page's own element give the state of the table. ``fetched`` is called with what the
        page has after this answer.
        """
        have = (
            named(request.args["have"]) if "have" in request.args else {each.name: "" for each in self.sheet.fragments}
        )
        head = self.main.html.encode()
        held = (each.contains for each in self.sheet.fragments if each.contains and each.name in have)
        found = self.rendered((*have, *held))
        changed = {name: each for name, each in found.items() if each.version != have.get(name)}
        if fetched:
            fetched(self.reader.moment.stamp, self.main.state, found, changed)
        plain = (head, *(each.element for each in changed.values()))
        if request.accept_encodings["gzip"]:
            answer = Response(gzipped(plain, (stored(head), *(each.segment for each in changed.values()))))
            answer.headers["Content-Encoding"] = "gzip"
        else:
            answer = Response(b"".join(plain))
        answer.headers["Vary"] = "Accept-Encoding"
        return answer


def named(have: str) -> Mapping[str, str]:
    """Return the fragments that ``top.1a2b,now`` lists, with the version that the screen has of each."""
    parts = (each.partition(".") for each in have.split(","))
    return {name: version for name, _, version in parts}
