"""Every kind of page, from the lobby to the end: it fits, can be tapped, read, heard and typed, and stays at home."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from companion import LANGUAGES
from companion.games.abilene.common.messages import EndStep, Step
from tests.browser import checks
from tests.browser.house import House, house, moments
from tests.browser.support import PHONE, SCREEN, Watch, picture, shown
from tests.support.table import ANN, BOB, CODE
from tests.support.timing import LONGEST, in_each_language

LARGE: ViewportSize = {"width": 1920, "height": 1080}
NARROW: ViewportSize = {"width": 320, "height": 640}
LETTERS = 16
"""how large a browser's letters are until somebody wants larger ones, in pixels"""
Report = dict[str, list[str]]
FAULTS = """<button id="tiny">x</button><p id="wide">wide</p><p id="over">over</p><img src="/static/any/icon.svg">"""
STYLES = """() => {
  const set = (id, styles) => Object.assign(document.getElementById(id).style, styles);
  set('tiny', { minHeight: '0', height: '20px', width: '20px', padding: '0' });
  set('wide', { width: '500px' });
  set('over', { position: 'relative', top: '-30px', color: '#ddd' });
}"""


def speak(context: BrowserContext, at: House, language: str) -> None:
    context.add_cookies([{"name": "lang", "value": language, "url": at.address}])


@contextmanager
def doubled(page: Page, size: ViewportSize, percent: int = 200) -> Iterator[None]:
    """Yield the page in a browser of this size that is set to letters twice as large, or to so many percent."""
    before, browser = page.viewport_size, page.context.new_cdp_session(page)
    page.set_viewport_size(size)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS * percent // 100}})
    yield
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS}})
    browser.detach()
    if before:
        page.set_viewport_size(before)


ALIKE = ("cowboys", "loser", "sealed", "opening", "release", "second vote")
"""Moments with nothing on them that another one has not: figures to move, a place to choose, a vote."""


class Looking:
    """A phone and a table screen of these sizes that look at every moment, and what they found."""

    def __init__(
        self,
        at: House,
        phone: BrowserContext,
        screen: BrowserContext,
        languages: Sequence[str],
        sizes: Sequence[ViewportSize],
    ) -> None:
        self.at, self.phone, self.screen = at, phone.new_page(), screen.new_page()
        self.languages, self.sizes = languages, sizes
        self.found: Report = defaultdict(list)
        self.seen: list[str] = []

    def look(self, moment: str, seat: str) -> None:
        """Look at both screens at this moment, in its languages, light and dark."""
        self.seen.append(moment)
        where = self.at.seat(self.phone.context, seat)
        for language in self.languages:
            for page, path in ((self.phone, where), (self.screen, self.at.screen)):
                speak(page.context, self.at, language)
                page.goto(path)
            self._phone(f"{moment} ({language})", longest=language == LONGEST)
            self._screen(f"{moment} ({language})", longest=language == LONGEST)
        self.phone.goto("about:blank")
        self.phone.context.clear_cookies()

    def _phone(self, name: str, longest: bool) -> None:
        page = self.phone
        shown(page.locator("body[data-ready]"))
        self._picture(page, f"phone {name}")
        self._note("fit", f"phone as it opens, {name}", checks.too_wide)
        checks.open_all(page)
        self._note("fit", f"phone, {name}", checks.misfits)
        self._note("targets", f"phone, {name}", checks.small_targets)
        if longest:
            with doubled(page, NARROW):
                self._note("large letters", f"phone, {name}", checks.misfits)
            self._axe(page, f"phone, {name}")
            self.found["axe"] += [f"phone, {name}, dark: {line}" for line in checks.pale_in_the_dark(page)]
            self._note("axe", f"phone, {name}", checks.pale_drawings)

    def _screen(self, name: str, longest: bool) -> None:
        page = self.screen
        self._picture(page, f"screen {name}")
        if longest:
            self._axe(page, f"screen, {name}")
        for size in self.sizes if page.viewport_size == self.sizes[0] else reversed(self.sizes):
            if page.viewport_size != size:
                page.set_viewport_size(size)
            for check in (checks.misfits, checks.below_the_screen):
                lines = [f"screen {size['width']}, {name}: {line}" for line in check(page)]
                self.found["fit"] += lines
        if longest:
            with doubled(page, SCREEN):
                self.found["large letters"] += [f"screen, {name}: {line}" for line in checks.below_the_screen(page)]

    def _note(self, kind: str, name: str, check: Callable[[Page], list[str]]) -> None:
        self.found[kind] += [f"{name}: {line}" for line in check(self.phone)]

    def _axe(self, page: Page, name: str) -> None:
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        self.found["axe"] += [f"{name}, light: {line}" for line in checks.barriers(page)]

    def _picture(self, page: Page, name: str) -> None:
        picture(page, f"{name.replace(' ', '-')}")


@pytest.fixture(scope="module")
def at() -> Iterator[House]:
    with house() as found:
        yield found


@pytest.fixture(scope="module")
def watch(at: House) -> Watch:
    return Watch(own=[at.address.removeprefix("http://")])


@contextmanager
def walked(
    browser: Browser,
    at: House,
    watch: Watch,
    languages: Sequence[str],
    *sizes: ViewportSize,
    passed: Sequence[str] = (),
) -> Iterator[Looking]:
    """Yield the whole game, looked at, but for the moments that are ``passed`` over."""
    phone = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    screen = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    for context in (phone, screen):
        watch.over(context)
    looking = Looking(at, phone, screen, languages, sizes)
    start = time.monotonic()
    for moment, seat in moments(at.night):
        if moment not in passed:
            looking.look(moment, seat)
    print(f"pages: {len(looking.seen)} moments in {len(languages)} languages, {time.monotonic() - start:.0f} s")
    yield looking
    phone.close()
    screen.close()


@pytest.fixture(scope="module")
def walk(browser: Browser, at: House, watch: Watch) -> Iterator[Looking]:
    """Yield the looks of its pages in the longest words, on a small television; ``make torture`` looks at the
    others, and at every moment.
    """
    with walked(browser, at, watch, [LONGEST], SCREEN, passed=ALIKE) as looking:
        yield looking


def test_nothing_overlaps_is_cut_or_scrolls_sideways(walk: Looking) -> None:
    assert walk.found["fit"] == []


@pytest.mark.torture
def test_nothing_is_wrong_in_any_language_on_televisions_of_any_size(browser: Browser, watch: Watch) -> None:
    with house() as at, walked(browser, at, watch, LANGUAGES, SCREEN, LARGE) as looking:
        assert not {kind: lines for kind, lines in looking.found.items() if lines}


def test_with_letters_twice_as_large_nothing_is_cut_overlaps_or_scrolls_sideways(walk: Looking) -> None:
    assert walk.found["large letters"] == []


def test_everything_that_is_tapped_is_large_enough_for_a_thumb(walk: Looking) -> None:
    assert walk.found["targets"] == []


def test_axe_finds_no_barrier_light_or_dark(walk: Looking) -> None:
    assert walk.found["axe"] == []


def test_no_page_complains_and_no_request_leaves_the_box(walk: Looking, watch: Watch) -> None:
    assert watch.complaints == []
    assert watch.strangers == []


@pytest.fixture
def page(browser: Browser, at: House) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    yield context.new_page()
    context.close()


BESIDE = ("", "/trust", "/j", "/nowhere", f"/j/{CODE}", "/history", "/boards", "/print")
"""Pages that show no table, or are there before anybody sits at it; the empty one is home."""


@in_each_language
def test_the_pages_beside_the_table_are_as_good(page: Page, fresh: House, language: str) -> None:
    found: Report = defaultdict(list)
    speak(page.context, fresh, language)
    page.emulate_media(reduced_motion="reduce")  # a colour that is still fading in is too pale
    for path in BESIDE:
        page.goto(fresh.address + path)
        assert page.locator("html").get_attribute("lang") == language
        checks.open_all(page)
        for check in (checks.misfits, checks.small_targets, *((checks.barriers,) if language == LONGEST else ())):
            found[path] += check(page)
        if language == LONGEST:
            with doubled(page, NARROW):
                found[path] += [f"large letters: {line}" for line in checks.misfits(page)]
    assert not {path: lines for path, lines in found.items() if lines}


def test_a_page_with_every_fault_would_be_noticed(page: Page, at: House) -> None:
    """The control of the tests above: one fault of each kind, found by the check that is meant for it."""
    page.goto(at.address)
    assert checks.misfits(page) == checks.small_targets(page) == checks.barriers(page) == []
    page.evaluate("(faults) => document.querySelector('main').insertAdjacentHTML('beforeend', faults)", FAULTS)
    page.evaluate(STYLES)
    assert any(line.startswith("scrolls sideways") for line in checks.misfits(page))
    assert any(line.startswith("overlap") for line in checks.misfits(page))
    assert checks.small_targets(page) == ["20x20: x"]
    rules = {line.split(":")[0] for line in checks.barriers(page)}
    assert {"image-alt", "color-contrast"} <= rules
    page.set_viewport_size({"width": 360, "height": 200})
    assert checks.below_the_screen(page)


def test_a_request_to_somewhere_else_would_be_noticed(browser: Browser, at: House) -> None:
    context = browser.new_context()
    watch = Watch(own=[at.address.removeprefix("http://")])
    watch.over(context)
    page = context.new_page()
    page.goto(at.address)
    assert (watch.strangers, watch.complaints) == ([], [])
    page.evaluate("() => fetch('http://192.0.2.77/').catch(() => null)")
    assert any("192.0.2.77" in line for line in (*watch.strangers, *watch.complaints))
    assert any("Content Security Policy" in line for line in watch.complaints), "the policy forbids it, too"
    context.close()


@pytest.fixture
def fresh() -> Iterator[House]:
    with house() as found:
        yield found


def until_moment(at: House, wanted: str) -> str:
    """Play on to this moment; return the seat that is asked."""
    return next(seat for moment, seat in moments(at.night) if moment == wanted)


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_nothing_moves_for_those_who_do_not_want_it(browser: Browser, fresh: House, wish: str, moves: bool) -> None:
    until_moment(fresh, "revealed")
    context = browser.new_context(viewport=SCREEN, reduced_motion=wish)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(fresh.screen, wait_until="domcontentloaded")
    expect(page.locator(".reveal li")).to_have_count(3)
    running = page.evaluate("() => document.getAnimations().some((each) => each.playState !== 'idle')")
    assert running is moves, "the control is the other wish"
    context.close()


def test_a_large_television_shows_a_sale_whole_in_every_language(browser: Browser, fresh: House) -> None:
    until_moment(fresh, "sale")
    context = browser.new_context(viewport=LARGE, reduced_motion="reduce")
    page = context.new_page()
    for language in LANGUAGES:
        speak(context, fresh, language)
        page.goto(fresh.screen)
        shown(page.locator(".steps"))
        assert checks.misfits(page) + checks.below_the_screen(page) == [], language
    context.close()


COVERED = """cards => cards.filter(card => {
  card.scrollIntoView({ block: 'center' });
  const { left, right, bottom } = card.getBoundingClientRect();
  return !card.contains(document.elementFromPoint((left + right) / 2, bottom - 6));
}).length"""


STROKE = "element => getComputedStyle(element).stroke"
CROSSES = """rim => {
  const { x, y, width, height } = document.querySelector('#board .town text').getBBox();
  const middle = document.querySelector('#board .town g').transform.baseVal.consolidate().matrix;
  const point = rim.ownerSVGElement.createSVGPoint();
  for (let at = 0; at <= 1; at += 0.01) {
    [point.x, point.y] = [x + at * width, y + height / 2];
    if (rim.isPointInStroke(point.matrixTransform(middle))) return true;
  }
  return false;
}"""


def test_the_town_stays_a_word_and_on_a_narrow_phone_nothing_covers_a_card(browser: Browser, fresh: House) -> None:
    until_moment(fresh, "cowboys")
    context = browser.new_context(viewport={"width": 320, "height": 740}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(fresh.screen)
    assert page.locator(".town text").evaluate(STROKE) == "rgb(207, 159, 104)", "the ground's, else a scribble"
    rim = page.locator("#board path.lit")
    assert rim.evaluate(STROKE) != "none", "the town itself is lit"
    assert not rim.evaluate(CROSSES), "around the town, not through its name"
    fresh.night.act(ANN, EndStep(Step.COWBOYS))
    page.goto(fresh.seat(context, BOB))
    for language in LANGUAGES:
        speak(context, fresh, language)
        page.reload()
        expect(page.locator("body[data-ready]")).to_be_visible()
        page.locator(".seal .card").first.wait_for()
        assert page.locator(".seal .card").evaluate_all(COVERED) == 0, language
    context.close()


def test_a_cow_is_moved_with_the_keyboard_alone(browser: Browser, fresh: House) -> None:
    assert until_moment(fresh, "cattle") == ANN
    context = browser.new_context(viewport={"width": 800, "height": 700})
    page = context.new_page()
    page.goto(fresh.seat(context, ANN))
    shown(page.locator("body[data-ready]"))
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(60):
            keys.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    tab_to("a[data-tab=board]")
    keys.press("Enter")
    shown(page.locator("#move-list summary"))
    page.locator("body").click(position={"x": 1, "y": 1})
    tab_to("#move-list summary")
    keys.press("Enter")
    tab_to("#move-from")
    keys.type("A2-0")
    tab_to("#move-to")
    keys.press("End")
    chosen = page.locator("#move-to").input_value()
    tab_to("#moves button")
    before = str(fresh.night.table.seq)
    keys.press("Enter")
    expect(page.locator("#main")).not_to_have_attribute("data-seq", before)
    assert "A2-0" not in fresh.night.board.cows
    assert chosen == "town" or chosen in fresh.night.board.cows
    context.close()
