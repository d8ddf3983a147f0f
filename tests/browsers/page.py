"""The part of Playwright's pages that the evenings of ``tests/browser`` use, over any engine: places, taps, typing.

As there, a tap waits until the place can be tapped, and a place that the page does not have yet is looked for again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from playwright.sync_api import Error

from tests.browsers.engines import PATIENCE_SECONDS, Engine

FIND = """
const text = (each) => (each.textContent || "").replace(/\\s+/g, " ").toLowerCase();
const seen = (each) => {
  const box = each.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(each).visibility !== "hidden";
};
const find = (steps) => steps.reduce((found, [kind, value]) => {
  switch (kind) {
    case "css": {
      const inside = new Set(found.flatMap((each) => Array.from(each.querySelectorAll(value))));
      return Array.from(inside);
    }
    case "text": return found.filter((each) => text(each).includes(value.toLowerCase()));
    case "nth": return found.slice(value, value + 1 || undefined);
    case "and": { const others = find(value); return found.filter((each) => others.includes(each)); }
    case "seen": return found.filter(seen);
  }
}, [document]);
const [steps] = given;
const found = find(steps);
"""
TOUCHABLE = """
if (found.length > 1) throw new Error(`${found.length} places, not one`);
const place = found[0] && given[1] && found[0].labels && found[0].labels[0] || found[0];
if (!place || !seen(place) || place.disabled || place.closest("[inert]")) return null;
place.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
await new Promise((resolve) => setTimeout(resolve, 30));
const box = place.getBoundingClientRect();
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
const hit = document.elementFromPoint(x, y);
const label = place.closest("label") || (place.labels && place.labels[0]);
const around = hit && hit.contains(place) && hit.matches("button, a, summary, label");
const there = hit && (place.contains(hit) || around || label && label.contains(hit));
return there ? [x, y] : null;
"""
"""The middle of a place, or of its label, where a finger would hit it."""
VISIBLE = "visible=true"


@dataclass(frozen=True)
class Place:
    """Playwright's Locator, as far as it is used."""

    page: ThinPage
    steps: tuple[tuple[str, Any], ...]

    def locator(self, selector: str, has_text: str = "") -> Place:
        more = ("seen", None) if selector == VISIBLE else ("css", selector)
        return replace(self, steps=(*self.steps, more, *((("text", has_text),) if has_text else ())))

    def nth(self, at: int) -> Place:
        return replace(self, steps=(*self.steps, ("nth", at)))

    @property
    def first(self) -> Place:
        return self.nth(0)

    @property
    def last(self) -> Place:
        return self.nth(-1)

    def and_(self, other: Place) -> Place:
        return replace(self, steps=(*self.steps, ("and", other.steps)))

    def all(self) -> list[Place]:
        return [self.nth(at) for at in range(self.count())]

    def count(self) -> int:
        return int(self._run("return found.length;"))

    def is_visible(self) -> bool:
        return bool(self._run("return found.some(seen);"))

    def text_content(self) -> str:
        return str(self._run("return found[0] ? found[0].textContent : '';"))

    def evaluate(self, function: str, argument: object = None) -> Any:
        self.wait_for(state="attached")
        return self._run(f"return ({function})(found[0], given[1]);", argument)

    def evaluate_all(self, function: str, argument: object = None) -> Any:
        return self._run(f"return ({function})(found, given[1]);", argument)

    def wait_for(self, state: str = "visible", timeout: float = 0) -> None:
        """Wait until it is there; raise AssertionError."""
        true = {
            "visible": "return found.some(seen);",
            "attached": "return found.length > 0;",
            "detached": "return found.length === 0;",
            "hidden": "return !found.some(seen);",
        }[state]
        self.page.until(lambda: self._run(true), f"{self.steps} is not {state}")

    def tap(self) -> None:
        at: list[float] = []

        def touchable() -> bool:
            at[:] = self._run(TOUCHABLE) or ()
            return bool(at)

        self.page.until(touchable, f"{self.steps} cannot be tapped")
        self.page.engine.tap(*at)

    click = tap

    def check(self, force: bool = False) -> None:
        """Tap its label, unless it is chosen; raise Error where that does not choose it."""
        self.wait_for(state="attached")
        if self._run("return found[0].checked;"):
            return
        found = self._run(TOUCHABLE, True)
        if not found:
            raise Error(f"{self.steps} cannot be chosen")
        self.page.engine.tap(*found)
        if not self._run("return found[0].checked;"):
            raise Error(f"{self.steps} is not chosen")

    def fill(self, text: str) -> None:
        self.tap()
        self._run("found[0].focus(); found[0].select();")
        self.page.engine.type(text)
        assert self._run("return found[0].value;") == text

    def select_option(self, value: str) -> None:
        self.evaluate(
            """(place, value) => {
              place.value = value;
              for (const kind of ["input", "change"]) place.dispatchEvent(new Event(kind, { bubbles: true }));
            }""",
            value,
        )

    def _run(self, body: str, *arguments: object) -> Any:
        return self.page.engine.run(FIND + body, self.steps, *arguments)


@dataclass
class ThinPage:
    """Playwright's Page, as far as it is used: the one page of an engine."""

    engine: Engine
    context: ThinContext = field(init=False)

    def __post_init__(self) -> None:
        self.context = ThinContext(self)

    @property
    def url(self) -> str:
        return str(self.engine.run("return location.href;"))

    def goto(self, address: str) -> None:
        self.engine.open(address)

    def reload(self) -> None:
        address = self.url
        self.goto("about:blank")  # an address with a # in it would be on this page already
        self.goto(address)

    def locator(self, selector: str, has_text: str = "") -> Place:
        return Place(self, ()).locator(selector, has_text)

    def evaluate(self, function: str, argument: object = None) -> Any:
        return self.engine.run(
            f"const it = ({function}); return typeof it === 'function' ? it(given[0]) : it;", argument
        )

    def wait_for_url(self, pattern: str) -> None:
        self.until(lambda: fnmatch(self.url, pattern), f"no page {pattern}")

    def set_default_timeout(self, milliseconds: float) -> None:
        pass

    def screenshot(self, path: Path, **how: object) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine.picture(path)

    @contextmanager
    def expect_response(self, _: object) -> Iterator[None]:
        """Wait until the box has answered to one action more."""
        before = self.engine.run(ANSWERED)
        yield
        self.until(lambda: self.engine.run(ANSWERED) != before, "the box does not answer")

    def until(self, true: Callable[[], object], otherwise: str) -> None:
        """Wait until it is true; a page that is on its way answers nothing."""
        start = time.monotonic()
        while True:
            why = ""
            try:
                if true():
                    return
            except Error as error:
                why = f" ({error})"
            assert time.monotonic() - start < PATIENCE_SECONDS, otherwise + why
            time.sleep(0.03)


ANSWERED = """
const sent = performance.getEntriesByType("resource").filter(({ name }) => new URL(name).pathname.endsWith("/actions"));
return `${performance.timeOrigin} ${sent.length}`;
"""


@dataclass(frozen=True)
class ThinContext:
    """Playwright's BrowserContext, as far as it is used."""

    page: ThinPage

    def new_page(self) -> ThinPage:
        return self.page

    def cookies(self) -> list[Any]:
        return self.page.engine.cookies()
