"""A whole game of Abilene for four in a browser: four phones and the table screen, from the home page to the result.

A page is reloaded, and a phone is without network for a while. Actions that no other test does by hand are done by
hand; the rest goes through the JSON API.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.evening import (
    BY_TOWN,
    NAMES,
    Evening,
    gathered,
    list_move,
    money,
    roll,
    seal,
    show,
    tap_cell,
    tap_move,
)
from tests.browser.support import Box, Phone, Watch, picture, tick, unfold


@pytest.fixture
def evening(browser: Browser, box: Box, watch: Watch) -> Iterator[Evening]:
    with gathered(browser, box, watch, NAMES) as evening:
        yield evening


def test_an_evening_from_the_first_page_to_the_tally(evening: Evening, watch: Watch) -> None:
    the_lobby(evening)
    ann_rustles_and_duels(evening)
    the_first_cow_is_sold(evening)
    ben_pays_for_jail(evening)
    all_phones_sleep(evening)
    cara_brings_two_cows(evening)
    dan_is_short_of_money(evening)
    the_last_cows(evening)
    the_tally_is_what_the_payments_say(evening)
    assert watch.strangers == [], "no request leaves the box"
    assert watch.serious() == [], "the browser logs no error"


def the_lobby(evening: Evening) -> None:
    ann = evening["Ann"]
    expect(evening.screen.locator(".side .players li")).to_have_count(4)
    form = ann.page.locator("#set-cows_to_sell")
    unfold(form)
    tick(form.locator("input[value='8']"))
    ann.send(form.locator("button[type=submit]"))
    expect(ann.page.locator("#rule-cows_to_sell > summary")).to_contain_text("8 cows")
    ann.picture("lobby")
    start = ann.form("start_game")
    ann.pick(start, "first", "s1")
    ann.send(start.locator("button[type=submit]"))
    expect(evening.screen.locator("#board")).to_be_visible()
    assert [row["mark"] for row in ann.view()["players"]] == ["A", "B", "D", "E"]


def ann_rustles_and_duels(evening: Evening) -> None:
    """Play Ann's turn: tapped dice, a cow to town, a theft, a duel, and an unused die that the others allow."""
    ann = evening["Ann"]
    now = evening.position()
    now["cows"] = [cow for cow in now["cows"] if cow != "A6-0"] + ["A2-0"]
    now["cowboys"] = {cell: seat for cell, seat in now["cowboys"].items() if seat != "s1"}
    now["cowboys"] |= dict.fromkeys(("C6-0", "C5-0", "A5-0", "A5-4", "A3-1"), "s1")
    ann.act("arrange_board", **now)
    evening.agree_by_hand("Ann")
    ann.settled()

    roll(ann, (1, 0), (1, 1, 1))
    tap_move(ann, "A2-0", "the town")
    ann.tab("now")
    ann.press("end_step")

    tap_move(ann, "C6-0", "B6-5")
    placed = tap_cell(ann)
    assert placed in evening.position()["cows"], "the stolen cow stands on the thief's ranch"

    list_move(ann, "C5-0", "B5-4")
    ann.tab("now")
    duel = ann.form("roll_duel").last
    ann.pick(duel, "attacker", 4)
    ann.pick(duel, "defender", 1)
    ann.picture("duel")
    ann.send(duel.locator("button[type=submit]"))
    tap_cell(ann)
    assert evening.position()["cowboys"]["B5-4"] == "s1", "the winner has the cell"

    ann.tab("now")
    ann.press("end_step")
    refusal = ann.page.locator("#refusal")
    expect(refusal).to_be_visible()
    ann.picture("refusal")
    ann.send(refusal.locator("#refusal-ask"))
    evening.agree_by_hand("Ann")


def the_first_cow_is_sold(evening: Evening) -> None:
    ann, ben, voters = evening["Ann"], evening["Ben"], evening.voters()
    assert voters == [evening[name] for name in ("Ben", "Cara", "Dan")]
    voters[0].page.locator("form.seal").wait_for()
    voters[0].picture("ballot")
    seal(voters[0], "OWN")
    seal(voters[1], "NONE")
    expect(evening.screen.locator(".vote .sealed-back")).to_have_count(2)
    seal(voters[2], "FOREIGN")
    for phone in evening.phones.values():
        expect(phone.page.locator(".ballot[data-stage=revealed]")).to_be_visible()
    expect(evening.screen.locator(".vote .reveal li")).to_have_count(3)
    picture(evening.screen, "screen-reveal")

    ann.page.reload()
    ann.ready()
    before = {name: money(phone) for name, phone in evening.phones.items()}
    show(ann, "A", 600)
    change = {name: money(phone) - before[name] for name, phone in evening.phones.items()}
    assert change == {"Ann": 1600 + 600 + 1200, "Ben": 0, "Cara": -600, "Dan": -1200}
    expect(evening.screen.locator(".sale .flows li")).to_have_count(3)
    expect(ben.page.locator(".sale")).to_contain_text("$600")
    picture(evening.screen, "screen-sale")
    ben.picture("sale")
    ann.act("set_rule", name="cowboy_dice_mandatory", value=False)
    evening.agree("Ann")


@contextmanager
def out_of_reach(evening: Evening, name: str) -> Iterator[None]:
    """Take a phone off the network: it says so, keeps its page, and catches up automatically afterwards."""
    phone, context = evening[name], evening.contexts[name]
    phone.settled()
    context.set_offline(True)
    yield
    expect(phone.page.locator("#line")).to_be_visible()
    # The browser keeps an open stream in spite of ``set_offline``: pushed fragments arrive, fetched ones do not.
    assert int(phone.page.locator("#main").get_attribute("data-seq") or 0) < phone.view()["seq"]
    context.set_offline(False)
    phone.settled()
    expect(phone.page.locator("#line")).to_be_hidden()


def ben_pays_for_jail(evening: Evening) -> None:
    """Pay for jail while Dan's phone has no network; it has caught up when he has to vote."""
    with out_of_reach(evening, "Dan"):
        ben_walks_in(evening)
    evening.sale("Ben", "B", 1000, "OWN", "OWN", "FOREIGN")
    by_cards(evening)
    show(evening["Ben"], None, 500)


def ben_walks_in(evening: Evening) -> None:
    ben = evening["Ben"]
    evening.arrange("Ben", cowboys={"B5-0": "s2", "B4-2": "s2"}, cows=BY_TOWN["B"], jail=3)
    roll(ben, (1, 1), (1, 1, 1))
    expect(evening.screen.locator(".sale")).to_have_count(0)
    ben.tab("now")
    ben.picture("jail")
    before = money(ben)
    ben.press("pay_jail", released=1)
    assert before - money(ben) == 2000, "vector 7"
    free = tap_cell(ben)
    assert evening.position()["cowboys"][free] == "s2"
    evening.walk_in("Ben")


def by_cards(evening: Evening) -> None:
    """Enter the votes of cards on the table: one player types them, a second one confirms."""
    cara = evening["Cara"]
    cara.tab("now")
    form = cara.page.locator("form[data-kind=enter_votes]")
    form.wait_for(state="attached")
    unfold(form)
    for seat, card in ((cara.seat, "NONE"), (evening["Dan"].seat, "OWN"), ("s1", "NONE")):
        form.locator(f"select[data-key={seat}]").select_option(card)
    cara.send(form.locator("button[type=submit]"))
    evening["Dan"].tab("now")
    evening["Dan"].press("agree")
    for phone in evening.phones.values():
        expect(phone.page.locator(".ballot[data-stage=revealed]")).to_be_attached()


def all_phones_sleep(evening: Evening) -> None:
    for page in (evening.screen, *(phone.page for phone in evening.phones.values())):
        page.goto("about:blank")


def wake(phone: Phone) -> None:
    phone.page.goto(phone.box.address + phone.path)
    phone.ready()


def cara_brings_two_cows(evening: Evening) -> None:
    evening.bring_two_cows("Cara")
    evening.sale_by_script("Cara", "D", 600, "OWN", "NONE", "FOREIGN")
    evening.sale_by_script("Cara", "E", 300, "OWN", "OWN", "OWN")


def dan_is_short_of_money(evening: Evening) -> None:
    """Let Dan give nearly all his money away, be unable to pay for jail, and borrow a typed amount."""
    dan = evening["Dan"]
    dan.act("pay", to="s1", amount=money(dan) - 100, words="a horse")
    evening.arrange("Dan", cows=BY_TOWN["E"], cowboys={"E5-0": dan.seat, "E4-2": dan.seat}, jail=1)
    dan.act("roll_dice", cow=[1, 1], cowboy=[1, 1, 1])
    wake(dan)
    dan.tab("now")
    borrow = dan.form("borrow_from_bank").locator("visible=true")
    amount = borrow.locator("[data-name=amount]")
    amount.fill("2000")
    expect(borrow.locator(".sum").first).to_contain_text("To be repaid: $2,500")
    dan.picture("short-of-money")
    dan.send(borrow.locator("button[type=submit]"))
    dan.press("pay_jail", released=0)
    assert money(dan) == 100 + 2000 - 300
    evening.walk_in("Dan")
    evening.sale_by_script("Dan", "D", 100, "OWN", "OWN", "OWN")
    evening.sale_by_script("Dan", "B", 300, "FOREIGN", "OWN", "OWN")


def the_last_cows(evening: Evening) -> None:
    evening.bring_two_cows("Ann")
    evening.sale_by_script("Ann", "A", 300, "OWN", "OWN", "OWN")
    evening.sale_by_script("Ann", "A", 1000, "OWN", "OWN", "NONE")


def the_tally_is_what_the_payments_say(evening: Evening) -> None:
    """Check the result on all screens against the sums of the exported payments."""
    ann = evening["Ann"]
    wake(ann)
    expect(ann.page.locator("#result")).to_be_visible()
    ann.picture("result")
    evening.screen.goto(f"{ann.box.address}/t/{ann.code}/screen")
    evening.screen.locator("#result").wait_for()
    picture(evening.screen, "screen-result")
    with ann.page.expect_download() as download:
        ann.page.locator("a[href$='transfers.csv']").tap()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    sums: Counter[str] = Counter()
    for row in csv.DictReader(io.StringIO(text)):
        sums[row["to"]] += int(row["dollars"])
        sums[row["from"]] -= int(row["dollars"])
    assert sum(sums.values()) == 0
    names = {row["seat"]: row["name"] for row in ann.view()["players"]}
    scores = {names[line["seat"]]: line["score"] for line in ann.view()["result"]["standings"]}
    assert scores == {name: sums[name] for name in NAMES}
    winner, *losers = sorted(NAMES, key=lambda name: -sums[name])
    lines = [item.inner_text() for item in evening.screen.locator(".ranking li").all()]
    for line, name in zip(lines, losers, strict=True):
        assert name in line
        assert f"${abs(sums[name]):,}" in line
    assert winner in evening.screen.locator(".aloud").inner_text()
    assert f"${sums[winner]:,}" in evening.screen.locator(".winner").inner_text()
