"""The private list of one's herd: it is written on the phone, goes with the cows, and never leaves the phone."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, Request, expect

from companion.core.table.commands import StartGame
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.edition_1993.money.herds import Sticker
from tests.browser.house import House, house
from tests.browser.support import PHONE, is_of_an_action
from tests.support.table import ANN, BOB

A600 = json.dumps(["A", 600], separators=(",", ":"))


def opened(page: Page) -> None:
    page.locator("#folded").evaluate("details => details.open = true")


def test_a_note_stays_on_its_phone_and_goes_with_its_cow(browser: Browser) -> None:
    with house() as at:
        at.night.act(ANN, StartGame(ANN))
        sent: list[Request] = []
        pages = {}
        for seat in (ANN, BOB):
            context = browser.new_context(viewport=PHONE, has_touch=True)
            pages[seat] = context.new_page()
            pages[seat].goto(at.seat(context, seat))
            expect(pages[seat].locator("#folded")).to_be_visible()
        ann, before = pages[ANN], at.night.table.seq
        ann.on("request", lambda request: sent.append(request) if request.method != "GET" else None)
        opened(ann)
        note = ann.locator('#herd select[data-cow="A5-1"]')
        expect(note.locator("option")).not_to_have_count(0)
        note.select_option(A600)
        expect(ann.locator('#herd select[data-cow="A5-2"]')).to_have_value("")

        at.night.roll(cow=(1, 0))
        at.night.act(ANN, MoveCow("A5-1", "A4-0", 0))
        expect(ann.locator("body")).to_have_attribute("data-tab", "board")  # the phone turns to it
        ann.locator(".bar a[data-tab=now]").tap()
        opened(ann)  # what is private is covered again with the next step
        expect(ann.locator(".herd-list")).to_contain_text("A4-0")
        ann.reload()
        opened(ann)
        expect(ann.locator('#herd select[data-cow="A5-1"]')).to_have_value(A600)

        assert [request.url for request in sent] == [], "nothing was sent but questions for pages"
        assert at.night.table.seq == before + 2, "the roll and the move"
        opened(pages[BOB])
        expect(pages[BOB].locator("#herd select").first).to_be_attached()
        assert pages[BOB].locator('#herd select[data-cow^="A"]').count() == 0
        for page in pages.values():
            page.context.close()


def test_what_a_thief_was_shown_fills_in_what_he_shows_when_he_sells_the_cow(browser: Browser) -> None:
    """The note of the stolen cow goes with it from the theft over the list to the sale, and one tap shows it."""
    with house() as at:
        night = at.night
        night.act(ANN, StartGame(ANN))
        night.arrange(cowboys={ANN: ("C6-0", "A5-0", "A5-4", "A3-1", "A6-3")}, cows={"A": ("A2-1", "A6-1")})
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        ann = context.new_page()
        ann.goto(at.seat(context, ANN))
        night.roll(cow=(0, 0))
        night.act(ANN, EndStep(Step.CATTLE), MoveCowboy("C6-0", "B6-5", 0))
        stolen = ann.locator("#stolen select")
        expect(stolen.locator("option")).not_to_have_count(0)
        expect(ann.locator("body")).to_have_attribute("data-tab", "board")  # the phone turns to it
        ann.locator(".bar a[data-tab=now]").tap()
        stolen.select_option(json.dumps(["B", 300], separators=(",", ":")))
        night.act(ANN, PlaceCow("A6-0"))
        while night.state.turn.seat != ANN or night.state.turn.step is not Step.DICE:
            _nothing(at)
        night.arrange(cows={"A": tuple("A2-0" if cow == "A6-0" else cow for cow in night.board.cows if cow[0] == "A")})
        night.roll(cow=(1, 0))
        night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
        night.vote("OWN", "OWN", "OWN")
        form = ann.locator("form[data-kind=show_sticker]")
        expect(form.locator("input[data-name=brand][value='\"B\"']")).to_be_checked()
        expect(form.locator("input[data-name=value][value='300']")).to_be_checked()
        expect(ann.locator("#herd-noted")).to_be_visible()
        with ann.expect_response(is_of_an_action):
            form.locator("button[type=submit]").tap()
        assert night.state.sold == ((ANN, Sticker("B", 300)),)
        context.close()


def _nothing(at: House) -> None:
    """Roll for the active player, and move nothing."""
    night = at.night
    if night.state.turn.step is Step.DICE:
        night.roll(cow=(0, 0))
    night.end(night.state.turn.step)
