"""The buttons of the bank that every game has: pay, lend, answer an offer, correct the books."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from companion.core.messages import kind_of
from companion.core.money.bank_messages import (
    AcceptLoan,
    ConfirmRepayment,
    DeclineLoan,
    ForgiveLoan,
    Loan,
    LoanState,
    OfferLoan,
    Pay,
    RepayLoan,
)
from companion.core.money.currency import PLAIN, Currency
from companion.core.money.ledger import BANK, EVERYBODY, USUAL_PAYEES, Account, Payee
from companion.core.table.commands import CorrectBooks
from companion.core.table.table import Table, TablePhase
from companion.core.text import Balance, Money, Text, Who, say
from companion.core.ui.choice import Choice, Field, FieldKind, Option, Weight

MOST = 100_000
STEP = 100
THE_BANK = Option(BANK, say("the bank"))
EVERYONE_ELSE = Option(EVERYBODY, say("everyone"))


def bank_choices(
    table: Table,
    seat: str,
    declared: Mapping[str, Account],
    kinds: Collection[Payee] = USUAL_PAYEES,
    currency: Currency = PLAIN,
    out: Collection[str] = (),
) -> tuple[Choice, ...]:
    """Return what this seat may do with its money at any time of the game.

    ``declared``, ``kinds``: the edition's own accounts, and whom it lets players pay; ``currency``: its money; ``out``:
    seats that have left the game.
    """
    to = payees(table, seat, declared, kinds, out)
    if not to:
        return ()
    most = MOST * currency.unit
    borrowers = named(_other_seats(table, seat, out))
    accounts = (THE_BANK, *named((*table.ids, *declared)))
    amount = _amount(max(table.accounts[seat], currency.step), currency)
    return (_payment(to, amount), _loan_offer(borrowers, amount, most, currency), _correction(accounts, most, currency))


def _amount(most: int, currency: Currency) -> Field:
    return Field("amount", say("How much?"), FieldKind.AMOUNT, minimum=currency.step, maximum=most, step=currency.step)


def _payment(to: tuple[Option, ...], amount: Field) -> Choice:
    """Return the choice to pay one of these accounts."""
    return Choice(
        kind_of(Pay),
        say("Pay"),
        fields=(
            Field("to", say("To whom?"), FieldKind.PICK, to),
            amount,
            Field("words", say("What for?"), FieldKind.WORDS, required=False),
        ),
        title=say("Pay someone"),
    )


def _loan_offer(borrowers: tuple[Option, ...], amount: Field, most: int, currency: Currency) -> Choice:
    """Return the choice to offer a loan to one of these seats, with up to ``most`` as interest."""
    interest = say("Interest: an amount, not per cent")
    return Choice(
        kind_of(OfferLoan),
        say("Offer the loan"),
        fields=(
            Field("borrower", say("To whom?"), FieldKind.PICK, borrowers),
            amount,
            Field("interest", interest, FieldKind.AMOUNT, maximum=most, step=currency.step, initial=0),
            Field("terms", say("When is it due, or on what condition?"), FieldKind.WORDS, required=False),
        ),
        title=say("Offer a loan"),
        details=(say("The other player accepts on their own phone; only then does the money move."),),
    )


def _correction(accounts: tuple[Option, ...], most: int, currency: Currency) -> Choice:
    """Return the choice to move up to ``most`` from one of these accounts to another."""
    return Choice(
        kind_of(CorrectBooks),
        say("Correct the books"),
        fields=(
            Field("frm", say("From whom?"), FieldKind.PICK, accounts),
            Field("to", say("To whom?"), FieldKind.PICK, accounts),
            _amount(most, currency),
            Field("words", say("Why?"), FieldKind.WORDS, required=False),
        ),
        title=say("Correct the books"),
        details=(say("The payer must agree; for the bank, everyone."),),
        weight=Weight.QUIET,
    )


def payees(
    table: Table,
    seat: str,
    declared: Mapping[str, Account],
    kinds: Collection[Payee] = USUAL_PAYEES,
    out: Collection[str] = (),
) -> tuple[Option, ...]:
    """Return the accounts that this seat can pay: the others, the bank, and those ``declared`` that take payments.

    ``kinds``: whom the edition lets players pay; all others at once only where there is more than one. A seat that is
    ``out`` of the game neither pays nor is paid.
    """
    other_seats = _other_seats(table, seat, out)
    if table.phase is not TablePhase.PLAYING or not other_seats or not kinds or seat in out:
        return ()
    everybody = (EVERYONE_ELSE,) if Payee.EVERYBODY in kinds and len(other_seats) > 1 else ()
    bank = (THE_BANK,) if Payee.BANK in kinds else ()
    pots = named(tuple(name for name, account in declared.items() if account.payable))
    return *named(other_seats), *everybody, *bank, *pots


def _other_seats(table: Table, seat: str, out: Collection[str]) -> tuple[str, ...]:
    return tuple(other for other in table.ids if other != seat and other not in out)


@lru_cache(maxsize=256)
def named(seats: tuple[str, ...]) -> tuple[Option, ...]:
    """Return seats and declared accounts to pick from, by name."""
    return tuple(Option(seat, say("%(who)s", who=Who(seat))) for seat in seats)


def loan_line(loan: Loan, reader: str) -> Text:
    """Return a loan in a sentence for one of its two sides."""
    amounts = {"amount": Money(loan.amount), "repay": Money(loan.part or loan.repay)}
    lender: Text | Who = say("the bank") if loan.lender == BANK else Who(loan.lender)
    match loan.state:
        case LoanState.OFFERED if reader == loan.borrower:
            return say("%(who)s offers you %(amount)s; you would repay %(repay)s.", who=lender, **amounts)
        case LoanState.OFFERED:
            return say("You offered %(who)s %(amount)s for %(repay)s.", who=Who(loan.borrower), **amounts)
        case LoanState.REPAYING if reader == loan.lender:
            return say("%(who)s repays %(repay)s. Is that right?", who=Who(loan.borrower), **amounts)
        case LoanState.REPAYING:
            return say("You repay %(repay)s; %(who)s still has to confirm.", who=lender, **amounts)
        case _ if reader == loan.borrower:
            return say("You borrowed %(amount)s from %(who)s and owe %(repay)s.", who=lender, **amounts)
        case _:
            return say("%(who)s owes you %(repay)s.", who=Who(loan.borrower), **amounts)


def loan_choices(
    table: Table, loan: Loan, reader: str, not_yet: Text | None = None, step: int = 1
) -> tuple[Choice, ...]:
    """Return what this side can do about the loan now; ``not_yet`` is why the bank does not take its money back, if so.

    ``step``: the smallest note of the edition's money.
    """
    fixed = {"loan": loan.id}
    cash = table.accounts[reader]
    match loan.state:
        case LoanState.OFFERED if reader == loan.borrower:
            after = say("You then have %(after)s.", after=Balance(cash + loan.amount))
            return (
                Choice(kind_of(AcceptLoan), say("Accept"), fixed, details=(after,), weight=Weight.PRIMARY),
                Choice(kind_of(DeclineLoan), say("No, thank you"), fixed),
            )
        case LoanState.OFFERED:
            return (Choice(kind_of(DeclineLoan), say("Take the offer back"), fixed),)
        case LoanState.REPAYING if reader == loan.lender:
            return (Choice(kind_of(ConfirmRepayment), say("Yes, take it"), fixed, weight=Weight.PRIMARY),)
        case LoanState.OPEN if reader == loan.borrower:
            after = say("Leaves you %(left)s.", left=Balance(cash - loan.repay))
            label = say("Repay %(repay)s", repay=Money(loan.repay))
            if not_yet and loan.lender == BANK:
                return (Choice(kind_of(RepayLoan), label, fixed, details=(not_yet,), weight=Weight.QUIET),)
            whole = Choice(kind_of(RepayLoan), label, fixed, details=(after,))
            return (whole,) if loan.lender == BANK else (whole, _part(loan, cash, step))
        case _ if reader == loan.lender:
            return (Choice(kind_of(ForgiveLoan), say("Let the debt go"), fixed, weight=Weight.DANGER),)
        case _:
            return ()


def _part(loan: Loan, cash: int, step: int) -> Choice:
    """Return the choice of a part of a loan from a player: the terms of such loans are the players' business."""
    most = max(step, min(cash, loan.repay))
    amount = Field("amount", say("How much of it?"), FieldKind.AMOUNT, minimum=step, maximum=most, step=step)
    return Choice(kind_of(RepayLoan), say("Repay a part"), {"loan": loan.id}, fields=(amount,), weight=Weight.QUIET)
