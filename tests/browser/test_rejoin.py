"""``rejoin``: a phone that slept, reloaded, lost its Wi-Fi or is a new one has its seat and the current page again.

No code is typed. Each way back is tested alone: the later ones are taken away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.network import Wire, wire
from tests.browser.support import (
    PATIENCE_MS,
    PHONE,
    UNWATCHED,
    Box,
    Phone,
    open_phone,
    patched,
    picture,
    seated,
    seats_by_script,
    serving,
    until,
)

NEVER_SECONDS = 5.0
"""so long a control waits for a phone that has no way back"""
ASLEEP = """state => {
  Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
  Object.defineProperty(document, 'hidden', { get: () => state === 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


WHEN_TOLD = """() => {
  const line = document.getElementById('line');
  new MutationObserver(() => { if (!line.hidden) window.told ??= Date.now(); }).observe(line, { attributes: true });
  return Date.now();
}"""
"""Notes when the line says that the connection is gone; returns the time now. Both by the page's own clock."""


@dataclass
class Table:
    """A table that goes on by script while phones are away."""

    box: Box
    code: str
    tokens: dict[str, str]

    def goes_on(self) -> int:
        """Pay the phone's seat twice; return the number that the table is at now. Its own money is never pushed, so
        that the phone must fetch: a browser that is "offline" still hears its stream.
        """
        for seat in ("s1", "s3"):
            body = {"seat": seat, "kind": "pay", "data": {"to": "s2", "amount": 100, "words": "for the test"}}
            path = f"/api/tables/{self.code}/actions"
            seq = int(self.box.call("POST", path, body, self.tokens[seat])["seq"])
        return seq


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with serving(tmp_path_factory.mktemp("rejoin") / "night.sqlite") as box:
        yield box


@pytest.fixture(scope="module")
def table(box: Box) -> Table:
    return Table(box, *seats_by_script(box, {"Ann": "A", "Ben": "B", "Cara": "D", "Dan": "E"}))


@pytest.fixture
def other_table(box: Box) -> Table:
    """Return a table whose seats may move to other phones."""
    return Table(box, *seats_by_script(box, {"Ann": "A", "Ben": "B", "Cara": "D", "Dan": "E"}))


@pytest.fixture
def way(box: Box) -> Iterator[Wire]:
    with wire(box.host, box.port) as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    yield made
    made.close()


def back_in_seat(phone: Phone, seq: int, patience: float = PATIENCE_MS / 1000) -> None:
    """Wait for the page of this number; nothing is asked again."""
    until(lambda: phone.stands_at(seq), patience, "not back in its seat")
    expect(phone.page.locator("#line")).to_be_hidden()
    assert phone.page.locator("input[name=code], input[name=name]").count() == 0


def test_after_a_reload(table: Table, context: BrowserContext) -> None:
    phone = open_phone(table.box, context, table.code, "s2", table.tokens["s2"])
    seq = table.goes_on()
    phone.page.reload(wait_until="commit")
    back_in_seat(phone, seq)


def test_a_phone_whose_browser_was_closed_finds_its_seat_by_the_code_of_the_table(
    table: Table, context: BrowserContext
) -> None:
    phone = open_phone(table.box, context, table.code, "s2", table.tokens["s2"])
    phone.page.close()
    seq = table.goes_on()
    phone.page = context.new_page()
    phone.page.goto(f"{table.box.address}/j/{table.code}", wait_until="commit")
    back_in_seat(phone, seq)


def test_after_the_wifi_was_gone(table: Table, context: BrowserContext) -> None:
    phone = open_phone(table.box, context, table.code, "s2", table.tokens["s2"])
    context.set_offline(True)
    seq = table.goes_on()
    with pytest.raises(AssertionError, match="not back"):
        back_in_seat(phone, seq, patience=1.0)
    context.set_offline(False)
    back_in_seat(phone, seq)


def half_open_after_sleep(
    table: Table, way: Wire, context: BrowserContext, patience: float = PATIENCE_MS / 1000
) -> None:
    """Let the phone sleep; meanwhile the network forgets every connection without telling; the phone wakes."""
    phone = open_phone(table.box, context, table.code, "s2", table.tokens["s2"], way.address)
    phone.page.evaluate(ASLEEP, "hidden")
    assert way.fall_silent() > 0
    seq = table.goes_on()
    phone.page.evaluate(ASLEEP, "visible")
    back_in_seat(phone, seq, patience)


def test_after_sleep_with_a_half_open_stream(table: Table, way: Wire, context: BrowserContext) -> None:
    patched(context, "live.js", UNWATCHED)
    half_open_after_sleep(table, way, context)


def test_without_the_waking_a_half_open_stream_is_never_noticed(
    table: Table, way: Wire, context: BrowserContext
) -> None:
    patched(context, "live.js", UNWATCHED, ('document.addEventListener("visibilitychange", wake);', ""))
    with pytest.raises(AssertionError, match="not back in its seat"):
        half_open_after_sleep(table, way, context, NEVER_SECONDS)


def silent_while_shown(table: Table, way: Wire, context: BrowserContext, patience: float = PATIENCE_MS / 1000) -> None:
    """Forget the stream in the network under the eyes of the player; a quarter of a minute passes, on the page's own
    clock, and not a heartbeat comes.
    """
    page = context.new_page()
    page.clock.install()
    context.add_cookies([{"name": f"seat-{table.code}-s2", "value": table.tokens["s2"], "url": way.address}])
    phone = Phone(table.box, page, table.code, "s2", table.tokens["s2"])
    page.goto(way.address + phone.path)
    phone.ready()
    way.fall_silent()
    seq = table.goes_on()
    page.clock.fast_forward(13_000)
    back_in_seat(phone, seq, patience)


def test_after_silence_the_watchdog_opens_a_new_stream(table: Table, way: Wire, context: BrowserContext) -> None:
    silent_while_shown(table, way, context)


def test_a_box_that_is_out_of_reach_is_told_within_fifteen_seconds(
    table: Table, way: Wire, context: BrowserContext
) -> None:
    """It used to take 37: nothing was noticed before 25 had passed, and four attempts were made before it was said."""
    page = context.new_page()
    page.clock.install()
    context.add_cookies([{"name": f"seat-{table.code}-s2", "value": table.tokens["s2"], "url": way.address}])
    page.goto(way.address + f"/t/{table.code}/s/s2")
    Phone(table.box, page, table.code, "s2", table.tokens["s2"]).ready()
    way.swallow()
    since = page.evaluate(WHEN_TOLD)
    page.clock.run_for(20_000)
    expect(page.locator("#line")).to_contain_text("Reconnecting")
    assert page.evaluate("told") - since <= 15_000


def test_without_the_watchdog_silence_is_never_noticed(table: Table, way: Wire, context: BrowserContext) -> None:
    patched(context, "live.js", UNWATCHED)
    with pytest.raises(AssertionError, match="not back in its seat"):
        silent_while_shown(table, way, context, NEVER_SECONDS)


def test_on_a_new_phone_with_the_pin(other_table: Table, context: BrowserContext, browser: Browser) -> None:
    old = open_phone(other_table.box, context, other_table.code, "s2", other_table.tokens["s2"])
    pin = str(old.view()["pin"])
    other = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = other.new_page()
    page.goto(f"{other_table.box.address}/j/{other_table.code}")
    form = page.locator("form[action$='/claim']", has=page.locator("input[value=s2]"))
    page.locator("summary", has_text="Ben").tap()
    form.locator("input[name=pin]").fill(pin)
    seq = other_table.goes_on()
    form.locator("button.primary").tap()
    page.wait_for_url(f"**{old.path}")
    back_in_seat(seated(other_table.box, page), seq)
    old.page.wait_for_url("**/j/*")
    expect(old.page.locator("h1")).to_contain_text("Sit down")
    other.close()


def test_on_a_new_phone_that_the_table_lets_in(other_table: Table, browser: Browser) -> None:
    contexts = {
        seat: browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        for seat in ("s1", "s2", "s3", "s4")
    }
    page = contexts["s2"].new_page()
    page.goto(f"{other_table.box.address}/j/{other_table.code}")
    page.locator("summary", has_text="Ben").tap()
    form = page.locator("form[action$='/claim']", has=page.locator("input[value=s2]"))
    form.locator("button.primary").tap()
    expect(page.get_by_role("status")).to_be_visible()
    for seat in ("s1", "s3", "s4"):
        other = open_phone(other_table.box, contexts[seat], other_table.code, seat, other_table.tokens[seat])
        expect(other.page.locator("h2", has_text="A new phone asks for the seat of Ben")).to_be_visible()
        other.page.locator("form[data-kind=agree] button").tap()
    page.wait_for_url(f"**/t/{other_table.code}/s/s2")
    phone = seated(other_table.box, page)
    back_in_seat(phone, phone.view()["seq"])
    for context in contexts.values():
        context.close()


def test_an_old_phone_is_told_at_once_that_its_seat_moved_and_shows_nothing_of_it(
    other_table: Table, browser: Browser
) -> None:
    """It went on to show the seat, with its money, until somebody tapped there."""
    contexts = [browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(5)]
    old, *newer = (
        open_phone(other_table.box, context, other_table.code, seat, other_table.tokens[seat])
        for context, seat in zip(contexts, ("s2", "s1", "s3", "s4"), strict=False)
    )
    old.page.locator(".bar a[data-tab=money]").tap()
    page = contexts[-1].new_page()
    page.goto(f"{other_table.box.address}/j/{other_table.code}")
    page.locator("summary", has_text="Ben").tap()
    page.locator("details[open] form[action$='/claim'] button.primary").tap()
    for other in newer:
        other.page.locator("form[data-kind=agree] button").tap()
    page.wait_for_url(f"**{old.path}")
    old.page.wait_for_url(f"**/j/{other_table.code}?moved=s2**")
    notice = old.page.locator(".notice")
    expect(notice.first).to_contain_text("The seat of Ben has moved to another phone.")
    expect(notice.first).to_contain_text("Ben")
    assert old.page.locator("#main, .money, [data-fragment]").count() == 0
    picture(old.page, "seat-moved")
    back = old.page.get_by_role("button", name="I am Ben: ask the others for my seat")
    back.tap()
    old.page.wait_for_url("**/claims/**")
    for context in contexts:
        context.close()
