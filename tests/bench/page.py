"""A page as a phone's script keeps it (``companion/static/live.js``): what it asks for, and what it then shows."""

from __future__ import annotations

import re
from html.parser import HTMLParser

CHANGED = re.compile(r'<template data-fragment="([^"]+)" data-version="([^"]+)">')


class Page:
    """What one screen shows, from the whole page that it loaded first on; ``tab``: the one that a phone has open."""

    def __init__(self, html: str, tab: str = "now") -> None:
        self.part = attribute(html, "part")
        self.seq = int(attribute(html, "seq"))
        sight = Sight({"tab-now", f"tab-{tab}"})
        sight.feed(html)
        self.held = sight.fragments

    def wanted(self) -> str:
        """The address of what is asked for after news: what is in sight, each with the version that is here."""
        have = ",".join(".".join(filter(None, each)) for each in self.held.items())
        return f"{self.part}?have={have}" if have else self.part

    def take(self, answer: str) -> None:
        """The answer is drawn, unless the page is ahead of it already."""
        seq = int(attribute(answer, "seq"))
        if seq >= self.seq:
            self.seq = seq
            self.held |= CHANGED.findall(answer)


class Sight(HTMLParser):
    """The fragments in sight with their versions: not behind a tab other than these, not in a closed fold."""

    def __init__(self, tabs: set[str]) -> None:
        super().__init__()
        self.tabs = tabs
        self.fragments: dict[str, str] = {}
        self._around: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A fragment that is a tab or a fold itself is judged by what is around it, and by which tab it is."""
        said = dict(attrs)
        shown = "tab" not in (said.get("class") or "").split() or said.get("id") in self.tabs
        name = said.get("data-fragment")
        if name and shown and all(self._around):
            self.fragments[name] = said.get("data-version") or ""
        if tag in ("section", "details"):
            self._around.append(shown if tag == "section" else "open" in said)

    def handle_endtag(self, tag: str) -> None:
        """What was around is left."""
        if tag in ("section", "details"):
            self._around.pop()


def attribute(html: str, name: str) -> str:
    """One of the data attributes of ``main``; raises ValueError where there is none."""
    found = re.search(rf'<main id="main"[^>]*?\bdata-{name}="([^"]*)"', html)
    if found is None:
        raise ValueError(f"no data-{name} in {html[:200]!r}")
    return found[1]
