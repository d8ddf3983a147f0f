"""The set-up of *Any game* on a phone of 360 x 740 pixels: every shape fits on two screens, and no word is broken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import LANGUAGES
from companion.games.any_game.shapes import HEADINGS, PRESETS
from companion.i18n import Translator
from tests.browser.house import served
from tests.browser.support import PHONE
from tests.browser.test_pages import NARROW, doubled
from tests.support.any_evening import ANN, AnyEvening
from tests.support.timing import LONGEST

BROKEN = r"""() => {
  const line = (text, at) => {
    const letter = document.createRange();
    letter.setStart(text, at);
    letter.setEnd(text, at + 1);
    return Array.from(letter.getClientRects()).at(-1).top;
  };
  const found = [];
  for (const title of document.querySelectorAll(".presets button span")) {
    for (const { index, 0: word } of title.textContent.matchAll(/[^\s\u00ad-]+/g)) {
      const broken = line(title.firstChild, index) !== line(title.firstChild, index + word.length - 1);
      if (broken || title.scrollWidth > title.parentElement.clientWidth) found.push(word);
    }
  }
  return found;
}"""
"""returns the words of the gallery that are broken without a hyphen, or are wider than their tile"""
IN_SIGHT = "() => document.querySelectorAll('#set-up > :is(input, select)').length"
TOP = "() => document.getElementById('adjust').getBoundingClientRect().top + scrollY"
DEEPEST_PX = 1_500
MAX_IN_SIGHT = 4


@contextmanager
def set_up(browser: Browser, language: str) -> Iterator[tuple[Page, AnyEvening]]:
    """Yield the page of a phone in a lobby of four, with the house rules open."""
    night = AnyEvening(4, started=False)
    with served(night) as at:
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", locale=language)
        page = context.new_page()
        page.goto(at.seat(context, ANN))
        page.locator("body[data-ready]").wait_for()
        page.locator("#house-rules > summary").tap()
        expect(page.locator(".presets button")).to_have_count(len(PRESETS))
        yield page, night
        context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_gallery_is_broken(browser: Browser, language: str) -> None:
    """*Versteigerungen* stood in its tile as *Versteigerun-gen*, without the hyphen."""
    with set_up(browser, language) as (page, _):
        assert page.evaluate(BROKEN) == []
        with doubled(page, NARROW):
            assert page.evaluate(BROKEN) == []


def test_every_shape_is_set_up_on_two_screens_with_four_fields_at_most(browser: Browser) -> None:
    say = Translator(LONGEST).translate
    with set_up(browser, LONGEST) as (page, _):
        for number, preset in enumerate(PRESETS, 1):
            page.locator(f"#preset-{number} button").tap()
            expect(page.locator(".does strong")).to_contain_text(say(preset.title))
            top, fields = page.evaluate(TOP), page.evaluate(IN_SIGHT)
            assert top <= DEEPEST_PX, f"{preset.title}: {top} px"
            assert 0 < fields <= MAX_IN_SIGHT, f"{preset.title}: {fields} fields"
            folded = page.locator("#adjust > details > summary").all_text_contents()
            assert folded == list(dict.fromkeys(say(heading) for heading in HEADINGS.values())), "each heading once"
            assert page.locator("#adjust > :is(label, input, select)").count() == 0, "all stand under a heading"
