"""A photo of real dice, taken on the page that asks for them: filled in, corrected, taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Locator, Page, expect

from companion.app.camera.dice import offer
from companion.app.camera.judgement import observe
from companion.boards.dice import DieReading
from companion.cli.photo_process import PhotoProcess
from companion.games.abilene.common.camera.observations import colours_of, observation_of
from companion.games.abilene.common.messages import Step
from tests.browser import checks
from tests.browser.house import House, house, served
from tests.browser.support import choose, picture
from tests.browser.taps import counted
from tests.browser.test_taps import SEED, opened
from tests.support.any_evening import ANN, AnyEvening
from tests.support.table import BOB, CODE
from tests.vision.dice.test_reading import ABOVE, ROOM
from tests.vision.drawing.dice import LOOKED_AT, PLACES, DrawnDie, roll_drawn, tray_picture


@pytest.fixture
def at(reader: PhotoProcess) -> Iterator[House]:
    """Yield a house in which Ann begins, on the board."""
    with house(start=True, reader=reader) as found:
        found.night.chance.seed(SEED)
        yield found


@cache
def photo(*faces: int) -> FilePayload:
    """Return what a phone would send: two light dice and three dark ones in the tray."""
    chance = np.random.default_rng(3)
    dice = [
        DrawnDie(LOOKED_AT[at > 1], face, x, y, 10.0 + 17 * at)
        for at, (face, (x, y)) in enumerate(zip(faces, PLACES, strict=False))
    ]
    drawn = roll_drawn(dice, ABOVE, ROOM, (70, 95, 130), tray_picture(chance))
    grain = np.clip(drawn + chance.normal(0, 2, drawn.shape), 0, 255).astype(np.uint8)
    return {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": cv2.imencode(".jpg", grain)[1].tobytes()}


def dice_form(page: Page) -> Locator:
    return page.locator("form.photo:has(input[value=dice])")


def take(page: Page, *faces: int) -> None:
    choose(page, dice_form(page), photo(*faces))


def test_dice_are_photographed_with_two_taps(at: House, phone: BrowserContext) -> None:
    """The first tap opens the phone's camera; the second is that of the camera's own button."""
    ann = opened(at, phone)
    with counted(ann, "the dice of a turn by photo", before="2 taps", most=2) as thumb:
        with ann.expect_file_chooser() as chosen:
            thumb.tap(dice_form(ann).locator("label"))
        chosen.value.set_files(photo(3, 4, 3, 4, 1))
        expect(ann.get_by_role("heading", name="Seen: 3 4 · 3 4 1. Right?")).to_be_visible()
        picture(ann, "dice-seen")
        thumb.tap(ann.get_by_role("button", name="These are my dice"))
        expect(ann.locator("#board-moves")).to_be_attached()


def test_with_a_camera_a_turn_takes_three_taps(at: House, phone: BrowserContext) -> None:
    """It has seen the dice in the tray, and then the figures: one tap each, and one for the end of the turn."""
    ann, night = opened(at, phone), at.night
    offer(night.tables, CODE, ANN, night.table.seq, tuple(map(DieReading, (2, 1, 1, 1, 2))), photo=False)
    with counted(ann, "a turn on the board, all seen by a camera", before="15 taps with dice typed", most=3) as thumb:
        expect(ann.get_by_role("heading", name="Seen: 2 1 · 1 1 2. Right?")).to_be_visible()
        thumb.tap(ann.get_by_role("button", name="These are my dice"))
        expect(ann.locator("#board-moves")).to_be_attached()
        after = night.board.move_cow("A6-0", "A7-1").move_cowboy(ANN, "A4-1", "A4-0").move_cowboy(ANN, "A3-1", "A2-0")
        observe(night.tables, CODE, observation_of(after, colours_of(night.table)))
        thumb.tap(ann.get_by_role("button", name="Yes, that counts"))
        thumb.tap(ann.locator(".acts").get_by_role("button", name="End my turn"))
        expect(ann.locator("#main")).to_have_attribute("data-asked", "")
    assert night.turn == (BOB, Step.DICE), "a die that could have been used was left"


def test_a_die_in_doubt_is_asked_for_with_its_picture(at: House, phone: BrowserContext, browser: Browser) -> None:
    ann, others = opened(at, phone), browser.new_context()
    bob = opened(at, others, BOB)
    take(ann, 3, 4, 3, 6, 1)  # no dark die shows a 6
    expect(ann.get_by_role("heading", name="Seen: 3 4 · 3 ? 1. Tap what is missing")).to_be_visible()
    asked = ann.get_by_role("group", name="Die 3 from the left: what does it show?")
    expect(asked.get_by_role("img", name="Picture of this die")).to_be_visible()
    assert asked.locator("img").evaluate("(shown) => shown.naturalWidth") > 0, "the policy of the page allows it"
    expect(ann.locator(".faces:visible")).to_have_count(1)
    assert checks.barriers(ann) == []
    picture(ann, "dice-doubt")
    assert "data:image" in whole(ann)
    assert "data:image" not in whole(bob), "it is Ann's own"
    asked.get_by_role("button", name="2").tap()
    expect(ann.locator("#board-moves")).to_be_attached()
    turn = at.night.table.play.turn
    assert (turn.cow_dice, turn.cowboy_dice) == ((3, 4), (3, 2, 1))
    assert "data:image" not in whole(ann), "it is gone with the answer"
    assert at.night.tables.live(CODE).seen.dice is None
    others.close()


def whole(page: Page) -> str:
    """Return all that the box tells this page now."""
    return page.request.get(page.url).text() + page.content()


def black_picture() -> bytes:
    """Return a picture of a die that shows nothing (JPEG)."""
    return cv2.imencode(".jpg", np.zeros((96, 96, 3), np.uint8))[1].tobytes()


def test_five_dice_in_doubt_are_asked_one_after_another(at: House, phone: BrowserContext) -> None:
    """They were refused: "Cannot read the dice", though everybody could read them in the photo."""
    ann = opened(at, phone)
    seen = tuple(DieReading(None, black_picture(), (), place, 5) for place in range(1, 6))
    offer(at.night.tables, CODE, ANN, at.night.table.seq, seen, photo=True)
    expect(ann.get_by_role("heading", name="Not seen clearly. Tap what the dice show")).to_be_visible()
    picture(ann, "dice-all-in-doubt")
    with counted(ann, "five dice in doubt", before="6 taps with dice typed", most=5) as thumb:
        for face in "34312":
            expect(ann.locator(".faces:visible")).to_have_count(1)
            thumb.tap(ann.locator(".faces:visible").get_by_role("button", name=face, exact=True))
        expect(ann.locator("#board-moves")).to_be_attached()
    turn = at.night.table.play.turn
    assert (turn.cow_dice, turn.cowboy_dice) == ((3, 4), (3, 1, 2))


def test_what_is_no_die_is_left_to_the_plain_faces(at: House, phone: BrowserContext) -> None:
    ann, table = opened(at, phone), at.night.table
    shown = DieReading(None, black_picture(), (4,), 1, 5)
    seen = (shown, replace(shown, place=5), *map(DieReading, (1, 1, 2)))
    offer(at.night.tables, CODE, ANN, table.seq, seen, photo=True)
    first = ann.get_by_role("group", name="The die on the far left: what does it show?")
    first.get_by_role("button", name="4 (likely)").tap()
    second = ann.get_by_role("group", name="The die on the far right: what does it show?")
    expect(second).to_be_visible()
    expect(first).to_be_hidden()
    second.get_by_role("button", name="That is not a die").tap()
    expect(second).to_be_hidden()
    ann.get_by_role("button", name="5", exact=True).tap()
    expect(ann.locator("#board-moves")).to_be_attached()
    assert at.night.table.play.turn.cow_dice == (4, 5)


def test_nothing_is_taken_that_cannot_be_read(at: House, phone: BrowserContext) -> None:
    ann = opened(at, phone)
    take(ann)
    expect(ann.locator("#toast")).to_contain_text("Cannot read the dice")
    expect(ann.locator(".pad")).to_be_visible()
    assert checks.barriers(ann) == []


def test_dice_of_any_game_are_photographed(reader: PhotoProcess, phone: BrowserContext) -> None:
    night = AnyEvening(turns=True, dice=2)
    with served(night, reader) as at:
        ann = phone.new_page()
        ann.goto(at.seat(phone, ANN))
        expect(ann.locator("body[data-ready]")).to_be_visible()
        picture(ann, "dice-any-game")
        take(ann, 3, 5)
        expect(ann.get_by_role("heading", name="Seen: 3 5. Right?")).to_be_visible()
        picture(ann, "dice-any-game-seen")
        ann.get_by_role("button", name="These are my dice").tap()
        expect(ann.get_by_role("button", name="Roll again")).to_be_visible()
        assert night.state.dice == (3, 5)
