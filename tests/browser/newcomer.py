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
      && getComputedStyle(each).visibility === "visible";
  };
  const first = (query) => [...document.querySelectorAll(query)].find(seen);
  const mark = (each, what) => {
    document.querySelectorAll("[data-newcomer]").forEach((old) => old.removeAttribute("data-newcomer"));
    each.setAttribute("data-newcomer", what);
    return what;
  };
  const lesson = first("#lesson button, #knows button[value=on]");
  if (lesson) return mark(lesson, "lesson");
  const dialog = first("dialog[open] .primary, dialog[open] button");
  if (dialog) return mark(dialog, "dialog");
  const card = first("form.seal input[name=card]");
  if (card && !document.querySelector("form.seal input[name=card]:checked"))
    return mark(card.closest("label"), "card");
  const main = first("#main button.primary");
  if (main && !main.closest("form.seal:not(:has(:checked))")) return mark(main, "main");
  const lit = first("#overlay .target");
  if (lit) return mark(lit, "cell");
  const figure = first("#overlay .movable");
  if (figure) return mark(figure, "figure");
  if (!document.getElementById("main").dataset.asked) return ""; // the others play
  const any = first("#tab-now form.choice:not([data-kind=set_pace]):not([data-kind=undo]) button[type=submit]");
  return any ? mark(any, "any") : "";
}"""
"""What is to be tapped next, by the same look at the page that a person has; it gets a mark."""


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
            what = self.page.evaluate(MAIN)
            if not what:
                return False
            place = self.page.locator("[data-newcomer]").first
            on_board = what in ("cell", "figure")
            words = what if on_board else place.inner_text()
            if on_board:
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
        if box := place.bounding_box():
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def until(self, over: Callable[[], bool], seconds: float = 600.0) -> None:
        """Go on tapping until it is over; a little time passes after each tap, as it does with a person."""
        end = time.monotonic() + seconds
        while not over():
            assert time.monotonic() < end, self.tapped[-20:]
            self.look(f"{self.taps:03}")
            self.tap()
            self.page.wait_for_timeout(PAUSE_MS)
