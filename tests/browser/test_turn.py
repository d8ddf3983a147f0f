"""A turn on one phone: dice on a pad, moves on the board without changing tabs, a question where the page begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.core.money.bank_messages import Pay
from companion.games.abilene.common.messages import EndStep, MoveCow, Step
from companion.games.abilene.common.pieces import Mark
from companion.games.abilene.edition_1993.messages import RollDice
from tests.browser.house import House, house, moments
from tests.browser.support import PHONE, UNWATCHED, is_of_an_action, patched, picture
from tests.support.phones import unbroken
from tests.support.prairie_1993 import BOARD
from tests.support.table import ANN, BOB, CID, DAN


@pytest.fixture
def at() -> Iterator[House]:
    """Yield a house in which Ann begins."""
    with house(start=True) as found:
        yield found


def opened(at: House, context: BrowserContext, seat: str = ANN) -> Page:
    page = context.new_page()
    page.goto(at.seat(context, seat))
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


def faces(page: Page) -> list[str]:
    return [die.input_value() for die in page.locator(".pad select").all()]


def test_five_dice_are_typed_with_five_taps_without_scrolling(at: House, phone: BrowserContext) -> None:
    """It used to take rows of radio buttons, three screens long. The last face sends them, and *Undo* takes it back."""
    ann = opened(at, phone)
    pad = ann.locator(".pad")
    key = {face: pad.get_by_role("button", name=str(face), exact=True) for face in range(6)}
    for face in (4, 0):
        key[face].tap()
    expect(key[0]).to_be_disabled()
    expect(key[5]).to_be_disabled()
    for face in (1, 3):
        key[face].tap()
    assert faces(ann) == ["4", "0", "1", "3", ""]
    pad.get_by_role("button", name="Clear").tap()
    assert faces(ann) == ["4", "0", "1", "", ""]
    key[2].tap()
    expect(ann.get_by_role("button", name="These are my dice")).to_be_hidden()
    box = key[4].bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < ann.locator(".bar").bounding_box()["y"], "in sight"  # type: ignore[index]
    assert ann.evaluate("scrollY") == 0
    key[4].tap()
    expect(ann.locator(".pad")).to_have_count(0)
    assert (at.night.state.turn.cow_dice, at.night.state.turn.cowboy_dice) == ((4, 0), (1, 2, 4))
    ann.locator(".bar a[data-tab=now]").tap()
    ann.locator("#tab-now form[data-kind=undo] button").tap()
    expect(ann.locator(".pad")).to_be_visible()
    assert at.night.turn == (ANN, Step.DICE)


def test_a_phone_that_waits_on_its_side_has_the_board_in_sight(at: House, browser: Browser) -> None:
    """It used to have nothing but a line of words."""
    context = browser.new_context(viewport={"width": 740, "height": 360}, has_touch=True)
    bob = opened(at, context, BOB)
    board, bar = bob.locator("#tab-board .board"), bob.locator(".bar").bounding_box()
    expect(board).to_be_visible()
    box = board.bounding_box()
    assert box is not None
    assert bar is not None
    assert box["height"] > 200
    assert box["y"] + box["height"] <= bar["y"], "all of it"
    context.close()


def fetched_from_now(page: Page) -> list[str]:
    """Return a list that grows by each address that the page fetches from now on, late scripts left out."""
    fetched: list[str] = []
    page.on("request", lambda request: None if "/static/" in request.url else fetched.append(request.url))
    return fetched


def test_a_phone_that_waits_is_pushed_a_move_and_asks_for_nothing(at: House, phone: BrowserContext) -> None:
    """Each move used to make all phones fetch."""
    bob = opened(at, phone, BOB)
    cow = bob.locator("#tab-board [data-at='A7-0']")
    at.night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    expect(bob.locator("#tab-now .dice")).to_be_visible()
    asked = fetched_from_now(bob)
    at.night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    expect(cow).to_have_count(1)
    expect(bob.locator("#main")).to_have_attribute("data-seq", str(at.night.table.seq))
    assert asked == []
    bob.reload()
    expect(cow).to_have_count(1)


def test_a_player_who_has_moved_sees_under_now_what_the_others_do(at: House, phone: BrowserContext) -> None:
    """The phone stayed on the board, where nobody is told whose turn it is for what."""
    at.night.act(ANN, RollDice((0, 0), (1, 1, 1)), EndStep(Step.CATTLE))
    ann = opened(at, phone)
    expect(ann.locator("#tab-board .board-tools")).to_be_visible()
    at.night.act(ANN, EndStep(Step.COWBOYS))
    expect(ann.locator("body")).to_have_attribute("data-tab", "now")
    ann.locator(".bar a[data-tab=board]").tap()
    at.night.act(BOB, RollDice((0, 0), (1, 1, 1)))
    expect(ann.locator("#main")).to_have_attribute("data-seq", str(at.night.table.seq))
    expect(ann.locator("body")).to_have_attribute("data-tab", "board")


def test_no_word_on_the_board_lies_on_another(at: House, phone: BrowserContext) -> None:
    """Two cows side by side, and a long word at each."""
    starts = BOARD.select("B", Mark.COW_START)
    near = {cow: {node for _, node in BOARD.neighbours[cow]} - {"town", *starts} for cow in starts}
    place = next(iter(near[starts[0]] & near[starts[1]]))
    at.night.arrange(cowboys={ANN: (place, "A7-0")})
    at.night.act(ANN, RollDice((0, 0), (1, 1, 1)), EndStep(Step.CATTLE))
    phone.add_cookies([{"name": "lang", "value": "de", "url": at.address}])
    ann = opened(at, phone)
    ann.locator(f"#overlay [aria-label$='{place}']").tap()
    assert ann.locator("#overlay .target.take").count() > 1
    order = ann.locator("#overlay > *").evaluate_all("all => all.map((each) => each.matches('.word'))")
    assert order == sorted(order), "and no mark on a word"
    words = ann.locator("#overlay .take text").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    )
    assert words
    for one, other in combinations(words, 2):
        beside = one["right"] <= other["left"] or other["right"] <= one["left"]
        assert beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_the_slip_leaves_no_amount_out(at: House, phone: BrowserContext) -> None:
    """Of three payments it told two, and the balance did not fit to them."""
    patched(phone, "receipt.js", ("const STAYS = 8_000;", "const STAYS = 8_000_000;"))
    ann = opened(at, phone)
    ann.goto("about:blank")
    at.night.act(BOB, Pay(ANN, 100), Pay(ANN, 200))
    at.night.act(ANN, Pay(BOB, 700))
    ann = opened(at, phone)
    for amount in ("+ $100", "+ $200", "− $700"):
        expect(ann.locator("#receipt")).to_contain_text(amount)


def test_no_amount_of_the_slip_is_cut_off_by_long_words(at: House, phone: BrowserContext) -> None:
    """Without room for words the slip shows the amount alone; the words are under Money."""
    patched(phone, "receipt.js", ("const STAYS = 8_000;", "const STAYS = 8_000_000;"))
    ann = opened(at, phone)
    ann.goto("about:blank")
    for amount in (200, 300, 400, 500):
        at.night.act(BOB, Pay(ANN, amount, "for the horse that carried you through the river, " * 3))
    ann = opened(at, phone)
    slip = ann.locator("#receipt")
    for amount in (200, 300, 400, 500):
        expect(slip).to_contain_text(f"+ ${amount}")
    assert slip.evaluate("slip => slip.scrollHeight <= slip.clientHeight")
    picture(ann, "slip-of-long-words")


def test_now_is_as_new_as_the_board_once_it_is_opened(at: House, phone: BrowserContext) -> None:
    """While Ann looks at the board, what stands behind it is left as it was."""
    at.night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    with phone.expect_event(
        "response", lambda answer: "/part?" in answer.url
    ):  # a page that listens is pushed a change
        ann = opened(at, phone)
    expect(ann.locator("#tab-board")).to_be_visible()
    with ann.expect_response(is_of_an_action):
        ann.locator("#overlay [aria-label='Figure on A6-0']").tap()
        ann.locator("#overlay [aria-label^='To A7-0']").first.tap()
    expect(ann.locator("#main")).to_have_attribute("data-seq", str(at.night.table.seq))
    undo = ann.locator("#tab-now form[data-kind=undo] button")
    expect(undo).not_to_contain_text(unbroken("A7-0"))
    ann.locator(".bar a[data-tab=now]").tap()
    expect(undo).to_contain_text(unbroken("A7-0"))
    with ann.expect_response(is_of_an_action):
        undo.tap()
    assert "A6-0" in at.night.table.play.position.cows


def test_another_figure_is_chosen_by_tapping_it(at: House, phone: BrowserContext) -> None:
    """The one that was tapped first had to be put down before. It is, too, by what takes the last step back."""
    at.night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    ann = opened(at, phone)
    first, other = (ann.locator(f"#overlay [aria-label='Figure on {cell}']") for cell in ("A6-0", "A5-1"))
    first.tap()
    expect(ann.locator("#overlay .taken")).to_have_attribute("aria-label", "Figure on A6-0")
    expect(ann.locator("#board-hint")).to_have_text("Tap a marked space, or another figure.")
    picture(ann, "board-held")
    other.dispatch_event("tap")
    expect(ann.locator("#overlay .taken")).to_have_attribute("aria-label", "Figure on A5-1")
    expect(first).to_have_class("movable")
    assert ann.locator("#overlay .target").count() > 0
    expect(ann.locator("#b-undo")).to_be_hidden()
    ann.locator("#put-down").tap()
    expect(ann.locator("#overlay .taken")).to_have_count(0)
    expect(ann.locator("#b-undo")).to_be_visible()
    assert at.night.turn == (ANN, Step.CATTLE), "nothing was taken back"


def test_the_board_shows_the_cells_that_sentences_name(at: House, phone: BrowserContext) -> None:
    """The last move read A6-0 to A7-0, and no cell of the drawn board said what it is called."""
    at.night.act(ANN, RollDice((2, 1), (1, 1, 1)), MoveCow("A6-0", "A7-0", 0))
    ann = opened(at, phone)
    expect(ann.locator("#board .cell-name")).to_have_text(["A6-0", "A7-0"])
    expect(ann.locator("#tab-now form[data-kind=undo] button")).to_contain_text(unbroken("A6-0 → A7-0"))


def test_a_tablet_on_its_side_has_the_whole_board_in_sight(at: House, browser: Browser) -> None:
    """The board was 802 pixels high on a screen of 768: the figures of ranch E were below it."""
    at.night.act(ANN, RollDice((2, 1), (1, 1, 1)))
    for width, height in ((1024, 768), (1180, 820), (1366, 1024)):
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
        ann = opened(at, context)
        board, foot = ann.locator("#tab-board .board").bounding_box(), ann.locator(".payees").bounding_box()
        assert board is not None
        assert foot is not None
        assert board["y"] + board["height"] <= foot["y"], (width, height)
        assert board["height"] > height / 2, "and as large as there is room"
        ann.locator("#overlay [aria-label='Figure on A6-0']").tap()
        with ann.expect_response(is_of_an_action):
            ann.locator("#overlay [aria-label^='To A7-0']").first.tap()
        picture(ann, f"board-{width}")
        at.night.undo(ANN)
        context.close()


def test_that_the_others_are_asked_is_said_before_and_the_question_can_be_taken_back_where_it_was_asked(
    at: House, phone: BrowserContext
) -> None:
    """*Undo* on the board asked all the others to take back the roll of the box; the board showed nothing of that."""
    at.night.act(ANN, RollDice())
    ann = opened(at, phone)
    undo, question = ann.locator("#b-undo button"), ann.locator(".acts .asking")
    expect(undo).to_have_text("Ask to undo")
    expect(undo).to_have_attribute("aria-label", re.compile("^Ask to undo: "))
    expect(ann.locator("#tab-now form[data-kind=undo] button")).to_contain_text("Ask the others to undo:")
    with ann.expect_response(is_of_an_action):
        undo.tap()
    assert [motion.asked for motion in at.night.table.motions] == [(BOB, CID, DAN)]
    ann.locator(".bar a[data-tab=board]").tap()
    expect(question).to_contain_text("Still to answer: Bob, Cid")
    expect(undo).to_have_count(0)
    picture(ann, "board-asked")
    with ann.expect_response(is_of_an_action):
        ann.get_by_role("button", name="Take it back").locator("visible=true").tap()
    assert not at.night.table.motions
    expect(question).to_have_count(0)
    expect(undo).to_be_visible()


def test_what_nobody_is_asked_about_is_undone_at_once(at: House, phone: BrowserContext) -> None:
    at.night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    ann = opened(at, phone)
    expect(ann.locator("#b-undo button")).to_have_text("Undo")
    with ann.expect_response(is_of_an_action):
        ann.locator("#b-undo button").tap()
    assert at.night.turn == (ANN, Step.DICE)


def test_a_phone_that_was_pushed_what_it_does_not_hold_fetches(at: House, phone: BrowserContext) -> None:
    bob = opened(at, phone, BOB)
    at.night.act(ANN, RollDice((2, 0), (1, 1, 1)))
    expect(bob.locator("#tab-now .dice")).to_be_visible()
    main = bob.locator("#main")
    state = main.get_attribute("data-state")
    main.evaluate("main => { main.dataset.state = 'another'; }")
    with bob.expect_request("**/part?have=*"):
        at.night.act(ANN, MoveCow("A6-0", "A7-0", 0))
    expect(bob.locator("#tab-board [data-at='A7-0']")).to_have_count(1)
    expect(main).to_have_attribute("data-state", state or "")


STREAM = """window.EventSource = class {
  readyState = 1;
  constructor() { window.hears = {}; }
  addEventListener(kind, ear) { window.hears[kind] = ear; }
  close() {}
};"""
"""A stream that says what a test says."""
OLDER = """async (seq) => {
  const places = [...document.querySelectorAll('#main [data-fragment]')];
  const versions = Object.fromEntries(places.map(({ dataset }) => [dataset.fragment, dataset.version]));
  const { state } = document.getElementById('main').dataset;
  const changed = { asked: '<p id="older">A hand</p>' };
  window.hears.part({ data: JSON.stringify({ seq, state, versions: { ...versions, asked: 'older' }, changed }) });
}"""


ACTED = """async (seq) => {
  const { $live } = await import(document.querySelector("script[data-later]").src);
  const caught = $live.catchUp(seq);
  await Promise.resolve();
  window.hears.at({ type: 'at', data: seq });
  await caught;
}"""
"""An action has been answered, and its page is being fetched, when its ring comes."""


def told_by_the_test(at: House, context: BrowserContext) -> Page:
    """Return Bob's phone, which has fetched all that it shows."""
    patched(context, "live.js", UNWATCHED)
    context.add_init_script(STREAM)
    bob = opened(at, context, BOB)
    with bob.expect_response("**/part?have=*"):
        bob.evaluate("window.hears.open()")
    bob.wait_for_load_state("networkidle")
    return bob


def test_what_was_pushed_before_the_page_was_fetched_is_not_drawn_over_it(at: House, phone: BrowserContext) -> None:
    """A phone went on saying that a hand is over the board: the number of the table does not tell which is newer."""
    bob = told_by_the_test(at, phone)
    with bob.expect_response("**/part?have=*"):
        bob.evaluate(OLDER, at.night.table.seq)
    expect(bob.locator("#older")).to_have_count(0)


def test_what_is_rung_for_while_the_page_is_fetched_is_fetched_after_it(at: House, phone: BrowserContext) -> None:
    """News of the camera just after an action came with its ring, and the player's own phone did not ask for them."""
    bob = told_by_the_test(at, phone)
    asked = fetched_from_now(bob)
    bob.evaluate(ACTED, at.night.table.seq + 1)
    assert len(asked) == 2


def test_dice_are_typed_on_a_keyboard_and_have_names(at: House, browser: Browser) -> None:
    context = browser.new_context()
    ann = opened(at, context)
    ann.get_by_label("Light die 1").select_option("5")
    ann.locator(".faces button").nth(2).focus()
    for key in ("3", "9", "1", "1", "Backspace", "2"):
        ann.keyboard.press(key)
    assert faces(ann) == ["5", "3", "1", "2", ""]
    ann.get_by_label("Dark die 3").select_option("4")
    ann.get_by_role("button", name="These are my dice").click()
    expect(ann.locator(".pad")).to_have_count(0)
    assert at.night.state.turn.cowboy_dice == (1, 2, 4)
    context.close()


def test_only_stickers_that_a_cow_may_have_can_be_typed(at: House, phone: BrowserContext) -> None:
    """Brand A used to go together with $500, and no brand asked for a value."""
    next(seat for moment, seat in moments(at.night) if moment == "sticker")
    ann = opened(at, phone)
    form = ann.locator("form[data-kind=show_sticker]")
    offered = form.locator("input[data-name=value]:visible")
    form.locator("input[data-name=brand][value='\"A\"']").check(force=True)
    assert [each.input_value() for each in offered.all()] == ["100", "300", "600", "1000"]
    form.locator("input[data-name=value][value='1000']").check(force=True)
    form.locator("input[data-name=brand][value='null']").check(force=True)
    assert [each.input_value() for each in offered.all()] == ["500"]
    expect(form.locator("input[data-name=value][value='500']")).to_be_checked()


GROUND = "die => [getComputedStyle(die).backgroundColor, getComputedStyle(die).color]"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_dice_are_dark_wherever_they_are_shown(
    at: House, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    """On the board tab, where they are used, the dice of the cowboys used to be as light as those of the cattle."""
    context = browser.new_context(viewport=PHONE, has_touch=True, color_scheme=scheme)
    ann = opened(at, context)
    looks = {"typed": ann.get_by_label("Dark die 1").evaluate(GROUND)}
    light = ann.get_by_label("Light die 1").evaluate(GROUND)
    at.night.act(ANN, RollDice((1, 2), (1, 2, 3)), EndStep(Step.CATTLE))
    expect(ann.locator("#board-dice .die")).to_have_count(3)
    screen = context.new_page()
    screen.goto(at.screen)
    places = {"on the board tab": "#board-dice .die", "under Now": "#tab-now .die.cowboy", "in the list": "#move-die"}
    looks |= {place: ann.locator(die).first.evaluate(GROUND) for place, die in places.items()}
    looks["on the screen"] = screen.locator(".die.cowboy").first.evaluate(GROUND)
    assert set(map(tuple, looks.values())) == {tuple(looks["typed"])}, looks
    assert light != looks["typed"]
    context.close()
