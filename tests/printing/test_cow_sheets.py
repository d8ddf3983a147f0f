"""The sheets of Unexploded Cow: a deck of our own in true millimetres, a score sheet, an aid; no board, no figures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.boards.printed_markers import CARD_SIDE, DICTIONARY, ROW_SIDE, ROWS
from companion.core.errors import BadRequest
from companion.games.unexploded_cow.camera.marked_cards import numbered
from companion.games.unexploded_cow.cards.builtin_deck import BUILTIN_DECK
from companion.printing.offered import sheets_of
from companion.printing.sheets import printed
from companion.printing.sheets.cards import HEIGHT, WIDTH
from companion.printing.what import Paper, What
from tests.printing.paper_trail import PAPERS, markers, order_of_cards, pages, pdf, picture, words
from tests.printing.test_words import collisions
from tests.support.timing import in_each_language

CARDS = 69 + 12
"""rules §1.1"""


def test_the_sheets_are_those_of_a_game_without_a_board() -> None:
    assert sheets_of(order_of_cards(Paper.A4)) == (
        What.SEATS,
        What.AID,
        What.CARDS,
        What.LIST,
        What.SCORES,
        What.MARKERS,
    )
    with pytest.raises(BadRequest, match="nothing of this kind"):
        printed(order_of_cards(Paper.A4), What.STANDUPS)


def test_our_deck_has_as_many_cards_as_the_game_nine_on_a_sheet() -> None:
    deck = BUILTIN_DECK
    copies = [cow.copies for cow in deck.cows] + [event.copies for event in deck.events]
    assert sum(copies) + len(deck.cities) == CARDS
    assert pages(pdf(Paper.A4, What.CARDS))[0] == CARDS / 9


def test_cards_lie_a_cards_width_and_height_apart() -> None:
    """Found by the word that says what a card is, which stands in the same place on each."""
    found = [word for word in words(pdf(Paper.A4, What.CARDS)) if word.text == "city" and word.page == 9]
    across, down = (
        sorted({round(at, 1) for at in edges}) for edges in zip(*((w.left, w.top) for w in found), strict=True)
    )
    assert len(found) == 9
    assert [round(two - one, 1) for one, two in pairwise(across)] == [WIDTH, WIDTH]
    assert [round(two - one, 1) for one, two in pairwise(down)] == [HEIGHT, HEIGHT]


@pytest.mark.parametrize("paper", PAPERS)
@in_each_language
def test_the_player_aid_is_one_page_that_can_be_read(paper: Paper, language: str) -> None:
    document = printed(order_of_cards(paper, language), What.AID)
    assert pages(document)[0] == 1
    found = words(document)
    assert collisions(found) == []
    assert {"5.4", "8.3", "17.1"} <= {word.text.split("\u00a0")[-1] for word in found}


def test_every_cow_of_the_deck_has_a_sticker_and_every_herd_a_beginning_in_true_millimetres() -> None:
    found = [seen for page in (1, 2) for seen in markers(picture(pdf(Paper.A4, What.MARKERS), page), DICTIONARY)]
    rows = [seen for seen in found if seen.number in ROWS]
    stickers = [seen for seen in found if seen.number not in ROWS]
    assert sorted(seen.number for seen in rows) == list(ROWS[:6])
    assert {seen.number for seen in stickers} == numbered(BUILTIN_DECK).keys()
    for side, some in ((ROW_SIDE, rows), (CARD_SIDE, stickers)):
        assert max(abs(length - side) for seen in some for length in seen.sides) < 0.2


def test_the_cows_of_our_deck_bear_their_markers_and_no_other_card_does() -> None:
    names = numbered(BUILTIN_DECK)
    found = {
        seen.number for page in range(1, 8) for seen in markers(picture(pdf(Paper.A4, What.CARDS), page), DICTIONARY)
    }
    assert found == names.keys()
    assert markers(picture(pdf(Paper.A4, What.CARDS), 9), DICTIONARY) == []
    assert [names[number] for number in sorted(found)[:8]] == ["Clover"] * 4 + ["Daisy Bell"] * 4
