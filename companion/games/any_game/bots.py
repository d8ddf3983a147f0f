"""Simple players for *Try it alone*: they pay what they are asked for, bid a little, and play on."""

from __future__ import annotations

import random
from typing import Any

from companion.core.members import Vote
from companion.core.messages import Command, kind_of
from companion.core.money.bank import rounded_up
from companion.core.money.bank_messages import BorrowFromBank, Pay
from companion.core.secrets.ways import Way
from companion.core.table.table import Table
from companion.core.text import Money, Text, Who, say
from companion.core.ui.choice import Choice, Weight
from companion.games.any_game import sheet
from companion.games.any_game.betting import least_raise, may_raise, most_raise, to_act, to_call
from companion.games.any_game.decisions.announcing import begins, is_announcing
from companion.games.any_game.decisions.auction import next_bid
from companion.games.any_game.decisions.stakes import bets, big_blind, has_everything, open_pots, seated
from companion.games.any_game.decisions.writing import columns_at, due, has_sheet
from companion.games.any_game.house_rules import Rules, Sheet, Taking
from companion.games.any_game.messages import betting as betting_messages
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.messages import votes as vote_messages
from companion.games.any_game.messages.play import EndTurn, PayRequest
from companion.games.any_game.opening import Progress, staged, step
from companion.games.any_game.opening import why as listed_why
from companion.games.any_game.settings import incomes
from companion.games.any_game.state import State, now

ROUNDS_OF_A_BLIND = 4
"""rounds of deals after which players of the box double the blinds, when nobody else plays"""


def bot_command(table: Table, seat: str, chance: random.Random, secrets: Any) -> Command | None:
    """Return what this seat does now; None: nothing."""
    state, rules = now(table)
    if seat not in state.players:
        return None
    cash, done = table.accounts[seat], secrets or Progress()
    if listed := _listed(table, seat, done):
        return listed
    for each in state.requests:
        if each.of == seat:
            return play_messages.PayRequest(each.id) if each.amount <= cash else play_messages.DropRequest(each.id)
    if state.auction:
        return _bid(table, state.auction, seat, chance)
    if bets(rules):
        return _bet(table, state, rules, seat, chance)
    if has_sheet(rules):
        return _write(table, state, rules, seat, chance)
    if not state.turn and not rules.scores:
        return _stake(table, state, seat, chance)
    if state.turn != seat:
        return None
    if rules.dice and not state.dice:
        return play_messages.RollDice()
    return _play(table, seat, chance, done)


def _stake(table: Table, state: State, seat: str, chance: random.Random) -> Command | None:
    """Put something into the pot once, until it pays out; where only the box plays, somebody has it then."""
    pot = next(iter(table.pots), "")
    if not pot and (found := _found(table, state, seat)):
        return found
    if not pot or (table.ballot and not table.ballot.over):
        return None
    paid_out = table.spent_at.get(pot, 0)
    if table.accounts[seat] >= table.rules.step and table.spent_at.get(seat, 0) <= paid_out:
        return Pay(pot, table.rules.step)
    waits = any(table.spent_at.get(each, 0) <= paid_out and table.accounts[each] for each in state.players)
    if table.people() or waits or not table.accounts[pot]:
        return None
    return play_messages.Take(table.accounts[pot], pot, chance.choice(state.players))


def _found(table: Table[State, Rules], state: State, seat: str) -> Command | None:
    """Take the first named income as long as somebody has more; where only the box plays, again and again."""
    named = incomes(table.rules)
    if not named or table.rules.taking is not Taking.EVERYBODY:
        return None
    behind = table.accounts[seat] < max(table.accounts[each] for each in state.players)
    name, amount = named[0]
    return play_messages.Take(amount, words=name) if behind or not table.people() else None


def _bid(table: Table, auction: vote_messages.Auction, seat: str, chance: random.Random) -> Command | None:
    if auction.bidders[0] != seat:
        return None
    least = next_bid(table)
    return (
        vote_messages.Bid(least)
        if least * 4 <= table.accounts[seat] and chance.random() < 0.7
        else vote_messages.Pass()
    )


def _bet(table: Table[State, Rules], state: State, rules: Rules, seat: str, chance: random.Random) -> Command | None:
    """Call what is cheap, raise now and then; the dealer's bot says who has won, for nobody has any cards.

    Where only the box plays, the blinds rise every few rounds, and the one with all the chips ends the game.
    """
    hand, alone = state.hand, not table.people()
    deals = begins(state) == seat
    if winner := has_everything(table):
        return play_messages.FinishGame() if alone and winner == seat else None
    if hand is None and alone and deals and big_blind(state, rules) < rules.blind << state.round // ROUNDS_OF_A_BLIND:
        return betting_messages.RaiseBlinds()
    if hand is None:
        return betting_messages.DealHand() if deals and len(seated(table)) > 1 else None
    if hand.showdown:
        return betting_messages.AwardPot((chance.choice(open_pots(hand)[0].seats),)) if deals else None
    if to_act(hand) != seat:
        return None
    missing, has = to_call(hand, seat), table.accounts[seat]
    wish = chance.random()
    if missing * 3 > has and wish < 0.6:
        return betting_messages.Fold()
    least = least_raise(hand)
    if wish > 0.85 and may_raise(hand, seat, has) and least <= most_raise(hand, seat, has, rules.limit_of_bets):
        return betting_messages.RaiseTo(least)
    return betting_messages.Call()


def _write(table: Table, state: State, rules: Rules, seat: str, chance: random.Random) -> Command | None:
    """Write a round down for all once nothing is announced any more, or for each seat its own row."""
    if rules.dice and state.turn == seat and not state.dice:
        return play_messages.RollDice()
    if is_announcing(table) or (rules.sheet is Sheet.ANNOUNCED and not state.announced):
        return None
    my_column, number = sheet.column_of(state.columns(rules), seat), due(state, rules)
    columns = columns_at(state, rules, number)
    if rules.own_rows:
        own_row = _first_open_row(state, rules, my_column)
        waits = rules.turns and rules.sheet is Sheet.LINES and state.turn != seat
        if waits or not own_row:
            return None
        number, columns = own_row, (my_column,)
    elif seat != begins(state):
        return None
    sums = sheet.expected(rules, number)
    if not sums or rules.own_rows:
        return sheet_messages.WriteRow({column: chance.randint(0, 30) for column in columns}, number)
    together = abs(sums[0])
    shares = [together // len(columns)] * len(columns)
    for _ in range(together - sum(shares)):
        shares[chance.randrange(len(columns))] += 1
    return sheet_messages.WriteRow(
        {column: share if sums[0] > 0 else -share for column, share in zip(columns, shares, strict=True)}, number
    )


def _first_open_row(state: State, rules: Rules, my_column: str) -> int:
    """Return the first row in which this column has nothing yet; 0: none."""
    most = due(state, rules) if rules.sheet is not Sheet.LINES else len(sheet.lines(rules))
    for number in range(state.since.get(my_column, 1), most + 1):
        if number > len(state.rows) or my_column not in state.rows[number - 1].points:
            return number
    return 0


def _listed(table: Table[State, Rules], seat: str, done: Progress) -> Command | None:
    """Return what is listed for this seat in the game that is tried alone; a request comes in another player's turn."""
    found = step(table, done)
    return found.command(table) if found and table.play.order[found.place] == seat else None


def _play(table: Table[State, Rules], seat: str, chance: random.Random, done: Progress) -> Command:
    """Score now and then; where dice lie there, an odd sum is rent for the next player, once a turn."""
    state, rules = now(table)
    if rules.scores:
        lucky = state.points[seat] < state.round and chance.random() < 0.5
        return play_messages.Score(seat, chance.randint(1, 3)) if lucky else play_messages.EndTurn()
    rent, to = rules.step * sum(state.dice), state.after(seat)
    if sum(state.dice) % 2 and done.actions == 1 and to != seat and rent <= table.accounts[seat]:
        return Pay(to, rent)
    return play_messages.EndTurn()


def why(table: Table[State, Rules], seat: str, command: Command, done: Progress) -> Text | None:
    """Return what a player of the box does and why, said to the person who plays against it."""
    if words := listed_why(table, seat, command, done):
        return words
    if isinstance(command, Pay) and table.play.dice:
        return say(
            "%(who)s pays %(other)s %(amount)s rent, because the dice show an odd sum.",
            who=Who(seat),
            other=Who(command.to),
            amount=Money(command.amount),
        )
    return None


def vote(table: Table[State, Rules], seat: str) -> Vote | None:
    """Return the choice of a player of the box in a vote, and why: the poorest votes for the last answer."""
    ballot = table.ballot
    if ballot is None or ballot.numbers or ballot.way is not Way.ONE:
        return None
    answers, worth = ballot.choices_of(seat), {**now(table)[0].points, **table.accounts}
    behind = min(now(table)[0].players, key=lambda each: worth[each]) == seat
    answer = answers[-1] if behind else answers[0]
    if behind:
        return Vote(answer, say("%(who)s voted “%(answer)s”, being behind.", who=Who(seat), answer=answer))
    return Vote(answer, say("%(who)s voted “%(answer)s”, being well off.", who=Who(seat), answer=answer))


def advice(table: Table[State, Rules], seat: str, done: Progress) -> Choice | None:
    """Return the next step for a person who tries it alone: an answer, a listed action, or the end of the turn."""
    state, ballot = table.play, table.ballot
    if asked := next((each for each in state.requests if each.of == seat), None):
        if (missing := asked.amount - table.accounts[seat]) > 0:
            return _loan(table, missing)
        pay = say("Pay %(who)s %(amount)s", who=Who(asked.by), amount=Money(asked.amount))
        return Choice(kind_of(PayRequest), pay, {"request": asked.id}, weight=Weight.PRIMARY)
    if not staged(table) or state.turn != seat or not state.dice or (ballot and not ballot.votes):
        return None
    found, command = step(table, done), _listed(table, seat, done)
    if found and command and found.offered:
        return Choice(kind_of(command), found.offered, fixed_of(command), weight=Weight.PRIMARY)
    if waits(table, seat, done):
        return None
    return Choice(kind_of(EndTurn), say("My turn is over"), weight=Weight.PRIMARY)


def waits(table: Table[State, Rules], seat: str, done: Progress) -> bool:
    """Return whether a player of the box is listed to act now in the turn of this seat."""
    found = step(table, done)
    return found is not None and table.play.turn == seat and table.play.order[found.place] != seat


def _loan(table: Table[State, Rules], missing: int) -> Choice | None:
    """Return the loan that is suggested to somebody who lacks so much; None where the bank does not lend."""
    if table.rules.interest < 0:
        return None
    amount = rounded_up(missing, table.rules.step)
    borrow = say("Borrow %(amount)s from the bank", amount=Money(amount))
    return Choice(kind_of(BorrowFromBank), borrow, {"amount": amount}, weight=Weight.PRIMARY)


def fixed_of(command: Command) -> dict[str, Any]:
    """Return the parts of a command that a button sends."""
    match command:
        case Pay(to=to, amount=amount):
            return {"to": to, "amount": amount}
        case vote_messages.AskVote(question=question, answers=answers):
            return {"question": question, "answers": answers}
        case play_messages.Take(amount=amount):
            return {"amount": amount}
        case _:
            return {}
