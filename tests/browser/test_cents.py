"""A table that plays with cents, typed on phones with a point or a comma: paid, bid and shown to the cent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.secrets.ballot import Opening, commitment
from tests.browser.support import PHONE, Box, Phone, Watch, open_phone, picture, unfold

TYPED = {
    2: {
        "2,5": 250,
        "2.50": 250,
        "2,": 200,
        ",05": 5,
        "1234": 123400,
        "1.234,5": 123450,
        "1,234.50": 123450,
        "1 234,50 €": 123450,
        "CHF 1’234.50": 123450,
        "2.50 Fr.": 250,
        "1.234.567": 123456700,
        "1.234": None,
        "0,001": None,
        "1.2.3": None,
        "12.34,5": None,
        "1,234,5": None,
        "-2,50": None,
        "2a5": None,
        "much": None,
        ".": None,
    },
    1: {"2,5": 25, "2.50": None, "1.234": None, "7": 70},
    0: {"1.234": 1234, "1,500": 1500, "$ 1 500": 1500, "2,5": None, "2.50": None, "-2": None, "much": None},
}
LISTS = {"0,50; 1; 2,50": [50, 100, 250], "0.50, 1, 2.50": [50, 100, 250], "5": [500], "": []}


class Evening:
    """Ann reads German, and had her page open before Ben set the table up; Ben and Cara act by script."""

    def __init__(self, box: Box, browser: Browser, watch: Watch, stack: ExitStack) -> None:
        self.box = box
        self.code: str = box.call("POST", "/api/tables", {"game": "any_game", "edition": "any"})["code"]
        self.tokens: dict[str, str] = {}
        for name in ("Ann", "Ben", "Cara"):
            taken = box.call("POST", f"/api/tables/{self.code}/seats", {"name": name, "picks": {}})
            self.tokens[taken["seat"]] = taken["token"]
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", locale="de")
        stack.callback(context.close)
        watch.over(context)
        self.ann: Phone = open_phone(box, context, self.code, "s1", self.tokens["s1"])

    @property
    def page(self) -> Page:
        return self.ann.page

    def act(self, seat: str, kind: str, **data: Any) -> None:
        body = {"seat": seat, "kind": kind, "data": data}
        self.box.call("POST", f"/api/tables/{self.code}/actions", body, self.tokens[seat])

    def bid(self, **bids: str) -> None:
        """Seal the bids of these seats by script and open them when Ann has sealed hers, too."""
        ballot = self.ann.view()["page"]["ballot"]["id"]
        openings = {seat: Opening(bid, random.Random(seat).randbytes(32).hex()) for seat, bid in bids.items()}
        for seat, opening in openings.items():
            self.act(seat, "seal_vote", ballot=ballot, commitment=commitment(self.code, ballot, seat, opening))
        self.page.locator("form.seal button[type=submit]").tap()
        expect(self.page.locator(".ballot[data-mine=sealed]")).to_be_visible()
        for seat, opening in openings.items():
            body = {"seat": seat, "ballot": ballot, "choice": opening.choice, "nonce": opening.nonce}
            self.box.call("POST", f"/api/tables/{self.code}/openings", body, self.tokens[seat])

    def cash(self) -> list[int]:
        return [row["cash"] for row in self.ann.view()["players"]]


@pytest.fixture
def evening(box: Box, browser: Browser, watch: Watch) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(box, browser, watch, stack)


def reads_what_is_typed(page: Page) -> None:
    """Check the one door by which something typed becomes an amount."""
    read = """([texts, digits, door]) => import(document.querySelector("script[data-later]").src)
        .then(({ $money }) => texts.map((text) => $money[door](text, digits)))
        .then((found) => found.map((each) => Number.isNaN(each) ? null : each))"""
    for digits, cases in TYPED.items():
        assert dict(zip(cases, page.evaluate(read, [[*cases], digits, "amountOf"]), strict=True)) == cases
    assert page.evaluate(read, [[*LISTS], 2, "amountsOf"]) == [*LISTS.values()]
    assert page.evaluate(read, [["5,10, 20", "1.500; 2"], 0, "amountsOf"]) == [[5, 10, 20], [1500, 2]]


def sets_up(evening: Evening) -> None:
    """Set up the smallest amount, which says how many digits stand behind the mark; what does not go with it is said
    at once.
    """
    page, form = evening.page, evening.page.locator("#set-up")
    unfold(page.locator("#rule-step"))
    for name, wrong, why in (
        ("step", "0,001", "0,05"),
        ("start", "12,3", "0,50"),
        ("start", "1.234", "12,50"),
        ("quick", "0,50; 0,70", "0,50"),
    ):
        field = page.locator(f"#rule-{name}")
        usual = field.input_value()
        field.fill(wrong)
        assert why in field.evaluate("field => field.validationMessage"), (name, wrong)
        field.fill("0,50" if name == "step" else usual)
    page.locator("#rule-sign").fill("€")
    page.locator("#rule-start").fill("1.234,50")
    page.locator("#rule-quick").fill("0,50; 1; 2,50")
    evening.ann.send(form.locator("button[type=submit]"))
    rules = {rule["name"]: rule["value"] for rule in evening.ann.view()["rules"]}
    assert [rules[name] for name in ("step", "decimals", "start", "quick")] == [50, 2, 123_450, "50, 100, 250"]
    picture(page, "cents-set-up", full_page=True)


def pays(evening: Evening) -> None:
    page = evening.page
    page.locator(".payees [data-payee=s2]").tap()
    amount, form = page.locator("#payer-amount"), page.locator("#payer-pay")
    expect(form.locator(".chip").first).to_have_text("+ 0,50\u00a0€")
    for wrong, why in (("1.234", "Ziffern"), ("2,30", "Schritten von 0,50\u00a0€")):
        amount.fill(wrong)
        form.locator("button.primary").tap()
        expect(form.locator(".sum")).to_contain_text(why)
    assert evening.cash() == [123_450] * 3
    amount.fill("")
    form.locator("[data-add='250']").tap()
    expect(amount).to_have_value("2,50")
    picture(page, "cents-paying")
    evening.ann.send(form.locator("button.primary"))
    assert evening.cash() == [123_200, 123_700, 123_450]
    expect(page.locator("#receipt-lines")).to_contain_text("− 2,50\u00a0€")


def bids(evening: Evening) -> None:
    evening.act("s2", "ask_bids", what="den Bahnhof", price="second", to="bank")
    evening.page.locator("form.seal input").fill("12,50")
    evening.bid(s2="1100", s3="950")
    expect(evening.page.locator("#main")).to_contain_text("mit 12,50\u00a0€ und zahlt 11,00\u00a0€")
    assert evening.cash()[0] == 123_200 - 1_100
    picture(evening.page, "cents-bids")


def test_two_fifty_is_typed_with_a_comma_and_paid_and_a_second_price_to_the_cent(
    evening: Evening, watch: Watch
) -> None:
    reads_what_is_typed(evening.page)
    sets_up(evening)
    evening.act("s1", "start_game", first="s1")
    pays(evening)
    bids(evening)
    assert not watch.strangers
