"""The camera on a phone: the set-up on a drawn table, four taps, what it sees, and no barrier on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import checks
from tests.browser.support import PHONE, SCREEN, Box, Watch, open_phone, picture, tries_it_alone, until
from tests.support.phones import unbroken
from tests.support.timing import LONGEST

RED_PIXELS = """image => {
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
  let red = 0;
  for (let at = 0; at < data.length; at += 4) red += data[at] > 220 && data[at + 1] < 80 && data[at + 2] < 80;
  return red;
}"""
SECONDS = 600_000
"""a small machine learns the figures in seconds; here others work at the same time, and the camera's process is the
last to get its turn"""
pytestmark = pytest.mark.logs("the box does not answer", "the camera's process did not end within")
"""for seconds, where others have the processor"""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path / "camera.sqlite", "--pace", "0", "--camera", "demo")
    try:
        box.start()
        yield box
    finally:
        box.stop()


@contextmanager
def touched(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(SECONDS)
    yield context
    context.close()


@pytest.fixture
def phone(browser: Browser, box: Box) -> Iterator[BrowserContext]:
    with touched(browser) as context:
        yield context


@pytest.fixture
def tablet(browser: Browser, box: Box) -> Iterator[BrowserContext]:
    with touched(browser) as context:
        yield context


def lobby(box: Box) -> str:
    """Return a table for one and three players of the box, before its game."""
    code = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993", "demo": True})["code"]
    box.call("POST", f"/api/tables/{code}/seats", {"name": "Zoe"})
    return str(code)


def at(page: Page, stage: str) -> None:
    expect(page.locator(f"#camera[data-stage={stage}]:not([data-busy])")).to_be_visible(timeout=SECONDS)


def no_barrier(page: Page, name: str) -> None:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    checks.open_all(page)
    # the marks of the corners lie on the picture, as they should
    assert [line for line in lasting(page, checks.misfits) if not line.startswith("overlap: IMG /")] == [], name
    assert lasting(page, checks.small_targets) == [], name
    assert lasting(page, checks.barriers) == [], name
    assert lasting(page, checks.pale_in_the_dark) == [], name
    picture(page, f"camera-{name}")


def lasting(page: Page, check: Callable[[Page], list[str]]) -> list[str]:
    """Return what is wrong each time somebody looks: what was just being drawn anew is not."""
    found = check(page)
    for _ in range(3):
        if found:
            checks.open_all(page)
            again = {named(line) for line in check(page)}
            found = [line for line in found if named(line) in again]
    return found


def named(line: str) -> str:
    """Return what stays of a line when the page is drawn anew: of axe's, its rule."""
    return line.partition(": <")[0]


@pytest.fixture
def television(browser: Browser, box: Box) -> Iterator[Page]:
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def beside_the_picture(television: Page, stage: str) -> None:
    """Check that its step, its words and every button are seen without scrolling, on a small television and a large
    one.
    """
    at(television, stage)
    expect(television.locator("#sight img")).to_be_visible(timeout=SECONDS)
    for width, height in ((1280, 720), (1920, 1080)):
        television.set_viewport_size({"width": width, "height": height})
        title = television.locator("h1").evaluate("it => it.getBoundingClientRect().toJSON()")
        assert title["height"] <= height / 10, (stage, height, "its title takes one line")
        assert title["right"] <= width, (stage, width)
        shown = television.locator("#camera :is(.steps li, .now, button, [role=button]):visible")
        for place in shown.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())"):
            assert place["bottom"] <= height, (stage, height, place)
            assert place["left"] > television.locator("#sight").evaluate("it => it.getBoundingClientRect().right")
        size = television.locator("#camera > .now").evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
        assert size >= 28 * height / 720


def test_the_set_up_is_two_pictures_and_everything_it_shows_is_accessible(
    box: Box, phone: BrowserContext, television: Page
) -> None:
    code, watch = lobby(box), Watch(own=[f"{box.host}:{box.port}"])
    watch.over(phone)
    page = phone.new_page()
    page.goto(f"{box.address}/t/{code}/camera")
    at(page, "found")
    expect(page.locator("#sight img")).to_be_visible()
    no_barrier(page, "found")
    television.goto(f"{box.address}/t/{code}/camera")
    beside_the_picture(television, "found")
    page.get_by_role("button", name="The board is empty: take the picture").tap()
    at(page, "ready")
    page.get_by_role("button", name="The figures are set up: look now").tap()
    at(page, "watching")
    beside_the_picture(television, "watching")
    television.close()
    expect(page.get_by_text("Everything is where the box has it.")).to_be_visible(timeout=SECONDS)
    no_barrier(page, "watching")
    page.get_by_role("link", name="What the camera sees").tap()
    expect(page.get_by_text("Pictures a second")).to_be_visible()
    no_barrier(page, "sees")
    page.get_by_role("link", name="The drawn table").tap()
    expect(page.locator("#board")).to_be_visible()
    no_barrier(page, "drawn")
    phone.add_cookies([{"name": "lang", "value": LONGEST, "url": box.address}])
    for path, there in (("camera", "#sight img"), ("camera/sees", ".facts-list"), ("drawn", "#board")):
        page.goto(f"{box.address}/t/{code}/{path}")
        expect(page.locator(there).first).to_be_visible()
        assert page.locator("html").get_attribute("lang") == LONGEST
        checks.open_all(page)
        assert lasting(page, checks.misfits) == [], path
    assert watch.serious() == []
    assert watch.strangers == []


@pytest.mark.torture
def test_a_start_that_reads_wrong_is_looked_at_and_tried_again_or_answered_for(box: Box, phone: BrowserContext) -> None:
    """A cow is not on the board: first somebody looks again in vain, then he says that it stands there."""
    code = lobby(box)
    page = phone.new_page()
    page.goto(f"{box.address}/t/{code}/camera")
    at(page, "found")
    page.get_by_role("button", name="The board is empty: take the picture").tap()
    at(page, "ready")
    drawn = f"{box.address}/t/{code}/drawn"
    assert page.request.post(drawn, form={"do": "put"}).ok
    assert page.request.post(drawn, form={"frm": "B6-0", "to": "aside"}).ok
    page.get_by_role("button", name="The figures are set up: look now").tap()
    at(page, "misread")
    expect(page.get_by_role("listitem").filter(has_text="B6-0")).to_have_text("B6-0 Cow")
    until(lambda: red(page) > 50, SECONDS / 1000, "the place is not lit in the picture")
    no_barrier(page, "misread")
    page.get_by_role("button", name="Something was wrong, now it is right: look again").tap()
    at(page, "misread")
    page.get_by_role("button", name="All is as it should be: go on").tap()
    at(page, "watching")
    expect(page.get_by_text("Everything is where the box has it.")).to_be_visible(timeout=SECONDS)
    page.get_by_role("link", name="What the camera sees").tap()
    expect(page.get_by_text("Could not be read at the start: B6-0.")).to_be_visible()
    no_barrier(page, "answered-for")


def red(page: Page) -> int:
    """Return how many pixels of the picture are as red as what is lit in it."""
    return int(page.locator("#sight img").evaluate(RED_PIXELS))


def test_four_taps_find_the_board_and_the_keyboard_corrects_them(box: Box, phone: BrowserContext) -> None:
    code = lobby(box)
    page = phone.new_page()
    page.goto(f"{box.address}/t/{code}/camera")
    at(page, "found")
    picture = page.locator("#sight img")
    expect(picture).to_be_visible()
    now = page.locator("#camera > .now")
    page.get_by_role("button", name="Tap the four corners myself").tap()
    expect(now, "one thing is asked at a time").to_be_hidden()
    page.get_by_role("button", name="Leave the corners as they were").tap()
    for ended in ("#corners", "#corner-hint"):
        expect(page.locator(ended)).to_be_hidden()
    expect(now).to_be_visible()
    page.get_by_role("button", name="Tap the four corners myself").tap()
    for seen in (picture, page.locator("#corner-hint")):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="The figures are set up: look now")).to_be_hidden()
    outline = box.call("GET", f"/api/tables/{code}/camera")["report"]["outline"]
    shown = picture.bounding_box()
    assert shown
    for corner, (x, y) in zip(("top left", "top right", "bottom right", "bottom left"), outline, strict=True):
        expect(page.locator("#corner-hint")).to_contain_text(corner)
        page.touchscreen.tap(shown["x"] + x * shown["width"], shown["y"] + y * shown["height"])
    expect(page.locator("#corner-hint")).to_contain_text("four marks")
    no_barrier(page, "corners")
    first = page.get_by_role("button", name="Corner 1: top left")
    before = page.locator("#corners-value").input_value()
    first.press("ArrowRight")
    first.press("Shift+ArrowDown")
    assert page.locator("#corners-value").input_value() != before
    page.get_by_role("button", name="These are the corners").tap()
    at(page, "found")
    until(lambda: page.locator("#corners").is_hidden(), SECONDS / 1000, "the marks stay")
    page.get_by_role("button", name="The board is empty: take the picture").tap()
    at(page, "ready")
    page.get_by_role("button", name="The figures are set up: look now").tap()
    at(page, "watching")


def test_a_demo_sets_itself_up_and_the_box_plays_what_the_camera_sees(box: Box, phone: BrowserContext) -> None:
    page = phone.new_page()
    page.goto(box.address)
    zoe = tries_it_alone(box, page)
    other_seats = [row["seat"] for row in zoe.view()["players"] if row["seat"] != zoe.seat]
    camera = phone.new_page()
    camera.goto(f"{box.address}/t/{zoe.code}/camera")
    at(camera, "found")  # from here on the box's players wait for the camera
    zoe.act("start_game", first=other_seats[0])
    at(camera, "watching")
    zoe.act("set_pace", pace="normal")  # they wait until somebody has read the beginning
    moved = len(zoe.view()["log"])
    until(lambda: len(zoe.view()["log"]) > moved, SECONDS / 1000, "the box's players do not play")
    camera.bring_to_front()

    def reads() -> bool:
        report = box.call("GET", f"/api/tables/{zoe.code}/camera")["report"]
        return bool(report["stage"] == "watching" and report["reading"] and report["reading"]["cells"])

    until(reads, SECONDS / 1000, "the camera does not read what the box's players have moved")


def test_a_move_is_read_by_the_camera(box: Box, phone: BrowserContext, tablet: BrowserContext) -> None:
    """Two pages of one player: the drawn table, where figures are moved by tapping, and the phone. Each in a context of
    its own: nothing is drawn in a page that lies behind another.
    """
    code, token = zoe_at_ranch_a(box)
    page = tablet.new_page()
    page.goto(f"{box.address}/t/{code}/camera")
    at(page, "found")
    page.get_by_role("button", name="The board is empty: take the picture").tap()
    at(page, "ready")
    page.get_by_role("button", name="The figures are set up: look now").tap()
    at(page, "watching")
    zoe = open_phone(box, phone, code, "s1", token)
    zoe.act("start_game", first=zoe.seat)
    zoe.act("roll_dice", cow=[4, 2], cowboy=[1, 1, 2])
    zoe.settled()
    page.goto(f"{box.address}/t/{code}/drawn")

    move(page, "A6-0", "A7-0")
    legal = zoe.page.locator("#camera-legal")
    expect(legal).to_contain_text(unbroken("cow A6-0 to A7-0"))
    zoe.picture("camera-legal")
    zoe.send(legal.get_by_role("button", name="Yes, that counts"))
    assert "A6-0 → A7-0" in zoe.view()["log"][-1]["text"]
    expect(zoe.page.get_by_text("The board matches the box.")).to_have_count(1)


def zoe_at_ranch_a(box: Box) -> tuple[str, str]:
    """Return a table with four players of which the first is Zoe: its code, and her token."""
    code = box.call("POST", "/api/tables", {"game": "abilene", "edition": "1993"})["code"]
    tokens = [
        box.call("POST", f"/api/tables/{code}/seats", {"name": name, "picks": {"ranch": ranch}})["token"]
        for name, ranch in {"Zoe": "A", "Ben": "B", "Cara": "D", "Dan": "E"}.items()
    ]
    box.call("POST", f"/api/tables/{code}/camera", {"do": "serve"})
    return str(code), str(tokens[0])


def move(page: Page, frm: str, to: str) -> None:
    """Tap a figure and then a cell of the drawn table."""
    page.locator(f'#board .figure[data-at="{frm}"] use').tap(force=True)
    expect(page.locator("#overlay .taken")).to_have_count(1)
    page.locator(f'#board use[data-cell="{to}"]').tap(force=True)
    expect(page.locator(f'#board .figure[data-at="{to}"]')).to_have_count(1)
