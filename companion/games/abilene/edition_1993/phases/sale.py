"""A sale: the vote, the sticker, and what is paid (rules 1993 §12)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.core.errors import RuleRef
from companion.core.messages import Command, Event, kind_of
from companion.core.money.bank import debts
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.phases import handles
from companion.core.plugin import Consent
from companion.core.text import Money, Text, Who, fact, say, wording
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.encounters import DebtPhase, SealedVotePhase
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.phases import Phase, Situation
from companion.games.abilene.edition_1993.messages import GoBankrupt, PayJail, ShowSticker
from companion.games.abilene.edition_1993.money.herds import UNBRANDED_VALUE, CorralCard, Sticker
from companion.games.abilene.edition_1993.money.sale_explanations import sale_outlook
from companion.games.abilene.edition_1993.rules import sales
from companion.games.abilene.edition_1993.screens import money
from companion.games.abilene.edition_1993.screens.players import card_words
from companion.games.abilene.edition_1993.state import State1993
from companion.games.abilene.edition_1993.stickers import dealt


class StickerPhase(Phase[State1993]):
    """Phase after the votes, before the sticker is shown; also of a cow that its seller leaves unsold (§20.1)."""

    instruction = say("Turn the cow over: what does the sticker say?")
    news = wording("%(who)s turns the cow over and enters the sticker.")

    def waited_for(self, now: Situation[State1993]) -> tuple[str, ...]:
        turned = sales.cow_to_turn(now.state)
        return (turned.seat,) if turned else ()

    @handles(ShowSticker)
    def show_sticker(self, now: Situation[State1993], command: ShowSticker) -> tuple[Event, ...]:
        """Show what lies under the cow. Raise RuleError."""
        return sales.show_sticker(now.table, now.state, now.seat, command, now.waived)

    def consent(self, now: Situation[State1993], seat: str, command: Command) -> Consent | None:
        """Ask a second player to confirm a sticker that somebody else typed than the one who turns the cow over."""
        turned = sales.cow_to_turn(now.state)
        if not isinstance(command, ShowSticker) or turned is None or seat == turned.seat:
            return None
        sales.show_sticker(now.table, now.state, seat, command, waived=False)
        other_seats = tuple(other for other in now.table.people(but=seat) if other in now.state.solvent)
        words = sales.sticker_fact(Sticker(command.brand, command.value))
        return Consent(other_seats, min(1, len(other_seats)), fact("sticker_says", words=words))

    def prompt(self, now: Situation[State1993], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        turned = sales.cow_to_turn(now.state)
        if turned is None or now.state.sale:
            return ()
        return (
            say("A cow of %(who)s's leaves the game unsold: its sticker is shown to everyone.", who=Who(turned.seller)),
        )

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        return (_typed(now.state, say("Show the cow"), Weight.PRIMARY),)

    def choices_out_of_turn(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        """Return that they type the sticker for a seller who does not (promises.md)."""
        label = say("Enter it for the seller; a second player confirms")
        if turned := None if now.state.sale else sales.cow_to_turn(now.state):
            label = say("Enter it for %(who)s; a second player confirms", who=Who(turned.seat))
        return (_typed(now.state, label, Weight.QUIET),)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        """Return what really lies under the cow, where there are no real cows; a possible sticker otherwise."""
        left = sales.possible_stickers(now.state)
        sticker = self.known(now, secrets)
        if sticker is None:
            stickers = sorted(left, key=lambda one: (one.brand or "", one.value))
            sticker = chance.choices(stickers, [left[one] for one in stickers])[0]
        return ShowSticker(sticker.brand, sticker.value)

    def known(self, now: Situation[State1993], secrets: Any) -> Sticker | None:
        """Return what lies under the cow that is turned over, where only the box can know it."""
        turned = sales.cow_to_turn(now.state)
        sticker = dealt(now.layout, now.table, secrets).get(turned.cow) if turned and secrets else None
        return sticker if sticker in sales.possible_stickers(now.state) else None

    def shown_by_box(self, now: Situation[State1993], seat: str, secrets: Any) -> Command | None:
        sticker = self.known(now, secrets)
        return ShowSticker(sticker.brand, sticker.value) if sticker else None


def _typed(state: State1993, label: Text, weight: Weight) -> Choice:
    left = sales.possible_stickers(state)
    brands = sorted({sticker.brand for sticker in left if sticker.brand})
    owners = {brand: seat for seat, brand in state.brands.items()}
    options = [
        Option(brand, say("%(brand)s", brand=brand), detail=say("%(who)s", who=Who(owners[brand])), mark=brand)
        for brand in brands
    ]
    if any(sticker.brand is None for sticker in left):
        options.append(Option(None, say("no brand (%(value)s)", value=Money(UNBRANDED_VALUE))))
    values = {sticker.value: say("%(value)s", value=Money(sticker.value)) for sticker in left}
    brands_of = {value: tuple(each.brand for each in left if each.value == value) for value in values}
    return Choice(
        kind_of(ShowSticker),
        label,
        fields=(
            Field("brand", say("Brand"), FieldKind.PICK, tuple(options)),
            Field(
                "value",
                say("Value"),
                FieldKind.PICK,
                tuple(Option(value, values[value], given={"brand": brands_of[value]}) for value in sorted(values)),
            ),
        ),
        rule=RuleRef("1993", "12.2"),
        weight=weight,
    )


class VotePhase(SealedVotePhase[State1993]):
    """Phase of the vote: whose brand the cow bears."""

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        """Return the next cow, once the moves are over."""
        state = now.state
        selling = state.turn.step in (Step.SALE, Step.TABLE) and state.turn.seat not in state.out
        return sales.open_sale(state) if selling and state.waiting_cows and not state.sale else ()

    def prompt(self, now: Situation[State1993], seat: str | None, waited_for: bool) -> tuple[Text, ...]:
        """Return prices before choices: what the bank pays the seller in each of the three cases (§12.4)."""
        if waited_for:
            return (say("2× is twice the value of the cow, which nobody knows yet."),)
        if seat != (now.state.sale.seller if now.state.sale else None):
            return ()
        words, outlook = card_words(), sale_outlook(now.table.rules)
        return tuple(say("%(case)s: %(outcome)s", case=words[case], outcome=outlook.bank[case]) for case in CorralCard)


class SettlementPhase(DebtPhase[State1993]):
    """Phase in which a player has to borrow, or goes bankrupt."""

    instruction = say("You cannot pay yet")
    news = wording("%(who)s cannot pay yet: a loan, or bankruptcy.")
    ways_out = money.WAYS_OUT

    def debtors(self, now: Situation[State1993]) -> Mapping[str, int]:
        return sales.debtors(now.table, now.state)

    def help_for(self, debtors: tuple[str, ...]) -> tuple[Text, ...]:
        return (money.help_for(debtors),)

    @handles(GoBankrupt)
    def go_bankrupt(self, now: Situation[State1993], command: GoBankrupt) -> tuple[Event, ...]:
        """Leave the game bankrupt. Raise RuleError."""
        return sales.go_bankrupt(now.table, now.state, now.seat, now.waived)

    def follow(self, now: Situation[State1993]) -> tuple[Event, ...]:
        return sales.settle(now.table, now.state)

    def choices(self, now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
        return money.trouble(now, seat)

    def bot(self, now: Situation[State1993], seat: str, chance: random.Random, secrets: Any) -> Command | None:
        return pay(now, seat)


LARGEST_DEBT = 6_000
"""Beyond this a simple player gives up rather than borrow on."""


def pay(now: Situation[State1993], seat: str) -> Command:
    """Return what is due, with a loan if need be; bankruptcy at the end of it."""
    table = now.table
    lack = sales.must_pay(table, now.state, seat)
    if lack:
        owed = debts(table.loans, seat)
        return GoBankrupt() if owed > LARGEST_DEBT else BorrowFromBank(money.whole_hundreds(lack))
    bills = sales.jail_bills(now.layout, table, now.state, seat)
    affordable = [released for released, bill in bills.items() if bill <= table.accounts[seat] // 3]
    return PayJail(max(affordable, default=min(bills)))
