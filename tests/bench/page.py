"""A page as a phone's script keeps it (``companion/static/live.js``): what it asks for, and what it then shows."""

from __future__ import annotations

import re


class Page:
    """What one screen shows, from the whole page that it loaded first on."""

    def __init__(self, html: str) -> None:
        self.part, self.stream, self.seq = (
            attribute(html, "part"),
            attribute(html, "stream"),
            int(attribute(html, "seq")),
        )
        self.versions = fragments(html)
        """of the fragments that are in sight: those that came with the page"""

    def wanted(self) -> str:
        """The address of what is asked for after news."""
        have = ",".join(f"{name}.{version}" for name, version in self.versions.items())
        return f"{self.part}?have={have}"

    def take(self, answer: str) -> None:
        """The answer is drawn, unless the page is ahead of it already."""
        seq = int(attribute(answer, "seq"))
        if seq >= self.seq:
            self.seq = seq
            self.versions |= fragments(answer)


def fragments(html: str) -> dict[str, str]:
    """The fragments that came along -> their versions."""
    return dict(re.findall(r'data-fragment="(\w+)" data-version="(\w+)"', html))


def attribute(html: str, name: str) -> str:
    """One of the data attributes of ``main``; raises ValueError where there is none."""
    found = re.search(rf'<main id="main"[^>]*?\bdata-{name}="([^"]*)"', html)
    if found is None:
        raise ValueError(f"no data-{name} in {html[:200]!r}")
    return found[1]
