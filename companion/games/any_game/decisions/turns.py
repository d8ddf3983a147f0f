"""Turns, rounds, dice, and the end of a game: the ranking, and what becomes of debts."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Event, Posting
from companion.core.money.bank import debts, open_loans
from companion.core.money.ledger import nets
from companion.core.plugin import Game
from companion.core.table.events import GameEnded
from companion.core.table.table import Ending, Standing, Table, ranking
from companion.core.text import Fact, Who, fact, say
from companion.games.any_game.decisions import banking, stakes, writing
from companion.games.any_game.house_rules import Rules, Sheet
from companion.games.any_game.messages import play as play_messages
from companion.games.any_game.state import State, now


def next_turn(table: Table[State, Rules], leaves: str = "") -> tuple[Event, ...]:
    """Return the events of the next player's turn.

    A round is over when it is the first one's again. A new one may bring all an income, but for somebody who leaves.
    """
    state = table.play
    following, round_ = state.turned(state.turn, state.round) if state.turn else ("", state.round + 1)
    begins = round_ > state.round
    income = tuple(each for each in banking.round_income(table) if each.to != leaves) if begins else ()
    return (play_messages.TurnEnded(state.turn, following, round_, postings=income),)


def end_turn(table: Table, seat: str) -> tuple[Event, ...]:
    """Return the events that end a turn; without a marker anybody ends the round, where rounds are counted."""
    state, rules = now(table)
    if state.turn and seat != state.turn:
        raise NotNow(say("It is the turn of %(who)s.", who=Who(state.turn)))
    if stakes.bets(rules):
        raise NotNow(say("The deal moves on when a hand is over."))
    if writing.has_sheet(rules):
        raise NotNow(say("A round is over when its row is full."))
    if not state.turn and not rules.rounds:
        raise NotNow(say("This game counts neither turns nor rounds."))
    return next_turn(table)


def may_roll(state: State, rules: Rules, seat: str) -> bool:
    """Return whether the box rolls dice for this seat: it is on turn, or the marker says only who begins a round."""
    only_begins = writing.has_sheet(rules) and rules.sheet is not Sheet.LINES
    return rules.dice > 0 and (state.turn in ("", seat) or only_begins)


def roll(table: Table, seat: str, command: play_messages.RollDice) -> tuple[Event, ...]:
    """Return the roll of the table's dice. Raise NotNow for a player who is to wait.

    Raise BadRequest where a die is to stay that does not lie there.
    """
    state, rules = now(table)
    if not rules.dice:
        raise NotNow(say("You roll your own dice in this game."))
    if not may_roll(state, rules, seat):
        raise NotNow(say("It is the turn of %(who)s.", who=Who(state.turn)))
    if command.faces and (len(command.faces) != rules.dice or not all(1 <= face <= 6 for face in command.faces)):
        raise BadRequest(say("%(count)s dice are rolled here, and each shows 1 to 6.", count=rules.dice))
    there = {str(at): face for at, face in enumerate(state.dice)} if state.rolled == seat else {}
    if not command.kept.items() <= there.items():
        raise BadRequest(say("These dice have been rolled again meanwhile."))
    fallen = tuple(command.kept.get(str(at), lot) for at, lot in enumerate(command.lots[: rules.dice]))
    return (play_messages.DiceRolled(seat, command.faces or fallen, not command.faces),)


def stop_clock(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Stop the time of a turn for everybody. Raise NotNow where none runs."""
    state, rules = now(table)
    if not (rules.timer or rules.stock) or state.halted:
        raise NotNow(say("No clock is running."))
    return (play_messages.ClockStopped(seat),)


def start_clock(table: Table[State, Rules], seat: str) -> tuple[Event, ...]:
    """Start the clock again. Raise NotNow where it has not been stopped."""
    if not table.play.halted:
        raise NotNow(say("No clock has been stopped."))
    return (play_messages.ClockStarted(seat),)


FINISHED, ROUNDS_OVER, LAST_STANDING = "finished", "rounds_over", "last_standing"
TARGET_REACHED, SHEET_FULL = "target_reached", "sheet_full"


def ended(game: Game, table: Table, code: str, reason: Fact | None = None) -> GameEnded:
    """Return the final count: points, or money without what is owed.

    Loans are settled, unless money and debts go on into the next game.
    """
    state, rules = now(table)
    settled = (*stakes.given_back(table), *banking.sold_at_the_end(table))
    if not rules.carry:
        loans = open_loans(table.loans, table.ids)
        due = (Posting(each.borrower, each.lender, each.repay, fact("loan_settled")) for each in loans)
        settled = (*settled, *due)
    change = nets(settled)
    counted = game.edition_at(table.rules).points is not None
    owed = {seat: debts(table.loans, seat) for seat in state.players}
    lent = {seat: change.get(seat, 0) + (0 if rules.carry else owed[seat]) for seat in state.players}
    cash = {seat: table.accounts[seat] + lent[seat] for seat in state.players}
    if banking.in_pots_alone(table):
        purse = sum(table.pots.values())
        lines = tuple(Standing(1, seat, purse, 0, purse) for seat in state.players)
    elif counted:
        lines = tuple(Standing(rank, seat, 0, 0, state.points[seat]) for rank, seat in _by_points(state, rules))
    else:
        scores = {seat: cash[seat] - owed[seat] for seat in state.players}
        lines = tuple(Standing(rank, seat, cash[seat], owed[seat], score) for rank, seat, score in ranking(scores))
    return GameEnded(Ending(code, reason or fact(code), lines), postings=settled)


def _by_points(state: State, rules: Rules) -> Iterator[tuple[int, str]]:
    """Yield rank and seat, best first; of a score sheet those who are out, too, behind the others."""
    sign = -1 if rules.low else 1
    yield from ((rank, seat) for rank, seat, _ in ranking({seat: sign * state.points[seat] for seat in state.players}))
    if writing.has_sheet(rules):
        out = ranking({seat: sign * state.points[seat] for seat in state.out})
        yield from ((len(state.players) + rank, seat) for rank, seat, _ in out)


def by_itself(game: Game, table: Table) -> GameEnded | None:
    """Return the end that nobody asks for: one player is left, the last round is over, points are reached."""
    state, rules = now(table)
    if len(writing.columns_in_play(state, rules) if writing.has_sheet(rules) else state.players) == 1:
        return ended(game, table, LAST_STANDING, fact(LAST_STANDING, who=Who(state.players[0])))
    if rules.rounds and state.round > rules.rounds:
        return ended(game, table, ROUNDS_OVER)
    if writing.reached(table):
        return ended(game, table, TARGET_REACHED, fact(TARGET_REACHED, points=rules.target))
    if writing.is_over(table):
        return ended(game, table, SHEET_FULL)
    return None
