"""A duel with cards: laid under a seal, or compared on the table (rules 1983 §11)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import RuleRef
from companion.core.messages import Command, Event
from companion.core.plugin import Consent
from companion.core.text import Text, Who, fact, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.common.screens.buttons import (
    seats_to_pick,
)
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983.cards import cardplay
from companion.games.abilene.edition_1983.phases.duel import duel_words
from companion.games.abilene.edition_1983.state import State1983


class CardDuelPhase(Phase[State1983]):
    """Two cowboys on one cell, and cards to settle it."""

    commands = (h.LayCards, h.TellDuel)

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        duel = cardplay.by_cards(now.table, now.state)
        if duel is None:
            return None
        laying = cardplay.turn_to_lay(now.state, duel)
        return (laying,) if laying else ()

    def decide(self, now: Situation[State1983], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        if isinstance(command, h.LayCards):
            return cardplay.lay(now.table, now.state, seat, command)
        if isinstance(command, h.TellDuel):
            return cardplay.tell(now.layout, now.table, now.state, seat, command)
        return super().decide(now, seat, command, waived)

    def asked(self) -> Text:
        return say("Duel! Lay your cards")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s lays cards, face down.", who=Who(seats[0]))

    def consent(self, now: Situation[State1983], seat: str, command: Command) -> Consent | None:
        """The other duellist confirms what one of them tells."""
        duel = now.state.pending
        if not isinstance(command, h.TellDuel) or not isinstance(duel, Duel):
            return None
        if seat not in (duel.attacker, duel.defender):
            return None
        other = tuple(one for one in now.table.people(but=seat) if one in (duel.attacker, duel.defender))
        told = fact("higher_cards", who=Who(command.winner)) if command.winner else fact("tied_cards")
        return Consent(other, len(other), told)

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        duel = now.state.pending
        if not isinstance(duel, Duel):
            return ()
        one, two = Who(duel.attacker), Who(duel.defender)
        fight = say("%(one)s against %(two)s on %(cell)s: the higher cards win.", one=one, two=two, cell=duel.cell)
        laid = now.state.laid.items()
        counts = (say("%(who)s laid cards: %(count)s", who=Who(each), count=one.count) for each, one in laid)
        _, *stakes = duel_words(now, duel, fight)
        return (fight, *counts, *stakes)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _real_cards(now, seat)

    def choices_of_others(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return _real_cards(now, seat)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.lay(now.table, now.state, seat, secrets)


def _real_cards(now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
    """For a duellist: who had the higher cards, where they lie on the table; the other one confirms."""
    duel = cardplay.by_cards(now.table, now.state)
    if duel is None or seat not in (duel.attacker, duel.defender):
        return ()
    options = (*seats_to_pick((duel.attacker, duel.defender)), Option("", say("nobody, a tie")))
    return (
        Choice(
            "tell_duel",
            say("Enter the result"),
            fields=(Field("winner", say("Who has the higher cards?"), FieldKind.PICK, options),),
            title=say("We use real cards"),
            rule=RuleRef("1983", "11.2"),
            weight=Weight.QUIET,
        ),
    )
