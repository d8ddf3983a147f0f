"""Cards that lie open are turned one by one: until the last one has been, no screen tells how it ended."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.core.money.bank_messages import Pay
from companion.games.any_game.messages.votes import AskBids, AskVote, Price, PutAway
from tests.browser.house import Served, served
from tests.browser.support import PHONE, SCREEN, clock_at_0, stand_still
from tests.support.any_evening import ANN, BEN, AnyEvening

TELLING = {"screen": ("h1", ".vote .prompt"), "phone": ("h1", "#news", "#receipt")}
"""what is hidden meanwhile"""
SUM = "#player-s2 .money"
"""on a television a vote has the screen to itself: what each has stands there no more until it is put away"""


def opened(browser: Browser, at: Served, seat: str = "") -> tuple[BrowserContext, Page]:
    """Return a phone, or the table screen, on which things move; its clock stands."""
    context = browser.new_context(viewport=PHONE if seat else SCREEN, has_touch=bool(seat))
    page = context.new_page()
    clock_at_0(page)
    page.goto(at.seat(context, seat) if seat else at.screen)
    page.locator("body[data-ready]" if seat else "h1").wait_for()
    stand_still(page)
    return context, page


def test_nothing_tells_the_winner_of_a_sealed_bid_before_the_last_card_is_turned(browser: Browser) -> None:
    evening = AnyEvening(3)
    evening.act(ANN, AskBids("the station", Price.FIRST))
    bids = dict(zip(evening.ballot.voters, ("120", "250", "90"), strict=True))
    evening.seal(bids)
    with served(evening) as at:
        pages = [opened(browser, at), opened(browser, at, BEN)]
        screen, phone = (page for _, page in pages)
        evening.open(bids)
        for page in (screen, phone):
            expect(page.locator(".reveal li")).to_have_count(3)
        for page, places in ((screen, TELLING["screen"]), (phone, TELLING["phone"])):
            for card in page.locator(".reveal .turned").all():
                expect(card).to_be_visible()  # on the television all of them were hidden until the last one lay open
            for place in places:
                expect(page.locator(place).first).to_be_hidden()
            expect(screen.locator(SUM)).to_be_hidden()
            page.clock.fast_forward(5_000)
            for place in places:
                expect(page.locator(place).first).to_be_visible()
        for context, _ in pages:
            context.close()


def test_what_was_undone_is_gone_from_the_slip_as_well(browser: Browser) -> None:
    evening = AnyEvening(3)
    with served(evening) as at:
        context, phone = opened(browser, at, BEN)
        evening.act(ANN, Pay(BEN, 300, "a bet"))
        expect(phone.locator("#receipt")).to_contain_text("a bet")
        evening.undo(ANN)
        expect(phone.locator("#receipt")).to_be_hidden()
        expect(phone.locator("#tab-now")).not_to_contain_text("a bet")
        context.close()


def test_cards_that_an_undo_brings_back_are_not_turned_over_again_and_a_television_has_a_headline_meanwhile(
    browser: Browser,
) -> None:
    evening = AnyEvening(3)
    evening.act(ANN, AskVote("Pizza?", "yes, no"))
    votes = dict.fromkeys(evening.ballot.voters, "yes")
    evening.seal(votes)
    with served(evening) as at:
        context, screen = opened(browser, at)
        evening.open(votes)
        turning = screen.locator("body[data-cards=turning]")
        expect(turning).to_have_count(1)
        meanwhile = "heading => [getComputedStyle(heading, '::before').visibility, heading.dataset.turning]"
        assert screen.locator("h1").evaluate(meanwhile) == ["visible", "The cards are turned over"]
        screen.clock.fast_forward(5_000)
        expect(turning).to_have_count(0)
        evening.act(ANN, PutAway())
        expect(screen.locator(".reveal")).to_have_count(0)
        evening.undo(ANN)
        expect(screen.locator(".reveal li")).to_have_count(3)
        expect(turning).to_have_count(0)
        names = screen.locator(".reveal .turned").evaluate_all(
            "all => all.map((each) => getComputedStyle(each).animationName)"
        )
        assert names == ["none"] * 3
        context.close()
