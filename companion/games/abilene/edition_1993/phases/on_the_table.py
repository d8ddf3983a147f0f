"""Level *bank*: the turn is played on the real board, and the box is told what changes the money."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Level, Table
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.messages import EndStep, RecordTheft, Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COWBOYS_EACH
from companion.games.abilene.common.rules.moves import my_turn
from companion.games.abilene.common.screens.parts import done, seats_to_pick
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.messages import RecordJailed, RecordTown
from companion.games.abilene.edition_1993.phases.steps import StepPhase
from companion.games.abilene.edition_1993.state import State1993


class OnTheTablePhase(StepPhase):
    """Everything between jail and end."""

    commands = (RecordTheft, RecordJailed, RecordTown)
    step = Step.TABLE

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, RecordTheft | RecordJailed | RecordTown):
            return record(now.table, now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Play your turn on the board")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s plays on the board.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        how = say("Roll and move on the board; tell the box only what changes the money.")
        return (how,) if mine else ()

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        state = now.state
        others = tuple(other for other in state.order if other != seat and state.herd.get(other))
        return (
            Choice("record_town", say("A cow of mine reached Abilene: sell it"), rule=RuleRef("1993", "12.1")),
            Choice(
                "record_theft",
                say("I took a cow"),
                fields=(Field("victim", say("From whose ranch?"), FieldKind.PICK, seats_to_pick(others)),),
                title=say("I took a cow from …"),
                rule=RuleRef("1993", "10.1"),
            ),
            Choice(
                "record_jailed",
                say("To jail"),
                fields=(Field("seat", say("Whose cowboy?"), FieldKind.PICK, seats_to_pick(state.solvent)),),
                title=say("A duel sent a cowboy to jail"),
                rule=RuleRef("1993", "11.2"),
            ),
            done(Step.TABLE, say("End my turn"), Weight.PRIMARY),
        )

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Mostly the end of the turn, sometimes a theft or a cow in town."""
        state = now.state
        victims = [other for other in state.solvent if other != seat and state.herd.get(other)]
        lot = chance.random()
        if lot < 0.35 and state.herd.get(seat):
            return RecordTown()
        if lot < 0.55 and victims:
            return RecordTheft(chance.choice(victims))
        if lot < 0.62:
            jailable = [other for other in state.solvent if state.in_jail(other) < COWBOYS_EACH]
            return RecordJailed(chance.choice(jailable)) if jailable else EndStep(Step.TABLE)
        return EndStep(Step.TABLE if now.table.level is Level.BANK else state.turn.step)


def record(
    table: Table, state: State1993, seat: str, command: m.RecordTheft | own.RecordJailed | own.RecordTown
) -> tuple[Event, ...]:
    """Level *bank*: what happened on the board, told by the active player."""
    my_turn(state, seat, Step.TABLE)
    match command:
        case m.RecordTheft(victim=victim):
            if victim == seat or victim not in state.order:
                raise BadRequest(say("A cow is stolen from another player's ranch."), RuleRef("1993", "10.1"))
            if not state.herd.get(victim):
                raise BadRequest(say("%(who)s has no cattle left.", who=Who(victim)))
            return (m.TheftRecorded(seat, victim),)
        case own.RecordJailed(seat=jailed):
            if jailed not in state.solvent or state.in_jail(jailed) >= COWBOYS_EACH:
                raise BadRequest(say("No further cowboy of that player can go to jail."))
            return (own.JailedRecorded(jailed, seat),)
        case own.RecordTown():
            if not state.herd.get(seat):
                raise BadRequest(say("%(who)s has no cattle left.", who=Who(seat)))
            return (own.TownRecorded(seat),)
