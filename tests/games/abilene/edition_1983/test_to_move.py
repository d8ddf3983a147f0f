"""Which real figures and cards somebody has to move because of what the box has settled: read by nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from companion.core.referee.parting import LeaveGame
from companion.core.table.table import Level
from companion.games.abilene.common.messages import MoveCowboy, Step
from companion.games.abilene.edition_1983.messages import HireCowboy, RecordKilled, RecordSteer, RollShots, TellDuel
from companion.games.abilene.edition_1983.prices import Belief
from tests.support.prairie import ANN, BOB, PrairieNight
from tests.support.to_move import all_to_move

LOST = "Put your cowboy who lost the duel"


def duel(frm: str, cell: str, one: int, two: int, other_riders: tuple[str, ...] = ()) -> PrairieNight:
    """Return a game in which Ann has attacked Bob's only cowboy; his phone enters both dice."""
    night = PrairieNight()
    night.put(s1=(frm, "A3-3"), s2=(cell,), **({"s3": other_riders} if other_riders else {}))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy(frm, cell, 0))
    night.act(BOB, RollShots(one, two))
    return night


def only_one_start_left() -> PrairieNight:
    night = PrairieNight()
    night.put(s1=("B4-1", "B3-1"), s2=("B4-2",), s3=("B3-3",))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0), RollShots(1, 0))
    return night


def real_cards() -> PrairieNight:
    night = PrairieNight(duels="cards")
    night.put(s1=("B4-1", "A3-3"), s2=("B4-2", "B3-3"))
    night.two_dice(1, 0)
    night.act(ANN, MoveCowboy("B4-1", "B4-2", 0))
    night.together(ANN, TellDuel(ANN))
    return night


def sold() -> PrairieNight:
    night = PrairieNight(level=Level.BANK)
    night.act(ANN, RecordSteer(ANN))
    night.believe(Belief.BELIEVES, Belief.BELIEVES)
    night.turn_over(False, ANN)
    return night


SWAPPED = "Exchange the cards that you laid with those of {}; pictures stay with their owners"


@pytest.mark.parametrize(
    ("happened", "expected"),
    [
        (
            lambda: duel("A4-1", "A4-2", 3, 2),
            {ANN: ["Put your cowboy on A4-2"], BOB: ["Take your cowboy who lost the duel off the board"]},
        ),
        (
            lambda: duel("B4-1", "B4-2", 5, 0),
            {ANN: ["Put your cowboy on B4-2"], BOB: [f"{LOST} beside the board"]},
        ),
        (only_one_start_left, {ANN: ["Put your cowboy on B4-2"], BOB: [f"{LOST} on B3-4"]}),
        (
            real_cards,
            {
                ANN: [SWAPPED.format(BOB), "Put your cowboy on B4-2"],
                BOB: [SWAPPED.format(ANN), f"{LOST} beside the board"],
            },
        ),
        (sold, {ANN: ["The steer that you sold leaves the game: put it away"]}),
    ],
)
def test_what_the_box_has_settled_is_moved_by_whose_it_is(
    happened: Callable[[], PrairieNight], expected: Mapping[str, list[str]]
) -> None:
    assert all_to_move(happened()) == expected


def test_a_cowboy_who_is_hired_is_put_on_the_board_where_only_the_money_is_kept() -> None:
    night = PrairieNight(level=Level.BANK)
    night.happened(ANN, RecordKilled(BOB), RecordKilled(BOB))
    night.end(Step.TABLE)
    night.act(BOB, HireCowboy())
    assert all_to_move(night) == {BOB: ["Put your new cowboy on one of your free start spaces"]}


def test_a_player_who_leaves_takes_his_cowboys_off_the_board() -> None:
    night = PrairieNight()
    night.together(BOB, LeaveGame())
    assert all_to_move(night) == {BOB: ["Take your cowboys off the board; your cattle stays where it is"]}
