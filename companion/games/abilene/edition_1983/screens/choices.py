"""The buttons of a turn of 1983: every command that may be given now, in words, with its price."""

from __future__ import annotations

from companion.boards.layout import Layout
from companion.core.errors import RuleRef
from companion.core.table.table import Table
from companion.core.text import Money, Text, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.messages import Step
from companion.games.abilene.common.screens.buttons import (
    die_field,
    done,
    done_with_cowboys,
    duel_by_dice,
    seats_to_pick,
)
from companion.games.abilene.common.state import Duel
from companion.games.abilene.edition_1983 import messages as h
from companion.games.abilene.edition_1983 import sales, turn
from companion.games.abilene.edition_1983.cardplay import by_cards
from companion.games.abilene.edition_1983.pending import Duty, Waiting
from companion.games.abilene.edition_1983.play import owed_to_the_bank
from companion.games.abilene.edition_1983.prices import HIRE, LAST_SHARP_LINE, NOTE, STEP, interest
from companion.games.abilene.edition_1983.screens.players import health_words
from companion.games.abilene.edition_1983.state import State1983

LARGEST_LOAN = 50_000


def for_duty(layout: Layout, table: Table, state: State1983, now: Waiting, seat: str) -> tuple[Choice, ...]:
    """What the seat that is waited for can do."""
    match now.duty:
        case Duty.FEVER:
            in_mind = say("I keep it in mind and write nothing down")
            return (Choice("seal_fever", in_mind, {"notes": {}}, weight=Weight.QUIET),)
        case Duty.CATTLE:
            return (done(Step.CATTLE, say("Done with the steers"), Weight.PRIMARY), *_hire(layout, table, state, seat))
        case Duty.DICE:
            return (_typed_dice(), Choice("roll_two_dice", say("Let the box roll")))
        case Duty.COWBOYS:
            return (done_with_cowboys(say("End my turn"), turn.unused_dice(layout, table, state)),)
        case Duty.TABLE:
            return (*_on_the_table(state, seat), *_hire(layout, table, state, seat))
        case Duty.DUEL if isinstance(state.pending, Duel):
            return duel_by_dice("roll_shots", state.pending, h.FACES, RuleRef("1983", "6.1"))
        case Duty.CARDS:
            return _real_cards(table, state, seat)
        case Duty.TRUTH:
            return _truth(state, Weight.PRIMARY)
        case Duty.SETTLE:
            return borrowing(table, state, seat)
        case _:
            return ()


def for_others(table: Table, state: State1983, now: Waiting, seat: str) -> tuple[Choice, ...]:
    """What a seat that is not waited for can do: say what lies under the steer for a seller who does not."""
    if now.duty is Duty.CARDS:
        return _real_cards(table, state, seat)
    return _truth(state, Weight.QUIET) if now.duty is Duty.TRUTH else ()


def _typed_dice() -> Choice:
    return Choice(
        "roll_two_dice",
        say("These are my dice"),
        fields=tuple(die_field("dice", say("Die %(number)s", number=at + 1), h.FACES, at) for at in range(turn.DICE)),
        title=say("Tap what you rolled"),
        rule=RuleRef("1983", "4.4"),
        weight=Weight.PRIMARY,
    )


def _owner(state: State1983) -> Field:
    return Field(
        "owner", say("Whose colour does the steer have?"), FieldKind.PICK, seats_to_pick(sales.colours_left(state))
    )


def _on_the_table(state: State1983, seat: str) -> tuple[Choice, ...]:
    victims = tuple(other for other in state.order if other != seat and state.herd.get(other))
    riders = tuple(other for other in state.order if state.riders.get(other))
    victim = Field("victim", say("From whose prairie?"), FieldKind.PICK, seats_to_pick(victims))
    return (
        Choice(
            "record_steer",
            say("Sell it"),
            fields=(_owner(state),),
            title=say("A steer of mine reached Abilene"),
            rule=RuleRef("1983", "4.3"),
        ),
        Choice(
            "record_theft",
            say("I took a steer"),
            fields=(victim,),
            title=say("I took a steer from …"),
            rule=RuleRef("1983", "5.1"),
        ),
        Choice(
            "record_killed",
            say("Out of play"),
            fields=(Field("seat", say("Whose cowboy?"), FieldKind.PICK, seats_to_pick(riders)),),
            title=say("A duel killed a cowboy"),
            rule=RuleRef("1983", "6.3"),
        ),
        done(Step.TABLE, say("End my turn"), Weight.PRIMARY),
    )


def _hire(layout: Layout, table: Table, state: State1983, seat: str) -> tuple[Choice, ...]:
    """A further cowboy, where the rules allow one, with its price (§8)."""
    if turn.may_not_hire(table, state, seat):
        return ()
    cash = table.accounts[seat]
    fields: tuple[Field, ...] = ()
    if state.position:
        cells = turn.vacant_starts(layout, state.position, seat)
        options = tuple(Option(cell, say("%(cell)s", cell=cell)) for cell in cells)
        fields = (Field("cell", say("On which start cell?"), FieldKind.PICK, options),)
        if not cells:
            return ()
    after = say("You have %(cash)s; %(left)s are left.", cash=Money(cash), left=Money(cash - HIRE))
    short = say("You have %(cash)s: borrow first.", cash=Money(cash))
    return (
        Choice(
            "hire_cowboy",
            say("Hire a cowboy for %(price)s", price=Money(HIRE)),
            fields=fields,
            details=(after if cash >= HIRE else short,),
            rule=RuleRef("1983", "8.1"),
        ),
    )


def _real_cards(table: Table, state: State1983, seat: str) -> tuple[Choice, ...]:
    """For a duellist: who had the higher cards, where they lie on the table; the other one confirms."""
    duel = by_cards(table, state)
    if duel is None or seat not in (duel.attacker, duel.defender):
        return ()
    options = (*seats_to_pick((duel.attacker, duel.defender)), Option("", say("nobody, a tie")))
    return (
        Choice(
            "tell_duel",
            say("That is the duel"),
            fields=(Field("winner", say("Who has the higher cards?"), FieldKind.PICK, options),),
            title=say("We use real cards"),
            rule=RuleRef("1983", "11.2"),
            weight=Weight.QUIET,
        ),
    )


def _truth(state: State1983, weight: Weight) -> tuple[Choice, ...]:
    """Healthy or not, and whose colour where the box does not know it; for others than the seller somebody confirms."""
    sale = state.sale
    known = sale is not None and bool(sale.owner)
    options = tuple(Option(fever, health_words(fever)) for fever in (False, True))
    hole = Field("fever", say("Under the steer"), FieldKind.PICK, options)
    quiet = weight is Weight.QUIET
    return (
        Choice(
            "turn_steer",
            say("Type it for the seller; a second player confirms") if quiet else say("That lies under the steer"),
            fields=(hole,) if known else (_owner(state), hole),
            rule=RuleRef("1983", "3.3"),
            weight=weight,
        ),
    )


def borrowing(table: Table, state: State1983, seat: str) -> tuple[Choice, ...]:
    """A bank loan, at any time, with the interest table and what is owed already (§9)."""
    owed, lack = owed_to_the_bank(table, seat), sales.debtors(table, state).get(seat, 0)
    field = Field(
        "amount",
        say("How much?"),
        FieldKind.AMOUNT,
        minimum=NOTE,
        maximum=LARGEST_LOAN,
        step=NOTE,
        initial=-(-lack // NOTE) * NOTE or NOTE,
    )
    return (
        Choice(
            "borrow_from_bank",
            say("Borrow from the bank"),
            fields=(field,),
            details=(*_table_lines(table), _owed(table, owed)),
            rule=RuleRef("1983", "9.2"),
            weight=Weight.PRIMARY if lack else Weight.QUIET,
        ),
    )


def _table_lines(table: Table) -> tuple[Text, ...]:
    rules = table.rules
    lines = [
        say("Up to %(limit)s in all: %(cost)s interest.", limit=Money(limit), cost=Money(cost))
        if limit != LAST_SHARP_LINE or rules.interest_4000_inclusive
        else say("Below %(limit)s in all: %(cost)s interest.", limit=Money(limit), cost=Money(cost))
        for limit, cost in rules.interest_lines.items()
    ]
    more = say(
        "Every further %(step)s or a part of it: %(cost)s more.", step=Money(STEP), cost=Money(rules.interest_further)
    )
    return (*lines, more)


def _owed(table: Table, owed: int) -> Text:
    return say(
        "You owe the bank %(owed)s and %(interest)s interest; it is repaid at the end.",
        owed=Money(owed),
        interest=Money(interest(owed, table.rules)),
    )
