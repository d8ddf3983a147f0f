"""Pages in pieces: a screen names the fragments it shows and the version it holds of each, and gets what has changed.

What everybody is shown is packed for itself, apart from what belongs to a seat (``companion.web.fragments.packing``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Response, request

from companion.web.fragments.fragment import AnyFragment, Main, Public, Rendered, Sheet
from companion.web.fragments.kept import KeptTable, Seen
from companion.web.fragments.packing import gzipped, stored
from companion.web.view.moment import Stamp
from companion.web.view.reader import Reader

Fetched = Callable[[Stamp, str, Mapping[str, Rendered]], None]
"""is given the stamp of the table, the state of a page's own element, and its fragments"""


@dataclass(frozen=True)
class Pieces:
    """The fragments of a page for one reader; ``kept``: those of this table in the reader's language."""

    sheet: Sheet
    reader: Reader
    seen: Seen
    kept: KeptTable

    @cached_property
    def main(self) -> Main:
        """The page's own element."""
        return self.sheet.main_of(self.reader)

    def rendered(self, names: Iterable[str]) -> dict[str, Rendered]:
        """Return the named fragments, in the order of the page; names that it does not have are passed over."""
        wanted = set(names)
        return self.drawn(each for each in self.sheet.fragments if each.name in wanted)

    def drawn(self, fragments: Iterable[AnyFragment]) -> dict[str, Rendered]:
        """Return these fragments of the page by name."""
        with self.kept.lock:
            return {each.name: self._drawn(each) for each in fragments}

    def _drawn(self, fragment: AnyFragment) -> Rendered:
        if isinstance(fragment, Public):
            return self.kept.rendered(fragment, None, self.seen.public_value(fragment))
        return self.kept.rendered(fragment, self.reader.seat, fragment.value_for(self.reader))

    def is_public(self, rendered: Rendered) -> bool:
        """Return whether everybody may see the fragment as it is."""
        return rendered.value == self.seen.public_value(rendered.fragment)

    def answer(self, fetched: Fetched | None = None) -> Response:
        """Return what has changed of the fragments that the request names (of all, where it names none).

        The attributes of the page's own element say where the table stands. ``fetched`` is told what the page holds
        with this answer.
        """
        have = (
            named(request.args["have"]) if "have" in request.args else {each.name: "" for each in self.sheet.fragments}
        )
        head = self.main.html.encode()
        held = (each.holds for each in self.sheet.fragments if each.holds and each.name in have)
        found = self.rendered((*have, *held))
        if fetched:
            fetched(self.reader.moment.stamp, self.main.state, found)
        changed = [each for name, each in found.items() if each.version != have.get(name)]
        plain = (head, *(each.element for each in changed))
        if request.accept_encodings["gzip"]:
            answer = Response(gzipped(plain, (stored(head), *(each.segment for each in changed))))
            answer.headers["Content-Encoding"] = "gzip"
        else:
            answer = Response(b"".join(plain))
        answer.headers["Vary"] = "Accept-Encoding"
        return answer


def named(have: str) -> Mapping[str, str]:
    """Return the fragments that ``top.1a2b,now`` says a screen shows, with the version it holds of each."""
    parts = (each.partition(".") for each in have.split(","))
    return {name: version for name, _, version in parts}
