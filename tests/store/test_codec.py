"""The commands that a screen may send, with their fields."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest
from companion.core.messages import Command, Message
from companion.core.money.bank_messages import Pay
from companion.core.secrets.ballot import Opening, RevealBallot, TellTally
from companion.core.secrets.exchange import SettleShowdown
from companion.core.table.commands import AdmitPhone, MoveSeat, TakeSeat, VouchFor, WithdrawClaim
from companion.store.codec import INTERNAL, Codec
from tests.support.abilene import ABILENE

CODEC = Codec(ABILENE["1983"])
BY_THE_BOX = (
    RevealBallot(1, {"s2": Opening("OWN", "00" * 32)}),
    TellTally(1, {"OWN": 2}),
    SettleShowdown("1", "s1"),
    TakeSeat("Ann", {}),
    AdmitPhone("s1", "claim"),
    MoveSeat("s1", "claim", 0.0),
    VouchFor("claim", (1,), 0.0, silent=True),
    WithdrawClaim("claim"),
)


@pytest.mark.parametrize("command", BY_THE_BOX, ids=lambda command: type(command).__name__)
def test_what_only_the_box_does_no_screen_may_ask_for(command: Command) -> None:
    message = CODEC.write(command)
    assert CODEC.read(message) == command, "nothing but that is wrong with it"
    with pytest.raises(BadRequest):
        CODEC.public(message)


def test_every_command_of_the_box_alone_is_tried() -> None:
    assert {type(command) for command in BY_THE_BOX} == set(INTERNAL)


@pytest.mark.parametrize("name", ["unknown", "postings", "<b>", ""])
def test_a_field_that_nobody_knows_is_refused_by_its_name(name: str) -> None:
    good = CODEC.write(Pay("s2", 100))
    assert CODEC.public(good) == Pay("s2", 100)
    with pytest.raises(BadRequest) as refused:
        CODEC.public(Message("pay", {**good.data, name: 1}))
    assert f"There is no {name} in this request." == str(refused.value)


def test_an_event_of_another_name_says_how_a_class_keeps_its_old_one() -> None:
    with pytest.raises(KeyError, match=r"abilene has no event cow_was_moved: .* keeps its old name as KIND"):
        CODEC.event_from_json("cow_was_moved", "{}")
