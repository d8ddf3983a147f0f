"""A game goes on after all six phones have been replaced, without the host and without a PIN."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.checks import barriers, below_the_screen, small_targets, too_wide
from tests.browser.support import PHONE, SCREEN, Box, picture, serving

NAMES = ("Ann", "Ben", "Cara", "Dan", "Eve", "Fay")


def new_phone(browser: Browser) -> Page:
    return browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()


def play(box: Box, browser: Browser) -> str:
    """Start a game with six phones, then close them all. Return the code of the table."""
    code = str(box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993", "level": "bank"})["code"])
    phones = [new_phone(browser) for _ in NAMES]
    for name, page in zip(NAMES, phones, strict=True):
        page.goto(f"{box.address}/j/{code}")
        page.locator(".join-form input[name=name]").fill(name)
        page.locator(".join-form button[type=submit]").tap()
        page.wait_for_url("**/s/s*")
    phones[0].locator("form[data-kind=start_game] button[type=submit]").first.tap()
    expect(phones[0].locator("#main[data-phase=playing]")).to_be_visible()
    for page in phones:
        page.context.close()
    return code


def claim_seat(box: Box, page: Page, code: str, name: str) -> None:
    page.goto(f"{box.address}/j/{code}")
    page.locator("summary", has_text=name).tap()
    page.locator("details[open] form[action$='/claim'] button.primary").tap()
    page.wait_for_url("**/claims/*")


def test_an_evening_whose_six_phones_were_all_exchanged_goes_on(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "evening.sqlite") as box:
        code = play(box, browser)
        box.kill()  # the next evening
        box.start()
        phones = [new_phone(browser) for _ in NAMES]
        for name, page in zip(NAMES, phones, strict=True):
            claim_seat(box, page, code, name)
        television = browser.new_context(viewport=SCREEN).new_page()
        television.goto(f"{box.address}/t/{code}/screen")
        asking = television.locator(".asking")
        expect(asking).to_have_count(1)
        expect(asking).to_contain_text("New phones ask for the seats of ")
        for name in NAMES:
            expect(asking.locator("strong")).to_contain_text(name)
        assert below_the_screen(television) == []
        picture(television, "all-new-phones-television")
        for page in phones:
            everybody = page.locator("#vouch-all button")
            expect(everybody).to_be_visible()
            if page is phones[0]:
                for name in NAMES[1:]:  # the page is refreshed every few seconds
                    expect(everybody).to_contain_text(name)
                picture(page, "all-new-phones-asked")
                assert not barriers(page)
                assert not small_targets(page)
                assert not too_wide(page)
            everybody.tap()
        for number, page in enumerate(phones, start=1):
            page.wait_for_url(f"**/t/{code}/s/s{number}")
            expect(page.locator("#main[data-phase=playing]")).to_be_visible()
        notice = television.locator(".notice")  # names the players in a random order, that of their turns
        expect(notice).to_contain_text("New phones let one another in, since the old ones were gone: ")
        for name in NAMES:
            expect(notice).to_contain_text(name)
        for page in (television, phones[2]):  # the notice stays after a reload
            page.reload()
            expect(page.locator(".notice", has_text="New phones let one another in").first).to_be_attached()
        picture(television, "all-new-phones-told")
        picture(phones[1], "all-new-phones-seat")
        for page in [*phones, television]:
            page.context.close()
