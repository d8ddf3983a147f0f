"""A duel: both roll a dark die, the higher one stays (rules 1993 §11)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.pieces import COWBOY_FACES
from companion.games.abilene.common.screens.buttons import duel_by_dice
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1993 import moves
from companion.games.abilene.edition_1993.messages import RollDuel
from companion.games.abilene.edition_1993.state import State1993


class DuelPhase(Phase[State1993]):
    """Two cowboys on one cell."""

    commands = (RollDuel,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        duel = now.state.pending
        return (duel.attacker, duel.defender) if isinstance(duel, Duel) else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        assert isinstance(command, RollDuel)
        return moves.roll_duel(now.layout, now.state, seat, command)

    def asked(self) -> Text:
        return say("Duel! One dark die each")

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        """Who duels where, and what is at stake."""
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)
        tie = (say("A tie: roll again."),) if duel.tied else ()
        stakes = (moves.duel_words(now.layout, now.state, duel, winner) for winner in (duel.attacker, duel.defender))
        return (fight, *tie, *stakes)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        return duel_by_dice("roll_duel", duel, COWBOY_FACES, RuleRef("1993", "11.1"))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return RollDuel()
