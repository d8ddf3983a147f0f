"""A city was won: whoever has won it does what it says, before anything else goes on (rules §18.1)."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.core.ui.page import Part, Place
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.phases.phase import Situation
from companion.games.unexploded_cow.phases.play import PlayPhase, what_cards_say


class CityTextPhase(PlayPhase):
    """From the city to the tap that says that it is done. Cards say what they say then, too; no roll is the last."""

    commands = (*PlayPhase.commands, m.CarryOut)

    def waited_for(self, now: Situation) -> str:
        return super().waited_for(now) if now.state.carrying else ""

    def decide(self, now: Situation, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert now.state.carrying
        match command:
            case m.CarryOut():
                return (m.CityCarriedOut(seat, now.state.carrying.city),)
            case m.RollDie():
                command = replace(command, extra=True)
        return super().decide(now, seat, command, waived)

    def asked(self, now: Situation) -> Text:
        return say("You have won %(city)s: do what it says", city=self._city(now))

    def told(self, now: Situation, seat: str) -> Text:
        return say("%(who)s has won %(city)s and does what it says", who=Who(seat), city=self._city(now))

    def prompt(self, now: Situation, mine: bool) -> tuple[Text, ...]:
        assert now.state.carrying
        city = now.state.carrying.city
        if effect := now.deck.effect(city):
            return (effect,)
        return (say("The box does not know what else its card says. If it says nothing, go on."),) if mine else ()

    def choices(self, now: Situation, seat: str) -> tuple[Choice, ...]:
        done = Choice("carry_out", say("Done: go on"), weight=Weight.PRIMARY, rule=RuleRef("2011", "18.1"))
        return (done, *what_cards_say(now))

    def parts(self, now: Situation, seat: str) -> tuple[Part, ...]:
        return tuple(replace(part, place=Place.FOLDED, title=say("Play a card")) for part in super().parts(now, seat))

    def bot(self, now: Situation, seat: str, chance: random.Random) -> Command | None:
        return m.CarryOut()

    def _city(self, now: Situation) -> str:
        assert now.state.carrying
        return now.state.carrying.city.name
