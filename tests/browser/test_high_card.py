"""A game from outside in a real browser: from the first page to the tally and on to the next game.

Once its folder is put beside the games of this checkout; once the companion and the game are built, as wheels and as
sdists, and installed into an empty environment, with an empty home folder and nothing of this checkout.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import ROOT, Box, Phone, Watch, picture, tick, two_at_a_table
from tests.support.forked import installed_line
from tests.support.installed import HIGH_CARD, new_environment, uv


class BoxWithHighCard(Box):
    """A box with one folder more."""

    def __init__(self, database: Path, *options: str) -> None:
        super().__init__(database, *options)
        self.games = database.parent / "more_games"
        shutil.copytree(HIGH_CARD, self.games / "high_card", ignore=shutil.ignore_patterns("__pycache__"))


class InstalledBox(Box):
    """A box in the environment beside its file."""

    command = staticmethod(installed_line)

    def __init__(self, database: Path, *options: str) -> None:
        super().__init__(database, *options)
        self.games = database.with_name("environment")


def installed_from(folder: Path, kind: str) -> None:
    """Build the companion and the game, and install both into an empty environment."""
    for project in (ROOT, HIGH_CARD.parent):
        uv("build", "--quiet", f"--{kind}", "--out-dir", folder / "dist", project)
    new_environment(folder, *(path for path in (folder / "dist").iterdir() if path.suffix in (".whl", ".gz")))


@pytest.fixture(params=["folder", *(pytest.param(kind, marks=pytest.mark.torture) for kind in ("wheel", "sdist"))])
def box(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Box]:
    kind: type[Box] = InstalledBox
    if request.param == "folder":
        kind = BoxWithHighCard
    else:
        installed_from(tmp_path, request.param)
    with kind.serving(tmp_path / "box.sqlite") as box:
        yield box


@pytest.fixture
def two_phones(browser: Browser, box: Box, watch: Watch, screen: Page) -> Iterator[tuple[Phone, Phone]]:
    """Yield Ann and Bob, who have sat down at a table that was opened on the first page."""
    with two_at_a_table(browser, box, watch, screen, "High Card", ("Ann", "Bob")) as phones:
        yield phones


def lay(ann: Phone, bob: Phone, cards: str) -> None:
    """Play a trick: the leader asks, both seal a card by hand, and their phones open them."""
    leader = next(phone for phone in (ann, bob) if phone.view()["page"]["choices"])
    leader.press("open_trick")
    for phone, card in zip((ann, bob), cards, strict=True):
        tick(phone.page.locator(f"form.seal input[value='{card}']"))
        phone.page.locator("form.seal button[type=submit]").tap()
        expect(phone.page.locator("form.seal")).to_have_count(0)


def test_two_phones_play_it_from_the_first_page_to_the_tally_and_on(
    two_phones: tuple[Phone, Phone], screen: Page, watch: Watch
) -> None:
    ann, bob = two_phones
    ann.press("start_game")
    first = next(phone for phone in (ann, bob) if phone.view()["page"]["choices"])
    lay(ann, bob, "32")
    for page in (ann.page, bob.page, screen):
        expect(page.locator("#trick")).to_contain_text("Ann won the trick")
    assert first.view()["page"]["trick"]["winner"] == ann.seat
    ann.press("open_trick")
    hand = bob.page.locator("form.seal input[name=card]")
    expect(hand).to_have_count(2)
    assert [hand.nth(at).get_attribute("value") for at in range(2)] == ["1", "3"]
    bob.picture("high-card-phone")
    picture(screen, "high-card-screen")
    for phone, card in ((ann, "1"), (bob, "3")):
        tick(phone.page.locator(f"form.seal input[value='{card}']"))
        phone.page.locator("form.seal button[type=submit]").tap()
        expect(phone.page.locator("form.seal")).to_have_count(0)
    expect(screen.locator("#trick")).to_contain_text("Bob won the trick")
    lay(ann, bob, "21")
    for phone in (ann, bob):
        phone.tab("log")
    for page in (ann.page, bob.page):
        expect(page.locator("#main")).to_contain_text("Ann took the pot")
    expect(screen.locator("#main")).to_contain_text("Ann wins with 2 points")  # a result has the television to itself
    for phone in (ann, bob):
        phone.tab("now")
    assert {row["seat"]: row["cash"] for row in ann.view()["players"]} == {ann.seat: 22, bob.seat: 18}
    bob.play_again()
    ann.press("start_game")
    assert {row["seat"]: row["cash"] for row in ann.view()["players"]} == {ann.seat: 20, bob.seat: 16}
    assert not watch.serious()
    assert not watch.strangers
