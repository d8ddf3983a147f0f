"""The taps that money, bids, votes and points take in any game, counted on phones of 360 x 740 pixels and printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.secrets.ways import Way
from companion.games.any_game.messages.bank import OfferDeal, PayDividend
from companion.games.any_game.messages.betting import DealHand, Fold, RaiseTo
from companion.games.any_game.messages.play import RollDice
from companion.games.any_game.messages.sheet import WriteRow
from companion.games.any_game.messages.votes import AskBids, AskVote, OpenAuction, PutAway
from companion.games.any_game.shapes import PRESETS
from tests.browser.house import served
from tests.browser.support import PATIENCE_MS, PHONE, is_of_an_action, until
from tests.browser.taps import counted
from tests.support.any_evening import ANN, BEN, CID, AnyEvening


@contextmanager
def phones(browser: Browser, night: AnyEvening, *seats: str) -> Iterator[list[Page]]:
    """Yield the phones of these seats."""
    with served(night) as at, ExitStack() as stack:
        found = []
        for seat in seats:
            context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
            stack.callback(context.close)
            page = context.new_page()
            page.goto(at.seat(context, seat))
            page.locator("body[data-ready]").wait_for()
            found.append(page)
        yield found


def drawn(page: Page, night: AnyEvening) -> None:
    """Wait until the page shows the table as it is by then: what was tapped may still be under way."""
    main = page.locator("#main")
    until(lambda: main.get_attribute("data-seq") == str(night.table.seq), PATIENCE_MS / 1000, "the page lags behind")


def test_money_takes_a_badge_an_amount_and_a_button(browser: Browser) -> None:
    night = AnyEvening(turns=True, quick=PRESETS[0].rules["quick"])
    with phones(browser, night, ANN, BEN) as (ann, ben):
        sheet = ann.locator("#payer")
        with counted(ann, "pay $35", before="5 taps", most=4) as thumb:
            thumb.tap(ann.locator(f".payees [data-payee={BEN}]"))
            for key in "35":
                thumb.tap(sheet.locator(f"#payer-pay [data-key='{key}']"))
            thumb.tap(sheet.get_by_role("button", name="Pay", exact=True))
        expect(ann.locator("#receipt")).to_contain_text("$35")
        assert night.has(ANN, BEN) == (1_465, 1_535)
        drawn(ann, night)
        with counted(ann, "take $200 from the bank", before="4 taps", most=3) as thumb:
            thumb.tap(ann.locator(".payees [data-payee=bank]"))
            thumb.tap(sheet.locator("#payer-pay [data-add='200']"))
            thumb.tap(sheet.get_by_role("button", name="Take it"))
        expect(ann.locator("#receipt")).to_contain_text("$200")
        assert night.has(ANN) == (1_665,)
        drawn(ann, night)
        with counted(ann, "ask somebody for $50", before="5 taps", most=3) as thumb:
            thumb.tap(ann.locator(f".payees [data-payee={BEN}]"))
            thumb.tap(sheet.locator("#payer-pay [data-add='50']"))
            thumb.tap(sheet.get_by_role("button", name="Ask for it"))
        with counted(ben, "pay what one was asked for", before="1 tap", most=1) as thumb:
            thumb.tap(ben.get_by_role("button", name="Pay Ann $50"))
        expect(ben.locator("#receipt")).to_contain_text("$50")
        assert night.has(ANN, BEN) == (1_715, 1_485)


def test_more_than_one_has_can_be_asked_for_and_taken_but_not_paid(browser: Browser) -> None:
    night = AnyEvening(turns=True)
    with phones(browser, night, ANN) as (ann,):
        sheet = ann.locator("#payer")
        ann.locator(".payees [data-payee=bank]").tap()
        for _ in range(4):
            sheet.locator("#payer-pay [data-add='500']").tap()
        expect(sheet.locator("#payer-pay .sum")).to_have_text("$2,000")
        sheet.get_by_role("button", name="Pay", exact=True).tap()
        expect(sheet.locator("#payer-pay .sum")).to_contain_text("That is more than you have.")
        assert night.has(ANN) == (1_500,)
        sheet.get_by_role("button", name="Take it").tap()
        expect(ann.locator("#receipt")).to_contain_text("$2,000")
        assert night.has(ANN) == (3_500,)


def test_a_vote_and_a_sealed_bid(browser: Browser) -> None:
    night = AnyEvening(turns=True)
    with phones(browser, night, ANN) as (ann,):
        night.act(BEN, AskVote("Pizza or sushi?", "Pizza, Sushi"))
        drawn(ann, night)
        with counted(ann, "a vote", before="2 taps", most=2) as thumb:
            thumb.tap(ann.locator("form.seal label.card").first)
            thumb.tap(ann.get_by_role("button", name="Seal my vote"))
        expect(ann.locator(".ballot[data-mine=sealed]")).to_be_visible()
    night = AnyEvening(turns=True)
    with phones(browser, night, ANN) as (ann,):
        night.act(BEN, AskBids("the station"))
        drawn(ann, night)
        with counted(ann, "a sealed bid of $100", before="2 taps", most=2) as thumb:
            thumb.tap(ann.locator("form.seal [data-add='100']"))
            thumb.tap(ann.get_by_role("button", name="Seal my bid"))
        expect(ann.locator(".ballot[data-mine=sealed]")).to_be_visible()


def test_votes_with_several_answers_and_with_an_order(browser: Browser) -> None:
    night = AnyEvening(3, turns=True)
    with phones(browser, night, ANN) as (ann,):
        night.act(BEN, AskVote("What do we eat?", "Pizza, Sushi, Soup", Way.SEVERAL))
        drawn(ann, night)
        with counted(ann, "a vote for two of three answers", before="–", most=3) as thumb:
            thumb.tap(ann.locator("form.seal label.card").nth(0))
            thumb.tap(ann.locator("form.seal label.card").nth(2))
            thumb.tap(ann.get_by_role("button", name="Seal my vote"))
        expect(ann.locator(".ballot[data-mine=sealed]")).to_be_visible()
        night.seal({BEN: "", CID: "Soup"})
        night.open({BEN: "", CID: "Soup"})
        expect(ann.locator(".tally li").first).to_contain_text("Soup")
        night.act(BEN, PutAway(), AskVote("What do we eat?", "Pizza, Sushi, Soup", Way.ORDER, tallied=True))
        drawn(ann, night)
        with counted(ann, "an order of three answers", before="–", most=3) as thumb:
            thumb.tap(ann.locator("form.seal label.card").nth(2))
            thumb.tap(ann.locator("form.seal label.card").nth(0))
            thumb.tap(ann.get_by_role("button", name="Seal my vote"))
        expect(ann.locator(".ballot[data-mine=sealed]")).to_be_visible()
        night.seal(dict.fromkeys((BEN, CID), "Soup, Sushi, Pizza"))
        night.open(dict.fromkeys((BEN, CID), "Soup, Sushi, Pizza"))
        expect(ann.locator(".tally li").first).to_contain_text("6")
        assert dict(night.ballot.counts) == {"Pizza": 1, "Sushi": 2, "Soup": 6}
        assert ann.locator(".reveal").count() == 0


@pytest.mark.parametrize(
    ("players", "what"), [(2, "the mill"), (8, "the old mill on the river with all that belongs to it")]
)
def test_a_raise(browser: Browser, players: int, what: str) -> None:
    night = AnyEvening(players, turns=True)
    with phones(browser, night, ANN) as (ann,):
        night.act(ANN, OpenAuction(what, 20))
        drawn(ann, night)
        assert ann.get_by_role("button", name="I stop bidding").bounding_box()["y"] < 600, "above the badges"  # type: ignore[index]
        with counted(ann, "a bid in an auction", before="1 tap", most=1) as thumb:
            thumb.tap(ann.get_by_role("button", name="Bid", exact=True))
        expect(ann.locator("#auction")).to_contain_text("Ann leads")


@pytest.mark.parametrize(("sign", "button"), [("", "Write it down"), ("−", "Take off")])
def test_37_points_are_one_entry(browser: Browser, sign: str, button: str) -> None:
    night = AnyEvening(turns=True, scores=True)
    with phones(browser, night, ANN) as (ann,):
        with counted(ann, f"write down {sign}37 points", before="15 taps in five entries", most=4) as thumb:
            thumb.tap(ann.locator("form[data-kind=score] label.option", has_text="Ben"))
            for key in "37":
                thumb.tap(ann.locator(f"form[data-kind=score] [data-key='{key}']"))
            thumb.tap(ann.get_by_role("button", name=button))
        expect(ann.locator("#player-s2")).to_contain_text(f"points: {sign}37")
        with counted(ann, f"write down {sign}5 of one's own", before="3 taps", most=2) as thumb:
            thumb.tap(ann.locator("form[data-kind=score] [data-key='5']"))
            thumb.tap(ann.get_by_role("button", name=button))
        expect(ann.locator("#player-s1")).to_contain_text(f"points: {sign}5")


def test_what_was_rolled_is_in_sight(browser: Browser) -> None:
    """The button stayed under the thumb, and the dice with *My turn is over* came above what could be seen."""
    night = AnyEvening(turns=True, dice=2)
    with phones(browser, night, ANN) as (ann,):
        ann.get_by_role("button", name="Roll the dice").tap()
        drawn(ann, night)
        expect(ann.locator("#tab-now .dice")).to_be_in_viewport(ratio=1)
        assert ann.evaluate("scrollY") == 0


def test_a_round_of_four_is_written_in_twelve_taps_and_corrected_where_it_stands(browser: Browser) -> None:
    night = AnyEvening(4, scores=True, bank=False, turns=True, sheet="rounds", low=True, target=500)
    with phones(browser, night, ANN) as (ann,):
        form = ann.locator("#row-form")
        with counted(ann, "a round of four players", before="20 taps", most=12) as thumb:
            for number in ("45", "", "30", "12"):  # Ben has nothing, and is passed over
                for digit in number:
                    thumb.tap(form.locator(f"[data-digit='{digit}']"))
                if number != "12":
                    thumb.tap(form.get_by_role("button", name="Next"))
            thumb.tap(form.get_by_role("button", name="Write it down"))
        expect(ann.locator("#sheet .totals")).to_contain_text("45")
        assert dict(night.state.points) == {"s1": 45, "s2": 0, "s3": 30, "s4": 12}
        drawn(ann, night)
        with counted(ann, "correct a number of two digits", before="6 taps", most=4, most_swipes=1) as thumb:
            thumb.tap(ann.locator("[data-correct='1'][data-at=s3]"))
            for digit in "50":
                thumb.tap(form.locator(f"[data-digit='{digit}']"))
            thumb.tap(form.get_by_role("button", name="Write it down"))
        expect(ann.get_by_text("Correct round 1 on the score sheet").first).to_be_visible()
        assert night.table.motions[-1].message.data["numbers"] == {"s3": 50}, (
            "what stands there already is not written anew"
        )
        expect(form.locator("h3")).to_contain_text("Round 2")


def test_a_negative_number_is_turned_over_where_it_stands(browser: Browser) -> None:
    night = AnyEvening(4, scores=True, bank=False, turns=True, sheet="rounds", own_rows=True)
    with phones(browser, night, ANN) as (ann,):
        form = ann.locator("#row-form")
        with counted(ann, "write down −37 of one's own on a sheet", before="4 taps", most=4) as thumb:
            for key in "37−":
                thumb.tap(form.locator(f"[data-digit='{key}']"))
            thumb.tap(form.get_by_role("button", name="Write it down"))
        expect(ann.locator("#sheet .totals")).to_contain_text("−37")
        night.act(BEN, WriteRow({BEN: 4}))
        drawn(ann, night)
        assert ann.locator("[data-at=s2]").count() == 0, "everybody corrects his own"
        with counted(ann, "turn −37 into 37", before="5 taps", most=3, most_swipes=1) as thumb:
            thumb.tap(ann.locator("[data-correct='1'][data-at=s1]"))
            thumb.tap(form.locator("[data-digit='−']"))
            thumb.tap(form.get_by_role("button", name="Write it down"))
        expect(ann.get_by_text("Correct round 1 on the score sheet").first).to_be_visible()
        assert night.table.motions[-1].message.data["numbers"] == {"s1": 37}


def test_the_last_number_of_a_row_that_must_add_up_is_filled_in(browser: Browser) -> None:
    night = AnyEvening(4, scores=True, bank=False, turns=True, sheet="announced", tricks="5")
    with phones(browser, night, ANN) as (ann,):
        with counted(ann, "announce", before="not possible", most=2) as thumb:
            thumb.tap(ann.locator("form.seal label.card", has_text="2").first)
            thumb.tap(ann.get_by_role("button", name="Seal my number"))
        expect(ann.locator(".ballot[data-mine=sealed]")).to_be_visible()
    night = AnyEvening(4, scores=True, bank=False, turns=True, sheet="announced", tricks="5")
    night.vote(2, 1, 1, 0)
    with phones(browser, night, ANN) as (ann,):
        form = ann.locator("#row-form")
        with counted(ann, "what four have made", before="not possible", most=4) as thumb:
            for made in "211":
                thumb.tap(form.locator(f"[data-whole='{made}']"))
            thumb.tap(form.get_by_role("button", name="Write it down"))
        expect(ann.locator("#sheet .totals")).to_contain_text("40")
        assert night.state.rows[0].made == {"s1": 2, "s2": 1, "s3": 1, "s4": 1}


def test_of_several_sums_the_one_that_leaves_least_is_filled_in(browser: Browser) -> None:
    night = AnyEvening(4, scores=True, bank=False, turns=True, sheet="rounds", low=True, row_sum="26, 78")
    with phones(browser, night, ANN) as (ann,):
        form = ann.locator("#row-form")
        for typed, last in ((("5", "8", "0"), "13"), (("26", "0", "26"), "26"), (("0", "0", "26"), "0")):
            for number in typed:
                for digit in number:
                    form.locator(f"[data-digit='{digit}']").tap()
                form.get_by_role("button", name="Next").tap()
            expect(form.locator("#row-s4")).to_have_value(last)
            sum_ = sum(map(int, (*typed, last)))
            expect(form.locator(".sum:not(.wrong)")).to_have_text(f"Together {sum_} of 26 / 78")
            with ann.expect_response(is_of_an_action):
                form.get_by_role("button", name="Write it down").tap()
            drawn(ann, night)
    assert [sum(row.points.values()) for row in night.state.rows] == [26, 78, 26]


def test_dice_that_stay_take_a_tap_each(browser: Browser) -> None:
    night = AnyEvening(2, scores=True, bank=False, turns=True, sheet="lines", lines="Ones, Chance", dice=5)
    night.act(ANN, RollDice())
    first, third = night.state.dice[0], night.state.dice[2]
    with phones(browser, night, ANN) as (ann,):
        dice = ann.locator(".staying label")
        with counted(ann, "keep two of five dice", before="not possible", most=3) as thumb:
            thumb.tap(dice.nth(0))
            thumb.tap(dice.nth(2))
            thumb.tap(ann.get_by_role("button", name="Roll the others again"))
        drawn(ann, night)
        assert (night.state.dice[0], night.state.dice[2]) == (first, third)
        expect(ann.locator(".staying input:checked")).to_have_count(0)


def test_chips_incomes_and_deals_take_a_tap_or_two(browser: Browser) -> None:
    night = AnyEvening(turns=True, bank=False, sign="", betting=True, blind=20)
    with phones(browser, night, ANN) as (ann,):
        with counted(ann, "deal a hand", before="not possible", most=1) as thumb:
            thumb.tap(ann.get_by_role("button", name="Deal", exact=True))
        drawn(ann, night)
        with counted(ann, "call", before="5 taps into a pot", most=1) as thumb:
            thumb.tap(ann.get_by_role("button", name="Call 20"))
        expect(ann.locator("#hand")).to_contain_text("50")
    night = AnyEvening(turns=True, incomes="once round 200")
    with phones(browser, night, ANN, BEN) as (ann, ben):
        with counted(ann, "an income with a name", before="3 taps", most=1) as thumb:
            thumb.tap(ann.get_by_role("button", name="once round: take $200"))
        expect(ann.locator("#receipt")).to_contain_text("$200")
        drawn(ann, night)
        night.act(ANN, OfferDeal(BEN, "two sheep", earns=30))
        drawn(ben, night)
        with counted(ben, "agree to a deal", before="not possible", most=1) as thumb:
            thumb.tap(ben.get_by_role("button", name="Agree", exact=True))
        expect(ben.locator("#receipt")).to_contain_text("$30")
        assert night.has(ANN, BEN) == (1_730, 1_470)


def test_a_raise_a_pot_and_a_share_take_four_taps_at_most(browser: Browser) -> None:
    night = AnyEvening(turns=True, bank=False, sign="", betting=True, blind=20, quick="20, 100")
    with phones(browser, night, ANN) as (ann,):
        night.act(ANN, DealHand())
        drawn(ann, night)
        with counted(ann, "raise to 140", before="–", most=4) as thumb:
            thumb.tap(ann.locator("summary", has_text="Raise"))
            form = ann.locator("form[data-kind=raise_to]", has=ann.locator("[data-add='100']"))
            thumb.tap(form.locator("[data-add='100']"))
            thumb.tap(form.get_by_role("button", name="Raise", exact=True))
        expect(ann.locator("#hand")).to_contain_text("140")
        night.act(BEN, RaiseTo(1_500))
        night.act(CID, Fold())
        drawn(ann, night)
        with counted(ann, "call all in", before="–", most=1) as thumb:
            thumb.tap(ann.get_by_role("button", name="All in").first)
        expect(ann.locator("form[data-kind=award_pot]").first).to_be_visible()
        with counted(ann, "who wins the pot", before="–", most=1) as thumb:
            thumb.tap(ann.locator("form[data-kind=award_pot]").get_by_text("Ben").first)
        expect(ann.locator(".pots")).not_to_contain_text("3,020")
        assert night.state.hand is None
    night = AnyEvening(turns=True, units="Red, Blue", unit_price=100)
    with phones(browser, night, ANN) as (ann,):
        with counted(ann, "buy a share", before="–", most=2) as thumb:
            thumb.tap(ann.locator("summary", has_text="Buy one"))
            thumb.tap(ann.locator("form[data-kind=buy_units]").get_by_text("Red"))
        expect(ann.locator(".own-money")).to_contain_text("$1,400")
        assert night.has(ANN) == (1_400,)
        night.act(BEN, PayDividend("Red", 20))
        drawn(ann, night)
        with counted(ann, "the same dividend again", before="–", most=2) as thumb:
            thumb.tap(ann.locator("summary", has_text="The same dividend again"))
            thumb.tap(ann.locator("form[data-kind=pay_dividend]").get_by_text("Red").first)
        expect(ann.locator(".own-money")).to_contain_text("$1,440")
        assert night.has(ANN) == (1_440,)


def test_setting_up_takes_three_taps_and_what_is_in_sight_is_not_longer_than_two_screens(browser: Browser) -> None:
    night = AnyEvening(4, started=False)
    with phones(browser, night, ANN) as (ann,):
        with counted(ann, "set up and start", before="6 taps over 4,225 px", most=3, most_swipes=2) as thumb:
            thumb.tap(ann.locator("#house-rules > summary"))
            thumb.tap(ann.get_by_role("button", name="Two teams"))
            drawn(ann, night)
            top = ann.evaluate("document.getElementById('adjust').getBoundingClientRect().top + scrollY")
            assert top <= 1_500
            thumb.tap(ann.get_by_role("button", name="Start the game"))
        expect(ann.locator("#row-form")).to_be_visible()
