"""A player who is asked sees the question and its controls without scrolling, with one solid button at most."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.testing.recorder import recorded
from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE
from tests.browser.test_under_the_thumb import ALONE
from tests.games.abilene.recordings import RECIPES, PrairieRecording
from tests.support.recordings import RECORDED
from tests.support.timing import LONGEST, every_third

GAMES = ("unexploded_cow", "any_game", "abilene_cows_sold", "abilene_six_left", "abilene_last_solvent")
ASKING = """() => {
  document.getElementById("ended")?.click();
  const foot = document.querySelector(".payees:not(:empty)") ?? document.querySelector(".bar");
  const end = foot.getBoundingClientRect().top;
  const shown = (each) => each.checkVisibility() && each.getClientRects().length;
  const buttons = (of) => Array.from(document.querySelectorAll(`.tab :is(${of})`)).filter(shown);
  const solid = buttons("button.primary, details.solid:not([open])");
  const first = solid[0] ?? buttons("form.choice:not([data-kind=undo]) button[type=submit]")[0];
  return [solid.length, first ? Math.round(first.getBoundingClientRect().bottom - end) : 0];
}"""
"""The number of solid buttons, and how far the first question reaches below the part in sight, once the last result
has been tapped away, which stands above it for six seconds."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def out_of_sight(page: Page, path: Path, moments: int, language: str = "en") -> list[str]:
    """Return what stood out of sight, or beside another solid button, at so many moments of a recorded game."""
    evening, found = RecordedEvening(path, language), []
    for number in evening.numbers(moments + 1)[:-1]:
        table = evening.stand_at(number)
        active = evening.acting(table)
        for seat in active:
            evening.play(page, seat)
            solid, below = page.evaluate(ASKING)
            if solid > 1 or below > 0:
                found.append(f"{path.stem} {number} {seat}: {solid} solid, {below} px below")
    return found


OF_THESE = [path for path in RECORDED if path.stem.startswith(GAMES)]


@pytest.mark.parametrize("path", every_third(OF_THESE), ids=lambda path: path.stem)
def test_what_is_asked_first_is_in_sight(page: Page, path: Path) -> None:
    assert out_of_sight(page, path, moments=5) == []


@pytest.mark.parametrize(("seed", "language"), [(116, "en"), (118, LONGEST), (129, "fr")])
def test_what_is_asked_first_is_in_sight_in_games_that_nobody_has_recorded(
    page: Page, tmp_path: Path, seed: int, language: str
) -> None:
    """A seller who waits while the vote is held again, one who turns the cow over, and whatever else comes."""
    recipe = next(each for each in RECIPES if each.name == "abilene_cows_sold_board")
    name, lines = recorded(replace(recipe, seed=seed), PrairieRecording)
    path = tmp_path / f"{name}.jsonl"
    path.write_text(lines, encoding="utf-8")
    assert out_of_sight(page, path, moments=4) == []
    assert out_of_sight(page, path, moments=4, language=language) == []


QUESTION = re.compile(r'<article class="(?:motion|loan)\b.*?</article>', re.DOTALL)
SOLID = re.compile(r'<(?:button|details)[^>]* class="(?:primary|[^"]*\bsolid)"[^>]*>')


@pytest.mark.parametrize("path", every_third(RECORDED), ids=lambda path: path.stem)
def test_what_another_asks_has_the_only_solid_button(path: Path) -> None:
    """Below a question to this seat its own vote, cards and forms wait: their buttons are outlined."""
    evening, found = RecordedEvening(path), []
    asking = [number for number, (_, table) in enumerate(evening.game.tables) if table.motions]
    for number in asking[:: max(1, len(asking) // 8)]:
        for motion in evening.stand_at(number).motions:
            for seat in set(motion.asked) - set(motion.agreed):
                tabs = evening.text(seat).partition('<div class="dock">')[0]
                assert len(QUESTION.findall(tabs)) > 0
                found += [(number, seat, line) for line in SOLID.findall(QUESTION.sub("", tabs))]
    assert found == []


def test_what_is_pushed_out_of_sight_would_be_noticed(page: Page) -> None:
    RecordedEvening(OF_THESE[0])
    page.set_content(
        "<section class='tab'><p style='height: 900px'></p><button class='primary'>Go</button></section>"
        "<nav class='bar' style='position: fixed; bottom: 0'>.</nav>"
    )
    assert page.evaluate(ASKING)[1] > 0
