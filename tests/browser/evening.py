"""Four people round one table, with phones and the table screen: what they do together, and how a thumb does it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from companion.core.secrets.ballot import Opening, commitment
from tests.browser.support import (
    PATIENCE_MS,
    PHONE,
    SCREEN,
    Box,
    Phone,
    Watch,
    chosen,
    shown,
    sit_down,
    tick,
    unfold,
)

NAMES = ("Ann", "Ben", "Cara", "Dan")
"""As they sit down, and clockwise round the town: ranches A, B, D and E."""
BY_TOWN = {"A": ("A2-0", "A2-1"), "B": ("B2-0", "B2-1"), "D": ("D2-0", "D2-1"), "E": ("E2-0", "E2-1")}
"""Two cells of every ranch from which one step leads into the town."""


@dataclass
class Evening:
    """The table: the seats of the players, and their common actions."""

    box: Box
    screen: Page
    phones: dict[str, Phone]
    contexts: dict[str, BrowserContext]

    def __getitem__(self, name: str) -> Phone:
        return self.phones[name]

    def phones_without(self, name: str) -> list[Phone]:
        return [phone for other, phone in self.phones.items() if other != name]

    def position(self) -> dict[str, Any]:
        """Return where the figures stand, as ``arrange_board`` takes it."""
        figures = self["Ann"].view()["page"]["board"]["figures"]
        places: dict[str, Any] = {
            "cows": [cell for cell, here in figures.items() if here[0]["kind"] == "cow" and cell != "corral"],
            "cowboys": {cell: here[0]["seat"] for cell, here in figures.items() if here[0]["kind"] == "cowboy"},
            "town": {each["seat"]: each["count"] for each in figures.get("town", ())},
            "jail": {each["seat"]: each["count"] for each in figures.get("jail", ())},
        }
        for area in ("town", "jail"):
            places["cowboys"].pop(area, None)
        return places

    def arrange(self, name: str, cows: tuple[str, ...] = (), cowboys: Mapping[str, str] = {}, jail: int = 0) -> None:
        """Arrange the figures of this player like this; the others agree (by script: the hand did it once)."""
        mover = self[name]
        ranch = {row["name"]: row["mark"] for row in mover.view()["players"]}[name]
        now = self.position()
        if cows:
            herd = [cow for cow in now["cows"] if cow[0] == ranch]
            now["cows"] = [cow for cow in now["cows"] if cow[0] != ranch] + [*cows, *herd[len(cows) :]]
        if cowboys:
            now["cowboys"] = {cell: seat for cell, seat in now["cowboys"].items() if seat != mover.seat}
            now["cowboys"] |= dict.fromkeys(cowboys, mover.seat)
        if jail:
            now["jail"][mover.seat] = jail
        mover.arrange(**now)
        self.agree(name)

    def agree(self, name: str) -> None:
        """Let all but the asking player agree, by script."""
        for phone in self.phones_without(name):
            for motion in phone.view()["motions"]:
                if motion["can_answer"]:
                    phone.act("agree", motion=motion["id"])

    def agree_by_hand(self, name: str) -> None:
        """Agree on the phones."""
        for phone in self.phones_without(name):
            phone.tab("now")
            phone.press("agree")

    def vote(self, *cards: str) -> None:
        """Let each voter seal a card on their own phone; afterwards all cards are open."""
        for phone, card in zip(self.voters(), cards, strict=True):
            seal(phone, card)
        for phone in self.phones.values():
            phone.page.locator(".ballot[data-stage=revealed]").wait_for(state="attached", timeout=PATIENCE_MS)

    def vote_by_script(self, *cards: str) -> None:
        """Vote without a hand: what has been done by one before."""
        ballot = self["Ann"].view()["page"]["ballot"]["id"]
        votes = [
            (phone, Opening(card, random.Random(phone.seat).randbytes(32).hex()))
            for phone, card in zip(self.voters(), cards, strict=True)
        ]
        for phone, opening in votes:
            phone.act("seal_vote", ballot=ballot, commitment=commitment(phone.code, ballot, phone.seat, opening))
        for phone, opening in votes:
            body = {"seat": phone.seat, "ballot": ballot, "choice": opening.choice, "nonce": opening.nonce}
            self.box.call("POST", f"/api/tables/{phone.code}/openings", body, phone.token)

    def voters(self) -> list[Phone]:
        return [self.by_seat(seat) for seat in self["Ann"].view()["page"]["ballot"]["voters"]]

    def by_seat(self, seat: str) -> Phone:
        return next(phone for phone in self.phones.values() if phone.seat == seat)

    def sale(self, name: str, brand: str | None, value: int, *cards: str) -> None:
        """Play a vote and the sticker by hand."""
        self.vote(*cards)
        show(self[name], brand, value)

    def sale_by_script(self, name: str, brand: str | None, value: int, *cards: str) -> None:
        self.vote_by_script(*cards)
        self[name].act("show_sticker", brand=brand, value=value)

    def bring_two_cows(self, name: str) -> None:
        """Play a turn by script up to its two sales: two cows that stand before the town walk in."""
        mover = self[name]
        ranch = {row["name"]: row["mark"] for row in mover.view()["players"]}[name]
        self.arrange(name, cows=BY_TOWN[ranch])
        mover.act("roll_dice", cow=[1, 1], cowboy=[1, 1, 1])
        self.walk_in(name)

    def walk_in(self, name: str) -> None:
        mover = self[name]
        for die, cell in enumerate(BY_TOWN[{row["name"]: row["mark"] for row in mover.view()["players"]}[name]]):
            mover.act("move_cow", frm=cell, to="town", die=die)
        mover.act("end_step", step="cattle")
        mover.act("end_step", step="cowboys")


@contextmanager
def gathered(
    browser: Browser, box: Box, watch: Watch, names: tuple[str, ...], edition: str = "1993"
) -> Iterator[Evening]:
    """Open a table of this edition as its host on the big screen; these people sit down with their phones."""
    big = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    watch.over(big)
    screen = big.new_page()
    screen.goto(box.address)
    game = chosen(screen, "Abilene")
    tick(game.locator(f"input[name=edition][value='{edition}']"))
    tick(game.locator("input[name=level][value=board]"))
    game.locator("button[name=demo][value='0']").click()
    code = screen.locator(".table-code .code").inner_text()
    assert re.fullmatch("[A-Z]{4}", code)
    contexts, phones = {}, {}
    for name in names:
        contexts[name] = browser.new_context(
            viewport=PHONE, has_touch=True, accept_downloads=True, reduced_motion="reduce"
        )
        watch.over(contexts[name])
        phones[name] = sit_down(box, contexts[name], code, name)
    yield Evening(box, screen, phones, contexts)
    for context in (big, *contexts.values()):
        context.close()


def seal(phone: Phone, card: str) -> None:
    phone.tab("now")
    tick(phone.page.locator(f"form.seal input[value={card}]"))
    phone.page.locator("form.seal button[type=submit]").tap()
    shown(phone.page.locator(".ballot[data-mine=sealed], .ballot[data-stage=revealed]"))


def show(phone: Phone, brand: str | None, value: int) -> None:
    """Turn the seller's cow over and enter its sticker."""
    phone.tab("now")
    form = phone.form("show_sticker")
    phone.pick(form, "brand", brand)
    phone.pick(form, "value", value)
    phone.send(form.locator("button[type=submit]"))


def roll(phone: Phone, cow: tuple[int, int], cowboy: tuple[int, int, int]) -> None:
    """Tap the faces of the dice on the table."""
    phone.tab("now")
    form = phone.form("roll_dice").last
    for kind, faces in (("cow", cow), ("cowboy", cowboy)):
        for index, face in enumerate(faces):
            phone.pick(form, kind, face, index)
    phone.send(form.locator("button[type=submit]"))


def tap_move(phone: Phone, frm: str, to: str) -> None:
    """Tap a figure, then one of the lit cells, on the drawn board."""
    phone.tab("board")
    phone.page.locator(f"#overlay [aria-label='Figure on {frm}']").tap()
    phone.send(phone.page.locator(f"#overlay [aria-label^='To {to}']"))


def list_move(phone: Phone, frm: str, to: str) -> None:
    """Move without the drawing."""
    phone.tab("board")
    unfold(phone.page.locator("#moves"))
    phone.page.locator("#move-from").select_option(frm)
    phone.page.locator("#move-to").select_option(to)
    phone.send(phone.page.locator("#moves button"))


def tap_cell(phone: Phone) -> str:
    """Return the first of the cells that may be chosen now."""
    cell = str(phone.view()["page"]["board"]["targets"]["cells"][0])
    phone.tab("board")
    phone.send(phone.page.locator(f"#overlay [aria-label='To {cell}']"))
    return cell


def money(phone: Phone) -> int:
    return int(phone.view()["cash"])
