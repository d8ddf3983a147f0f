"""Buttons, fields and board moves that several phases of 1983 share, each with its price."""

from __future__ import annotations

from companion.core.errors import RuleRef
from companion.core.messages import kind_of
from companion.core.money.bank import rounded_up
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.table.table import Table
from companion.core.text import Balance, Money, Text, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.edition_1983.house_rules import NOTE, STEP, SteerRules
from companion.games.abilene.edition_1983.messages import HireCowboy
from companion.games.abilene.edition_1983.prices import HIRE, LAST_SHARP_LINE
from companion.games.abilene.edition_1983.rules import sales, turn
from companion.games.abilene.edition_1983.rules.play import owed_to_the_bank
from companion.games.abilene.edition_1983.state import State1983

LARGEST_LOAN = 50_000


def owner_field(state: State1983) -> Field:
    """Return whose steer it is, where the box does not know."""
    return Field("owner", say("Whose colour does the steer have?"), FieldKind.PICK, named(sales.colours_left(state)))


def hire_choices(now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
    """Return a further cowboy, where the rules allow one, with its price (§8)."""
    table, state = now.table, now.state
    if turn.may_not_hire(table, state, seat):
        return ()
    cash = table.accounts[seat]
    fields: tuple[Field, ...] = ()
    if state.position:
        cells = turn.vacant_starts(now.layout, state.position, seat)
        options = tuple(Option(cell, say("%(cell)s", cell=cell)) for cell in cells)
        fields = (Field("cell", say("On which start space?"), FieldKind.PICK, options),)
        if not cells:
            return ()
    after = say("Leaves you %(left)s.", left=Balance(cash - HIRE))
    short = say("You have %(cash)s: borrow first.", cash=Balance(cash))
    label = say("Hire a cowboy for %(price)s", price=Money(HIRE))
    return (
        Choice(
            kind_of(HireCowboy),
            label,
            fields=fields,
            details=(after if cash >= HIRE else short,),
            rule=RuleRef("1983", "8.1"),
            title=label if fields else None,
            at_once=bool(fields),
        ),
    )


def cannot_afford_a_cowboy(now: Situation[State1983], seat: str) -> bool:
    """Return whether the rules allow a further cowboy, and only the money is missing."""
    return bool(hire_choices(now, seat)) and now.table.accounts[seat] < HIRE


def borrowing(now: Situation[State1983], seat: str) -> tuple[Choice, ...]:
    """Return a bank loan, at any time, with the interest table and what is owed already (§9)."""
    lack = sales.debtors(now.table, now.state).get(seat, 0)
    field = Field(
        "amount",
        say("How much?"),
        FieldKind.AMOUNT,
        minimum=NOTE,
        maximum=LARGEST_LOAN,
        step=NOTE,
        initial=rounded_up(lack, NOTE) or None,
    )
    return (
        Choice(
            kind_of(BorrowFromBank),
            say("Borrow from the bank"),
            fields=(field,),
            details=(*_table_lines(now.table), _owed(now.table, seat)),
            rule=RuleRef("1983", "9.2"),
            weight=Weight.PRIMARY if lack else Weight.QUIET,
        ),
    )


def _table_lines(table: Table[State1983, SteerRules]) -> tuple[Text, ...]:
    rules = table.rules
    basis = (say("Interest is counted on each loan alone."),) if rules.interest_each else ()
    further, lines_of = rules.interest_further, rules.interest_lines
    if rules.interest_4000_inclusive and all(cost == further * limit // STEP for limit, cost in lines_of.items()):
        step, cost = Money(STEP), Money(further)
        even = say("Every %(step)s of what you owe, or a part of it, costs %(cost)s interest.", step=step, cost=cost)
        return (*basis, even)
    lines = [
        say("Up to %(limit)s in all: %(cost)s interest.", limit=Money(limit), cost=Money(cost))
        if limit != LAST_SHARP_LINE or rules.interest_4000_inclusive
        else say("Below %(limit)s in all: %(cost)s interest.", limit=Money(limit), cost=Money(cost))
        for limit, cost in lines_of.items()
    ]
    more = say("Every further %(step)s or a part of it: %(cost)s more.", step=Money(STEP), cost=Money(further))
    return (*basis, *lines, more)


def _owed(table: Table, seat: str) -> Text:
    owed, interest_due = owed_to_the_bank(table, seat)
    if not owed:
        return say("It is repaid at the end.")
    return say(
        "You owe the bank %(owed)s and %(interest)s interest; it is repaid at the end.",
        owed=Money(owed),
        interest=Money(interest_due),
    )
