"""Somebody alone who knows only the page: from the first page to the result, by what is marked, and told everything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import registry
from tests.browser.newcomer import Newcomer
from tests.browser.support import PHONE, Box, learner, picture, serving

MAX_TAPS = 120
TILES = {
    "abilene": "Abilene",
    "unexploded_cow": "Unexploded Cow",
    "western_town": "Western Town",
    "any_game": "Any game",
}
GAMES = (
    pytest.param("abilene", "1993", marks=pytest.mark.torture),
    pytest.param("abilene", "1983", marks=pytest.mark.torture),
    ("unexploded_cow", "2011"),
    pytest.param("western_town", "2012", marks=pytest.mark.torture),
    pytest.param("any_game", "any", marks=pytest.mark.torture),
)
BARE = """setInterval(() => {
  const lines = [...document.querySelectorAll('#receipt:not([hidden]) #receipt-lines p')];
  const sums = lines.map((each) => each.innerText.trim());
  if (sums.some((each) => /^[+−-]\\s*[€$]?[\\d,.]+$/.test(each))) localStorage.bare = JSON.stringify(sums);
}, 100)"""
"""keeps the latest slip with a sum that nothing stands beside"""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with serving(tmp_path / "guided.sqlite", "--pace", "0.1") as box:
        yield box


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_newcomer_gets_to_the_result_by_what_is_marked(browser: Browser, box: Box, game: str, edition: str) -> None:
    context = learner(browser, viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.add_init_script(BARE)
    page = context.new_page()
    page.goto(box.address)
    page.locator("#alone summary").tap()
    page.locator("#alone a", has_text=TILES[game]).tap()
    page.locator(".open-form").wait_for()
    chosen = page.locator("label.option").filter(has=page.locator(f"input[name=edition][value='{edition}']"))
    if chosen.count():
        chosen.tap()
    page.locator("input[name=name]").fill("Mia")
    page.get_by_role("button", name="Try it alone").tap()
    page.wait_for_url("**/s/*")
    newcomer = Newcomer(page, taps=4)
    newcomer.until(lambda: page.locator("#main[data-phase=over]").count() > 0)
    newcomer.tap()  # the last lesson stays until it is tapped
    assert newcomer.taps <= MAX_TAPS, newcomer.tapped
    expect(page.locator(".ranking").first).to_be_visible()
    picture(page, f"guided-{game}-{edition}", full_page=True)
    kept = page.evaluate("name => localStorage[name]", f"companion lessons {game} {edition}")
    had = set(json.loads(kept)["had"])
    assert json.loads(page.evaluate("localStorage.bare ?? '[]'")) == [], "sums on a slip without a word"
    assert had == {lesson.id for lesson in registry()[game][edition].lessons}
    context.close()
