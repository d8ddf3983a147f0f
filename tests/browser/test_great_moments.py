"""Great moments: seen and heard on the television, done at a tap, and at their end at once for those who want it so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.money.bank_messages import Pay
from companion.core.table.commands import TakeSeat
from companion.games.any_game.messages.votes import Bid, OpenAuction, Pass
from tests.browser.house import Served, served
from tests.browser.support import SCREEN
from tests.support.any_evening import ANN, BEN, CID, AnyEvening

WATCH = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  window.moved.push([this.className, frames.length]);
  return animate.call(this, frames, how);
};
"""


@contextmanager
def television(browser: Browser, at: Served, motion: str = "no-preference") -> Iterator[Page]:
    page = browser.new_page(viewport=SCREEN, reduced_motion=motion)  # type: ignore[arg-type]
    page.add_init_script(WATCH)
    page.goto(at.screen)
    page.locator("#main").wait_for()
    yield page
    page.close()


def ann_wins_the_mine(night: AnyEvening) -> None:
    night.act(ANN, OpenAuction("the mine"), Bid(35))
    night.act(BEN, Pass())
    night.act(CID, Pass())


def test_money_flies_an_arc_the_sums_count_and_a_chip_says_by_how_much(browser: Browser) -> None:
    night = AnyEvening(players=3)
    with served(night) as at, television(browser, at) as page:
        night.act(ANN, Pay(BEN, 65))
        expect(page.locator(".change")).to_have_count(2)
        assert sorted(page.locator(".change").all_inner_texts()) == ["+$65", "−$65"]
        assert [frames for name, frames in page.evaluate("window.moved") if name == "coin"] == [6]
        expect(page.locator(".lane .money").nth(1)).to_have_text("$1,565")
        expect(page.locator(".lane .money").nth(0)).to_have_text("$1,435")
        expect(page.locator(".coin")).to_have_count(0)


def test_what_the_game_names_slams_in_as_a_plate_and_a_tap_ends_it(browser: Browser) -> None:
    night = AnyEvening(players=3)
    with served(night) as at, television(browser, at) as page:
        ann_wins_the_mine(night)
        plate = page.locator(".plate.won")
        expect(plate).to_contain_text("the mine")
        page.mouse.click(640, 300)
        expect(plate).to_have_count(0)
        expect(page.locator(".side .last li").last).to_be_visible()


def test_a_player_who_wants_no_movement_sees_the_end_at_once(browser: Browser) -> None:
    night = AnyEvening(players=3)
    with served(night) as at, television(browser, at, "reduce") as page:
        night.act(ANN, Pay(BEN, 65))
        expect(page.locator(".lane .money").nth(1)).to_have_text("$1,565")
        ann_wins_the_mine(night)
        expect(page.locator(".side .last")).to_contain_text("the mine")
        assert page.evaluate("window.moved") == []
        assert page.locator(".coin, .change, .plate").count() == 0


def test_the_last_round_frames_the_screen_and_doubles_the_trim_of_the_phones(browser: Browser) -> None:
    night = AnyEvening(players=3, turns=True, rounds=1)
    with served(night) as at, television(browser, at) as page:
        expect(page.locator(".last-turn")).to_have_text("Round 1 of 1")
        assert page.locator("#main").evaluate("it => getComputedStyle(it, '::before').position") == "fixed"
        page.goto(at.seat(page.context, ANN))
        expect(page.locator("#main[data-last]")).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_row_springs_in_where_somebody_sits_down(browser: Browser, motion: str) -> None:
    night = AnyEvening(players=2, started=False)
    with served(night) as at, television(browser, at, motion) as page:
        night.act(None, TakeSeat("Zoe", {}))
        row = page.locator(".players li").last
        expect(row).to_contain_text("Zoe")
        name = row.evaluate("it => getComputedStyle(it).animationName")
        assert name == ("lands" if motion == "no-preference" else "none")
