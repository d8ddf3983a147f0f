"""The docs' pictures, taken of the program as it is: ``make pictures`` writes docs/pictures/*.png and *.jpg.

Recorded games give the table screen of each game; a table of four in a browser gives the phone in a vote; the demo,
whose camera films a drawn table, gives what the camera sees; the printer gives a sheet; rendered tables give what makes
a camera wait or ask.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.evening import NAMES, gathered
from tests.browser.evenings import RecordedEvening
from tests.browser.film import Film, watching
from tests.browser.support import ROOT, SCREEN, Box, Phone, Watch, chromium, tries_it_alone, until
from tests.browser.test_camera import zoe_at_ranch_a
from tests.browser.test_watching_phone import START, expect_stage, follow_link_to_camera, read_qr_code
from tests.support.recordings import FOLDER
from tests.vision.rendering import failures

TARGET = ROOT / "docs" / "pictures"
CAMERA_SECONDS = 120
SETTLED_MS = 1_000
SHEET_DPI = 60
GAMES = {
    "abilene-1993": ("v1/abilene_cows_sold_board", 100),
    "abilene-1983": ("v1/abilene_six_left_board_cards", 180),
    "unexploded-cow": ("v1/unexploded_cow_pot_empty", 50),
    "western-town": ("v1/western_town_counted_four", 20),
    "any-game": ("v1/any_game_finished", 30),
}
"""Picture -> a recorded game, and after which of its actions it was taken."""


def main() -> None:
    """Take all of them."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with chromium() as browser:
            games(browser)
            with Box.serving(folder / "table.sqlite") as box:
                table(browser, box)
            with Box.serving(folder / "demo.sqlite", "--pace", "0.2", "--camera", "demo") as box:
                camera(browser, box)
            with Box.serving(folder / "phone.sqlite", "--pace", "0") as box:
                phone_camera(browser, box, Film(folder / "film.y4m", START))
        sheet(folder)
    failures.write(TARGET)


def games(browser: Browser) -> None:
    """Draw the table screen in the middle of a game, one for each of them."""
    for name, (recording, action) in GAMES.items():
        evening = RecordedEvening(FOLDER / f"{recording}.jsonl")
        evening.stand_at(evening.numbers(len(evening.game.tables))[action])
        page = browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
        evening.watch(page)
        page.add_style_tag(content="#line { display: none }")  # no stream comes from a game without a server
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=TARGET / f"{name}.png")
        page.context.close()


def table(browser: Browser, box: Box) -> None:
    """Draw a voter's phone."""
    with gathered(browser, box, Watch([]), NAMES) as evening:
        evening["Ann"].act("set_rule", name="cowboy_dice_mandatory", value=False)
        evening["Ann"].act("start_game", first="s1")
        evening.bring_two_cows("Ann")
        voter = evening["Ben"]
        voter.settled()
        voter.page.wait_for_timeout(SETTLED_MS)
        voter.page.screenshot(path=TARGET / "phone-vote.png")


def camera(browser: Browser, box: Box) -> None:
    """Draw the picture of the camera's own page, with what is believed drawn over it."""
    page = browser.new_context(viewport=SCREEN, has_touch=True).new_page()
    page.goto(box.address)
    zoe = tries_it_alone(box, page)
    zoe.act("start_game", first=zoe.seat)
    page.goto(f"{box.address}/t/{zoe.code}/camera")
    until(lambda: reads(box, zoe), CAMERA_SECONDS, "the camera does not see the table")
    page.goto(f"{box.address}/t/{zoe.code}/camera/sees")
    page.wait_for_timeout(3 * SETTLED_MS)
    page.locator("main img").first.screenshot(path=TARGET / "camera.png")


def phone_camera(browser: Browser, box: Box, film: Film) -> None:
    """Draw the page of the phone that watches the board."""
    code, _ = zoe_at_ranch_a(box)
    host = browser.new_context(viewport=SCREEN).new_page()
    host.goto(f"{box.address}/t/{code}/camera")
    host.get_by_role("button", name="A phone watches the board").click()
    with watching(browser, film) as page:
        follow_link_to_camera(page, read_qr_code(host))
        expect_stage(page, "found")
        host.get_by_role("button", name="The figures are set up: look now").click()
        expect_stage(page, "watching")
        page.wait_for_timeout(3 * SETTLED_MS)
        page.locator("main").screenshot(path=TARGET / "phone-camera.png")


def reads(box: Box, zoe: Phone) -> bool:
    """Return whether the camera reads the figures of this table."""
    return bool(box.call("GET", f"/api/tables/{zoe.code}/camera")["stage"] == "watching")


def sheet(folder: Path) -> None:
    """Draw the first page of the stickers, as the printer gets it."""
    pdf = folder / "stickers.pdf"
    command = "from companion.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", command, "print", "stickers", "--output", str(pdf)], check=True)
    picture = TARGET / "stickers"
    subprocess.run(["pdftoppm", "-png", "-r", str(SHEET_DPI), "-singlefile", str(pdf), str(picture)], check=True)


if __name__ == "__main__":
    main()
