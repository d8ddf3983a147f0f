"""No headline, question, field or button of a phone lies under anything, no page is wider than its screen, and no word
is broken in the middle, however large the letters; on phones to which the game is explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import learner
from tests.browser.test_pages import doubled
from tests.browser.test_under_the_thumb import ALONE
from tests.support.recordings import OF_EACH_KIND, RECORDED
from tests.support.timing import LONGEST

SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 360, "height": 640},
    {"width": 360, "height": 740},
    {"width": 1024, "height": 768},
)
LARGE: ViewportSize = {"width": 360, "height": 740}
NARROW: ViewportSize = {"width": 320, "height": 568}
PERCENT = (200, 150, 125, 175)
"""the largest letters that can be chosen"""
TELL = """() => {
  const lines = document.getElementById('receipt-lines');
  lines.innerHTML = '<p>You now have <span class="cover">12</span></p><p><strong>+ $600</strong> Cara paid you</p>';
  document.getElementById('receipt').hidden = false;
}"""
"""A notice about money stands on the page, as it does for some seconds after a payment."""

OPEN = """([id, text]) => {
  const dialog = document.getElementById(id);
  dialog.querySelector('article > :first-child').textContent = text;
  dialog.querySelector('a')?.setAttribute('href', '/rules');
  dialog.showModal();
}"""
"""A dialog with a text that is longer than the screen."""

CURRENT = """() => [...document.querySelectorAll('#main [data-fragment]')].every(
  (part) => !part.inert || !part.checkVisibility() || part.closest('details:not([open])'))"""
"""All that is in sight has been fetched."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = learner(browser, has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def tabs_of(page: Page) -> list[str]:
    return [str(link.get_attribute("data-tab")) for link in page.locator(".bar a:visible").all()]


def faults_of(page: Page) -> list[str]:
    """Return what is covered, cut, broken or too wide on each tab, with a notice and without."""
    found = []
    for tab in tabs_of(page):
        page.locator(f".bar [data-tab={tab}]").click()
        page.wait_for_function(CURRENT)
        found += [f"{tab}: {line}" for line in (*misfits(page), *checks.covered(page))]
    page.evaluate(TELL)
    return found + [f"with a notice: {line}" for line in checks.covered(page)]


def misfits(page: Page) -> list[str]:
    return [*checks.too_wide(page), *checks.pushed(page), *checks.broken_words(page)]


def unfolded(page: Page) -> list[str]:
    """Return what is cut, broken or too wide with every fold open, on a narrow phone, too; the tabs are gone then."""
    checks.open_all(page)
    found = misfits(page)
    page.set_viewport_size(NARROW)
    return [*found, *(f"narrow: {line}" for line in misfits(page))]


def walk(page: Page, path: Path, moments: int) -> list[str]:
    """Return the faults of the pages of one who acts and of one who waits in turn, at so many moments of a game.

    Every second size at one moment, the others at the next: neighbouring moments are much alike.
    """
    evening, found = RecordedEvening(path), []
    for at, number in enumerate(evening.numbers(moments)):
        seat = evening.player(number, acts=at % 3 < 2)
        name = f"{path.stem} {number} {seat}"
        found += [f"{name}, {line}" for line in in_letters_as_usual(page, evening, seat, SIZES[at % 2 :: 2])]
        found += [f"{name}, {line}" for line in with_large_letters(page, evening, seat, PERCENT[at % len(PERCENT)])]
    return found


def in_letters_as_usual(page: Page, evening: RecordedEvening, seat: str, sizes: Iterable[ViewportSize]) -> list[str]:
    evening.language, found = "en", []
    evening.play(page, seat)
    for size in sizes:
        page.set_viewport_size(size)
        found += [f"{size['width']}x{size['height']}, {line}" for line in faults_of(page)]
    return found


def with_large_letters(page: Page, evening: RecordedEvening, seat: str, percent: int) -> list[str]:
    """Return the faults of the page in the language with the longest words, and in letters of so many percent."""
    evening.language = LONGEST
    with doubled(page, LARGE, percent):
        evening.play(page, seat)
        return [f"letters of {percent} %, {line}" for line in (*faults_of(page), *unfolded(page))]


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_nothing_on_a_phone_lies_under_anything(page: Page, path: Path) -> None:
    assert walk(page, path, moments=2) == []


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_nothing_on_any_phone_of_an_evening_lies_under_anything(page: Page, path: Path) -> None:
    assert walk(page, path, moments=12) == []


@pytest.mark.parametrize("dialog", ["refusal", "sure"])
def test_what_is_longer_than_the_screen_opens_at_its_first_line(page: Page, dialog: str) -> None:
    """The first focus, on a link or a button below, used to scroll the page down."""
    evening = RecordedEvening(OF_EACH_KIND[0])
    evening.stand_at(evening.numbers(3)[1])
    with doubled(page, NARROW):
        evening.play(page, "s1")
        first = page.locator(f"#{dialog} article > :first-child")
        page.evaluate(OPEN, [dialog, "What is refused is said in a sentence that goes on and on. " * 12])
        assert first.evaluate("(line) => line.parentElement.scrollTop") == 0
        assert first.evaluate("(line) => line.parentElement.scrollHeight > line.parentElement.clientHeight")
        assert first.evaluate("(line) => line === document.activeElement")


@pytest.mark.parametrize("percent", PERCENT)
@pytest.mark.parametrize("size", [LARGE, NARROW], ids=lambda size: str(size["width"]))
def test_what_is_to_be_moved_is_on_the_screen_whole(page: Page, size: ViewportSize, percent: int) -> None:
    """The longest is a start card with what it brings."""
    evening = RecordedEvening(next(path for path in OF_EACH_KIND if "guided" in path.stem), LONGEST)
    laid = (at for at, (record, _) in enumerate(evening.game.tables) if type(record.event).__name__ == "TileLaid")
    number = next(laid)
    evening.stand_at(number)
    with doubled(page, size, percent):
        evening.play(page, str(evening.game.tables[number][0].actor))
        notice, bar = page.locator(".to-move").bounding_box(), page.locator(".bar").bounding_box()
        assert notice
        assert bar
        assert notice["y"] + notice["height"] <= bar["y"]


def test_a_word_that_is_broken_would_be_noticed(page: Page) -> None:
    evening = RecordedEvening(OF_EACH_KIND[0])
    evening.stand_at(evening.numbers(3)[1])
    evening.play(page, "s1")
    assert checks.broken_words(page) == []
    page.add_style_tag(
        content=".said > .inline > h1 { width: 3em; overflow-wrap: anywhere; font-size: 30px !important; }"
    )
    page.locator("h1").evaluate("(line) => { line.textContent = 'Everybody'; }")
    assert any("Everybody" in line for line in checks.broken_words(page))
    page.locator("h1").evaluate("(line) => { line.textContent = 'W'.repeat(40); }")
    assert checks.broken_words(page) == []


def test_what_lies_over_a_headline_would_be_noticed(page: Page) -> None:
    evening = RecordedEvening(OF_EACH_KIND[0])
    evening.stand_at(evening.numbers(3)[1])
    evening.play(page, "s1")
    assert checks.covered(page) == []
    page.add_style_tag(content=".said > .receipt { grid-row: 2 !important; }")
    page.evaluate(TELL)
    assert checks.covered(page)
