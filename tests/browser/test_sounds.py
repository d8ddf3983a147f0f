"""The sounds of a television and a phone: nothing while nothing happens, one sound a moment, each with a switch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.core.money.bank_messages import Pay
from companion.games.abilene.common.messages import EndStep, MoveCowboy, Step
from companion.games.any_game.messages.play import RequestPayment
from companion.games.any_game.messages.votes import AskBids, Bid, OpenAuction, Pass, Price
from tests.browser.house import Served, house, served
from tests.browser.support import PHONE, SCREEN, clock_at_0, stand_still
from tests.support.any_evening import ANN, BEN, CID, AnyEvening
from tests.support.table import ANN as ANNA
from tests.support.table import BOB

LISTEN = """
// Paper rustles (1568 Hz) for every seal that is seen: how many are seen hangs on how fast they come.
window.heard = [];
window.buzzed = 0;
navigator.vibrate = () => { window.buzzed += 1; return true; };
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  resume() {}
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
  createOscillator() {
    const frequency = { exponentialRampToValueAtTime() {} };
    const start = () => { if (frequency.value !== 1568) window.heard.push(frequency.value); };
    return { frequency, connect: (next) => next, start, stop() {} };
  }
};
"""
PAID, VOTE, REVEAL, ASKED, WON = [1319, 1760], [392, 494], [330, 330, 330, 494], [523, 784], [659, 784, 1047]
ATTACK = [392, 370, 392, 370]
VERDICT = [98, 73]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    context.add_init_script(LISTEN)
    yield context
    context.close()


def television(context: BrowserContext, at: Served) -> Page:
    """Return a table screen that was touched once, whose clock stands."""
    page = context.new_page()
    page.set_viewport_size(SCREEN)
    clock_at_0(page)
    page.goto(at.screen)
    page.locator("h1").click()
    stand_still(page)
    return page


def expect_sounds(page: Page, *sounds: list[int]) -> None:
    """Check what was heard so far."""
    wanted = [pitch for each in sounds for pitch in each]
    page.wait_for_function("wanted => window.heard.length >= wanted", arg=len(wanted))
    assert page.evaluate("window.heard") == wanted


def test_the_television_hears_a_payment_and_cards_and_money_only_when_they_lie_open(context: BrowserContext) -> None:
    night = AnyEvening(players=3)
    with served(night) as at:
        page = television(context, at)
        night.act(ANN, Pay(BEN, 400))
        expect_sounds(page, PAID)
        page.clock.fast_forward(60_000)
        expect_sounds(page, PAID)
        night.act(ANN, AskBids("the station", Price.FIRST))
        expect_sounds(page, PAID, VOTE)
        page.clock.fast_forward(1_000)
        night.vote("120", "250", "90")
        expect(page.locator(".reveal li")).to_have_count(3)
        expect_sounds(page, PAID, VOTE, REVEAL)
        page.clock.fast_forward(5_000)
        expect_sounds(page, PAID, VOTE, REVEAL, PAID)
        page.clock.fast_forward(1_000)
        expect_sounds(page, PAID, VOTE, REVEAL, PAID, VERDICT)


def test_the_television_hears_what_the_game_names(context: BrowserContext) -> None:
    night = AnyEvening(players=3)
    with served(night) as at:
        page = television(context, at)
        night.act(ANN, OpenAuction("the station"))
        for seat, what in ((ANN, Pass()), (BEN, Bid(100)), (CID, Pass())):
            night.act(seat, what)
        expect_sounds(page, WON)


def test_each_sound_has_a_switch_that_the_device_keeps(context: BrowserContext) -> None:
    night = AnyEvening(players=3)
    with served(night) as at:
        page = context.new_page()
        page.set_viewport_size(PHONE)
        page.goto(at.seat(context, BEN))
        page.locator("body[data-ready]").wait_for()
        page.locator("#more > summary").click()
        page.locator("#this-phone > summary").click()
        money = page.locator("[data-sounds=paid]")
        expect(money).to_be_checked()
        money.uncheck()
        page.reload()
        page.locator("body[data-ready]").wait_for()
        page.locator("#more > summary").click()
        page.locator("#this-phone > summary").click()
        expect(page.locator("[data-sounds=paid]")).not_to_be_checked()
        night.act(ANN, Pay(BEN, 400))
        expect(page.locator("#receipt")).to_contain_text("$400")
        night.act(ANN, RequestPayment(BEN, 30, "rent"))
        expect_sounds(page, ASKED)
        assert page.evaluate("window.buzzed") == 1


def test_a_phone_that_was_put_down_after_sitting_down_is_heard(context: BrowserContext) -> None:
    night = AnyEvening(players=3)
    with served(night) as at:
        page = context.new_page()
        page.goto(at.seat(context, BEN))
        page.locator("h1").click()
        page.evaluate("location.assign(`${location.pathname}?`)")
        page.wait_for_url("**/s/*?")
        page.locator("body[data-ready]").wait_for()
        night.act(ANN, RequestPayment(BEN, 30, "rent"))
        expect_sounds(page, ASKED)


def test_a_player_who_is_robbed_hears_the_alarm(context: BrowserContext) -> None:
    with house(start=True) as at:
        at.night.arrange(cowboys={ANNA: ("C6-0",)})
        at.night.roll(cow=(1, 3))
        page = context.new_page()
        page.goto(at.seat(context, BOB))
        page.locator("body[data-ready]").wait_for()
        page.locator("h1").click()
        at.night.act(ANNA, EndStep(Step.CATTLE), MoveCowboy("C6-0", "B6-5", 0))
        expect_sounds(page, ATTACK)
