"""The sealed choice of a pair in phase 2: a ballot in which each has his own cards to choose from (rules §7.1).

A card comes into question where its owner may hold it and could play it, as everybody at the table can work out. What
stands in the ballot is therefore no secret; what is chosen is, until both are opened.
"""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import UNNUMBERED, Ballot, BallotOpened, BallotVoided
from companion.core.table.table import Table
from companion.core.text import fact
from companion.games.western_town.cards.reading import deck_of
from companion.games.western_town.events import CardLaid
from companion.games.western_town.hands import step_seats
from companion.games.western_town.phases.cards import in_secret, may_lay_nothing, playable_cards, sealing
from companion.games.western_town.phases.phase import Situation
from companion.games.western_town.state import NOTHING, Circle, State
from companion.games.western_town.words import card_kept


def follow(table: Table) -> tuple[Event, ...]:
    """The vote that has to begin now, or the one that nobody needs any more. There is one at a time at a table."""
    state: State = table.play
    if revealed := _revealed(table, state):
        return revealed
    due = [each for each in state.circles if in_secret(each, table.rules) and not (each.attack or each.throwing)]
    if table.ballot and not table.ballot.votes:
        needed = any(sealing(table, circle) for circle in due)
        return () if needed else (BallotVoided(table.ballot.id),)
    return tuple(BallotOpened(_ballot(table, circle)) for circle in due[:1])


def _revealed(table: Table, state: State) -> tuple[Event, ...]:
    """The cards that both have opened lie on the table."""
    ballot = table.ballot
    if ballot is None or not ballot.votes:
        return ()
    turn = state.circle(ballot.voters[0]).round
    if turn is None or turn.ballot != ballot.id:
        return ()
    deck = deck_of(table.catalogue)
    return tuple(CardLaid(seat, ballot.votes[seat], name=card_kept(deck, ballot.votes[seat])) for seat in ballot.voters)


def _ballot(table: Table, circle: Circle) -> Ballot:
    seats = step_seats(circle)
    own = {seat: choices(Situation(table, table.play, seat)) for seat in seats}
    every = dict.fromkeys(card for cards in own.values() for card in cards)
    return Ballot(UNNUMBERED, fact("lay_together"), seats, tuple(every), own=own)


def choices(now: Situation) -> tuple[str, ...]:
    """What this player may lay: every card that he may hold and could play; nothing, where he may have none."""
    return (*playable_cards(now), *((NOTHING,) if may_lay_nothing(now) else ()))
