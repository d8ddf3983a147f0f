"""Bets in turns at a table: blinds, calls and raises as payments into the stakes, and their return or award."""

from __future__ import annotations

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Event, Posting
from companion.core.money.currency import check_step
from companion.core.money.ledger import BANK, amount_of, transfer
from companion.core.table.table import Table
from companion.core.text import Money, Who, fact, say
from companion.games.any_game import betting
from companion.games.any_game.betting import Hand, Pot
from companion.games.any_game.decisions.announcing import begins
from companion.games.any_game.house_rules import STAKES, Rules
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.settings import edition_at, starting
from companion.games.any_game.state import State, now

FEWEST = 2


def bets(rules: Rules) -> bool:
    """Return whether this table bets in turns."""
    return rules.betting and not rules.scores


def big_blind(state: State, rules: Rules) -> int:
    """Return the big blind now."""
    return state.blind or rules.blind


def small_blind(big: int, step: int) -> int:
    """Return half the big blind, rounded up to what can be paid."""
    return -(-big // (2 * step)) * step


def has_everything(table: Table[State, Rules]) -> str:
    """Return the only player who has something left between two hands, "" where there are several."""
    if not bets(table.rules) or table.play.hand:
        return ""
    able = [seat for seat in table.play.players if table.accounts[seat] > 0]
    return able[0] if len(able) == 1 else ""


def deal(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Deal a hand to every player with something left. Raise NotNow."""
    state, rules = now(table)
    if not bets(rules):
        raise NotNow(say("This game has no bets in turns."))
    if state.hand:
        raise NotNow(say("A hand is being played."))
    order = seated(table)
    if len(order) < FEWEST:
        raise NotNow(say("Two at least need something to bet."))
    big = big_blind(state, rules)
    heads_up = len(order) == FEWEST
    small, large = (order[-1], order[0]) if heads_up else order[:2]
    due = dict.fromkeys(order, rules.ante) | {small: rules.ante + small_blind(big, rules.step), large: rules.ante + big}
    put = {each: min(due[each], table.accounts[each]) for each in order}
    blinds = {each: max(0, put[each] - rules.ante) for each in (small, large)} if big else {}
    first = (small if heads_up else order[2 % len(order)]) if big else order[0]
    allin = tuple(each for each in order if put[each] == table.accounts[each])
    hand = Hand(order, first, big, big or rules.step, put=_some(put), bets=_some(blinds), allin=allin)
    posted = tuple(Posting(each, STAKES, amount, fact("blind")) for each, amount in put.items() if amount)
    return (betting_messages.HandDealt(hand, postings=posted),)


def _some(amounts: dict[str, int]) -> dict[str, int]:
    return {seat: amount for seat, amount in amounts.items() if amount}


def seated(table: Table[State, Rules]) -> tuple[str, ...]:
    """Return the players who can be dealt in, clockwise from the left of the dealer."""
    state = table.play
    at = state.players.index(begins(state)) + 1
    return tuple(seat for seat in (*state.players[at:], *state.players[:at]) if table.accounts[seat] > 0)


def call(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Put in what is missing to the highest bet, or all that the seat has; 0 is a check."""
    hand = _acting(table, seat)
    amount = min(betting.to_call(hand, seat), table.accounts[seat])
    return (_bet(table, seat, amount, raised=False),)


def raise_to(table: Table[State, Rules], seat: str, amount: int) -> tuple[Event, ...]:
    """Raise within the table's limit, or go all in. Raise BadRequest."""
    hand, has, rules = _acting(table, seat), table.accounts[seat], table.rules
    everything = hand.bets.get(seat, 0) + has
    if amount != everything:
        check_step(edition_at(rules).currency, amount_of(amount))
    if not betting.may_raise(hand, seat, has) or amount <= hand.highest:
        raise BadRequest(say("You cannot raise now."))
    least, most = betting.least_raise(hand), betting.most_raise(hand, seat, has, rules.limit_of_bets)
    if amount > most or (amount < least and amount != everything):
        low = min(least, everything)
        raise BadRequest(say("A raise goes from %(least)s to %(most)s.", least=Money(low), most=Money(most)))
    return (_bet(table, seat, amount - hand.bets.get(seat, 0), raised=True),)


def _bet(table: Table[State, Rules], seat: str, amount: int, raised: bool) -> betting_messages.BetMade:
    hand = table.play.hand
    assert hand
    highest = max(hand.highest, hand.bets.get(seat, 0) + amount)
    paid = transfer(table.accounts, seat, STAKES, amount, fact("bet"))
    return betting_messages.BetMade(seat, amount, highest, raised, amount == table.accounts[seat] > 0, postings=paid)


def fold(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Return that this seat gives up its hand. Raise NotNow out of turn."""
    _acting(table, seat)
    return (betting_messages.HandFolded(seat),)


def award(table: Table[State, Rules], winners: tuple[str, ...]) -> tuple[Event, ...]:
    """Award the next pot to some of the players who can win it. Raise NotNow or BadRequest."""
    hand = table.play.hand
    if hand is None or not hand.showdown:
        raise NotNow(say("There is nothing to give away yet."))
    pot = open_pots(hand)[0]
    if not winners or len(set(winners)) < len(winners) or not set(winners) <= set(pot.seats):
        raise BadRequest(say("This pot goes to one or several of those who can win it."))
    return (_won(table, hand, pot, winners),)


def open_pots(hand: Hand) -> tuple[Pot, ...]:
    """Return the pots that are not awarded yet."""
    return betting.pots(hand)[hand.won :]


def _won(table: Table[State, Rules], hand: Hand, pot: Pot, winners: tuple[str, ...]) -> betting_messages.PotWon:
    pot = Pot(min(pot.amount, table.accounts[STAKES]), pot.seats)
    parts = betting.shares(pot, winners, hand.order, table.rules.step)
    posted = tuple(Posting(STAKES, seat, amount, fact("pot")) for seat, amount in parts.items() if amount)
    return betting_messages.PotWon(winners, pot.amount, postings=posted)


def raise_blinds(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Return the next level of the blinds. Raise NotNow in a game without."""
    state, rules = now(table)
    if not bets(rules) or not big_blind(state, rules):
        raise NotNow(say("This game has no blinds."))
    return (betting_messages.BlindsRaised(2 * big_blind(state, rules), seat),)


def rebuy(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Pay the starting money once more to a player who is in no hand. Raise NotNow."""
    state, rules = now(table)
    if not bets(rules) or (state.hand and seat in state.hand.live):
        raise NotNow(say("You can begin again only between hands."))
    amount = starting(rules, table.ids.index(seat))
    return (
        betting_messages.BoughtIn(seat, amount, postings=transfer(table.accounts, BANK, seat, amount, fact("rebuy"))),
    )


def settle(table: Table[State, Rules]) -> tuple[Event, ...]:
    """Return the automatic consequence: the next round of bets, the showdown, a pot with one claimant, the end."""
    state, rules = now(table)
    hand = state.hand
    if hand is None or not bets(rules):
        return ()
    if len(hand.live) == 1 and table.accounts[STAKES]:
        everything = Pot(table.accounts[STAKES], hand.live)
        return (_won(table, hand, everything, hand.live),)
    if not hand.showdown and len(hand.live) > 1:
        if betting.to_act(hand):
            return ()
        seat, over = betting.uncalled(hand)
        if over:
            back = transfer(table.accounts, STAKES, seat, min(over, table.accounts[STAKES]), fact("bet"))
            return (betting_messages.BetReturned(seat, over, postings=back),)
        on = len(hand.able) > 1 and hand.street < rules.streets
        return (betting_messages.StreetBegan(hand.street + 1) if on else betting_messages.ShowdownBegan(),)
    left = open_pots(hand) if table.accounts[STAKES] else ()
    if not left:
        return (_over(table),)
    if len(left[0].seats) == 1:
        return (_won(table, hand, left[0], left[0].seats),)
    return ()


def _over(table: Table[State, Rules]) -> betting_messages.HandOver:
    """Return the end of the hand: the next player with something left deals."""
    state = table.play
    if not state.turn:
        return betting_messages.HandOver("", state.round + 1)
    turn, round_ = state.turn, state.round
    for _ in state.players:
        turn, round_ = state.turned(turn, round_)
        if table.accounts[turn] > 0:
            break
    return betting_messages.HandOver(turn, round_)


def given_back(table: Table[State, Rules]) -> tuple[Posting, ...]:
    """Return the payments that give back what players have put into a hand that is not played to its end."""
    hand, left = table.play.hand, table.accounts.get(STAKES, 0)
    found = []
    for seat, put in hand.put.items() if hand else ():
        if amount := min(put, left):
            found.append(Posting(STAKES, seat, amount, fact("bet")))
            left -= amount
    return tuple(found)


def _acting(table: Table[State, Rules], seat: str) -> Hand:
    hand = table.play.hand
    if hand is None:
        raise NotNow(say("No hand is being played."))
    acts = betting.to_act(hand)
    if acts != seat:
        raise NotNow(say("%(who)s bets now.", who=Who(acts)) if acts else say("Nobody bets now."))
    return hand
