"""Players who come after the start: what the table gives them, and from when on they take part."""

from __future__ import annotations

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Event, Posting
from companion.core.money.ledger import BANK, LARGEST
from companion.core.table.table import Table
from companion.core.text import fact, say
from companion.games.any_game.house_rules import Rules, Sheet
from companion.games.any_game.seat_messages import Joined
from companion.games.any_game.settings import typed
from companion.games.any_game.state import State, now
from companion.games.any_game.writing import due, keeps_sheet


def takes_in(table: Table[State, Rules]) -> bool:
    """Return whether a newcomer has a place: teams have as many players as they began with."""
    return not table.rules.teams and len(table.seats) < table.rules.seats


def welcome(table: Table[State, Rules], seat: str, gets: int) -> tuple[Event, ...]:
    """Return the arrival of a newcomer. Raise NotNow among teams, BadRequest for a gift that cannot be given."""
    state, rules = now(table)
    if rules.teams:
        raise NotNow(say("Teams have as many players as they began with."))
    if seat in state.order:
        raise NotNow(say("A player who has left this game cannot come back."))
    if rules.scores:
        if abs(gets) > LARGEST:
            raise BadRequest(say("Every number must be from %(least)s to %(most)s.", least=-LARGEST, most=LARGEST))
        return (Joined(seat, gets, _first_row(state, rules)),)
    paid = (Posting(BANK, seat, typed(rules, gets), fact("starting_money")),) if gets else ()
    return (Joined(seat, postings=paid),)


def _first_row(state: State, rules: Rules) -> int:
    """Return the first row of a sheet in which a newcomer takes part: the next one where a round has begun."""
    if not keeps_sheet(rules) or rules.sheet is Sheet.LINES:
        return 1
    following = due(state, rules)
    begun = state.announcing or state.told or len(state.rows) >= following
    return following + bool(begun)
