"""A small board, photographed askew, is traced on a phone of 360 pixels, tried out, chosen in the lobby, played on."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, sqrt
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.boards.layout import Lattice, Layout, Point
from companion.boards.lookups import board_of
from companion.core.table.commands import StartGame
from companion.games.abilene.common.messages import EndStep, Step
from companion.store.named import boards
from tests.browser import checks
from tests.browser.house import House, house
from tests.browser.support import picture
from tests.support.abilene import ABILENE
from tests.support.table import ANN
from tests.support.timing import soon

SIZE = 20.0
CORNERS = ((180, 130), (1040, 90), (1130, 820), (60, 900))
"""Of the board in the photograph, from the upper left, clockwise."""
LOST_SECONDS = 10.0
TOWN = (30, 60, 200)
RADIUS = 5
PLACES = [
    (q, r)
    for q in range(-RADIUS, RADIUS + 1)
    for r in range(-RADIUS, RADIUS + 1)
    if (q, r) != (0, 0) and abs(q + r) <= RADIUS
]


def middle(q: int, r: int) -> Point:
    return SIZE * sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def regions() -> dict[str, list[tuple[int, int]]]:
    """Return four sectors, those furthest from the town first."""
    by_angle = sorted(PLACES, key=lambda place: atan2(*middle(*place)))
    share = -(-len(by_angle) // 4)
    sectors = [by_angle[at : at + share] for at in range(0, len(by_angle), share)]
    return {
        letter: sorted(sector, key=lambda place: -sum(abs(n) for n in (*place, sum(place))))
        for letter, sector in zip("ABDE", sectors, strict=True)
    }


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Return what a phone would see: the board from above and a little from the side, on a dark table."""
    flat = np.full((800, 840, 3), 235, np.uint8)
    layout = Layout("drawn", Lattice.HEX, SIZE, ())
    for place in [*PLACES, (0, 0)]:
        outline = [(2 * (x + 210), 2 * (y + 200)) for x, y in layout._outline(middle(*place))]
        points = np.array(outline, np.int32)
        cv2.fillPoly(flat, [points], TOWN if place == (0, 0) else (190, 220, 200))
        cv2.polylines(flat, [points], isClosed=True, color=(60, 60, 60), thickness=3)
    frame = np.array(((0, 0), (840, 0), (840, 800), (0, 800)), np.float32)
    tilt = cv2.getPerspectiveTransform(frame, np.array(CORNERS, np.float32))
    seen = cv2.warpPerspective(flat, tilt, (1200, 1000), borderValue=(40, 50, 60))
    path = tmp_path / "board.jpg"
    cv2.imwrite(str(path), seen)
    return path


@pytest.fixture
def at() -> Iterator[House]:
    with house() as found:
        yield found


def on_screen(page: Page, point: Point) -> Point:
    """Return where a point of the drawing is on the screen."""
    where = """([x, y]) => {
      const point = new DOMPoint(x, y).matrixTransform(document.getElementById("board").getScreenCTM());
      return [point.x, point.y];
    }"""
    x, y = page.evaluate(where, list(point))
    return x, y


def take(page: Page, tool: str) -> None:
    page.locator(f"[name=tool][value='{tool}']").check()
    page.locator("#board").scroll_into_view_if_needed()


def tap(page: Page, point: Point) -> None:
    page.locator("#board").scroll_into_view_if_needed()
    page.touchscreen.tap(*on_screen(page, point))


def tap_until(page: Page, point: Point, sign: str, count: int = 1) -> None:
    """Tap until there is a sign of it: a busy machine loses a tap now and then, and shows others late."""
    for _ in range(3):
        tap(page, point)
        if soon(lambda: page.locator(sign).count() == count, LOST_SECONDS):
            return
    raise AssertionError(f"{page.locator(sign).count()} of {count} {sign} after three taps on {point}")


def stroke(page: Page, points: list[Point]) -> None:
    """Draw with one finger over all of them."""
    page.mouse.move(*on_screen(page, points[0]))
    page.mouse.down()
    for point in points:
        page.mouse.move(*on_screen(page, point), steps=2)
    page.mouse.up()


def paint(page: Page) -> None:
    for letter, cells in regions().items():
        take(page, f"region {letter}")
        rows = sorted({r for _, r in cells})
        for row in rows:
            stroke(page, [middle(q, r) for q, r in sorted(cells) if r == row])
        for q, r in cells:  # a stroke may miss where it began
            if page.locator(f"[data-cell='{q},{r}'].in-region").count() == 0:
                tap_until(page, middle(q, r), f"[data-cell='{q},{r}'].in-region")
    take(page, "town")
    tap_until(page, (0, 0), "[data-cell='0,0'].in-town")
    for mark, chosen in (("cow_start", slice(0, 9)), ("cowboy_start", slice(9, 14))):
        take(page, f"mark {mark}")
        marked = [place for cells in regions().values() for place in cells[chosen]]
        for count, (q, r) in enumerate(marked, 1):
            tap_until(page, middle(q, r), f"#marks use[href='#m-{mark}']", count)
    take(page, "area jail")
    tap_until(page, (160, 150), "#marks .area-box")


COLOUR = """async ([x, y]) => {
  const image = new Image();
  image.src = document.getElementById("picture").getAttribute("href");
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const [column, row] = [(x / 420 + 0.5) * image.width, (y / 400 + 0.5) * image.height];
  return [...brush.getImageData(column, row, 1, 1).data];
}"""


def traced(page: Page, at: House, photo: Path) -> None:
    page.goto(f"{at.address}/boards")
    page.get_by_role("button", name="Trace a board").click()
    page.wait_for_url("**/boards/new*")  # its script is there
    page.locator("#width").fill("420")
    page.locator("#height").fill("400")
    page.locator("#cell-width").fill(str(SIZE * sqrt(3)))
    page.locator("#cell-width").blur()
    page.locator("#photo").set_input_files(photo)
    expect(page.locator("#trace-hint")).to_contain_text("corner")
    for count, corner in enumerate(CORNERS[:-1], 1):
        tap_until(page, corner, "#corners .corner", count)
    tap_until(page, CORNERS[-1], "#tools:visible")


def test_a_photographed_board_is_traced_tried_out_and_played_on(at: House, phone: BrowserContext, photo: Path) -> None:
    page = phone.new_page()
    sent: list[int] = []
    page.on("request", lambda request: sent.append(len(request.post_data or "")) if request.method == "POST" else None)
    traced(page, at, photo)
    blue, green, red = TOWN
    assert page.evaluate(COLOUR, [0, 0])[:3] == pytest.approx([red, green, blue], abs=25), "the town, straightened"
    paint(page)
    picture(page, "trace-phone-painted")
    page.locator("#name").fill("Barn")
    page.locator("#save button").click()
    expect(page.locator("h1")).to_have_text("Barn")
    assert max(sent) < 20_000, "the photograph is not among what was sent"
    assert boards(at.night.log).names() == ("Barn",)

    page.locator("#trial [name=cell]").select_option("A1")
    page.locator("#trial [name=steps]").select_option("1")
    page.locator("#trial button").click()
    expect(page.locator("[role=status]")).to_contain_text("From A1 it can go to")
    expect(page.locator("#board .lit").nth(2)).to_be_attached()
    picture(page, "trace-phone-look", full_page=True)

    page.goto(at.seat(phone, ANN))
    page.locator("#more > summary").click()
    page.locator("details", has_text="The board").last.locator("summary").first.click()
    page.locator("[data-kind=choose_board] [value='\"Barn\"']").check()
    page.get_by_role("button", name="Play on this board").click()
    page.locator(".bar a[data-tab=log]").click()
    expect(page.locator("#tab-log")).to_contain_text("You play on the board Barn")
    play(at, page)


def play(at: House, page: Page) -> None:
    """Move a cow of Ann's by tapping it and then a lit cell."""
    night = at.night
    night.act(ANN, StartGame(ANN))
    board = board_of(ABILENE["1993"], night.table)
    assert board is not None
    assert board.name == "Barn"
    night.roll(cow=(1, 0))
    page.locator(".bar a[data-tab=board]").click()
    seq = night.table.seq
    page.locator("#overlay .movable").first.dispatch_event("tap")
    page.locator("#overlay .target").first.dispatch_event("tap")
    expect(page.locator("#main[data-seq]")).not_to_have_attribute("data-seq", str(seq))
    expect(page.locator("#overlay .movable")).to_have_count(0)
    before = {cell for letter in "ABDE" for cell in board.select(letter, "cow_start")}
    assert len(before - set(night.board.cows)) == 1
    night.act(ANN, EndStep(Step.CATTLE))


def test_what_is_missing_is_said_and_the_work_is_not_lost(at: House, phone: BrowserContext, photo: Path) -> None:
    page = phone.new_page()
    traced(page, at, photo)
    page.locator("#name").fill("Half")
    page.locator("#save button").click()
    expect(page.locator("#saved")).to_contain_text("There are no spaces yet")
    take(page, "region A")
    tap_until(page, middle(1, 1), "[data-cell='1,1'].in-region")
    page.locator("#one-cell summary").click()
    page.locator("#row").fill("1")
    page.locator("#column").fill("2")
    page.locator("#put button").click()
    expect(page.locator("#count")).to_contain_text("A: spaces 2")
    page.reload()
    expect(page.locator("#draft")).to_be_visible()
    page.locator("#no-photo").click()
    expect(page.locator("#count")).to_contain_text("A: spaces 2")
    page.locator("#name").fill("Half")
    page.locator("#save button").click()
    expect(page.locator("#saved")).to_contain_text("at least 3 ranches")
    page.goto(f"{at.address}/boards/new")
    expect(page.locator("#draft")).to_be_hidden()
    page.goto(f"{at.address}/boards/new?name=Half")
    expect(page.locator("#count")).to_contain_text("A: spaces 2")
    page.locator("#back").click() if page.locator("#back").is_enabled() else None


def test_three_taps_lay_the_grid_over_the_board(at: House, phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(f"{at.address}/boards/new")
    page.locator("#no-photo").click()
    take(page, "align")
    tap(page, (3, 4))
    tap(page, (3 + 3 * SIZE * sqrt(3), 4))
    tap(page, (3 + SIZE * sqrt(3) / 2, 4 + 5 * SIZE * 1.5))
    expect(page.locator("#cell-width")).not_to_have_value("31.2")
    assert float(page.locator("#cell-width").input_value()) == pytest.approx(SIZE * sqrt(3), abs=0.6)
    cell = page.locator("[data-cell='0,0']")
    assert (float(cell.get_attribute("x") or 0), float(cell.get_attribute("y") or 0)) == pytest.approx((3, 4), abs=2)


def test_the_pages_fit_can_be_tapped_and_read(at: House, phone: BrowserContext, photo: Path) -> None:
    found = []
    page = phone.new_page()
    traced(page, at, photo)
    page.emulate_media(color_scheme="light")
    checks.open_all(page)
    found += checks.barriers(page) + [f"dark: {line}" for line in checks.pale_in_the_dark(page)]
    found += checks.misfits(page) + checks.small_targets(page)
    assert found == []
