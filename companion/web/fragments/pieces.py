"""Pages in pieces: a screen is made of fragments and fetches only those that it shows and that have changed.

A screen names the fragments it shows and the version it holds of each. A fragment is rendered once for all for whom its
template reads the same (``companion.web.fragments.reading``): what all screens share, and what those who wait are told
alike. What is shared is packed for itself, apart from what belongs to a seat (``companion.web.fragments.packing``).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2s

from flask import Response, render_template, request
from markupsafe import Markup

from companion.web.fragments.packing import compressed, gzipped, stored
from companion.web.fragments.reading import Read, Reading, reads_the_same
from companion.web.i18n import language
from companion.web.view.view import View

MOST_KEPT = 2_000
"""fragments that are kept; those asked for longest ago go first"""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a page, drawn by its template.

    ``shared``: drawn from what everybody may see, the same on every screen of this kind. ``fresh``: drawn from more
    than the view and the table's names, so that nothing says when it is another one: never kept.
    """

    name: str
    template: str
    shared: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Rendered:
    """A fragment as a screen gets it; ``segment`` is its part of a packed answer."""

    version: str
    html: Markup
    element: bytes
    segment: bytes


Form = tuple[Read, Rendered]
"""a fragment and what its template had read of the view that it was rendered for"""


@dataclass
class _Entry:
    """A fragment as it has been shown since the table was at ``stamp``, and as it was shown right before."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    stamp: object = None
    now: list[Form] = field(default_factory=list)
    before: list[Form] = field(default_factory=list)

    def turn_to(self, stamp: object) -> None:
        """What nobody was shown since the last stamp but one is not looked through any more."""
        if self.stamp != stamp:
            self.stamp, self.now, self.before = stamp, [], self.now

    def form(self, view: View, render: Callable[[Reading], Rendered]) -> Rendered:
        """The form whose template had read what it would read of this view; rendered where there is none."""
        for each in self.now:
            if reads_the_same(view, each[0]):
                return each[1]
        for each in self.before:
            if reads_the_same(view, each[0]):
                self.now.append(each)
                return each[1]
        reading = Reading(view, {})
        rendered = render(reading)
        self.now.append((reading.read, rendered))
        return rendered


class KeptFragments:
    """Fragments that are rendered once for all for whom there is the same to be read."""

    def __init__(self) -> None:
        self._entries: OrderedDict[object, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def shared(
        self, key: object, stamp: object, view: Callable[[], View], render: Callable[[Reading], Rendered]
    ) -> Rendered:
        """What everybody is shown while the table is at this stamp; ``view`` is asked for only after a new one."""
        entry = self._entry(key)
        with entry.lock:
            entry.turn_to(stamp)
            return entry.now[0][1] if entry.now else entry.form(view(), render)

    def own(self, key: object, stamp: object, view: View, render: Callable[[Reading], Rendered]) -> Rendered:
        """What whoever has this view is shown."""
        entry = self._entry(key)
        with entry.lock:
            entry.turn_to(stamp)
            return entry.form(view, render)

    def _entry(self, key: object) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            if len(self._entries) > MOST_KEPT:
                self._entries.popitem(last=False)
        return entry


@dataclass(frozen=True)
class Pieces:
    """The fragments of a page for whoever asks now: ``view`` is his, ``public`` what everybody may see.

    ``place`` tells pages with equal views from each other: the table, the address in its QR code. ``around``: what
    templates are told of the table besides the view.
    """

    fragments: tuple[Fragment, ...]
    view: View
    public: Callable[[], View]
    kept: KeptFragments
    place: tuple[str, ...]
    stamp: object
    around: object

    def rendered(self, names: Iterable[str]) -> dict[str, Rendered]:
        """The named fragments, in the order of the page; names that it does not have are passed over."""
        wanted = set(names)
        return {each.name: self._rendered(each) for each in self.fragments if each.name in wanted}

    def answer(self, state: str) -> Response:
        """What has changed of the fragments that the request names (of all, where it names none).

        ``state`` is the template of the page's own element, whose attributes say where the table stands.
        """
        have = named(request.args["have"]) if "have" in request.args else {each.name: "" for each in self.fragments}
        head = render_template(state, view=self.view).encode()
        changed = [each for name, each in self.rendered(have).items() if each.version != have[name]]
        plain = (head, *(each.element for each in changed))
        if request.accept_encodings["gzip"]:
            answer = Response(gzipped(plain, (stored(head), *(each.segment for each in changed))))
            answer.headers["Content-Encoding"] = "gzip"
        else:
            answer = Response(b"".join(plain))
        answer.headers["Vary"] = "Accept-Encoding"
        return answer

    def _rendered(self, fragment: Fragment) -> Rendered:
        if fragment.fresh:
            return _render(fragment, self.view)
        key = (*self.place, language(), fragment.template, self.around)
        render = partial(_render, fragment)
        if fragment.shared:
            return self.kept.shared(key, self.stamp, self.public, render)
        return self.kept.own(key, self.stamp, self.view, render)


def named(have: str) -> Mapping[str, str]:
    """``top.1a2b,now``: which fragments a screen shows, and which version of each it holds."""
    parts = (each.partition(".") for each in have.split(","))
    return {name: version for name, _, version in parts}


def _render(fragment: Fragment, view: View | Reading) -> Rendered:
    html = render_template(fragment.template, view=view).strip()
    version = blake2s(html.encode(), digest_size=6).hexdigest()
    element = f'<template data-fragment="{fragment.name}" data-version="{version}">{html}</template>\n'.encode()
    return Rendered(version, Markup(html), element, compressed(element) if fragment.shared else stored(element))
