"""Pages in pieces: a screen is made of fragments and fetches only those that it shows and that have changed.

A screen names the fragments it shows and the version it holds of each. What looks the same on every screen is rendered
once for all of them and kept until the table's bell rings; what belongs to one seat is rendered for that seat alone
and, as far as it may be a secret, never kept. Both travel in one answer, each packed for itself
(``companion.web.fragments.packing``).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
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
    """A piece of a page, drawn by its template; ``shared``: the same on every screen of this kind.

    ``alike``: a seat's own, drawn from nothing but its view and what is the same for the whole table; seats for which
    the same is to be read are then shown what was rendered once. ``shows``: all that a seat's piece is drawn from,
    where that is no secret and hardly ever another; it is then kept.
    """

    name: str
    template: str
    shared: bool = False
    alike: bool = False
    shows: Callable[[View], object] | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """A fragment as a screen gets it; ``segment`` is its part of a packed answer."""

    version: str
    html: Markup
    element: bytes
    segment: bytes


@dataclass
class _Entry:
    """A shared fragment as it was when the table was at ``stamp``."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    stamp: object = None
    rendered: Rendered | None = None
    by_read: list[tuple[Read, Rendered]] = field(default_factory=list)


class SharedFragments:
    """The fragments that are rendered once for all who share them.

    ``turn``: whoever renders. All screens of a table ask at once; threads that take the interpreter from each other in
    the middle of a page take longer for all of them than one after the other.
    """

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self._entries: OrderedDict[object, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object, stamp: object, render: Callable[[], Rendered]) -> Rendered:
        """What was rendered at this stamp; of several who ask at once one renders and the others wait for it."""
        entry = self._entry(key)
        with entry.lock:
            if entry.rendered is None or entry.stamp != stamp:
                entry.rendered, entry.stamp = render(), stamp
            return entry.rendered

    def alike(self, key: object, stamp: object, view: View, render: Callable[[Reading], Rendered]) -> Rendered:
        """What was rendered at this stamp for a view in which a template reads the same as in this one."""
        entry = self._entry(key)
        with entry.lock:
            if entry.stamp != stamp:
                entry.by_read, entry.stamp = [], stamp
            for read, rendered in entry.by_read:
                if reads_the_same(view, read):
                    return rendered
            reading = Reading(view, {})
            rendered = render(reading)
            entry.by_read.append((reading.read, rendered))
            return rendered

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

    ``place`` tells pages with equal views from each other: the table, the address in its QR code.
    """

    fragments: tuple[Fragment, ...]
    view: View
    public: Callable[[], View]
    kept: SharedFragments
    place: tuple[str, ...]
    stamp: object

    def rendered(self, names: Iterable[str]) -> dict[str, Rendered]:
        """The named fragments, in the order of the page; names that it does not have are passed over."""
        wanted = set(names)
        return {each.name: self._rendered(each) for each in self.fragments if each.name in wanted}

    def answer(self, state: str) -> Response:
        """What has changed of the fragments that the request names (of all, where it names none).

        ``state`` is the template of the page's own element, whose attributes say where the table stands.
        """
        have = named(request.args["have"]) if "have" in request.args else {each.name: "" for each in self.fragments}
        with self.kept.turn:
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
        key = (*self.place, language(), fragment.template)
        if fragment.shared:
            return self.kept.get(key, self.stamp, lambda: _render(fragment, self.public()))
        if fragment.alike:
            return self.kept.alike(key, self.stamp, self.view, lambda reading: _render(fragment, reading))
        if fragment.shows:
            return self.kept.get(
                (*key, self.view.seat), fragment.shows(self.view), lambda: _render(fragment, self.view)
            )
        return _render(fragment, self.view)


def named(have: str) -> Mapping[str, str]:
    """``top.1a2b,now``: which fragments a screen shows, and which version of each it holds."""
    parts = (each.partition(".") for each in have.split(","))
    return {name: version for name, _, version in parts}


def _render(fragment: Fragment, view: View | Reading) -> Rendered:
    html = render_template(fragment.template, view=view).strip()
    version = blake2s(html.encode(), digest_size=6).hexdigest()
    element = f'<template data-fragment="{fragment.name}" data-version="{version}">{html}</template>\n'.encode()
    return Rendered(version, Markup(html), element, compressed(element) if fragment.shared else stored(element))
