"""The first page load of a new phone over a slow network: the bytes that it takes until the page can be used."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, TimeoutError

from tests.browser.support import PHONE, Box, is_of_an_action, seats_by_script

BYTES_PER_SECOND = 400_000 // 8
LATENCY_MS = 400
MAX_BYTES = 70 * 1024
MAX_REQUESTS = 5
"""the page, its style sheet and font, the icon of its tab, one script"""
ALL = """() => performance.getEntriesByType("resource").map((entry) => [entry.name, entry.encodedBodySize])"""

NOTE_WHEN_USABLE = """
const look = new MutationObserver(() => {
  if (!document.body?.dataset.tab) return;
  window.usableAt ??= performance.now();
  window.readyThen ??= "ready" in document.body.dataset;
});
look.observe(document, { attributes: true, childList: true, subtree: true });
"""
CARRIED_BEFORE = """() => {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return entries.filter((entry) => entry.startTime < window.usableAt).map((entry) => [entry.name, entry.transferSize]);
}"""


@pytest.fixture
def new_phone(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a phone with an empty cache."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    yield context
    context.close()


def page_on_a_slow_network(context: BrowserContext) -> Page:
    """Return a new page of the phone, with a slow network."""
    page = context.new_page()
    page.add_init_script(NOTE_WHEN_USABLE)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": -1},
    )
    return page


def bytes_by_address(page: Page) -> dict[str, int]:
    """Return the bytes received for each request that was sent before the page could be used, by address."""
    return dict(page.evaluate(CARRIED_BEFORE))


def let_the_box_roll(page: Page) -> Response:
    """Tap *Let the box roll* until the box answers: on a busy machine the page may move under the first tap."""
    for _ in range(3):
        with suppress(TimeoutError):
            with page.expect_response(is_of_an_action, timeout=20_000) as answer:
                page.get_by_text("Let the box roll").tap()
            return answer.value
    raise AssertionError("three taps, and no answer")


def arrive(box: Box, new_phone: BrowserContext, level: str) -> tuple[Page, str]:
    """Open Ann's page of a table at this level. Return the page as soon as it can be used, and its address."""
    code, tokens = seats_by_script(box, dict(zip(("Ann", "Bob", "Cid"), "ACE", strict=True)), level)
    new_phone.add_cookies([{"name": f"seat-{code}-s1", "value": tokens["s1"], "url": box.address}])
    page, address = page_on_a_slow_network(new_phone), f"{box.address}/t/{code}/s/s1"
    page.goto(address, wait_until="commit")
    page.locator("body[data-tab]").wait_for()
    return page, address


@pytest.mark.parametrize("level", ["bank", "board"])
def test_a_phone_can_be_used_after_few_requests_and_few_bytes(box: Box, new_phone: BrowserContext, level: str) -> None:
    page, address = arrive(box, new_phone, level)
    assert page.evaluate("window.readyThen") is False, "the rest is still under way"
    if level == "board":
        assert let_the_box_roll(page).status == 200
    page.locator("body[data-ready]").wait_for()
    first = bytes_by_address(page)
    milliseconds = page.evaluate("window.usableAt")
    size = sum(first.values())
    print(f"first load of a phone, {level}: {size / 1024:.0f} KiB, {len(first)} requests, {milliseconds:.0f} ms")
    assert len(first) <= MAX_REQUESTS, first
    assert size <= MAX_BYTES, first
    assert min(first.values()) > 0, "nothing was in its cache"

    page.goto("about:blank")
    page.goto(address, wait_until="commit")
    page.locator("body[data-tab]").wait_for()
    again = [address for address, size in bytes_by_address(page).items() if size]
    assert again == [address], "the second time only the page itself comes over the network"


@pytest.mark.parametrize("level", ["bank", "board"])
def test_everything_that_a_phone_loads_unasked_is_small_too(box: Box, new_phone: BrowserContext, level: str) -> None:
    """The board, its scripts and those of a photo come with the first look at it."""
    page, _ = arrive(box, new_phone, level)
    page.locator("body[data-ready]").wait_for()
    page.wait_for_load_state("networkidle")
    everything = dict(page.evaluate(ALL))
    whole = sum(everything.values()) + len(gzip.compress(page.request.get(page.url).body()))
    print(f"all that a phone loads, {level}: {whole / 1024:.1f} KiB packed, {1 + len(everything)} requests")
    assert whole <= MAX_BYTES, everything
