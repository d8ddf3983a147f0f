"""The same people play again: their phones go from the tally to the lobby by themselves."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from companion.core.table.table_messages import PlayAgain
from tests.browser.house import house, moments
from tests.browser.support import PHONE
from tests.table import ANN


def test_the_tally_gives_way_to_the_lobby(browser: Browser) -> None:
    with house() as at:
        for _ in moments(at.night):
            pass
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto(at.seat(context, ANN))
        expect(page.locator("#result")).to_be_visible()
        at.night.act(ANN, PlayAgain())
        expect(page.locator("form.choice[data-kind=start_game]")).to_be_visible()
        expect(page.locator("#news")).to_have_count(0)
        context.close()
