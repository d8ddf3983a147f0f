"""The table screen makes itself heard, and fills the screen it is on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from companion.app.hosting.wifi import GuestWifi, Wifi
from companion.core.money.bank_messages import Pay
from companion.core.referee.parting import StopGame
from companion.core.table.commands import LeaveSeat, StartGame, TakeSeat
from companion.core.table.table import Level
from companion.games.abilene.common.messages import EndStep, MoveCow, Step
from companion.games.abilene.edition_1993.messages import RecordTown
from tests.browser.house import house, moments, served
from tests.browser.support import SCREEN, clock_at_0, picture, serving, shown, stand_still
from tests.support.table import ANN, BOB, EVE, Night
from tests.support.timing import LONGEST

LISTEN = """
window.tones = [];
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  resume() {}
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
  createOscillator() {
    window.tones.push(document.querySelector("h1").textContent);
    return { frequency: { exponentialRampToValueAtTime() {} }, connect: (next) => next, start() {}, stop() {} };
  }
};
"""


@pytest.fixture
def screen(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SCREEN)
    context.add_init_script(LISTEN)
    yield context.new_page()
    context.close()


def expect_tones(screen: Page, tones: int) -> None:
    screen.wait_for_function("tones => window.tones.length === tones", arg=tones)


def test_the_screen_is_heard_when_somebody_sits_down_and_when_the_winner_is_seen(screen: Page) -> None:
    """A new player used to come unheard, and the winner's tune ended before the ranking had reached the winner."""
    with house() as at:
        clock_at_0(screen)
        screen.goto(at.screen)
        screen.locator("h1").click()  # without a touch a page must be silent
        at.night.act(None, TakeSeat("Eve", {}))
        expect_tones(screen, 2)
        at.night.act(EVE, LeaveSeat())
        expect(screen.locator(".side .players li")).to_have_count(4)
        expect_tones(screen, 2)
        stand_still(screen)
        at.night.act(ANN, StartGame(ANN), Pay(BOB, 1000))
        at.night.together(ANN, StopGame())
        expect(screen.locator(".ranking li")).to_have_count(3)
        screen.clock.fast_forward(2_000)
        expect_tones(screen, 2)
        screen.clock.fast_forward(2_000)  # when the three others have come (look/television/moments.css)
        expect_tones(screen, 7)


def test_the_screen_fills_the_television_and_offers_it_no_longer(screen: Page) -> None:
    with house() as at:
        screen.goto(at.screen)
        button = screen.get_by_role("button", name="Full screen")
        button.click()
        screen.wait_for_function("() => document.fullscreenElement !== null")
        expect(button).to_be_hidden()


SAY_GONE = """() => {
  const line = document.getElementById("line");
  line.textContent = "Reconnecting …";
  line.hidden = false;
  const said = line.getBoundingClientRect(), headline = document.querySelector("h1").getBoundingClientRect();
  return [headline.top, headline.bottom, said.top, said.bottom];
}"""
"""In one step: a stream that has just opened takes the line away again."""


def test_that_the_box_is_gone_is_said_over_no_headline(screen: Page, phone: BrowserContext) -> None:
    with house(start=True) as at:
        page = phone.new_page()
        page.goto(at.seat(phone, ANN))
        screen.goto(at.screen)
        for each in (screen, page):
            top, foot, line_top, line_foot = each.evaluate(SAY_GONE)
            assert line_foot > line_top
            assert line_foot <= top or line_top >= foot


CUT = """() => {
  const box = document.querySelector(".side .last").getBoundingClientRect();
  const seen = (r) => r.left < box.right - 1 && r.top < box.bottom - 1 && r.bottom > box.top + 1;
  return [...document.querySelectorAll(".side .last li")]
    .filter((li) => { const r = li.getBoundingClientRect();
      return seen(r) && (r.top < box.top - 1 || r.bottom > box.bottom + 1); })
    .map((li) => li.textContent.trim());
}"""


def test_a_line_of_the_log_stands_on_the_screen_as_a_whole_or_not_at_all(screen: Page) -> None:
    """A question that left no room for three lines used to cut one in half."""
    with house(start=True) as at:
        screen.emulate_media(reduced_motion="reduce")  # a line that has just arrived moves
        screen.goto(at.screen)
        expect(screen.locator(".side .last li:not(.read)")).to_have_count(3)
        shown = []
        for height in range(900, 380, -20):
            screen.set_viewport_size({"width": 1280, "height": height})
            assert screen.evaluate(CUT) == [], height
            shown.append(screen.evaluate("document.querySelector('.side .last').clientHeight"))
        assert shown[-1] < shown[0], "there was not room for all of them everywhere"


SMALLEST = """stage => {
  const said = (each) => Array.from(each.childNodes).some((node) => node.nodeType === 3 && node.textContent.trim());
  const all = Array.from(stage.querySelectorAll(".vote *, .sale *"));
  const shown = all.filter((each) => said(each) && each.checkVisibility() && !each.closest(".badge"));
  return Math.min(...shown.map((each) => parseFloat(getComputedStyle(each).fontSize)));
}"""


def test_what_the_cards_said_and_brought_is_read_from_three_metres(screen: Page) -> None:
    """Words of 28 pixels or more, none of them cut off, and the sticker above what it brought."""
    stage, sale = screen.locator(".stage"), screen.locator(".sale")
    with house(start=True) as at:
        screen.goto(at.screen)
        places = {"vote": ".backs", "revealed": ".reveal", "sale": ".sale"}
        for moment, _ in moments(at.night):
            if moment in places:
                expect(stage.locator(places[moment])).to_be_visible()
                assert stage.evaluate(SMALLEST) >= 28, moment
            if moment == "sale":
                break
        assert sale.evaluate("sale => sale.scrollHeight <= sale.clientHeight")
        assert sale.evaluate("sale => sale.clientWidth > 0.9 * innerWidth")
        expect(sale.locator(".sticker + .nets")).to_be_visible()


def test_a_television_waits_for_a_page_that_is_long_in_coming(screen: Page, tmp_path: Path) -> None:
    asked = []

    def slowly(route: Route) -> None:
        asked.append(route.request.url)
        screen.wait_for_timeout(4_500)  # longer than between two looks
        route.continue_()

    with serving(tmp_path / "slow.sqlite") as box:
        screen.goto(f"{box.address}/tv")
        screen.route("**/tv", slowly)
        code = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993"})["code"]
        expect(screen.locator(f"#main[data-code={code}]")).to_be_visible()
        assert asked == [f"{box.address}/tv"]


def test_the_television_goes_from_the_way_in_to_the_table_and_to_the_next_one_untouched(
    screen: Page, tmp_path: Path
) -> None:
    with serving(tmp_path / "tv.sqlite") as box:
        screen.goto(f"{box.address}/tv")
        expect(screen.locator(".url")).to_have_text(box.address)
        picture(screen, "television-way-in")
        GuestWifi(tmp_path / "tv.wifi").keep(Wifi("Table companion", "tolami-brekas-47", made_by_box=True))
        expect(screen.locator(".way")).to_have_count(2)
        assert screen.evaluate("document.documentElement.scrollHeight") <= SCREEN["height"], "nobody scrolls it"
        picture(screen, "television-wifi")
        first = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993"})["code"]
        expect(screen.locator(f"#main[data-code={first}]")).to_be_visible()
        screen.wait_for_load_state()  # the scripts of this page are there, too: they bring it back
        box.kill()
        box.start()
        assert box.request("POST", f"/t/{first}/close")[0] == 303
        expect(screen.locator(".url")).to_have_text(box.address)
        second, third = (box.call("POST", "/api/tables", {"game": "any_game", "edition": "any"})["code"] for _ in "ab")
        expect(screen.locator("#television .tables li")).to_have_count(2)
        picture(screen, "television-two-tables")
        screen.locator("#television a", has_text=third).click()
        expect(screen.locator(f"#main[data-code={third}]")).to_be_visible()
        assert screen.url.endswith(f"/tv?table={third}"), second


@pytest.mark.parametrize("level", [Level.BANK, Level.BOARD])
@pytest.mark.parametrize("players", [4, 6])
def test_a_sale_for_which_the_bank_pays_nothing_is_shown_whole(browser: Browser, level: Level, players: int) -> None:
    """The payments, below the reason of the bank, used to be cut off."""
    night = Night(players, level, cowboy_dice_mandatory=False)
    if level is Level.BANK:
        night.act(ANN, RecordTown())
    else:
        night.arrange(cows={"A": ("A2-0", "A6-1")})
        night.roll(cow=(1, 0))
        night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
    night.vote("FOREIGN", *("OWN",) * (players - 2))
    night.show("B", 1000)
    page = browser.new_page(viewport=SCREEN, reduced_motion="reduce")
    with served(night) as at:
        page.context.add_cookies([{"name": "lang", "value": LONGEST, "url": at.address}])
        page.goto(at.screen)
        shown(page.locator(".sale .flows"))
        picture(page, f"screen-contested-{level}-{players}")
        assert page.locator("#sale").evaluate("it => it.scrollHeight - it.clientHeight") <= 0
        assert page.locator("#sale .nets b").evaluate_all("all => Math.max(...all.map((it) => it.offsetHeight))") < 60
    page.close()
