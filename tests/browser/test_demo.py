"""Try it alone: where the own turn stands on the page, and how one skips to it. A whole game: ``test_guided``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support import Phone, serving, tick, tries_it_alone, until

TURNS_SECONDS = 600


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
    """End the turn by script: nothing is moved."""
    zoe.act("roll_dice", cow=[0, 0], cowboy=[1, 1, 1])
    until(lambda: one_step(zoe), TURNS_SECONDS, "my turn never ends")
    zoe.settled()


def my_turn(zoe: Phone) -> None:
    """Wait while the others play; what they ask in between (their votes and duels) is answered on the page."""

    def asked() -> bool:
        view = zoe.view()
        kinds = {choice["kind"] for choice in view["page"]["choices"]}
        answer(zoe, view, kinds)
        return "roll_dice" in kinds

    until(asked, TURNS_SECONDS, "the box does not play its turns")
    zoe.settled()


def answer(zoe: Phone, view: Any, kinds: set[str]) -> None:
    """Answer a vote, a debt, a place for a beaten cowboy: what the game asks of somebody who waits. Duels the box
    rolls.
    """
    ballot, board = view["page"]["ballot"], view["page"]["board"]
    if ballot and ballot["stage"] == "sealing" and ballot["mine"] == "open":
        zoe.settled()
        tick(zoe.page.locator("form.seal input[value=OWN]"))
        zoe.page.locator("form.seal button[type=submit]").tap()

        def voted() -> bool:
            """Return the question, as the others may have sold the cow since, and ask about the next one."""
            now = zoe.view()["page"]["ballot"]
            return not now or now["id"] != ballot["id"] or now["mine"] != "open"

        until(voted, TURNS_SECONDS, "the vote does not arrive")
    elif zoe.page.locator("form.choice[data-kind=go_on]").count():
        zoe.act("go_on")
    elif "borrow_from_bank" in kinds:
        amount = next(choice for choice in view["page"]["choices"] if choice["kind"] == "borrow_from_bank")
        zoe.act("borrow_from_bank", amount=amount["fields"][0]["initial"])
    elif board and board["targets"]:
        zoe.act(board["targets"]["kind"], cell=board["targets"]["cells"][0])


def one_step(zoe: Phone) -> bool:
    """Do one thing of my turn. Return whether it is over, even if I may roll again after the others."""
    view = zoe.view()
    page = view["page"]
    me = next(row for row in view["players"] if row["seat"] == zoe.seat)
    kinds = {choice["kind"] for choice in page["choices"]}
    if not me["active"] or view["phase"] != "playing" or "roll_dice" in kinds:
        return True
    moves = page["board"]["moves"]
    if "pay_jail" in kinds:
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
    """Return a move into the town if that sells a cow, else nearer to it, else anywhere."""
    found = [
        (frm, die, cell, what) for frm, dice in to.items() for die, ends in dice.items() for cell, what in ends.items()
    ]

    def liking(move: tuple[str, str, str, str]) -> tuple[bool, bool, int]:
        cell, what = move[2:]
        ring = int(cell[1]) if cell[1:2].isdigit() else 0
        return what == "sale", what == "move", -ring

    frm, die, cell, _ = max(found, key=liking)
    return frm, die, cell
