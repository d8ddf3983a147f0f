"""The fragments of a page: each is a function that returns a value, and a template that draws it.

A fragment is declared in one line: its name, its template and its function. ``Public`` is visible to everybody: its
function is given the moment of the table and no reader, so it cannot tell one reader another's secrets. ``Own`` is a
seat's own: its function is given the reader as well. Both return a small frozen value, and the template reads
nothing else; readers whose values are equal are shown the same rendering.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b

from flask import current_app
from markupsafe import Markup, escape

from companion.web.fragments.packing import compressed, stored
from companion.web.view.lazy import lazy_property
from companion.web.view.moment import Moment
from companion.web.view.reader import Reader


@dataclass(frozen=True, slots=True, eq=False)
class Fragment:
    """A piece of a page, drawn by its template.

    ``contains``: the fragment within it, which comes along the first time. ``pushed``: streams announce its changes
    (``companion.web.fragments.pushing``); the others, which are seldom in sight, are fetched.
    """

    name: str
    template: str
    contains: str = field(default="", kw_only=True)
    pushed: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True, eq=False)
class Public(Fragment):
    """A fragment that everybody may see, the same on every screen of this kind."""

    value: Callable[[Moment], object]

    def value_for(self, reader: Reader) -> object:
        """Return its value at the reader's moment, the same for every reader."""
        return self.value(reader.moment)


@dataclass(frozen=True, slots=True, eq=False)
class Private(Fragment):
    """A fragment for one reader."""

    value: Callable[[Moment, Reader], object]

    def value_for(self, reader: Reader) -> object:
        """Return its value for this reader."""
        return self.value(reader.moment, reader)


AnyFragment = Public | Private


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of page: its fragments, in order, and the function that makes its own element."""

    fragments: tuple[AnyFragment, ...]
    main_of: Callable[[Reader], Main]


@dataclass(frozen=True)
class Rendered:
    """A fragment as a screen gets it, drawn from ``value``.

    It is kept as it is sent: one curly quote doubles what a text takes in memory.
    """

    fragment: AnyFragment
    value: object
    version: str
    sent: bytes

    @property
    def html(self) -> Markup:
        """Return what is drawn, as a part of a page."""
        return Markup(self.sent.decode())

    @property
    def element(self) -> bytes:
        """Return the fragment's part of an answer."""
        opening = f'<template data-fragment="{self.fragment.name}" data-version="{self.version}">'
        return b"".join((opening.encode(), self.sent, b"</template>\n"))

    @property
    def segment(self) -> bytes:
        """Return the fragment's part of a packed answer."""
        return self._compressed if isinstance(self.fragment, Public) else stored(self.element)

    @lazy_property
    def announced(self) -> str:
        """Return the member with its version in the JSON object of all versions of a page."""
        return f'"{self.fragment.name}":"{self.version}"'

    @lazy_property
    def _compressed(self) -> bytes:
        return compressed(self.element)


def render(fragment: AnyFragment, value: object) -> Rendered:
    """Draw the fragment without Flask's request context: a cached value must not depend on it."""
    html = current_app.jinja_env.get_template(fragment.template).render(view=value).strip().encode()
    return Rendered(fragment, value, version(html), html)


@dataclass(frozen=True, slots=True)
class Main:
    """The opening tag of a page's own element; ``state`` is the version of its attributes without the number."""

    html: Markup
    state: str

    def __html__(self) -> str:
        return self.html


def main_element(seq: int, classes: str = "", now: float | None = None, **data: object) -> Main:
    """Return a page's own element: its class, the data attributes with the state of the table, and the time.

    Every screen gets it after every action, and a template would take five times as long. None: no such attribute.
    """
    attributes = "".join([_attribute(name, value) for name, value in data.items() if value is not None])
    attributes = f'{attributes} class="{escape(classes)}"'
    state = version(attributes.encode())
    clock = "" if now is None else f' data-now="{now:.3f}"'
    return Main(Markup(f'<main id="main" data-seq="{seq}"{clock} data-state="{state}"{attributes}>'), state)


@lru_cache(maxsize=256)
def _attribute(name: str, value: object) -> str:
    """Return a data attribute; cached, because hardly any changes with an action."""
    return f' data-{name}="{escape(value)}"'


@cache
def _key() -> bytes:
    return secrets.token_bytes(16)


def version(html: bytes) -> str:
    """Return a hash of this html.

    It is keyed by this process, so that it tells nobody else what the html is: versions go over streams.
    """
    return urlsafe_b64encode(blake2b(html, digest_size=6, key=_key()).digest()).decode()
