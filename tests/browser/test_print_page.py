"""The page *Print* follows what is chosen on it, and keeps what was chosen before."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.support import Box, tick

ABILENE = ["The board", "Corner markers", "Stickers", "Seat cards", "Player aid", "Figures to fold", "Discs"]
COW = ["Seat cards", "Player aid", "Cards", "List of the cards", "Score sheet", "Markers for the camera"]


@pytest.fixture
def page(box: Box, phone: BrowserContext) -> Page:
    page = phone.new_page()
    page.goto(f"{box.address}/print")
    return page


def test_another_edition_shows_its_own_sheets_and_the_paper_stays(page: Page) -> None:
    buttons = page.locator(".tables button[formaction]")
    expect(buttons).to_have_text([*ABILENE, "The dice tray"])
    expect(page.locator("input[name=numbered]")).to_have_count(0)
    tick(page.locator("input[name=paper][value=letter]"))
    tick(page.locator("input[name=edition][value='unexploded_cow/2011']"))
    expect(buttons).to_have_text(COW)
    expect(page.locator("input[name=numbered]")).to_be_visible()
    expect(page.locator("input[name=paper][value=letter]")).to_be_checked()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Player aid").tap()
    assert saved.value.suggested_filename == "unexploded_cow-aid-letter-en.pdf"
    tick(page.locator("input[name=edition][value='abilene/1983']"))
    expect(buttons).to_have_text([*ABILENE, "The dice tray"])
    expect(page.locator("input[name=numbered]")).to_have_count(0)
