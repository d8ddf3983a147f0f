"""Twelve at one table with six pots: whatever happens there, the television shows all of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from companion.core.money.bank_messages import BorrowFromBank
from companion.core.table.commands import SetRules, StartGame, TakeSeat
from companion.games.any_game.messages.play import EndTurn, FinishGame, Take
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.any_game.messages.votes import AskBids, AskVote, Bid, OpenAuction, Pass, Price, PutAway
from companion.games.western_town.lincoln.card import TurnUpCard
from companion.games.western_town.rulebook.lincoln import Expectation
from tests.browser import checks
from tests.browser.house import served
from tests.browser.support import PHONE, SCREEN, picture, shown
from tests.browser.test_pages import NARROW, doubled
from tests.support.any_evening import ANN, BEN, NAMES, AnyEvening
from tests.support.western import ROBIN, TownEvening

POTS = "Jackpot, Lottery, Taxes, Repairs, Fines, Savings"
RULES = {"pots": POTS, "turns": True, "rounds": 8, "timer": 300, "bank_limit": 50_000, "interest": 10}
WHAT = "the old station by the sea, with everything that belongs to it"


def evening_of_money(night: AnyEvening) -> Iterator[tuple[str, str]]:
    """Yield its moments, and the content of the stage then."""
    yield "lobby", ".welcome"
    night.act(ANN, StartGame(ANN))
    night.act(BEN, BorrowFromBank(500))
    yield "race", ".lane b small"
    night.act(ANN, OpenAuction(WHAT))
    night.act(ANN, Bid(100))
    yield "auction", ".auction .best .money"
    while night.state.auction:
        night.act(night.state.auction.bidders[0], Pass())
    yield "won", ".race .prompt:nth-child(3)"
    night.act(ANN, AskBids(WHAT, Price.SECOND))
    yield "bids", ".backs"
    night.vote(*map(str, range(12)))
    yield "bids lie open", ".reveal"
    night.act(ANN, PutAway(), AskVote(f"Shall we give Ben {WHAT}?", "yes, no"))
    yield "vote", ".backs"
    night.vote(*("yes", "no") * 6)
    yield "votes lie open", ".reveal"
    night.together(ANN, FinishGame())
    yield "end", ".winner"


def evening_of_points(night: AnyEvening) -> Iterator[tuple[str, str]]:
    night.act(ANN, StartGame(ANN))
    yield "points", ".lane"
    night.act(ANN, AskVote("Shall we go on?", "yes, no"))
    yield "vote on points", ".backs"


@pytest.mark.parametrize("scores", [False, True])
def test_nothing_is_cut_with_twelve_players(browser: Browser, scores: bool) -> None:
    """The last players, the pots and the code lay below the screen, sentences over the last lanes of the race, and the
    last places of the ranking over the buttons.
    """
    night = AnyEvening(12, started=False, scores=scores, **({"turns": True, "rounds": 8} if scores else RULES))
    page = browser.new_page(viewport=SCREEN, reduced_motion="reduce")
    with served(night) as at:
        page.goto(at.screen)
        for moment, shows in (evening_of_points if scores else evening_of_money)(night):
            expect(page.locator(f"#main[data-seq='{night.table.seq}'] .stage {shows}").first).to_be_visible()
            picture(page, f"twelve-{moment}")
            assert checks.misfits(page) + checks.below_the_screen(page) == [], moment
            text = page.locator("#main").inner_text() if moment != "end" else page.locator(".ending").inner_html()
            assert [name for name in NAMES if name not in text] == [], moment
    page.close()


LONG = ("Wilhelmina Ma", "Bartholomäus", "Wolfeschlegelsteinhausen", "WWWWWWWWWWWWWWWWWWWWWWWW")
BEYOND = """() => Array.from(document.querySelectorAll("svg.chart .name")).filter((name) => {
  const [its, all] = [name.getBoundingClientRect(), name.closest("svg").getBoundingClientRect()];
  return its.right > all.right || its.left < all.left;
}).map((name) => name.textContent)"""
"""the names of charts that reach over their edge, where they are cut"""


@pytest.mark.parametrize("size", [SCREEN, PHONE])
@pytest.mark.parametrize("points", [False, True])
def test_no_name_is_cut_in_a_chart(browser: Browser, points: bool, size: ViewportSize) -> None:
    """At most twelve letters were shown, and of these eleven had room: *Bartholomä*."""
    night = AnyEvening(0, started=False)
    for name in LONG:
        night.act(None, TakeSeat(name, {}))
    night.act(ANN, SetRules({"scores": points, "bank": not points, "sheet": "rounds" if points else "single"}))
    night.act(ANN, StartGame(ANN))
    for number in range(3):
        if points:
            night.act(ANN, WriteRow({seat: 5 * at + number for at, seat in enumerate(night.table.ids)}))
        else:
            night.act(night.state.turn, Take(100 * number + 100), EndTurn())
            for _ in LONG[1:]:
                night.act(night.state.turn, EndTurn())
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    page = context.new_page()
    with served(night) as at:
        address = at.screen if size is SCREEN else at.seat(context, BEN)
        for over in (False, True):
            if over:
                night.act(ANN, FinishGame())
                night.agree()
            page.goto(address)
            if over or size is SCREEN:
                expect(page.locator("svg.chart .name:visible", has_text=LONG[0]).first).to_be_visible()
            assert page.evaluate(BEYOND) == []
    context.close()


def test_no_balance_is_cut_where_letters_are_large(browser: Browser) -> None:
    """The names were gone, and the amounts stood across the edge of the phone."""
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    with served(AnyEvening(4, turns=True)) as at, doubled(page, NARROW):
        page.goto(at.seat(context, ANN))
        shown(page.locator(".lane").first)
        assert checks.misfits(page) == []
        assert all(box["width"] > 40 for name in page.locator(".lane .name").all() if (box := name.bounding_box()))
    context.close()


@pytest.mark.parametrize("doubled_letters", [False, True])
@pytest.mark.parametrize("players", [2, 6, 12])
def test_everybody_can_be_paid_on_a_narrow_phone(browser: Browser, players: int, doubled_letters: bool) -> None:
    """With six and a pot the last badge stood across the edge, and could not be drawn into sight."""
    context = browser.new_context(viewport=NARROW, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    large = doubled(page, NARROW) if doubled_letters else nullcontext()
    with served(AnyEvening(players, pots="Bids", bank=False)) as at, large:
        page.goto(at.seat(context, ANN))
        badges = page.locator(".payees > button")
        shown(badges.last)
        assert badges.count() == players + 1 - (players == 2)  # the others, everybody, the pot
        for badge in badges.all():
            badge.scroll_into_view_if_needed()
            box = badge.bounding_box()
            assert box
            assert -1 <= box["x"] <= NARROW["width"] - box["width"] + 1
        if players == 2:
            assert box
            middle = (box["x"] + box["width"] / 2) / NARROW["width"]
            assert middle < 0.8, "few stand in the middle"
    context.close()


def test_the_counts_of_a_town_stay_on_a_phone_with_large_letters(browser: Browser) -> None:
    """Name, −, number and + stood in one row, wider than the phone: the whole page could be drawn aside."""
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    evening = TownEvening().start()
    evening.act(ROBIN, TurnUpCard((Expectation.LURE,)))
    with served(evening) as at, doubled(page, NARROW):
        page.goto(at.seat(context, ROBIN))
        shown(page.locator("#town .counts button").last)
        edges = [
            box["x"] + box["width"]
            for each in page.locator("#town .counts button").all()
            if (box := each.bounding_box())
        ]
        assert len(edges) == 20
        assert max(edges) <= NARROW["width"]
    context.close()
