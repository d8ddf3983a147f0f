"""Pages in pieces: a screen is made of fragments and fetches only those that it shows and that have changed.

A screen names the fragments it shows and the version it holds of each. A fragment is rendered once for all for whom its
template reads the same (``companion.web.fragments.reading``): what all screens share, and what those who wait are told
alike. What is shared is packed for itself, apart from what belongs to a seat (``companion.web.fragments.packing``).
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from hashlib import blake2b

from flask import Response, current_app, render_template, request
from markupsafe import Markup, escape

from companion.web.fragments.packing import compressed, gzipped, stored
from companion.web.fragments.reading import NotedView, Read, reads_the_same
from companion.web.view.view import View

MOST_KEPT = 300
"""tables on a screen, each in one language, whose fragments are kept; those asked for longest ago go first"""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a page, drawn by its template.

    ``shared``: drawn from what everybody may see, the same on every screen of this kind. ``fresh``: drawn from more
    than the view and the table's names, so that nothing says when it is another one: never kept. ``holds``: the
    fragment that stands within it, which comes along the first time. ``pushed``: streams tell when it is another one
    (``companion.web.fragments.pushing``); the others, which hardly anybody has in sight, are fetched.
    """

    name: str
    template: str
    shared: bool = False
    fresh: bool = False
    holds: str = ""
    pushed: bool = True


FIGURES = Fragment("figures", "parts/figures.html", shared=True)
"""what stands on a drawn board: a move changes it, and not the board"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of page: its fragments, in order, and the function that makes its own element."""

    fragments: tuple[Fragment, ...]
    main_of: Callable[[View], Main]


@dataclass(frozen=True)
class Rendered:
    """A fragment as a screen gets it. What only an answer to a fetch needs is made when one is given."""

    fragment: Fragment
    version: str
    html: Markup

    @cached_property
    def element(self) -> bytes:
        """Its part of an answer."""
        name = self.fragment.name
        return f'<template data-fragment="{name}" data-version="{self.version}">{self.html}</template>\n'.encode()

    @cached_property
    def segment(self) -> bytes:
        """Its part of a packed answer."""
        return compressed(self.element) if self.fragment.shared else stored(self.element)


Stamp = tuple[int, int]
"""how often a table's screens were rung, and its number: another one whenever they may show something else"""

Fetched = Callable[[Stamp, str, Mapping[str, Rendered]], None]
"""hears where the table stood, the state of a page's own element, and its fragments"""

Form = tuple[Read, Rendered]
"""a fragment and what its template had read of the view that it was rendered for"""


@dataclass
class _Forms:
    """A fragment as each seat was shown it last (None: everybody), the latest change at the end."""

    last: dict[str | None, Form] = field(default_factory=dict)
    stamp: Stamp | None = None
    """where the table stood when everybody was shown it"""

    def own(self, view: View, fragment: Fragment) -> Form:
        """The form whose template had read what it would read of this view; rendered where there is none."""
        form = self.last.get(view.seat)
        if form is None or not reads_the_same(view, form[0]):
            form = self._others(view) or _form(fragment, view)
            self.last.pop(view.seat, None)
            self.last[view.seat] = form
        return form

    def _others(self, view: View) -> Form | None:
        """What others are shown: most of those who wait, what the last of them was shown."""
        forms = {id(form): form for form in reversed(self.last.values())}
        return next((form for form in forms.values() if reads_the_same(view, form[0])), None)

    def shared(self, stamp: Stamp, view: Callable[[], View], fragment: Fragment) -> Form:
        """What everybody is shown while the table is at this stamp; ``view`` is asked for only after a new one."""
        if self.stamp != stamp:
            self.own(view(), fragment)
            self.stamp = stamp
        return self.last[None]


@dataclass
class KeptTable:
    """The fragments of one table in one language, as long as what is told ``around`` its views is the same."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    around: object = None
    _forms: dict[str, _Forms] = field(default_factory=dict)
    _public: tuple[Stamp, View] | None = None

    def forms(self, template: str, around: object) -> _Forms:
        """A fragment as it is shown."""
        if self.around != around:
            self.around, self._forms = around, {}
        forms = self._forms.get(template)
        if forms is None:
            forms = self._forms[template] = _Forms()
        return forms

    def public(self, stamp: Stamp, view: Callable[[], View]) -> View:
        """What everybody may see while the table is at this stamp, looked at once."""
        kept = self._public
        if kept is None or kept[0] != stamp:
            kept = self._public = stamp, view()
        return kept[1]


class KeptFragments:
    """Fragments that are rendered once for all for whom there is the same to be read.

    ``shown`` says whether a screen still shows the table of this code: of others nothing is kept for long.
    """

    def __init__(self, shown: Callable[[str], bool]) -> None:
        self.shown = shown
        self._tables: OrderedDict[tuple[str, ...], KeptTable] = OrderedDict()
        self._lock = threading.Lock()

    def table(self, key: tuple[str, ...]) -> KeptTable:
        """Those with this key: the code of a table, and what else tells its pages apart."""
        with self._lock:
            found = self._tables.get(key)
            if found is None:
                for left in [each for each in self._tables if not self.shown(each[0])]:
                    del self._tables[left]
                found = self._tables[key] = KeptTable()
                if len(self._tables) > MOST_KEPT:
                    self._tables.popitem(last=False)
            else:
                self._tables.move_to_end(key)
        return found


@dataclass(frozen=True)
class Pieces:
    """The fragments of a page for whoever asks now: ``view`` is his, ``public`` what everybody may see.

    ``kept``: those of this table in his language. ``around``: what templates are told of the table besides the view.
    """

    sheet: Sheet
    view: View
    public: Callable[[], View]
    kept: KeptTable
    stamp: Stamp
    around: object

    @cached_property
    def main(self) -> Main:
        """The page's own element."""
        return self.sheet.main_of(self.view)

    def rendered(self, names: Iterable[str]) -> dict[str, Rendered]:
        """The named fragments, in the order of the page; names that it does not have are passed over."""
        wanted = set(names)
        forms = self.forms(each for each in self.sheet.fragments if each.name in wanted)
        return {name: rendered for name, (_, rendered) in forms.items()}

    def is_public(self, read: Read) -> bool:
        """Whether a template that read this would read the same of what everybody may see."""
        return reads_the_same(self.public(), read)

    def forms(self, fragments: Iterable[Fragment]) -> dict[str, Form]:
        """These fragments of the page by name, each with what it was made from."""
        with self.kept.lock:
            return {each.name: self._made(each) for each in fragments}

    def answer(self, fetched: Fetched | None = None) -> Response:
        """What has changed of the fragments that the request names (of all, where it names none).

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
            fetched(self.stamp, self.main.state, found)
        changed = [each for name, each in found.items() if each.version != have.get(name)]
        plain = (head, *(each.element for each in changed))
        if request.accept_encodings["gzip"]:
            answer = Response(gzipped(plain, (stored(head), *(each.segment for each in changed))))
            answer.headers["Content-Encoding"] = "gzip"
        else:
            answer = Response(b"".join(plain))
        answer.headers["Vary"] = "Accept-Encoding"
        return answer

    def _made(self, fragment: Fragment) -> Form:
        if fragment.fresh:
            return {}, _render(fragment, self.view)
        forms = self.kept.forms(fragment.template, self.around)
        if not fragment.shared:
            return forms.own(self.view, fragment)
        return forms.shared(self.stamp, self.public, fragment)


@dataclass(frozen=True, slots=True)
class Main:
    """The opening tag of a page's own element; ``state`` is the version of what it says besides the number."""

    html: Markup
    state: str

    def __html__(self) -> str:
        return self.html


def main_element(seq: int, looks: str = "", now: float | None = None, **data: object) -> Main:
    """A page's own element: its class, and the data attributes that say where the table stands, and what time it is.

    Every screen gets it after every action, and a template would take five times as long. None: no such attribute.
    """
    told = "".join([_attribute(name, value) for name, value in data.items() if value is not None])
    told = f'{told} class="{escape(looks)}"'
    state = version(told)
    clock = "" if now is None else f' data-now="{now:.3f}"'
    return Main(Markup(f'<main id="main" data-seq="{seq}"{clock} data-state="{state}"{told}>'), state)


@lru_cache(maxsize=4_096)
def _attribute(name: str, value: object) -> str:
    """Hardly any changes with an action."""
    return f' data-{name}="{escape(value)}"'


@cache
def _key() -> bytes:
    return secrets.token_bytes(16)


def version(html: str) -> str:
    """Another one for each text, which tells nobody but this process what the text is: versions go over streams."""
    return blake2b(html.encode(), digest_size=6, key=_key()).hexdigest()


def named(have: str) -> Mapping[str, str]:
    """``top.1a2b,now``: which fragments a screen shows, and which version of each it holds."""
    parts = (each.partition(".") for each in have.split(","))
    return {name: version for name, _, version in parts}


def _form(fragment: Fragment, view: View) -> Form:
    reading = NotedView(view, {})
    rendered = _render(fragment, reading)
    return reading.read, rendered


def _render(fragment: Fragment, view: View | NotedView) -> Rendered:
    if fragment.fresh:
        html = render_template(fragment.template, view=view).strip()
    else:  # without what Flask tells of the request, which a fragment that is kept may not read
        html = current_app.jinja_env.get_template(fragment.template).render(view=view).strip()
    return Rendered(fragment, version(html), Markup(html))
