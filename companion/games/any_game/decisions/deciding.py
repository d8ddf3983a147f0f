"""The module that decides on each command."""

from __future__ import annotations

from companion.core.errors import NotNow
from companion.core.messages import Command, Event
from companion.core.plugin import Game
from companion.core.table.table import Table
from companion.core.text import say
from companion.games.any_game.decisions import auction, banking, money, stakes, turns, votes, writing
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages import bank as km
from companion.games.any_game.messages import betting as bm
from companion.games.any_game.messages import play as m
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.messages import sheet as sm
from companion.games.any_game.messages import votes as vm
from companion.games.any_game.state import State


def decide(game: Game, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    """Return the events of a player's command. Raise RuleError."""
    if seat not in table.play.players:
        raise NotNow(say("You are out of the game."))
    match command:
        case sm.WriteRow():
            return writing.write(table, seat, command, waived)
        case seat_messages.GoBankrupt(to=to):
            return money.bankrupt(table, seat, to)
        case m.FinishGame():
            return (turns.ended(game, table, turns.FINISHED),)
        case _ if isinstance(command, vm.COMMANDS):
            return _vote(table, seat, command)
        case _ if isinstance(command, km.COMMANDS):
            return _bank(table, seat, command)
        case _ if isinstance(command, bm.COMMANDS):
            return _bet(table, seat, command)
        case _:
            return _turn(table, seat, command) or _pay(table, seat, command, waived)


def _turn(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case m.RollDice():
            return turns.roll(table, seat, command)
        case m.EndTurn():
            return turns.end_turn(table, seat)
        case m.StopClock():
            return turns.stop_clock(table, seat)
        case m.StartClock():
            return turns.start_clock(table, seat)
        case _:
            return ()


def _pay(table: Table[State, Rules], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    match command:
        case m.Take():
            return money.take(table, seat, command, waived)
        case m.RequestPayment():
            return money.request(table, seat, command)
        case m.PayRequest(request=number):
            return money.pay_request(table, seat, number)
        case m.DropRequest(request=number):
            return money.drop_request(table, seat, number)
        case m.Score():
            return money.score(table, seat, command)
        case m.NameBanker(seat=other):
            return (m.BankerNamed(money.player(table, other), seat),)
    raise NotNow(say("The box does not know what you mean."))


def _vote(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case vm.AskVote():
            return votes.ask_vote(table, seat, command)
        case vm.AskBids():
            return votes.ask_bids(table, seat, command)
        case vm.OpenAuction():
            return auction.opened(table, seat, command)
        case vm.Bid(amount=amount):
            return auction.bid(table, seat, amount)
        case vm.Pass():
            return auction.passed(table, seat)
        case _:
            return votes.put_away(table, seat)


def _bank(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case km.MoveMoney():
            return banking.move(table, seat, command)
        case km.OfferDeal():
            return banking.offer(table, seat, command)
        case km.AcceptDeal(deal=number):
            return banking.accept(table, seat, number)
        case km.DropDeal(deal=number):
            return banking.drop(table, seat, number)
        case km.BuyUnits():
            return banking.buy(table, seat, command)
        case km.SellUnits():
            return banking.sell(table, seat, command)
        case km.GiveUnits():
            return banking.give(table, seat, command)
        case km.SetPrice():
            return banking.set_price(table, seat, command)
        case km.PayDividend():
            return banking.dividend(table, seat, command)
    raise NotNow(say("The box does not know what you mean."))


def _bet(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case bm.DealHand():
            return stakes.deal(table, seat)
        case bm.Call():
            return stakes.call(table, seat)
        case bm.RaiseTo(amount=amount):
            return stakes.raise_to(table, seat, amount)
        case bm.Fold():
            return stakes.fold(table, seat)
        case bm.AwardPot(winners=winners):
            return stakes.award(table, winners)
        case bm.RaiseBlinds():
            return stakes.raise_blinds(table, seat)
        case _:
            return stakes.rebuy(table, seat)
