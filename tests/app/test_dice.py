"""Dice that a picture shows: offered to the player who is asked for them, as long as that is so."""

from __future__ import annotations

import pytest

from companion.app.camera.dice import die_requests, offer
from companion.app.camera.session import CameraSession
from companion.boards.camera_messages import Report, Stage
from companion.boards.dice import DiceReading, DieReading
from companion.boards.photo_messages import PhotoAnswer
from companion.core.errors import BadRequest
from companion.core.money.bank_messages import Pay
from companion.core.table.table import Level
from companion.core.text import say
from companion.core.ui.choice import DoubtfulDie, Shade
from companion.games.abilene.common.messages import Step
from tests.support.any_evening import AnyEvening
from tests.support.readers import reader_of
from tests.support.table import ANN, BOB, CODE, Night


def read(*faces: int | None) -> DiceReading:
    """Return what is read of dice; of those in doubt nothing is found."""
    return tuple(map(DieReading, faces))


ROLLED = read(3, 2, 4, 1, 2)


@pytest.fixture
def night() -> Night:
    """Return a game in which Ann is asked for her dice."""
    return Night(level=Level.BOARD)


def filled(night: Night, seat: str = ANN) -> tuple[list[object], str]:
    """Return what stands in the form for dice, and above it."""
    choice = next(each for each in reader_of(night.tables, CODE, seat).page.choices if each.fields)
    return [field.initial for field in choice.fields], str(choice.title)


def test_only_who_is_asked_for_dice_is_offered_them(night: Night) -> None:
    assert [die.shade for die in die_requests(night.tables.live(CODE), ANN)] == [Shade.LIGHT] * 2 + [Shade.DARK] * 3
    assert die_requests(night.tables.live(CODE), BOB) == ()
    assert offer(night.tables, CODE, BOB, night.table.seq, ROLLED, photo=True) is None


def test_dice_are_filled_in_and_those_in_doubt_left_open(night: Night) -> None:
    assert offer(night.tables, CODE, ANN, night.table.seq, read(3, 2, 4, None, 2), photo=True)
    assert filled(night) == ([3, 2, 4, None, 2], "Seen: 3 2 · 4 ? 2. Tap what is missing")
    assert night.turn == (ANN, Step.DICE), "never applied unasked"


def test_a_photo_of_dice_that_are_all_in_doubt_is_offered_with_their_pictures(night: Night) -> None:
    """Five pictures that anybody could read were refused."""
    doubtful = tuple(DieReading(None, b"picture", (), place, count=5) for place in range(1, 6))
    assert offer(night.tables, CODE, ANN, night.table.seq, (*doubtful[:4], DieReading()), photo=True) is None
    assert offer(night.tables, CODE, ANN, night.table.seq, doubtful, photo=True)
    assert filled(night) == ([None] * 5, "Not seen clearly. Tap what the dice show")


def test_what_the_die_cannot_show_is_not_filled_in(night: Night) -> None:
    assert offer(night.tables, CODE, ANN, night.table.seq, read(3, 2, 6, 1, 2), photo=True)
    assert filled(night)[0] == [3, 2, None, 1, 2]


def test_a_die_in_doubt_is_offered_with_its_picture_to_this_seat_until_the_table_moves_on(night: Night) -> None:
    doubtful = DieReading(None, b"picture", (4, 2), place=5, count=5)
    offer(night.tables, CODE, ANN, night.table.seq, (*read(3, 2, 4, 1), doubtful), photo=True)
    doubts = [field.doubt for choice in reader_of(night.tables, CODE, ANN).page.choices for field in choice.fields]
    asked = say("The die on the far right: what does it show?")
    assert [each for each in doubts if each] == [DoubtfulDie(asked, "data:image/jpeg;base64,cGljdHVyZQ==", (4, 2))]
    assert not any(field.doubt for choice in reader_of(night.tables, CODE, BOB).page.choices for field in choice.fields)
    night.act(BOB, Pay(ANN, 100, "a hat"))
    assert night.tables.live(CODE).seen.dice is None


def test_no_message_carries_a_larger_picture() -> None:
    small, large = (PhotoAnswer(dice=(DieReading(None, bytes(size)),)) for size in (6 * 1024, 6 * 1024 + 1))
    assert PhotoAnswer.understood(small.plain()) == small
    with pytest.raises(BadRequest):
        PhotoAnswer.understood(large.plain())


def test_a_table_that_has_moved_on_is_offered_nothing(night: Night) -> None:
    seq = night.table.seq
    offer(night.tables, CODE, ANN, seq, ROLLED, photo=True)
    night.roll((1, 1), (1, 1, 2))
    assert offer(night.tables, CODE, ANN, seq, ROLLED, photo=True) is None
    assert "Seen" not in str(reader_of(night.tables, CODE, ANN).page.choices)


def test_dice_before_a_camera_are_offered_while_they_are_asked_for(night: Night) -> None:
    session = CameraSession(night.tables, "0")
    session.serve(CODE)
    report = Report(1.0, "0", Stage.SEARCHING)
    session.receive(report)
    orders = session.orders(report)
    assert (len(orders.dice), orders.roll) == (5, night.table.seq)
    status = Report(1.0, "0", Stage.SEARCHING, known=orders.revision, dice=ROLLED, roll=orders.roll)
    session.receive(status)
    assert filled(night) == ([3, 2, 4, 1, 2], "Seen: 3 2 · 4 1 2. Right?")
    night.roll((1, 1), (1, 1, 2))
    assert session.orders(status).dice == ()


def test_any_game_asks_for_as_many_as_it_rolls() -> None:
    evening = AnyEvening(turns=True, dice=2)
    assert [die.faces for die in die_requests(evening.tables.live(evening.code), ANN)] == [(1, 2, 3, 4, 5, 6)] * 2
