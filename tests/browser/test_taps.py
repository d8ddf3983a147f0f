"""How many taps the common actions of an evening take, counted on a phone of 360 x 740 pixels and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.games.abilene.common.messages import Step
from tests.browser.house import House, house
from tests.browser.taps import Taps, counted
from tests.table import ANN, BOB

SEED = 44
"""with it the box rolls 3 and 4 for the cattle, 3, 4 and 1 for the cowboys"""


@pytest.fixture
def at() -> Iterator[House]:
    """Ann begins, on the board."""
    with house(start=True) as found:
        found.night.chance.seed(SEED)
        yield found


def opened(at: House, context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto(at.seat(context, ANN))
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


def move_everything(thumb: Taps, page: Page) -> int:
    """Two taps a figure until every die is used, without a theft and without a sale; the phone shows the board by
    itself. Returns how many figures were moved."""
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


def end_the_turn(thumb: Taps, at: House, page: Page) -> None:
    thumb.tap(page.locator(".acts").get_by_role("button", name="End my turn"))
    expect(page.locator("#main")).to_have_attribute("data-asked", "")
    assert at.night.turn == (BOB, Step.DICE)


def test_a_turn_on_the_board_without_a_sale_takes_twelve_taps(at: House, phone: BrowserContext) -> None:
    """No tab is tapped, nothing is scrolled, and the cattle's step ends by itself."""
    ann = opened(at, phone)
    with counted(ann, "a turn on the board, dice of the box", before="17 taps", most=12) as thumb:
        thumb.tap(ann.get_by_role("button", name="Let the box roll"))
        assert move_everything(thumb, ann) == 5
        end_the_turn(thumb, at, ann)


def test_with_dice_typed_it_takes_five_more(at: House, phone: BrowserContext) -> None:
    ann = opened(at, phone)
    with counted(ann, "a turn on the board, dice typed", before="22 taps + 1 scroll", most=17) as thumb:
        for face in (3, 4, 3, 4, 1):
            thumb.tap(ann.locator(f".pad [data-face='{face}']"))
        thumb.tap(ann.get_by_role("button", name="These are my dice"))
        assert move_everything(thumb, ann) == 5
        end_the_turn(thumb, at, ann)
