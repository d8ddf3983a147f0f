"""The open pages known to the box, with the fragments that each shows and has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from companion.web.fragments.fragment import Rendered, Sheet
from companion.web.view.moment import Stamp

LONGEST_ID = 32


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

    def sees(self, names: Iterable[str]) -> None:
        """Drop all fragments but these: the page needs no others now."""
        needed = frozenset(names)
        self.held = {name: rendered for name, rendered in self.held.items() if name in needed}

    def holds(self, stamp: Stamp, state: str, held: Mapping[str, Rendered]) -> None:
        """Record what the page was sent."""
        self.stamp, self.state, self.held = stamp, state, held


class OpenPages:
    """The open pages by table, seat and their own ids; forgotten with their streams."""

    def __init__(self) -> None:
        self._pages: WeakValueDictionary[tuple[str, str | None, str], OpenPage] = WeakValueDictionary()

    def add(self, name: str, page: OpenPage) -> None:
        """Add a page with this id."""
        self._pages[page.code, page.seat, name[:LONGEST_ID]] = page

    def get(self, code: str, seat: str | None, name: str) -> OpenPage | None:
        """Return the page with this id; None where it has no stream."""
        return self._pages.get((code, seat, name[:LONGEST_ID])) if name else None
