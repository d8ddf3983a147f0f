"""A table without a camera: set up and checked with photos that a phone takes, on a page of a phone's size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from companion.app.photos.judgement import observe_photo
from companion.boards.lookups import expected_at
from companion.boards.observation import Observation, ObservationStatus
from companion.cli.photo_process import PhotoProcess
from companion.core.table.commands import StartGame
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.board.reference_boards import reference_board
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from tests.browser import checks
from tests.browser.house import House, house
from tests.browser.support import choose, picture
from tests.support.phones import unbroken
from tests.support.table import ANN, BOB, CODE
from tests.vision.drawing.renderer import Renderer, Scene, draw, renderer_for
from tests.vision.drawing.view import View
from vision.geometry.sheet import sheet_corners

LAYOUT = reference_board("abilene-1993")
EMPTY = Observation(ObservationStatus.OK)
PLACES = ((-60.0, 420.0, 800.0), (330.0, 120.0, 860.0), (40.0, 90.0, 900.0))
"""Where the phone is held: two of them more than 20 degrees off the vertical."""


@pytest.fixture
def at(reader: PhotoProcess) -> Iterator[House]:
    """Yield a house with four people in the lobby of a box that can read photos."""
    with house(reader=reader) as found:
        yield found


@cache
def standing_at(number: int, markers: bool = True) -> Renderer:
    """Return a photographer: portrait and landscape, one after the other."""
    size = ((1500, 2000), (2000, 1500), (1500, 2000))[number]
    focal = 1150.0 if size[0] < size[1] else 1200.0
    return renderer_for(LAYOUT, View(PLACES[number], (0.0, 0.0), focal, size, roll=90.0 * number), markers=markers)


def photo(number: int, figures: Observation, markers: bool = True) -> FilePayload:
    """Return what a phone would send."""
    seen = draw(Scene(LAYOUT, figures), standing_at(number, markers))
    grain = np.random.default_rng(number).normal(0, 2, seen.shape[:2])[:, :, None]
    file = cv2.imencode(".jpg", np.clip(seen + grain, 0, 255).astype(np.uint8))[1].tobytes()
    return {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": file}


def shows(at: House, position: Position) -> Observation:
    return observation_of(position, colours_of(at.night.table))


def open_board(at: House, context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto(at.seat(context, ANN))
    expect(page.locator("body[data-ready]")).to_be_attached()
    page.locator(".bar a[data-tab=board]").tap()
    return page


def send(page: Page, number: int, figures: Observation, markers: bool = True) -> None:
    """Take a photo, on a page whose scripts are there."""
    taken = photo(number, figures, markers)
    page.wait_for_load_state()
    if "/photo" not in page.url:
        expect(page.locator("body[data-ready]")).to_be_attached()
    choose(page, page.locator("form.photo:visible").first, taken)


def no_barrier(page: Page) -> None:
    assert checks.barriers(page) == []
    checks.open_all(page)
    assert checks.misfits(page) + checks.small_targets(page) == []
    page.reload()
    expect(page.locator("body")).to_be_visible()


def test_a_table_is_set_up_and_checked_with_photos_alone(at: House, phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(at.seat(phone, ANN) + "/photo")
    expect(page.get_by_text("Set up the figures as the game wants them")).to_be_visible()
    no_barrier(page)
    picture(page, "photo-figures")
    page.get_by_role("link", name="The board is still empty").tap()
    expect(page.get_by_text("nothing on it")).to_be_visible()
    send(page, 0, EMPTY)
    expect(page.get_by_text("Now set up the figures")).to_be_visible()
    start = expected_at(at.night.tables.live(CODE).game, at.night.table)
    assert start
    send(page, 1, start)
    expect(page.get_by_text("That is all.")).to_be_visible()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    no_barrier(page)
    at.night.act(ANN, StartGame(ANN))
    at.night.roll((2, 1), (1, 1, 2))

    page = open_board(at, phone)
    picture(page, "photo-board")
    says_that_all_is_well(at, phone, page)
    before = at.night.board
    after = before.move_cow("A6-0", "A7-1")
    page.locator(".bar a[data-tab=board]").tap()
    send(page, 0, shows(at, after))
    says = page.locator(".camera-says.legal")
    expect(says).to_contain_text(unbroken("The photo shows: cow A6-0 to A7-1 with the 1"))
    picture(page, "photo-legal")
    no_barrier(page)
    assert at.night.board == before
    says.get_by_role("button", name="Yes, that counts").tap()
    expect(says).to_have_count(0)
    assert at.night.board == after

    page.locator(".bar a[data-tab=board]").tap()
    send(page, 1, shows(at, after.move_cow("A6-1", "A3-0")))
    says = page.locator(".camera-says.unclear")
    expect(says).to_contain_text("Some figures are not where the box has them")
    expect(says.get_by_role("button", name="Take it as the photo shows it")).to_be_visible()
    expect(says.locator("form.photo")).to_be_visible()
    picture(page, "photo-elsewhere")
    assert checks.barriers(page) == []
    page.locator(".bar a[data-tab=board]").tap()
    for cell in ("A6-1", "A3-0"):
        expect(page.locator(f"#board [data-cell='{cell}'].lit")).to_be_attached()
    picture(page, "photo-elsewhere-board")
    assert at.night.board == after

    page.goto(at.seat(phone, ANN) + "/photo")
    send(page, 0, shows(at, after.move_cow("A6-1", "A3-0")))
    expect(says, "though figures could be moved on the board").to_be_visible()

    page.locator(".bar a[data-tab=board]").tap()
    send(page, 2, shows(at, after), markers=False)
    expect(page.locator("#trouble")).to_contain_text("corner marker")
    expect(page.locator("#sight img")).to_be_visible()  # its corners can be tapped at once


def says_that_all_is_well(at: House, context: BrowserContext, page: Page) -> None:
    """Check that the answer cannot be missed, after a photo from the board and one from the page of photos."""
    before = at.night.board
    send(page, 2, shows(at, before))
    says = page.locator("#tab-now .camera-says.same")
    expect(says).to_be_visible()
    expect(says).to_contain_text("✓")
    expect(says).to_contain_text("The photo matches the box.")
    picture(page, "photo-same")
    assert at.night.board == before
    page.goto(at.seat(context, ANN) + "/photo")
    send(page, 2, shows(at, before))
    expect(page.locator("body[data-ready]")).to_be_attached()
    expect(says).to_be_visible()  # though figures could be moved on the board


def test_a_player_who_moved_is_asked_on_the_own_phone_though_somebody_else_took_the_photo(
    at: House, phone: BrowserContext
) -> None:
    at.night.act(ANN, StartGame(ANN))
    at.night.roll((2, 1), (1, 1, 2))
    page = phone.new_page()
    page.goto(at.seat(phone, ANN))
    expect(page.locator("body[data-ready]")).to_be_attached()
    moved = shows(at, at.night.board.move_cow("A6-0", "A7-1"))
    observe_photo(at.night.tables, CODE, BOB, at.night.table.seq, moved)
    expect(page.locator(".camera-says.legal")).to_contain_text(unbroken("The photo shows: cow A6-0 to A7-1 with the 1"))


@pytest.mark.torture
def test_a_board_without_markers_is_tapped_once(at: House, phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(at.seat(phone, ANN) + "/photo")
    page.get_by_role("link", name="The board is still empty").tap()
    expect(page.get_by_text("nothing on it")).to_be_visible()
    picture(page, "photo-empty")
    send(page, 0, EMPTY, markers=False)
    expect(page.locator("#trouble")).to_contain_text("corner marker")
    shown = page.locator("#sight img")
    expect(shown).to_be_visible()
    view = standing_at(0, markers=False).view
    for name, (x, y) in zip(
        ("top left", "top right", "bottom right", "bottom left"),
        view.on_sheet(sheet_corners(LAYOUT)) / view.size,
        strict=True,
    ):
        expect(page.locator("#corner-hint")).to_contain_text(name)
        expect(page.get_by_role("button", name="These are the corners")).to_be_hidden()
        box = shown.bounding_box()
        assert box
        shown.click(position={"x": float(x) * box["width"], "y": float(y) * box["height"]})
    expect(page.locator("#corner-hint")).to_contain_text("four marks")
    expect(page.locator("#photo > .now"), "one thing is asked at a time").to_be_hidden()
    picture(page, "photo-corners")
    assert checks.barriers(page) == []
    page.get_by_role("button", name="These are the corners").click()
    expect(page.get_by_text("Now set up the figures")).to_be_visible()
    start = expected_at(at.night.tables.live(CODE).game, at.night.table)
    assert start
    send(page, 1, start, markers=False)
    expect(page.get_by_text("That is all.")).to_be_visible()
