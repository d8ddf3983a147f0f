"""What a template reads of a view, noted while it reads: whoever would read the same is shown the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from companion.core.ui.page import Page
from companion.web.view.view import View

Read = dict[str, Any]
"""what was read: the way to it from the view, with dots, and what was found there"""


class Reading:
    """A view for a template. Whatever the template reads is noted in ``read``; of the page each part by itself."""

    __slots__ = ("_source", "_way", "read")

    def __init__(self, source: View | Page, read: Read, way: str = "") -> None:
        self._source, self.read, self._way = source, read, way

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._source, name)
        way = self._way + name
        if isinstance(found, Page):
            return Reading(found, self.read, f"{way}.")
        self.read[way] = found
        return found


def reads_the_same(view: View, read: Read) -> bool:
    """Whether a template that read this of another view would find the same in this one."""
    for way, found in read.items():
        here = _getter(way)(view)
        if found is not here and found != here:
            return False
    return True


@cache
def _getter(way: str) -> Callable[[View], object]:
    """There are as many ways as templates know."""
    return attrgetter(way)
