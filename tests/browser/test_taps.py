"""How many taps the common actions of an evening take, counted on a phone of 360 x 740 pixels and printed."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.browser.support import Box, open_phone, seats_by_script
from tests.browser.taps import counted


def test_money_changes_hands_in_few_taps(box: Box, phone: BrowserContext) -> None:
    code, tokens = seats_by_script(box, {"Ann": "A", "Ben": "C", "Cara": "E"})
    ann = open_phone(box, phone, code, "s1", tokens["s1"])
    cash = ann.view()["cash"]
    with counted(ann.page, "pay somebody $500", before="5 taps + 2 scrolls", most=5, most_swipes=2) as thumb:
        thumb.tap(ann.page.locator(".bar a[data-tab=money]"))
        thumb.tap(ann.page.get_by_text("Pay somebody"))
        form = ann.form("pay")
        thumb.tap(form.locator("input[data-name=to]").first)
        thumb.tap(form.locator("[data-add='500']"))
        thumb.tap(form.locator("button[type=submit]"))
        expect(ann.page.locator("#tab-money .news li").first).to_contain_text("paid")
    assert ann.view()["cash"] == cash - 500
