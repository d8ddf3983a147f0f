"""The money only: the table ends the game, cities are counted, and sudden death is rolled there too (rules §19)."""

from __future__ import annotations

import pytest

from companion.core.errors import NotNow
from companion.core.table.table import Level, TablePhase
from companion.core.table.table_messages import Agree, Refuse
from companion.games.unexploded_cow import messages as m
from tests.games.unexploded_cow.night import ANN, BOB, CID, POT, CowNight


@pytest.fixture
def night() -> CowNight:
    """Three players, Ann's turn, 1,500 in the pot."""
    return CowNight(level=Level.BANK)


def reason(night: CowNight) -> str:
    assert night.table.ending
    return night.told(night.table.ending.reason)


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", [False, True])
def test_39_nobody_ends_the_game_alone(night: CowNight, empty: bool) -> None:
    if empty:
        night.act(ANN, m.CountCow(BOB, 1_500))
    before = night.has(ANN, BOB, CID, POT)
    night.act(ANN, m.CloseGame("" if empty else ANN))
    [motion] = night.table.motions
    assert motion.asked == (BOB, CID)
    night.act(BOB, Agree(motion.id))
    assert (night.table.phase, night.has(ANN, BOB, CID, POT)) == (TablePhase.PLAYING, before)
    night.act(CID, Agree(motion.id))
    assert night.table.phase is TablePhase.OVER


def test_39_who_refuses_keeps_the_game_going(night: CowNight) -> None:
    night.act(ANN, m.CloseGame(ANN))
    night.act(CID, Refuse(night.table.motions[0].id))
    assert (night.table.phase, night.table.motions, night.has(POT)) == (TablePhase.PLAYING, (), (1_500,))


def test_the_question_says_whose_the_last_cow_is(night: CowNight) -> None:
    night.act(ANN, m.CloseGame(CID))
    assert night.titles() == ["The game is over: the last cow is s3's"]
    night.act(ANN, m.CountCow(BOB, 1_500))
    night.act(ANN, m.CloseGame())
    assert night.titles() == ["The game is over: the pot is empty"]


def test_40_the_end_names_who_takes_the_rest_and_nobody_else(night: CowNight) -> None:
    night.act(ANN, m.CountCow(BOB, 500))
    night.together(ANN, m.CloseGame(CID))
    assert night.has(ANN, BOB, CID, POT) == (4_500, 5_000, 5_500, 0)
    assert reason(night) == "s3 took the rest of the pot with the last cow"


def test_40_the_end_names_somebody_where_nothing_has_exploded(night: CowNight) -> None:
    night.together(ANN, m.CloseGame(CID))
    assert reason(night) == "s3 took the rest of the pot with the last cow"


def test_an_empty_pot_is_looked_at_before_the_last_cow(night: CowNight) -> None:
    night.act(ANN, m.CountCow(BOB, 1_500))
    night.together(ANN, m.CloseGame(CID))
    assert reason(night) == "the pot is empty"


def test_with_money_in_the_pot_somebody_is_named(night: CowNight) -> None:
    with pytest.raises(NotNow):
        night.act(ANN, m.CloseGame())
    assert not night.table.motions
