"""``restart_midvote`` with real phones: votes that were sealed before the box died are opened after it is back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support import PHONE, Box, Phone, open_phone, seats_by_script, shown, tick

CARDS = {"s2": "OWN", "s3": "NONE", "s4": "FOREIGN"}
FORGET_ALL_VOTES = """() => new Promise((resolve, reject) => {
  const request = indexedDB.deleteDatabase("companion");
  request.onsuccess = resolve;  // on a busy machine it is blocked first, until the page has closed what it had open
  request.onerror = reject;
})"""


@pytest.fixture
def phones(browser: Browser, box: Box) -> Iterator[dict[str, Phone]]:
    """Yield four phones; the first seat has just brought a cow to Abilene, so the others vote."""
    code, tokens = seats_by_script(box, {"Ann": "A", "Ben": "B", "Cara": "D", "Dan": "E"})
    contexts = [browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") for _ in tokens]
    found = {
        seat: open_phone(box, context, code, seat, token)
        for context, (seat, token) in zip(contexts, tokens.items(), strict=True)
    }
    found["s1"].act("record_town")
    yield found
    for context in contexts:
        context.close()


def seal(phone: Phone, card: str) -> None:
    tick(phone.page.locator(f"form.seal input[value={card}]"))
    phone.page.locator("form.seal button[type=submit]").tap()
    shown(phone.page.locator(".ballot[data-mine=sealed], .ballot[data-stage=revealed]"))


def votes(phone: Phone) -> dict[str, str]:
    return dict(phone.view()["page"]["ballot"]["votes"])


def stage(phone: Phone, wanted: str) -> None:
    """Wait until the phone shows this stage of the vote."""
    shown(phone.page.locator(f".ballot[data-stage={wanted}]"))


def test_a_box_that_dies_while_votes_are_being_opened_gets_them_again(box: Box, phones: dict[str, Phone]) -> None:
    late = phones["s4"]
    late.page.route("**/openings", lambda route: route.abort())
    for seat, card in CARDS.items():
        seal(phones[seat], card)
    stage(phones["s1"], "opening")
    expect(phones["s1"].page.locator(".late")).to_contain_text("Dan")
    assert votes(phones["s1"]) == {}, "nobody sees a vote before the last one is open"
    box.kill()
    box.start()
    assert votes(phones["s1"]) == {}, "nor does the file know any"
    late.page.unroute("**/openings")
    stage(late, "revealed")
    assert votes(phones["s1"]) == CARDS


def test_a_phone_that_lost_its_vote_says_so_and_the_vote_can_be_held_again(box: Box, phones: dict[str, Phone]) -> None:
    """The control of the one above: a vote is on the phone alone, so without the phone's memory it is gone."""
    forgetful = phones["s2"]
    seal(forgetful, CARDS["s2"])
    expect(forgetful.page.locator(".lost")).to_be_hidden()
    forgetful.page.evaluate(FORGET_ALL_VOTES)
    forgetful.page.reload()
    expect(forgetful.page.locator(".lost")).to_be_visible()
    for seat in ("s3", "s4"):
        seal(phones[seat], CARDS[seat])
    stage(phones["s1"], "opening")
    forgetful.picture("vote-lost-by-this-phone")
    box.kill()
    box.start()
    stage(phones["s1"], "opening")
    assert votes(phones["s1"]) == {}

    stage(forgetful, "opening")
    forgetful.settled()
    forgetful.page.locator(".ballot > form[data-kind=void_ballot] button").tap()
    forgetful.page.locator("#sure-yes").tap()
    expect(phones["s1"].page.locator(".motion .owners")).to_contain_text("so these must agree: Cara, Dan")
    for seat in ("s3", "s4"):
        expect(phones[seat].page.locator(".motion .owners")).to_contain_text("You have sealed your vote")
        answer = phones[seat].page.locator("form[data-kind=agree] button")
        expect(answer).to_be_visible()
        expect(phones["s1"].page.locator("form[data-kind=agree]")).to_have_count(0)  # the seller has no voice in it
        answer.tap()
    for seat, card in CARDS.items():
        seal(phones[seat], card)
    stage(phones["s1"], "revealed")
    assert votes(phones["s1"]) == CARDS
