"""Votes that somebody types: each voter's phone says whether the card typed for him is the one it has sealed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from companion.core.table.table import Level
from companion.games.abilene.edition_1993.messages import RecordTown
from tests.browser.house import served
from tests.browser.support import PHONE
from tests.support.table import ANN, BOB, DAN, Night


@pytest.mark.parametrize(
    ("card", "says"), [("OWN", "Your phone sealed the same."), ("NONE", "Your phone sealed something else.")]
)
def test_a_phone_compares_the_card_typed_for_its_owner_with_the_one_it_sealed(
    browser: Browser, card: str, says: str
) -> None:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    with served(night) as at:
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        phone = context.new_page()
        phone.goto(at.seat(context, DAN))
        phone.wait_for_selector("body[data-ready=yes]")
        phone.locator("label.card:has(input[value=OWN])").click()
        phone.get_by_role("button", name="Seal my vote").click()
        phone.wait_for_selector(".ballot .sealed")
        night.cards_on_the_table(BOB, "OWN", "OWN", card)
        line = phone.locator(".meant li").first
        expect(line).to_contain_text(says)
        if card != "OWN":
            sealed = line.locator(".cover")
            expect(sealed.locator(".secret")).to_be_hidden()
            sealed.dispatch_event("pointerdown")
            expect(sealed).to_have_text("Ann's own brand")
            expect(sealed.locator(".secret")).to_be_visible()
        context.close()
