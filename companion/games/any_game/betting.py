"""A hand of betting as a value: who is to act, what it costs him, how far he may raise, which pots there are.

Money lies on the table's ledger; here stands only who has put in how much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.values import changed
from companion.games.any_game.house_rules import Limit


@dataclass(frozen=True)
class Hand:
    """A hand that is played. ``order`` are those who have been dealt in, from the left of the dealer on, who is last.

    ``put`` is what each has put in altogether, ``bets`` what of it in this round of bets; ``acted`` have said something
    since the last raise, ``capped`` may raise no more, since the last raise was less than a whole one. ``full`` is what
    a raise is at least, ``first`` who begins this round, ``allin`` have nothing left. ``street`` counts the rounds of
    bets; ``won`` the pots that are given away.
    """

    order: tuple[str, ...]
    first: str
    big: int
    full: int
    street: int = 1
    put: Mapping[str, int] = field(default_factory=dict)
    bets: Mapping[str, int] = field(default_factory=dict)
    folded: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    capped: tuple[str, ...] = ()
    allin: tuple[str, ...] = ()
    won: int = 0
    showdown: bool = False

    @property
    def live(self) -> tuple[str, ...]:
        """Who has not folded."""
        return tuple(seat for seat in self.order if seat not in self.folded)

    @property
    def able(self) -> tuple[str, ...]:
        """Who can still bet: not folded, and something left."""
        return tuple(seat for seat in self.live if seat not in self.allin)

    @property
    def highest(self) -> int:
        """The highest bet of this round."""
        return max(self.bets.values(), default=0)


@dataclass(frozen=True, slots=True)
class Pot:
    """An amount, and those who can win it."""

    amount: int
    seats: tuple[str, ...]


def to_call(hand: Hand, seat: str) -> int:
    """What is missing to the highest bet, whether he has it or not."""
    return hand.highest - hand.bets.get(seat, 0)


def to_act(hand: Hand) -> str:
    """Whose bet it is; "" where this round of bets is over."""
    if hand.showdown or len(hand.live) < 2:
        return ""
    waiting = [seat for seat in hand.able if seat not in hand.acted or to_call(hand, seat)]
    if not waiting or (waiting == list(hand.able) and len(waiting) == 1 and not to_call(hand, waiting[0])):
        return ""
    return next(seat for seat in _from(hand) if seat in waiting)


def _from(hand: Hand) -> tuple[str, ...]:
    """The players of the hand, whoever is next first."""
    last = hand.acted[-1] if hand.acted else ""
    at = (hand.order.index(last) + 1) if last else hand.order.index(hand.first)
    return (*hand.order[at:], *hand.order[:at])


def least_raise(hand: Hand) -> int:
    """What a whole raise brings the highest bet to."""
    return hand.highest + hand.full


def most_raise(hand: Hand, seat: str, has: int, limit: Limit) -> int:
    """What this seat, which has so much left, may bring the highest bet to."""
    everything = hand.bets.get(seat, 0) + has
    match limit:
        case Limit.NONE:
            return everything
        case Limit.POT:
            return min(everything, hand.highest + sum(hand.put.values()) + to_call(hand, seat))
        case Limit.FIXED:
            return min(everything, least_raise(hand))


def may_raise(hand: Hand, seat: str, has: int) -> bool:
    """Whether he may raise: he has more than he must call, and nobody's short raise has closed it to him."""
    return has > to_call(hand, seat) and seat not in hand.capped and len(hand.able) > 1


def after_bet(hand: Hand, seat: str, amount: int, left: int) -> Hand:
    """The hand after somebody has put in so much, nothing for a check, and has so much left."""
    before, bet = hand.highest, hand.bets.get(seat, 0) + amount
    put = {**hand.put, seat: hand.put.get(seat, 0) + amount}
    allin = hand.allin if left else (*hand.allin, seat)
    hand = changed(hand, put=put, bets={**hand.bets, seat: bet}, allin=allin)
    others = tuple(each for each in hand.acted if each != seat)
    if bet <= before:
        return changed(hand, acted=(*others, seat))
    whole = bet - before >= hand.full
    if whole:
        return changed(hand, acted=(seat,), capped=(), full=max(hand.full, bet - before))
    return changed(
        hand, acted=(*others, seat), capped=tuple(each for each in others if each not in hand.capped) + hand.capped
    )


def after_fold(hand: Hand, seat: str) -> Hand:
    """The hand after somebody has thrown his cards away; the next one is still known."""
    acted = (*(each for each in hand.acted if each != seat), seat)
    return changed(hand, folded=(*hand.folded, seat), acted=acted)


def next_street(hand: Hand, double: bool = False) -> Hand:
    """The next round of bets, which whoever sits first begins."""
    full = hand.big * (2 if double else 1)
    return changed(
        hand, street=hand.street + 1, bets={}, acted=(), capped=(), full=full, first=(hand.able or hand.live)[0]
    )


def pots(hand: Hand) -> tuple[Pot, ...]:
    """What lies there, in the order in which it is given away: the pot that all can win, then the side pots.

    A pot ends where somebody is all in; whoever is not may still put in his part. What one who has folded has put in
    beyond the others lies in the last pot.
    """
    found: list[Pot] = []
    below, stakes = 0, {seat: hand.put.get(seat, 0) for seat in hand.live}
    heights = {stake for seat, stake in stakes.items() if seat in hand.allin} | {max(stakes.values(), default=0)}
    for height in sorted(heights - {0}):
        amount = sum(min(put, height) - min(put, below) for put in hand.put.values())
        seats = tuple(seat for seat, stake in stakes.items() if stake >= height or seat not in hand.allin)
        found.append(Pot(amount, seats))
        below = height
    over = sum(hand.put.values()) - sum(pot.amount for pot in found)
    if over and found:
        found[-1] = Pot(found[-1].amount + over, found[-1].seats)
    return tuple(found)


def uncalled(hand: Hand) -> tuple[str, int]:
    """Who has put in more than anybody else, and how much more: nobody can win that. ("", 0) where nobody has."""
    highest = max(hand.live, key=lambda seat: hand.put.get(seat, 0))
    others = max((put for seat, put in hand.put.items() if seat != highest), default=0)
    over = hand.put.get(highest, 0) - others
    return (highest, over) if over > 0 else ("", 0)


def after_return(hand: Hand, seat: str, amount: int) -> Hand:
    """The hand after somebody has got back what nobody has called."""
    put = {**hand.put, seat: hand.put[seat] - amount}
    return changed(hand, put=put, allin=tuple(each for each in hand.allin if each != seat))


def shares(pot: Pot, winners: tuple[str, ...], order: tuple[str, ...], step: int) -> dict[str, int]:
    """What each winner gets, in whole pieces of ``step``: odd ones go to whoever sits first from the left of the
    dealer."""
    pieces, rest = divmod(pot.amount, step)
    each, odd = divmod(pieces, len(winners))
    seated = [seat for seat in order if seat in winners]
    found = {seat: (each + (at < odd)) * step for at, seat in enumerate(seated)}
    found[seated[0]] += rest
    return found
