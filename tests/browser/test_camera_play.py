"""A turn that a camera reads, on the player's phone and on the table screen: one tap, or three ways on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.app.camera.judgement import observe
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.pieces import TOWN
from tests.browser import checks
from tests.browser.house import House, house
from tests.browser.support import SCREEN, picture
from tests.support.phones import unbroken
from tests.support.table import ANN, CODE


@pytest.fixture
def at() -> Iterator[House]:
    """Yield a house in which Ann has rolled, and a camera looks at the table."""
    with house(start=True) as found:
        found.camera.serve(CODE)
        found.night.roll((2, 1), (1, 1, 2))
        yield found


def look(at: House, position: Position) -> None:
    """Show the camera this position."""
    observe(at.night.tables, CODE, observation_of(position, colours_of(at.night.table)))


def opened(at: House, context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto(at.seat(context, ANN))
    expect(page.locator("body[data-ready]")).to_be_attached()
    return page


def no_barrier(page: Page) -> None:
    assert checks.barriers(page) == []
    checks.open_all(page)
    assert checks.misfits(page) + checks.small_targets(page) == []
    page.reload()


def test_what_the_camera_saw_counts_with_one_tap(at: House, browser: Browser, phone: BrowserContext) -> None:
    ann = opened(at, phone)
    before = at.night.board
    after = before.move_cow("A6-0", "A7-1").move_cowboy(ANN, "A4-1", "A4-0")
    look(at, after)
    says = ann.locator(".camera-says.legal")
    expect(says).to_contain_text(
        unbroken("The camera saw: cow A6-0 to A7-1 with the 1; cowboy A4-1 to A4-0 with the 1")
    )
    no_barrier(ann)
    assert at.night.board == before
    says.get_by_role("button", name="Yes, that counts").tap()
    expect(says).to_have_count(0)
    assert at.night.board == after


def test_an_illegal_move_is_told_on_every_screen_and_has_three_ways_on(
    at: House, browser: Browser, phone: BrowserContext
) -> None:
    ann = opened(at, phone)
    screen = browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
    screen.goto(at.screen)
    before = at.night.board
    look(at, before.move_cow("A6-0", "A3-0"))
    says = ann.locator(".camera-says.illegal")
    expect(says).to_contain_text(unbroken("Too far: A3-0 is at a distance of 3"))
    expect(says).to_contain_text(unbroken("Put it back (A3-0 → A6-0)"))
    expect(says.get_by_role("button", name="Ask the others to allow it")).to_be_visible()
    expect(says.get_by_role("button", name="Undo")).to_be_visible()
    expect(says.get_by_role("button", name="Say where the figures really are")).to_be_visible()
    expect(screen.locator(".camera-line.illegal")).to_contain_text("Too far")
    ann.locator(".bar a[data-tab=board]").click()
    for page in (ann, screen):
        for cell in ("A6-0", "A3-0"):
            expect(page.locator(f"#board [data-cell='{cell}'].lit")).to_be_attached()
    expect(ann.locator("#tab-board .camera-line.illegal")).to_contain_text("Too far")
    picture(ann, "camera-illegal")
    picture(screen, "camera-illegal-screen")
    no_barrier(ann)
    look(at, before)
    expect(says).to_have_count(0)
    expect(screen.locator(".camera-line.illegal")).to_have_count(0)
    assert at.night.board == before


def test_a_cow_that_goes_to_town_is_sold_and_its_sticker_shown(at: House, phone: BrowserContext) -> None:
    at.night.arrange(cows={"A": ("A3-0", "A5-1", "A5-2", "A5-3", "A6-0", "A6-1", "A6-2", "A6-3", "A6-4")})
    ann = opened(at, phone)
    look(at, at.night.board.move_cow("A3-0", TOWN))
    ann.locator(".camera-says").get_by_role("button", name="Yes, that counts").tap()
    expect(ann.locator(".camera-says")).to_have_count(0)
    assert at.night.state.waiting_cows == 1


def test_what_the_camera_saw_is_a_picture_with_arrows(at: House, browser: Browser, phone: BrowserContext) -> None:
    """It used to be a sentence with the names of cells; now phone and table screen show where to look."""
    ann = opened(at, phone)
    screen = browser.new_context(viewport=SCREEN).new_page()
    screen.goto(at.screen)
    before = at.night.board
    look(at, before.move_cow("A6-0", "A7-1").move_cowboy(ANN, "A4-1", "A4-0"))
    for page in (ann.locator(".camera-says .sight"), screen.locator("#board")):
        expect(page.locator(".arrow:not(.wrong)")).to_have_count(2)
    picture(ann, "camera-arrows")
    look(at, before.move_cow("A6-0", "A3-0"))
    for page in (ann.locator(".camera-says .sight"), screen.locator("#board")):
        expect(page.locator(".arrow.wrong")).to_have_count(1)
    picture(ann, "camera-arrows-wrong")
    picture(screen, "camera-arrows-screen")
    look(at, before)
    expect(screen.locator(".arrow")).to_have_count(0)
