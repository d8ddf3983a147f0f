"""Whose turn it is, rounds, dice, and the end of a game: who is counted how, and what becomes of debts."""

from __future__ import annotations

from companion.core.capabilities import edition_of
from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Event, Posting
from companion.core.money.bank import debts, open_loans
from companion.core.money.ledger import nets
from companion.core.plugin import Game
from companion.core.table.table import Ending, Standing, Table, ranking
from companion.core.table.table_messages import GameEnded
from companion.core.text import Fact, Who, fact, say
from companion.games.any_game import messages as m
from companion.games.any_game.state import State, now


def next_turn(table: Table[State]) -> tuple[Event, ...]:
    """The turn goes on to the next player; a round is over when it is the first one's again."""
    state = table.play
    if not state.turn:
        return (m.TurnEnded("", "", state.round + 1),)
    following = state.after(state.turn)
    begins = state.order.index(following) <= state.order.index(state.turn)
    return (m.TurnEnded(state.turn, following, state.round + begins),)


def end_turn(table: Table, seat: str) -> tuple[Event, ...]:
    """Whoever's turn it is ends it; without a marker anybody ends the round, where rounds are counted."""
    state, rules = now(table)
    if state.turn and seat != state.turn:
        raise NotNow(say("It is the turn of %(who)s.", who=Who(state.turn)))
    if not state.turn and not rules.rounds:
        raise NotNow(say("This table counts neither turns nor rounds."))
    return next_turn(table)


def roll(table: Table, seat: str, command: m.RollDice) -> tuple[Event, ...]:
    """The dice of the table, once a turn by whoever's turn it is; at any time by anybody without a marker."""
    state, rules = now(table)
    if not rules.dice:
        raise NotNow(say("This table rolls its own dice."))
    if state.turn and seat != state.turn:
        raise NotNow(say("It is the turn of %(who)s.", who=Who(state.turn)))
    if command.faces and (len(command.faces) != rules.dice or not all(1 <= face <= 6 for face in command.faces)):
        raise BadRequest(say("%(count)s dice are rolled here, and each shows 1 to 6.", count=rules.dice))
    return (m.DiceRolled(seat, command.faces or command.lots[: rules.dice], not command.faces),)


FINISHED, ROUNDS_OVER, LAST_STANDING = "finished", "rounds_over", "last_standing"


def ended(game: Game, table: Table, code: str, reason: Fact | None = None) -> GameEnded:
    """The final count: points, or money without what is owed.

    Loans are settled, unless money and debts go on into the next game.
    """
    state, rules = now(table)
    settled: tuple[Posting, ...] = ()
    if not rules.carry:
        loans = open_loans(table.loans, table.ids)
        settled = tuple(Posting(each.borrower, each.lender, each.repay, fact("loan_settled")) for each in loans)
    change = nets(settled)
    counted = edition_of(game, table.rules).points is not None
    owed = {seat: debts(table.loans, seat) for seat in state.players}
    lent = {seat: change.get(seat, 0) + (owed[seat] if settled else 0) for seat in state.players}
    cash = {seat: table.accounts[seat] + lent[seat] for seat in state.players}
    scores = {seat: state.points[seat] if counted else cash[seat] - owed[seat] for seat in state.players}
    lines = tuple(Standing(rank, seat, cash[seat], owed[seat], score) for rank, seat, score in ranking(scores))
    return GameEnded(Ending(code, reason or fact(code), lines), postings=settled)


def by_itself(game: Game, table: Table) -> GameEnded | None:
    """The end that comes without anybody asking: one player is left, or the last round is over."""
    state, rules = now(table)
    if len(state.players) == 1:
        return ended(game, table, LAST_STANDING, fact(LAST_STANDING, who=Who(state.players[0])))
    if rules.rounds and state.round > rules.rounds:
        return ended(game, table, ROUNDS_OVER)
    return None
