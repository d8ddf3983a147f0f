"""A player who knows nothing but the page: taps the marked main control, or else the first thing possible."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator, Page

MAIN = """() => {
  const seen = (each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && !each.disabled && !each.closest("[inert], [hidden]")
      && each.checkVisibility({ visibilityProperty: true });
  };
  const first = (query) => [...document.querySelectorAll(query)].find(seen);
  const mark = (each, what) => {
    document.querySelectorAll("[data-newcomer]").forEach((old) => old.removeAttribute("data-newcomer"));
    each.setAttribute("data-newcomer", what);
    return [what, each.innerText ?? ""];
  };
  const dialog = first("dialog[open] .primary, dialog[open] button");
  if (dialog) return mark(dialog, "dialog");
  const lesson = first("#lesson button, #knows button[value=on]");
  if (lesson) return mark(lesson, "lesson");
  const card = first("form.seal input[name=card]");
  if (card && !document.querySelector("form.seal input[name=card]:checked"))
    return mark(card.closest("label"), "card");
  const main = first("#main button.primary");
  if (main && !main.closest("form.seal:not(:has(:checked))")) return mark(main, "main");
  const lit = first("#overlay .target");
  if (lit) return mark(lit, "cell");
  const figure = first("#overlay .movable");
  if (figure) return mark(figure, "figure");
  if (!document.getElementById("main").dataset.asked) return null; // the others play
  const any = first("#tab-now form.choice:not([data-kind=set_pace]):not([data-kind=undo]) button[type=submit]");
  return any ? mark(any, "any") : null;
}"""
"""A script that marks the control to tap next, found as a person would, and returns its words."""


PAUSE_MS = 150


@dataclass
class Newcomer:
    """Somebody with this page; ``taps`` counts what was tapped, ``tapped`` names it."""

    page: Page
    taps: int = 0
    tapped: list[str] = field(default_factory=list)
    look: Callable[[str], None] = lambda name: None

    def tap(self) -> bool:
        """Tap what comes first; return False where there is nothing to tap now."""
        try:
            found = self.page.evaluate(MAIN)
            if not found:
                return False
            what, words = found
            place = self.page.locator("[data-newcomer]").first
            if what in ("cell", "figure"):
                self._touch(place)
            else:
                place.tap(timeout=2_000)
        except Error:  # the page has changed under the finger
            return False
        self.taps += 1
        self.tapped.append(f"{what}: {' '.join(words.split())[:60]}")
        return True

    def _touch(self, place: Locator) -> None:
        """Touch a mark of the board where it is: the board itself hears the finger, not the mark."""
        place.scroll_into_view_if_needed(timeout=2_000)
        if box := place.bounding_box(timeout=2_000):
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def until(self, over: Callable[[], bool], seconds: float = 600.0) -> None:
        """Go on tapping until it is over; a little time passes after each tap, as it does with a person."""
        end = time.monotonic() + seconds
        while not over():
            assert time.monotonic() < end, self.tapped[-20:]
            self.look(f"{self.taps:03}")
            self.tap()
            self.page.wait_for_timeout(PAUSE_MS)
