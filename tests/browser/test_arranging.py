"""Setting up the figures by hand, on a phone of 360 pixels, with a mouse, with the keyboard, and the others agree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from companion.core.table.commands import SetLevel
from companion.core.table.table import Level
from companion.games.abilene.common.messages import ArrangeBoard
from tests.browser import checks
from tests.browser.house import House, house
from tests.browser.support import PHONE, SCREEN, learner, picture
from tests.support.table import ANN, BOB, CID, DAN
from tests.support.timing import in_each_language

MIDDLE = """(place) => {
  const box = document.querySelector(`#board [data-cell="${place}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
SHOWN = """() => [document.getElementById("board-hint").textContent,
  document.getElementById("board").getAttribute("viewBox")]"""
"""the hint about the hand, and the zoom of the board: a tap changes one of them"""


@pytest.fixture
def at() -> Iterator[House]:
    """Yield a game at its first turn."""
    with house(start=True) as found:
        yield found


def opened(at: House, context: BrowserContext, seat: str = ANN) -> Page:
    page = context.new_page()
    page.goto(f"{at.seat(context, seat)}/arrange")
    ready(page)
    return page


def ready(page: Page) -> None:
    """Wait until the page's script listens to taps: it has counted the figures."""
    expect(page.locator("#spares")).to_be_attached()
    expect(page.locator("#count li").first).to_be_visible()


def tap(page: Page, place: str) -> None:
    """Tap this place like a finger: what is too small comes closer first. Return when the page has answered.

    A board that still moves would be missed by a cell: it moves once more when the letters of an answer come.
    """
    page.locator("#board").scroll_into_view_if_needed()
    for _ in range(2):
        page.evaluate("document.fonts.ready.then(() => null)")
        page.locator(f"#board [data-cell='{place}']").first.element_handle().wait_for_element_state("stable")
        before = page.evaluate(SHOWN)
        x, y = page.evaluate(MIDDLE, place)
        page.touchscreen.tap(x, y)
        page.wait_for_function(f"before => JSON.stringify(({SHOWN})()) !== JSON.stringify(before)", arg=before)
        if page.evaluate(SHOWN)[0] != before[0]:
            return


def test_on_a_laptop_all_begins_below_the_title(at: House, browser: Browser) -> None:
    """The title stood in the middle over a board and a lesson that began at the very left."""
    context = learner(browser, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = opened(at, context)
    assert left(page.locator(".top h1")) == pytest.approx(left(page.locator("#done")), abs=2)
    page.goto(at.seat(context, ANN))
    page.locator("body[data-ready]").wait_for()
    lesson = page.locator(".lesson:visible").first
    expect(lesson).to_be_visible()
    assert left(lesson) == pytest.approx(left(page.locator(".top .badge").first), abs=2)
    context.close()


def left(seen: Locator) -> float:
    """Return where it begins."""
    return float(seen.evaluate("it => it.getBoundingClientRect().x"))


def test_up_to_the_board_in_mid_game_from_phones_alone(at: House, browser: Browser, phone: BrowserContext) -> None:
    """The whole way: the level goes up, somebody says where the figures stand, the others look and agree."""
    at.night.together(ANN, SetLevel(Level.BANK))
    ann = phone.new_page()
    ann.goto(at.seat(phone, ANN))
    ann.locator("body[data-ready]").wait_for()
    ann.locator("#more > summary").click()
    ann.get_by_role("button", name="Whole board (").click()
    for seat in (BOB, CID, DAN):
        expect(ann.locator(".motion")).to_be_visible()
        at.night.agree(seat)
    ann.get_by_role("button", name="Say where the figures are").click()
    ready(ann)
    tap(ann, "A5-1")
    expect(ann.locator("#board-hint")).to_contain_text("Cows")
    tap(ann, "A4-0")
    ann.locator("#done").click()
    expect(ann.locator(".motion")).to_contain_text("The figures are as arranged")

    bob = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = bob.new_page()
    page.goto(at.seat(bob, BOB))
    picture_of_it = page.locator(".motion .sight")
    expect(picture_of_it).to_be_visible()
    agree, foot = page.locator(".motion").get_by_role("button", name="Agree").bounding_box(), page.locator(".payees")
    assert agree is not None
    picture(page, "question-of-figures")
    assert agree["y"] + agree["height"] <= foot.bounding_box()["y"], "in sight"  # type: ignore[index]
    page.get_by_role("button", name="Look at it on the board").click()
    expect(page.locator("#overlay [data-place='A4-0']")).to_be_attached()
    expect(page.locator("#overlay [data-place='A5-1']")).to_have_count(0)
    page.get_by_role("button", name="Agree").click()
    expect(page.get_by_role("button", name="Agree")).to_have_count(0)
    for seat in (CID, DAN):
        at.night.agree(seat)
    expect(page).to_have_url(at.seat(bob, BOB))
    assert "A4-0" in at.night.board.cows
    assert "A5-1" not in at.night.board.cows
    expect(ann.locator("h1")).to_contain_text("Roll all five dice")
    bob.close()


@in_each_language
def test_a_small_phone_answers_without_a_swipe(at: House, phone: BrowserContext, language: str) -> None:
    """*Agree* was below the drawing of the whole board."""
    at.night.act(ANN, ArrangeBoard(("A4-0", *at.night.board.cows[1:]), dict(at.night.board.cowboys), {}, {}))
    phone.add_cookies([{"name": "lang", "value": language, "url": at.address}])
    page = phone.new_page()
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(at.seat(phone, BOB))
    expect(page.locator(".motion .sight")).to_be_visible()
    page.locator("body[data-ready]").wait_for()
    agree, foot = (page.locator(each).bounding_box() for each in (".motion [data-kind=agree] button", ".payees"))
    assert agree is not None
    assert foot is not None
    assert agree["y"] + agree["height"] <= foot["y"]
    drawn = page.locator(".motion .sight").bounding_box()
    assert drawn is not None
    assert drawn["height"] >= 120


def test_a_cowboy_goes_to_jail_and_to_town_and_comes_back_from_beside_the_board(
    at: House, phone: BrowserContext
) -> None:
    page = opened(at, phone)
    tap(page, "A3-1")
    page.locator("#places button", has_text="Jail").click()
    expect(page.locator("#overlay [data-place=jail]")).to_have_count(1)
    tap(page, "A4-1")
    page.get_by_role("button", name="Off the board").click()
    expect(page.locator("#count .odd")).to_contain_text("4 of 5 placed, 1 still missing")
    page.locator("#spares button").click()
    page.locator("#places button", has_text="Town").click()
    expect(page.locator("#count .odd")).to_have_count(0)
    page.locator("#back").click()
    expect(page.locator("#count .odd")).to_have_count(1)
    page.locator("#spares button").click()
    page.locator("#places button", has_text="Town").click()
    page.locator("#done").click()
    expect(page.locator(".motion")).to_be_visible()
    at.night.agree()
    assert at.night.board.jail == {ANN: 1}
    assert at.night.board.town == {ANN: 1}
    assert len(at.night.board.cowboys) == 18


def test_figures_of_all_players_in_jail_lie_in_it(at: House, phone: BrowserContext) -> None:
    """See each of them, none beyond the area or the rim of the picture."""
    page = opened(at, phone)
    page.locator("#put-list > summary").click()
    figures = page.locator("#put-figure option").all()
    choices = {option.get_attribute("value"): option.inner_text() for option in figures}
    cowboys = {words.partition(" on ")[0]: value for value, words in choices.items() if "owboy" in words}
    assert len(cowboys) >= 4
    for value in cowboys.values():
        page.locator("#put-figure").select_option(value=value)
        page.locator("#put-to").select_option(label="Jail")
        page.locator("#put button").click()
    there = page.locator("#overlay [data-place='jail']")
    expect(there).to_have_count(len(cowboys))
    jail = page.locator("#board .area.jail rect").bounding_box()
    assert jail
    for each in there.all():
        box = each.bounding_box()
        assert box
        assert jail["x"] <= box["x"] + box["width"] / 2 <= jail["x"] + jail["width"]
        assert jail["y"] <= box["y"] + box["height"] / 2 <= jail["y"] + jail["height"]


def test_a_player_who_leaves_a_figure_out_reads_which_and_may_ask_the_others(at: House, phone: BrowserContext) -> None:
    """*The figures stand like this* was taken with one figure missing, and nobody was told."""
    page = opened(at, phone)
    tap(page, "A5-1")
    page.get_by_role("button", name="Off the board").click()
    page.locator("#done").click()
    expect(page.locator("#refusal-text")).to_contain_text("Still missing: cattle: 1")
    picture(page, "arrange-missing")
    page.locator("#refusal-close").click()
    assert not at.night.table.motions
    page.locator("#done").click()
    page.locator("#refusal-ask").click()
    expect(page.locator("#toast")).to_have_text("The others have been asked.")
    at.night.agree()
    assert "A5-1" not in at.night.board.cows


def test_a_cow_does_not_stand_in_jail(at: House, phone: BrowserContext) -> None:
    page = opened(at, phone)
    tap(page, "A5-1")
    expect(page.locator("#places button")).to_have_text(["Off the board"])


def test_with_the_keyboard_alone(at: House, browser: Browser) -> None:
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    page = opened(at, context)
    page.locator("#put-list summary").focus()
    page.keyboard.press("Enter")
    page.locator("#put-figure").select_option('["cow","A5-1"]')
    page.locator("#put-to").select_option('"A2-0"')
    page.locator("#put button").focus()
    page.keyboard.press("Enter")
    page.locator("#overlay [data-place='A3-1']").focus()
    page.keyboard.press("Enter")
    page.locator("#places button").first.focus()
    page.keyboard.press("Enter")
    page.locator("#done").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".motion")).to_be_visible()
    at.night.agree()
    assert "A2-0" in at.night.board.cows
    assert at.night.board.town == {ANN: 1}
    context.close()


def test_a_player_who_arranges_while_the_table_moves_on_keeps_his_work_and_is_told(
    at: House, phone: BrowserContext
) -> None:
    page = opened(at, phone)
    tap(page, "A5-1")
    tap(page, "A4-0")
    at.night.arrange(jail={BOB: 1}, cowboys={BOB: at.night.board.cowboys_of(BOB)[1:]})
    expect(page.locator("#changed")).to_be_visible()
    expect(page.locator("#overlay [data-place='A4-0']")).to_be_attached()
    page.locator("#again").click()
    expect(page.locator("#changed")).to_be_hidden()
    expect(page.locator("#overlay [data-place='A5-1']")).to_be_attached()
    expect(page.locator("#overlay [data-place=jail]")).to_be_attached()


@in_each_language
def test_the_page_fits_can_be_tapped_and_read(
    at: House, phone: BrowserContext, browser: Browser, language: str
) -> None:
    wide = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    found = []
    for context, name in ((phone, "phone"), (wide, "screen")):
        context.add_cookies([{"name": "lang", "value": language, "url": at.address}])
        page = opened(at, context)
        page.locator("#overlay [data-place='A3-1']").press("Enter")
        page.locator("#places button").last.click()
        page.locator("#spares button").click()
        page.emulate_media(color_scheme="light")
        picture(page, f"arrange-{name}-{language}")
        found += [f"{name}: {line}" for line in checks.barriers(page)]
        found += [f"{name}, dark: {line}" for line in checks.pale_in_the_dark(page)]
        checks.open_all(page)
        found += [f"{name}: {line}" for line in checks.misfits(page) + checks.small_targets(page)]
    wide.close()
    assert found == []


@pytest.mark.parametrize("language", ["nl", "de", "fr"])
def test_the_name_of_an_area_stays_within_it(at: House, browser: Browser, language: str) -> None:
    context = browser.new_context(viewport=PHONE, locale=language)
    page = opened(at, context)
    widths = page.locator("g.area").evaluate_all(
        "(all) => all.map((area) => ['text', 'rect'].map((part) => area.querySelector(part).getBBox().width))"
    )
    assert widths
    assert [each for each in widths if each[0] > each[1]] == []
    context.close()
