"""The payments of a sale, as soon as everybody can meet them (rules 1983 §7.4, §9.3)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command, Event
from companion.core.text import Balance, Money, Text, Who, say
from companion.core.ui.choice import Choice
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1983 import bots
from companion.games.abilene.edition_1983.rules import sales
from companion.games.abilene.edition_1983.screens.choices import borrowing
from companion.games.abilene.edition_1983.state import State1983


class SettlementPhase(Phase[State1983]):
    """Somebody cannot pay yet."""

    def waited_for(self, now: Situation[State1983]) -> tuple[str, ...] | None:
        sale = now.state.sale
        return tuple(sales.debtors(now.table, now.state)) if sale and sale.fever is not None else None

    def asked(self) -> Text:
        return say("You cannot pay yet: borrow")

    def told(self, seats: tuple[str, ...]) -> Text | None:
        return say("%(who)s cannot pay yet and has to borrow.", who=Who(seats[0]))

    def follow(self, now: Situation[State1983]) -> tuple[Event, ...]:
        return sales.settle(now.table, now.state)

    def prompt(self, now: Situation[State1983], seat: str | None, mine: bool) -> tuple[Text, ...]:
        lacking = sales.debtors(now.table, now.state)
        others = tuple(
            say("%(who)s lacks %(amount)s.", who=Who(one), amount=Money(lack))
            for one, lack in lacking.items()
            if one != seat
        )
        if seat is None or seat not in lacking:
            return others
        cash, lack = now.table.accounts[seat], lacking[seat]
        mine_first = say(
            "You have to pay %(due)s and have %(cash)s: %(lack)s is missing.",
            due=Money(cash + lack),
            cash=Balance(cash),
            lack=Money(lack),
        )
        return (mine_first, say("Borrow from the bank, or ask the others: they tap your badge."), *others)

    def choices(self, now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
        return borrowing(now.table, now.state, seat)

    def bot(self, now: Situation[State1983], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return bots.borrow(now.table, now.state, seat)
