"""An evening of any game in a browser: set up on a phone, six seats, a pot, a bid through a restart, a vote.

Two of the six have phones with a browser; the other four act by script, as anybody may.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from companion.core.secrets.ballot import Opening, commitment
from companion.core.table.commands import StartGame
from companion.games.any_game.messages.votes import AskVote
from companion.web.app import create_app
from companion.web.visit.tokens import cookie_name
from tests.browser.checks import barriers
from tests.browser.evenings import RecordedEvening
from tests.browser.house import Served, served
from tests.browser.support import (
    PATIENCE_MS,
    PHONE,
    SCREEN,
    UNWATCHED,
    Box,
    Watch,
    open_phone,
    patched,
    picture,
    tick,
    unfold,
    until,
)
from tests.browser.taps import counted
from tests.browser.test_under_the_thumb import ALONE
from tests.support import any_evening
from tests.support.any_evening import ANN, BEN, CODE, AnyEvening

KEYED = re.compile(r'data-(?:version|state)="\w*"')
"""what says nothing to anybody, and may hold any digits, as ports and addresses of scripts do within theirs"""
NAMES = ("Ann", "Ben", "Cara", "Dan", "Eve", "Finn")


class Evening:
    """A table of six, with phones for the first two and a table screen."""

    def __init__(self, box: Box, browser: Browser, watch: Watch, stack: ExitStack) -> None:
        self.box = box
        self.code: str = box.call("POST", "/api/tables", {"game": "any_game", "edition": "any"})["code"]
        self.tokens: dict[str, str] = {}
        for name in NAMES:
            taken = box.call("POST", f"/api/tables/{self.code}/seats", {"name": name, "picks": {}})
            self.tokens[taken["seat"]] = taken["token"]
        self.openings: dict[str, Opening] = {}
        contexts = [browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(2)]
        contexts.append(browser.new_context(viewport=SCREEN, reduced_motion="reduce"))
        for context in contexts:
            stack.callback(context.close)
            watch.over(context)
        self.ann = open_phone(box, contexts[0], self.code, "s1", self.tokens["s1"])
        self.ben = open_phone(box, contexts[1], self.code, "s2", self.tokens["s2"])
        self.screen: Page = contexts[2].new_page()
        self.screen.goto(f"{box.address}/t/{self.code}/screen")

    def act(self, seat: str, kind: str, **data: Any) -> None:
        body = {"seat": seat, "kind": kind, "data": data}
        self.box.call("POST", f"/api/tables/{self.code}/actions", body, self.tokens[seat])

    def seal(self, **choices: str) -> None:
        """Seal for these seats by script, and keep what they have chosen."""
        ballot = self.ann.view()["page"]["ballot"]["id"]
        for seat, choice in choices.items():
            opening = Opening(choice, random.Random(f"{seat} {ballot}").randbytes(32).hex())
            self.openings[seat] = opening
            self.act(seat, "seal_vote", ballot=ballot, commitment=commitment(self.code, ballot, seat, opening))

    def open(self) -> None:
        """Open the bids on their phones."""
        ballot = self.ann.view()["page"]["ballot"]["id"]
        for seat, opening in self.openings.items():
            body = {"seat": seat, "ballot": ballot, "choice": opening.choice, "nonce": opening.nonce}
            self.box.call("POST", f"/api/tables/{self.code}/openings", body, self.tokens[seat])
        self.openings.clear()

    def cash(self) -> list[int]:
        return [row["cash"] for row in self.ann.view()["players"]]

    def pots(self) -> list[int]:
        return [pot["amount"] for pot in self.ann.view()["pots"]]


@pytest.fixture
def evening(box: Box, browser: Browser, watch: Watch) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(box, browser, watch, stack)


def set_up(evening: Evening) -> None:
    """Let Ann take a shape, name the evening, and start."""
    page = evening.ann.page
    unfold(page.locator("#preset-1"))
    evening.ann.send(page.get_by_role("button", name="Streets and houses"))
    unfold(page.locator("#rule-evening"))
    page.locator("#rule-evening").fill("Friday")
    evening.ann.send(page.get_by_role("button", name="That is how we play"))
    expect(evening.screen.locator("h1")).to_have_text("Friday")
    tick(page.locator("form[data-kind=start_game] input").nth(1))
    evening.ann.press("start_game")
    expect(page.locator("h1")).to_have_text("It is your turn")


def pays(evening: Evening) -> None:
    """Pay into the pot with three taps, and what somebody is asked for with one."""
    ann, ben = evening.ann, evening.ben
    with counted(ann.page, "pay $50 into a pot", before="not possible", most=3) as thumb:
        thumb.tap(ann.page.locator(".payees [data-payee=pot1]"))
        thumb.tap(ann.page.locator("#payer-pay [data-add='50']"))
        thumb.tap(ann.page.locator("#payer").get_by_role("button", name="Pay", exact=True))
    expect(evening.screen.locator("#account-pot1")).to_contain_text("$50")
    ann.act("request_payment", of="s2", amount=26, words="rent")
    asked = ben.page.get_by_role("button", name="Pay Ann $26: rent")
    with counted(ben.page, "pay what was asked for", before="not possible", most=1) as thumb:
        thumb.tap(asked)
    expect(asked).to_have_count(0)
    assert evening.cash()[:2] == [1_500 - 50 + 26, 1_500 - 26]


def bids(evening: Evening) -> None:
    """Bid text and cents, which are not sealed; what was sealed outlives the box."""
    ann, ben = evening.ann, evening.ben
    ann.act("ask_bids", what="the station", price="second", to="pot1")
    field, button = ann.page.locator("form.seal input"), ann.page.locator("form.seal button[type=submit]")
    for nonsense in ("a lot", "12.50", "-5"):
        field.fill(nonsense)
        button.tap()
        expect(ann.page.locator("form.seal .sum")).to_have_text("A whole amount, please, in digits.")
    assert ann.view()["page"]["ballot"]["sealed"] == 0
    field.fill("120")
    button.tap()
    expect(ann.page.locator(".ballot[data-mine=sealed]")).to_be_visible()
    evening.seal(s3="0", s4="90", s5="30", s6="110")
    expect(evening.screen.locator(".progress")).to_have_text("5 of 6 have sealed")
    evening.box.kill()
    expect(ben.page.locator("#line")).to_be_visible()
    evening.box.start()
    expect(ben.page.locator("#line")).to_be_hidden()
    ben.page.locator("form.seal button[type=submit]").tap()  # nothing typed: no bid
    expect(ben.page.locator(".ballot[data-mine=sealed]")).to_be_visible()
    assert not re.search(r"\b120\b", KEYED.sub("", evening.screen.content()))
    evening.open()
    for page in (ann.page, ben.page, evening.screen):
        expect(page.locator("#main")).to_contain_text("Ann wins the station with $120 and pays $110")
    assert (evening.cash()[0], evening.pots()) == (1_476 - 110, [160])
    picture(evening.screen, "any-game-bids")


def votes(evening: Evening) -> None:
    """Vote on every phone: nothing is refused, and nothing is sent again."""
    ann, ben = evening.ann, evening.ben
    openings: list[int] = []

    def note(answer: Response) -> None:
        if answer.url.endswith("/openings"):
            openings.append(answer.status)

    ann.page.on("response", note)
    ben.page.on("response", note)
    evening.act("s3", "ask_vote", question="May Cara roll again?", answers="yes, no")
    for phone, answer in ((ann, "yes"), (ben, "no")):
        tick(phone.page.locator(f"form.seal input[value={answer}]"))
        phone.page.locator("form.seal button[type=submit]").tap()
        expect(phone.page.locator(".ballot[data-mine=sealed]")).to_be_visible()
    evening.seal(s3="yes", s4="yes", s5="no", s6="yes")
    evening.open()
    for page in (ann.page, evening.screen):
        expect(page.locator(".reveal")).to_contain_text(re.compile(r"Finn\s+yes"))
    ann.press("put_away")
    expect(evening.screen.locator(".reveal")).to_have_count(0)
    assert openings == [200, 200]


def test_an_evening_of_six_with_a_pot_a_sealed_bid_through_a_restart_and_a_vote(evening: Evening, watch: Watch) -> None:
    set_up(evening)
    pays(evening)
    bids(evening)
    votes(evening)
    ann = evening.ann
    ann.press("roll_dice")
    ann.tab("money")
    assert barriers(ann.page) == []
    ann.tab("now")
    expect(evening.screen.locator(".dice .die")).to_have_count(2)
    ann.press("end_turn")
    expect(evening.screen.locator("h1")).to_have_text("Ben plays")
    ann.act("finish_game")
    for seat in ("s2", "s3", "s4", "s5", "s6"):
        evening.act(seat, "agree", motion=ann.view()["motions"][0]["id"])
    expect(evening.screen.locator("#result")).to_be_visible()
    assert sum(evening.cash()) + sum(evening.pots()) == 6 * 1_500
    assert not watch.serious()
    assert not watch.strangers


def test_the_time_of_a_turn_is_the_same_on_every_screen(browser: Browser) -> None:
    """The clock of one phone is wrong by an hour, and the television is loaded anew while the time runs."""
    night = AnyEvening(started=False, turns=True, timer=300)
    night.tables.clock = time.monotonic
    with served(night) as at, ExitStack() as stack:
        pages = [opened(browser, at, seat, stack) for seat in (ANN, BEN, "")]
        ann, _, screen = pages
        night.act(ANN, StartGame(ANN))

        def alike() -> bool:
            """Return the clocks run, and say the same."""
            left = [page.locator(".timer .kept").text_content() or "" for page in pages]
            seconds = [60 * int(text[0]) + int(text[2:]) for text in left if text]
            return len(seconds) == len(pages) and max(seconds) < 298 and max(seconds) - min(seconds) <= 1

        until(alike, PATIENCE_MS / 1000, "the clocks differ, or stand")
        screen.reload()
        screen.evaluate(RINGS)
        until(alike, PATIENCE_MS / 1000, "the clock of the television does not go on where it was")
        for page in (ann, screen):
            page.clock.fast_forward(300_000)
            expect(page.locator(".timer")).to_have_class(re.compile("over"))
            assert page.locator(".timer").inner_text() == "The time is up"
            assert page.evaluate("window.rang") == 1


RINGS = "() => document.addEventListener('timeup', () => { window.rang = (window.rang ?? 0) + 1; })"


def opened(browser: Browser, at: Served, seat: str, stack: ExitStack) -> Page:
    """Return a phone, of which Ben's clock is an hour ahead, or the table screen; it counts how often the time is up,
    and asks
    for nothing by itself.
    """
    context = browser.new_context(viewport=PHONE if seat else SCREEN, has_touch=bool(seat), reduced_motion="reduce")
    stack.callback(context.close)
    patched(context, "live.js", UNWATCHED)
    page = context.new_page()
    page.clock.install(time=datetime.now() + timedelta(hours=seat == BEN))
    page.goto(at.seat(context, seat) if seat else at.screen)
    if seat:
        page.locator("body[data-ready]").wait_for()
    page.evaluate(RINGS)
    return page


def test_a_vote_that_lies_open_leaves_the_keys_for_points_in_sight(browser: Browser) -> None:
    """The cards of the vote stood above them, and *Write it down* was out of sight."""
    evening = AnyEvening(4, scores=True, bank=False, turns=True)
    evening.act(ANN, AskVote("Who lied?", "Ann, Ben, Cid, Dot"))
    evening.vote("Ben", "Ben", "Ben", "Ann")
    with served(evening) as at:
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto(at.seat(context, ANN))
        page.locator("body[data-ready]").wait_for()
        expect(page.locator("#tab-now .prompt")).to_contain_text("Ben wins")
        button, bar = (
            page.get_by_role("button", name="Write it down").bounding_box(),
            page.locator(".bar").bounding_box(),
        )
        assert button is not None
        assert bar is not None
        assert button["y"] + button["height"] <= bar["y"]
        expect(page.locator(".reveal li")).to_have_count(4)
        picture(page, "points-after-a-vote")
        context.close()


CUT = """() => [...document.querySelectorAll('.sheet thead .name > span')]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


def test_no_name_is_cut_in_the_head_of_a_sheet(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten letters of four players, beside rows that have names of their own."""
    monkeypatch.setattr(any_evening, "NAMES", ("Annegret", "Maximilian", "Guillaume", "Zoé"))
    evening = AnyEvening(4, scores=True, bank=False, turns=True, sheet="lines", lines="Ones, Sixes, Chance")
    app = create_app(evening.tables)
    client = app.test_client()
    client.set_cookie(cookie_name(CODE, ANN), app.extensions["companion"].tokens.admit(CODE, ANN, 0.0))
    for width in (360, 390):
        context = browser.new_context(viewport={"width": width, "height": 740}, has_touch=True)
        context.add_init_script(ALONE)
        page = context.new_page()
        RecordedEvening.serve(page, f"/t/{CODE}/s/{ANN}", client)
        page.locator("body[data-ready]").wait_for()
        assert page.locator(".sheet thead .name > span").count() == 4
        assert page.evaluate(CUT) == []
        context.close()
