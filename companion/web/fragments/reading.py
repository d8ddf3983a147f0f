"""What a template reads of a view, noted while it reads: whoever would read the same is shown the same."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any

from companion.core.ui.board_page import BoardView
from companion.core.ui.page import Page
from companion.web.view.view import View

logger = logging.getLogger(__name__)

Read = dict[str, Any]
"""what was read: the way to it from the view, with dots, and what was found there"""

Parts = Page | BoardView
"""what changes in part: of these a template reads each piece by itself"""


class NotedView:
    """A view for a template. Whatever the template reads is noted in ``read``; of the page each part by itself."""

    __slots__ = ("_source", "_way", "read")

    def __init__(self, source: View | Parts, read: Read, way: str = "") -> None:
        self._source, self.read, self._way = source, read, way

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._source, name)
        way = self._way + name
        if isinstance(found, Parts):
            self.read[f"{way}.__class__"] = found.__class__  # that it is there at all
            return NotedView(found, self.read, f"{way}.")
        self.read[way] = found
        return found


def reads_the_same(view: View, read: Read) -> bool:
    """Whether a template that read this of another view would find the same in this one."""
    ways = tuple(read)
    try:
        return _getter(ways)(view)[1:] == tuple(read.values())
    except AttributeError:
        logger.debug("what was read stands in a part of the page that is not there", exc_info=True)
        return False


@lru_cache(maxsize=1_000)
def _getter(ways: tuple[str, ...]) -> Callable[[View], tuple[object, ...]]:
    """All at once; the first is there so that there are always several. Templates know few sets of ways."""
    return attrgetter("code", *ways)
