"""The private list of one's herd: it is written on the phone, goes with the cows, and never leaves the phone."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, Request, expect

from companion.core.table.table_messages import StartGame
from companion.games.abilene.common.messages import MoveCow
from tests.browser.house import house
from tests.browser.support import PHONE
from tests.table import ANN, BOB

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
