"""Try it alone: from the first page to a sale of one's own, against the box, without a real cow on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import PHONE, Box, Phone, serving, tick, tries_it_alone, unfold, until

TURNS_SECONDS = 600
STICKER = re.compile(r"Under the cow on sale: (?:brand ([A-F])|no brand), \$([\d,]+)")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with serving(tmp_path / "alone.sqlite", "--pace", "0") as box:
        yield box


@pytest.fixture
def page(browser: Browser, box: Box) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(box.address)
    yield page
    context.close()


def test_a_newcomer_plays_alone_until_a_cow_is_sold(page: Page, box: Box) -> None:
    zoe = tries_it_alone(box, page)
    zoe.press("start_game")
    for _ in range(6):
        my_turn(zoe)
        play_my_turn(zoe)
        if sold(zoe):
            break
    assert sold(zoe), "six turns with the best dice bring a cow to town"
    expect(page.locator("#main")).to_be_visible()


@pytest.mark.parametrize("width", [pytest.param(360, marks=pytest.mark.torture), 320])
def test_the_first_own_turn_begins_in_sight_and_so_does_one_that_was_skipped_to(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    """*Let the box roll* lay under the bar below two folds, and after *skip to my turn* the page stood at its foot."""
    with serving(tmp_path / "skipped.sqlite", "--pace", "0.3") as box:
        context = browser.new_context(viewport={"width": width, "height": 740}, has_touch=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto(box.address)
        zoe = tries_it_alone(box, page)
        zoe.picture(f"alone-lobby-{width}")
        expect(page.locator("#beginning p")).to_have_count(3)
        zoe.press("start_game")
        roll = page.get_by_role("button", name="Let the box roll")
        for turn in ("first", "skipped to"):
            expect(roll).to_be_visible()
            zoe.settled()
            zoe.picture(f"alone-{turn}-{width}")
            assert page.evaluate("scrollY") == 0, turn
            place, foot = roll.bounding_box(), page.locator(".payees").bounding_box()
            assert place
            assert foot
            assert place["y"] + place["height"] <= foot["y"], turn
            for fold in page.locator("#folded, #private").all():
                box_of_fold = fold.bounding_box()
                assert box_of_fold
                assert box_of_fold["y"] > place["y"], "what is for one's own eyes stands below"
            if turn == "first":
                glowing = "button => getComputedStyle(button).boxShadow !== 'none'"
                assert [roll.evaluate(glowing), page.locator("button:visible").evaluate_all(GLOWING)] == [True, 1]
                zoe.act("set_pace", pace="slow")
                end_my_turn(zoe)
                page.get_by_role("button", name="skip to my turn").tap()
                my_turn(zoe)
        context.close()


GLOWING = """buttons => buttons.filter((button) => getComputedStyle(button).boxShadow.includes("16px")).length"""


def end_my_turn(zoe: Phone) -> None:
    """By script: nothing is moved."""
    zoe.act("roll_dice", cow=[0, 0], cowboy=[1, 1, 1])
    until(lambda: one_step(zoe), TURNS_SECONDS, "my turn never ends")
    zoe.settled()


def my_turn(zoe: Phone) -> None:
    """Waits while the others play; what they ask in between (their votes and duels) is answered on the page."""

    def asked() -> bool:
        view = zoe.view()
        kinds = {choice["kind"] for choice in view["page"]["choices"]}
        answer(zoe, view, kinds)
        return "roll_dice" in kinds

    until(asked, TURNS_SECONDS, "the box does not play its turns")
    zoe.settled()


def answer(zoe: Phone, view: Any, kinds: set[str]) -> None:
    """A vote, a debt, a place for a beaten cowboy: what the game asks of somebody who waits. Duels the box rolls."""
    ballot, board = view["page"]["ballot"], view["page"]["board"]
    if ballot and ballot["stage"] == "sealing" and ballot["mine"] == "open":
        zoe.settled()
        tick(zoe.page.locator("form.seal input[value=OWN]"))
        zoe.page.locator("form.seal button[type=submit]").tap()

        def voted() -> bool:
            """The others may have sold the cow since, and ask about the next one."""
            now = zoe.view()["page"]["ballot"]
            return not now or now["id"] != ballot["id"] or now["mine"] != "open"

        until(voted, TURNS_SECONDS, "the vote does not arrive")
    elif "borrow_from_bank" in kinds:
        amount = next(choice for choice in view["page"]["choices"] if choice["kind"] == "borrow_from_bank")
        zoe.act("borrow_from_bank", amount=amount["fields"][0]["initial"])
    elif board and board["targets"]:
        zoe.act(board["targets"]["kind"], cell=board["targets"]["cells"][0])


def play_my_turn(zoe: Phone) -> None:
    """The dice that one would wish for, typed; jail, cattle, cowboys; the sticker as the box tells it."""
    form = zoe.page.locator("form.choice[data-kind=roll_dice]:has(.pad)")
    unfold(form)
    for kind, faces in (("cow", (5, 5)), ("cowboy", (1, 1, 1))):
        for index, face in enumerate(faces):
            zoe.pick(form, kind, face, index)
    zoe.tab("now")
    zoe.send(form.locator("button[type=submit]"))
    until(lambda: one_step(zoe), TURNS_SECONDS, "my turn never ends")


def one_step(zoe: Phone) -> bool:
    """One thing of my turn; True when it is over, even if the others have had theirs since and I may roll again."""
    view = zoe.view()
    page = view["page"]
    me = next(row for row in view["players"] if row["seat"] == zoe.seat)
    kinds = {choice["kind"] for choice in page["choices"]}
    if not me["active"] or view["phase"] != "playing" or "roll_dice" in kinds:
        return True
    moves = page["board"]["moves"]
    if "show_sticker" in kinds:
        show_what_the_box_says(zoe)
    elif "pay_jail" in kinds:
        zoe.act("pay_jail", released=0)
    elif moves and moves["to"]:
        frm, die, to = best(moves["to"])
        zoe.act(moves["kind"], frm=frm, die=int(die), to=to)
    elif page["timer"]:
        return False  # it ends by itself
    elif "end_step" in kinds:
        zoe.settled()
        zoe.tab("now")
        zoe.press("end_step")
    else:
        answer(zoe, view, kinds)
    return False


def best(to: Any) -> tuple[str, str, str]:
    """Into the town if that sells a cow, else nearer to it, else anywhere."""
    found = [
        (frm, die, cell, what) for frm, dice in to.items() for die, ends in dice.items() for cell, what in ends.items()
    ]

    def liking(move: tuple[str, str, str, str]) -> tuple[bool, bool, int]:
        cell, what = move[2:]
        ring = int(cell[1]) if cell[1:2].isdigit() else 0
        return what == "sale", what == "move", -ring

    frm, die, cell, _ = max(found, key=liking)
    return frm, die, cell


def show_what_the_box_says(zoe: Phone) -> None:
    """There is no cow to turn over: the page tells what lies under it, for this phone only."""
    zoe.settled()
    zoe.tab("now")
    expect(zoe.page.locator(".under")).to_have_text(
        "Nothing real lies here: open this to look at what only you may see."
    )
    if zoe.page.locator("#private[open]").count() == 0:  # what one opened stays open
        zoe.page.locator("#private summary").tap()
    expect(zoe.page.locator("#private li").first).to_be_visible()
    told = STICKER.search(zoe.page.locator("#private").inner_text())
    assert told, zoe.page.locator("#private").inner_text()
    form = zoe.form("show_sticker")
    zoe.pick(form, "brand", told[1])
    zoe.pick(form, "value", int(told[2].replace(",", "")))
    zoe.picture("alone-sticker")
    zoe.send(form.locator("button[type=submit]"))


def sold(zoe: Phone) -> bool:
    return any(line["text"].startswith("Zoe sold the cow") for line in zoe.view()["log"])
