"""A phase decides the commands that its methods handle, for the seats that it waits for."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Command, Event
from companion.core.phases import Phase, current, decide, handles
from companion.core.text import Text, say


@dataclass(frozen=True, slots=True)
class Lay(Command):
    card: str


@dataclass(frozen=True, slots=True)
class Pass(Command):
    pass


@dataclass(frozen=True, slots=True)
class Done(Event):
    what: str


@dataclass(frozen=True, slots=True)
class Situation:
    seat: str
    laying: tuple[str, ...] = ("ann",)


class LayPhase(Phase[Situation]):
    def waited_for(self, now: Situation) -> tuple[str, ...]:
        return now.laying

    def waiting_text(self, now: Situation) -> Text:
        return say("a card is laid")

    @handles(Lay)
    def lay(self, now: Situation, command: Lay) -> tuple[Event, ...]:
        return (Done(f"{now.seat} lays {command.card}"),)


class LayOrPassPhase(LayPhase):
    def lay(self, now: Situation, command: Lay) -> tuple[Event, ...]:
        return (Done("otherwise"),)

    @handles(Pass)
    def pass_on(self, now: Situation, command: Pass) -> tuple[Event, ...]:
        return (Done(f"{now.seat} passes"),)


class OfferingPhase(Phase[Situation]):
    commands = (Pass,)


PHASES = (LayPhase(), OfferingPhase())


def test_a_command_goes_to_the_method_that_handles_it() -> None:
    assert decide(PHASES, Situation("ann"), Lay("spy")) == (Done("ann lays spy"),)


def test_a_phase_takes_what_it_handles() -> None:
    assert LayPhase.commands == (Lay,)
    assert LayOrPassPhase.commands == (Pass, Lay), "first what is new"


def test_a_phase_built_on_another_handles_a_command_otherwise() -> None:
    phase = LayOrPassPhase()
    assert phase.decide(Situation("ann"), Lay("spy")) == (Done("otherwise"),)
    assert phase.decide(Situation("ann"), Pass()) == (Done("ann passes"),)
    assert LayPhase().decide(Situation("ann"), Lay("spy")) == (Done("ann lays spy"),)


def test_the_table_is_in_the_first_phase_that_waits_for_somebody() -> None:
    assert current(PHASES, Situation("ann")) == (PHASES[0], ("ann",))


def test_where_no_phase_waits_nobody_can_go_on() -> None:
    assert current(PHASES, Situation("ann", laying=())) == (PHASES[1], ())


def test_a_command_of_another_phase_is_told_what_the_table_waits_for() -> None:
    with pytest.raises(NotNow, match="a card is laid"):
        decide(PHASES, Situation("ann"), Pass())


def test_a_seat_that_is_not_waited_for_is_told_whose_turn_it_is() -> None:
    with pytest.raises(NotNow, match=r"not your turn.*ann"):
        decide(PHASES, Situation("bob"), Lay("spy"))


def test_a_phase_may_offer_what_another_place_decides() -> None:
    with pytest.raises(BadRequest):
        OfferingPhase().decide(Situation("ann"), Pass())
