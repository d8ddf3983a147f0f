"""Movements of money in any game besides free payments: taken from the bank, asked of a player, left behind."""

from __future__ import annotations

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event, Posting
from companion.core.money import bank
from companion.core.money.bank_messages import LoanLapsed
from companion.core.money.ledger import BANK, EVERYBODY, amount_of, transfer
from companion.core.secrets import ballot as ballots
from companion.core.table.table import Table
from companion.core.text import Fact, Money, Who, fact, say
from companion.games.any_game.decisions.turns import next_turn
from companion.games.any_game.decisions.writing import has_sheet
from companion.games.any_game.house_rules import STAKES, Rules
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.sentences import SENTENCES
from companion.games.any_game.settings import edition_at, typed
from companion.games.any_game.state import State, unanswered

MAX_REQUESTS = 24


def player(table: Table[State], seat: str) -> str:
    """Return the seat of somebody who is still in the game. Raise BadRequest."""
    state = table.play
    if seat not in state.players:
        raise BadRequest(say("%(who)s is not in the game any more.", who=Who(table.seat(seat).id)))
    return seat


def purse(table: Table[State, Rules], account: str) -> str:
    """Return an account from which, or into which, the game moves money besides the players'. Raise BadRequest."""
    rules = table.rules
    if account == BANK and not rules.bank:
        raise BadRequest(say("There is no bank in this game."))
    if account != BANK and (account not in table.pots or account == STAKES):
        raise BadRequest(say("There is no such account in this game."))
    return account


def seller(table: Table[State, Rules], seat: str, account: str) -> str:
    """Return who is paid for what this seat puts up: itself, the bank or a pot. Raise BadRequest."""
    return seat if account == seat else purse(table, account)


def bank_left(table: Table[State, Rules]) -> int | None:
    """Return what a bank of limited means still has; None: it has no limit."""
    rules = table.rules
    return rules.bank_limit + table.accounts[BANK] if rules.bank_limit else None


def won(table: Table, winner: str, to: str, price: int, why: Fact) -> tuple[Posting, ...] | None:
    """Return what the winner of bids pays into this account, or the bank, if that is gone; None: the winner has less.

    A seller who wins pays the bank, and nothing where there is none.
    """
    if table.accounts[winner] < price:
        return None
    if to == winner and not table.rules.bank:
        return ()
    absent = to == winner or to not in table.accounts or to in table.play.out
    return transfer(table.accounts, winner, BANK if absent else to, price, why)


def take(table: Table, seat: str, command: play_messages.Take, waived: bool) -> tuple[Event, ...]:
    """Take money out of the bank or a pot. Raise CannotAfford, or IllegalMove for a bank that has not so much."""
    amount, to = typed(table.rules, command.amount), player(table, command.to or seat)
    frm, words = purse(table, command.frm), bank.short(command.words)
    left = bank_left(table)
    if frm == BANK and left is not None and amount > left and not waived:
        raise IllegalMove.saying(SENTENCES, fact("bank_empty", left=Money(max(0, left))), RuleRef("any", "4"))
    reason = fact("taken_for", words=words) if words else fact("taken")
    return (
        play_messages.Taken(to, frm, amount, words, seat, postings=transfer(table.accounts, frm, to, amount, reason)),
    )


def request(table: Table[State, Rules], seat: str, command: play_messages.RequestPayment) -> tuple[Event, ...]:
    """Return the requests for money to somebody, or to everybody else."""
    amount, words, state = typed(table.rules, command.amount), bank.short(command.words), table.play
    asked = [each for each in state.players if each != seat] if command.of == EVERYBODY else [player(table, command.of)]
    if seat in asked:
        raise BadRequest(say("You cannot pay yourself."))
    if len(state.requests) + len(asked) > MAX_REQUESTS:
        raise NotNow(say("There are %(count)s requests already: answer some first.", count=len(state.requests)))
    return tuple(
        play_messages.PaymentRequested(play_messages.Request(table.seq + number, seat, of, amount, words))
        for number, of in enumerate(asked, 1)
    )


def pay_request(table: Table, seat: str, number: int) -> tuple[Event, ...]:
    """Return the payment of the one who was asked. Raise CannotAfford."""
    each = _request(table, number)
    if each.of != seat:
        raise NotNow(say("You are not asked about that."))
    reason = fact("request", who=Who(each.by))
    if each.words:
        reason = fact("request_for", who=Who(each.by), words=each.words)
    return (play_messages.RequestPaid(each, postings=transfer(table.accounts, seat, each.by, each.amount, reason)),)


def drop_request(table: Table, seat: str, number: int) -> tuple[Event, ...]:
    """Drop a request, as either side may."""
    each = _request(table, number)
    if seat not in (each.of, each.by):
        raise NotNow(say("You are not asked about that."))
    return (play_messages.RequestDropped(each, seat),)


def _request(table: Table[State], number: int) -> play_messages.Request:
    return unanswered(table.play.requests, number, say("That request has been answered already."))


def score(table: Table[State, Rules], seat: str, command: play_messages.Score) -> tuple[Event, ...]:
    """Return the points that are counted for a player. Raise NotNow or BadRequest."""
    if edition_at(table.rules).points is None:
        raise NotNow(say("No points are counted in this game."))
    if has_sheet(table.rules):
        raise NotNow(say("Points go on the score sheet: write them into its rows."))
    if not command.points:
        raise BadRequest(say("Enter points, not zero."))
    amount_of(abs(command.points))
    return (play_messages.Scored(player(table, command.seat), command.points, bank.short(command.words), seat),)


def bankrupt(table: Table[State], seat: str, to: str) -> tuple[Event, ...]:
    """Return the departure of a player, who settles what is possible, the oldest debt first, and is out."""
    rest = to if to == BANK else player(table, to) if to in table.ids else purse(table, to)
    if rest == seat:
        raise BadRequest(say("You cannot pay yourself."))
    left, postings = table.accounts[seat], list[Posting]()
    for loan in bank.open_loans(table.loans, (seat,)):
        if due := min(left, loan.repay):
            postings.append(Posting(seat, loan.lender, due, fact("bankrupt_debt", who=Who(seat))))
            left -= due
    if left:
        postings.append(Posting(seat, rest, left, fact("bankruptcy_rest", who=Who(seat))))
    lapsed = (LoanLapsed(loan) for loan in table.loans.values() if seat in (loan.lender, loan.borrower))
    state = table.play
    turned = next_turn(table, seat) if state.turn == seat and len(state.players) > 1 else ()
    broke = not left and not table.rules.scores
    bankruptcy = seat_messages.WentBankrupt(seat, rest, left, broke, postings=tuple(postings))
    return (*turned, bankruptcy, *lapsed, *ballots.without(table.ballot, seat))
