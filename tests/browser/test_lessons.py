"""A lesson stands beside what it is about, once on a phone, until it is tapped; *?* shows it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import checks
from tests.browser.evenings import RecordedEvening
from tests.browser.support import PHONE, learner
from tests.browser.test_under_the_thumb import ALONE
from tests.lessons.moments import Moment, moments, recorded
from tests.support.recordings import RECORDED

BOARD = next(path for path in RECORDED if path.stem == "abilene_cows_sold_board")
COWS = next(path for path in RECORDED if path.stem == "unexploded_cow_pot_empty")
TOWNS = next(path for path in RECORDED if path.stem == "western_town_counted_guided")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = learner(browser, viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.add_init_script(ALONE)
    yield context.new_page()
    context.close()


def at_moment(path: Path, name: str) -> tuple[RecordedEvening, str]:
    """Return the evening as it stood when a lesson mattered first, and the seat on whose phone it is shown."""
    evening, moment = RecordedEvening(path), first(path, name)
    evening.stand_at(moment.number)
    seats = [seat for seat in moment.seats if seat]
    table = evening.game.tables[moment.number][1]
    active = evening.acting(table)
    return evening, next((seat for seat in active if seat in seats), seats[0])


def first(path: Path, name: str) -> Moment:
    return moments(recorded(path))[name]


def knows_all_but(page: Page, evening: RecordedEvening, name: str) -> None:
    """Make the phone know every lesson of the game but this one."""
    game = evening.game.referee.game
    had = {each.id: {"words": each.id, "at": "headline"} for each in game.lessons if each.id != name}
    page.evaluate(
        "([game, had]) => localStorage.setItem(`companion lessons ${game}`, JSON.stringify({ answered: true, had }))",
        [f"{game.name} {game.edition.id}", had],
    )


def shows(page: Page, path: Path, name: str) -> None:
    """Open the phone at the first moment of a lesson, which is the only one that is new on it."""
    evening, seat = at_moment(path, name)
    evening.play(page, seat)
    knows_all_but(page, evening, name)
    evening.play(page, seat)
    words = first(path, name).lesson.text.message.partition("%(")[0]
    expect(page.locator("#lesson .words")).to_contain_text(words)


HIDDEN_FIGURES = """() => {
  const above = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('#tab-board .on-board');
  };
  return [...document.querySelectorAll('#overlay .movable')].filter((each) => !above(each)).length;
}"""
"""how many figures that may be moved have their middle outside of the screen or under something"""
BESIDE = [
    (BOARD, "herd", "#folded"),
    (BOARD, "vote", "form.seal .cards"),
    (BOARD, "voted", ".nets"),
    (BOARD, "cattle", "#board-hint"),
    (BOARD, "zero", "#board-hint"),
    (BOARD, "end", ".ranking"),
    (COWS, "cards", "#fold-play-card"),
    (COWS, "count", "#herds"),
    (TOWNS, "building", "#build"),
]


@pytest.mark.parametrize(("path", "name", "thing"), BESIDE, ids=lambda value: getattr(value, "stem", value))
def test_a_lesson_stands_after_its_thing_and_covers_nothing(page: Page, path: Path, name: str, thing: str) -> None:
    shows(page, path, name)
    beside = page.locator("#lesson").evaluate("(box, thing) => box.previousElementSibling.matches(thing)", thing)
    assert beside, page.locator("#lesson").evaluate("(box) => box.previousElementSibling.outerHTML.slice(0, 200)")
    ringed = {"cattle": "#tab-board .on-board svg", "zero": "#board-dice"}.get(name, thing)
    assert page.locator(ringed).first.evaluate("(thing) => thing.classList.contains('ringed')")
    assert checks.covered(page) == []
    assert checks.too_wide(page) == []


@pytest.mark.parametrize("name", ["cattle", "zero", "cowboys"])
def test_a_lesson_on_the_board_pushes_no_figure_below_the_dock(page: Page, name: str) -> None:
    """The figures that the lesson spoke of used to be behind the buttons."""
    shows(page, BOARD, name)
    expect(page.locator(".board-tools > #lesson")).to_be_in_viewport(ratio=1)
    assert page.locator("#overlay .movable").count()
    assert page.evaluate(HIDDEN_FIGURES) == 0


def test_a_tap_closes_a_lesson_and_it_does_not_come_again(page: Page) -> None:
    evening, seat = at_moment(BOARD, "goal")
    evening.play(page, seat)
    lesson = page.locator("#lesson")
    expect(lesson).to_contain_text("Drive your cows to town")
    lesson.tap()
    expect(lesson).to_contain_text("Your herd")
    evening.play(page, seat)
    expect(lesson).to_contain_text("Your herd")


def test_what_was_told_can_be_read_again(page: Page) -> None:
    evening, seat = at_moment(BOARD, "goal")
    evening.play(page, seat)
    page.locator("#lesson").tap()
    page.locator("#lesson").tap()
    page.locator("#open-learnt").tap()
    lines = page.locator("#learnt li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Drive your cows to town")
    lines.last.get_by_role("button", name="Show me where").tap()
    expect(page.locator("#learnt")).to_be_hidden()
    expect(page.locator("#folded.ringed")).to_be_visible()


def test_the_switch_ends_the_explaining(page: Page) -> None:
    evening, seat = at_moment(BOARD, "goal")
    evening.play(page, seat)
    expect(page.locator("#lesson")).to_be_visible()
    page.locator("#open-learnt").tap()
    page.locator("#explains").uncheck()
    page.locator("#close-learnt").tap()
    expect(page.locator("#lesson")).to_have_count(0)
    evening.play(page, seat)
    expect(page.locator("#lesson")).to_have_count(0)


def test_a_player_who_knows_the_game_says_so_when_sitting_down(page: Page) -> None:
    evening = RecordedEvening(BOARD)
    lobby = next(at for at, (record, _) in enumerate(evening.game.tables) if type(record.event).__name__ == "SeatTaken")
    evening.stand_at(lobby)
    evening.play(page, "s1")
    expect(page.locator("#knows")).to_be_visible()
    page.locator("#knows").get_by_role("button", name="Yes").tap()
    expect(page.locator("#knows")).to_be_hidden()
    started, seat = at_moment(BOARD, "goal")
    started.play(page, seat)
    expect(page.locator("#open-learnt")).to_be_visible()
    expect(page.locator("#lesson")).to_have_count(0)


def test_an_answer_closes_what_explained_the_question(page: Page) -> None:
    """And nothing of it comes again: the thing has been done."""
    evening, seat = at_moment(BOARD, "dice")
    evening.forget_after(first(BOARD, "dice").number)
    evening.play(page, seat)
    knows_all_but(page, evening, "dice")
    evening.play(page, seat)
    expect(page.locator("#lesson")).to_contain_text("Light dice")
    page.get_by_role("button", name="Let the box roll").tap()
    expect(page.locator("#lesson")).to_have_count(0)
