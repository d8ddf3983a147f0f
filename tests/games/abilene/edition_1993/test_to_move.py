"""Which real figures somebody has to move because of what the box has settled: read by nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from companion.core.table.table import Level
from companion.games.abilene.common.messages import MoveCow, MoveCowboy, Step
from companion.games.abilene.common.pieces import TOWN
from companion.games.abilene.edition_1993.messages import GoBankrupt, PayJail, RecordJailed, RecordTown, RollDuel
from tests.support.prairie_1993 import FAR
from tests.support.table import ANN, BOB, DAN, Night
from tests.support.to_move import all_to_move

GONE = "Take your cowboys off the board; your cattle stays where it is"
JAILED = "Put your cowboy who lost the duel in jail"
OWN = "OWN"


def duel(cell: str, frm: str, ann_rolls: int, bob_rolls: int) -> Night:
    """Return a game in which Ann's cowboy has ridden one step onto Bob's on ``cell``; Bob's phone enters both dice."""
    night = Night(4)
    night.arrange(cowboys={**FAR, ANN: (frm,), BOB: (cell,)})
    night.roll()
    night.end(Step.CATTLE)
    night.act(ANN, MoveCowboy(frm, cell, 0))
    night.act(BOB, RollDuel(ann_rolls, bob_rolls))
    return night


def sold() -> Night:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordTown())
    night.vote(OWN, OWN, OWN)
    night.show("A", 300)
    return night


def released(count: int) -> Night:
    night = Night(4, Level.BANK)
    for _ in range(3):
        night.happened(ANN, RecordJailed(BOB))
    night.end(Step.TABLE)
    night.act(BOB, PayJail(count))
    return night


def bankrupt() -> Night:
    night = Night(4, Level.BANK)
    night.act(ANN, RecordJailed(BOB))
    night.hand(BOB, 0)
    night.end(Step.TABLE)
    night.act(BOB, GoBankrupt())
    return night


def bankrupt_with_a_cow_in_town() -> Night:
    """Return a game in which Ann has brought two cows to town, and cannot pay what the first
    one costs her.
    """
    night = Night(4)
    night.arrange(cows={"A": ("A2-0", "A2-1", "A7-1")}, cowboys={ANN: ()})
    night.roll((2, 1))
    night.act(ANN, MoveCow("A2-0", TOWN, 0), MoveCow("A2-1", TOWN, 1))
    night.hand(ANN, 500)
    night.end(Step.COWBOYS)
    night.vote("FOREIGN", "FOREIGN", "FOREIGN")
    night.show("B", 1000)
    night.act(ANN, GoBankrupt())
    return night


@pytest.mark.parametrize(
    ("happened", "expected"),
    [
        (lambda: duel("A4-3", "B4-0", 4, 1), {ANN: ["Put your cowboy on A4-3"], BOB: [JAILED]}),
        (lambda: duel("B4-0", "A4-3", 1, 4), {ANN: [JAILED]}),
        (lambda: duel("B4-0", "A4-3", 4, 1), {ANN: ["Put your cowboy on B4-0"]}),
        (sold, {ANN: ["The cow that you sold leaves the game: put it away"]}),
        (bankrupt, {BOB: [GONE]}),
        (
            bankrupt_with_a_cow_in_town,
            {
                ANN: [
                    GONE,
                    "Your cows in town leave the game: put them away",
                    "The cow that you sold leaves the game: put it away",
                ]
            },
        ),
        (
            lambda: released(1),
            {BOB: ["Put the cowboy who is released on a free boot space, or on the outer edge, of your ranch"]},
        ),
        (
            lambda: released(3),
            {BOB: ["Put the 3 cowboys who are released on free boot spaces, or on the outer edge, of your ranch"]},
        ),
        (lambda: released(0), {}),
    ],
)
def test_what_the_box_has_settled_is_moved_by_whose_it_is(
    happened: Callable[[], Night], expected: Mapping[str, list[str]]
) -> None:
    assert all_to_move(happened()) == expected


def test_it_is_gone_after_the_next_act_and_not_after_one_of_the_others() -> None:
    night = duel("B4-0", "A4-3", 1, 4)
    night.hand(DAN, 9_000)
    assert set(all_to_move(night)) == {ANN}
    night.end(Step.COWBOYS)
    assert all_to_move(night) == {}
