"""Requirements of a page for eyes and thumbs, asked of the page itself (``checks.js``)."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

HERE = Path(__file__).resolve().parent
CHECKS = (HERE / "checks.js").read_text(encoding="utf-8")
AXE = (HERE.parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
EVERYTHING = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""Those of these rules that ask for colours."""
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")


def _ask(page: Page, question: str) -> list[str]:
    _bring(page, "checks", CHECKS)
    return [str(line) for line in page.evaluate(f"() => checks.{question}()") or ()]


def _bring(page: Page, name: str, script: str) -> None:
    """Bring over what a page was told: it knows that until it is left.

    A page that is asked before its style sheets have come answers as if it had none.
    """
    page.wait_for_load_state()
    if not page.evaluate("(name) => name in window", name):
        page.evaluate(script)


def open_all(page: Page) -> None:
    """Show everything that the page has."""
    _ask(page, "openAll")


def misfits(page: Page) -> list[str]:
    """Return what scrolls sideways, sticks out, is cut or lies over something else."""
    return _ask(page, "misfits")


def too_wide(page: Page) -> list[str]:
    """Return what scrolls sideways, sticks out or is cut: all that can be asked of a page with tabs, which lie
    stacked.
    """
    return _ask(page, "tooWide")


def pushed(page: Page) -> list[str]:
    """Return what has to be pushed sideways to be read."""
    return _ask(page, "pushed")


def broken_words(page: Page) -> list[str]:
    """Return the words that break in the middle although a line of their own has room for them."""
    return _ask(page, "brokenWords")


def covered(page: Page) -> list[str]:
    """Return what cannot be read or tapped because something lies over it."""
    return _ask(page, "covered")


def below_the_screen(page: Page) -> list[str]:
    """Return what a table screen hides at its foot."""
    return _ask(page, "below")


def illegible(page: Page) -> list[str]:
    """Return what cannot be read from four metres."""
    return _ask(page, "illegible")


def pale_drawings(page: Page) -> list[str]:
    """Return the drawn words whose outline is too like their own colour, by day and by night: axe passes over them."""
    found = list[str]()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {line}" for line in _ask(page, "pale")]
    return found


def empty(page: Page) -> list[str]:
    """Return whether more than a third of a table screen shows nothing."""
    return _ask(page, "emptiness")


def small_targets(page: Page) -> list[str]:
    """Return what is too small for a thumb (44 pixels)."""
    return _ask(page, "smallTargets")


def barriers(page: Page) -> list[str]:
    """Return what axe finds against WCAG 2.2 A and AA."""
    return _barriers(page, EVERYTHING)


def pale_in_the_dark(page: Page) -> list[str]:
    """Return the same for a page in dark colours that was looked at in light ones: only its colours are other ones."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return _barriers(page, COLOURS)


def _barriers(page: Page, rules: object) -> list[str]:
    _bring(page, "axe", AXE)
    _bring(page, "checks", CHECKS)
    styles = str(page.evaluate("() => checks.styles()"))
    known = styles in _known
    _known.add(styles)
    before = _looked_at[str(rules)]
    ask = "([rules, known, before]) => checks.barriers(rules, !known, before)"
    found, looks = page.evaluate(ask, [rules, known, sorted(before)])
    before.update(() if found else looks)
    return [str(line) for line in found]


_looked_at: dict[str, set[str]] = defaultdict(set)
"""By rules: what fragments looked like in which axe has found nothing."""
_known: set[str] = set()
"""Style sheets whose own rules axe has read: to read them anew for every page costs as much as all the rest."""
