"""The headline of the active player tells what the table waits for while only others can act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.abilene.common.messages import EndStep, MoveCow, MoveCowboy, Step
from companion.games.abilene.edition_1983.messages import RollShots, SealFever
from tests.support.abilene import ABILENE
from tests.support.prairie import PrairieNight
from tests.support.table import ANN, BOB, AnyNight, Night

OWN = "OWN"


def steer_on_sale() -> PrairieNight:
    night = PrairieNight()
    night.put(cows=("A2-0",), gone=("A5-1",))
    night.drive("A2-0", "town")
    return night


def cow_on_sale() -> Night:
    night = Night(cowboy_dice_mandatory=False)
    night.arrange(cows={"A": ("A2-0", *night.board.herd(ABILENE["1993"].layout(), ANN)[1:])})
    night.roll(cow=(1, 0))
    night.act(ANN, MoveCow("A2-0", "town", 0), EndStep(Step.CATTLE), EndStep(Step.COWBOYS))
    return night


def all_sealed() -> Night:
    night = cow_on_sale()
    night.seal(dict.fromkeys(night.ballot.voters, OWN))
    return night


def escaped() -> PrairieNight:
    night = PrairieNight()
    night.put(s1=("B4-1", "A3-3"), s2=("B4-2",))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.act(BOB, RollShots(5, 0))
    return night


@pytest.mark.parametrize(
    ("happened", "read"),
    [
        (steer_on_sale, "The others vote"),
        (cow_on_sale, "The others vote"),
        (all_sealed, "The others vote"),
        (lambda: PrairieNight(noted=False), "Which of your steers have the fever?"),
        (escaped, f"Waiting for: {BOB}"),
    ],
)
def test_the_active_player_reads_what_the_table_waits_for(happened: Callable[[], AnyNight[Any]], read: str) -> None:
    night = happened()
    game = ABILENE[night.table.edition]
    assert str(game.page(night.table, ANN).headline) == read
    assert str(game.page(night.table, None).headline) == f"{ANN}'s turn"


def test_a_player_who_has_noted_waits_for_those_who_still_note() -> None:
    night = PrairieNight(noted=False)
    night.act(ANN, SealFever(night.notes(ANN)))
    assert str(ABILENE["1983"].page(night.table, ANN).headline) == "Waiting for: s2, s3"
