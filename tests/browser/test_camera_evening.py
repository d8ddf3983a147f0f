"""A whole game of three on the board, filmed by a fourth phone, which falls asleep twice; nobody types a move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.check import problems
from companion.app.tables import Tables
from companion.core.messages import Command
from companion.core.table.table import Table, TablePhase
from companion.games import registry
from companion.games.abilene.common.board.position import Position
from companion.games.abilene.common.camera.observations import expected_observation, initial_observation
from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, PlaceCow, Step
from companion.games.abilene.edition_1993.messages import RollDice
from companion.store.backup import back_up
from companion.store.log import Log
from tests.browser.evening import NAMES, Evening, gathered
from tests.browser.film import LAYOUT, WITH_TRAY, Film, watching
from tests.browser.support import Phone, Watch, picture, serving
from tests.browser.test_camera import SECONDS
from tests.browser.test_watching_phone import expect_agreement, expect_stage, set_up_camera_phone

SEED = 1993
COWS = 4
"""how many cows are sold until the game is over"""
SLEEPS = (1, 4)
"""numbers of the turns in which the filming phone sleeps while figures are moved"""
LIGHT, DARK = (0, 1, 2, 3, 4, 5), (1, 1, 2, 2, 3, 4)
FIGURES = (MoveCow, MoveCowboy, PlaceCow)
pytestmark = [
    pytest.mark.torture,
    pytest.mark.logs("no picture of phone", "the box does not answer", "the camera's process did not end within"),
]


@dataclass
class Filmed:
    """An evening, the film that the camera sees, and the page of the filming phone."""

    evening: Evening
    film: Film
    camera: Page
    folder: Path
    chance: random.Random
    turns: int = 0

    @contextmanager
    def copied(self) -> Iterator[Tables]:
        """Yield the box's tables in a copy of its database, on which moves can be tried."""
        copy = self.folder / "copy.sqlite"
        copy.unlink(missing_ok=True)
        back_up(self.folder / "evening.sqlite", copy)
        log = Log(copy)
        yield Tables(log, registry())
        log.close()

    def next(self, tables: Tables) -> tuple[Phone, Command] | None:
        """Return the next player with a simple command that starts no duel; None while votes are awaited."""
        live = tables.live(self.evening["Ann"].code)
        assert live.game.bots
        for phone in self.evening.phones.values():
            command = live.game.bots.command(live.table, phone.seat, self.chance, None)
            for _ in range(50):
                if not isinstance(command, MoveCowboy) or command.to not in live.table.play.position.cowboys:
                    break
                command = live.game.bots.command(live.table, phone.seat, self.chance, None)
            else:
                command = EndStep(Step.COWBOYS)
            if command is not None:
                return phone, command
        return None

    def show(self, table: Table) -> None:
        """Show the camera the figures as at this table."""
        figures = expected_observation(LAYOUT, table)
        assert figures is not None
        self.film.show(figures)


def test_an_evening_of_three_before_a_phone_that_watches(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "evening.sqlite", "--pace", "0") as box:
        watch = Watch(own=box.sites)
        film = Film(tmp_path / "film.y4m", initial_observation(LAYOUT, "BDF"), WITH_TRAY, (0, 0, 1, 1, 1))
        with gathered(browser, box, watch, NAMES[:3]) as evening, watching(browser, film) as camera:
            watch.over(camera.context)
            filmed = Filmed(evening, film, camera, tmp_path, random.Random(SEED))
            set_up(filmed)
            while play(filmed):
                pass
            check_tally(filmed)
            assert watch.serious() == watch.strangers == []


def set_up(filmed: Filmed) -> None:
    """Start a short game, and set up the filming phone with the figures on the board: one scan, two presses."""
    ann = filmed.evening["Ann"]
    ann.act("set_rule", name="cows_to_sell", value=COWS)
    ann.act("set_rule", name="cowboy_dice_mandatory", value=False)
    with filmed.copied() as tables:
        filmed.show(tables.table(ann.code))
    host = filmed.evening.contexts["Ann"].new_page()
    host.goto(f"{filmed.evening.box.address}/t/{ann.code}/camera")
    set_up_camera_phone(filmed.camera, host)
    host.close()
    ann.act("start_game", first=ann.seat)


def play(filmed: Filmed) -> bool:
    """Carry out the next action. Return False when the game is over."""
    with filmed.copied() as tables:
        table = tables.table(filmed.evening["Ann"].code)
        if table.phase is TablePhase.OVER:
            return False
        if (found := filmed.next(tables)) is None:
            filmed.evening.vote_by_script(*filmed.chance.choices(("OWN", "NONE", "FOREIGN"), k=2))
            return True
        phone, command = found
        match command:
            case RollDice():
                filmed.show(table)
                roll(filmed, phone)
            case _ if isinstance(command, FIGURES):
                move(filmed, phone, table_after_moves(filmed, tables))
            case EndStep(step=Step.COWBOYS):
                phone.act("end_step", step=Step.COWBOYS.value)  # a step that has not ended automatically
            case _:
                tables.act(phone.code, phone.seat, command)
                data = tables.live(phone.code).codec.write(command)
                phone.act(data.kind, **data.data)
                filmed.show(tables.table(phone.code))
    return True


def roll(filmed: Filmed, phone: Phone) -> None:
    """Show five dice in the tray, and take the faces that the camera has read with one tap."""
    filmed.turns += 1
    light, dark = filmed.chance.choices(LIGHT, k=2), filmed.chance.choices(DARK, k=3)
    filmed.film.roll((*light, *dark))
    phone.tab("now")
    read = f"Seen: {' '.join(map(str, light))} · {' '.join(map(str, dark))}. Right?"
    expect(phone.page.get_by_role("heading", name="Seen: ")).to_have_text(read, timeout=SECONDS)
    phone.send(phone.form("roll_dice").locator("button[type=submit]").first)


def table_after_moves(filmed: Filmed, tables: Tables) -> Table:
    """Return the table after all moves of this turn, made on the copy: the box does not know them."""
    while found := filmed.next(tables):
        phone, command = found
        if not isinstance(command, FIGURES) and command != EndStep(Step.CATTLE):
            break
        tables.act(phone.code, phone.seat, command)
    return tables.table(filmed.evening["Ann"].code)


def move(filmed: Filmed, phone: Phone, after: Table) -> None:
    """Move the figures as by hand: the camera sees it, and one tap confirms the moves."""
    if filmed.turns in SLEEPS:
        with asleep(filmed):
            filmed.show(after)
    else:
        filmed.show(after)
    legal = phone.page.locator("#camera-legal")
    expect(legal).to_be_visible(timeout=SECONDS)
    picture(phone.page, f"camera-evening-{filmed.turns}")
    explanations = legal.get_by_role("button").filter(has_not_text="duel")  # a duel may explain the moves as well
    phone.send(explanations.first)
    expect_agreement(phone)
    assert position(filmed) == after.play.position


@contextmanager
def asleep(filmed: Filmed) -> Iterator[None]:
    """Let the filming phone sleep: the first time without network, the second time with its page unloaded."""
    camera = filmed.camera
    if filmed.turns == SLEEPS[0]:
        camera.context.set_offline(True)
        yield
        camera.wait_for_timeout(10_000)
        camera.context.set_offline(False)
    else:
        camera.goto("about:blank")
        yield
        camera.go_back()
    expect_stage(camera, "watching")


def position(filmed: Filmed) -> Position:
    with filmed.copied() as tables:
        position = tables.table(filmed.evening["Ann"].code).play.position
        assert isinstance(position, Position)
        return position


def check_tally(filmed: Filmed) -> None:
    """Check that all screens show the result, and that accounts and events are sound."""
    print(f"seed {SEED}: {filmed.turns} turns")
    assert filmed.turns >= max(SLEEPS)
    for page in (filmed.evening.screen, *(phone.page for phone in filmed.evening.phones.values())):
        page.locator("#result").wait_for()
    with filmed.copied() as tables:
        assert problems(tables.log, tables.games) == []
