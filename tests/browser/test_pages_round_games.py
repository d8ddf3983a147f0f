"""The pages round the games (home, print, rules, records, joining, the host's) and the television's choice: nothing
lies under anything, no page is wider than its screen, and no word is broken in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route, ViewportSize

from companion.core.table.commands import StartGame, TakeSeat
from companion.core.table.table import Level
from companion.store.named import boards
from companion.web.hosting.desk import Desk, Meter
from tests.browser import checks
from tests.browser.evenings import BOX, RecordedEvening
from tests.browser.support import SCREEN, picture
from tests.browser.test_nothing_covered import LARGE, NARROW, PERCENT, SIZES
from tests.browser.test_pages import doubled
from tests.support.recordings import OF_EACH_KIND
from tests.support.timing import in_each_language

KEY = "the host's own key"
HD: ViewportSize = {"width": 1920, "height": 1080}
LONG_NAMES = ("Wolfeschlegelsteinhausen", "Ωμέγα Καλαμίτι Τζέιν", "Cid")
PATHS = {
    "home": "/",
    "home at a numbered table": "/?place=7",
    "one game": "/games/abilene",
    "which table": "/j?ask=1",
    "sit down": "/j/{lobby}",
    "late": "/j/{playing}",
    "print": "/print?edition=unexploded_cow/2011",
    "rules": "/rules/abilene/1993/7.1",
    "records": "/history",
    "trust": "/trust",
    "boards": "/boards",
    "lists of cards": "/cards",
    "a list of cards": "/cards/western_town",
    "close": "/t/{playing}/close",
    "all tables": "/host",
    "a table of the host": "/host/{playing}",
    "names": "/host/names",
    "no such page": "/nowhere",
}


def answer(client: FlaskClient, route: Route) -> None:
    """Answer what the browser asks without a server between."""
    asked, address = route.request, urlsplit(route.request.url)
    kind, path = asked.headers.get("content-type"), f"{address.path}?{address.query}"
    found = client.open(path, method=asked.method, data=asked.post_data_buffer, content_type=kind)
    route.fulfill(status=found.status_code, body=found.data, content_type=found.content_type)


class House:
    """A box with a game that is over, two in play, a lobby with an evening's name, and a table that was closed."""

    def __init__(self) -> None:
        self.evening = RecordedEvening(OF_EACH_KIND[0])
        self.evening.stand_at(len(self.evening.game.tables) - 1)
        self.tables, app = self.evening.tables, self.evening.app
        app.register_blueprint(
            Desk(KEY, Meter(), ["INFO a line of the log that is longer than a phone is wide"]).routes
        )
        self.client = app.test_client()
        self.client.get("/host", query_string={"key": KEY})
        boards(self.tables.log).keep("Board of the Wolfeschlegelsteinhausens", "{}", 0.0)
        self.codes = {"lobby": self._opened("any_game", "any", *LONG_NAMES)}
        self.codes |= {"playing": self.plays(), "other": self.plays()}
        self.tables.close(self._opened("any_game", "any"))

    def _opened(self, game: str, edition: str, *names: str) -> str:
        code = self.tables.open_table(game, edition, Level.BANK)
        for name in names:
            self.tables.act(code, None, TakeSeat(name, {}))
        return code

    def plays(self) -> str:
        """Return the code of one more table that plays."""
        code = self._opened("abilene", "1993", *LONG_NAMES)
        self.tables.act(code, "s1", StartGame("s1"))
        return code

    def show(self, page: Page, path: str, language: str) -> None:
        """Show the page at this path, with its scripts."""
        self.client.set_cookie("lang", language)
        page.unroute_all()
        page.route("**/*", partial(answer, self.client))
        page.goto(BOX + path.format_map(self.codes))


@pytest.fixture(scope="module")
def house() -> House:
    return House()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def faults_of(page: Page) -> list[str]:
    """Return what is covered, cut, broken or too wide, as the page opens and with its folds open."""
    found = [*checks.too_wide(page), *checks.broken_words(page), *checks.covered(page)]
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    unfolded = (*checks.too_wide(page), *checks.broken_words(page), *checks.covered(page))
    return found + [f"unfolded: {line}" for line in unfolded]


@pytest.mark.parametrize("name", PATHS)
@in_each_language
def test_nothing_on_a_page_round_the_games_lies_under_anything(
    house: House, page: Page, language: str, name: str
) -> None:
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        house.show(page, PATHS[name], language)
        found += [f"{size['width']}x{size['height']}: {line}" for line in faults_of(page)]
    for at, percent in enumerate(PERCENT):
        with doubled(page, (LARGE, NARROW)[at % 2], percent):
            house.show(page, PATHS[name], language)
            found += [f"letters of {percent} %: {line}" for line in faults_of(page)]
    picture(page, f"round-{name.replace(' ', '-')}-{language}", full_page=True)
    assert found == []


@pytest.mark.parametrize("more", [0, 2, 4, 10], ids=lambda more: f"{more + 2} tables")
@in_each_language
def test_a_television_has_room_for_every_table_to_choose_from(page: Page, language: str, more: int) -> None:
    """Of four tables the fourth code was cut off."""
    house = House()
    for _ in range(more):
        house.plays()
    for size in (SCREEN, HD):
        page.set_viewport_size(size)
        house.show(page, "/tv", language)
        assert page.locator("#television .qr").count() == more + 2
        assert [*checks.misfits(page), *checks.below_the_screen(page), *checks.covered(page)] == []
        for part in page.locator("#television .tables a").all():
            box = part.bounding_box()
            assert box
            assert box["y"] + box["height"] <= size["height"]
            image = part.locator("img").bounding_box()
            assert image
            assert image["y"] + image["height"] <= size["height"]
    picture(page, f"television-{more + 2}-tables-{language}")
    with doubled(page, SCREEN):
        assert checks.below_the_screen(page) == []
