"""Every screen fits a phone of 360 pixels in every language, with long names and all drawers open."""

from __future__ import annotations

import random
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from companion.core.bank_messages import OfferLoan
from companion.core.table import Level, Phase
from companion.core.table_messages import SetRule, StartGame, TakeSeat
from companion.games import shelf
from companion.games.abilene.duty import Duty, waiting
from companion.server import TableServer
from companion.session.box import play_once
from companion.session.tables import Tables
from companion.store.log import Log, TableRow
from companion.web.app import create_app
from companion.web.tokens import cookie_name
from companion.web.words import LANGUAGES

pytestmark = pytest.mark.browser

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
NAMES = ("Annabelle-Josephine", "Bo", "Wolfeschlegelsteinhausen", "Ωμέγα Καλαμίτι")
PHONE = {"width": 360, "height": 740}
SEED = 1993
"""Every game here is the same at every run."""

CODE = "FIT"
SHORT_GAME = SetRule("cows_to_sell", 8)

TOO_WIDE = """() => {
  document.querySelectorAll('details').forEach(drawer => drawer.open = true);
  const width = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
  for (const part of document.querySelectorAll('body *')) {
    if (part.closest('svg, .away, [hidden]')) continue;
    const box = part.getBoundingClientRect(), style = getComputedStyle(part);
    if (!box.width || !box.height || style.visibility === 'hidden') continue;
    const words = part.textContent.trim().slice(0, 50);
    if (box.right > width + 1 || box.left < -1) found.push(`sticks out: ${words}`);
    const cut = part.scrollWidth > part.clientWidth + 1 && ['hidden', 'clip'].includes(style.overflowX);
    if (cut && part.clientWidth && !['INPUT', 'SELECT'].includes(part.tagName)) found.push(`is cut: ${words}`);
  }
  return found;
}"""


@dataclass(frozen=True)
class Scene:
    """A page to look at; ``cookie`` seats the phone."""

    path: str
    cookie: tuple[str, str] | None = None


class House:
    """A box that serves, and tables brought to the moments worth looking at, all drawn from one seed."""

    def __init__(self) -> None:
        self.log = Log(":memory:")
        self.codes = iter("ABCDEFGHJKLMNPQRSTUVWXYZ")
        self.tables = Tables(self.log, shelf(), chance=random.Random(SEED))
        app = create_app(self.tables)
        self.tokens = app.extensions["companion"].tokens
        self.server = TableServer(app, self.tables.bell, "127.0.0.1", 0)
        self.server.prepare()
        self.thread = threading.Thread(target=self.server.serve)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.port}"

    def table(self, level: Level = Level.BOARD, start: bool = True) -> str:
        """A table whose seats the box can play."""
        code = f"{next(self.codes)}{CODE}"
        self.log.add_table(TableRow(code, "abilene", "1993", level.value, False, f"{code} {SEED}", 0.0))
        for name in NAMES:
            self.tables.act(code, None, TakeSeat(name, {}, box=True))
        if start:
            self.tables.act(code, "s1", SHORT_GAME)
            self.tables.act(code, "s1", StartGame("s1"))
        return code

    def until(self, duty: Duty | None) -> Scene:
        """The phone that is asked, as soon as the table waits for that; None: the end of the game."""
        code = self.table()
        for _ in range(2_000):
            table = self.tables.table(code)
            if table.phase is Phase.OVER:
                assert duty is None, f"no {duty} in this game"
                return self.phone(code)
            now = waiting(table, table.play)
            if now.duty is duty:
                return self.phone(code, now.seats[0])
            play_once(self.tables, code)
        raise AssertionError("this game never ends")

    def sold(self) -> Scene:
        """The table screen while a sale is told."""
        code = self.table()
        while not self.tables.games["abilene"].page(self.tables.table(code), None).sale:
            play_once(self.tables, code)
        return Scene(f"/t/{code}/screen")

    def phone(self, code: str, seat: str = "s1") -> Scene:
        token = self.tokens.admit(code, seat, 0.0)
        return Scene(f"/t/{code}/s/{seat}", (cookie_name(code, seat), token))

    def offered(self) -> Scene:
        """A phone that is offered a loan with long words."""
        code = self.table(Level.BANK)
        self.tables.act(code, "s2", OfferLoan("s1", 1500, 300, "sobald wieder Rinder verkauft sind " * 3))
        return self.phone(code)

    def close(self) -> None:
        self.server.stop()
        self.thread.join()
        self.log.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


@pytest.fixture(scope="module")
def scenes(house: House) -> dict[str, Scene]:
    lobby, playing = house.table(start=False), house.table()
    duties = (Duty.DICE, Duty.CATTLE, Duty.COWBOYS, Duty.THEFT, Duty.DUEL, Duty.VOTE, Duty.STICKER)
    return {
        "home": Scene("/"),
        "trust": Scene("/trust"),
        "code": Scene("/j"),
        "refused": Scene("/nowhere"),
        "join": Scene(f"/j/{lobby}"),
        "lobby": house.phone(lobby),
        "table screen": Scene(f"/t/{playing}/screen"),
        "loan": house.offered(),
        "sold": house.sold(),
        **{duty.value: house.until(duty) for duty in duties},
        "over": house.until(None),
        "history": Scene("/history"),
    }


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield started
        started.close()


@pytest.fixture
def phone(browser: Browser, house: House, scenes: dict[str, Scene]) -> Iterator[Page]:
    """A phone with every seat's cookie."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    for scene in scenes.values():
        if scene.cookie:
            name, value = scene.cookie
            context.add_cookies([{"name": name, "value": value, "url": house.address}])
    yield context.new_page()
    context.close()


def misfits(page: Page, name: str) -> list[str]:
    """What is too wide on the page that is open, tab by tab."""
    found = []
    tabs = page.locator(".bar a:visible").all()
    for tab in (*tabs,) or (None,):
        if tab:
            tab.evaluate("tab => tab.click()")
        found += [f"{name} {tab.inner_text() if tab else ''}: {problem}" for problem in page.evaluate(TOO_WIDE)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_of_a_phone_and_nothing_is_cut(
    phone: Page, house: House, scenes: dict[str, Scene], language: str
) -> None:
    phone.context.add_cookies([{"name": "lang", "value": language, "url": house.address}])
    found = []
    for name, scene in scenes.items():
        phone.goto(house.address + scene.path, wait_until="domcontentloaded")
        phone.wait_for_load_state("load")
        assert phone.locator("html").get_attribute("lang") == language
        found += misfits(phone, name)
    assert found == []


def test_a_screen_that_is_too_wide_would_be_noticed(phone: Page, house: House, scenes: dict[str, Scene]) -> None:
    phone.goto(house.address + scenes["trust"].path)
    assert misfits(phone, "trust") == []
    long_word = "Rindfleischetikettierungsüberwachung" * 2
    phone.locator("h1").evaluate("(h1, word) => { h1.textContent = word; h1.style.whiteSpace = 'pre'; }", long_word)
    phone.locator("h1").evaluate("h1 => { h1.style.overflowWrap = 'normal'; h1.style.wordBreak = 'keep-all'; }")
    assert "the page scrolls sideways" in " ".join(misfits(phone, "trust"))
