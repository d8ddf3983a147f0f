"""The paper that a game takes: as many pages as the guide says, none of them nearly empty, no more on Letter."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from companion.games import registry
from companion.printing.frame import RULER
from companion.printing.offered import sheets_of
from companion.printing.order import order_for
from companion.printing.sheets import printed
from companion.printing.sheets.cards import HEIGHT, WIDTH
from companion.printing.what import MARGIN, Paper, What
from tests.printing.paper_trail import black_box, pages, pdf, picture, words
from tests.printing.test_words import collisions
from tests.support.timing import in_each_language

GUIDE = Path(__file__).parents[2] / "docs" / "print.md"
EDITIONS = (("abilene", "1993"), ("abilene", "1983"), ("unexploded_cow", "2011"), ("western_town", "2012"))
"""the columns of the guide's table"""


@cache
def pages_of(game: str, edition: str, paper: Paper) -> dict[str, int]:
    """Return of each kind of sheet how many pages it has."""
    order = order_for(registry()[game], edition, paper, "en")
    return {what.value: pages(printed(order, what))[0] for what in sheets_of(order)}


@pytest.mark.parametrize("edition", EDITIONS, ids="-".join)
def test_the_guide_says_how_many_pages_every_sheet_has(edition: tuple[str, str]) -> None:
    """18 were promised where 19 came, a tray that was not there, and none where there was one."""
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    column = EDITIONS.index(edition)
    by_name = {what: cells.split("|")[column].strip() for what, cells in rows}
    found = pages_of(*edition, Paper.A4)
    counts = {what.value: str(found.get(what.value, "–")) for what in What}
    assert by_name == counts | {"all": str(sum(found.values()))}


@pytest.mark.parametrize("edition", EDITIONS, ids="-".join)
def test_letter_takes_no_more_pages_than_a4(edition: tuple[str, str]) -> None:
    """The 108 cards of Western Town took 18 pages in place of 12."""
    assert pages_of(*edition, Paper.LETTER) == pages_of(*edition, Paper.A4)


@in_each_language
def test_cards_on_letter_lie_beside_title_and_line_and_on_no_margin(language: str) -> None:
    document = pdf(Paper.LETTER, What.CARDS, language)
    width, height = Paper.LETTER.size
    page = [word for word in words(document) if word.page == 1]
    assert collisions(words(document)) == []
    assert min(word.top for word in page) >= MARGIN
    assert max(word.bottom for word in page) <= height - MARGIN
    beside = [word for word in page if word.right > MARGIN + 3 * WIDTH]
    assert beside, "the title"
    assert min(word.left for word in beside) > MARGIN + 3 * WIDTH, "no word of it lies on a card"
    assert height - 2 * MARGIN > 3 * HEIGHT
    line = picture(document, 1, (width - MARGIN - 4.5, height / 2 - 3, 4.4, RULER + 6))
    across, down = black_box(line)
    assert down == pytest.approx(RULER + 0.3, abs=0.2)
    assert across == pytest.approx(3, abs=0.2)


def test_a_title_stands_above_what_takes_no_page_more_then() -> None:
    """The stickers of Abilene had it along the edge of A4, above a strip of empty paper."""
    order = order_for(registry()["abilene"], "1993", Paper.A4, "en")
    title = next(word for word in words(printed(order, What.STICKERS)) if word.text.startswith("Abilene"))
    assert title.right - title.left > title.bottom - title.top


def test_a_sticker_says_once_what_is_under_the_steer() -> None:
    order = order_for(registry()["abilene"], "1983", Paper.A4, "en")
    found = [word.text for word in words(printed(order, What.STICKERS))]
    assert (found.count("healthy"), found.count("fever")) == (18, 9)
