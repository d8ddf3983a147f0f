"""The result of a vote, a sale, a duel, an attack or a roll stands on every screen until it has been read.

It stays for six seconds, or until it is tapped away. On a phone it comes below the question, which stays in its place;
a slip tells of it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.table.commands import Undo
from companion.core.table.table import Level
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.edition_1983.messages import RollShots
from companion.games.abilene.edition_1993.messages import RecordJailed
from companion.games.any_game.messages.votes import AskVote
from companion.games.unexploded_cow.commands import RollDie
from companion.games.western_town.camp.attack import ChooseTarget, DefendTarget
from companion.games.western_town.camp.die import ThrowDie
from companion.games.western_town.rulebook.camp import INHABITANTS, Indian, Side
from companion.games.western_town.turn.act import CarryOut
from companion.testing import Evening
from tests.browser import checks
from tests.browser.house import served
from tests.browser.support import PHONE, SCREEN, clock_at_0, picture, stand_still
from tests.games.unexploded_cow.night import CowNight
from tests.support.any_evening import AnyEvening
from tests.support.prairie import PrairieNight
from tests.support.table import ANN, BOB, CID, DAN, Night
from tests.support.western import TownEvening

TELEVISION = ""
READ_MS = 6_100
LAST = ".side .last li.fresh[data-marked]:visible"
"""where a television says it: among the last lines of the log"""


@contextmanager
def screens(browser: Browser, evening: Evening, *seats: str) -> Iterator[dict[str, Page]]:
    """Yield the phones of these seats and the television, whose clocks stand still."""
    with served(evening) as at, ExitStack() as stack:
        pages = {}
        for seat in (*seats, TELEVISION):
            context = browser.new_context(
                viewport=PHONE if seat else SCREEN, has_touch=bool(seat), reduced_motion="reduce"
            )
            stack.callback(context.close)
            page = pages[seat] = context.new_page()
            clock_at_0(page)
            page.goto(at.seat(context, seat) if seat else at.screen)
            page.locator("body[data-ready]" if seat else "h1").wait_for()
            stand_still(page)
        yield pages


def ended(page: Page) -> list[str]:
    """Return what stands there."""
    return [line.inner_text().replace("\N{NO-BREAK SPACE}", " ") for line in page.locator("#ended li:visible").all()]


FOOT = "parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--dock')) || 0"
IN_SIGHT = f"line => line.getBoundingClientRect().bottom <= innerHeight - ({FOOT})"


def reads(page: Page, *lines: str) -> None:
    """Wait until each of these stands there, once, and can be read without a swipe: there, or on the slip."""
    slip = page.locator("#receipt-lines")
    for line in lines:
        found = page.locator(f"#ended li:visible, {LAST}", has_text=line)
        expect(found).to_have_count(1)
        if not found.evaluate(IN_SIGHT):
            expect(slip).to_contain_text(line)
            assert slip.evaluate("slip => slip.parentElement.scrollHeight <= slip.parentElement.clientHeight"), "cut"
    assert checks.covered(page) == []
    assert checks.too_wide(page) == []


def has_read(page: Page) -> None:
    """Bring it into sight, and let six seconds pass."""
    block = page.locator("#ended")
    if block.is_visible():
        block.evaluate("block => block.scrollIntoView({ block: 'center' })")
        page.clock.run_for(1_000)
    page.clock.fast_forward(READ_MS)
    expect(block).to_be_hidden()


@pytest.fixture
def two_cows() -> Night:
    """Return a game in which Ann has brought two cows to town; there is a vote about the first one."""
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", "A2-1", "A6-1")})
    night.roll(cow=(1, 1))
    night.act(ANN, MoveCow("A2-0", "town", 0), MoveCow("A2-1", "town", 1), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
    return night


def test_what_the_first_of_two_cows_brought_is_read_beside_the_next_vote(browser: Browser, two_cows: Night) -> None:
    """The phones jumped to the next vote: nobody had seen the result."""
    with screens(browser, two_cows, ANN, BOB, CID, DAN) as pages:
        two_cows.vote("OWN", "NONE", "FOREIGN")
        two_cows.show(None, 500)
        television = pages[TELEVISION]
        expect(television.locator(".sale")).to_contain_text("Ann sold a cow")
        for seat, page in pages.items():
            reads(page, "Ann's cow was turned over: no brand, $500", "Ann sold the cow")
            picture(page, f"result-sale-{seat}")
        for seat in (BOB, CID, DAN):
            expect(pages[seat].locator("form.seal")).to_be_visible()
        assert checks.below_the_screen(television) == []
        two_cows.seal({CID: "OWN"})
        reads(television, "Ann's cow was turned over: no brand, $500", "Ann sold the cow")
        picture(television, "result-sale-screen")
        assert checks.below_the_screen(television) == []
        expect(pages[BOB].locator(".progress")).to_contain_text("1")
        reads(pages[BOB], "Ann sold the cow")
        pages[DAN].locator("#ended button").tap()
        expect(pages[DAN].locator("#ended")).to_be_hidden()
        pages[CID].reload()
        pages[CID].clock.run_for(100)
        expect(pages[CID].locator("#ended li:visible", has_text="Ann sold the cow")).to_have_count(1)
        for seat in (ANN, BOB, CID, TELEVISION):
            has_read(pages[seat])


def test_nothing_that_is_asked_moves_while_a_result_comes_and_goes(browser: Browser, two_cows: Night) -> None:
    """It stood above the vote for six seconds: a finger on its way to a card hit another one."""
    with screens(browser, two_cows, BOB) as pages:
        page, cards = pages[BOB], pages[BOB].locator("form.seal .card")
        before = [card.bounding_box() for card in cards.all()]
        assert len(before) == 3
        two_cows.vote("OWN", "NONE", "FOREIGN")
        two_cows.show("A", 600)
        expect(page.locator("#ended li:visible", has_text="Ann sold the cow")).to_have_count(1)
        assert [card.bounding_box() for card in cards.all()] == before
        reads(page, "Ann's cow was turned over: brand A, $600")
        expect(page.locator("#receipt-lines")).to_contain_text("$600")
        page.locator("#ended").evaluate("block => block.scrollIntoView({ block: 'center' })")
        page.clock.run_for(1_000)
        page.clock.fast_forward(READ_MS)
        expect(page.locator("#ended")).to_be_hidden()
        page.evaluate("scrollTo(0, 0)")
        assert [card.bounding_box() for card in cards.all()] == before


def test_a_result_that_nobody_scrolls_to_goes_after_a_minute(browser: Browser, two_cows: Night) -> None:
    """The slip has told of it, and the log tells."""
    with screens(browser, two_cows, BOB) as pages:
        two_cows.vote("OWN", "NONE", "FOREIGN")
        two_cows.show(None, 500)
        line = pages[BOB].locator("#ended li:visible", has_text="Ann sold the cow")
        expect(line).to_have_count(1)
        pages[BOB].clock.fast_forward(READ_MS)
        expect(line).to_have_count(1)
        pages[BOB].clock.fast_forward(60_000)
        expect(line).to_have_count(0)


def test_three_results_that_say_the_same_are_one_line(browser: Browser) -> None:
    """*Your cowboy lost a duel and is in jail* stood there three times."""
    night = Night(level=Level.BANK)
    with screens(browser, night, BOB) as pages:
        for _ in range(3):
            night.act(ANN, RecordJailed(BOB))
        line = pages[BOB].locator("#ended li:visible")
        expect(line).to_have_attribute("data-times", "3")
        expect(line).to_contain_text("Your cowboy lost a duel and is in jail.")
        has_read(pages[BOB])
        expect(pages[TELEVISION].locator(LAST)).to_have_count(3)  # its log tells of each


def test_an_older_result_that_an_undo_brings_back_is_not_told_anew(browser: Browser) -> None:
    """The latest four are kept on a page; with the last one taken back the slip told of the first one again."""
    night = Night(level=Level.BANK)
    with screens(browser, night, CID) as pages:
        slip, results = pages[CID].locator("#receipt"), pages[CID].locator("#ended [data-seq]")
        for seat in (BOB, DAN, BOB, DAN, BOB):
            night.happened(ANN, RecordJailed(seat))
        expect(results).to_have_count(4)
        last = str(results.last.get_attribute("data-seq"))
        pages[CID].clock.fast_forward(READ_MS + 3_000)
        expect(slip).to_be_hidden()
        night.together(ANN, Undo(night.table.done[-1].before))
        expect(results.last).not_to_have_attribute("data-seq", last)
        expect(results).to_have_count(4)
        expect(slip).to_be_hidden()


def test_a_result_is_not_read_while_nobody_looks_at_it(browser: Browser, two_cows: Night) -> None:
    """On another tab a slip tells of it, and it waits under Now."""
    with screens(browser, two_cows, BOB) as pages:
        page = pages[BOB]
        page.locator(".bar [data-tab=log]").click()
        two_cows.vote("OWN", "NONE", "FOREIGN")
        two_cows.show(None, 500)
        expect(page.locator("#receipt")).to_contain_text("Ann's cow was turned over: no brand")
        page.clock.fast_forward(READ_MS)
        page.locator(".bar [data-tab=now]").click()
        expect(page.locator("#ended li:visible", has_text="Ann sold the cow")).to_have_count(1)
        has_read(page)


def test_what_ended_before_a_phone_was_opened_is_no_news_to_it(browser: Browser, two_cows: Night) -> None:
    two_cows.vote("OWN", "NONE", "FOREIGN")
    two_cows.show(None, 500)
    with screens(browser, two_cows, BOB) as pages:
        expect(pages[BOB].locator("form.seal")).to_be_visible()
        assert ended(pages[BOB]) == []


def test_the_third_player_of_a_duel_reads_how_it_ended(browser: Browser) -> None:
    night = PrairieNight()
    night.put(s1=("B4-1", "A3-3"), s2=("B4-2",))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    with screens(browser, night, ANN, BOB, CID) as pages:
        night.act(BOB, RollShots(5, 0))
        expect(pages[BOB].locator("#receipt")).to_contain_text("You lost the duel")  # he is asked on the board
        pages[BOB].locator(".bar [data-tab=now]").click()
        for seat in (CID, TELEVISION):
            reads(pages[seat], "Duel: Ann rolled 5, Bob rolled 0", "Ann won the duel; Bob's cowboy escaped")
            picture(pages[seat], f"result-duel-{seat}")
        reads(pages[ANN], "You won the duel: Bob's cowboy escaped.")
        reads(pages[BOB], "You lost the duel against Ann: your cowboy escaped.")
        expect(pages[BOB].locator("h1")).to_contain_text("Your escaped cowboy is back")
        large = "line => parseFloat(getComputedStyle(line).fontSize)"
        assert pages[TELEVISION].locator(LAST).first.evaluate(large) >= 28, "read from four metres"
        for page in pages.values():
            has_read(page)


def test_whose_town_was_attacked_reads_what_to_lay_and_to_give(browser: Browser) -> None:
    """Only the next question used to be on that player's page."""
    robin, alexandre, theo = "s1", "s2", "s3"
    evening = TownEvening(level=Level.BOARD).start().play_phase_1()
    evening.play(robin, "homestead")
    evening.lay_sealed({robin: "marshal", alexandre: "gold mine"})
    evening.act(robin, CarryOut(), ThrowDie(Side.ORANGE_AGAIN), ThrowDie(Side.ORANGE_AGAIN))
    with screens(browser, evening, robin, alexandre, theo) as pages:
        evening.act(theo, ChooseTarget(Indian.ORANGE, INHABITANTS))
        evening.act(robin, DefendTarget(defend=False))
        over = "The attack is over, the camp is empty"
        reads(pages[robin], "You do not defend: the Inhabitants", over)
        expect(pages[robin].locator(".to-move")).to_contain_text("−4\u00a0Inhabitants")
        picture(pages[robin], "result-attack-s1")
        for seat in (alexandre, theo, TELEVISION):
            reads(pages[seat], "Robin does not defend: the Inhabitants", over)
            picture(pages[seat], f"result-attack-{seat}")
        for page in pages.values():
            has_read(page)


def test_everybody_reads_whose_roll_it_was_and_what_it_showed(browser: Browser) -> None:
    """The own roll was on no screen, and the bomb of the next one's was taken for it."""
    night = CowNight()
    night.city(amount=200)
    with screens(browser, night, ANN, BOB) as pages:
        night.act(ANN, RollDie(5))
        for seat, page in pages.items():
            reads(page, "Ann rolled a 5: nothing explodes")
            picture(page, f"result-roll-{seat}")
        night.cow(BOB, "Plain", 300)
        night.act(BOB, RollDie(1))
        for seat, page in pages.items():
            reads(page, "Bob rolled a 1: a bomb is on Plain", "Plain of Bob explodes", "Bob wins the city of Alby")
            picture(page, f"result-bang-{seat}")


def test_everybody_reads_what_came_of_a_vote(browser: Browser) -> None:
    evening = AnyEvening(3)
    evening.act(ANN, AskVote("Another round?", "yes, no"))
    with screens(browser, evening, ANN, BOB) as pages:
        evening.vote("yes", "no", "yes")
        for seat in (ANN, BOB):
            reads(pages[seat], "Another round? yes wins with 2 of 3")
            has_read(pages[seat])
        expect(pages[TELEVISION].locator(".vote .prompt")).to_contain_text("yes wins with 2 of 3")
