"""What a template reads of a view, noted while it reads: whoever would read the same is shown the same."""

from __future__ import annotations

from typing import Any

from companion.core.ui.page import Page
from companion.web.view.view import View

Read = dict[tuple[str, ...], Any]
"""what was read: the names on the way to it from the view, and what was found there"""


class Reading:
    """A view for a template. Whatever the template reads is noted in ``read``; of the page each part by itself."""

    __slots__ = ("_path", "_source", "read")

    def __init__(self, source: View | Page, read: Read, path: tuple[str, ...] = ()) -> None:
        self._source, self.read, self._path = source, read, path

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._source, name)
        path = (*self._path, name)
        if isinstance(found, Page):
            return Reading(found, self.read, path)
        self.read[path] = found
        return found


def reads_the_same(view: View, read: Read) -> bool:
    """Whether a template that read this of another view would find the same in this one."""
    return all(found is (here := _at(view, path)) or found == here for path, found in read.items())


def _at(view: View, path: tuple[str, ...]) -> object:
    found: object = view
    for name in path:
        found = getattr(found, name)
    return found
