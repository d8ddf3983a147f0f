"""The payments of a sale, as soon as everybody can meet them or is bankrupt (rules 1993 §12.7-12.12)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993.bots import pay
from companion.games.abilene.edition_1993.messages import GoBankrupt
from companion.games.abilene.edition_1993.rules import sales
from companion.games.abilene.edition_1993.screens import money
from companion.games.abilene.edition_1993.state import State1993


class SettlementPhase(Phase[State1993]):
    """Somebody cannot pay yet."""

    commands = (GoBankrupt,)

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...] | None:
        sale = now.state.sale
        return tuple(sales.debtors(now.table, now.state)) if sale and sale.sticker else None

    def decide(self, now: Situation[State1993], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
        return sales.go_bankrupt(now.table, now.state, seat, waived)

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        return sales.settle(now.table, now.state)

    def asked(self) -> Text:
        return say("You cannot pay yet")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s cannot pay yet: a loan, or bankruptcy.", who=Who(seats[0]))

    def prompt(self, now: Situation[State1993], seat: str | None, mine: bool) -> tuple[Text, ...]:
        return money.settlement_lines(now.table, now.state, seat)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        return money.trouble(now, seat)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return pay(now, seat)
