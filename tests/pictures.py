"""The docs' pictures, taken of the program as it is: ``make pictures`` writes docs/pictures/*.png and *.jpg.

A table of four in a browser gives the phone in a vote and the table screen; the demo, whose camera films a drawn
table, gives what the camera sees; the printer gives a sheet; rendered tables give what makes a camera wait or ask.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.evening import NAMES, gathered
from tests.browser.support import ROOT, SCREEN, Box, Phone, Watch, chromium, seated, until
from tests.vision.rendering import failures

TARGET = ROOT / "docs" / "pictures"
CAMERA_SECONDS = 120
SETTLED_MS = 1_000
SHEET_DPI = 60


def main() -> None:
    """Takes all of them."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with chromium() as browser:
            with Box.serving(folder / "table.sqlite") as box:
                table(browser, box)
            with Box.serving(folder / "demo.sqlite", "--pace", "0.2", "--camera", "demo") as box:
                camera(browser, box)
        sheet(folder)
    failures.write(TARGET)


def table(browser: Browser, box: Box) -> None:
    """The table screen during a turn, then a voter's phone."""
    with gathered(browser, box, Watch([]), NAMES) as evening:
        evening["Ann"].act("set_rule", name="cowboy_dice_mandatory", value=False)
        evening["Ann"].act("start_game", first="s1")
        evening["Ann"].act("roll_dice", cow=[4, 2], cowboy=[1, 1, 2])
        evening.screen.wait_for_timeout(SETTLED_MS)
        evening.screen.screenshot(path=TARGET / "table-screen.png")
        evening["Ann"].act("undo", to=evening["Ann"].view()["undo"]["back_to"])
        evening.bring_two_cows("Ann")
        voter = evening["Ben"]
        voter.settled()
        voter.page.wait_for_timeout(SETTLED_MS)
        voter.page.screenshot(path=TARGET / "phone-vote.png")


def camera(browser: Browser, box: Box) -> None:
    """The picture of the camera's own page, with what is believed drawn over it."""
    page = browser.new_context(viewport=SCREEN).new_page()
    page.goto(box.address)
    page.get_by_role("button", name="Try it alone").first.click()
    page.locator("input[name=name]").fill("Zoe")
    page.locator("form.join-form button[type=submit]").click()
    page.wait_for_url("**/s/*")
    zoe = seated(box, page)
    zoe.act("start_game", first=zoe.seat)
    page.goto(f"{box.address}/t/{zoe.code}/camera")
    until(lambda: watching(box, zoe), CAMERA_SECONDS, "the camera does not see the table")
    page.goto(f"{box.address}/t/{zoe.code}/camera/sees")
    page.wait_for_timeout(3 * SETTLED_MS)
    page.locator("main img").first.screenshot(path=TARGET / "camera.png")


def watching(box: Box, zoe: Phone) -> bool:
    """Whether the camera reads the figures of this table."""
    return bool(box.call("GET", f"/api/tables/{zoe.code}/camera")["stage"] == "watching")


def sheet(folder: Path) -> None:
    """The first page of the stickers, as the printer gets it."""
    pdf = folder / "stickers.pdf"
    command = "from companion.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", command, "print", "stickers", "--output", str(pdf)], check=True)
    picture = TARGET / "stickers"
    subprocess.run(["pdftoppm", "-png", "-r", str(SHEET_DPI), "-singlefile", str(pdf), str(picture)], check=True)


if __name__ == "__main__":
    main()
