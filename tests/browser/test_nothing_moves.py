"""The first content of a phone stays in its place when its scripts, its letters and the rest of the page come."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.evenings import RecordedEvening
from tests.browser.test_under_the_thumb import ALONE
from tests.support.recordings import OF_EACH_KIND

MOST = 0.02
"""cumulative layout shift: how much of the screen moved, times how far"""
MOMENTS = 4
SETTLED_MS = 800
NOTE = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.moved.push([value, sources.map(({ node }) => node?.className || node?.id || node?.nodeName).join(" ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_nothing_moves_once_it_is_shown(browser: Browser, path: Path) -> None:
    evening, found = RecordedEvening(path), []
    for number in evening.numbers(MOMENTS):
        seat = evening.stand_at(number).ids[-1]
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        context.add_init_script(ALONE)
        page = context.new_page()
        page.add_init_script(NOTE)
        evening.play(page, seat)
        page.wait_for_timeout(SETTLED_MS)
        moved = page.evaluate("window.moved")
        context.close()
        if sum(value for value, _ in moved) > MOST:
            found.append((number, moved))
    assert found == []
