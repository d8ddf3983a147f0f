"""The camera's door: the box suggests a move, the seat confirms it, the rules judge it as ever."""

from __future__ import annotations

import pytest

from companion.codec import Codec
from companion.core.errors import BadRequest, IllegalMove
from companion.core.messages import Message
from companion.core.table_messages import Agree, Refuse, Suggest
from companion.core.text import say
from companion.games import shelf
from tests.table import ANN, BOB, CODE, Night


def seen(frm: str, to: str) -> Suggest:
    return Suggest(ANN, Message("move_cow", {"frm": frm, "to": to, "die": 0}), say("cow %(frm)s", frm=frm))


@pytest.fixture
def night() -> Night:
    night = Night()
    night.roll(cow=(1, 1), cowboy=(1, 1, 1))
    return night


def test_nothing_moves_until_the_seat_confirms_what_was_seen(night: Night) -> None:
    before = night.state.position
    night.tables.act(CODE, None, seen("A5-1", "A4-0"))
    assert night.state.position == before
    (motion,) = night.table.motions
    assert motion.asked == (ANN,)
    night.act(ANN, Agree(motion.id))
    assert night.state.position != before
    assert night.table.motions == ()


def test_what_was_seen_wrongly_is_refused_and_gone(night: Night) -> None:
    before = night.state.position
    night.tables.act(CODE, None, seen("A5-1", "A4-0"))
    night.act(ANN, Refuse(night.table.motions[0].id))
    assert (night.state.position, night.table.motions) == (before, ())


def test_an_illegal_move_that_was_seen_is_told_at_once_and_asks_nobody(night: Night) -> None:
    with pytest.raises(IllegalMove):
        night.tables.act(CODE, None, seen("A6-0", "A2-0"))
    assert night.table.motions == ()


def test_nobody_else_confirms_it(night: Night) -> None:
    night.tables.act(CODE, None, seen("A5-1", "A4-0"))
    night.refused(BOB, Agree(night.table.motions[0].id))


def test_no_phone_can_suggest_in_the_name_of_the_box() -> None:
    with pytest.raises(BadRequest):
        Codec(shelf()["abilene"]).public(Message("suggest", {}))
