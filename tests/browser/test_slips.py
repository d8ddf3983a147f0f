"""A slip on top of a page has a place of its own: it can be read whole, covers no control and moves nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import le
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE, picture
from tests.browser.test_pages import doubled
from tests.support.recordings import EVERY, OF_EACH_KIND, name_of
from tests.support.timing import LONGEST

SIZES = ((320, 640), (360, 740), (740, 360))
TOLD = """() => {
  const lines = document.getElementById('receipt-lines');
  lines.innerHTML = '<p>You now have <span class="cover">12</span></p><p>Your cowboy lost a duel and is in jail.</p>'
    + '<p><strong>+ $10,000</strong> Wolfeschlegelsteinhausen paid you</p>';
  const toast = document.getElementById('toast');
  toast.textContent = 'No answer from the box yet. It is tried again, and done once.';
  for (const part of [lines, toast]) part.closest('aside, p').style.setProperty('--letters', part.textContent.length);
}"""
MEASURE = """() => {
  const slips = ['receipt', 'toast'].map((id) => document.getElementById(id));
  const controls = [...document.querySelectorAll(
    'h1, a[href], button, input:not([type=hidden]), select, summary, label')]
    .filter((part) => !part.closest('#receipt, dialog'));
  const places = () => controls.map((part) => part.getBoundingClientRect());
  const words = (part) => part.textContent.trim().slice(0, 40) || part.id || part.outerHTML.slice(0, 80);
  const found = [];
  for (const tab of ['now', 'money', 'board', 'log']) {
    document.body.dataset.tab = tab;
    scrollTo(0, 0);
    for (const slip of slips) slip.hidden = true;
    const before = places();
    for (const slip of slips) slip.hidden = false;
    const after = places();
    for (const slip of slips) {
      const { left, right, top, bottom } = slip.getBoundingClientRect();
      if (right - left < 200 || bottom - top < 30 || top < 0) found.push(`${tab}: ${slip.id} cannot be read`);
      if (slip.scrollHeight > slip.clientHeight) found.push(`${tab}: ${slip.id} is cut`);
      after.forEach((box, at) => {
        if (!box.width || !box.height) return;
        const wide = Math.min(box.right, right) - Math.max(box.left, left);
        const high = Math.min(box.bottom, bottom) - Math.max(box.top, top);
        if (wide > 0.5 && high > 0.5) found.push(`${tab}: ${slip.id} lies over ${words(controls[at])}`);
      });
    }
    after.forEach((box, at) => {
      const moved = Math.abs(box.top - before[at].top) + Math.abs(box.left - before[at].left);
      if (moved > 0.5) found.push(`${tab}: ${words(controls[at])} moves`);
    });
  }
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


@dataclass
class LookedAt:
    """The pages over which a slip was in its place: what they were made of, and how long the words of their heads."""

    parts: set[str] = field(default_factory=set)
    heads: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)

    def has(self, text: str) -> bool:
        """Return whether the page is made of known parts, and its head of known elements with words at most as long."""
        head, words, parts = made_of(text)
        longer = (all(map(le, words, known)) for known in self.heads.get(head, []))
        return parts <= self.parts and any(longer)

    def add(self, text: str) -> None:
        """Remember the page."""
        head, words, parts = made_of(text)
        self.parts |= parts
        self.heads.setdefault(head, []).append(words)


_looked_at = LookedAt()


def made_of(text: str) -> tuple[str, tuple[int, ...], set[str]]:
    """Return what decides where a slip lies on a page: the elements of its head, the lengths of the words in them, and
    which elements there are besides.

    All digits are as wide; versions, ids and texts below the head move nothing; a shorter head leaves more room.
    """
    body = re.sub(r"\d+", "0", re.sub(r' data-version="[^"]*"', "", text[text.index("<main") :]))
    start, end = body.index("<header"), body.index("</header>")
    head, words = re.sub(r">[^<]*", ">", body[start:end]), re.findall(r">([^<]*)", body[start:end])
    elements = re.findall(r'<[a-z]\w*\b(?:[^>]*? class="[^"]*")?', re.sub(r' (?!class)[\w-]+="[^"]*"', "", body[end:]))
    states = re.findall(r'data-(?:board|money|phase|waits)="[^"]*"', body[:start])
    return head, tuple(len(word.strip()) for word in words), {*elements, *states}


def covered(page: Page, path: Path, moments: int, seats: int) -> list[str]:
    """Return what a slip lies over, or moves, at so many moments of a recorded game, on so many of its phones.

    A page that is made of what was looked at before is not looked at.
    """
    evening, found = RecordedEvening(path), []
    for number in evening.numbers(moments):
        ids = evening.stand_at(number).ids
        for seat in [ids[(number + at) % len(ids)] for at in range(min(seats, len(ids)))]:
            if _looked_at.has(text := evening.text(seat)):
                continue
            evening.show(page, seat)
            page.evaluate(TOLD)
            lines: list[str] = []
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                lines += [f"{path.stem} {number} {seat}, {width} wide: {line}" for line in page.evaluate(MEASURE)]
            if not lines:
                _looked_at.add(text)
            found += lines
    return found


@pytest.mark.parametrize("path", OF_EACH_KIND, ids=lambda path: path.stem)
def test_a_slip_is_read_whole_lies_over_no_control_and_moves_none(page: Page, path: Path) -> None:
    assert covered(page, path, moments=3, seats=1) == []
    picture(page, f"slip_{path.stem}")


@pytest.mark.torture
@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_no_moment_of_any_recorded_evening_has_a_slip_over_a_control(page: Page, path: Path) -> None:
    assert covered(page, path, moments=10_000, seats=10) == []


@pytest.mark.parametrize("percent", [100, 125, 150, 175, 200])
def test_a_payment_is_told_with_its_reason_however_large_the_letters(browser: Browser, percent: int) -> None:
    evening = RecordedEvening(next(path for path in OF_EACH_KIND if "last_cow" in path.stem), LONGEST)
    number = next(at for at in evening.numbers(8) if evening.game.tables[at][1].seq > 1)
    seat = evening.stand_at(number).ids[0]
    context = browser.new_context(reduced_motion="reduce", has_touch=True)
    context.add_init_script(f"localStorage.setItem('seen {evening.row.code} {seat}', '1')")
    page = context.new_page()
    with doubled(page, PHONE, percent):
        evening.play(page, seat)
        newest = " ".join(page.locator("#news li").first.inner_text().split())
        text = " ".join(page.locator("#receipt-lines").inner_text().split())
        assert ":" in newest
        assert newest in text
        assert page.locator("#receipt").evaluate("slip => slip.scrollHeight <= slip.clientHeight")
    context.close()


LOW = ".said > .receipt { position: fixed !important; inset: auto 0 0 0 !important; height: 60px; }"
LARGE = ".said > .receipt { font-size: 1rem !important; }"


@pytest.mark.parametrize(("style", "expected"), [(LOW, "receipt lies over"), (LARGE, "receipt is cut")])
def test_a_slip_that_is_out_of_place_would_be_noticed(page: Page, style: str, expected: str) -> None:
    evening = RecordedEvening(OF_EACH_KIND[0])
    number = evening.numbers(3)[1]
    page.set_viewport_size(PHONE)
    evening.show(page, evening.stand_at(number).ids[0])
    page.evaluate(TOLD)
    assert page.evaluate(MEASURE) == []
    page.add_style_tag(content=style)
    assert any(expected in line for line in page.evaluate(MEASURE))
