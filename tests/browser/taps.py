"""A thumb that counts: real touches on a phone's page, and the swipes that bring into sight what is to be touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

SWIPE = 0.6
"""of the height of the screen: so far one swipe of a thumb moves the page"""
MAX_SWIPES = 12

TOUCHABLE = """place => {
  const box = place.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  const label = place.closest("label");
  const there = hit && (place.contains(hit) || hit.contains(place) && hit.matches("button, a, summary, label")
    || label?.contains(hit));
  return { x, y, there: Boolean(there), below: y > innerHeight / 2 };
}"""


SCROLLED = """() => {
  window.scrolled = false;
  document.addEventListener("scroll", () => { window.scrolled = true; }, { capture: true, once: true });
}"""


@dataclass
class Taps:
    """The taps and swipes of a thumb on this page so far."""

    page: Page
    taps: int = 0
    swipes: int = 0

    def tap(self, place: Locator) -> None:
        """Touch the middle of what is visible there, after the swipes that bring it into sight."""
        expect(place).to_be_visible()
        for _ in range(MAX_SWIPES):
            found = self._at_rest(place)
            if found["there"]:
                break
            self._swipe(down=found["below"])
        else:
            raise AssertionError(f"{place} cannot be brought into sight")
        self.page.touchscreen.tap(found["x"], found["y"])
        self.taps += 1

    def _at_rest(self, place: Locator) -> Any:
        """Return where it lies once that is so twice in a row.

        A fold that opens is scrolled to by an event that comes after it: a touch on where a tile lay before then hit
        another one, on a machine that had other things to do.
        """
        before, found = None, place.evaluate(TOUCHABLE)
        while found != before:
            before, found = found, place.evaluate(TOUCHABLE)
        return found

    def _swipe(self, down: bool) -> None:
        width, height = self.page.evaluate("[innerWidth, innerHeight]")
        far = int(SWIPE * height)
        self.page.mouse.move(width / 2, height / 2)  # what lies there is moved: the page, or a sheet above it
        self.page.evaluate(SCROLLED)
        self.page.mouse.wheel(0, far if down else -far)
        self.page.wait_for_function("() => window.scrolled")
        self.swipes += 1

    def __str__(self) -> str:
        return f"{self.taps} taps" + (f" + {self.swipes} scrolls" if self.swipes else "")


@contextmanager
def counted(page: Page, what: str, before: str, most: int, most_swipes: int = 0) -> Iterator[Taps]:
    """Count what is done inside, print it beside the figure of ``before`` and the goal, and fail above that."""
    thumb = Taps(page)
    yield thumb
    print(f"{what}: {thumb} (was {before}, goal {most})")
    assert thumb.taps <= most, f"{what}: {thumb}"
    assert thumb.swipes <= most_swipes, f"{what}: {thumb}"
