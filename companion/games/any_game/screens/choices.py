"""The buttons on a phone: what can be asked, bid, taken and ended now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.messages import kind_of
from companion.core.money.bank import rounded_up
from companion.core.money.bank_messages import BorrowFromBank
from companion.core.money.ledger import BANK, EVERYBODY, LARGEST
from companion.core.secrets.ways import Way
from companion.core.table.table import Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Interest, Option, Weight
from companion.games.any_game.decisions.auction import next_bid
from companion.games.any_game.decisions.stakes import bets
from companion.games.any_game.decisions.turns import may_roll
from companion.games.any_game.decisions.writing import has_sheet
from companion.games.any_game.house_rules import STAKES, Rules, Taking
from companion.games.any_game.messages.play import (
    DropRequest,
    EndTurn,
    NameBanker,
    PayRequest,
    RequestPayment,
    RollDice,
    Score,
    StartClock,
    StopClock,
    Take,
)
from companion.games.any_game.messages.votes import AskBids, AskVote, Bid, OpenAuction, Pass, Price, PutAway
from companion.games.any_game.screens import banking_page
from companion.games.any_game.screens.hands import betting_choices
from companion.games.any_game.sentences import signed
from companion.games.any_game.state import DIE, State, now

MIN_THAT_STAY = 3
"""dice of a game in which one keeps some; two are rolled together"""


def choices(table: Table, seat: str) -> tuple[Choice, ...]:
    """Return what this seat may do now; requests to it come first."""
    state, rules = now(table)
    found = [*_requests(state, seat), *banking_page.offered(state, seat), *_auction(table, seat)]
    waits = bool(table.ballot and not table.ballot.over) or state.auction is not None
    if bets(rules):
        found += betting_choices(table, seat)
    counts = rules.scores and not has_sheet(rules)
    if counts and not rules.stock:  # the most frequent comes first
        found.append(_score(state, waits))
    found += _turn(rules, state, seat, primary=not found and not waits)
    if counts and rules.stock:
        found.append(_score(state, waits=True))
    if (state.shown or state.outcome) and not waits:
        seldom = Weight.QUIET if state.turn else Weight.NORMAL  # the end of a turn puts it away as well
        found.append(Choice(kind_of(PutAway), say("Close the result"), weight=seldom))
    if not rules.scores:
        found += banking_page.income_choices(rules)
        found += banking_page.unit_choices(table, seat)
        found += _money(table, seat)
        found += banking_page.seldom(table, seat)
    if not waits:
        found += _asking(table, seat)
    if (rules.timer or rules.stock) and state.turn and not bets(rules):
        found.append(_clock(rules, state))
    if rules.taking is Taking.BANKER and rules.bank and not rules.scores:
        found.append(_another_banker(state))
    return tuple(found)


def _clock(rules: Rules, state: State) -> Choice:
    """Return the choice to stop the clock of the turn, or to let it go on."""
    label = say("Let the clock go on") if state.halted else say("Stop the clock")
    kind = kind_of(StartClock if state.halted else StopClock)
    weight = Weight.NORMAL if state.halted or rules.stock else Weight.QUIET
    return Choice(kind, label, weight=weight)


def _another_banker(state: State) -> Choice:
    """Return the choice to hand over the bank."""
    candidates = tuple(each for each in state.players if each != state.banker)
    field = Field("seat", say("Who is the banker?"), FieldKind.PICK, named(candidates))
    label, title = say("Hand over the bank"), say("Another banker")
    return Choice(kind_of(NameBanker), label, fields=(field,), title=title, weight=Weight.QUIET)


def _requests(state: State, seat: str) -> Iterator[Choice]:
    for number, each in enumerate(each for each in state.requests if each.of == seat):
        amount, who = Money(each.amount), Who(each.by)
        label = say("Pay %(who)s %(amount)s", who=who, amount=amount)
        if each.words:
            label = say("Pay %(who)s %(amount)s: %(words)s", who=who, amount=amount, words=each.words)
        fixed = {"request": each.id}
        yield Choice(kind_of(PayRequest), label, fixed, weight=Weight.NORMAL if number else Weight.PRIMARY)
        yield Choice(kind_of(DropRequest), say("Refuse to pay %(who)s", who=who), fixed)
    for each in state.requests:
        if each.by == seat:
            label = say("Stop asking %(who)s for the %(amount)s", who=Who(each.of), amount=Money(each.amount))
            yield Choice(kind_of(DropRequest), label, {"request": each.id}, weight=Weight.QUIET)


def _auction(table: Table, seat: str) -> Iterator[Choice]:
    state, rules = now(table)
    if state.auction is None or state.auction.bidders[:1] != (seat,):
        return
    least = next_bid(table)
    if table.accounts[seat] >= least:
        amount = replace(amount_field(rules, least), maximum=table.accounts[seat], initial=least)
        yield Choice(kind_of(Bid), say("Bid"), fields=(amount,), title=say("Your bid"), weight=Weight.PRIMARY)
    yield Choice(kind_of(Pass), say("I stop bidding"))


def _dice(rules: Rules) -> tuple[Field, ...]:
    faces = tuple(Option(face, say("%(face)s", face=face), mark=f"die-{face}") for face in range(1, 7))
    names = (say("Die %(number)s", number=at + 1) for at in range(rules.dice))
    return tuple(Field("faces", name, FieldKind.PICK, faces, index=at, die=DIE) for at, name in enumerate(names))


def stays(rules: Rules, state: State, seat: str) -> bool:
    """Return whether some of the dice that the box rolled for this seat may stay while the others are rolled again.

    A player with real dice keeps some of them in the hand, and types the result afterwards.
    """
    rolled_last = may_roll(state, rules, seat) and state.rolled == seat
    return rules.dice >= MIN_THAT_STAY and bool(state.dice) and rolled_last and state.by_box


def rolls_first(rules: Rules, state: State, seat: str) -> bool:
    """Return whether it is this seat's turn to roll, and nothing lies there yet."""
    return bool(rules.dice) and not state.dice and state.turn == seat


def _turn(rules: Rules, state: State, seat: str, primary: bool) -> Iterator[Choice]:
    if may_roll(state, rules, seat):
        again = bool(state.dice) and state.rolled == seat
        weight = Weight.PRIMARY if primary and rolls_first(rules, state, seat) else Weight.NORMAL
        if not stays(rules, state, seat):
            yield Choice(kind_of(RollDice), say("Roll again") if again else say("Roll the dice"), weight=weight)
        title = say("Or tap what you rolled")
        weight = Weight.NORMAL if has_sheet(rules) else weight  # what they bring is written without typing them
        yield Choice(kind_of(RollDice), say("These are my dice"), fields=_dice(rules), title=title, weight=weight)
    rolled = bool(state.dice) or not rules.dice
    if has_sheet(rules) or bets(rules):
        return
    if state.turn == seat:
        yield Choice(
            kind_of(EndTurn), say("My turn is over"), weight=Weight.PRIMARY if primary and rolled else Weight.NORMAL
        )
    elif not state.turn and rules.rounds:
        yield Choice(kind_of(EndTurn), say("The round is over"))


def _money(table: Table, seat: str) -> Iterator[Choice]:
    state, rules = now(table)
    sources, amount = _purses(table), amount_field(rules, rules.step)
    words = Field("words", say("What for?"), FieldKind.WORDS, required=False)
    if sources:
        where = Field("frm", say("From where?"), FieldKind.PICK, sources)
        yield Choice(
            kind_of(Take), say("Take it"), fields=(amount, where, words), details=(_who_watches(rules),), payee="frm"
        )
    other_seats = tuple(each for each in state.players if each != seat)
    everybody = (Option(EVERYBODY, say("everyone")),) if len(other_seats) > 1 else ()
    of = Field("of", say("From whom?"), FieldKind.PICK, (*named(other_seats), *everybody))
    yield Choice(kind_of(RequestPayment), say("Ask for it"), fields=(amount, of, words), payee="of")


def amount_field(rules: Rules, least: int) -> Field:
    """Return the field for an amount from this one on."""
    return Field("amount", say("How much?"), FieldKind.AMOUNT, minimum=least, maximum=LARGEST, step=rules.step)


def _purses(table: Table[State, Rules]) -> tuple[Option, ...]:
    """Return the accounts that belong to nobody: the bank, where there is one, and the pots."""
    bank = (Option(BANK, say("the bank"), usual=True),) if table.rules.bank else ()
    return (*bank, *named(tuple(pot for pot in table.pots if pot != STAKES)))


def _who_watches(rules: Rules) -> Text:
    match rules.taking:
        case Taking.EVERYBODY:
            return say("Everyone sees it in the log.")
        case Taking.BANKER:
            return say("The banker is asked.")
        case Taking.CONSENT:
            return say("Another player is asked.")


def _score(state: State, waits: bool) -> Choice:
    has = {seat: signed(state.points[seat]) for seat in state.players}
    had = (replace(one, detail=say("%(number)s", number=has[str(one.value)])) for one in named(state.players))
    who = Field("seat", say("For whom?"), FieldKind.PICK, tuple(had), mine=True)
    off = say("Take off")
    points = Field("points", say("How many?"), FieldKind.NUMBER, minimum=-LARGEST, maximum=LARGEST, minus=off)
    fields = (who, points)
    weight = Weight.NORMAL if waits else Weight.PRIMARY
    return Choice(kind_of(Score), say("Write it down"), fields=fields, title=say("Points"), weight=weight, folded=waits)


def _way() -> Field:
    ways = (
        Option(Way.ONE.value, say("one answer"), usual=True),
        Option(Way.SEVERAL.value, say("as many as one likes")),
        Option(Way.ORDER.value, say("all, the best one first")),
    )
    return Field("way", say("What does everyone choose?"), FieldKind.PICK, ways)


def _disclosure() -> Field:
    options = (Option(False, say("who chose what"), usual=True), Option(True, say("only the counts")))
    return Field("tallied", say("What is shown when all have sealed?"), FieldKind.PICK, options)


def _asking(table: Table, seat: str) -> Iterator[Choice]:
    _, rules = now(table)
    question = Field("question", say("What is asked?"), FieldKind.WORDS, maximum=80)
    answers = Field("answers", say("Answers, with commas"), FieldKind.WORDS, maximum=200, initial=None)
    yield Choice(
        kind_of(AskVote),
        say("Let everyone vote"),
        fields=(question, answers, _way(), _disclosure()),
        title=say("A secret vote"),
        folded=True,
    )
    if rules.scores:
        return
    what = Field("what", say("For what?"), FieldKind.WORDS, maximum=80)
    price = Field(
        "price",
        say("What does the winner pay at once?"),
        FieldKind.PICK,
        (
            Option(Price.NOTHING.value, say("nothing, we settle it ourselves"), usual=True),
            Option(Price.FIRST.value, say("the bid")),
            Option(Price.SECOND.value, say("the second highest bid")),
        ),
    )
    first, *rest = (*_purses(table), Option(seat, say("me: I sell it")))
    to = Field("to", say("Who is paid?"), FieldKind.PICK, (replace(first, usual=True), *rest))
    folded = rules.open_cash or table.play.turn != seat  # where money is hidden one bids for it
    fields, title = (what, price, to), say("Sealed bids")
    yield Choice(kind_of(AskBids), say("Let everyone bid"), fields=fields, title=title, folded=folded)
    least = replace(amount_field(rules, 0), name="least", label=say("From how much?"), required=False)
    title = say("An auction in turns")
    yield Choice(kind_of(OpenAuction), say("Begin"), fields=(what, least, to), title=title, folded=folded)


def borrowing(table: Table, seat: str) -> tuple[Choice, ...]:
    """Return the loan of the bank, if it lends, filled in with what the seat lacks for what it is asked to pay."""
    state, rules = now(table)
    if rules.interest < 0 or rules.scores:
        return ()
    cash, due = table.accounts[seat], (each.amount for each in state.requests if each.of == seat)
    missing = min((amount - cash for amount in due if amount > cash), default=0)
    interest = Interest(rules.interest, rules.step)
    amount = replace(
        amount_field(rules, rules.step), initial=rounded_up(missing, rules.step) or None, interest=interest
    )
    return (Choice(kind_of(BorrowFromBank), say("Borrow"), fields=(amount,), title=say("Borrow from the bank")),)
