"""A camera over printed town boards, on a phone in phone size: what it counts differently, for one tap."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.app.camera_judgement import observe
from companion.app.camera_session import CameraSession
from companion.core.table.table import Level
from companion.games.western_town.camera.table import expected_observation
from companion.games.western_town.rulebook.towns import Resource
from companion.web.app import create_app
from companion.web.server.server import TableServer
from companion.web.tokens import Tokens, cookie_name
from tests.browser import checks
from tests.browser.support import own_name, picture
from tests.western import ALEXANDRE, ROBIN, TownEvening


@dataclass(frozen=True)
class Saloon:
    """An evening that is served, with a camera that looks at its boards."""

    evening: TownEvening
    tokens: Tokens
    address: str
    camera: CameraSession

    def opened(self, context: BrowserContext, seat: str) -> Page:
        code = self.evening.code
        token = self.tokens.admit(code, seat, 0.0, serving=True)
        context.add_cookies([{"name": cookie_name(code, seat), "value": token, "url": self.address}])
        page = context.new_page()
        page.goto(f"{self.address}/t/{code}/s/{seat}")
        expect(page.locator("body[data-ready]")).to_be_attached()
        return page

    def looks(self, **gold: tuple[str, ...]) -> None:
        """The camera reads these things of Robin's, and the rest as the box has it."""
        right = expected_observation(self.evening.table)
        assert right
        areas = {**right.areas, **{f"board1/{box}": kinds for box, kinds in gold.items()}}
        observe(self.evening.tables, self.evening.code, replace(right, areas=areas))


@pytest.fixture
def at() -> Iterator[Saloon]:
    evening = TownEvening(2, Level.BANK, town_boards="both_cubes").starts()
    app = create_app(evening.tables)
    server = TableServer(app, evening.tables.bell, "0.0.0.0", 0)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        box = app.extensions["companion"]
        box.camera.serve(evening.code)
        yield Saloon(evening, box.tokens, f"http://{own_name()}:{server.port}", box.camera)
    finally:
        server.stop()
        thread.join()
        evening.log.close()


def test_a_correction_arrives_by_itself_and_is_taken_with_one_tap(at: Saloon, phone: BrowserContext) -> None:
    robin = at.opened(phone, ROBIN)
    at.looks(gold=("gold:large", "gold"), marshal=("destroyed",))
    says = robin.locator(".camera-says")
    expect(says).to_contain_text("The camera counts 5 Gold, the box says 0.")
    picture(robin, "western-camera")
    assert checks.barriers(robin) == []
    checks.open_all(robin)
    assert checks.misfits(robin) + checks.small_targets(robin) == []
    robin.reload()
    assert at.evening.has(ROBIN, Resource.GOLD) == 0
    says.get_by_role("button", name="Take 5 Gold").tap()
    expect(says).not_to_contain_text("Gold")
    assert at.evening.has(ROBIN, Resource.GOLD) == 5
    says.get_by_role("button", name="Leave it: marshal's office").tap()
    expect(says).to_have_count(0)
    assert not at.evening.board(ROBIN).building("marshal").destroyed


def test_nobody_is_asked_about_the_town_of_another(at: Saloon, phone: BrowserContext) -> None:
    other = at.opened(phone, ALEXANDRE)
    at.looks(gold=("gold",))
    other.reload()
    expect(other.locator("body[data-ready]")).to_be_attached()
    expect(other.locator(".camera-says")).to_have_count(0)
