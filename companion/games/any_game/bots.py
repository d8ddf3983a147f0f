"""Simple players for *Try it alone*: they pay what they are asked for, bid a little, and play on."""

from __future__ import annotations

import random
from typing import Any

from companion.core.messages import Command
from companion.core.money.bank_messages import Pay
from companion.core.plugin import Game
from companion.core.table.table import Table
from companion.games.any_game import messages as m
from companion.games.any_game.auction import next_bid
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.state import State, now


def command(game: Game, table: Table, seat: str, chance: random.Random, secrets: Any) -> Command | None:
    """What this seat does now; None: nothing."""
    state, rules = now(table)
    if seat not in state.players:
        return None
    cash = table.accounts[seat]
    for each in state.requests:
        if each.of == seat:
            return m.PayRequest(each.id) if each.amount <= cash else m.DropRequest(each.id)
    if state.auction:
        return _bid(table, state.auction, seat, chance)
    if state.turn != seat:
        return None
    if rules.dice and not state.dice:
        return m.RollDice()
    return _play(state, rules, seat, cash, chance)


def _bid(table: Table, auction: m.Auction, seat: str, chance: random.Random) -> Command | None:
    if auction.bidders[0] != seat:
        return None
    least = next_bid(table)
    return m.Bid(least) if least * 4 <= table.accounts[seat] and chance.random() < 0.7 else m.Pass()


def _play(state: State, rules: Rules, seat: str, cash: int, chance: random.Random) -> Command:
    """Now and then it pays somebody, or scores; most turns it ends at once."""
    others = [each for each in state.players if each != seat]
    if rules.scores:
        lucky = state.points[seat] < state.round and chance.random() < 0.5
        return m.Score(seat, chance.randint(1, 3)) if lucky else m.EndTurn()
    amount = rules.step * chance.randint(1, 20)
    if others and amount <= cash // 4 and chance.random() < 0.4:
        return Pay(chance.choice(others), amount)
    return m.EndTurn()
