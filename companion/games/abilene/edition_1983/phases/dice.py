"""Two dice for two cowboys, after the steers (rules 1983 §4.4)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import BadRequest, RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.messages import (
    Step,
)
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.pieces import COWBOY_DIE
from companion.games.abilene.common.rules.turns import my_turn
from companion.games.abilene.common.screens.buttons import (
    die_field,
)
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.step import StepPhase
from companion.games.abilene.edition_1983.state import State1983

DICE = 2


class DicePhase(StepPhase):
    """The steers are done."""

    commands = (h.RollTwoDice,)
    step = Step.DICE

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.RollTwoDice):
            return roll(now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Roll both dice")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s rolls the dice.", who=Who(seats[0]))

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        typed = Choice(
            "roll_two_dice",
            say("These are my dice"),
            fields=tuple(
                die_field("dice", say("Die %(number)s", number=at + 1), COWBOY_DIE, h.FACES, at) for at in range(DICE)
            ),
            title=say("Tap what you rolled"),
            rule=RuleRef("1983", "4.4"),
            weight=Weight.PRIMARY,
        )
        return (typed, Choice("roll_two_dice", say("Let the box roll")))

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return h.RollTwoDice()


def roll(state: State1983, seat: str, command: h.RollTwoDice) -> tuple[Event, ...]:
    """Two dice, after the steers (§4.4); raises BadRequest for faces the dice do not have."""
    my_turn(state, seat, Step.DICE)
    dice = command.dice or ()
    if len(dice) != DICE or not set(dice) <= set(h.FACES):
        raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "1.4"))
    return (m.DiceRolled(seat, (), dice, command.by_box),)
