"""The pages that are open, as far as the box knows them: what each shows and holds of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from companion.web.fragments.fragment import Rendered, Sheet
from companion.web.view.moment import Stamp

LONGEST_ID = 32


@dataclass(eq=False)
class OpenPage:
    """A page with a stream; ``seat`` None: the table screen. Other fields are what it was opened with.

    ``stamp``, ``state`` and ``held``: where the table stood, its own element and its fragments as it has fetched or
    been told them last. Whether that has reached it only the page itself can know.
    """

    code: str
    seat: str | None
    language: str
    url: str
    serving: tuple[str, ...]
    sheet: Sheet = field(repr=False)
    news: Callable[[Sequence[OpenPage]], Iterator[str | None]] = field(repr=False)
    """what to push to each of several pages of this table; "" for one that must fetch, None for one that is current"""

    stamp: Stamp | None = None
    state: str = ""
    held: Mapping[str, Rendered] = field(default_factory=dict, repr=False)

    def sees(self, names: Iterable[str]) -> None:
        """The page needs no other fragments now than these."""
        needed = frozenset(names)
        self.held = {name: rendered for name, rendered in self.held.items() if name in needed}

    def holds(self, stamp: Stamp, state: str, held: Mapping[str, Rendered]) -> None:
        """The page is told this much of its table."""
        self.stamp, self.state, self.held = stamp, state, held


class OpenPages:
    """The open pages by table, seat and the id that each has given itself; forgotten with their streams."""

    def __init__(self) -> None:
        self._pages: WeakValueDictionary[tuple[str, str | None, str], OpenPage] = WeakValueDictionary()

    def add(self, name: str, page: OpenPage) -> None:
        """The page with this id."""
        self._pages[page.code, page.seat, name[:LONGEST_ID]] = page

    def get(self, code: str, seat: str | None, name: str) -> OpenPage | None:
        """The page with this id; None where it has no stream."""
        return self._pages.get((code, seat, name[:LONGEST_ID])) if name else None
