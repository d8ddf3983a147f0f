"""Every owner notes which of his steers have the fever, before anything else (rules 1983 §2.3)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import NotNow, RuleError
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.phases.step import STEP_COMMANDS
from companion.games.abilene.edition_1983.rules import fever
from companion.games.abilene.edition_1983.state import State1983


class FeverPhase(Phase[State1983]):
    """The notes are sealed on the phones."""

    commands = (h.SealFever,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        return fever.asked(now.state) or None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.SealFever):
            return fever.note(now.layout, now.state, seat, command.notes)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Which of your steers have the fever?")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s notes which steers have the fever.", who=Who(seats[0]))

    def refuses(self, now: Situation[State1983], command: Command) -> RuleError | None:
        missing = fever.asked(now.state)
        if not missing or not isinstance(command, STEP_COMMANDS):
            return None
        return NotNow(say("First %(who)s notes which steers have the fever.", who=Who(missing[0])))

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        in_mind = say("I keep it in mind and write nothing down")
        return (Choice("seal_fever", in_mind, {"notes": {}}),)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.note(now.layout, now.table, now.state, seat, secrets)
