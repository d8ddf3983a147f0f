"""The first content of a page does not shift when scripts, fonts and the rest of the page are loaded.

On a phone, on one with lessons about the game, on a laptop and on a television.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Response
from playwright.sync_api import Browser, ViewportSize

from tests.browser.evenings import RecordedEvening
from tests.browser.support import SCREEN, learner
from tests.browser.test_under_the_thumb import ALONE
from tests.support.recordings import OF_EACH_KIND, RECORDED
from tests.support.timing import LONGEST

MOST = 0.02
"""cumulative layout shift: how much of the screen moved, times how far"""
MOMENTS = 8
NOTE = """
window.moved = [];
window.noteShifts = (list) => {
  for (const { value, sources } of list) {
    window.moved.push([value, sources.map(({ node }) => node?.className || node?.id || node?.nodeName).join(" ")]);
  }
};
window.observer = new PerformanceObserver((list) => noteShifts(list.getEntries()));
window.observer.observe({ type: "layout-shift", buffered: true });
"""
LISTENS = """
window.EventSource = class {
  readyState = 1;
  addEventListener(name, then) { if (name === "open") setTimeout(then); }
  close() {}
};
"""
"""A stream that is open at once, and then silent: the page fetches the fragments that it lacks."""
HOLDS = """
const get = IDBObjectStore.prototype.get;
IDBObjectStore.prototype.get = function (seal) {
  const request = get.call(this, seal);
  const own = document.querySelector(".ballot")?.dataset.commitment === seal;
  if (own) Object.defineProperty(request, "result", { value: { commitment: seal } });
  return request;
};
"""
"""A phone with its own sealed vote: without it the page would add a notice."""
SETTLED = """async () => {
  await document.fonts.ready;
  for (let quiet = 0; quiet < 6; quiet = window.unanswered ? 0 : quiet + 1) {
    await new Promise((done) => setTimeout(done, 30)); // an answer may lead to the next question
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  noteShifts(window.observer.takeRecords());
  return window.moved;
}"""


class Device(NamedTuple):
    """A screen; ``knows``: its player knows the game, so that it shows no lessons."""

    size: ViewportSize
    language: str
    knows: bool


PHONE = Device({"width": 390, "height": 844}, "en", knows=True)
DEVICES = (
    PHONE,
    Device({"width": 360, "height": 640}, LONGEST, knows=False),
    Device({"width": 1366, "height": 768}, "fr", knows=True),
    Device({"width": 390, "height": 844}, "en", knows=False),
)


def shifts(browser: Browser, evening: RecordedEvening, seat: str | None, device: Device, planted: str = "") -> object:
    """Return the layout shifts while a page loads, None if they are within ``MOST``; ``planted`` is an extra script."""
    make = browser.new_context if device.knows else lambda **options: learner(browser, **options)
    context = make(viewport=device.size, has_touch=seat is not None, locale=device.language)
    context.add_init_script(ALONE + LISTENS + NOTE + HOLDS + planted)
    page = context.new_page()
    evening.language = device.language
    if seat:
        evening.play(page, seat)
    else:
        evening.watch(page)
        page.locator("h1").first.wait_for()
    moved = page.evaluate(SETTLED)
    context.close()
    return moved if sum(value for value, _ in moved) > MOST else None


def shifts_at_moments(
    browser: Browser, path: Path, moments: int, devices: tuple[Device, ...]
) -> list[tuple[object, ...]]:
    """Return the shifts at so many moments of a game, on pages of active and of waiting players in turn."""
    evening, found = RecordedEvening(path), list[tuple[object, ...]]()
    for at, (number, device) in enumerate(zip(evening.numbers(moments), cycle(devices))):
        seat = evening.player(number, acts=at % 3 < 2)
        if moved := shifts(browser, evening, seat, device):
            found.append((number, seat, device, moved))
    return found


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_nothing_moves_once_it_is_shown(browser: Browser, path: Path) -> None:
    assert shifts_at_moments(browser, path, MOMENTS, DEVICES) == []


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_nothing_moves_at_any_moment(browser: Browser, path: Path) -> None:
    """``make torture``: in every recorded game, at three times as many moments."""
    assert shifts_at_moments(browser, path, 3 * MOMENTS, DEVICES) == []


def test_a_page_begins_with_the_tab_on_which_it_asks_in_older_browsers_too(browser: Browser) -> None:
    """These show a page before its script is loaded."""
    path = next(path for path in OF_EACH_KIND if path.stem == "abilene_cows_sold_board")
    evening = RecordedEvening(path)

    def as_before(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.set_data(response.get_data().replace(b' blocking="render"', b""))
        return response

    evening.app.after_request(as_before)
    seen = set()
    for number in evening.numbers(MOMENTS):
        table = evening.stand_at(number)
        active = evening.acting(table)
        for seat in active[:1]:
            seen.add('data-place="board"' in evening.text(seat))
            assert shifts(browser, evening, seat, PHONE) is None, (number, seat)
    assert seen == {True, False}


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_nothing_moves_on_a_television(browser: Browser, path: Path) -> None:
    evening = RecordedEvening(path)
    for number in evening.numbers(3):
        evening.stand_at(number)
        assert shifts(browser, evening, None, Device(SCREEN, "en", knows=True)) is None, number


def test_content_that_moves_is_noticed(browser: Browser) -> None:
    evening = RecordedEvening(OF_EACH_KIND[0])
    evening.stand_at(evening.numbers(2)[0])
    grows = "addEventListener('load', () => setTimeout(() => document.body.prepend(new Image(90, 90)), 100));"
    assert shifts(browser, evening, evening.game.tables[-1][1].ids[0], PHONE, grows) is not None
