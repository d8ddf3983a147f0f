"""Players who come after the start, or come back: what the table gives them, and from when on they take part."""

from __future__ import annotations

from companion.core.errors import BadRequest, NotNow
from companion.core.messages import Event, Posting
from companion.core.money.ledger import BANK, LARGEST
from companion.core.table.commands import TakeIn
from companion.core.table.table import Table
from companion.core.text import fact, say
from companion.games.any_game import sheet
from companion.games.any_game.decisions.writing import due, has_sheet
from companion.games.any_game.house_rules import Rules, Sheet
from companion.games.any_game.messages.seats import CameBack, Joined
from companion.games.any_game.settings import typed
from companion.games.any_game.state import State, now


def takes_in(table: Table[State, Rules]) -> bool:
    """Return whether a newcomer has a place."""
    return len(table.seats) < table.rules.seats


def has_teams(rules: Rules) -> bool:
    """Return whether a newcomer joins a team, and shares its points."""
    return has_sheet(rules) and rules.teams > 0


def can_return(state: State, rules: Rules) -> tuple[str, ...]:
    """Return the seats that have left and may come back: not those that have too many points."""
    absent = (seat for seat in state.order if seat in state.out)
    return tuple(seat for seat in absent if not (rules.scores and rules.limit and state.points[seat] > rules.limit))


def welcome(table: Table[State, Rules], seat: str, command: TakeIn) -> tuple[Event, ...]:
    """Return the arrival of a newcomer, or the return of somebody who had left. Raise NotNow or BadRequest."""
    state, rules = now(table)
    back = seat in state.order
    if back and seat not in can_return(state, rules):
        raise NotNow(say("A player with too many points does not come back."))
    given = _given(table, seat, command.gets, back)
    row = _first_row(state, rules)
    if back:
        return (CameBack(seat, row, postings=given),)
    partner = _team(state, rules, command)
    points = command.gets if rules.scores else 0
    return (Joined(seat, points, 1 if partner else row, command.after, partner, postings=given),)


def _given(table: Table[State, Rules], seat: str, amount: int, back: bool) -> tuple[Posting, ...]:
    """Return the payment of what the table gives. Raise BadRequest for a gift that cannot be given."""
    rules = table.rules
    if not rules.scores:
        reason = fact("came_back") if back else fact("starting_money")
        return (Posting(BANK, seat, typed(rules, amount), reason),) if amount else ()
    if abs(amount) > LARGEST:
        raise BadRequest(say("Every number must be from %(least)s to %(most)s.", least=-LARGEST, most=LARGEST))
    if amount and back:
        raise BadRequest(say("A player who comes back keeps the points noted there."))
    if amount and has_teams(rules):
        raise BadRequest(say("A newcomer shares the points of the team."))
    return ()


def _team(state: State, rules: Rules, command: TakeIn) -> str:
    """Return the first seat of the team that a newcomer joins, "" without teams. Raise BadRequest for no team."""
    if not has_teams(rules):
        return ""
    if command.partner not in state.order:
        raise BadRequest(say("Please say whose team the newcomer joins."))
    return sheet.column_of(state.columns(rules), command.partner)


def _first_row(state: State, rules: Rules) -> int:
    """Return the first row of a sheet in which a newcomer takes part: the next one where a round has begun."""
    if not has_sheet(rules) or rules.sheet is Sheet.LINES:
        return 1
    following = due(state, rules)
    begun = state.announcing or state.announced or len(state.rows) >= following
    return following + bool(begun)
