"""The game after an event."""

from __future__ import annotations

from companion.core.messages import Event
from companion.core.secrets.ballot import Ballot, BallotOpened
from companion.core.table.events import GameStarted, LevelChanged
from companion.core.values import changed
from companion.games.western_town.event import TownEvent
from companion.games.western_town.guided_turn import Round
from companion.games.western_town.house_rules import DUELLISTS, HouseRules
from companion.games.western_town.rulebook.setup import turns
from companion.games.western_town.state import Board, Circle, State


def started(order: tuple[str, ...], rules: HouseRules, guided: bool, pink: int) -> State:
    """Return the game at its beginning; the first of ``order`` leads, in a double duel the first of each pair.

    ``pink`` Homes are printed on every board.
    """
    turn = Round() if guided else None
    duel = rules.double_duel and len(order) == DUELLISTS
    tables = (order[:2], order[2:]) if duel else (order,)
    circles = tuple(Circle(seats, seats[0], len(seats), round=turn) for seats in tables)
    return State(order, circles, {seat: Board(pink=pink) for seat in order}, turns(rules.variant))


def apply(state: State, event: Event, rules: HouseRules, guided: bool, pink: int) -> State:
    """Return the state after the event; ``guided``: the box leads through the turn; ``pink``: Homes on every board."""
    match event:
        case TownEvent():
            return event.on_state(state)
        case GameStarted(order=order):
            return started(order, rules, guided, pink)
        case LevelChanged() if state:
            return changed(state, circles=tuple(each.led(guided) for each in state.circles))
        case BallotOpened(ballot=ballot):
            return changed(state, circles=tuple(_with_ballot(each, ballot) for each in state.circles))
        case _:
            return state


def _with_ballot(circle: Circle, ballot: Ballot) -> Circle:
    """Return the players around a camp with the vote in which two of them lay their cards."""
    if circle.round is None or ballot.voters[0] not in circle.seats:
        return circle
    return changed(circle, round=changed(circle.round, ballot=ballot.id))
