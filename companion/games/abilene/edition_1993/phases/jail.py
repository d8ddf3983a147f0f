"""The jail bill, and the released cowboys that go back on the board (rules 1993 §7)."""

from __future__ import annotations

import random
from typing import Any

from companion.core.errors import IllegalMove, NotNow, RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.money.ledger import BANK, transfer
from companion.core.phases import handles
from companion.core.text import Balance, Fact, Money, Text, fact, say, worded, wording
from companion.core.ui.choice import Choice, Weight
from companion.games.abilene.common.board import movement
from companion.games.abilene.common.encounters import PutPhase
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.common.rules import my_turn, on_free_cell
from companion.games.abilene.common.steps import StepPhase
from companion.games.abilene.edition_1993.messages import CowboyReleased, JailPaid, PayJail, PlaceReleased
from companion.games.abilene.edition_1993.money.prices import RELEASE, food, jail_bill
from companion.games.abilene.edition_1993.phases.sale import pay
from companion.games.abilene.edition_1993.rules.sales import jail_bills, places_for_released
from companion.games.abilene.edition_1993.screens import money
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


class ReleasePhase(PutPhase[State1993]):
    """Phase in which released cowboys go to free boot or outer-edge cells of the own ranch (§7.5)."""

    instruction = say("Put your released cowboy on the board")
    news = wording("%(who)s places a released cowboy.")
    label = say("Put your cowboy here")
    put = wording("the released cowboy to %(cell)s")

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...]:
        turn = now.state.turn
        return (turn.seat,) if turn.step is Step.JAIL and turn.releasing else ()

    def cells(self, now: Situation[State1993]) -> tuple[str, ...]:
        position = now.state.position
        return movement.release_cells(now.layout, position, now.state.turn.seat) if position else ()

    @handles(PlaceReleased)
    def place_released(self, now: Situation[State1993], command: PlaceReleased) -> tuple[Event, ...]:
        """Put a released cowboy on a cell. Raise RuleError."""
        my_turn(now.state, now.seat, Step.JAIL)
        if now.state.position is None or not now.state.turn.releasing:
            raise NotNow.saying(SENTENCES, fact("nobody_released"))
        if not now.waived and command.cell not in self.cells(now):
            raise IllegalMove.saying(SENTENCES, fact("release_not_there", cell=command.cell), RuleRef("1993", "7.5"))
        on_free_cell(now.layout, now.state, command.cell)
        return (CowboyReleased(now.seat, command.cell),)


class JailPhase(StepPhase[State1993]):
    """Phase in which the bill is to be paid."""

    step = Step.JAIL
    instruction = say("Pay the jail bill")
    news = wording("%(who)s settles the jail bill.")

    @handles(PayJail)
    def pay(self, now: Situation[State1993], command: PayJail) -> tuple[Event, ...]:
        """Pay the bill for this many releases (§7.2). Raise IllegalMove or CannotAfford."""
        state, table, seat, released = now.state, now.table, now.seat, command.released
        my_turn(state, seat, Step.JAIL)
        if state.turn.releasing:
            raise NotNow.saying(SENTENCES, fact("bill_paid"))
        jailed = state.in_jail(seat)
        if now.waived and 0 <= released <= jailed:
            bill = RELEASE * released + food(jailed - released)
        else:
            bill = jail_bill(jailed, released, table.rules)
            if released > (places := places_for_released(now.layout, state, seat)):
                few = fact("too_few_places", released=released, places=places)
                raise IllegalMove.saying(SENTENCES, few, RuleRef("1993", "7.5"))
        reason = jail_reason(released, jailed - released)
        posted = transfer(table.accounts, seat, BANK, bill, reason, RuleRef("1993", "7.2"))
        return (JailPaid(seat, released, jailed - released, bill, postings=posted),)

    def prompt(self, now: Situation[State1993], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        return money.jail_lines(now, waited_for)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        """Return every bill that can be paid; the way out for somebody who can pay none."""
        bills, cash = jail_bills(now.layout, now.table, now.state, seat), now.table.accounts[seat]
        if min(bills.values()) > cash:
            return money.trouble(now, seat)
        jailed = now.state.in_jail(seat)
        found = tuple(_bill(released, jailed, bill, cash) for released, bill in bills.items() if bill <= cash)
        return (*found, *money.borrowing(now, seat))

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return pay(now, seat)


def _bill(released: int, jailed: int, bill: int, cash: int) -> Choice:
    what = worded(SENTENCES, jail_reason(released, jailed - released))
    tariff = () if released else (money.JAIL_TARIFF,)  # once is enough
    return Choice(
        kind_of(PayJail),
        say("Pay %(bill)s: %(what)s", bill=Money(bill), what=what),
        {"released": released},
        details=(say("Leaves you %(left)s.", left=Balance(cash - bill)), *tariff),
        rule=RuleRef("1993", "7.2"),
        weight=Weight.PRIMARY if not released else Weight.NORMAL,
    )


def jail_reason(released: int, stay: int) -> Fact:
    """Return what a jail bill is for."""
    if not released:
        return fact("jail_food", stay=stay)
    if not stay:
        return fact("jail_release", released=released)
    return fact("jail_release_and_food", released=released, stay=stay)
