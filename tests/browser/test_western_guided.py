"""Western Town, guided, on three real phones: a turn by thumb with a sealed pair through a restart, an attack and a
tie; then, by script, the game to its end, and the short game after it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.secrets.ballot import Opening, commitment
from tests.browser.support import Box, Phone, Watch, picture, shown, some_at_a_table, tick, unfold

NAMES = ("Robin", "Alexandre", "Theo")


@pytest.fixture
def phones(browser: Browser, box: Box, watch: Watch, screen: Page) -> Iterator[list[Phone]]:
    """Yield Robin, Alexandre and Theo, who have sat down at a table that was opened on the first page."""
    with some_at_a_table(browser, box, watch, screen, "Western Town", NAMES) as found:
        yield found


def seal(phone: Phone, card: str) -> None:
    """Choose a card by thumb and seal it."""
    tick(phone.page.locator(f"form.seal input[value='{card}']"))
    phone.page.locator("form.seal button[type=submit]").tap()
    phone.page.locator("form.seal").wait_for(state="detached")


def choose(phone: Phone, kind: str, value: str) -> None:
    """Tap an option, after opening the fold around it."""
    form = phone.form(kind).first
    unfold(form.locator("button").first)
    phone.answer(form, value)


def begin(phone: Phone, card: str) -> None:
    """Reveal a Western Town card and say on which 4 its tile lies."""
    form = phone.form("take_start").first
    for value in (f'"{card}"', '"c1"'):
        tick(form.locator(f"input[value='{value}']"))
    phone.send(form.locator("button[type=submit]").first)


def play(phone: Phone, card: str) -> None:
    """Play a card openly by thumb and say that it is carried out."""
    choose(phone, "play_card", card)
    if phone.form("carry_out").count():
        carry_out(phone)


def carry_out(phone: Phone, kind: str = "carry_out") -> None:
    """Say that it is done; take the first option where there is a choice."""
    form = phone.form(kind).first
    shown(form)
    for choice in form.locator("fieldset").all():
        if not choice.locator("input:checked").count():
            tick(choice.locator("input").first)
    phone.send(form.locator("button[type=submit]").first)


def throw(phone: Phone, side: str) -> None:
    choose(phone, "throw_die", side)


def prepared(phones: list[Phone]) -> None:
    """Play phase 1: the box draws for all, everybody reveals a card and keeps four."""
    robin, _, theo = phones
    robin.act("start_game", first=robin.seat)
    robin.settled()
    robin.press("draw_stars")
    for phone, card in zip(phones, ("Marshal Bright", "Digger Jane", "Parson Reed"), strict=True):
        phone.settled()
        picture(phone.page, f"guided-start-{phone.seat}")
        begin(phone, card)
    theo.press("turn_up_card", card=["exported"])


def attacked(alexandre: Phone, theo: Phone) -> None:
    """Bring two orange Indians by the marshal's die: Alexandre's own town is attacked, and Theo is manitou."""
    throw(alexandre, "orange_again")
    throw(alexandre, "orange_again")
    theo.settled()
    picture(theo.page, "guided-target")
    theo.press("choose_target")
    alexandre.settled()
    alexandre.press("defend_target")


def exploited(phones: list[Phone]) -> None:
    """Play phase 3: third cards, an exploit, and Alexandre passes first."""
    robin, alexandre, theo = phones
    for phone, card in zip(phones, ("carpenter", "homestead", "homestead"), strict=True):
        phone.settled()
        picture(phone.page, f"guided-go-{phone.seat}")
        play(phone, card)
    robin.settled()
    robin.press("exploit_card", own="gold mine", seat=theo.seat)
    for phone in (alexandre, theo, robin):
        phone.settled()
        phone.press("pass_for_good")


def visited(phones: list[Phone], screen: Page) -> None:
    """Play phases 4 and 5: nobody has exported anything, so that the new lead marshal chooses."""
    robin, alexandre, theo = phones
    for phone in phones:
        carry_out(phone, "take_gains")
    for phone in phones:
        phone.settled()
        if phone.form("store_goods").count():
            phone.press("store_goods")
    for phone in (robin, theo):
        phone.settled()
        phone.press("confirm_town")
    alexandre.settled()
    alexandre.press("hold_visit")
    alexandre.settled()
    assert not robin.form("choose_winner").count()
    picture(alexandre.page, "guided-tie")
    picture(screen, "guided-screen-visit")
    alexandre.press("choose_winner", seat=robin.seat)


def test_a_guided_turn_by_thumb(phones: list[Phone], screen: Page, watch: Watch, box: Box) -> None:
    robin, alexandre, theo = phones
    prepared(phones)
    robin.settled()
    play(robin, "homestead")
    alexandre.settled()
    picture(alexandre.page, "guided-seal")
    seal(robin, "gold mine")
    box.kill()
    expect(alexandre.page.locator("#line")).to_be_visible()
    box.start()
    seal(alexandre, "marshal")
    shown(robin.form("carry_out").first)
    picture(screen, "guided-screen")
    carry_out(robin)
    attacked(alexandre, theo)
    alexandre.settled()
    theo.settled()
    seal(theo, "barber")
    seal(alexandre, "civic pride 1")
    carry_out(alexandre)
    theo.settled()
    play(theo, "gold mine")
    exploited(phones)
    visited(phones, screen)
    towns = alexandre.view()["page"]["towns"]
    assert (towns["turn"], [town["markers"] for town in towns["towns"]]) == (2, [1, 0, 0])
    assert towns["camps"][0]["lead"] == alexandre.seat
    assert watch.serious() == []
    assert watch.strangers == []


# --- by script ------------------------------------------------------------------------------------


def lay_by_script(phones: list[Phone], ballot: Mapping[str, Any], chance: random.Random) -> None:
    """Let each player of the pair seal a card that they may lay, and open it."""
    number, openings = ballot["id"], {}
    for phone in phones:
        if phone.seat in ballot["voters"]:
            choice = chance.choice([card["value"] for card in ballot["choices"][phone.seat]])
            openings[phone.seat] = Opening(choice, chance.randbytes(32).hex())
            sealed = commitment(phone.code, number, phone.seat, openings[phone.seat])
            phone.act("seal_vote", ballot=number, commitment=sealed)
    for phone in phones:
        if opening := openings.get(phone.seat):
            body = {"seat": phone.seat, "ballot": number, "choice": opening.choice, "nonce": opening.nonce}
            phone.box.call("POST", f"/api/tables/{phone.code}/openings", body, phone.token)


def goes_on(phones: list[Phone], chance: random.Random) -> bool:
    """Do one of the things that a player's page offers; return False when the game is over."""
    for phone in chance.sample(phones, len(phones)):
        view = phone.view()
        if view["phase"] != "playing":
            return False
        if motions := [each for each in view["motions"] if phone.seat in set(each["asked"]) - set(each["agreed"])]:
            phone.act("agree", motion=motions[0]["id"])
            return True
        ballot = view["page"]["ballot"]
        if ballot and ballot["stage"] == "sealing":
            lay_by_script(phones, ballot, chance)
            return True
        choices = view["page"]["choices"]
        if done := [each for each in choices if each["kind"] == "carry_out"]:
            choices = done
        if choices and not view["motions"]:
            choice = chance.choice(choices)
            phone.act(choice["kind"], **filled_in(choice, chance))
            return True
    raise AssertionError("nobody can go on")


def filled_in(choice: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return what a form sends when somebody picks anything in it; of a list no value twice."""
    data = dict(choice["fixed"])
    for field in choice["fields"]:
        options = [option["value"] for option in field["options"]]
        if field["index"] is None:
            data[field["name"]] = chance.choice(options)
        else:
            taken = [each for value in data.values() if isinstance(value, list) for each in value]
            data.setdefault(field["name"], []).append(chance.choice([each for each in options if each not in taken]))
    return data


@pytest.mark.torture
def test_a_guided_game_and_the_short_game_after_it(phones: list[Phone], screen: Page, watch: Watch) -> None:
    chance = random.Random(11)
    robin = phones[0]
    for variant in ("normal", "short"):
        robin.act("set_rule", name="variant", value=variant)
        robin.act("start_game", first=None)
        while goes_on(phones, chance):
            pass
        for phone in phones:
            phone.settled()
        shown(screen.locator("#count"))
        picture(screen, f"guided-result-{variant}")
        assert len(robin.view()["result"]["standings"]) == 3
        robin.act("play_again")
    assert watch.serious() == []
