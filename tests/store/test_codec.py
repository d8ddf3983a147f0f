"""The commands that a screen may send, with their fields."""

from __future__ import annotations

import pytest

from companion.core.errors import BadRequest
from companion.core.messages import Command, Event, Message, kind_of
from companion.core.money.bank_messages import Pay
from companion.core.secrets.ballot import Ballot, BallotOpened, Opening, RevealBallot, TellTally
from companion.core.secrets.exchange import SettleShowdown
from companion.core.table.commands import AdmitPhone, MoveSeat, TakeSeat, VouchFor, WithdrawClaim
from companion.core.text import fact
from companion.games import registry
from companion.games.abilene.edition_1983.messages import CardsCompared
from companion.games.any_game.messages.sheet import Announced, AnnouncementsAsked, RowWritten
from companion.games.any_game.sheet import Row
from companion.games.western_town.changes import BuildingMarked, HomesChanged, PointsSet, TownChanged
from companion.games.western_town.guided_turn import How
from companion.games.western_town.turn.carry_out import CardCarriedOut
from companion.games.western_town.turn.go import CardExploited, ExploitCard
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


TOWN, ANY_GAME = Codec(registry()["western_town"]["2012"]), Codec(registry()["any_game"]["any"])
ROW = Row(announced={"s1": 3})
VOTE = Ballot(7, fact("lay_together"), ("s1",), (), choices_by_seat={"s1": ("gold",)})


@pytest.mark.parametrize(
    ("codec", "event", "logged"),
    [
        (TOWN, TownChanged("s1", {}, fact("stolen_by"), ("s2",)), '"told":["s2"]'),
        (TOWN, HomesChanged("s1", notified=("s2",)), '"told":["s2"]'),
        (TOWN, PointsSet("s1", "b1", 3, notified=("s2",)), '"told":["s2"]'),
        (TOWN, BuildingMarked("s1", "b1", True, notified=("s2",)), '"told":["s2"]'),
        (TOWN, CardCarriedOut("s1", "c1", How.PLAY, notified=("s2",)), '"told":["s2"]'),
        (TOWN, CardExploited("s1", "gold", "s2", "bank"), '"own":"gold"'),
        (TOWN, BallotOpened(VOTE), '"own":{"s1":["gold"]}'),
        (CODEC, CardsCompared("s1", "s2", "", real_cards=True), '"told":true'),
        (ANY_GAME, AnnouncementsAsked(1, {"s1": 3}), '"told":{"s1":3}'),
        (ANY_GAME, Announced(1, {"s1": 3}), '"told":{"s1":3}'),
        (ANY_GAME, RowWritten(1, ROW, {}, "s1", "", 1), '"row":{"told":{"s1":3}}'),
    ],
)
def test_a_renamed_field_keeps_the_name_that_logs_know(codec: Codec, event: Event, logged: str) -> None:
    written = codec.event_to_json(event)
    assert logged in written
    assert codec.event_from_json(kind_of(event), written) == event


def test_a_renamed_field_of_a_command_is_sent_by_its_older_name() -> None:
    sent = Message("exploit_card", {"own": "gold", "seat": "s2", "target": "bank"})
    command = ExploitCard("gold", "s2", "bank")
    assert (TOWN.public(sent), TOWN.write(command)) == (command, sent)
    with pytest.raises(BadRequest, match="There is no card in this request"):
        TOWN.public(Message("exploit_card", {**sent.data, "card": "gold"}))
