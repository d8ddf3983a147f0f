"""Level *bank*: the turn is played on the real board, and the box is told what changes the money."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Weight
from companion.games.abilene.common.messages import (
    RecordTheft,
    Step,
    TheftRecorded,
)
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.rules.moves import my_turn
from companion.games.abilene.common.screens.parts import (
    done,
    seats_to_pick,
)
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.steps import StepPhase
from companion.games.abilene.edition_1983.rules import sales
from companion.games.abilene.edition_1983.screens.choices import hire_choices, owner_field
from companion.games.abilene.edition_1983.state import State1983


class OnTheTablePhase(StepPhase):
    """The whole turn."""

    commands = (h.RecordSteer, RecordTheft, h.RecordKilled)
    step = Step.TABLE

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return (now.state.turn.seat,) if now.state.turn.step in (Step.TABLE, Step.SALE) else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.RecordSteer | RecordTheft | h.RecordKilled):
            return _recorded(now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Play your turn on the board")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s plays on the board.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Move and roll on the board; tell the box only what changes the money.")
        return (how,) if mine and now.state.turn.step is Step.TABLE else ()

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        if now.state.turn.step is not Step.TABLE:
            return ()
        victims = tuple(other for other in now.state.order if other != seat and now.state.herd.get(other))
        riders = tuple(other for other in now.state.order if now.state.riders.get(other))
        victim = Field("victim", say("From whose prairie?"), FieldKind.PICK, seats_to_pick(victims))
        told = (
            Choice(
                "record_steer",
                say("Sell it"),
                fields=(owner_field(now.state),),
                title=say("A steer of mine reached Abilene"),
                rule=RuleRef("1983", "4.3"),
            ),
            Choice(
                "record_theft",
                say("I took a steer"),
                fields=(victim,),
                title=say("I took a steer from …"),
                rule=RuleRef("1983", "5.1"),
            ),
            Choice(
                "record_killed",
                say("Out of play"),
                fields=(Field("seat", say("Whose cowboy?"), FieldKind.PICK, seats_to_pick(riders)),),
                title=say("A duel killed a cowboy"),
                rule=RuleRef("1983", "6.3"),
            ),
            done(Step.TABLE, say("End my turn"), Weight.PRIMARY),
        )
        return (*told, *hire_choices(now.layout, now.table, now.state, seat))

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.tell(now.table, now.state, seat, chance) if now.state.turn.step is Step.TABLE else None


def _recorded(state: State1983, seat: str, command: h.RecordSteer | RecordTheft | h.RecordKilled) -> tuple[Event, ...]:
    """Level *bank*: what happened on the board, told by the active player."""
    my_turn(state, seat, Step.TABLE)
    match command:
        case h.RecordSteer(owner=owner):
            if owner not in sales.colours_left(state):
                raise BadRequest(say("No steer of that colour is left."))
            if not state.herd.get(seat):
                raise BadRequest(say("%(who)s has no cattle left.", who=Who(seat)))
            return (h.SteerBrought(seat, owner),)
        case RecordTheft(victim=victim):
            if victim == seat or not state.herd.get(victim):
                raise BadRequest(say("A cow is stolen from another player's ranch."))
            return (TheftRecorded(seat, victim),)
        case h.RecordKilled(seat=killed):
            if state.riders.get(killed, 0) < 1:
                raise BadRequest(say("That player has no cowboy in play."))
            return (h.KilledRecorded(killed, seat),)
