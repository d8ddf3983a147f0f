"""Money travels on the table screen once it is paid, dice come to rest; nothing moves where that is not wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.money.bank_messages import Pay
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.any_game.messages.play import RollDice
from companion.games.any_game.messages.votes import AskBids, Price
from tests.browser.house import house, served
from tests.browser.support import SCREEN, clock_at_0, stand_still
from tests.support.any_evening import ANN, BEN, AnyEvening

NOTE = """
window.moved = [];
window.walked = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const text = this.textContent.trim();
  const balances = Array.from(document.querySelectorAll("#main .lane b"), (each) => each.textContent);
  if (this.matches(".walker")) window.walked.push([this.firstElementChild.dataset.at, frames.length, how]);
  else window.moved.push([this.className.split(" ")[0], text, how.duration, balances.join(" ")]);
  return animate.call(this, frames, how);
};
"""


def walked(page: Page, *places: str) -> list[int]:
    """Check that the figures that came to these places made so many steps each, and no other walked."""
    page.wait_for_function("count => window.walked.length >= count", arg=len(places))
    found = page.evaluate("window.walked")
    assert [place for place, *_ in found] == list(places)
    assert all(lasts < 800 for *_, lasts in found)
    return [steps for _, steps, _ in found]


@contextmanager
def screen(browser: Browser, night: AnyEvening, motion: Literal["no-preference", "reduce"]) -> Iterator[Page]:
    """Yield a television that notes what it moves, and what stood there then."""
    with served(night) as at:
        context = browser.new_context(viewport=SCREEN, reduced_motion=motion)
        page = context.new_page()
        page.add_init_script(NOTE)
        clock_at_0(page)
        page.goto(at.screen)
        expect(page.locator("#race")).to_be_visible()
        stand_still(page)
        yield page
        context.close()


def test_a_coin_goes_where_the_money_went_and_dice_come_to_rest_at_what_fell(browser: Browser) -> None:
    night = AnyEvening(players=3, turns=True, dice=2)
    with screen(browser, night, "no-preference") as page:
        assert page.evaluate("window.moved") == []
        night.act(ANN, Pay(BEN, 400))
        page.wait_for_function("() => window.moved.length === 3")
        [what, amount, lasts, rested], *chips = page.evaluate("window.moved")
        assert (what, amount, rested) == ("coin", "$400", "$1,100 $1,900 $1,500"), "never before the fact"
        assert lasts < 800
        assert sorted(chip[:2] for chip in chips) == [["change", "+$400"], ["change", "−$400"]]
        page.clock.run_for(2_000)  # the sums count when the coin has come
        expect(page.locator(".lane b").nth(1)).to_have_text("$1,900")
        night.act(ANN, RollDice())
        page.wait_for_function("() => window.moved.length === 5")
        faces = [text for what, text, *_ in page.evaluate("window.moved") if what == "die"]
        assert faces == [str(face) for face in night.state.dice]


def test_nothing_moves_where_movement_is_not_wanted(browser: Browser) -> None:
    night = AnyEvening(players=3, turns=True, dice=2)
    with screen(browser, night, "reduce") as page:
        night.act(ANN, Pay(BEN, 400))
        night.act(ANN, RollDice())
        expect(page.locator(".screen-head .die")).to_have_count(2)
        assert page.evaluate("window.moved") == []


def test_no_coin_tells_who_won_a_sealed_bid_before_the_last_card_is_turned(browser: Browser) -> None:
    night = AnyEvening(players=3)
    with screen(browser, night, "no-preference") as page:
        night.act(ANN, AskBids("the station", Price.FIRST))
        bids = dict(zip(night.ballot.voters, ("120", "250", "90"), strict=True))
        night.vote(*bids.values())
        expect(page.locator(".reveal li")).to_have_count(3)
        assert page.evaluate("window.moved") == []
        page.clock.fast_forward(5_000)
        page.wait_for_function("() => window.moved.length > 0")
        coins = [amount for what, amount, *_ in page.evaluate("window.moved") if what == "coin"]
        assert coins == ["$250"]


@pytest.mark.parametrize("open_cash", [True, False])
def test_balances_race_only_where_they_are_open(open_cash: bool, browser: Browser) -> None:
    night = AnyEvening(players=3, open_cash=open_cash)
    with served(night) as at:
        page = browser.new_page()
        page.goto(at.screen)
        expect(page.locator("h1")).to_be_visible()
        assert page.locator(".lane").count() == (3 if open_cash else 0)
        assert bool(page.locator("[data-cash]").count()) is open_cash
        page.close()


def test_figures_walk_over_the_cells_and_a_stolen_cow_is_led_away(browser: Browser) -> None:
    with house(start=True) as at:
        context = browser.new_context(viewport=SCREEN)
        page = context.new_page()
        page.add_init_script(NOTE)
        page.goto(at.screen)
        expect(page.locator("#board .figure").first).to_be_visible()
        at.night.arrange(cows={"A": ("A2-0",)}, cowboys={ANN: ("C6-0",)})
        at.night.roll(cow=(1, 3))
        expect(page.locator(".screen-head .die")).to_have_count(5)
        page.evaluate("window.walked = []")
        at.night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE))
        [home] = walked(page, "corral")
        assert home >= 3
        at.night.act(ANN, MoveCowboy("C6-0", "B6-5", 0))
        at.night.act(ANN, PlaceCow("A6-0"))
        _, led, _ = walked(page, "corral", "A6-0", "B6-5")
        assert led > 4, "from the ranch of Ben to that of Ann, cell by cell"
        context.close()
