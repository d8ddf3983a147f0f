"""A score sheet and a result for the printer: black on white, during the game and after it."""

from __future__ import annotations

import re
from typing import Any

from companion.games.any_game.messages.play import FinishGame
from companion.games.any_game.messages.sheet import WriteRow
from companion.web.app import create_app
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening, pages


def dominoes(**rules: Any) -> AnyEvening:
    """Return three players with a row for each round; fewest points win."""
    usual: dict[str, Any] = {
        "scores": True,
        "bank": False,
        "turns": True,
        "sheet": "rounds",
        "low": True,
        "evening": "Dominoes",
    }
    return AnyEvening(3, **{**usual, **rules})


def printed(evening: AnyEvening) -> str:
    found: str = create_app(evening.tables).test_client().get(f"/t/{CODE}/paper").text
    return found


def cells(page: str) -> list[list[str]]:
    """Return the table on the page, as text."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def test_the_sheet_is_printed_during_the_game_with_names_rows_and_totals() -> None:
    evening = dominoes()
    evening.act(ANN, WriteRow({ANN: 0, BEN: 40, CID: -7}), WriteRow({ANN: 25}))
    page = printed(evening)
    assert cells(page) == [
        ["", "Ann", "Ben", "Cid"],
        ["1", "0", "40", "−7"],
        ["2", "25", "", ""],
        ["Total", "25", "40", "−7 ★"],
    ]
    assert "Fewest points win." in page
    assert "data-correct" not in page
    assert 'class="places"' not in page, "nobody has won yet"


def test_after_the_end_the_result_stands_below_it() -> None:
    evening = dominoes(target=40)
    evening.act(ANN, WriteRow({ANN: 0, BEN: 40, CID: 10}))
    page = printed(evening)
    assert "wins with 0 points" in page
    places = [re.sub(r"<[^>]*>", " ", line).split()[:2] for line in re.findall(r"<li>.*?</li>", page)]
    assert places == [["1", "Ann"], ["2", "Cid"], ["3", "Ben"]]


def test_phones_lead_to_it_once_something_is_written() -> None:
    evening = dominoes()
    link = f'href="/t/{CODE}/paper"'
    assert link not in pages(evening, ANN)[ANN]
    evening.act(ANN, WriteRow({ANN: 0, BEN: 40, CID: -7}))
    assert link in pages(evening, ANN)[ANN]
    evening.act(ANN, FinishGame())
    evening.agree()
    assert link in pages(evening, ANN)[ANN]


def test_a_result_in_money_is_printed_too_and_nothing_before_it() -> None:
    evening = AnyEvening(3)
    assert create_app(evening.tables).test_client().get(f"/t/{CODE}/paper").status_code == 422
    evening.act(ANN, FinishGame())
    evening.agree()
    assert "$1,500" in printed(evening)
