"""Pictures of all pages of recorded evenings, to be looked at: ``make pictures`` writes build/pictures/index.html.

Phone and television, light and dark, in three languages. ``python -m tests.support.gallery --only NAME`` takes those of
one evening; ``--only pages`` those of the pages around a game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import product
from typing import Literal

from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, ViewportSize

from companion.web.visit.tokens import cookie_name
from tests.browser.evenings import RecordedEvening
from tests.browser.support import ROOT, SCREEN, chromium
from tests.support.recordings import OF_EACH_KIND

TARGET = ROOT / "build" / "pictures"
PHONE: ViewportSize = {"width": 390, "height": 844}
UNHEARD = "#line { display: none }"
"""hides the notice of a lost connection: without a server there is no stream"""
STILL = f"{UNHEARD} .top, .dock, .tabbed .acts {{ position: static !important }}"
"""unsticks headers and docks, which would cover parts of a picture of the whole page"""
LANGUAGES = ("en", "fr", "de")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SETTLED_MS = 400
MOMENTS = 8
EVENINGS = {path.stem.replace("_", "-"): path for path in OF_EACH_KIND}
"""name -> file of a recorded game"""
AROUND = (
    *("/", "/games/abilene", "/games/any_game", "/j", "/j/GAME", "/history", "/print", "/boards", "/cards", "/trust"),
    *("/cards/western_town", "/boards/new", "/rules/abilene/1993/12", "/t/GAME/close", "/t/GAME/s/s1/photo"),
    *("/t/GAME/s/s1/arrange", "/t/GAME/s/s1/account", "/t/GAME/camera", "/t/GAME/shape", "/nothing-here"),
)
"""paths of pages around a game; GAME stands for the code of the table"""

LOBBIES = {
    "abilene": ("1993", "board"),
    "unexploded_cow": ("2011", "bank"),
    "western_town": ("2012", "bank"),
    "any_game": ("any", "bank"),
}
"""game -> edition and level of a table in the lobby"""
SITTING = (("Annegret", {"ranch": "A"}), ("Maximilian", {"ranch": "C"}), ("Zoé", {"ranch": "E"}))


@dataclass(frozen=True)
class Look:
    """A language and a scheme of colours."""

    language: str
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.language}-{self.scheme}"


def main() -> None:
    """Take the pictures that the command line asks for, and write the index."""
    options = argparse.ArgumentParser(
        prog="python -m tests.support.gallery",
        description="Takes a picture of every page of played evenings into build/pictures; index.html there shows all.",
    )
    evenings = ", ".join((*EVENINGS, "pages"))
    options.add_argument("--only", default="", metavar="NAME", help=f"one evening, by how it begins: {evenings}")
    names = ", ".join(f"{language}-{scheme}" for language, scheme in product(LANGUAGES, SCHEMES))
    options.add_argument("--look", default="", metavar="LOOK", help=f"one look, or a part of its name: {names}")
    asked = options.parse_args()
    TARGET.mkdir(parents=True, exist_ok=True)
    looks = [Look(language, scheme) for language, scheme in product(LANGUAGES, SCHEMES)]
    with chromium() as browser:
        for look in looks:
            if asked.look in str(look):
                take(browser, look, asked.only)
    (TARGET / "index.html").write_text(index(), "utf-8")
    print(TARGET / "index.html")


def take(browser: Browser, look: Look, only: str) -> None:
    """Take the pictures of one look; ``only``: the beginning of an evening's name, or ``pages``."""
    phone = _page(browser, PHONE, look)
    screen = _page(browser, SCREEN, look)
    for name, recording in EVENINGS.items():
        if not name.startswith(only) and only != "pages":
            continue
        evening = RecordedEvening(recording, look.language)
        if only != "pages":
            for at, number in enumerate(evening.numbers(MOMENTS)):
                seats = evening.stand_at(number).ids
                evening.play(phone, seats[at % len(seats)])
                for part in _parts(phone):
                    _keep(phone, f"{name}-{at}-phone-{part}-{look}")
                evening.watch(screen)
                _keep(screen, f"{name}-{at}-tv-{look}", whole=False)
        if "cows-sold" in name and only in ("", "pages"):
            evening.stand_at(evening.numbers(MOMENTS)[2])
            for game, (edition, level) in LOBBIES.items():
                client, path = _lobby(evening, game, edition, level)
                evening.serve(phone, path, client)
                _keep(phone, f"lobby-{game}-{look}")
            for address in AROUND:
                evening.visit(
                    phone, address.replace("GAME", evening.row.code), None if address.startswith("/j") else "s1"
                )
                _keep(phone, f"pages-{_word(address)}-{look}")
    phone.context.close()
    screen.context.close()


def index() -> str:
    """Return the HTML of the index: all pictures that were taken, each with a link to its full size."""
    names = sorted(escape(path.name) for path in TARGET.glob("*.png"))
    shown = "".join(
        f'<figure><a href="{name}"><img loading="lazy" src="{name}"></a><figcaption>{name}</figcaption></figure>'
        for name in names
    )
    style = "body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}img{height:30rem}figure{margin:0}"
    return f'<!doctype html><meta charset="utf-8"><title>Pictures</title><style>{style}</style>{shown}\n'


def _page(browser: Browser, size: ViewportSize, look: Look) -> Page:
    context = browser.new_context(viewport=size, color_scheme=look.scheme, has_touch=True, reduced_motion="reduce")
    return context.new_page()


def _lobby(evening: RecordedEvening, game: str, edition: str, level: str) -> tuple[FlaskClient, str]:
    """Return the client of a player at a new table with three seats, and the path of that player's page."""
    client = evening.client(None)
    code = str(client.post("/api/tables", json={"game": game, "edition": edition, "level": level}).get_json()["code"])
    seats = []
    for name, picks in SITTING:
        asked = {"name": name, "picks": picks if game == "abilene" else {}}
        seats.append(client.post(f"/api/tables/{code}/seats", json=asked).get_json())
    client.set_cookie(cookie_name(code, seats[0]["seat"]), seats[0]["token"])
    return client, f"/t/{code}/s/{seats[0]['seat']}"


def _parts(page: Page) -> Iterator[str]:
    """Open each tab of a phone's page, and yield its name while it is shown."""
    for link in page.locator(".bar a:visible").all():
        part = str(link.get_attribute("data-tab"))
        link.click()
        yield part


def _keep(page: Page, name: str, whole: bool = True) -> None:
    page.add_style_tag(content=STILL if whole else UNHEARD)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(SETTLED_MS)
    page.screenshot(path=TARGET / f"{name}.png", full_page=whole)


def _word(address: str) -> str:
    return address.strip("/").replace("/", "-") or "home"


if __name__ == "__main__":
    main()
