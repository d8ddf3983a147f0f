"""The buttons of a turn: every command that may be given now, in words, with its price."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.table.table import Table
from companion.core.text import Money, Text, Who, say, worded
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.pieces import COW_DICE, COW_FACES, COWBOY_DICE, COWBOY_FACES
from companion.games.abilene.common.screens.buttons import (
    die_field,
    done,
    done_with_cowboys,
    duel_by_dice,
    seats_to_pick,
)
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1993 import moves, turns
from companion.games.abilene.edition_1993.herds import COWS_OF_A_BRAND, UNBRANDED_VALUE
from companion.games.abilene.edition_1993.pending import Duty, Waiting
from companion.games.abilene.edition_1993.sales import jail_bills, possible_stickers
from companion.games.abilene.edition_1993.screens import money
from companion.games.abilene.edition_1993.sentences import SENTENCES
from companion.games.abilene.edition_1993.state import State1993


def for_duty(layout: Layout, table: Table, state: State1993, now: Waiting, seat: str) -> tuple[Choice, ...]:
    """What the seat that is waited for can do."""
    match now.duty:
        case Duty.DICE:
            return (_typed_dice(), Choice("roll_dice", say("Let the box roll")))
        case Duty.JAIL:
            return _jail(table, state, seat)
        case Duty.CATTLE:
            return (done(Step.CATTLE, say("Done with cattle"), Weight.PRIMARY),)
        case Duty.COWBOYS:
            label = say("Done: sell the cattle") if state.waiting_cows else say("End my turn")
            return (done_with_cowboys(label, turns.usable_dice(layout, table, state)),)
        case Duty.TABLE:
            return _on_the_table(state, seat)
        case Duty.DUEL if isinstance(state.pending, Duel):
            return duel_by_dice("roll_duel", state.pending, COWBOY_FACES, RuleRef("1993", "11.1"))
        case Duty.STICKER:
            return (_sticker(state, say("Show the cow"), Weight.PRIMARY),)
        case Duty.SETTLE:
            return money.trouble(table, state, seat)
        case _:
            return ()


def for_others(state: State1993, now: Waiting, seat: str) -> tuple[Choice, ...]:
    """What a seat that is not waited for can do: type the sticker for a seller who does not (promises.md)."""
    if now.duty is Duty.STICKER:
        return (_sticker(state, say("Type it for the seller; a second player confirms"), Weight.QUIET),)
    return ()


def _typed_dice() -> Choice:
    cow = (die_field("cow", say("Light die %(number)s", number=at + 1), COW_FACES, at) for at in range(COW_DICE))
    cowboy = (
        die_field("cowboy", say("Dark die %(number)s", number=at + 1), COWBOY_FACES, at) for at in range(COWBOY_DICE)
    )
    return Choice(
        "roll_dice",
        say("These are my dice"),
        fields=(*cow, *cowboy),
        title=say("Tap what you rolled"),
        rule=RuleRef("1993", "6.1"),
        weight=Weight.PRIMARY,
    )


def _jail(table: Table, state: State1993, seat: str) -> tuple[Choice, ...]:
    bills, cash = jail_bills(table, state, seat), table.accounts[seat]
    if min(bills.values()) > cash:
        return money.trouble(table, state, seat)
    jailed = state.in_jail(seat)
    found = tuple(
        Choice(
            "pay_jail",
            say(
                "Pay %(bill)s: %(what)s",
                bill=Money(bill),
                what=worded(SENTENCES, turns.jail_reason(released, jailed - released)),
            ),
            {"released": released},
            details=(
                say("You have %(cash)s; %(left)s are left.", cash=Money(cash), left=Money(cash - bill)),
                say("Food: 300 for the first, 200 for the second, 100 for each more. Release: 1,500 each, from three."),
            ),
            rule=RuleRef("1993", "7.2"),
            weight=Weight.PRIMARY if not released else Weight.NORMAL,
        )
        for released, bill in bills.items()
        if bill <= cash
    )
    return (*found, *money.borrowing(table, state, seat))


def _on_the_table(state: State1993, seat: str) -> tuple[Choice, ...]:
    others = tuple(other for other in state.order if other != seat and state.herd.get(other))
    shooters = tuple(state.solvent)
    return (
        Choice("record_town", say("A cow of mine reached Abilene: sell it"), rule=RuleRef("1993", "12.1")),
        Choice(
            "record_theft",
            say("I took a cow"),
            fields=(Field("victim", say("From whose ranch?"), FieldKind.PICK, seats_to_pick(others)),),
            title=say("I took a cow from …"),
            rule=RuleRef("1993", "10.1"),
        ),
        Choice(
            "record_jailed",
            say("To jail"),
            fields=(Field("seat", say("Whose cowboy?"), FieldKind.PICK, seats_to_pick(shooters)),),
            title=say("A duel sent a cowboy to jail"),
            rule=RuleRef("1993", "11.2"),
        ),
        done(Step.TABLE, say("End my turn"), Weight.PRIMARY),
    )


def duel_lines(layout: Layout, state: State1993, duel: Duel) -> tuple[Text, ...]:
    """Who duels where, and what is at stake."""
    lines = [
        say(
            "%(one)s against %(two)s on %(cell)s: the higher die wins.",
            one=Who(duel.attacker),
            two=Who(duel.defender),
            cell=duel.cell,
        )
    ]
    if duel.tied:
        lines.append(say("A tie: roll again."))
    lines.extend(moves.duel_words(layout, state, duel, winner) for winner in (duel.attacker, duel.defender))
    return tuple(lines)


def _sticker(state: State1993, label: Text, weight: Weight) -> Choice:
    left = possible_stickers(state)
    brands = sorted({sticker.brand for sticker in left if sticker.brand})
    owners = {brand: seat for seat, brand in state.brands.items()}
    options = [
        Option(brand, say("%(brand)s (%(who)s)", brand=brand, who=Who(owners[brand])), mark=brand) for brand in brands
    ]
    if any(sticker.brand is None for sticker in left):
        options.append(Option(None, say("no brand (%(value)s)", value=Money(UNBRANDED_VALUE))))
    values = (UNBRANDED_VALUE, *COWS_OF_A_BRAND)
    return Choice(
        "show_sticker",
        label,
        fields=(
            Field("brand", say("Brand"), FieldKind.PICK, tuple(options)),
            Field(
                "value",
                say("Value"),
                FieldKind.PICK,
                tuple(Option(value, say("%(value)s", value=Money(value))) for value in sorted(values)),
            ),
        ),
        rule=RuleRef("1993", "12.2"),
        weight=weight,
    )
