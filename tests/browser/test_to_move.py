"""The figures that a player has to move stand at the top of his own page until his next act."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from companion.core.referee.reducer import StoredEvent
from companion.games.western_town.changes import BuildingMarked, TownChanged
from companion.games.western_town.town.start import StartTaken
from tests.browser.evenings import RecordedEvening
from tests.support.recordings import RECORDED

SMALL: ViewportSize = {"width": 320, "height": 568}


@pytest.fixture(scope="module")
def evening() -> RecordedEvening:
    """Return a game of Western Town with the guide."""
    return RecordedEvening(next(path for path in RECORDED if path.stem == "western_town_counted_guided"))


@pytest.fixture
def page(phone: BrowserContext) -> Page:
    """Return a small phone."""
    page = phone.new_page()
    page.set_viewport_size(SMALL)
    return page


def drawn(record: StoredEvent) -> bool:
    """Let the box draw a start card."""
    return isinstance(record.event, StartTaken) and record.event.by_box


def of_another(record: StoredEvent) -> bool:
    """Move cubes of somebody by a card while another one tapped."""
    event = record.event
    if not isinstance(event, TownChanged) or getattr(event.reason, "code", "") != "because_played":
        return False
    return record.actor != event.seat


def struck(record: StoredEvent) -> bool:
    """Let an attack take a building."""
    return isinstance(record.event, BuildingMarked) and record.event.destroyed and not record.event.notified


@pytest.mark.parametrize(
    ("happened", "expected"),
    [
        (drawn, r"Your start card: .+\. Lay .+ on the .+ 4, take its card into your hand: .*\+"),
        (of_another, r"You: .*[+−]\d"),
        (struck, r"Lay a destroyed marker on .+The camp is empty: take all Indians out.*You: "),
    ],
    ids=["E3", "E4", "E5"],
)
def test_its_owner_reads_it_first_until_the_next_act(
    evening: RecordedEvening, page: Page, happened: Callable[[StoredEvent], bool], expected: str
) -> None:
    records = evening.game.records
    found = next(each for each in records if happened(each))
    seat = found.event.seat  # type: ignore[attr-defined]
    ends = {each.action: at for at, each in enumerate(records)}
    later = next(each for each in records if each.action > found.action and each.actor == seat)
    table = evening.stand_at(ends[found.action])
    evening.play(page, seat)
    lines = page.locator(".to-move")
    expect(lines).to_be_in_viewport(ratio=1)
    words = " ".join(lines.locator("p").all_inner_texts())
    assert re.search(expected, words.replace("\N{NO-BREAK SPACE}", " ")), words
    above = [each.bounding_box() for each in page.locator("#tab-now :is(.prompt, form.choice, .told)").all()]
    box = lines.bounding_box()
    assert box
    assert all(box["y"] + box["height"] <= each["y"] for each in above if each and each["height"])
    for other in set(table.ids) - {seat}:
        evening.play(page, other)
        assert words not in page.locator("#tab-now").inner_text()
    evening.stand_at(ends[later.action])
    evening.play(page, seat)
    assert words not in " ".join(page.locator(".to-move p").all_inner_texts())
