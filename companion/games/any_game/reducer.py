"""The reducer of a game of any kind. Balances and ballots are the table's."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.messages import Event
from companion.core.secrets.ballot import BallotOpened, BallotRevealed, TallyTold
from companion.core.table.events import GameStarted
from companion.core.table.table import Table
from companion.core.values import changed
from companion.games.any_game import betting, sheet, units
from companion.games.any_game.betting import Hand
from companion.games.any_game.house_rules import Limit, Rules
from companion.games.any_game.messages import bank as bank_messages
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.messages.seats import CameBack, Joined
from companion.games.any_game.state import MAX_COURSE_ROUNDS, State


def apply(table: Table[State], event: Event) -> State:
    """Return the game's state after the event."""
    state = table.play
    match event:
        case GameStarted(order=order):
            first_comer = min(order, key=lambda seat: int(seat[1:]))
            turn = order[0] if table.rules.turns else ""
            rows = (sheet.EMPTY,) * len(sheet.lines(table.rules))
            points = dict.fromkeys(order, 0)
            since = table.seq if table.rules.betting else 0
            began = State(order, turn, banker=first_comer, points=points, began=table.seq, rows=rows)
            return changed(began, blind_since=since, course=_course(table, began))
        case play_messages.TurnEnded(next=following, round=round_):
            state = changed(state, clocks=_used(state, table.seq)) if table.rules.stock else state
            turned = changed(state, turn=following, round=round_, count=state.count + 1, began=table.seq)
            paused = table.seq if state.paused else 0
            if round_ > state.round:
                turned = changed(turned, course=_course(table, turned))
            return changed(turned, dice=(), outcome=None, shown=False, paused=paused, stood=())
        case play_messages.DiceRolled(seat=seat, faces=faces, by_box=by_box):
            return changed(state, dice=faces, rolled=seat, by_box=by_box)
        case play_messages.Scored(seat=seat, points=points):
            return changed(state, points={**state.points, seat: state.points[seat] + points})
        case play_messages.ClockStopped():
            return _with_clock_stopped(changed(state, halted=True), table.seq)
        case play_messages.ClockStarted():
            return _with_clock_running(changed(state, halted=False), table.seq)
        case play_messages.BankerNamed(seat=seat):
            return changed(state, banker=seat)
        case seat_messages.WentBankrupt(seat=seat, left=left):
            return changed(_without(state, seat), left={**state.left, seat: left})
        case Joined():
            return _with(state, event)
        case CameBack():
            return _back(table, state, event)
        case play_messages.PaymentRequested(request=request):
            return changed(state, requests=(*state.requests, request))
        case play_messages.RequestPaid(request=request) | play_messages.RequestDropped(request=request):
            return changed(state, requests=tuple(each for each in state.requests if each.id != request.id))
        case _ if isinstance(event, bank_messages.EVENTS):
            return _at_the_bank(state, event)
        case _ if isinstance(event, betting_messages.EVENTS):
            return _in_the_hand(table, state, event)
        case (
            sheet_messages.RowWritten()
            | sheet_messages.WentOver()
            | sheet_messages.AnnouncementsAsked()
            | sheet_messages.Announced()
        ):
            return _on_the_sheet(table, state, event)
        case _:
            return _auctioned(_voted(state, event, table.seq), event, table.seq)


def _course(table: Table, state: State) -> tuple[Mapping[str, int], ...]:
    """Return the course of the game with what every seat has now; empty where that is not public."""
    has = state.points if table.rules.scores else table.accounts
    balances = {seat: has[seat] for seat in state.order}
    if not (table.rules.scores or table.rules.open_cash):
        return ()
    if (state.round - 1) % state.course_every:
        return state.course
    return (*(state.course if len(state.course) < MAX_COURSE_ROUNDS else state.course[::2]), balances)


def _at_the_bank(state: State, event: Event) -> State:
    match event:
        case bank_messages.DealOffered(deal=deal):
            return changed(state, deals=(*state.deals, deal))
        case bank_messages.DealMade(deal=deal) | bank_messages.DealDropped(deal=deal):
            return changed(state, deals=tuple(each for each in state.deals if each.id != deal.id))
        case bank_messages.UnitsMoved():
            return changed(state, held=units.moved(state.held, event))
        case bank_messages.DividendPaid(kind=kind, amount=amount):
            return changed(state, dividends={**state.dividends, kind: amount})
        case bank_messages.PriceChanged(kind=kind, price=price):
            return changed(state, prices={**state.prices, kind: price})
        case _:
            return state


def _in_the_hand(table: Table[State, Rules], state: State, event: Event) -> State:
    match event, state.hand:
        case betting_messages.HandDealt(hand=hand), _:
            return changed(state, hand=hand, outcome=None, shown=False)
        case betting_messages.BetMade(seat=seat, amount=amount), Hand() as hand:
            left, limit = table.accounts[seat], table.rules.limit_of_bets
            return changed(state, hand=betting.after_bet(hand, seat, amount, left, limit))
        case betting_messages.HandFolded(seat=seat), Hand() as hand:
            return changed(state, hand=betting.after_fold(hand, seat))
        case betting_messages.StreetBegan(street=street), Hand() as hand:
            dearer = table.rules.limit_of_bets is Limit.FIXED and street > table.rules.streets // 2
            return changed(state, hand=betting.next_street(hand, dearer))
        case betting_messages.ShowdownBegan(), Hand() as hand:
            return changed(state, hand=changed(hand, showdown=True))
        case betting_messages.BetReturned(seat=seat, amount=amount), Hand() as hand:
            return changed(state, hand=betting.after_return(hand, seat, amount))
        case betting_messages.PotWon(), Hand() as hand:
            return changed(state, hand=changed(hand, won=hand.won + 1))
        case betting_messages.HandOver(turn=turn, round=round_), _:
            over = changed(state, hand=None, turn=turn, round=round_, count=state.count + 1, began=table.seq)
            return changed(over, paused=0, stood=())
        case betting_messages.BlindsRaised(big=big), _:
            return changed(state, blind=big, blind_since=table.seq)
        case _:
            return state


def _on_the_sheet(table: Table, state: State, event: Event) -> State:
    match event:
        case sheet_messages.RowWritten(number=number, row=row, turn=turn, round=round_):
            before = (*state.rows, *(sheet.EMPTY for _ in range(len(state.rows), number - 1)))
            rows = (*before[: number - 1], row, *before[number:])
            points = sheet.totals(table.rules, state.columns(table.rules), rows, state.given)
            written = changed(state, rows=rows, points=points)
            if (turn, round_) == (state.turn, state.round):
                return written
            begun = changed(written, turn=turn, round=round_, count=state.count + 1, began=table.seq, announced={})
            return changed(begun, dice=(), outcome=None, shown=False, paused=0, stood=())
        case sheet_messages.WentOver(seats=seats):
            for seat in seats:
                following = state.after(seat) if state.turn == seat else state.turn
                state = changed(_without(state, seat), turn=following)
            return state
        case sheet_messages.AnnouncementsAsked(announced=announced):
            return changed(state, announcing=True, announced_before=announced, announced={})
        case sheet_messages.Announced(announced=announced):
            return changed(state, announcing=False, announced_before={}, announced=announced, shown=False)
        case _:
            return state


def _voted(state: State, event: Event, seq: int) -> State:
    match event:
        case vote_messages.BidsAsked(bidding=bidding):
            return changed(state, bidding=bidding)
        case BallotOpened(ballot=ballot):
            asked = changed(state, bidding=state.bidding if ballot.numbers else None, outcome=None, shown=False)
            return _with_clock_stopped(asked, seq)
        case BallotRevealed() | TallyTold():
            return _with_clock_running(changed(state, shown=True), seq)
        case vote_messages.BidsSettled(outcome=outcome):
            return changed(state, bidding=None, outcome=outcome)
        case vote_messages.ResultPutAway():
            return changed(state, outcome=None, shown=False)
        case _:
            return state


def _auctioned(state: State, event: Event, seq: int) -> State:
    match event, state.auction:
        case vote_messages.AuctionOpened(auction=auction), _:
            return _with_clock_stopped(changed(state, auction=auction, outcome=None, shown=False), seq)
        case vote_messages.BidMade(seat=seat, amount=amount), vote_messages.Auction() as auction:
            rotated = (*auction.bidders[1:], seat)
            return changed(state, auction=changed(auction, bidders=rotated, best=amount, by=seat))
        case vote_messages.BidPassed(seat=seat), vote_messages.Auction() as auction:
            return changed(state, auction=_passed(auction, seat))
        case vote_messages.AuctionEnded(outcome=outcome), _:
            return _with_clock_running(changed(state, auction=None, outcome=outcome), seq)
        case _:
            return state


def _used(state: State, seq: int) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return what the turns have used once this one ends; the clock may stand at that moment."""
    if not state.turn:
        return state.clocks
    pauses = (*state.stood, (state.paused, seq)) if state.paused else state.stood
    return {**state.clocks, state.turn: (*state.clocks.get(state.turn, ()), (seq, state.began), *pauses)}


def _with_clock_stopped(state: State, seq: int) -> State:
    """Return the state with the clock of the turn stopped."""
    return changed(state, paused=state.paused or seq)


def _with_clock_running(state: State, seq: int) -> State:
    """Return the state with the clock of the turn running again, unless a player has stopped it."""
    if state.halted:
        return state
    pauses = ((state.paused, seq),) if state.paused else ()
    return changed(state, paused=0, stood=(*state.stood, *pauses))


def _passed(auction: vote_messages.Auction, seat: str) -> vote_messages.Auction:
    return changed(auction, bidders=tuple(each for each in auction.bidders if each != seat))


def _without(state: State, seat: str) -> State:
    """Return the state without somebody who is out; a leading bid of that player counts no more."""
    auction = state.auction and _passed(state.auction, seat)
    if auction and auction.by == seat:
        auction = changed(auction, best=0, by="")
    requests = tuple(each for each in state.requests if seat not in (each.by, each.of))
    heir = next((each for each in state.players if each != seat), "") if state.banker == seat else state.banker
    deals = tuple(each for each in state.deals if seat not in (each.by, each.of))
    state = changed(state, deals=deals, held=units.without(state.held, seat))
    hand = betting.after_fold(state.hand, seat) if state.hand and seat in state.hand.live else state.hand
    return changed(state, out=(*state.out, seat), requests=requests, auction=auction, banker=heir, hand=hand)


def _with(state: State, joined: Joined) -> State:
    """Return the state with somebody who has come after the start."""
    seat, partner = joined.seat, joined.partner
    at = state.order.index(joined.after) + 1 if joined.after else len(state.order)
    given = {**state.given, seat: joined.points} if joined.points else state.given
    since = {**state.since, seat: joined.row} if joined.row > 1 else state.since
    points = {**state.points, seat: state.points[partner] if partner else joined.points}
    partners = {**state.partners, seat: partner} if partner else state.partners
    order = (*state.order[:at], seat, *state.order[at:])
    return changed(state, order=order, points=points, given=given, since=since, partners=partners)


def _back(table: Table[State, Rules], state: State, event: CameBack) -> State:
    """Return the state with somebody who had left, at the same place; a team that went on without him misses no row."""
    members = next(each for each in state.columns(table.rules) if event.seat in each)
    went_on = any(seat not in state.out for seat in members)
    since = state.since if went_on else {**state.since, members[0]: event.row}
    out = tuple(seat for seat in state.out if seat != event.seat)
    left = {seat: amount for seat, amount in state.left.items() if seat != event.seat}
    return changed(state, out=out, since=since, left=left)
