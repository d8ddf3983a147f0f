"""A hand of betting on a screen: bets and pots, and the choices of a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.messages import kind_of
from companion.core.table.table import Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.bank_page import named
from companion.core.ui.choice import Choice, Field, FieldKind, Weight
from companion.core.ui.page import Part, Place
from companion.games.any_game import betting
from companion.games.any_game.betting import Hand
from companion.games.any_game.decisions import stakes
from companion.games.any_game.decisions.announcing import begins
from companion.games.any_game.house_rules import STAKES, Rules
from companion.games.any_game.messages.betting import AwardPot, Call, DealHand, Fold, RaiseBlinds, RaiseTo, Rebuy
from companion.games.any_game.messages.play import FinishGame
from companion.games.any_game.state import State, now


@dataclass(frozen=True, slots=True)
class AtTable:
    """A player at the table: balance (None: hidden), bet in this round, and state."""

    seat: str
    has: int | None
    bet: int
    status: Text | None
    acts: bool
    out: bool


@dataclass(frozen=True, slots=True)
class PotOnTable:
    """A pot; ``seats`` can win it, an empty tuple for all players of the hand."""

    amount: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """The table: pots, players from the left of the dealer on, blinds; ``betting_round``: which one it is."""

    pots: tuple[PotOnTable, ...]
    players: tuple[AtTable, ...]
    blinds: tuple[int, int]
    betting_round: Text | None


def part(table: Table[State, Rules], seat: str | None) -> Part:
    """Return the table of bets for every screen: above what a player who waits can do, below what is asked of one."""
    state, rules = now(table)
    hand, big = state.hand, stakes.big_blind(state, rules)
    order = hand.order if hand else stakes.seated(table)
    rest = tuple(each for each in state.players if each not in order)
    betting_round = None
    if hand and not hand.showdown:
        betting_round = say("Bets, round %(number)s of %(count)s", number=hand.street, count=rules.streets)
    waits = bool(seat and hand and not hand.showdown and betting.to_act(hand) != seat)
    return Part(
        "hand",
        Place.PRIVATE if waits else Place.STAGE,
        HandView(
            tuple(_pots(table, hand)),
            tuple(_player(table, hand, each) for each in (*order, *rest)),
            (stakes.small_blind(big, rules.step), big),
            betting_round,
        ),
        whole=True,
    )


def _pots(table: Table[State, Rules], hand: Hand | None) -> Iterator[PotOnTable]:
    """Yield the pots: side pots as soon as there are any, one before that."""
    if hand is None:
        return
    if hand.showdown:
        yield from (PotOnTable(pot.amount, pot.seats) for pot in stakes.open_pots(hand))
    elif hand.allin:
        yield from (PotOnTable(pot.amount, pot.seats) for pot in betting.pots(hand))
    else:
        yield PotOnTable(table.accounts[STAKES], ())


def _player(table: Table[State, Rules], hand: Hand | None, seat: str) -> AtTable:
    state, rules = now(table)
    has = table.accounts[seat] if rules.open_cash else None
    if hand is None or seat not in hand.order:
        nothing = say("nothing left") if table.accounts[seat] == 0 else None
        return AtTable(seat, has, 0, say("deals") if seat == begins(state) else nothing, False, nothing is not None)
    status = None
    if seat in hand.folded:
        status = say("folded")
    elif seat in hand.allin:
        status = say("all in")
    elif seat == hand.order[-1]:
        status = say("dealer")
    return AtTable(seat, has, hand.bets.get(seat, 0), status, betting.to_act(hand) == seat, seat in hand.folded)


def headline(table: Table[State, Rules], seat: str | None) -> Text:
    """Return the player who bets, and the price of a call."""
    state = table.play
    hand = state.hand
    if winner := stakes.has_everything(table):
        return say("You have all the chips") if winner == seat else say("%(who)s has all the chips", who=Who(winner))
    if hand is None:
        dealer = begins(state)
        return say("You deal") if dealer == seat else say("%(who)s deals", who=Who(dealer))
    if hand.showdown:
        return say("Who wins %(amount)s?", amount=Money(stakes.open_pots(hand)[0].amount))
    acts = betting.to_act(hand)
    missing = Money(betting.to_call(hand, acts))
    if not missing.amount:
        return say("Your bet") if acts == seat else say("%(who)s bets", who=Who(acts))
    if acts == seat:
        return say("%(amount)s to call", amount=missing)
    return say("%(who)s: %(amount)s to call", who=Who(acts), amount=missing)


def betting_choices(table: Table[State, Rules], seat: str) -> Iterator[Choice]:
    """Yield the choices of this seat in the hand."""
    state, rules = now(table)
    hand, has = state.hand, table.accounts[seat]
    if winner := stakes.has_everything(table):
        asked = (say("Everyone is asked; then it is counted."),)
        weight = Weight.PRIMARY if winner == seat else Weight.NORMAL
        yield Choice(kind_of(FinishGame), say("End the game"), details=asked, weight=weight)
    elif hand is None:
        primary = Weight.PRIMARY if begins(state) == seat else Weight.NORMAL
        yield Choice(kind_of(DealHand), say("Deal"), weight=primary)
    elif hand.showdown:
        yield from _awards(hand)
    elif betting.to_act(hand) == seat:
        yield from _bets(hand, seat, has, rules)
    if (hand is None or seat not in hand.live) and has < rules.start:
        yield Choice(kind_of(Rebuy), say("Begin again with the money of the start"), weight=_weight(has))
    if big := stakes.big_blind(state, rules):
        yield Choice(kind_of(RaiseBlinds), say("Big blind to %(amount)s", amount=Money(2 * big)), weight=Weight.QUIET)


def _weight(has: int) -> Weight:
    return Weight.QUIET if has else Weight.NORMAL


def _bets(hand: Hand, seat: str, has: int, rules: Rules) -> Iterator[Choice]:
    missing = betting.to_call(hand, seat)
    label = say("Check")
    if missing:
        label = say("Call %(amount)s", amount=Money(missing))
    if missing >= has:
        label = say("All in: %(amount)s", amount=Money(has))
    yield Choice(kind_of(Call), label, weight=Weight.PRIMARY)
    if missing:
        yield Choice(kind_of(Fold), say("Fold"))
    if not betting.may_raise(hand, seat, has):
        return
    everything = hand.bets.get(seat, 0) + has
    least = betting.least_raise(hand)
    most = betting.most_raise(hand, seat, has, rules.limit_of_bets)
    if least <= most:
        amount = Field("amount", say("To how much?"), FieldKind.AMOUNT, minimum=least, maximum=most, step=rules.step)
        amount = replace(amount, initial=least)
        title = say("Raise") if hand.highest else say("Bet")
        yield Choice(kind_of(RaiseTo), title, fields=(amount,), title=title)
    if everything <= most and missing < has:
        label = say("All in: %(amount)s", amount=Money(has))
        yield Choice(kind_of(RaiseTo), label, {"amount": everything}, sure=True)


def _awards(hand: Hand) -> Iterator[Choice]:
    pot = stakes.open_pots(hand)[0]
    one = Field("winners", say("Who wins it?"), FieldKind.PICK, named(pot.seats), index=0)
    title = say("Who wins %(amount)s?", amount=Money(pot.amount))
    yield Choice(kind_of(AwardPot), title, fields=(one,), title=title, weight=Weight.PRIMARY, at_once=True)
    several = tuple(
        Field("winners", label, FieldKind.PICK, named(pot.seats), index=at, required=at < stakes.FEWEST)
        for at, label in enumerate((say("One winner"), say("Another"), say("A third, if any"))[: len(pot.seats)])
    )
    yield Choice(kind_of(AwardPot), say("Share it"), fields=several, title=say("Several win it"), folded=True)
