"""A short evening of every game on the engines that are not Chromium's: somebody sits down with the phone, plays, pays,
votes while the box is started again, and sees the result on the phone and on the table screen.

It is the plain http of a home network: no wake lock, no ``crypto.subtle``. One player has the phone; the others act by
script.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

from playwright.sync_api import BrowserContext, Page

from companion.core.secrets.ballot import Opening, commitment
from tests.browser.evening import BY_TOWN, Evening, money, roll, seal, show, tap_move
from tests.browser.support import PICTURES, TAKES_PICTURES, Box, Phone, shown, sit_down, unfold
from tests.browser.test_hexagames import bring_three, by_script, put, starts
from tests.browser.test_unexploded_cow import play, to_the_end
from tests.browser.test_western_guided import begin, carry_out
from tests.browser.test_western_guided import play as lay
from tests.browser.test_western_guided import seal as seal_pair
from tests.browsers.page import ThinPage
from tests.games.unexploded_cow.recordings import SMALL_DECK

NO_PAGE = cast(Page, None)


def opened(box: Box, page: ThinPage, names: tuple[str, ...], own_name: str, **game: str) -> Evening:
    """Return a table at which all have sat down, in this order, ``own_name`` with the phone in hand, the others by
    script.
    """
    code = box.call("POST", "/api/tables", game)["code"]
    phones = {}
    for name in names:
        if name == own_name:
            phones[name] = sit_down(box, cast(BrowserContext, page.context), code, name)
            phones[name].ready()
        else:
            taken = box.call("POST", f"/api/tables/{code}/seats", {"name": name, "picks": {}})
            phones[name] = Phone(box, NO_PAGE, code, taken["seat"], taken["token"])
    return Evening(box, cast(Page, page), phones, {})


def picture(evening: Evening, name: str) -> None:
    """Take a screenshot for somebody to look at, when somebody wants one."""
    if TAKES_PICTURES:
        page = cast(ThinPage, evening.screen)
        page.screenshot(PICTURES / f"{page.engine.name}-{name}.png")


def goes_first(phone: Phone) -> None:
    """Start the game on the phone; its owner has the first turn."""
    form = phone.form("start_game")
    phone.pick(form, "first", phone.seat)
    phone.send(form.locator("button[type=submit]"))


def pays(phone: Phone, payee: str, add: int) -> None:
    """Pay with three taps: whom, how much, Pay."""
    phone.page.locator(f".payees [data-payee={payee}]").tap()
    phone.page.locator(f"#payer-pay [data-add='{add}']").tap()
    phone.send(phone.page.locator("#payer-ways button.primary"))


def sealed_by_script(evening: Evening, **choices: str) -> Callable[[], None]:
    """Seal for these players by script; what is returned opens their votes."""
    ballot = next(iter(evening.phones.values())).view()["page"]["ballot"]["id"]
    openings = {name: Opening(choice, random.Random(name).randbytes(32).hex()) for name, choice in choices.items()}
    for name, opening in openings.items():
        phone = evening[name]
        phone.act("seal_vote", ballot=ballot, commitment=commitment(phone.code, ballot, phone.seat, opening))

    def open_all() -> None:
        for name, opening in openings.items():
            phone = evening[name]
            body: dict[str, Any] = {"seat": phone.seat, "ballot": ballot}
            body |= {"choice": opening.choice, "nonce": opening.nonce}
            evening.box.call("POST", f"/api/tables/{phone.code}/openings", body, phone.token)

    return open_all


def restarted(box: Box, phone: Phone) -> None:
    """Let the box die under the phone, which says so, and comes back."""
    phone.settled()
    box.kill()
    shown(phone.page.locator("#line"))
    box.start()
    phone.page.locator("#line").wait_for(state="hidden")


def ends_on_every_screen(evening: Evening, own_name: str, name: str) -> None:
    """Check that the phone has the result, and so has the table screen."""
    shown(evening[own_name].page.locator("#result"))
    picture(evening, f"{name}-result")
    evening.screen.goto(f"{evening.box.address}/t/{evening[own_name].code}/screen")
    shown(evening.screen.locator("#result"))
    picture(evening, f"{name}-screen")


def test_an_evening_of_any_game(box: Box, page: ThinPage) -> None:
    evening = opened(box, page, ("Ann", "Ben", "Cara"), "Ann", game="any_game", edition="any")
    ann, ben = evening["Ann"], evening["Ben"]
    picture(evening, "any-lobby")
    button = ann.page.locator("#house-rules button", has_text="Streets and houses")
    unfold(button)
    ann.send(button)
    goes_first(ann)
    pays(ann, "pot1", 50)
    picture(evening, "any-paid")
    assert [pot["amount"] for pot in ben.view()["pots"]] == [50]
    ben.act("request_payment", of="s1", amount=26, words="rent")
    ann.send(ann.page.locator("#tab-now form[data-kind=pay_request] button[type=submit]").first)
    assert money(ann) == 1_500 - 50 - 26
    ben.act("ask_vote", question="May Ben roll again?", answers="yes, no")
    ann.settled()
    picture(evening, "any-vote")
    seal(ann, "yes")
    restarted(box, ann)
    sealed_by_script(evening, Ben="yes", Cara="no")()
    shown(ann.page.locator(".reveal"))
    picture(evening, "any-reveal")
    ann.press("put_away")
    ann.press("roll_dice")
    shown(ann.page.locator(".dice .die").first)
    ann.press("end_turn")
    ann.act("finish_game")
    evening.agree("Ann")
    ends_on_every_screen(evening, "Ann", "any")


def test_an_evening_of_abilene_1993(box: Box, page: ThinPage) -> None:
    names = ("Ann", "Ben", "Cara", "Dan")
    evening = opened(box, page, names, "Ann", game="abilene", edition="1993", level="board")
    ann = evening["Ann"]
    ann.act("set_rule", name="cows_to_sell", value=8)
    ann.act("set_rule", name="cowboy_dice_mandatory", value=False)
    ann.settled()
    goes_first(ann)
    evening.arrange("Ann", cows=BY_TOWN["A"])
    ann.settled()
    roll(ann, (1, 1), (1, 1, 1))
    tap_move(ann, "A2-0", "the town")
    picture(evening, "1993-board")
    ann.act("move_cow", frm="A2-1", to="town", die=1)
    ann.tab("now")
    ann.press("end_step")
    evening.vote_by_script("OWN", "NONE", "FOREIGN")
    show(ann, "A", 600)
    shown(ann.page.locator(".sale"))
    picture(evening, "1993-sale")
    evening.sale_by_script("Ann", "A", 300, "OWN", "OWN", "OWN")
    pays(ann, "s2", 100)
    evening.bring_two_cows("Ben")
    ann.settled()
    picture(evening, "1993-vote")
    seal(ann, "OWN")
    restarted(box, ann)
    sealed_by_script(evening, Cara="NONE", Dan="FOREIGN")()
    shown(ann.page.locator(".ballot[data-stage=revealed]"))
    evening["Ben"].act("show_sticker", brand="B", value=1000)
    evening.sale_by_script("Ben", "B", 300, "OWN", "OWN", "OWN")
    for name, sales in (("Cara", (("D", 600), ("E", 300))), ("Dan", (("D", 100), ("A", 1000)))):
        evening.bring_two_cows(name)
        for brand, value in sales:
            evening.sale_by_script(name, brand, value, "OWN", "OWN", "OWN")
    ends_on_every_screen(evening, "Ann", "1993")


def test_an_evening_of_abilene_1983(box: Box, page: ThinPage) -> None:
    evening = opened(box, page, ("Ann", "Ben", "Cara"), "Ann", game="abilene", edition="1983", level="board")
    ann, ben = evening["Ann"], evening["Ben"]
    goes_first(ann)
    for steer in starts("A")[:3]:
        ann.page.locator(f"form.fever-note .fever-map [data-thing='{steer}']").tap()
    picture(evening, "1983-fever")
    ann.send(ann.page.locator("form.fever-note button[type=submit]"))
    for name in ("Ben", "Cara"):
        evening[name].act("seal_fever", notes={})
    put(evening, "Ann", gone=starts("A")[0], cow="A2-0")
    tap_move(ann, "A2-0", "the town")
    evening.vote_by_script("b", "n")
    ann.tab("now")
    ann.send(ann.form("turn_steer").locator("button[type=submit]"))
    ann.tab("now")
    shown(ann.page.locator(".sale", has_text="Texas fever"))
    picture(evening, "1983-sale")
    pays(ann, "s2", 100)
    by_script(evening, "Ann")
    ben.act("arrange_board", **{**evening.position(), "cows": with_steer(evening, starts("B")[0], "B2-0")})
    evening.agree("Ben")
    ben.act("move_cow", frm="B2-0", to="town", die=0)
    ann.settled()
    seal(ann, "b")
    restarted(box, ann)
    sealed_by_script(evening, Cara="n")()
    shown(ann.page.locator(".ballot[data-stage=revealed]"))
    picture(evening, "1983-reveal")
    ben.act("turn_steer", fever=False)
    by_script(evening, "Ben")
    turn = 2
    while ann.view()["phase"] == "playing":
        name = ("Ann", "Ben", "Cara")[turn % 3]
        bring_three(evening, name)
        if ann.view()["phase"] == "playing":
            by_script(evening, name)
        turn += 1
    ends_on_every_screen(evening, "Ann", "1983")


def with_steer(evening: Evening, gone: str, there: str) -> list[str]:
    """Return the herds with one steer at another place."""
    return [there if cow == gone else cow for cow in evening.position()["cows"]]


def test_an_evening_of_unexploded_cow(box: Box, page: ThinPage) -> None:
    evening = opened(box, page, ("Ann", "Ben", "Cara"), "Ann", game="unexploded_cow", edition="2011", level="board")
    ann = evening["Ann"]
    ann.act("choose_catalogue", name="a small deck", file=SMALL_DECK)
    ann.act("start_game", first="s1")
    ann.settled()
    ann.answer(ann.form("turn_up_city").first, "Upper Meadow")
    play(ann, "Plain Jane")
    play(ann, "Bossy Bea")
    picture(evening, "cow-herd")
    pays(ann, "s2", 100)
    restarted(box, ann)
    ann.answer(ann.form("roll_die").first, 1)
    jane = next(cow["id"] for cow in ann.view()["page"]["herds"]["herds"][0]["cows"] if cow["name"] == "Plain Jane")
    ann.answer(ann.form("react", use=True), jane)
    shown(ann.page.locator("h1"))
    picture(evening, "cow-bomb")
    to_the_end({phone.seat: phone for phone in evening.phones.values()})
    ends_on_every_screen(evening, "Ann", "cow")


def test_an_evening_of_western_town(box: Box, page: ThinPage) -> None:
    names = ("Robin", "Alexandre", "Theo")
    evening = opened(box, page, names, "Robin", game="western_town", edition="2012", level="board")
    robin, alexandre, theo = (evening[name] for name in names)
    robin.act("start_game", first=robin.seat)
    robin.settled()
    robin.press("draw_stars")
    begin(robin, "Marshal Bright")
    picture(evening, "western-start")
    for phone, card in ((alexandre, "Digger Jane"), (theo, "Parson Reed")):
        phone.act("take_start", card=card, place="c1")
    theo.act("turn_up_card", card=["exported"])
    robin.settled()
    picture(evening, "western-town")
    lay(robin, "homestead")
    seal_pair(robin, "gold mine")
    restarted(box, robin)
    sealed_by_script(evening, Alexandre="marshal")()
    robin.settled()
    carry_out(robin)
    picture(evening, "western-revealed")
    robin.act("stop_game")
    evening.agree("Robin")
    ends_on_every_screen(evening, "Robin", "western")
