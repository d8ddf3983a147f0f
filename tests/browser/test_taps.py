"""The taps that the common actions of an evening take, counted on a phone of 360 x 740 pixels and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.app.bots import AUTO_END_SECONDS, BotRunner
from companion.games.abilene.common.messages import Step
from tests.browser.house import House, house
from tests.browser.support import PHONE
from tests.browser.taps import Taps, counted
from tests.support.table import ANN, BOB

SEED = 44
"""with it the box rolls 3 and 4 for the cattle, 3, 4 and 1 for the cowboys"""


@pytest.fixture
def at() -> Iterator[House]:
    """Yield a house in which Ann begins, on the board."""
    with house(start=True) as found:
        found.night.chance.seed(SEED)
        yield found


def opened(at: House, context: BrowserContext, seat: str = ANN) -> Page:
    page = context.new_page()
    page.goto(at.seat(context, seat))
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


def move_everything(thumb: Taps, page: Page) -> int:
    """Move every figure with two taps until every die is used, without a theft and without a sale; the phone shows the
    board by itself. Return how many figures were moved.
    """
    moved = 0
    while True:
        page.locator("#board-moves").wait_for(state="attached")
        moves = json.loads(page.locator("#board-moves").text_content() or "")
        plain = [
            (frm, to)
            for frm, by_die in moves["to"].items()
            for ends in by_die.values()
            for to, what in ends.items()
            if what == "move"
        ]
        if not plain:
            return moved
        frm, to = plain[0]
        before = page.locator("#main").get_attribute("data-seq")
        thumb.tap(page.locator(f"#overlay [aria-label='Figure on {frm}']"))
        thumb.tap(page.locator(f"#overlay [aria-label^='To {to}']"))
        expect(page.locator("#main")).not_to_have_attribute("data-seq", before or "")
        page.wait_for_function("() => !document.querySelector('.below-board').inert")
        moved += 1


def turn_ends(at: House, page: Page) -> None:
    """Let the turn end without a tap: the box looks again when the seconds that every screen counts down are over."""
    expect(page.locator(".acts .ending")).to_contain_text("The turn ends automatically.")
    at.night.now += AUTO_END_SECONDS
    BotRunner(at.night.tables)._play_at(at.code)
    expect(page.locator("#main")).to_have_attribute("data-asked", "")
    assert at.night.turn == (BOB, Step.DICE)


def test_a_turn_on_the_board_without_a_sale_takes_eleven_taps(at: House, phone: BrowserContext) -> None:
    """No tab is tapped, nothing is scrolled, the cattle's step and the turn end by themselves."""
    ann = opened(at, phone)
    with counted(ann, "a turn on the board, dice of the box", before="12 taps", most=11) as thumb:
        thumb.tap(ann.get_by_role("button", name="Let the box roll"))
        assert move_everything(thumb, ann) == 5
        turn_ends(at, ann)


def test_with_dice_typed_it_takes_four_more(at: House, phone: BrowserContext) -> None:
    """The last face sends them."""
    ann = opened(at, phone)
    with counted(ann, "a turn on the board, dice typed", before="17 taps", most=15) as thumb:
        for face in (3, 4, 3, 4, 1):
            thumb.tap(ann.locator(f".pad [data-face='{face}']"))
        assert move_everything(thumb, ann) == 5
        turn_ends(at, ann)
    ann.locator("#tab-now").get_by_role("button", name="Undo: ").tap()
    expect(ann.locator(".acts").get_by_role("button", name="End my turn")).to_be_visible()
    expect(ann.locator(".ending")).to_have_count(0)


def test_a_loan_to_a_player_takes_four_taps_and_one_more_to_take_it(at: House, browser: Browser) -> None:
    """The button that offers it shows how much is to be paid back."""
    with ExitStack() as stack:
        contexts = [browser.new_context(viewport=PHONE, has_touch=True) for _ in range(2)]
        for context in contexts:
            stack.callback(context.close)
        ann, bob = opened(at, contexts[0]), opened(at, contexts[1], BOB)
        sheet = ann.locator("#payer")
        with counted(ann, "offer a loan of $1,000 for $1,100", before="6 taps + 1 scroll", most=4) as thumb:
            thumb.tap(ann.locator(f".payees [data-payee={BOB}]"))
            thumb.tap(sheet.get_by_text("Offer a loan instead"))
            thumb.tap(sheet.locator("#payer-loan [data-add='1000']").first)
            thumb.tap(sheet.get_by_role("button", name="Lend it for $1,100 back (+10 %)"))
        expect(bob.locator("article.loan")).to_contain_text("offers you $1,000; you would repay $1,100.")
        with counted(bob, "take a loan", before="1 tap", most=1) as thumb:
            thumb.tap(bob.locator("form[data-kind=accept_loan] button[type=submit]"))
        expect(bob.locator("#receipt")).to_contain_text("loan")
    assert at.night.cash(ANN, BOB) == (9_000, 11_000)
