"""Payments on phones of 360 x 740 pixels: the number of taps, counted and printed, and the news on both phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests.browser.support import PATIENCE_MS, PHONE, Box, Phone, open_phone, patched, seats_by_script, until
from tests.browser.taps import counted

LISTEN = """
window.arrived = [];
window.buzzed = 0;
addEventListener("animationstart", (event) => window.arrived.push(event.target.id), true);
navigator.vibrate = () => { window.buzzed += 1; return true; };
"""


@dataclass(frozen=True)
class Pair:
    """Two phones of a table with three seats."""

    ann: Phone
    ben: Phone


@pytest.fixture
def pair(box: Box, browser: Browser, phone: BrowserContext) -> Iterator[Pair]:
    code, tokens = seats_by_script(box, {"Ann": "A", "Ben": "C", "Cara": "E"})
    lively = browser.new_context(viewport=PHONE, has_touch=True)
    lively.add_init_script(LISTEN)
    for context in (phone, lively):  # a slip stays until it was looked at, however long the machine takes
        patched(context, "receipt.js", ("const STAYS = 8_000;", "const STAYS = 8_000_000;"))
    yield Pair(open_phone(box, phone, code, "s1", tokens["s1"]), open_phone(box, lively, code, "s2", tokens["s2"]))
    lively.close()


def slip(phone: Phone) -> Locator:
    return phone.page.locator("#receipt")


def test_money_changes_hands_in_few_taps_and_both_phones_say_so(pair: Pair) -> None:
    ann, ben = pair.ann, pair.ben
    ben.tab("log")
    sheet = ann.page.locator("#payer")
    for tab, to in (("now", "s2"), ("log", "bank"), ("money", "s2")):
        ann.tab(tab)
        before = ann.view()["cash"]
        with counted(ann.page, f"pay {to} $500 from {tab}", before="5 taps + 2 scrolls", most=3) as thumb:
            thumb.tap(ann.page.locator(f".payees [data-payee={to}]"))
            thumb.tap(sheet.locator("#payer-pay [data-add='500']"))
            expect(sheet.locator("#payer-pay .sum")).to_have_text(re.compile(r"You have \$[\d,]+, then \$[\d,]+"))
            thumb.tap(sheet.get_by_role("button", name="Pay", exact=True))
        expect(slip(ann)).to_contain_text("− $500 You paid Ben" if to == "s2" else "− $500 to the bank")
        expect(slip(ann).locator(".secret")).to_be_hidden()
        assert before - ann.view()["cash"] == 500
        ben.settled()

    expect(slip(ben)).to_contain_text("+ $500 Ann paid you")
    expect(slip(ben)).to_contain_text("You now have $11,000")
    expect(slip(ben).locator(".secret")).to_be_hidden()
    cover = slip(ben).locator(".cover").bounding_box()
    assert cover
    ben.page.mouse.move(cover["x"] + 5, cover["y"] + 5)
    ben.page.mouse.down()
    expect(slip(ben).locator(".secret")).to_be_visible()
    ben.page.mouse.up()
    expect(slip(ben).locator(".secret")).to_be_hidden()
    assert ben.page.evaluate("document.body.dataset.news") == "money", "a dot on the tab that is not open"
    assert ben.page.evaluate("window.buzzed") == 2, "the payment to the bank is none of his business"


def test_a_player_who_pays_too_much_reads_why_the_bank_does_not_help_and_a_lender_what_comes_back(pair: Pair) -> None:
    page, sheet = pair.ann.page, pair.ann.page.locator("#payer")
    page.locator(".payees [data-payee=s2]").tap()
    sheet.locator("#payer-amount").fill("99900")
    sentence = "That is more than you have. The bank lends only to a player who cannot pay what is due."
    expect(sheet.locator("#payer-amount-sum")).to_have_text(sentence)
    sheet.get_by_text("Offer a loan instead").tap()
    expect(sheet.locator("#payer-loan-amount")).not_to_have_value("")  # what was to be paid is carried over
    sheet.locator("#payer-loan-amount").fill("700")
    backs = ["Lend it for $700 back", "Lend it for $770 back (+10 %)", "Lend it for $840 back (+20 %)"]
    expect(sheet.locator("#payer-loan [data-lend-at]")).to_have_text(backs)
    sheet.locator("#payer-terms summary").tap()
    expect(sheet.locator("#payer-interest")).to_have_attribute("placeholder", "$0")
    sheet.locator("#payer-interest").fill("300")
    sheet.get_by_role("button", name="Lend it for $1,000 back").tap()
    pair.ann.tab("money")
    expect(page.locator("article.loan")).to_contain_text("You offered Ben $700 for $1,000.")


def test_a_question_and_payments_of_one_moment_vibrate_once(pair: Pair) -> None:
    """Each of them used to vibrate on its own."""
    ann, ben = pair.ann, pair.ben
    offline = ben.page.context
    ben.tab("now")  # only what was touched once may vibrate
    offline.set_offline(True)
    for words in ("a hat", "a rope", "a mule"):
        ann.act("pay", to="s2", amount=100, words=words)
    ann.act("offer_loan", borrower="s2", amount=300)
    offline.set_offline(False)
    sentence = "You now have $10,300 · + $100 Ann paid you: a mule · + $100 Ann paid you: a rope · + $100 Ann paid you"
    expect(slip(ben).locator("p")).to_have_text(sentence.split(" · "))
    assert slip(ben).evaluate("slip => slip.scrollHeight <= slip.clientHeight"), "it is cut"
    expect(ben.form("accept_loan")).to_be_visible()
    assert ben.page.evaluate("window.buzzed") == 1


def test_only_new_lines_about_money_slide_in(pair: Pair) -> None:
    """Old lines used to slide in again at every change of the page or of the tab."""
    ann, ben = pair.ann, pair.ben
    ann.act("pay", to="s2", amount=100, words="before")
    ben.page.reload()
    ben.ready()
    old = [line.get_attribute("id") for line in ben.page.locator("#news li").all()]
    assert old
    for words in ("one", "two"):
        ann.act("pay", to="s2", amount=100, words=words)
        expect(ben.page.locator("#news")).to_contain_text(words)
        ben.tab("log")
        ben.tab("now")
    newest = [line.get_attribute("id") for line in ben.page.locator("#news li").all()][:2]
    until(lambda: set(newest) <= set(ben.page.evaluate("window.arrived")), PATIENCE_MS / 1000, "what is new arrives")
    arrived = ben.page.evaluate("window.arrived")
    assert not set(old) & set(arrived)


def test_a_player_who_asked_is_told_who_refused(pair: Pair) -> None:
    """In a slip if another tab is open; a notice on the open tab is not repeated."""
    ann, ben = pair.ann, pair.ben
    for number, tab in ((300, "now"), (400, "log")):
        ann.tab(tab)
        ann.act("offer_loan", borrower="s2", amount=number)
        ben.settled()
        ben.press("decline_loan")
        ann.settled()
        sentence = f"Ben turned the loan of ${number} down"
        expect(ann.page.locator("#tab-now .notice:not(#goes-dark)").last).to_have_text(sentence)
        if tab == "now":
            expect(slip(ann)).to_be_hidden()
        else:
            expect(slip(ann)).to_contain_text(sentence)
    expect(ben.page.locator("#tab-now .notice:not(#goes-dark)")).to_have_count(0)


def test_money_that_is_kept_shown_says_so(pair: Pair) -> None:
    page = pair.ann.page
    pair.ann.tab("money")
    balance = page.locator(".balance .secret")
    expect(balance).to_be_hidden()
    page.get_by_role("button", name="Keep it shown").tap()
    expect(balance).to_be_visible()
    page.get_by_role("button", name="Hide it again").tap()
    expect(balance).to_be_hidden()
