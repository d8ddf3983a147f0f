"""A camera above cards with printed markers, from the picture to one tap on the phone: process, box and browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, expect

from companion.boards.printed_markers import CARDS, ROWS
from tests.browser import checks
from tests.browser.support import PHONE, Box, open_phone, picture
from tests.browser.test_camera import SECONDS, lasting
from tests.vision.drawing.marked_table import Evening, Lying

STARTS = (Lying(ROWS[0], 950, 520), Lying(ROWS[1], 130, 110, 180), Lying(ROWS[2], 950, 330))
CLOVER, DAISY = CARDS[0], CARDS[4]
LYING = (*STARTS, Lying(CLOVER, 880, 522, 8))
pytestmark = pytest.mark.logs("the box does not answer", "the camera's process did not end within")
"""for seconds, where others have the processor"""


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Return what the camera sees: a card in Ann's herd."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), Evening(5, 0.4).picture(LYING))
    return folder


@pytest.fixture
def box(tmp_path: Path, pictures: Path) -> Iterator[Box]:
    box = Box(tmp_path / "cows.sqlite", "--pace", "0", "--camera", str(pictures))
    try:
        box.start()
        yield box
    finally:
        box.stop()


def test_a_card_that_is_laid_counts_with_one_tap(browser: Browser, box: Box, pictures: Path) -> None:
    code = box.call("POST", "/api/tables", {"game": "unexploded_cow", "edition": "2011", "level": "board"})["code"]
    seats = [box.call("POST", f"/api/tables/{code}/seats", {"name": name}) for name in ("Ann", "Bob", "Cid")]
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    ann = open_phone(box, context, code, "s1", seats[0]["token"])
    ann.act("set_rule", name="card_markers", value=True)
    ann.act("start_game", first="s1")
    ann.act("turn_up_city", name="Bramblewick", points=None, amount=None)

    page = context.new_page()
    page.goto(f"{box.address}/t/{code}/camera")
    page.get_by_role("button", name="Look at this table").tap()
    expect(page.locator("#camera[data-stage=watching]")).to_be_visible(timeout=SECONDS)
    expect(page.locator("#sight img")).to_be_visible(timeout=SECONDS)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert lasting(page, checks.barriers) == []
    picture(page, "marked_table_camera")
    page.goto(f"{box.address}/t/{code}/camera/sees")
    expect(page.locator("#camera")).to_contain_text("Clover", timeout=SECONDS)
    page.close()

    ann.page.reload()
    says = ann.page.locator(".camera-says.legal")
    expect(says).to_contain_text("Ann plays Clover into the herd of Ann, at the left end", timeout=SECONDS)
    picture(ann.page, "marked_table_proposal")
    ann.send(says.get_by_role("button", name="Yes, that counts"))
    expect(says).to_have_count(0)
    expect(ann.page.locator("#main")).to_contain_text("Clover")
    cv2.imwrite(str(pictures / "2.png"), Evening(5, 0.4).picture((*LYING, Lying(DAISY, 200, 112, 176))))
    expect(ann.page.locator(".camera-says.legal")).to_contain_text("Daisy Bell into the herd of Bob", timeout=SECONDS)
    context.close()
