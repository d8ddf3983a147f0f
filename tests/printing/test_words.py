"""Words on paper: every one fits, in three languages, on both papers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from reportlab.pdfbase.pdfmetrics import getFont

from companion import LANGUAGES
from companion.core.errors import BadRequest
from companion.core.text import Money, say
from companion.games import registry
from companion.i18n import Translator
from companion.printing.drawing import _steps, drawing
from companion.printing.letters import BOLD, DISPLAY, LARGE, REGULAR, DoesNotFit, font_of, width_of, wrapped
from companion.printing.offered import sheet_words
from companion.printing.order import order_for
from companion.printing.sheet import Sheet
from companion.printing.sheets import printed
from companion.printing.what import DEFAULT_ADDRESS, MARGIN, Paper, What
from companion.web.words import i18n as web_words
from tests.printing.paper_trail import PAPERS, Word, order, pages, pdf, words
from tests.support.timing import LONGEST, rarely

EVERY = rarely(product(PAPERS, What, LANGUAGES), lambda _, each: each[2] == LONGEST)


def collisions(found: list[Word]) -> list[str]:
    """Return the words that run into each other; a twentieth of a millimetre is forgiven."""
    hits = []
    by_page: dict[int, list[Word]] = {}
    for word in found:
        by_page.setdefault(word.page, []).append(word)
    for here in by_page.values():
        for one, two in at_one_height(here):
            wide = min(one.right, two.right) - max(one.left, two.left)
            # boxes of words are higher than their letters
            high = min(one.bottom, two.bottom) - max(one.top, two.top)
            low = 0.45 * min(one.bottom - one.top, two.bottom - two.top)
            if wide > 0.05 and high > low:
                hits.append(f"{one.text} / {two.text}")
    return hits


def at_one_height(found: list[Word]) -> Iterator[tuple[Word, Word]]:
    """Yield all pairs of words of which neither is wholly above the other."""
    downwards = sorted(found, key=lambda word: word.top)
    for index, one in enumerate(downwards):
        for two in downwards[index + 1 :]:
            if two.top >= one.bottom:
                break
            yield one, two


@pytest.mark.parametrize(("paper", "what", "language"), EVERY)
def test_every_word_is_on_the_paper_and_none_runs_into_another(paper: Paper, what: What, language: str) -> None:
    found = words(pdf(paper, what, language))
    width, height = paper.size
    assert len(found) > 5
    outside = [word.text for word in found if word.left < MARGIN - 0.1 or word.right > width - MARGIN + 0.1]
    if what is not What.BOARD:  # the tiles' names stand in the margin, and cells go over the edge
        assert outside == []
        assert [word.text for word in found if word.top < MARGIN - 1 or word.bottom > height - MARGIN + 1] == []
        assert collisions(found) == []


def test_words_that_run_into_each_other_would_be_noticed() -> None:
    sheet = Sheet(Paper.A4.size, "broken")
    sheet.words(20, 20, "Abilene", 5, width=50)
    sheet.words(30, 21, "Corral", 5, width=50)
    assert collisions(words(sheet.pdf())) == ["Abilene / Corral"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_aid_is_one_page_of_letters_that_can_be_read(paper: Paper, language: str) -> None:
    document = pdf(paper, What.AID, language)
    assert pages(document)[0] == 1
    found = words(document)
    heights = sorted(word.bottom - word.top for word in found)
    assert heights[len(heights) // 2] > 3.0  # 8.5 points and more
    assert {"10.2", "12.10", "14.1"} <= {word.text.split("\u00a0")[-1] for word in found}


ENGLISH = {"board", "paper", "corner", "seat", "turn", "with", "this", "from", "cut", "the", "and"}
"""None of them is a word of another language, as *markers* is of Dutch."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_speaks_english_only_where_it_was_asked_to(language: str) -> None:
    spoken = {word.text for what in What for word in words(pdf(Paper.A4, what, language))}
    assert bool(spoken & ENGLISH) == (language == "en")


def test_words_that_do_not_fit_are_refused_rather_than_printed() -> None:
    sheet = Sheet(Paper.A4.size, "narrow")
    sheet.words(10, 10, "Gefängnis", 5, width=20)
    with pytest.raises(DoesNotFit):
        sheet.words(10, 10, "Gefängnis", 5, width=10)
    with pytest.raises(DoesNotFit):
        wrapped("a Donaudampfschiffahrtsgesellschaftskapitän", 20, 4)


def test_lines_break_at_ordinary_spaces_only() -> None:
    sentence = "paie 1\u202f000\u00a0$ pour la\u00a0vache"
    parts = ["paie", "1\u202f000\u00a0$", "pour", "la\u00a0vache"]
    assert wrapped(sentence, max(width_of(part, 4) for part in parts) + 0.1, 4) == parts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_have_every_letter_that_is_printed(language: str) -> None:
    letters = {letter for what in What for word in words(pdf(Paper.A4, what, language)) for letter in word.text}
    letters |= set("\u00a0\u202f“”„«»×−§")
    for name in (REGULAR, BOLD):
        known = getFont(name).face.charToGlyph
        assert [letter for letter in letters if ord(letter) not in known] == []


def test_large_bold_words_have_the_face_of_the_pages_where_it_has_their_letters() -> None:
    large, small = LARGE, LARGE - 0.1
    assert font_of("Zoé: 1\u202f000 $", large, bold=True) == DISPLAY
    assert font_of("Zoé", small, bold=True) == BOLD
    assert font_of("Ωμέγα", large, bold=True) == BOLD
    assert font_of("Zoé", large, bold=False) == REGULAR
    assert width_of("1\u202f000 $", large, bold=True) == width_of("1\u00a0000 $", large, bold=True)


def test_paper_says_amounts_as_phones_do() -> None:
    from companion.app.tables import Tables
    from companion.store.log import Log
    from companion.web.app import create_app

    log = Log(":memory:")
    app = create_app(Tables(log, registry()))
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            for amount in (0, 100, 1000, -2500, 1_000_000):
                text = say("%(amount)s in %(name)s", amount=Money(amount), name=say("Jail"))
                assert Translator(language).translate(text) == web_words.translate(text)
    log.close()


@pytest.mark.parametrize(
    ("wish", "words_of"),
    [
        ({"edition": "1899"}, "has no edition 1899"),
        ({"language": "pt"}, "en, fr, de, es, it, nl"),
        ({"address": "companion.local"}, "does not look like"),
        ({"address": "http://" + "x" * 80}, "does not look like"),
        ({"address": "http://a\nb"}, "does not look like"),
    ],
)
def test_a_wish_that_cannot_be_printed_is_refused_in_words(wish: dict[str, str], words_of: str) -> None:
    wishes = {"edition": "1993", "language": "en", "address": DEFAULT_ADDRESS, **wish}
    with pytest.raises(BadRequest) as refused:
        order_for(registry()["abilene"], wishes["edition"], Paper.A4, wishes["language"], wishes["address"])
    assert words_of in str(refused.value.text)


def test_an_address_too_long_for_a_sticker_is_refused_in_words() -> None:
    long = order(Paper.A4, address="http://a-box-with-a-very-long-name.in-the-living-room.local")
    with pytest.raises(BadRequest, match="does not fit") as refused:
        printed(long, What.STICKERS)
    assert "LIVING-ROOM" in str(refused.value.text)


def test_the_same_sheet_is_the_same_file() -> None:
    assert printed(order(Paper.A4), What.STICKERS) == pdf(Paper.A4, What.STICKERS)


def test_every_sheet_has_a_name_and_a_purpose() -> None:
    assert sheet_words().keys() == set(What)


@pytest.mark.parametrize("name", ["cow", "cowboy", "cowboy_start", "cow_start", "town"])
def test_every_drawing_can_be_drawn(name: str) -> None:
    found = drawing(order(Paper.A4).drawing(name))
    left, top, width, height = found.box
    assert found.shapes
    for shape in found.shapes:
        for letter, values in shape.steps:
            points = values[:2] if letter == "O" else values
            assert all(left - 1 <= x <= left + width + 1 for x in points[::2])
            assert all(top - 1 <= y <= top + height + 1 for y in points[1::2])


def test_svg_beyond_our_part_of_it_is_an_error_not_a_blot() -> None:
    for nonsense in ("M1", "M1 2L3", "C1 2 3 4"):
        with pytest.raises(ValueError, match="drawing"):
            _steps(nonsense)
