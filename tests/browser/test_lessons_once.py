"""Over a whole evening no lesson comes twice on one phone, and none lies over anything; the television's stands ten
seconds, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.web.fragments.open_pages import OpenPages
from companion.web.view.moment import Learning
from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE, SCREEN, clock_at_0, learner, stand_still
from tests.browser.test_lessons import BOARD, COWS, TOWNS
from tests.browser.test_under_the_thumb import ALONE
from tests.lessons.moments import moments, recorded
from tests.support.recordings import RECORDED

SMALLEST: ViewportSize = {"width": 320, "height": 568}
FETCHED = """() => {
  const fold = document.getElementById('lessons');
  return !fold.open || !fold.querySelector('[data-fragment]').inert;
}"""
HAD = "name => Object.keys(JSON.parse(localStorage[`companion lessons ${name}`] ?? '{}').had ?? {})"
READABLE_MS = 10_000


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = learner(browser, viewport=request.param, has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def read_all(page: Page, evening: RecordedEvening, seat: str) -> list[str]:
    """Open this seat's page and tap every lesson away; return what is wrong with any of them."""
    evening.play(page, seat)
    page.wait_for_function(FETCHED)
    name, lesson, wrong = page.locator("#lessons").get_attribute("data-game"), page.locator("#lesson"), list[str]()
    while lesson.is_visible():
        words, before = lesson.inner_text(), page.evaluate(HAD, name)
        wrong += [f"{seat}, {words}: {line}" for line in (*checks.covered(page), *checks.too_wide(page))]
        lesson.tap()
        if len(page.evaluate(HAD, name)) == len(before):
            return [*wrong, f"{seat}: {words} came twice"]
    return wrong


def numbers_of(path: Path) -> list[int]:
    """Return the moments of the evening at which something matters for the first time, and its end."""
    first = {moment.number for moment in moments(recorded(path)).values()}
    return sorted(first | {len(recorded(path).tables) - 1})


STEERS = next(path for path in RECORDED if path.stem == "abilene_six_left_board")
BANK = next(path for path in RECORDED if path.stem == "any_game_finished")
EVENINGS = (
    pytest.param(COWS, PHONE, id="cows", marks=pytest.mark.torture),
    pytest.param(COWS, SMALLEST, id="cows in the smallest window"),
    pytest.param(BOARD, PHONE, id="abilene", marks=pytest.mark.torture),
    pytest.param(BOARD, SMALLEST, id="abilene in the smallest window", marks=pytest.mark.torture),
    pytest.param(STEERS, PHONE, id="abilene 1983", marks=pytest.mark.torture),
    pytest.param(STEERS, SMALLEST, id="abilene 1983 in the smallest window", marks=pytest.mark.torture),
    pytest.param(BANK, PHONE, id="any game"),
    pytest.param(BANK, SMALLEST, id="any game in the smallest window", marks=pytest.mark.torture),
    pytest.param(TOWNS, PHONE, id="western town", marks=pytest.mark.torture),
    pytest.param(TOWNS, SMALLEST, id="western town in the smallest window", marks=pytest.mark.torture),
)


@pytest.mark.parametrize(("path", "page"), EVENINGS, indirect=["page"])
def test_no_lesson_of_an_evening_comes_twice_or_covers_anything(page: Page, path: Path) -> None:
    """The page is opened anew each time, on two seats in turn; a second game explains nothing any more."""
    evening, wrong = RecordedEvening(path), list[str]()
    for number in numbers_of(path):
        table = evening.stand_at(number)
        for seat in table.ids[:2]:
            wrong += read_all(page, evening, seat)
    assert wrong == []
    for number in numbers_of(path)[:-1]:
        evening.stand_at(number)
        evening.play(page, "s1")
        page.wait_for_function(FETCHED)
        expect(page.locator("#lesson")).to_have_count(0)


def test_the_television_explains_for_ten_seconds_and_once(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenPages, "learning", lambda pages, code: Learning(frozenset({"s1"}), television=True))
    evening = RecordedEvening(COWS)
    evening.stand_at(moments(recorded(COWS))["goal"].number)
    context = learner(browser, viewport=SCREEN, reduced_motion="reduce")
    television = context.new_page()
    clock_at_0(television)
    stand_still(television)
    evening.watch(television)
    lesson = television.locator("#lesson")
    expect(lesson).to_contain_text("When your cow explodes")
    assert checks.covered(television) == []
    television.clock.run_for(READABLE_MS - 100)
    expect(lesson).to_be_visible()
    television.clock.run_for(200)
    expect(lesson).to_be_hidden()
    evening.watch(television)
    television.locator("h1").wait_for()
    expect(lesson).to_be_hidden()
    context.close()
