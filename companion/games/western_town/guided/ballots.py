"""The sealed choice of a pair in phase 2: a ballot in which each has his own cards to choose from (rules §7.1).

A card comes into question where its owner may hold it and could play it, as everybody at the table can work out. What
stands in the ballot is therefore no secret; what is chosen is, until both are opened.
"""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, BallotVoided
from companion.core.table.table import Table
from companion.core.text import fact
from companion.games.western_town.guided.deck import Deck, deck_of
from companion.games.western_town.guided.events import CardLaid
from companion.games.western_town.guided.hands import can_play, hand, step_seats
from companion.games.western_town.guided.words import card_kept
from companion.games.western_town.house_rules import HouseRules
from companion.games.western_town.round import NOTHING, Stage
from companion.games.western_town.state import Circle, State


def in_secret(circle: Circle, rules: HouseRules) -> bool:
    """Whether the step of phase 2 that these players are in is laid in secret on two phones."""
    turn = circle.round
    if turn is None or turn.stage is not Stage.PLAY or turn.acting or not rules.sealed_choice:
        return False
    return len(step_seats(circle)) > 1


def sealing(table: Table, circle: Circle) -> bool:
    """Whether the vote that is going on is that of these players."""
    ballot = table.ballot
    return ballot is not None and not ballot.votes and set(ballot.voters) <= set(circle.seats)


def follow(table: Table) -> tuple[Event, ...]:
    """The vote that has to begin now, or the one that nobody needs any more. There is one at a time at a table."""
    state: State = table.play
    going_on = table.ballot is not None and not table.ballot.votes
    if revealed := _revealed(table, state):
        return revealed
    due = [circle for circle in state.circles if _lays(table, circle)]
    if going_on and table.ballot:
        needed = any(sealing(table, circle) for circle in due)
        return () if needed else (BallotVoided(table.ballot.id),)
    deck = deck_of(table)
    return tuple(BallotOpened(_ballot(state, circle, deck, table.rules)) for circle in due[:1])


def _revealed(table: Table, state: State) -> tuple[Event, ...]:
    """The cards that both have opened lie on the table."""
    ballot = table.ballot
    if ballot is None or not ballot.votes:
        return ()
    turn = state.circle(ballot.voters[0]).round
    if turn is None or turn.ballot != ballot.id:
        return ()
    deck = deck_of(table)
    return tuple(CardLaid(seat, ballot.votes[seat], name=card_kept(deck, ballot.votes[seat])) for seat in ballot.voters)


def _lays(table: Table, circle: Circle) -> bool:
    busy = circle.attack or circle.throwing
    return in_secret(circle, table.rules) and not busy


def _ballot(state: State, circle: Circle, deck: Deck, rules: HouseRules) -> Ballot:
    seats = step_seats(circle)
    own = {seat: choices(state, circle, seat, deck, rules) for seat in seats}
    every = dict.fromkeys(card for cards in own.values() for card in cards)
    return Ballot(UNNUMBERED, fact("lay_together"), seats, tuple(every), own=own)


def choices(state: State, circle: Circle, seat: str, deck: Deck, rules: HouseRules) -> tuple[str, ...]:
    """What this player may lay: every card that he may hold and could play; nothing, where he may have none."""
    board = state.towns[seat]
    assert circle.round
    held = hand(circle.round, seat, board, deck)
    playable = tuple(card for card in held.cards if can_play(card, board, deck, rules.green_playable))
    return playable if held.must_hold_one_of(playable) else (*playable, NOTHING)
