"""Private content: it is covered again with the next step, and its cover tells nothing of what is below."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level
from companion.games.abilene.common.messages import EndStep, Step
from companion.games.abilene.edition_1993.messages import RecordJailed, RollDice
from tests.browser.house import House, house
from tests.support.table import ANN, BOB, CID, DAN

HATCHED = "covers => covers.map((cover) => [cover.offsetWidth, cover.offsetHeight])"


@pytest.fixture
def at() -> Iterator[House]:
    with house(start=True) as found:
        yield found


def opened(at: House, context: BrowserContext, seat: str) -> Page:
    page = context.new_page()
    page.goto(at.seat(context, seat))
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


def test_what_is_for_ones_own_eyes_closes_with_the_next_step(at: House, phone: BrowserContext) -> None:
    """It lay open on the table through votes, sales and the turns of others."""
    at.night.act(ANN, RollDice((1, 1), (1, 1, 1)))
    bob = opened(at, phone, BOB)
    herd = bob.locator("#tab-now details.private")
    herd.locator("summary").tap()
    at.night.act(CID, Pay(DAN, 100))
    at.night.act(ANN, EndStep(Step.CATTLE))
    expect(bob.locator("#main")).to_have_attribute("data-seq", str(at.night.table.seq))
    expect(herd).to_have_attribute("open", "")
    at.night.act(ANN, EndStep(Step.COWBOYS))
    expect(bob.locator("h1")).to_have_text("Roll all five dice")
    expect(bob.locator("details.private[open]")).to_have_count(0)


def test_what_covers_money_is_as_wide_whatever_it_covers(phone: BrowserContext) -> None:
    """The hatch was as wide as the digits under it: it told a hundred from ten thousand."""
    widths: set[tuple[int, int]] = set()
    with house(Level.BANK, start=True) as at:
        at.night.act(ANN, RecordJailed(BOB))
        at.night.end(Step.TABLE)
        bob = opened(at, phone, BOB)
        for cash in (300, 9_900, 123_400):
            at.night.hand(BOB, cash)
            expect(bob.locator("#main")).to_have_attribute("data-cash", str(cash))
            cover = bob.locator("#tab-now .cover").first
            widths.update(map(tuple, bob.locator("#tab-now form .cover").evaluate_all(HATCHED)))
        assert len(widths) == 1, widths
        cover.dispatch_event("pointerdown")
        expect(cover.locator(".secret")).to_be_visible()
        expect(cover).to_contain_text("$123,100")
        assert cover.evaluate("cover => cover.firstElementChild.offsetWidth <= cover.offsetWidth")
