"""The module that decides on each command."""

from __future__ import annotations

from companion.core.errors import NotNow
from companion.core.messages import Command, Event
from companion.core.plugin import Game
from companion.core.table.table import Table
from companion.core.text import say
from companion.games.any_game.decisions import auction, banking, money, stakes, turns, votes, writing
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.messages import bank as bank_messages
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import seats as seat_messages
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.state import State


def decide(game: Game, table: Table, seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    """Return the events of a player's command. Raise RuleError."""
    if seat not in table.play.players:
        raise NotNow(say("You are out of the game."))
    match command:
        case sheet_messages.WriteRow():
            return writing.write(table, seat, command, waived)
        case seat_messages.GoBankrupt(to=to):
            return money.bankrupt(table, seat, to)
        case play_messages.FinishGame():
            return (turns.ended(game, table, turns.FINISHED),)
        case _ if isinstance(command, vote_messages.COMMANDS):
            return _vote(table, seat, command)
        case _ if isinstance(command, bank_messages.COMMANDS):
            return _bank(table, seat, command)
        case _ if isinstance(command, betting_messages.COMMANDS):
            return _bet(table, seat, command)
        case _:
            return _turn(table, seat, command) or _pay(table, seat, command, waived)


def _turn(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case play_messages.RollDice():
            return turns.roll(table, seat, command)
        case play_messages.EndTurn():
            return turns.end_turn(table, seat)
        case play_messages.StopClock():
            return turns.stop_clock(table, seat)
        case play_messages.StartClock():
            return turns.start_clock(table, seat)
        case _:
            return ()


def _pay(table: Table[State, Rules], seat: str, command: Command, waived: bool) -> tuple[Event, ...]:
    match command:
        case play_messages.Take():
            return money.take(table, seat, command, waived)
        case play_messages.RequestPayment():
            return money.request(table, seat, command)
        case play_messages.PayRequest(request=number):
            return money.pay_request(table, seat, number)
        case play_messages.DropRequest(request=number):
            return money.drop_request(table, seat, number)
        case play_messages.Score():
            return money.score(table, seat, command)
        case play_messages.NameBanker(seat=other):
            return (play_messages.BankerNamed(money.player(table, other), seat),)
    raise NotNow(say("The box does not know what you mean."))


def _vote(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case vote_messages.AskVote():
            return votes.ask_vote(table, seat, command)
        case vote_messages.AskBids():
            return votes.ask_bids(table, seat, command)
        case vote_messages.OpenAuction():
            return auction.opened(table, seat, command)
        case vote_messages.Bid(amount=amount):
            return auction.bid(table, seat, amount)
        case vote_messages.Pass():
            return auction.passed(table, seat)
        case _:
            return votes.put_away(table, seat)


def _bank(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case bank_messages.MoveMoney():
            return banking.move(table, seat, command)
        case bank_messages.OfferDeal():
            return banking.offer(table, seat, command)
        case bank_messages.AcceptDeal(deal=number):
            return banking.accept(table, seat, number)
        case bank_messages.DropDeal(deal=number):
            return banking.drop(table, seat, number)
        case bank_messages.BuyUnits():
            return banking.buy(table, seat, command)
        case bank_messages.SellUnits():
            return banking.sell(table, seat, command)
        case bank_messages.GiveUnits():
            return banking.give(table, seat, command)
        case bank_messages.SetPrice():
            return banking.set_price(table, seat, command)
        case bank_messages.PayDividend():
            return banking.dividend(table, seat, command)
    raise NotNow(say("The box does not know what you mean."))


def _bet(table: Table[State, Rules], seat: str, command: Command) -> tuple[Event, ...]:
    match command:
        case betting_messages.DealHand():
            return stakes.deal(table, seat)
        case betting_messages.Call():
            return stakes.call(table, seat)
        case betting_messages.RaiseTo(amount=amount):
            return stakes.raise_to(table, seat, amount)
        case betting_messages.Fold():
            return stakes.fold(table, seat)
        case betting_messages.AwardPot(winners=winners):
            return stakes.award(table, winners)
        case betting_messages.RaiseBlinds():
            return stakes.raise_blinds(table, seat)
        case _:
            return stakes.rebuy(table, seat)
