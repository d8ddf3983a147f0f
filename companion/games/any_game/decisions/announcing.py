"""Announcements before a round: a sealed ballot on numbers, opened together."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, BallotVoided
from companion.core.table.table import Table
from companion.core.text import fact
from companion.games.any_game import sheet
from companion.games.any_game.decisions.writing import has_sheet
from companion.games.any_game.house_rules import Sheet
from companion.games.any_game.messages import sheet as sheet_messages
from companion.games.any_game.state import State, now


def asked(table: Table) -> tuple[Event, ...]:
    """Return the opening of the announcements, where a round begins and no other vote is open."""
    state, rules = now(table)
    if not has_sheet(rules) or rules.sheet is not Sheet.ANNOUNCED or state.announced or state.announcing:
        return ()
    if (table.ballot and not table.ballot.over) or state.auction:
        return ()
    return _opened(table, state.players, {}, None)


def settle(table: Table) -> tuple[Event, ...]:
    """Return the announcements once all are open; where the sum may not fit, the dealer announces another number."""
    state, rules = now(table)
    ballot = table.ballot
    if state.announcing and ballot and not ballot.voters:  # the one who was to announce anew has left
        return (BallotVoided(ballot.id), sheet_messages.Announced(state.round, state.announced_before))
    if not state.announcing or ballot is None or not ballot.over:
        return ()
    announced = {**state.announced_before, **{seat: int(number) for seat, number in ballot.votes.items()}}
    most, last = sheet.tricks(rules, state.round), dealer(state)
    if rules.no_fit and sum(announced.values()) == most and last in announced:
        other_numbers = {seat: number for seat, number in announced.items() if seat != last}
        return _opened(table, (last,), other_numbers, announced[last])
    return (sheet_messages.Announced(state.round, announced),)


def begins(state: State) -> str:
    """Return the player who begins the round: by the marker, or one after the other."""
    return state.turn or state.players[(state.round - 1) % len(state.players)]


def dealer(state: State) -> str:
    """Return the player who announces last: the one before the beginner."""
    return state.players[state.players.index(begins(state)) - 1]


def _opened(table: Table, voters: tuple[str, ...], announced: dict[str, int], but: int | None) -> tuple[Event, ...]:
    state, rules = now(table)
    most = sheet.tricks(rules, state.round)
    choices = tuple(str(number) for number in range(most + 1) if number != but)
    title = fact("announce", number=state.round, most=most)
    if but is not None:
        title = fact("announce_anew", number=but)
    ballot = Ballot(UNNUMBERED, title, voters, choices)
    return (BallotOpened(ballot), sheet_messages.AnnouncementsAsked(state.round, announced))


def is_announcing(table: Table) -> bool:
    """Return whether announcements are being made now."""
    state: State = table.play
    return state.announcing and table.ballot is not None and not table.ballot.over
