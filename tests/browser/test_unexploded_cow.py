"""An evening of Unexploded Cow: two games, three phones, a table screen.

The first turn is tapped; the boring ones are sent by script.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import (
    PHONE,
    Box,
    Phone,
    Watch,
    clock_at_0,
    open_phone,
    picture,
    shown,
    stand_still,
    tap_open,
    tick,
)
from tests.games.unexploded_cow.recordings import SMALL_DECK

DECK = SMALL_DECK.replace("bomber,2", "bomber,3")
"""No card lies on the table more often than it is in the box."""
GAME = {"game": "unexploded_cow", "edition": "2011", "level": "board"}
MAX_STEPS = 60
START = 5_000


@pytest.fixture
def phones(browser: Browser, box: Box, watch: Watch) -> Iterator[dict[str, Phone]]:
    """Yield Ann, Bob and Cid at a table that plays with a small deck of their own."""
    code = box.call("POST", "/api/tables", GAME)["code"]
    taken = [
        box.call("POST", f"/api/tables/{code}/seats", {"name": name, "picks": {}}) for name in ("Ann", "Bob", "Cid")
    ]
    with ExitStack() as stack:
        found = {}
        for seat in taken:
            context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
            stack.callback(context.close)
            watch.over(context)
            found[seat["seat"]] = open_phone(box, context, code, seat["seat"], seat["token"])
        found["s1"].act("choose_catalogue", name="a small deck", file=DECK)
        found["s1"].act("start_game", first="s1")
        yield found


@pytest.fixture
def screen(screen: Page, box: Box, phones: dict[str, Phone]) -> Page:
    screen.goto(f"{box.address}/t/{phones['s1'].code}/screen")
    return screen


def play(phone: Phone, card: str, place: int = 0) -> None:
    """Choose a card and tap one of the places of one's own herd, counted from the right."""
    tap_open(phone.page.locator("#fold-play-card"))
    form = phone.page.locator("#play-card")
    tick(form.locator("input[data-elsewhere]"))
    form.locator(f"button.tile[value='{card}']").tap()
    phone.send(form.locator(f".gap[data-into={phone.seat}]").nth(place))


def roll(phone: Phone, face: int) -> None:
    """Enter the face of the real die."""
    phone.answer(phone.form("roll_die").first, face)


def to_the_end(phones: dict[str, Phone]) -> None:
    """Play by script: a player without a cow plays one at home, everybody rolls ones, nobody reacts, until it is
    over.
    """
    for _ in range(MAX_STEPS):
        view = phones["s1"].view()
        if view["phase"] != "playing":
            return
        seat = next(row["seat"] for row in view["players"] if row["active"])
        phone, page = phones[seat], phones[seat].view()["page"]
        kinds = {choice["kind"]: choice for choice in page["choices"]}
        if "turn_up_city" in kinds:
            phone.act("turn_up_city", name=page["choices"][0]["fields"][0]["options"][0]["value"])
        elif "carry_out" in kinds:
            phone.act("carry_out")
        elif "react" in kinds:
            phone.act("react", **{**kinds["react"]["fixed"], "use": False})
        elif page["play"] and not next(herd["cows"] for herd in page["herds"]["herds"] if herd["seat"] == seat):
            phone.act("play_card", card="Plain Jane", into=seat)
        else:
            phone.act("roll_die", face=1)
    raise AssertionError("the game does not end")


def test_an_evening_of_two_games(phones: dict[str, Phone], screen: Page, watch: Watch) -> None:
    ann, bob = phones["s1"], phones["s2"]
    ann.answer(ann.form("turn_up_city").first, "Upper Meadow")
    play(ann, "Plain Jane")
    play(ann, "Bossy Bea")
    play(ann, "Keen Kate", place=2)
    names = [cow["name"] for cow in ann.view()["page"]["herds"]["herds"][0]["cows"]]
    assert names == ["Bossy Bea", "Plain Jane", "Keen Kate"], "each stands where it was tapped"
    ann.picture("cow-phone")
    roll(ann, 1)
    expect(screen.locator("#herds .bombed")).to_contain_text("Bossy Bea")
    expect(bob.page.locator("h1")).to_contain_text("Ann is asked")
    assert not bob.form("react").count(), "only the owner's phone asks"
    picture(screen, "cow-screen")

    jane = next(cow["id"] for cow in ann.view()["page"]["herds"]["herds"][0]["cows"] if cow["name"] == "Plain Jane")
    ann.answer(ann.form("react", use=True), jane)
    expect(ann.page.locator("h1")).to_contain_text("A bomb is on Plain Jane")
    ann.press("react", use=False)  # her own PFC leaves it where it is
    expect(screen.locator("#player-s1")).to_contain_text("cities: 1")
    assert cash(ann)["s1"] == START - 500 - 100 - 200 - 100 + 300 + 200

    for asleep in (bob, phones["s3"]):
        asleep.page.goto("about:blank")
    results = []
    for number in range(2):
        to_the_end(phones)
        view = ann.view()
        assert view["phase"] == "over"
        results.append({line["seat"]: line["score"] for line in view["result"]["standings"]})
        expect(screen.locator("#main.over")).to_be_visible()
        if number < 1:
            ann.page.reload()
            ann.play_again()
            ann.act("start_game", first="s2")
    won = {seat: sum(result[seat] for result in results) for seat in phones}
    owed = {seat: START + won[seat] - amount for seat, amount in cash(ann).items()}
    assert all(debt <= 0 or debt % 500 == 0 for debt in owed.values())
    assert sum(won.values()) + next(pot["amount"] for pot in view["pots"]) == 0, "what one wins others have lost"
    assert any("this evening" in fact for row in view["players"] for fact in row["facts"])
    assert not watch.serious()
    assert not watch.strangers


def cash(phone: Phone) -> dict[str, int]:
    """Return what everybody has, for all to see."""
    return {row["seat"]: row["cash"] for row in phone.view()["players"]}


def test_a_city_is_carried_out_and_what_was_won_can_be_read_on_the_television(
    phones: dict[str, Phone], screen: Page
) -> None:
    """The next turn pushed the result away at once; now it stays for six seconds, however much comes after."""
    ann, bob = phones["s1"], phones["s2"]
    clock_at_0(screen)
    screen.reload()
    shown(screen.locator("#herds"))
    stand_still(screen)
    ann.act("turn_up_city", name="Lower Meadow")
    for _ in range(2):
        ann.act("play_card", card="Plain Jane", into="s1")
    ann.act("roll_die", face=1)
    for page in (ann.page, bob.page, screen):
        expect(page.get_by_text("Draw a card.").first).to_be_visible()
    for phone in (ann.page, bob.page):
        asked = phone.locator("#tab-now > :not(.outcome)").get_by_text("Draw a card.", exact=True)
        expect(asked).to_have_count(1)
    picture(screen, "cow-city-screen")
    ann.picture("cow-city-phone")
    ann.press("carry_out")
    bob.act("turn_up_city", name="Upper Meadow")
    absent = ("Bossy Bea", "Plain Jane", "Loud Lou", "Bad Berta", "Fat Frieda")
    for card in (*absent, *absent, "Keen Kate", "Keen Kate")[-12:]:
        bob.act("play_card", card=card, into="s2")
    results = screen.locator(".side .last li.fresh[data-marked]")
    result = results.get_by_text("Plain Jane of Ann explodes and brings €300")
    expect(screen.locator("#main")).to_have_attribute("data-seq", str(bob.view()["seq"]))
    expect(screen.locator(".side .last li").last).to_contain_text("Keen Kate")
    picture(screen, "cow-result-screen")
    for line in (result, results.get_by_text("Ann wins the city of Lower Meadow")):
        expect(line).to_be_in_viewport(ratio=1)  # it came less than six seconds ago
    screen.clock.fast_forward(6_100)
    expect(result).to_be_hidden()
    expect(screen.locator(".side .last li:not(.read)")).to_have_count(3)


def test_cows_are_paid_in_any_order_that_is_tapped(phones: dict[str, Phone]) -> None:
    ann, bob = phones["s1"], phones["s2"]
    ann.act("turn_up_city", name="Lower Meadow")
    herd = ("Plain Jane", "Loud Lou", "Bad Berta", "Bossy Bea", "Loud Lou", "Bossy Bea", "Fat Frieda", "Loud Lou")
    for card in (*herd, "Plain Jane"):
        ann.act("play_card", card=card, into="s2")
    ann.act("take_from_pot", amount=1_500, seat="s3")
    ann.act("roll_die", face=5)
    for at in (1, 6):  # each general hands its bomb to a bomber at an end
        cows = next(herd["cows"] for herd in bob.view()["page"]["herds"]["herds"] if herd["seat"] == "s2")
        asked = next(c for c in bob.view()["page"]["choices"] if c["kind"] == "react")["fixed"]["cow"]
        bob.act("react", cow=asked, use=True, target=cows[at]["id"])
    form = bob.page.locator("#order-cows")
    pay = form.locator("[type=submit]")
    cows = form.locator("[data-cow]")
    expect(cows).to_have_count(4)
    for at in (2, 0, 1):
        expect(pay).to_be_disabled()
        cows.nth(at).click()
    expect(cows.locator("b")).to_have_text(["2", "3", "1", "4"])  # the last one follows by itself
    bob.picture("cow-order-phone")
    cows.nth(0).click()  # gives back its number and all later ones
    expect(cows.locator("b")).to_have_text(["", "", "1", ""])
    for at in (1, 3):
        cows.nth(at).click()
    bob.send(pay)
    expect(form).to_have_count(0)
    assert next(pot["amount"] for pot in bob.view()["pots"]) == 0
