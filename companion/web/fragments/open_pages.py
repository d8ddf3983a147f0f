"""The open pages known to the box, with the fragments that each shows and has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakSet, WeakValueDictionary

from companion.web.fragments.fragment import Rendered, Sheet
from companion.web.view.moment import NOBODY_LEARNS, Learning, Stamp

MAX_ID_LENGTH = 32
LESSONS = "lessons"
"""the fragment that only phones on which the game is explained ask for"""


@dataclass(eq=False)
class OpenPage:
    """A page with a stream; ``seat`` None: the table screen. Other fields are those it was opened with.

    ``stamp``, ``state`` and ``held``: the state of the table, its own element and its fragments as it last fetched
    or was sent them. Only the page itself can know whether they have arrived.
    """

    code: str
    seat: str | None
    language: str
    url: str
    serving: tuple[str, ...]
    sheet: Sheet = field(repr=False)
    news: Callable[[Sequence[OpenPage]], Iterator[str | None]] = field(repr=False)
    """yields the text to push to each of these pages of a table; "": it must fetch, None: it is current"""

    stamp: Stamp | None = None
    state: str = ""
    held: Mapping[str, Rendered] = field(default_factory=dict, repr=False)
    texts: dict[str, str] = field(default_factory=dict, repr=False)
    """the version of each fragment whose text it was sent last; of those it was opened with it has no text"""

    def sees(self, names: Iterable[str]) -> None:
        """Drop all fragments but these: the page needs no others now."""
        needed = frozenset(names)
        self.held = {name: rendered for name, rendered in self.held.items() if name in needed}

    def record_sent(self, stamp: Stamp, state: str, held: Mapping[str, Rendered], sent: Iterable[str]) -> None:
        """Record what the page holds now; ``sent``: the names of the fragments whose text it was sent for that."""
        self.stamp, self.state, self.held = stamp, state, held
        self.texts.update((name, held[name].version) for name in sent)


class OpenPages:
    """The open pages by table, seat and their own ids; forgotten with their streams."""

    def __init__(self) -> None:
        self._pages: WeakValueDictionary[tuple[str, str | None, str], OpenPage] = WeakValueDictionary()
        self._of_table: dict[str, WeakSet[OpenPage]] = {}

    def add(self, name: str, page: OpenPage) -> None:
        """Add a page with this id."""
        self._pages[page.code, page.seat, name[:MAX_ID_LENGTH]] = page
        self._of_table = {code: pages for code, pages in self._of_table.items() if pages}
        self._of_table.setdefault(page.code, WeakSet()).add(page)

    def learning(self, code: str) -> Learning:
        """Return the screens of this table that explain its game."""
        pages = self._of_table.get(code)
        if not pages:
            return NOBODY_LEARNS
        learning = frozenset(page.seat for page in pages if page.seat and LESSONS in page.held)
        return Learning(learning, any(page.seat is None for page in pages))

    def get(self, code: str, seat: str | None, name: str) -> OpenPage | None:
        """Return the page with this id; None where it has no stream."""
        return self._pages.get((code, seat, name[:MAX_ID_LENGTH])) if name else None
