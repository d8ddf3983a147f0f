"""No headline, question, field or button of a phone lies under anything, and no page is wider than its screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.test_pages import doubled
from tests.browser.test_under_the_thumb import ALONE
from tests.recordings import OF_EACH_KIND, RECORDED

SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 360, "height": 640},
    {"width": 360, "height": 740},
    {"width": 1024, "height": 768},
)
LARGE: ViewportSize = {"width": 360, "height": 740}
TELL = """() => {
  const lines = document.getElementById('receipt-lines');
  lines.innerHTML = '<p>You now have <span class="cover">12</span></p><p><strong>+ $600</strong> Cara paid you</p>';
  document.getElementById('receipt').hidden = false;
}"""
"""A notice about money stands on the page, as it does for some seconds after a payment."""

CURRENT = """() => [...document.querySelectorAll('#main [data-fragment]')].every(
  (part) => !part.inert || !part.checkVisibility() || part.closest('details:not([open])'))"""
"""All that is in sight has been fetched."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def tabs_of(page: Page) -> list[str]:
    return [str(link.get_attribute("data-tab")) for link in page.locator(".bar a:visible").all()]


def faults_of(page: Page) -> list[str]:
    """Return what is covered, cut or too wide on each tab, with a notice and without."""
    found = []
    for tab in tabs_of(page):
        page.locator(f".bar [data-tab={tab}]").click()
        page.wait_for_function(CURRENT)
        found += [f"{tab}: {line}" for line in (*checks.too_wide(page), *checks.covered(page))]
    page.evaluate(TELL)
    return found + [f"with a notice: {line}" for line in checks.covered(page)]


def walk(page: Page, path: Path, moments: int, seats: int) -> list[str]:
    """Return the faults of the pages of one who acts and of one who waits, at so many moments of a recorded game."""
    evening, found = RecordedEvening(path), []
    for number in evening.numbers(moments):
        table = evening.stand_at(number)
        active = [row.seat for row in evening.game.referee.game.players(table, None) if row.active]
        first = [*active[:1], *(seat for seat in table.ids if seat not in active[:1])]
        for seat in first[:seats]:
            evening.play(page, seat)
            for size in (*SIZES, None):
                with doubled(page, LARGE) if size is None else nullcontext():
                    if size:
                        page.set_viewport_size(size)
                    name = f"{size['width']}x{size['height']}" if size else "large letters"
                    found += [f"{path.stem} {number} {seat}, {name}, {line}" for line in faults_of(page)]
    return found


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_nothing_on_a_phone_lies_under_anything(page: Page, path: Path) -> None:
    assert walk(page, path, moments=2, seats=1) == []


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_nothing_on_any_phone_of_an_evening_lies_under_anything(page: Page, path: Path) -> None:
    assert walk(page, path, moments=12, seats=2) == []


def test_what_lies_over_a_headline_would_be_noticed(page: Page) -> None:
    evening = RecordedEvening(OF_EACH_KIND[0])
    evening.stand_at(evening.numbers(3)[1])
    evening.play(page, "s1")
    assert checks.covered(page) == []
    page.add_style_tag(content=".said > .receipt { grid-row: 2 !important; }")
    page.evaluate(TELL)
    assert checks.covered(page)
