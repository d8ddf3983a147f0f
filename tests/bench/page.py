"""A page as a phone's script keeps it (``companion/static/live.js``): what it asks for, and what it then shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

BEHIND_THE_BOARD = ("said", "now", "undo", "stage", "foot")
"""what a phone that looks at the board leaves alone while a figure is to be moved, or others move (live.js)"""

CHANGED = re.compile(r'<template data-fragment="([^"]+)" data-version="([^"]+)">(.*?)</template>\n', re.DOTALL)


class Page:
    """The content of one screen, from the first whole page on; ``tab``: the one that a phone has open."""

    def __init__(self, html: str, tab: str = "now") -> None:
        self.part = attribute(html, "part")
        self.tab = tab
        self.seq = int(attribute(html, "seq"))
        sight = Sight({"tab-now", f"tab-{tab}"})
        sight.feed(html)
        self._versions = sight.fragments
        self.texts: dict[str, tuple[str, list[str]]] = {}
        self._adopt(html)

    @property
    def sight(self) -> tuple[str, ...]:
        """Return the fragments in sight."""
        return tuple(self._versions)

    @property
    def held(self) -> dict[str, str]:
        """Return the fragments that must be as new as the table, with the version of each on this page."""
        return {
            name: version for name, version in self._versions.items() if not (self._idle and name in BEHIND_THE_BOARD)
        }

    def _adopt(self, html: str) -> None:
        self.state = attribute(html, "state") if "data-state=" in html else ""
        moves = 'data-tap="yes"' in html or 'data-waits=""' in html
        self._idle = self.tab == "board" and moves

    def wanted(self) -> str:
        """Return the address of what is asked for after news: all that is in sight."""
        return _address(self.part, self._versions)

    def asks(self, path: str) -> str:
        """Return an address for an action of this page, which names what it has to know."""
        return _address(path, self.held)

    def take(self, answer: str) -> None:
        """Draw the answer, unless the page is ahead of it already."""
        seq = int(attribute(answer, "seq"))
        if seq >= self.seq:
            self.seq = seq
            self._adopt(answer)
            for name, version, html in CHANGED.findall(answer):
                self._versions[name] = version
                self.texts[name] = version, html.split("\n")

    def take_news(self, news: dict[str, Any]) -> bool:
        """Draw what was pushed; return False where something is missing that had to be known, or has to be now."""
        seq, versions, changed = news["seq"], news["versions"], news["changed"]
        if seq < self.seq:
            return True
        changes = {name: self._lines(name, change) for name, change in changed.items()}
        pushed = {name: lines for name, lines in changes.items() if lines is not None}
        if (news["state"] != self.state and "main" not in news) or not all(
            versions.get(name) == version or name in pushed for name, version in self.held.items()
        ):
            return False
        self.seq = seq
        if "main" in news:
            self._adopt(news["main"])
        for name, lines in pushed.items():
            self.texts[name] = versions[name], lines
            if name in self._versions:
                self._versions[name] = versions[name]
        return all(versions.get(name) == version for name, version in self.held.items())

    def _lines(self, name: str, change: str | list[Any]) -> list[str] | None:
        """Return a fragment's lines after a change: its text, or what becomes of the lines of a version that is
        here.
        """
        if isinstance(change, str):
            return change.split("\n")
        version, *parts = change
        held, old = self.texts.get(name, ("", []))
        if held != version:
            return None
        return [line for part in parts for line in ([part] if isinstance(part, str) else old[part[0] : sum(part)])]


def _address(path: str, held: Mapping[str, str]) -> str:
    have = ",".join(".".join(filter(None, each)) for each in held.items())
    return f"{path}?have={have}&page=p" if have else path


class Sight(HTMLParser):
    """The fragments in sight with their versions: not behind a tab other than these, not in a closed fold."""

    def __init__(self, tabs: set[str]) -> None:
        super().__init__()
        self.tabs = tabs
        self.fragments: dict[str, str] = {}
        self._around: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Judge a fragment that is a tab or a fold itself by what is around it, and by which tab it is."""
        attributes = dict(attrs)
        shown = "tab" not in (attributes.get("class") or "").split() or attributes.get("id") in self.tabs
        name = attributes.get("data-fragment")
        if name and shown and all(self._around):
            self.fragments[name] = attributes.get("data-version") or ""
        if tag in ("section", "details"):
            self._around.append(shown if tag == "section" else "open" in attributes)

    def handle_endtag(self, tag: str) -> None:
        """Leave what was around."""
        if tag in ("section", "details"):
            self._around.pop()


def attribute(html: str, name: str) -> str:
    """Return one of the data attributes of ``main``. Raise ValueError where there is none."""
    found = re.search(rf'<main id="main"[^>]*?\bdata-{name}="([^"]*)"', html)
    if found is None:
        raise ValueError(f"no data-{name} in {html[:200]!r}")
    return found[1]
