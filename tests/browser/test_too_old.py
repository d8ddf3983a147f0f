"""A browser that does not understand the scripts gets a sentence instead of a page that is dead without a word."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support import PHONE, Box, seats_by_script

BROKEN = "const a = b ???. c;"


@pytest.mark.parametrize("script", ["phone.joined.js", "later.joined.js", ""])
def test_a_page_whose_scripts_cannot_be_read_says_so(browser: Browser, box: Box, script: str) -> None:
    """Try a script that is loaded at once, one that comes later, and none, as a control."""
    code, tokens = seats_by_script(box, {"Ann": "A", "Ben": "C", "Cara": "E"})
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.add_cookies([{"name": f"seat-{code}-s1", "value": tokens["s1"], "url": box.address}])
    if script:
        context.route(f"**/static/*/{script}", lambda route: route.fulfill(body=BROKEN, content_type="text/javascript"))
    page = context.new_page()
    page.goto(f"{box.address}/t/{code}/s/s1")
    if not script:
        page.locator("body[data-ready]").wait_for()
    notice = page.locator("#too-old")
    if script:
        expect(notice).to_be_hidden()
    notice.evaluate("told => told.getAnimations().forEach((each) => each.finish())")
    if script:
        expect(notice).to_be_visible()
    else:
        expect(notice).to_be_hidden()
    context.close()
