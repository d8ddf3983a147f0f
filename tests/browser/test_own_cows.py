"""An evening of Unexploded Cow with a real box: cards typed as they are played, a loan between two players."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import Box, Phone, Watch, picture, some_at_a_table, tick, unfold

MAX_TURNS = 30


@pytest.mark.torture
def test_an_evening_with_ones_own_box_to_its_tally(browser: Browser, box: Box, screen: Page, watch: Watch) -> None:
    with some_at_a_table(browser, box, watch, screen, "Unexploded Cow", ("Ann", "Bob", "Cid"), "board") as phones:
        ann, bob, cid = phones
        expect(ann.page.locator("#main")).to_contain_text("Which cards are on the table?")
        ann.picture("own-cows-lobby")
        ann.press("choose_catalogue", typed=True)
        tick(ann.form("start_game").locator("input[value='\"s1\"']"))
        ann.press("start_game")
        lends(cid, ann, 500)

        for phone, name, amount in ((ann, "Alby", 200), (bob, "Belby", 0)):
            turns_up(phone, name, amount)
            phone.picture(f"own-cows-{name}")
            plays(phone, f"Rosa of {name}", 600)
            rolls_a_one(phone)
            expect(phone.page.locator("h1")).to_contain_text(f"You have won {name}")
            expect(phone.page.locator("#main")).to_contain_text("Look at a hand.")
            expect(screen.locator("#main")).to_contain_text("Look at a hand.")
            phone.picture(f"own-cows-won-{name}")
            picture(screen, f"own-cows-won-{name}-screen")
            phone.press("carry_out")
        expect(cid.page.locator("h1")).to_contain_text("Turn up a city")

        to_the_last_city(phones)
        result = ann.view()
        assert result["phase"] == "over"
        scores = {line["seat"]: line["score"] for line in result["result"]["standings"]}
        pot = next(pot["amount"] for pot in result["pots"])
        assert (sum(scores.values()), pot) == (0, 0), "what one wins others have lost, the loan included"
        expect(screen.locator("#main.over")).to_be_visible()
        picture(screen, "own-cows-tally-screen")
        cid.picture("own-cows-tally")
        assert not watch.serious()
        assert not watch.strangers


def lends(lender: Phone, borrower: Phone, amount: int) -> None:
    """Offer and accept a loan at 20 per cent by hand."""
    lender.page.locator(f"button[data-payee={borrower.seat}]").first.tap()
    sheet = lender.page.locator("#payer-loan")
    sheet.locator("summary").first.tap()
    sheet.locator("input[data-name=amount]").fill(str(amount))
    lender.send(sheet.locator("button[data-lend-at='20']"))
    borrower.press("accept_loan")


def turns_up(phone: Phone, city: str, amount: int) -> None:
    """Enter the city of the pile."""
    form = phone.form("turn_up_city").last
    unfold(form)
    form.locator("input[data-name=name]").fill(city)
    form.locator("input[data-name=points]").fill("3")
    form.locator("input[data-name=amount]").fill(str(amount))
    form.locator("input[data-name=text]").fill("Look at a hand.")
    phone.send(form.locator("button[type=submit]"))


def plays(phone: Phone, cow: str, value: int) -> None:
    """Enter a cow of one's own into one's own herd."""
    pad = phone.page.locator("#fold-play-card")
    pad.locator("summary").tap()
    pad.locator("input[data-name=name]").fill(cow)
    pad.locator("input[data-name=price]").fill("200")
    phone.send(pad.locator(f"button[data-puts=value][value='{value}']"))


def rolls_a_one(phone: Phone) -> None:
    phone.answer(phone.form("roll_die").first, 1)


def to_the_last_city(phones: list[Phone]) -> None:
    """Play by script: everybody wins the city of the own turn with an own cow, until it is over."""
    for turn in range(MAX_TURNS):
        view = phones[0].view()
        if view["phase"] != "playing":
            return
        phone = next(each for each in phones if each.seat == next(p["seat"] for p in view["players"] if p["active"]))
        kinds = {choice["kind"] for choice in phone.view()["page"]["choices"]}
        if "carry_out" in kinds:
            phone.act("carry_out")
            continue
        if "turn_up_city" in kinds:
            phone.act("turn_up_city", name=f"City {turn}", points=turn, amount=0)
            phone.act("play_cow", into=phone.seat, price=200, name=f"Cow {turn}", value=300)
        phone.act("roll_die", face=1)
    raise AssertionError("the game does not end")
