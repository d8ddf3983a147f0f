"""Cards of Unexploded Cow are dragged, by a finger and by a mouse, while the page changes; a screen shows them all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from companion.core.money.bank_messages import Pay
from companion.core.table.commands import Undo
from companion.web.app import create_app
from companion.web.server.server import TableServer
from companion.web.visit.tokens import Tokens, cookie_name
from tests.browser import checks
from tests.browser.support import PATIENCE_MS, SCREEN, own_name, picture
from tests.games.unexploded_cow.night import ANN, BOB, CID, CODE, CowNight
from tests.support.timing import soon

RESTING = 350
"""milliseconds: longer than the page asks for"""

AT_REST = """() => new Promise((resolve) => {
  let [last, same] = [scrollY, 0];
  const look = () => {
    same = scrollY === last ? same + 1 : 0;
    last = scrollY;
    if (same > 5) resolve(true);
    else requestAnimationFrame(look);
  };
  look();
})"""


@dataclass
class Served:
    """A night that phones can look at; Ann plays cards."""

    night: CowNight
    tokens: Tokens
    address: str

    def opened(self, context: BrowserContext, seat: str = ANN) -> Page:
        token = self.tokens.admit(CODE, seat, 0.0, serving=True)
        context.add_cookies([{"name": cookie_name(CODE, seat), "value": token, "url": self.address}])
        page = context.new_page()
        page.goto(f"{self.address}/t/{CODE}/s/{seat}")
        page.locator("body[data-ready]").wait_for()
        return page


@contextmanager
def served() -> Iterator[Served]:
    night = CowNight()
    night.city()
    for name in ("Clover", "Daisy", "Emma"):
        night.cow(ANN, name, 200)
    night.cow(BOB, "Grumble", -100)
    night.cow(BOB, "Stampy", -200)
    app = create_app(night.tables)
    server = TableServer(app, night.tables.bell, "0.0.0.0", 0)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield Served(night, app.extensions["companion"].tokens, f"http://{own_name()}:{server.port}")
    finally:
        server.stop()
        thread.join()


@pytest.fixture
def at() -> Iterator[Served]:
    with served() as found:
        yield found


@pytest.fixture
def mouse(browser: Browser, at: Served) -> Iterator[Page]:
    """Yield Ann's page beside a mouse."""
    with ExitStack() as stack:
        context = browser.new_context(viewport={"width": 360, "height": 740})
        stack.callback(context.close)
        yield at.opened(context)


@pytest.fixture
def screen_only(browser: Browser) -> Iterator[Page]:
    """Yield a table screen."""
    with ExitStack() as stack:
        context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
        stack.callback(context.close)
        yield context.new_page()


MIDDLE = """place => {
    place.scrollIntoView({block: "center"});
    const box = place.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def card(page: Page, name: str) -> tuple[float, float]:
    """Return the middle of this card in the herds, which are scrolled into sight."""
    x, y = page.locator("#herds .cow", has_text=name).evaluate(MIDDLE)  # at once: the page may be drawn anew meanwhile
    return float(x), float(y)


def beside(page: Page, name: str, *, left: bool) -> tuple[float, float]:
    """Return a point on the left or the right half of a card, without scrolling."""
    box = page.locator("#herds .cow", has_text=name).bounding_box()
    assert box
    return box["x"] + box["width"] * (0.2 if left else 0.8), box["y"] + box["height"] / 2


def herd_of(page: Page, seat: str) -> tuple[float, float]:
    box = page.locator(f"#herd-{seat}").bounding_box()
    assert box
    return box["x"] + 30, box["y"] + box["height"] - 8


class Finger:
    """Real touches, which scroll where nothing keeps them from it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def down(self, at: tuple[float, float], rests: bool = True) -> None:
        self.at = at
        self._touch("touchStart", at)
        if rests:
            self.page.locator(".carried").wait_for()

    def move(self, to: tuple[float, float], steps: int = 6) -> None:
        (x, y), (u, v) = self.at, to
        for step in range(1, steps + 1):
            self._touch("touchMove", (x + (u - x) * step / steps, y + (v - y) * step / steps))
        self.at = to

    def up(self) -> None:
        self._touch("touchEnd")


def names(at: Served, seat: str, wanted: list[str]) -> None:
    """Wait until the herd is these cows."""
    assert soon(lambda: at.night.names(seat) == wanted, PATIENCE_MS / 1000), at.night.names(seat)


def test_a_finger_puts_a_cow_elsewhere_in_its_row_and_a_swipe_only_scrolls(at: Served, phone: BrowserContext) -> None:
    page = at.opened(phone)
    finger = Finger(page)
    start = card(page, "Clover")
    before = page.evaluate("scrollY")
    finger.down(start, rests=False)
    finger.move((start[0], start[1] - 150))
    finger.up()
    page.wait_for_function(AT_REST)
    assert page.evaluate("scrollY") > before
    assert page.locator(".carried").count() == 0

    finger.down(card(page, "Clover"))
    scrolled = page.evaluate("scrollY")
    finger.move(beside(page, "Daisy", left=True))
    picture(page, "cow-dragged")
    assert page.evaluate("scrollY") == scrolled, "what is carried does not scroll"
    finger.up()
    names(at, ANN, ["Daisy", "Clover", "Emma"])
    expect(page.locator(".carried")).to_have_count(0)
    expect(page.locator("#herd-s1 .cow-name")).to_have_text(["Daisy", "Clover", "Emma"])
    assert not checks.too_wide(page)


def test_the_page_may_be_drawn_anew_below_the_finger(at: Served, phone: BrowserContext) -> None:
    page = at.opened(phone)
    finger = Finger(page)
    finger.down(card(page, "Clover"))
    at.night.act(BOB, Pay(CID, 100))
    expect(page.locator("#main")).to_have_attribute("data-seq", str(at.night.table.seq))
    finger.move(beside(page, "Emma", left=True))
    finger.up()
    names(at, ANN, ["Daisy", "Emma", "Clover"])


def test_what_was_undone_while_it_was_carried_is_not_put_anywhere(at: Served, mouse: Page) -> None:
    """Its number is free again: another card may have it now."""
    mouse.mouse.move(*card(mouse, "Stampy"))
    mouse.mouse.down()
    mouse.mouse.move(*herd_of(mouse, CID), steps=4)
    at.night.act(ANN, Undo(at.night.table.seq - 1))
    at.night.cow(BOB, "Other", 300)
    expect(mouse.locator("#herds .cow", has_text="Other")).to_have_attribute("data-cow", "c5")
    mouse.mouse.up()
    expect(mouse.locator("#toast")).to_be_visible()
    assert (at.night.names(BOB), at.night.names(CID)) == (["Grumble", "Other"], [])


def test_a_mouse_moves_a_cow_to_another_herd_and_takes_one_away(at: Served, mouse: Page) -> None:
    mouse.mouse.move(*card(mouse, "Grumble"))
    mouse.mouse.down()
    mouse.mouse.move(*herd_of(mouse, CID), steps=4)
    mouse.mouse.up()
    names(at, CID, ["Grumble"])
    expect(mouse.locator(f"#herd-{CID} .cow", has_text="Grumble")).to_be_visible()  # the page has been drawn anew
    mouse.mouse.move(*card(mouse, "Stampy"))
    mouse.mouse.down()
    mouse.mouse.move(200, 300, steps=3)
    expect(mouse.locator("#bin")).to_be_visible()
    bin_ = mouse.locator("#bin").bounding_box()
    assert bin_
    mouse.mouse.move(bin_["x"] + 80, bin_["y"] + 20, steps=4)
    expect(mouse.locator("#bin")).to_have_class("bin over")
    picture(mouse, "cow-taken-away")
    mouse.mouse.up()
    names(at, BOB, [])
    expect(mouse.locator("#bin")).to_be_hidden()


def test_the_rules_refuse_and_the_card_goes_back(at: Served, mouse: Page) -> None:
    mouse.mouse.move(*card(mouse, "Grumble"))
    mouse.mouse.down()
    mouse.mouse.move(*beside(mouse, "Stampy", left=True), steps=4)
    mouse.mouse.up()
    expect(mouse.locator("#refusal-text")).to_contain_text("goes to the right or the left end")
    expect(mouse.locator(".carried")).to_have_count(0)
    assert at.night.names(BOB) == ["Grumble", "Stampy"]
    mouse.locator("#refusal-close").click()
    assert not checks.barriers(mouse)


def test_the_card_that_is_played_is_dragged_to_its_place(at: Served, mouse: Page) -> None:
    mouse.locator("#fold-play-card > summary").click()
    mouse.locator("#play-card input[data-elsewhere]").check(force=True)
    mouse.locator("button.tile[value='Duchess']").click()
    hand, row = mouse.locator("[data-hand]"), mouse.locator(f".gap-row[data-row={BOB}] [data-cow]").first
    row.evaluate(MIDDLE)
    mouse.wait_for_function(AT_REST)
    start = hand.bounding_box()
    assert start
    mouse.mouse.move(start["x"] + 8, start["y"] + 8)
    mouse.mouse.down()
    mouse.mouse.move(180, 370, steps=4)  # near the edges the page scrolls below what is carried, here it does not
    expect(mouse.locator(".carried")).to_be_visible()
    mouse.wait_for_function(AT_REST)
    end = row.bounding_box()
    assert end
    mouse.mouse.move(end["x"] + end["width"] + 10, end["y"] + 10, steps=4)
    picture(mouse, "cow-played-by-drag")
    mouse.mouse.up()
    names(at, BOB, ["Duchess", "Grumble", "Stampy"])
    expect(mouse.locator("#play-card .gaps")).to_be_hidden()


def test_nothing_is_lifted_on_the_phones_of_the_others(at: Served, phone: BrowserContext) -> None:
    page = at.opened(phone, BOB)
    finger = Finger(page)
    finger.down(card(page, "Grumble"), rests=False)
    page.wait_for_timeout(RESTING)
    assert page.locator(".carried").count() == 0
    finger.up()
    assert not page.locator(".drag-hint").is_visible()


CUT = """herds => Math.max(
  ...[herds, ...herds.querySelectorAll('.herd')].map((each) => each.scrollHeight - each.clientHeight))"""


def test_the_table_screen_shows_every_herd_whole_however_many_cows_there_are(at: Served, screen_only: Page) -> None:
    screen_only.goto(f"{at.address}/t/{CODE}/screen")
    for cows in (3, 4, 6, 7):
        for seat in (ANN, BOB, CID):
            for number in range(len(at.night.names(seat)), cows):
                at.night.cow(seat, f"Cow {number}", 200)
        expect(screen_only.locator("#main")).to_have_attribute("data-seq", str(at.night.table.seq))
        cut = screen_only.locator("#herds").evaluate(CUT)
        assert cut <= 0, f"{cows} cows in every herd"
