"""No state of the recorded evenings has a barrier, light or dark, on the phone of who acts, of who waits, or on the
television."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE, SCREEN
from tests.browser.test_under_the_thumb import ALONE
from tests.recordings import RECORDED


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def looked_at(page: Page, name: str, size: ViewportSize, come: Callable[[], None]) -> list[str]:
    """What stands in the way of reading it, with everything open."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(size)
    come()
    checks.open_all(page)
    light = [f"{name}, light: {line}" for line in checks.barriers(page)]
    return light + [f"{name}, dark: {line}" for line in checks.pale_in_the_dark(page)]


def barriers_of(page: Page, path: Path, moments: int) -> list[str]:
    """What was found at so many moments of a recorded evening, its end included."""
    evening, found = RecordedEvening(path), []
    for number in evening.numbers(moments):
        table = evening.stand_at(number)
        rows = evening.game.referee.game.players(table, None)
        acting = [row.seat for row in rows if row.active][:1]
        waiting = [seat for seat in table.ids if seat not in acting][:1]
        for seat in (*acting, *waiting):
            found += looked_at(page, f"{path.stem} {number} {seat}", PHONE, partial(evening.play, page, seat))
        found += looked_at(page, f"{path.stem} {number} television", SCREEN, partial(evening.watch, page))
    return found


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_no_state_of_an_evening_has_a_barrier(page: Page, path: Path) -> None:
    assert barriers_of(page, path, moments=10) == []
