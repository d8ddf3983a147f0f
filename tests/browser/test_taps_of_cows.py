"""The taps that a turn of Unexploded Cow takes, counted on a phone of 360 x 740 pixels and printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.core.table.commands import ChooseCatalogue, StartGame
from tests.browser.checks import barriers, too_wide
from tests.browser.house import served
from tests.browser.support import tick
from tests.browser.taps import Taps, counted
from tests.games.unexploded_cow.night import ANN, BOB, CowNight


@pytest.fixture
def night() -> CowNight:
    """Return a game with the built-in deck in which Ann begins."""
    return CowNight()


@pytest.fixture
def ann(night: CowNight, phone: BrowserContext) -> Iterator[Page]:
    with served(night) as at:
        page = phone.new_page()
        page.goto(at.seat(phone, ANN))
        expect(page.locator("body[data-ready]")).to_be_visible()
        yield page


def tile(page: Page, name: str) -> str:
    return f"#play-card button.tile[value='{name}']"


def play_card(thumb: Taps, name: str) -> None:
    before = thumb.page.locator("#main").get_attribute("data-seq")
    thumb.tap(thumb.page.locator("#fold-play-card > summary"))
    thumb.tap(thumb.page.locator(tile(thumb.page, name)))
    expect(thumb.page.locator("#main")).not_to_have_attribute("data-seq", before or "")


def test_a_whole_turn_with_a_city_takes_four_taps(ann: Page, night: CowNight) -> None:
    with counted(ann, "a turn of Cow with a city and a cow", before="7 taps + 2 scrolls", most=4) as thumb:
        thumb.tap(ann.get_by_role("button", name="Bramblewick"))
        expect(ann.locator("#fold-play-card")).to_be_visible()
        with counted(ann, "an own cow of a known deck", before="3 taps + 2 scrolls", most=2) as two:
            play_card(two, "Wrench Wilma")
        thumb.taps += two.taps
        assert night.names(ANN) == ["Wrench Wilma"]
        thumb.tap(ann.locator("[data-kind=roll_die] .faces button").nth(5))
    expect(ann.locator("h1")).to_contain_text("Bob")
    assert night.state.roll
    assert night.state.roll.faces == (6,)


def test_a_city_is_typed_and_turned_up_without_a_scroll(phone: BrowserContext) -> None:
    """Its button used to be 176 pixels too low, and typed digits followed a 0."""
    night = CowNight(started=False)
    night.act(ANN, ChooseCatalogue(typed=True), StartGame(ANN))
    with served(night) as at:
        for language in ("en", "de", "fr"):
            phone.add_cookies([{"name": "lang", "value": language, "url": at.address}])
            page = phone.new_page()
            page.goto(at.seat(phone, ANN))
            expect(page.locator("body[data-ready]")).to_be_visible()
            form = page.locator("form[data-kind=turn_up_city]")
            assert pixels_below_the_bar(form.locator("button[type=submit]")) <= 0
            page.close()
        page = phone.new_page()
        page.goto(at.seat(phone, ANN))
        form = page.locator("form[data-kind=turn_up_city]")
        form.locator("[data-name=name]").fill("Lyon")
        form.locator(".keyed [data-key='7']").tap()
        form.locator(".chip[data-add='500']").tap()
        assert too_wide(page) == []
        expect(form.locator("[data-name=points]")).to_have_value("7")
        form.locator("button[type=submit]").tap()
        expect(page.locator("#fold-play-card")).to_be_visible()
    assert night.state.city
    assert (night.state.city.name, night.state.city.points, night.state.city.amount) == ("Lyon", 7, 500)


def pixels_below_the_bar(button: Locator) -> float:
    """Return by how many pixels a button reaches below the bar at the foot of the screen."""
    box, bar = button.bounding_box(), button.page.locator(".payees").bounding_box()
    assert box is not None
    assert bar is not None
    return box["y"] + box["height"] - bar["y"]


def test_a_card_played_by_mistake_is_undone_without_scrolling(ann: Page, night: CowNight) -> None:
    ann.get_by_role("button", name="Bramblewick").tap()
    expect(ann.locator("#fold-play-card")).to_be_visible()
    thumb = Taps(ann)
    play_card(thumb, "Clover")
    thumb.tap(ann.locator("[data-kind=undo] button"))
    expect(ann.locator("#herd-s1 .cow")).to_have_count(0)
    assert thumb.swipes == 0
    assert night.has(ANN) == (4_500,)


def test_a_cow_that_is_not_listed_takes_four_taps_and_is_listed_from_then_on(ann: Page, night: CowNight) -> None:
    """Its name is typed into the search field; the keypad opens automatically if no card has that name."""
    ann.get_by_role("button", name="Bramblewick").tap()
    expect(ann.locator("#fold-play-card")).to_be_visible()
    with counted(ann, "a cow that is not listed", before="not measured", most=4) as thumb:
        thumb.tap(ann.locator("#fold-play-card > summary"))
        thumb.tap(ann.locator(".asking input[data-name=name]"))
        ann.keyboard.type("Rosalind")
        thumb.tap(ann.locator("[data-puts=price][value='200']"))
        thumb.tap(ann.locator("[data-puts=value][value='600']"))
    expect(ann.locator("#herd-s1 .cow")).to_contain_text("Rosalind")
    assert night.has(ANN) == (4_300,)
    with counted(ann, "the same cow again", before="all of it typed again", most=2) as again:
        play_card(again, "Rosalind")
    assert [cow.value for cow in night.state.herds[ANN]] == [600, 600]


def test_a_cow_into_another_herd_takes_one_tap_more(ann: Page, night: CowNight) -> None:
    ann.get_by_role("button", name="Bramblewick").tap()
    expect(ann.locator("#fold-play-card")).to_be_visible()
    with counted(ann, "a cow into another herd", before="4 taps + 2 scrolls", most=4) as thumb:
        thumb.tap(ann.locator("#fold-play-card > summary"))
        thumb.tap(ann.locator(".asking .option"))
        thumb.tap(ann.locator(tile(ann, "Stampy")))
        thumb.tap(ann.locator(f".gap[data-into={BOB}]"))
    expect(ann.locator(f"#herd-{BOB} .cow")).to_contain_text("Stampy")
    expect(ann.locator("#fold-play-card")).not_to_have_attribute("open", "")


def test_tiles_pad_and_places_are_accessible_and_fit_the_phone(ann: Page, night: CowNight) -> None:
    ann.get_by_role("button", name="Bramblewick").tap()
    expect(ann.locator("#fold-play-card")).to_be_visible()
    ann.locator("#fold-play-card > summary").tap()
    assert (barriers(ann), too_wide(ann)) == ([], [])
    tick(ann.locator("input[data-unlisted]"))
    expect(ann.locator("#cow-price")).to_be_visible()
    assert (barriers(ann), too_wide(ann)) == ([], [])
    ann.locator(".tile.unlisted").tap()
    tick(ann.locator("input[data-elsewhere]"))
    ann.locator(tile(ann, "Stampy")).tap()
    expect(ann.locator(".gaps")).to_be_visible()
    assert (barriers(ann), too_wide(ann)) == ([], [])


def test_after_a_card_the_page_is_at_the_top(ann: Page) -> None:
    """After a card from the end of the list, or one moved under *More*, the next question used to be out of sight."""
    ann.get_by_role("button", name="Bramblewick").tap()
    for name in ("Clover", "Wrench Wilma"):
        ann.locator("#fold-play-card > summary").tap()
        ann.evaluate("scrollTo(0, 300)")
        tap_and_expect_top(ann, ann.locator(tile(ann, name)))
    for fold in ("More", "A card moves a cow"):
        ann.locator("summary", has_text=fold).tap()
    form = ann.locator("form[data-kind=move_cow]")
    tick(form.locator("input[data-name=cow]").first)
    tick(form.locator("input[data-name=into]").last)
    tap_and_expect_top(ann, form.locator("button[type=submit]"))


def tap_and_expect_top(page: Page, button: Locator) -> None:
    """Tap a button far below, and check that the page is scrolled to its top afterwards."""
    before = page.locator("#main").get_attribute("data-seq")
    button.tap()
    expect(page.locator("#main")).not_to_have_attribute("data-seq", before or "")
    page.wait_for_function("scrollY === 0")
