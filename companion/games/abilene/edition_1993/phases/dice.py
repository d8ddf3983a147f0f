"""All five dice at once (rules 1993 §6.1)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COW_DICE, COW_DIE, COW_FACES, COWBOY_DICE, COWBOY_DIE, COWBOY_FACES
from companion.games.abilene.common.rules.turns import my_turn
from companion.games.abilene.common.screens.buttons import die_field
from companion.games.abilene.edition_1993 import messages as own
from companion.games.abilene.edition_1993.messages import RollDice
from companion.games.abilene.edition_1993.phases.step import StepPhase
from companion.games.abilene.edition_1993.state import State1993


class DicePhase(StepPhase):
    """The turn begins."""

    commands = (RollDice,)
    step = Step.DICE

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, RollDice):
            return roll(now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Roll all five dice")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s rolls the dice.", who=Who(seats[0]))

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        """Real dice typed, or the box's."""
        cow = (
            die_field("cow", say("Light die %(number)s", number=at + 1), COW_DIE, COW_FACES, at)
            for at in range(COW_DICE)
        )
        cowboy = (
            die_field("cowboy", say("Dark die %(number)s", number=at + 1), COWBOY_DIE, COWBOY_FACES, at)
            for at in range(COWBOY_DICE)
        )
        typed = Choice(
            "roll_dice",
            say("These are my dice"),
            fields=(*cow, *cowboy),
            title=say("Tap what you rolled"),
            rule=RuleRef("1993", "6.1"),
            weight=Weight.PRIMARY,
        )
        return (typed, Choice("roll_dice", say("Let the box roll")))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return RollDice()


def roll(state: State1993, seat: str, command: own.RollDice) -> tuple[Event, ...]:
    """All five dice at once (§6.1); raises BadRequest for faces the dice do not have."""
    my_turn(state, seat, Step.DICE)
    cow, cowboy = command.cow or (), command.cowboy or ()
    if len(cow) != COW_DICE or len(cowboy) != COWBOY_DICE:
        raise BadRequest(say("There are two light dice and three dark ones."), RuleRef("1993", "6.1"))
    if not set(cow) <= set(COW_FACES):
        raise BadRequest(say("The light dice show 0 to 5."), RuleRef("1993", "1.5"))
    if not set(cowboy) <= set(COWBOY_FACES):
        raise BadRequest(say("The dark dice show 1 to 4."), RuleRef("1993", "1.5"))
    return (m.DiceRolled(seat, cow, cowboy, command.by_box),)
