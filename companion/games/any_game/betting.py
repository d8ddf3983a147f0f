"""A hand of betting as a value: the player to act, the price of a call, the range of a raise, the pots.

Money is on the table's ledger; here is only the amount that each player has put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.values import changed
from companion.games.any_game.house_rules import Limit


@dataclass(frozen=True)
class Hand:
    """A hand that is played.

    ``order``: the players who were dealt in, clockwise from the left of the dealer, who is last.
    ``put``: each player's total in this hand; ``bets``: the part of it in this round of bets.
    ``acted``: the players who have acted since the last raise; ``capped``: those of them who had acted before the raise
    came that was less than a full one.
    ``full``: the least raise; ``first``: the player who begins this round; ``allin``: the players with nothing left.
    ``street``: the number of the round of bets; ``won``: the number of pots that are awarded.
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
        """Return the players who have not folded."""
        return tuple(seat for seat in self.order if seat not in self.folded)

    @property
    def able(self) -> tuple[str, ...]:
        """Return the players who can still bet: not folded, and with something left."""
        return tuple(seat for seat in self.live if seat not in self.allin)

    @property
    def highest(self) -> int:
        """Return the highest bet of this round.

        Several players who can still bet match the whole big blind, even if its player had less.
        """
        blind = self.big if self.street == 1 and len(self.able) > 1 else 0
        return max(blind, *self.bets.values(), 0)


@dataclass(frozen=True, slots=True)
class Pot:
    """An amount, and the players who can win it."""

    amount: int
    seats: tuple[str, ...]


def to_call(hand: Hand, seat: str) -> int:
    """Return what the seat lacks to the highest bet, whether it has that much or not."""
    return hand.highest - hand.bets.get(seat, 0)


def to_act(hand: Hand) -> str:
    """Return the seat that bets next; "" where this round of bets is over."""
    if hand.showdown or len(hand.live) < 2:
        return ""
    waiting = [seat for seat in hand.able if seat not in hand.acted or to_call(hand, seat)]
    if not waiting or (waiting == list(hand.able) and len(waiting) == 1 and not to_call(hand, waiting[0])):
        return ""
    return next(seat for seat in _from(hand) if seat in waiting)


def _from(hand: Hand) -> tuple[str, ...]:
    """Return the players of the hand, the next one first."""
    last = hand.acted[-1] if hand.acted else ""
    at = (hand.order.index(last) + 1) if last else hand.order.index(hand.first)
    return (*hand.order[at:], *hand.order[:at])


def least_raise(hand: Hand) -> int:
    """Return the highest bet after the least full raise."""
    return hand.highest + hand.full


def most_raise(hand: Hand, seat: str, has: int, limit: Limit) -> int:
    """Return the highest bet to which this seat may raise; ``has`` is what it has left."""
    everything = hand.bets.get(seat, 0) + has
    match limit:
        case Limit.NONE:
            return everything
        case Limit.POT:
            return min(everything, hand.highest + sum(hand.put.values()) + to_call(hand, seat))
        case Limit.FIXED:
            return min(everything, least_raise(hand))


def may_raise(hand: Hand, seat: str, has: int) -> bool:
    """Return whether the seat may raise: it has more than it must call, and faces a full raise or has not acted yet.

    Several raises that were each less than a full one may be a full one together.
    """
    missing = to_call(hand, seat)
    return has > missing and (seat not in hand.capped or missing >= hand.full) and len(hand.able) > 1


def after_bet(hand: Hand, seat: str, amount: int, left: int, limit: Limit = Limit.NONE) -> Hand:
    """Return the hand after the seat has put in this amount (0: a check) and has ``left`` left.

    Where raises are fixed half of one counts as a full one.
    """
    before, bet = hand.highest, hand.bets.get(seat, 0) + amount
    put = {**hand.put, seat: hand.put.get(seat, 0) + amount}
    allin = hand.allin if left else (*hand.allin, seat)
    hand = changed(hand, put=put, bets={**hand.bets, seat: bet}, allin=allin)
    other_seats = tuple(each for each in hand.acted if each != seat)
    if bet <= before:
        return changed(hand, acted=(*other_seats, seat))
    raised = (bet - before) * (2 if limit is Limit.FIXED else 1)
    if raised >= hand.full:
        return changed(hand, acted=(seat,), capped=(), full=max(hand.full, bet - before))
    capped = tuple(each for each in other_seats if each not in hand.capped) + hand.capped
    return changed(hand, acted=(*other_seats, seat), capped=capped)


def after_fold(hand: Hand, seat: str) -> Hand:
    """Return the hand after the seat has folded; the next player is still known."""
    acted = (*(each for each in hand.acted if each != seat), seat)
    return changed(hand, folded=(*hand.folded, seat), acted=acted)


def next_street(hand: Hand, double: bool = False) -> Hand:
    """Return the hand in its next round of bets, which the first player in order begins."""
    full = hand.big * (2 if double else 1)
    return changed(
        hand, street=hand.street + 1, bets={}, acted=(), capped=(), full=full, first=(hand.able or hand.live)[0]
    )


def pots(hand: Hand) -> tuple[Pot, ...]:
    """Return the pots in the order in which they are awarded: the one that all can win, then the side pots.

    A pot ends where a player is all in; the others may still put in a share. The last pot has what a folded player has
    put in beyond the others.
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
    """Return the seat that has put in more than every other, and the excess, which nobody can win; ("", 0): no seat."""
    highest = max(hand.live, key=lambda seat: hand.put.get(seat, 0))
    second = max((put for seat, put in hand.put.items() if seat != highest), default=0)
    over = hand.put.get(highest, 0) - second
    return (highest, over) if over > 0 else ("", 0)


def after_return(hand: Hand, seat: str, amount: int) -> Hand:
    """Return the hand after the seat has got back what was not called."""
    put = {**hand.put, seat: hand.put[seat] - amount}
    return changed(hand, put=put, allin=tuple(each for each in hand.allin if each != seat))


def shares(pot: Pot, winners: tuple[str, ...], order: tuple[str, ...], step: int) -> dict[str, int]:
    """Return each winner's share, in whole multiples of ``step``.

    Odd ones go to the winner who sits first from the left of the dealer.
    """
    pieces, rest = divmod(pot.amount, step)
    each, remainder = divmod(pieces, len(winners))
    seated = [seat for seat in order if seat in winners]
    found = {seat: (each + (at < remainder)) * step for at, seat in enumerate(seated)}
    found[seated[0]] += rest
    return found
