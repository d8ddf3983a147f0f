"""The taps that a turn of Western Town takes, counted on a phone of 360 x 740 pixels and printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.core.table.table import Level
from companion.games.western_town.changes import TownChanged
from companion.games.western_town.guided_turn import RoundStage
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.rulebook.lincoln import Expectation
from companion.games.western_town.rulebook.towns import Resource
from companion.games.western_town.town.start import TakeStart
from companion.games.western_town.turn.stars import DrawStars
from tests.browser.house import Served, served
from tests.browser.support import clock_at_0, stand_still
from tests.browser.taps import Taps, counted
from tests.support.western import ALEXANDRE, ROBIN, STARTS, THEO, TownEvening


@pytest.fixture
def evening() -> TownEvening:
    """Return a guided game in which Robin is lead marshal; the star cards are drawn."""
    evening = TownEvening(3, Level.BOARD).start()
    evening.act(ROBIN, DrawStars())
    return evening


@pytest.fixture
def at(evening: TownEvening) -> Iterator[Served]:
    with served(evening) as found:
        yield found


def opened(at: Served, context: BrowserContext, clock_stopped: bool = False) -> Page:
    """Return Robin's page; ``clock_stopped``: its clock stands."""
    page = context.new_page()
    if clock_stopped:
        clock_at_0(page)
    page.goto(at.seat(context, ROBIN))
    expect(page.locator("body[data-ready]")).to_be_visible()
    if clock_stopped:
        stand_still(page)
    return page


def reveal(evening: TownEvening) -> None:
    for seat, name in zip(evening.state.seats, STARTS, strict=False):
        evening.act(seat, TakeStart(name, place="c1"))


def option(page: Page, kind: str, value: str) -> Locator:
    """Return what is tapped for this value of a command that is given with one tap."""
    return page.locator(f"form[data-kind={kind}] .options button[value='{value}']")


def send(thumb: Taps, place: Locator) -> None:
    """Send a tap that the table takes, and wait for its page."""
    main = thumb.page.locator("#main")
    expect(place).to_be_visible()  # what others did has arrived
    before = main.get_attribute("data-seq") or ""
    thumb.tap(place)
    expect(main).not_to_have_attribute("data-seq", before)


def test_a_start_card_is_its_name_its_cell_and_a_tap(evening: TownEvening, at: Served, phone: BrowserContext) -> None:
    page = opened(at, phone)
    with counted(page, "a start card of seven cubes", before="8", most=3, most_swipes=1) as thumb:
        form = page.locator("form[data-kind=take_start]")
        for value in ('"Marshal Bright"', '"c1"'):
            thumb.tap(form.locator(f"label:has(input[value='{value}'])"))
        send(thumb, form.locator("button[type=submit]"))
    assert evening.has(ROBIN, Resource.INHABITANTS) == 3


def test_a_turn_of_cards(evening: TownEvening, at: Served, phone: BrowserContext) -> None:
    reveal(evening)
    page = opened(at, phone)
    with counted(page, "phases 1 and 2 with two cards", before="9", most=5) as thumb:
        send(thumb, page.locator("form[data-kind=turn_up_card] button").first)
        send(thumb, option(page, "play_card", '"homestead"'))
        thumb.tap(page.locator("form.seal label", has_text="gold mine"))
        send(thumb, page.locator("form.seal button[type=submit]"))
        evening.lay_sealed({ALEXANDRE: "homestead"})
        send(thumb, option(page, "carry_out", "0"))
    assert not evening.round.acting, "what leaves Alexandre no choice is carried out by itself"
    evening.lay_sealed({ALEXANDRE: "civic pride 1", THEO: "homestead"})
    evening.carry_out_cards(ALEXANDRE, THEO)
    evening.play(THEO, "gold mine")
    assert evening.round.stage is RoundStage.EXPLOIT
    with counted(page, "a third card", before="3", most=1) as thumb:
        send(thumb, option(page, "play_card", '"homestead 2"'))
    evening.third_cards({ALEXANDRE: "saloon", THEO: "marshal"})
    with counted(page, "an exploit", before="3", most=1, most_swipes=1) as thumb:
        send(thumb, page.locator("form[data-kind=exploit_card] button", has_text="gold mine"))
    assert not evening.round.acting


def test_constructing(evening: TownEvening, at: Served, phone: BrowserContext) -> None:
    reveal(evening)
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    page = opened(at, phone)
    with counted(page, "constructing", before="4 and *Done* on a page of 3,375 px", most=3) as thumb:
        send(thumb, option(page, "play_card", '"carpenter"'))
        thumb.tap(page.locator("#build-barber summary"))
        send(thumb, page.locator("#build-barber-form button[value=c4]"))
    assert evening.board(ROBIN).buildings[-1].cell == "c4"
    assert not evening.round.acting
    expect(page.locator("button.undo")).to_be_attached()


def test_constructing_with_the_first_of_two_cards(evening: TownEvening, at: Served, phone: BrowserContext) -> None:
    reveal(evening)
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    evening.play(ROBIN, "homestead")
    page = opened(at, phone)
    evening.lay_sealed({ROBIN: "carpenter", ALEXANDRE: "gold mine"})
    expect(page.locator(".ballot")).to_be_visible()
    with counted(page, "constructing with the first of two cards", before="3 and two scrolls", most=2) as thumb:
        thumb.tap(page.locator("#build-barber summary"))
        send(thumb, page.locator("#build-barber-form button[value=c4]"))
    assert [each.seat for each in evening.round.acting] == [ALEXANDRE]


def test_cubes_that_are_tapped_one_after_the_other_are_one_change(phone: BrowserContext) -> None:
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    before = len(evening.events())
    with served(evening) as at:
        page = opened(at, phone, clock_stopped=True)
        for what, times in (("gold", 2), ("inhabitants", 3)):
            for _ in range(times):
                page.locator(f"#town .r-{what} button").last.tap()
        expect(page.locator("#town .r-inhabitants .count")).to_have_attribute("data-by", "+3")
        page.clock.fast_forward(1_000)
        expect(page.locator("#town .r-inhabitants .count")).to_have_text("3")
        [change] = evening.events()[before:]
        expect(page.locator("button.undo")).to_have_count(1)
    assert isinstance(change, TownChanged)
    assert change.changes == {Resource.GOLD: 2, Resource.INHABITANTS: 3}
