"""The same people play again: their phones go from the tally to the lobby by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from companion.core.table.commands import PlayAgain
from tests.browser.house import House, house, moments
from tests.browser.support import PHONE, SCREEN, picture
from tests.support.table import ANN


@contextmanager
def at_the_tally(browser: Browser) -> Iterator[tuple[House, Page]]:
    """Yield a house whose game has just ended, and the page of a phone there."""
    with house() as at:
        for _ in moments(at.night):
            pass
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto(at.seat(context, ANN))
        yield at, page
        context.close()


def test_the_tally_gives_way_to_the_lobby(browser: Browser) -> None:
    with at_the_tally(browser) as (at, page):
        expect(page.locator("#result")).to_be_visible()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        at.night.act(ANN, PlayAgain())
        expect(page.locator("form.choice[data-kind=start_game]")).to_be_visible()
        expect(page.locator("#news")).to_have_count(0)
        page.wait_for_function("scrollY === 0")  # whatever was read before, it begins with its beginning


def test_a_phone_asks_before_it_takes_the_result_from_all(browser: Browser) -> None:
    with at_the_tally(browser) as (at, page):
        page.locator("body[data-ready]").wait_for()
        again = page.locator("form.choice[data-kind=play_again] button[type=submit]")
        again.tap()
        expect(page.locator("#sure-text")).to_contain_text("The result disappears from every screen")
        picture(page, "once-more-sure")
        page.locator("#sure-no").tap()
        assert at.night.is_over()
        again.tap()
        page.locator("#sure-yes").tap()
        expect(page.locator("form.choice[data-kind=start_game]")).to_be_visible()


def test_who_has_won_stands_above_what_begins_anew(browser: Browser) -> None:
    """*Once more* stood above the winner."""
    with at_the_tally(browser) as (_, page):
        again = page.locator("form.choice[data-kind=play_again]")
        expect(again).to_be_visible()
        winner, once_more = page.locator("#result .won").bounding_box(), again.bounding_box()
        assert winner is not None
        assert once_more is not None
        assert winner["y"] + winner["height"] <= once_more["y"]
        assert winner["y"] + winner["height"] < PHONE["height"]


def test_the_television_says_who_begins_and_the_phones_go_over(browser: Browser) -> None:
    with house() as at:
        for _ in moments(at.night):
            pass
        phone = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        page, screen = phone.new_page(), browser.new_page(viewport=SCREEN, reduced_motion="reduce")
        page.goto(at.seat(phone, ANN))
        screen.goto(at.screen)
        first, second = (at.night.table.seat(seat).name for seat in at.night.table.ids[:2])
        expect(screen.locator(".again button")).to_have_text(
            [f"{first} begins", f"{second} begins", "Everyone sits elsewhere"]
        )
        picture(screen, "end-once-more")
        with page.expect_download() as saved:  # a plain http page cannot share
            page.get_by_role("button", name="The result as a picture").tap()
        assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
        for answer in ("no", "yes"):
            screen.get_by_role("button", name=f"{second} begins").click()
            expect(screen.locator("#sure-title")).to_contain_text("The result disappears from every screen")
            assert at.night.is_over()
            picture(screen, "end-once-more-asked")
            screen.locator(f"#sure-{answer}").click()
        expect(screen.locator(".welcome")).to_be_visible()
        expect(page.locator("form.choice[data-kind=start_game] input:checked")).to_have_attribute(
            "value", f'"{at.night.table.ids[0]}"'
        )
        assert at.night.table.seat(at.night.table.ids[0]).name == second
        phone.close()
        screen.context.close()
