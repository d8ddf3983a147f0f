"""A phone as the camera: it scans a code, opens https, is set up with a full board, reads, sleeps and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.boards.observation import Observation
from companion.cli.camera.scene_board import board_of
from tests.browser import checks
from tests.browser.film import Film, moved, watching
from tests.browser.support import Box, Phone, Watch, open_phone, picture, serving
from tests.browser.test_camera import SECONDS, at, lasting, no_barrier, zoe_at_ranch_a

START = board_of("abilene-1993", tuple("ABDE"))[1]
LATER = moved(START, "A6-0", "A7-0")
pytestmark = pytest.mark.logs(
    "no picture of phone", "the box does not answer", "the camera's process did not end within"
)
"""the phone sleeps, and on a busy machine the box or its camera process may be late"""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with serving(tmp_path / "watched.sqlite", "--pace", "0") as box:
        yield box


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return Film(tmp_path / "film.y4m", START)


def read_qr_code(page: Page) -> str:
    """Return the text of the QR code on the page, tried at several sizes.

    The code has a new secret each time, and OpenCV reads about one in a hundred only when it is scaled up.
    """
    code = page.locator("#camera img.qr")
    expect(code).to_be_visible(timeout=SECONDS)
    for attempt in range(100):
        image = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        scale = 1 + attempt % 4 / 3
        scaled = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if text := cv2.QRCodeDetector().detectAndDecode(scaled)[0]:
            return text
        page.wait_for_timeout(100)
    pytest.fail("the code on the page cannot be read")


def expect_stage(page: Page, stage: str) -> None:
    """Check that the filming phone shows this stage and no trouble."""
    expect(page.locator(f"#view[data-stage={stage}]")).to_be_visible(timeout=SECONDS)
    expect(page.locator("#trouble")).to_be_hidden(timeout=SECONDS)


def expect_state(zoe: Phone, state: str) -> None:
    expect(zoe.page.locator(f"#camera-{state}")).to_be_visible(timeout=SECONDS)


def expect_agreement(zoe: Phone) -> None:
    agreed = zoe.page.get_by_text("The board matches the box.")
    expect(agreed).to_have_count(1, timeout=SECONDS)


def test_an_old_phone_on_a_lamp_arm_films_a_turn(box: Box, film: Film, browser: Browser, phone: BrowserContext) -> None:
    with set_up(box, film, browser, phone) as (zoe, host, camera):
        play_a_turn(film, zoe)
        camera.bring_to_front()
        no_barrier(camera, "phone-watching")
        stop_filming(camera, host)


@pytest.mark.torture
def test_a_phone_that_films_comes_back_after_sleep_and_a_restart_of_the_box(
    box: Box, film: Film, browser: Browser, phone: BrowserContext
) -> None:
    with set_up(box, film, browser, phone) as (zoe, host, camera):
        play_a_turn(film, zoe)
        sleep_and_return(film, camera, host, zoe)
        restart_box(box, camera, host)


@contextmanager
def set_up(box: Box, film: Film, browser: Browser, phone: BrowserContext) -> Iterator[tuple[Phone, Page, Page]]:
    """Set up a filming phone. Yield Zoe's phone, the page of the set-up, and the page of the filming phone."""
    code, token = zoe_at_ranch_a(box)
    zoe = open_phone(box, phone, code, "s1", token)
    host = phone.new_page()
    host.goto(f"{box.address}/t/{code}/camera")
    watch = Watch(own=box.sites)
    with watching(browser, film) as camera:
        watch.over(camera.context)
        set_up_camera_phone(camera, host)
        expect_set_up(camera, host)
        yield zoe, host, camera
        assert watch.serious() == watch.strangers == []


def follow_link_to_camera(camera: Page, address: str) -> None:
    camera.goto(address)
    no_barrier(camera, "phone-warned")
    camera.get_by_role("button", name="Go on").tap()
    expect(camera.locator("#film")).to_be_visible(timeout=SECONDS)
    assert camera.url.startswith("https://")


def set_up_camera_phone(camera: Page, host: Page) -> None:
    """Set up the filming phone with a scan and two presses, without taking any figure off the board."""
    host.get_by_role("button", name="A phone watches the board").tap()
    follow_link_to_camera(camera, read_qr_code(host))
    expect_stage(camera, "found")
    at(host, "found")
    host.get_by_role("button", name="The figures are set up: look now").tap()
    at(host, "watching")
    expect_stage(camera, "watching")


def expect_set_up(camera: Page, host: Page) -> None:
    expect(camera.locator("#facts")).to_contain_text("All of the board is in the picture.")
    expect(camera.locator("#facts")).to_contain_text("28° off the vertical")
    expect(host.get_by_text("Everything is where the box has it.")).to_be_visible(timeout=SECONDS)
    picture(host, "phone-camera-host")


def play_a_turn(film: Film, zoe: Phone) -> None:
    """Make a legal move and confirm it, then an illegal one, and take it back."""
    zoe.act("start_game", first=zoe.seat)
    zoe.act("roll_dice", cow=[4, 2], cowboy=[1, 1, 2])
    zoe.settled()
    zoe.page.bring_to_front()
    film.show(LATER)
    expect_state(zoe, "legal")
    zoe.send(zoe.page.locator("#camera-legal").get_by_role("button", name="Yes, that counts"))
    expect_agreement(zoe)
    film.show(moved(LATER, "A7-0", "B7-0"))
    expect_state(zoe, "illegal")
    assert lasting(zoe.page, checks.barriers) == []
    film.show(LATER)
    expect_agreement(zoe)


def sleep_and_return(film: Film, camera: Page, host: Page, zoe: Phone) -> None:
    """Move figures while the phone has no network, and while its page is unloaded: both are seen afterwards."""
    camera.context.set_offline(True)
    move_while_away(film, host, moved(LATER, "A7-0", "A7-1"))
    camera.context.set_offline(False)
    expect_move_seen(film, camera, zoe)
    camera.goto("about:blank")
    move_while_away(film, host, moved(LATER, "A7-0", "A7-2"))
    camera.go_back()
    expect_move_seen(film, camera, zoe)


def move_while_away(film: Film, host: Page, after: Observation) -> None:
    """Move a figure while the phone is away."""
    host.bring_to_front()
    expect(host.get_by_text("Wake it, and it goes on automatically")).to_be_visible(timeout=SECONDS)
    film.show(after)


def expect_move_seen(film: Film, camera: Page, zoe: Phone) -> None:
    """Check that the phone films again and has seen the move; then put the figures back."""
    expect_stage(camera, "watching")
    zoe.page.bring_to_front()
    news = ", ".join(f"#camera-{state}" for state in ("legal", "illegal", "unclear", "behind"))
    expect(zoe.page.locator(news).first).to_be_visible(timeout=SECONDS)
    film.show(LATER)
    expect_agreement(zoe)


def restart_box(box: Box, camera: Page, host: Page) -> None:
    """Restart the box, and check that the phone films again without a press."""
    before = box.call("GET", f"/api/tables/{host.url.split('/')[-2]}/camera")["report"]["started"]
    box.stop()
    expect(camera.locator("#trouble")).to_contain_text("The box does not answer", timeout=SECONDS)
    box.start()
    expect_stage(camera, "watching")
    host.bring_to_front()
    host.reload()
    at(host, "watching")
    assert box.call("GET", f"/api/tables/{host.url.split('/')[-2]}/camera")["report"]["started"] > before


def stop_filming(camera: Page, host: Page) -> None:
    host.bring_to_front()
    host.get_by_role("button", name="Play without the camera").tap()
    expect(host.get_by_role("button", name="A phone watches the board")).to_be_visible(timeout=SECONDS)
    camera.bring_to_front()
    expect(camera.locator("#trouble")).to_contain_text("This phone is no longer the camera", timeout=SECONDS)
    expect(camera.get_by_role("button", name="Watch again")).to_be_visible()
