"""An auction in turns: bid more, or pass and bid no more; the last one left has it."""

from __future__ import annotations

from companion.core.errors import BadRequest, CannotAfford, NotNow
from companion.core.messages import Event
from companion.core.money import bank
from companion.core.table.table import Table
from companion.core.text import Money, Who, fact, say
from companion.games.any_game.decisions.money import seller, won
from companion.games.any_game.decisions.votes import check_free
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.settings import typed
from companion.games.any_game.state import now


def opened(table: Table, seat: str, command: vote_messages.OpenAuction) -> tuple[Event, ...]:
    """Return the event that opens an auction; the player who opens it bids first, or passes."""
    check_free(table)
    what, state, rules = bank.short(command.what), table.play, table.rules
    if not what:
        raise BadRequest(say("Please say what it is about."))
    least = typed(rules, command.least or rules.step)
    at = state.players.index(seat)
    bidders = (*state.players[at:], *state.players[:at])
    return (vote_messages.AuctionOpened(vote_messages.Auction(what, seller(table, seat, command.to), least, bidders)),)


def bid(table: Table, seat: str, amount: int) -> tuple[Event, ...]:
    """Return a bid above the best one, of no more than one has. Raise NotNow, BadRequest or CannotAfford."""
    _going_on(table, seat)
    least = next_bid(table)
    if typed(table.rules, amount) < least:
        raise BadRequest(say("The next bid is at least %(least)s.", least=Money(least)))
    if table.accounts[seat] < amount:
        raise CannotAfford(seat, table.accounts[seat], amount)
    return (vote_messages.BidMade(seat, amount),)


def passed(table: Table, seat: str) -> tuple[Event, ...]:
    """Return that this seat bids no more. Raise NotNow without an auction in which it can."""
    _going_on(table, seat)
    return (vote_messages.BidPassed(seat),)


def next_bid(table: Table) -> int:
    """Return the least that can be bid now."""
    state, rules = now(table)
    auction = state.auction
    return 0 if auction is None else auction.best + rules.step if auction.by else auction.least


def settle(table: Table) -> tuple[Event, ...]:
    """Return the end of an auction in which one bidder is left who leads, or none at all."""
    state, _ = now(table)
    auction = state.auction
    if auction is None or (auction.bidders and auction.bidders != (auction.by,)):
        return ()
    if not auction.bidders:
        return (vote_messages.AuctionEnded("", auction.what, 0),)
    paid = won(table, auction.by, auction.to, auction.best, fact("auction_won", what=auction.what))
    return (
        vote_messages.AuctionEnded(auction.by, auction.what, auction.best, short=paid is None, postings=paid or ()),
    )


def _going_on(table: Table, seat: str) -> vote_messages.Auction:
    state, _ = now(table)
    if state.auction is None:
        raise NotNow(say("No auction is going on."))
    if seat != state.auction.bidders[0]:
        raise NotNow(say("%(who)s bids next.", who=Who(state.auction.bidders[0])))
    return state.auction
