"""A control that is pressed twice stays in its place: a die key, a chip of money, a plus and a minus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE, unfold
from tests.support.recordings import OF_EACH_KIND, RECORDED

ALONE = """
window.EventSource = class { readyState = 1; addEventListener() {} close() {} };
const ask = window.fetch;
window.unanswered = 0;
window.fetch = (...what) => {
  window.unanswered += 1;
  return ask(...what).finally(() => { window.unanswered -= 1; });
};
"""
"""No stream: nothing changes but by the thumb. Counts what the page has asked for and not got yet."""
SOON = """
const after = window.setTimeout;
window.setTimeout = (then, wait, ...more) => after(then, wait > 500 && wait < 1000 ? 20 : wait, ...more);
"""
"""Presses that a page gathers for most of a second are sent at once, each for itself."""
SLOW = """() => {
  const [now, ask] = [Date.now, window.fetch];
  let late = 0;
  Date.now = () => now() + late;
  window.fetch = async (...what) => {
    const answer = await ask(...what);
    late += 10_000;
    return answer;
  };
}"""
"""By the clock of the page every answer takes ten seconds."""
STILL = "* { overflow-anchor: none !important; scroll-behavior: auto !important; }"
"""Not every browser holds a page where it was while something above it grows."""
PRESS = """async ([share, shares]) => {
  const TYPED = '[data-add], [data-clear], [data-key], [data-face], [data-back], [data-shift]';
  const KEYS = `${TYPED}, form.choice > button[type=submit]`;
  const sign = (key) => key.matches(TYPED) || /^[+\\u2212-]/.test(key.textContent.trim());
  const keys = () => [...document.querySelectorAll(KEYS)].filter(sign);
  const named = (key) => [key.closest('form, fieldset, dialog, section')?.id, key.closest('form')?.dataset.fixed,
    key.closest('.amount')?.querySelector('input').id, key.closest('[data-cow]')?.dataset.cow, // two may have one name
    key.ariaLabel, key.textContent.trim()].join(' ');
  const find = (name) => keys().find((key) => named(key) === name && key.checkVisibility() && !key.disabled);
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const at = (key) => ['left', 'top'].map((edge) => Math.round(key.getBoundingClientRect()[edge]));
  const answered = async () => {
    for (let quiet = 0; quiet < 3; quiet = window.unanswered ? 0 : quiet + 1) {
      await new Promise((done) => setTimeout(done, 25)); // an answer may lead to the next question
    }
  };
  const settled = async (sends) => {
    if (sends) await answered();
    await frame();
    await frame();
  };
  const found = [];
  let pressed = 0;
  const every = async (what, within) => {
    const names = [...new Set(keys().filter((key) => within.contains(key) && key.checkVisibility()).map(named))];
    for (const name of names.slice(0, 14).filter((_, at) => at % shares === share)) {
      let key = find(name);
      if (!key) continue;
      key.scrollIntoView({ block: 'center' });
      await frame();
      const place = at(key);
      for (let time = 1; time <= (key.type === 'submit' ? 4 : 3); time += 1) {
        key.click();
        pressed += 1;
        await settled(key.type === 'submit');
        const refusal = document.getElementById('refusal');
        if (refusal.open) {
          refusal.close();
          break;
        }
        key = find(name);
        if (!key) break;
        if (at(key).some((edge, side) => Math.abs(edge - place[side]) > 2)) {
          found.push(`${what}: ${name} was at ${place}, after ${time} at ${at(key)}`);
          break;
        }
      }
    }
  };
  for (const tab of ['now', 'money', 'board']) {
    document.querySelector(`.bar [data-tab=${tab}]`).click();
    for (let tries = 0; tries < 4; tries += 1) {
      for (const fold of document.querySelectorAll('#main details')) fold.open = true;
      await answered();
    }
    await every(tab, document.getElementById(`tab-${tab}`));
  }
  const badge = document.querySelector('.payees [data-payee]');
  if (badge?.offsetParent) {
    badge.click();
    await frame();
    await every('payer', document.getElementById('payer'));
  }
  return [pressed, found];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE + SOON)
    yield context.new_page()
    context.close()


def jumps(page: Page, path: Path, moments: int, shares: int = 1, planted: str = "0") -> list[str]:
    """Return what has moved under the thumb, at so many moments of a recorded game, each with one of so many shares
    of the
    keys; ``planted`` is done to the page before.
    """
    evening, found, presses = RecordedEvening(path), [], 0
    for at, number in enumerate(reversed(evening.numbers(moments + 2)[:-2])):
        evening.forget_after(number)
        ids = evening.stand_at(number).ids
        seat = ids[number % len(ids)]
        evening.play(page, seat)
        page.add_style_tag(content=STILL)
        page.evaluate(planted)
        pressed, moved = page.evaluate(PRESS, [at % shares, shares])
        presses += pressed
        found += [f"{number} {seat}, {line}" for line in moved]
    assert presses, f"nothing can be pressed in {path.stem}"
    return found


@pytest.mark.parametrize(
    "path", [path for path in OF_EACH_KIND if not path.stem.endswith(("_short", "_bank"))], ids=lambda path: path.stem
)
def test_a_button_that_is_pressed_twice_stays_where_it_is(page: Page, path: Path) -> None:
    assert jumps(page, path, moments=2, shares=2) == []


def test_a_button_that_moves_when_it_is_pressed_would_be_noticed(page: Page) -> None:
    grows = "document.addEventListener('click', () => document.getElementById('tab-now').prepend('!', new Image(9, 9)))"
    path = next(path for path in OF_EACH_KIND if path.stem == "any_game_rounds_over")
    assert jumps(page, path, moments=1, planted=grows) != []


def at(page: Page, name: str, number: int, seat: str) -> None:
    """Show the page of this seat as it stood after this event of the newest recorded game of this name."""
    evening = RecordedEvening(next(path for path in RECORDED if path.stem == name))
    evening.forget_after(number)
    evening.play(page, seat)


def middle(key: Locator) -> tuple[float, float]:
    """Return where a thumb lies on it, once it is in sight."""
    key.evaluate("key => key.scrollIntoView({ block: 'center' })")
    box = key.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_cow_is_moved_on_in_its_herd_without_looking(page: Page) -> None:
    """Its button goes along with it: what is pressed twice where it was does not move its neighbour back."""
    at(page, "unexploded_cow_agreed_own_deck", 55, "s4")
    page.locator("#fold-arrange > summary").click()
    cows = page.locator("#arrange-herd [data-cow]")
    first = cows.first.get_attribute("data-cow")
    thumb = middle(cows.first.locator("[data-shift='1']"))
    for place in (1, 2):
        page.touchscreen.tap(*thumb)
        assert cows.nth(place).get_attribute("data-cow") == first


def test_a_town_is_counted_on_while_something_is_asked(page: Page) -> None:
    """The question after the fourth wood of three is in the headline, and leaves the + under the thumb."""
    at(page, "western_town_counted_guided_two", 54, "s1")
    page.locator("#folded").evaluate("fold => fold.open = true")
    wood, asked = page.locator("#town .r-wood"), page.locator(".top h1").text_content()
    thumb = middle(wood.locator("button").last)
    for count in (3, 4, 5):
        page.touchscreen.tap(*thumb)
        expect(wood.locator(".count")).to_have_text(f"{count}/3")
    expect(page.locator(".top h1")).not_to_have_text(str(asked))


def test_a_town_is_counted_on_however_late_the_answers_come(page: Page) -> None:
    """With less than two gold Dan cannot build any more: the open cards come back above his town, and the − stays."""
    at(page, "western_town_counted_guided_duels", 255, "s4")
    unfold(page.locator("#build-telegraph-office"))
    cards = page.locator("#tab-now .ballot")
    expect(cards).to_be_hidden()
    gold = page.locator("#town .r-gold")
    gold.locator("button").first.wait_for()
    page.add_style_tag(content=STILL)
    page.evaluate(SLOW)
    less, main = gold.locator("button").first, page.locator("#main")
    thumb = middle(less)
    for _ in range(3):
        before = main.get_attribute("data-seq") or ""
        page.touchscreen.tap(*thumb)
        expect(main).not_to_have_attribute("data-seq", before)
        box = less.bounding_box()
        assert box
        assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx(thumb, abs=2)
    expect(cards).to_be_visible()


@pytest.mark.torture
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_no_button_of_any_recorded_evening_moves_under_the_thumb(page: Page, path: Path) -> None:
    assert jumps(page, path, moments=12) == []
