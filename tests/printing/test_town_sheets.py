"""The sheets of Western Town: boards of one sheet in true millimetres, tiles that lie on their cells, cards, an aid."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from companion.core.text import say
from companion.core.ui.printable import PrintedMat
from companion.games import western_town
from companion.games.western_town.printed.reading import builtin_deck
from companion.games.western_town.printing.aid import TURN_AID
from companion.games.western_town.printing.mats import CELL_HEIGHT, CELL_WIDTH, STEP_X, STEP_Y, WIDTH, town_board
from companion.games.western_town.printing.pieces import HOMESTEADS, TILE, tiles
from companion.printing.letters import DoesNotFit
from companion.printing.offered import sheets_of
from companion.printing.order import Order
from companion.printing.sheet import Sheet
from companion.printing.sheets import printed
from companion.printing.sheets.cards import fitting
from companion.printing.sheets.mats import mats
from companion.printing.what import MARGIN, Paper, What
from tests.printing.paper_trail import PAPERS, PIXEL, TOLERANCE, order_of_towns, pages, pdf, picture, words
from tests.printing.test_words import collisions
from tests.support.timing import in_each_language

CARDS = 4 * 24 + 4 + 8
"""rules §1.2"""


def test_a_table_without_the_game_can_print_all_but_the_cubes() -> None:
    expected = (What.SEATS, What.AID, What.MATS, What.TILES, What.CARDS, What.LIST, What.SCORES, What.DICE)
    assert sheets_of(order_of_towns(Paper.A4)) == expected


def test_cells_of_the_town_board_lie_as_far_apart_as_they_should() -> None:
    """Found by their names, which stand in the same corner of each."""
    found = {word.text: word for word in words(pdf(Paper.A4, What.MATS)) if word.page == 1}
    cells = [cell.id for cell in builtin_deck().cells]
    assert set(cells) <= found.keys()
    across = sorted({round(found[cell].left, 1) for cell in cells})
    down = sorted({round(found[cell].top, 1) for cell in cells})
    assert [round(two - one, 1) for one, two in pairwise(down)] == [STEP_Y] * 3
    assert [round(two - one, 1) for one, two in pairwise(across)] == [STEP_X * 2, STEP_X]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_town_board_is_printed_at_its_true_size(paper: Paper) -> None:
    """The frame of a cell, as a printer would draw it; the board is no wider than the paper."""
    document = pdf(paper, What.MATS)
    first = next(word for word in words(document) if word.text == "c8")
    expected = (
        first.left - 2.3,
        first.top - 2.6,
        CELL_WIDTH + 1.7,
        CELL_HEIGHT + 1.9,
    )  # no more than half of the gap to the next
    found = picture(document, 1, expected) < 128
    columns, rows = np.flatnonzero(found.any(axis=0)), np.flatnonzero(found.any(axis=1))
    assert (columns[-1] - columns[0] + 1) * PIXEL == pytest.approx(CELL_WIDTH + 0.35, abs=TOLERANCE)
    assert (rows[-1] - rows[0] + 1) * PIXEL == pytest.approx(CELL_HEIGHT + 0.35, abs=TOLERANCE)
    assert paper.inside[0] >= WIDTH


def test_tiles_lie_a_tiles_width_apart_and_fit_the_cells() -> None:
    found = [word for word in words(pdf(Paper.A4, What.TILES)) if word.text == "homestead" and word.page == 1]
    across = sorted({round(word.left, 1) for word in found})
    assert [round(two - one, 1) for one, two in pairwise(across)] == [TILE] * 4
    assert TILE < CELL_HEIGHT < CELL_WIDTH


def test_there_are_as_many_tiles_and_cards_as_four_players_need() -> None:
    count = Counter[str]()
    for tile in tiles(builtin_deck()):
        count[str(tile.title)] += tile.count
    assert count["bank"] == 4
    assert count["homestead"] == 4 * HOMESTEADS
    assert sum(count[str(name)] for name in ("destroyed", "Home", "lead marshal", "grand manitou")) == 21
    assert sum(card.count for card in order_of_towns(Paper.A4).printables.cards) == CARDS
    assert pages(printed(order_of_towns(Paper.A4), What.CARDS))[0] == CARDS / 9


@pytest.mark.parametrize("paper", PAPERS)
@in_each_language
def test_everything_fits_in_every_language(paper: Paper, language: str) -> None:
    document = printed(order_of_towns(paper, language), What.MATS, What.TILES, What.CARDS)
    assert pages(document)[0] > 8
    inside = [word for word in words(document) if word.page <= 2]
    assert collisions(inside) == []
    assert min(word.left for word in inside) >= MARGIN - 0.5


@pytest.mark.parametrize("paper", PAPERS)
@in_each_language
def test_the_player_aid_is_one_page_that_can_be_read(paper: Paper, language: str) -> None:
    document = printed(order_of_towns(paper, language), What.AID)
    assert pages(document)[0] == 1
    found = words(document)
    assert collisions(found) == []
    assert {"6.2", "7.1", "8.5", "11.7", "12.3"} <= {word.text.split("\u00a0")[-1] for word in found}


@pytest.mark.parametrize("language", ["", ".fr", ".de"])
def test_every_section_that_the_aid_names_can_be_read_on_a_phone(language: str) -> None:
    document = (Path(western_town.__file__).parent / "rules" / f"2012{language}.md").read_text(encoding="utf-8")
    sections = {line.section for part in TURN_AID for line in part.lines}
    assert {each for each in sections if not re.search(rf"^#+ {re.escape(each)} ", document, re.M)} == set()


def test_a_board_larger_than_the_paper_is_refused() -> None:
    given = order_of_towns(Paper.A4)
    board = town_board(builtin_deck())
    large = PrintedMat(say("a field"), 250, board.height, (), say("too wide"))
    order = Order(
        given.title,
        given.edition,
        None,
        type(given.printables)((), (), (), 4, mats=(large,)),
        given.paper,
        given.translator,
        given.address,
    )
    with pytest.raises(DoesNotFit):
        mats(Sheet(Paper.A4.size, "a field"), order)


def test_on_a_card_the_drawing_gives_way_to_words() -> None:
    few, many = ["Take one."], ["Take one, then give one to the next player, who gives it on. " * 4]
    assert fitting(few, 55, 60, True)[1] > fitting(many, 55, 60, True)[1] > 0
    assert fitting(many * 2, 55, 60, True)[1] == 0
    with pytest.raises(DoesNotFit):
        fitting(many * 4, 55, 60, True)
