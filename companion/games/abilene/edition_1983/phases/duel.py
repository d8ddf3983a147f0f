"""A duel with one die each; the higher one stays (rules 1983 §6)."""

from __future__ import annotations

import random
from typing import Any

from companion.boards.layout import Layout
from companion.core.errors import BadRequest, NotNow, RuleRef
from companion.core.messages import Command, Event
from companion.core.table.table import Table
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common import messages as m
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.rules.moves import going_on
from companion.games.abilene.common.screens.buttons import (
    duel_by_dice,
)
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.house_rules import Duels
from companion.games.abilene.edition_1983.rules.turn import beaten
from companion.games.abilene.edition_1983.state import State1983


class DuelPhase(Phase[State1983]):
    """Two cowboys on one cell, and no cards to settle it."""

    commands = (h.RollShots,)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        duel = now.state.pending
        by_dice = isinstance(duel, Duel) and not cardplay.by_cards(now.table, now.state)
        return (duel.attacker, duel.defender) if isinstance(duel, Duel) and by_dice else None

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.RollShots):
            if cardplay.by_cards(now.table, now.state):
                raise NotNow(say("This duel is fought with cards."))
            return shoot(now.layout, now.table, now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Duel!")

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher die wins.", one=one, two=two, cell=duel.cell)
        return duel_words(now, duel, fight)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        duel = now.state.pending
        return duel_by_dice("roll_shots", duel, h.FACES, RuleRef("1983", "6.1")) if isinstance(duel, Duel) else ()

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return h.RollShots()


def duel_words(now: Situation[State1983], duel: Duel, means: Text) -> tuple[Text, ...]:
    """Who duels where, by which ``means``, and what is at stake (§6)."""
    lines = [means]
    if duel.tied:
        cards = now.table.rules.duels is Duels.CARDS
        lines.append(say("A tie: the dice settle it.") if cards else say("A tie: roll again."))
    for winner in (duel.attacker, duel.defender):
        outcome = beaten(now.layout, now.table, now.state, duel, winner)
        one, two = Who(winner), Who(outcome.loser)
        lines.append(
            say("If %(winner)s wins, %(loser)s's cowboy is killed.", winner=one, loser=two)
            if outcome.killed
            else say("If %(winner)s wins, %(loser)s's cowboy escapes.", winner=one, loser=two)
        )
    return tuple(lines)


def shoot(layout: Layout, table: Table, state: State1983, seat: str, command: h.RollShots) -> tuple[Event, ...]:
    """Higher wins, a tie is rolled again (§6.1)."""
    duel = going_on(state, seat)
    one, two = command.attacker, command.defender
    if one not in h.FACES or two not in h.FACES or one is None or two is None:
        raise BadRequest(say("There are two dice, and they show 0 to 5."), RuleRef("1983", "6.1"))
    rolled = m.DuelRolled(duel.attacker, duel.defender, one, two, command.by_box)
    if one == two:
        return (rolled,)
    return (rolled, beaten(layout, table, state, duel, duel.winner(one, two)))
