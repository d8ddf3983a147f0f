"""What somebody has typed stays while the table moves, and what the box sends takes its place when it was sent."""

from __future__ import annotations

import time

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.support import Box, open_phone, seats_by_script, unfold

LATE_SECONDS = 0.6


def late(route: Route) -> None:
    """The answer to an action comes after the page that shows it."""
    answer = route.fetch()
    time.sleep(LATE_SECONDS)
    route.fulfill(response=answer)


def test_a_form_knows_what_is_left_after_what_was_typed_into_it(box: Box, phone: BrowserContext) -> None:
    code, tokens = seats_by_script(box, dict(zip(("Ann", "Bob", "Cid"), "ACE", strict=True)))
    ann = open_phone(box, phone, code, "s1", tokens["s1"])
    ann.page.route("**/actions", late)
    ann.tab("money")
    form = ann.form("pay").first
    amount = form.locator("[data-name=amount]")
    expect(amount).to_have_attribute("data-maximum", "10000")
    unfold(form)
    ann.pick(form, "to", "s2")
    amount.fill("9999")
    ann.send(form.locator("button[type=submit]"))
    expect(amount).to_have_value("")
    expect(amount).to_have_attribute("data-maximum", "1", timeout=5_000)
