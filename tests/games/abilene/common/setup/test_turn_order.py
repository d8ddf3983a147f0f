"""On a board of one's own turns go clockwise round the town, and opposite is what lies there, whatever the letters."""

from dataclasses import replace

import pytest

from companion.boards.board_file import to_text
from companion.boards.layout import Layout
from companion.core.errors import IllegalMove
from companion.core.table.commands import ChooseBoard, StartGame
from companion.games.abilene.common.board.reference_boards import around_the_town, reference_board
from tests.support.abilene import ABILENE
from tests.support.table import ANN, BOB, CID, DAN, RANCHES, Night

PRINTED = reference_board("abilene-1993")


def lettered(letters: str, board: Layout = PRINTED) -> Layout:
    """Return the board with these letters for its ranches A, B, C …"""
    other = dict(zip(board.regions, letters, strict=True))
    names = {cell.id: other[cell.region] + cell.id[1:] for cell in board.cells}
    assert board.hub
    exits = (replace(way, cell=names[way.cell], across=names[way.across or ""]) for way in board.hub.exits)
    return replace(
        board,
        name="Ours",
        cells=tuple(replace(cell, id=names[cell.id], region=other[cell.region]) for cell in board.cells),
        hub=replace(board.hub, exits=tuple(exits)),
    )


@pytest.mark.parametrize("edition", ABILENE)
def test_the_printed_boards_are_lettered_clockwise(edition: str) -> None:
    layout = ABILENE[edition].layout()
    assert around_the_town(layout) == layout.regions


@pytest.mark.parametrize("letters", ["ADCBEF", "AFEDCB", "ACEBDF", "ABCDEF"])
def test_the_ranches_are_found_round_the_town_whatever_their_letters(letters: str) -> None:
    assert "".join(around_the_town(lettered(letters))) == letters


def seated(monkeypatch: pytest.MonkeyPatch, letters: str, ranches: str) -> Night:
    """Return a game with Ann, Bob, Cid and Dan on these ranches of a board with these letters,
    before the start.
    """
    monkeypatch.setitem(RANCHES, 4, ranches)
    night = Night(4, start=False)
    night.act(ANN, ChooseBoard(file=to_text(lettered(letters))))
    assert "".join(seat.picks["ranch"] for seat in night.table.seats) == ranches
    return night


def test_with_b_and_d_swapped_turns_go_clockwise_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    night = seated(monkeypatch, "ADCBEF", "ADBE")
    night.act(ANN, StartGame(ANN))
    assert night.state.order == (ANN, BOB, CID, DAN), "round the town: A, D, then B, E"


def test_opposite_is_what_lies_opposite(monkeypatch: pytest.MonkeyPatch) -> None:
    """A and B lie opposite each other there: with both of them taken, C and F are not the two that may stay free."""
    night = seated(monkeypatch, "ADCBEF", "ABDF")
    refusal = night.refused(ANN, StartGame(ANN), IllegalMove)
    assert "the ranches of this board are A, D, C, B, E, F" in str(refusal)
