"""No state of the recorded evenings has a barrier, light or dark, on the phone of who acts, of who waits, or on the
television.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE, SCREEN
from tests.browser.test_under_the_thumb import ALONE
from tests.support.recordings import RECORDED


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def looked_at(page: Page, name: str, size: ViewportSize, come: Callable[[], None]) -> list[str]:
    """Return what stands in the way of reading it, with everything open."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(size)
    come()
    checks.open_all(page)
    light = [f"{name}, light: {line}" for line in checks.barriers(page)]
    return light + [f"{name}, dark: {line}" for line in checks.pale_in_the_dark(page)]


def barriers_of(page: Page, path: Path, moments: int) -> list[str]:
    """Return what was found at so many moments of a recorded evening, its end included."""
    evening, found = RecordedEvening(path), []
    for number in evening.numbers(moments):
        table = evening.stand_at(number)
        acting = evening.acting(table)[:1]
        waiting = [seat for seat in table.ids if seat not in acting][:1]
        for seat in (*acting, *waiting):
            found += looked_at(page, f"{path.stem} {number} {seat}", PHONE, partial(evening.play, page, seat))
        found += looked_at(page, f"{path.stem} {number} television", SCREEN, partial(evening.watch, page))
    return found


ONCE_FOUND = {
    "any_game_finished_bank": (5, "s1"),
    "any_game_finished_chips": (8, "s2"),
    "any_game_sheet_full": (16, "s2"),
}
"""two pots of one mark; pale letters at a player who has folded; cells of a score sheet with an unread number"""


@pytest.mark.parametrize("name", ONCE_FOUND)
def test_what_once_was_a_barrier_is_none(page: Page, name: str) -> None:
    number, seat = ONCE_FOUND[name]
    evening = RecordedEvening(next(path for path in RECORDED if path.stem == name))
    evening.stand_at(number)
    assert looked_at(page, name, PHONE, partial(evening.play, page, seat)) == []


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_no_state_of_an_evening_has_a_barrier(page: Page, path: Path) -> None:
    assert barriers_of(page, path, moments=10) == []


PALE = """() => {
  const light = (colour) => {
    const parts = colour.match(/\\d+/g).slice(0, 3).map((each) => each / 255);
    const [r, g, b] = parts.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  return Array.from(document.querySelectorAll(".badge"), (badge) => {
    const { color } = getComputedStyle(badge);
    const { backgroundColor } = getComputedStyle(badge, "::after");
    const ratio = light(color) / light(backgroundColor);
    return [badge.textContent.trim(), Math.max(ratio, 1 / ratio)];
  }).filter(([, ratio]) => ratio < 4.5).map(([letter, ratio]) => `${letter}: ${ratio.toFixed(1)}`);
}"""
"""Badges whose letter is no 4.5 times as light as its ground, or as dark."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_letter_of_every_badge_can_be_read(page: Page, scheme: Literal["light", "dark"]) -> None:
    """axe passes over a text of one letter: in the dark that of the pot was 2.8 times as dark as its badge."""
    evening = RecordedEvening(next(path for path in RECORDED if path.stem == "unexploded_cow_pot_empty"))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(PHONE)
    evening.stand_at(evening.numbers(2)[0])
    evening.play(page, "s1")
    assert page.locator(".badge").count() > 3
    assert page.evaluate(PALE) == []
