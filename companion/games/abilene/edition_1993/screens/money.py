"""The bank's side of a page: borrowing, being short, bankruptcy, each with its outcome shown beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.errors import RuleRef
from companion.core.messages import kind_of
from companion.core.money.bank import debts, rounded_up
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.text import Balance, Money, Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Interest, Weight
from companion.games.abilene.common.phases import Situation
from companion.games.abilene.edition_1993.house_rules import Bankrupt
from companion.games.abilene.edition_1993.messages import GoBankrupt
from companion.games.abilene.edition_1993.money.prices import HUNDRED, INTEREST_PERCENT
from companion.games.abilene.edition_1993.rules.sales import jail_bills, missing, must_pay, shortfall
from companion.games.abilene.edition_1993.state import State1993

LARGEST_LOAN = 100_000
JAIL_TARIFF = say("Food: 300 for the first, 200 for the second, 100 for each more. Release: 1,500 each, from three.")
WAYS_OUT = say(
    "Borrow from the bank; or ask the others for a loan or a gift: they tap your badge; or go bankrupt, see below."
)


def borrowing(now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
    """Return a bank loan, where the bank lends now (A14)."""
    table, state = now.table, now.state
    short = shortfall(now.layout, table, state, seat)
    if not short and not (table.rules.loan_anytime and state.turn.seat == seat):
        return ()
    return (
        Choice(
            kind_of(BorrowFromBank),
            say("Borrow from the bank"),
            fields=(
                Field(
                    "amount",
                    say("How much?"),
                    FieldKind.AMOUNT,
                    minimum=HUNDRED,
                    maximum=LARGEST_LOAN,
                    step=HUNDRED,
                    initial=whole_hundreds(missing(now.layout, table, state, seat)) or None,
                    interest=Interest(INTEREST_PERCENT, HUNDRED),
                ),
            ),
            details=(say("The interest is a quarter of the loan, rounded up to a hundred, however long it lasts."),),
            rule=RuleRef("1993", "12.10"),
            weight=Weight.PRIMARY if must_pay(table, state, seat) else Weight.QUIET,
        ),
    )


def trouble(now: Situation[State1993], seat: str) -> tuple[Choice, ...]:
    """Return what a seat short of money can do: the bank, another player, or the end (§12.9)."""
    table = now.table
    stays = table.rules.bankrupt_player is Bankrupt.STAYS
    outcome = say("You play on without cowboys.") if stays else say("You are out: no turns, no votes, no score.")
    ruin = Choice(
        kind_of(GoBankrupt),
        say("Go bankrupt"),
        details=(
            say("Your cowboys leave the board; your cattle stay on it, for anyone to take."),
            *_what_is_left(table.accounts[seat], debts(table.loans, seat)),
            outcome,
        ),
        rule=RuleRef("1993", "12.12"),
        weight=Weight.DANGER,
    )
    return (*borrowing(now, seat), ruin)


def _what_is_left(cash: int, owed: int) -> Iterator[Text]:
    """Yield what becomes of the money and the debts of a bankrupt, where there are any (§12.12)."""
    if cash > 0:
        yield say("Your %(cash)s goes to your creditors.", cash=Balance(cash))
    if owed:
        yield say("Your debts of %(debts)s lapse.", debts=Money(owed))


def jail_lines(now: Situation[State1993], waited_for: bool) -> tuple[Text, ...]:
    """Return a jail bill that nobody can pay from what its player has: what is missing, and the ways out."""
    debtor = now.state.turn.seat
    bills, cash = jail_bills(now.layout, now.table, now.state, debtor), now.table.accounts[debtor]
    bill = min(bills.values(), default=0)
    if bill <= cash:
        return ()
    if not waited_for:
        short = say("%(who)s cannot pay the jail bill of %(bill)s.", who=Who(debtor), bill=Money(bill))
        return (short, help_for((debtor,)))
    shortfall = say(
        "The bill is %(bill)s, you have %(cash)s: %(lack)s is missing.",
        bill=Money(bill),
        cash=Balance(cash),
        lack=Money(bill - cash),
    )
    return (shortfall, JAIL_TARIFF, WAYS_OUT)


def help_for(debtors: tuple[str, ...]) -> Text:
    """Return how the others can help somebody who is short of money."""
    match debtors:
        case (debtor,):
            return say("To help %(who)s, tap that badge: a gift or a loan.", who=Who(debtor))
        case _:
            return say("To help, tap a player's badge: a gift or a loan.")


def whole_hundreds(amount: int) -> int:
    """Return the amount, rounded up to what the bank lends."""
    return rounded_up(amount, HUNDRED)
