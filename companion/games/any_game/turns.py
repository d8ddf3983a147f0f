"""Whose turn it is, rounds, and dice."""

from __future__ import annotations

from companion.core.errors import NotNow
from companion.core.messages import Event
from companion.core.table.table import Table
from companion.core.text import Who, say
from companion.games.any_game import messages as m
from companion.games.any_game.house_rules import Rules
from companion.games.any_game.state import State


def next_turn(table: Table) -> tuple[Event, ...]:
    """The turn goes on to the next player; a round is over when it is the first one's again."""
    state: State = table.play
    if not state.turn:
        return (m.TurnEnded("", "", state.round + 1),)
    following = state.after(state.turn)
    begins = state.order.index(following) <= state.order.index(state.turn)
    return (m.TurnEnded(state.turn, following, state.round + begins),)


def end_turn(table: Table, seat: str) -> tuple[Event, ...]:
    """Whoever's turn it is ends it; without a marker anybody ends the round, where rounds are counted."""
    state, rules = _now(table)
    if state.turn and seat != state.turn:
        raise NotNow(say("It is the turn of %(who)s.", who=Who(state.turn)))
    if not state.turn and not rules.rounds:
        raise NotNow(say("This table counts neither turns nor rounds."))
    return next_turn(table)


def roll(table: Table, seat: str, command: m.RollDice) -> tuple[Event, ...]:
    """The dice of the table, once a turn by whoever's turn it is; at any time by anybody without a marker."""
    state, rules = _now(table)
    if not rules.dice:
        raise NotNow(say("This table rolls its own dice."))
    if state.turn and seat != state.turn:
        raise NotNow(say("It is the turn of %(who)s.", who=Who(state.turn)))
    return (m.DiceRolled(seat, command.lots[: rules.dice]),)


def _now(table: Table) -> tuple[State, Rules]:
    return table.play, table.rules
