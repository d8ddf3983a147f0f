"""A voter has every card and the button that seals one in sight at once, beside the longest names, in whole words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from companion import LANGUAGES
from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE
from tests.browser.test_under_the_thumb import ALONE
from tests.support.recordings import RECORDED
from tests.support.timing import LONGEST

SIZES = ((320, 568), (360, 640), (PHONE["width"], PHONE["height"]))
BESIDE_EACH_OTHER: tuple[ViewportSize, ...] = ({"width": 667, "height": 375}, {"width": 1024, "height": 768})
"""a phone that lies on its side and a laptop: the cards stand in columns"""
LONG = "Bartholomäus-Quirin"
NAME = re.compile(r'("name": ?")([A-Z][a-z]{2}")')
VOTES = [path for path in RECORDED if path.stem in ("abilene_cows_sold_board", "abilene_six_left_board_cards")]
"""an evening of each edition"""
OUT_OF_SIGHT = """() => {
  const [hat, dock] = [".top", ".dock"].map((part) => document.querySelector(part).getBoundingClientRect());
  const asked = [...document.querySelectorAll(".seal .card, .seal > button[type=submit]")];
  if (asked.length < 3) return ["nothing is asked"];
  return asked
    .filter((part) => part.getBoundingClientRect().top < hat.bottom || part.getBoundingClientRect().bottom > dock.top)
    .map((part) => part.textContent.trim().replace(/\\s+/g, " "));
}"""


def with_long_names(path: Path, folder: Path) -> Path:
    """Return the same evening, played by people whose names are as long as a table allows."""
    played = folder / path.name
    played.write_text(NAME.sub(rf"\1{LONG} \2", path.read_text("utf-8")), "utf-8")
    return played


def a_vote(path: Path) -> tuple[RecordedEvening, str]:
    """Return the evening as it stands before anybody has sealed the first vote, and a voter."""
    evening = RecordedEvening(path, LONGEST)
    for number, (_, table) in enumerate(evening.game.tables):
        if table.ballot and not table.ballot.sealed and not table.ballot.over:
            evening.stand_at(number)
            return evening, table.ballot.voters[0]
    raise AssertionError("nobody votes in this evening")


def out_of_sight(browser: Browser, vote: tuple[RecordedEvening, str], width: int, height: int) -> list[str]:
    """Return what a voter has to scroll to, on a screen of this size."""
    size: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    page = context.new_page()
    evening, voter = vote
    evening.play(page, voter)
    found: list[str] = page.evaluate(OUT_OF_SIGHT)
    context.close()
    return found


@pytest.mark.parametrize("path", VOTES, ids=lambda path: path.stem)
def test_all_cards_and_the_seal_are_in_sight(browser: Browser, path: Path, tmp_path: Path) -> None:
    vote = a_vote(with_long_names(path, tmp_path))
    found = {size: out for size in SIZES if (out := out_of_sight(browser, vote, *size))}
    assert found == {}


@pytest.mark.parametrize("path", VOTES, ids=lambda path: path.stem)
def test_cards_in_columns_break_no_word(browser: Browser, path: Path) -> None:
    """*Dan's* stood letter below letter, where the winnings beside it took all the room."""
    evening, voter = a_vote(path)
    context = browser.new_context(viewport=BESIDE_EACH_OTHER[0], has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    page = context.new_page()
    for evening.language in LANGUAGES:
        evening.play(page, voter)
        for size in BESIDE_EACH_OTHER:
            page.set_viewport_size(size)
            assert checks.broken_words(page) == [], f"{evening.language} at {size['width']}"
    context.close()


def test_a_screen_that_is_too_low_would_be_noticed(browser: Browser, tmp_path: Path) -> None:
    assert out_of_sight(browser, a_vote(with_long_names(VOTES[0], tmp_path)), 320, 420)
