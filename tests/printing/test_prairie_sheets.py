"""The sheets of the edition of 1983: steers in their owner's colour, the fever underneath, a player aid that fits."""

from __future__ import annotations

import pytest

from companion.games import registry
from companion.printing.order import order_for
from companion.printing.sheets import printed
from companion.printing.what import Paper, What
from tests.support.abilene import ABILENE
from tests.support.timing import in_each_language


@in_each_language
@pytest.mark.parametrize("paper", Paper)
def test_every_sheet_fits_in_every_language(paper: Paper, language: str) -> None:
    order = order_for(registry()["abilene"], "1983", paper, language)
    for what in (What.STICKERS, What.SEATS, What.AID, What.STANDUPS, What.TOPPERS, What.BOARD):
        assert printed(order, what).startswith(b"%PDF")


def test_there_are_nine_steers_of_every_colour_three_of_them_marked() -> None:
    given = ABILENE["1983"].printables()
    steers = [figure for figure in given.figures if figure.drawing == "cow"]
    for paint in {figure.paint for figure in steers}:
        counts = {figure.sticker.mark: figure.count for figure in steers if figure.paint == paint and figure.sticker}
        assert counts == {"X": 3, "": 6}
    assert sum(figure.count for figure in steers) == 27
    assert sum(sticker.count for sticker in given.stickers) == 27


def test_no_marker_of_one_edition_means_something_in_the_other() -> None:
    old, new = ({sticker.marker for sticker in ABILENE[edition].printables().stickers} for edition in ("1983", "1993"))
    assert not old & new
    assert max(old | new) < 50
    assert min(old | new) > 3
