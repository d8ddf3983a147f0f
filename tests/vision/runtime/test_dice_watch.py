"""A standing camera tells dice once they lie still, and never those of the roll before."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.dice import faces_of
from tests.vision.dice.test_reading import ROLL, WANTED, seen
from vision.runtime.dice_watch import DiceWatch


def faces_in_report(watch: DiceWatch) -> list[object]:
    return [*faces_of(watch.dice)]


def test_a_roll_is_told_when_it_lies_still_and_not_told_again_for_the_next_one() -> None:
    lying, moved = seen(ROLL), seen(tuple(replace(die, x=-die.x, y=-die.y) for die in ROLL))
    watch = DiceWatch()
    watch.see(lying)
    assert faces_in_report(watch) == []
    watch.want(WANTED, 5)
    watch.see(moved)
    watch.see(lying)
    assert faces_in_report(watch) == []
    watch.see(lying)
    assert faces_in_report(watch) == [3, 0, 4, 1, 2]
    watch.want((), 6)
    watch.want(WANTED, 9)
    for picture in (lying, lying):
        watch.see(picture)
        assert faces_in_report(watch) == []
    watch.see(moved)
    watch.see(moved)
    assert sorted(map(str, faces_in_report(watch))) == [*"01234"]


def test_a_die_in_doubt_keeps_its_first_picture_while_it_lies_there() -> None:
    five = replace(ROLL[2], face=5)  # no dark die has one
    roll = (*ROLL[:2], five, *ROLL[3:])
    watch = DiceWatch()
    watch.want(WANTED, 5)
    for chance in (1, 2, 3):
        watch.see(seen(roll, chance=chance))
        if chance == 2:
            first = watch.dice
    assert faces_in_report(watch) == [3, 0, None, 1, 2]
    assert first[2].picture
    assert watch.dice is first
