"""The transitions between turns, into sudden death and to the end of the game (rules §5, §10, §17.11)."""

from __future__ import annotations

from companion.core.messages import Event, Posting
from companion.core.text import fact
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow import explosion
from companion.games.unexploded_cow.explosion import POT, POT_EMPTY
from companion.games.unexploded_cow.house_rules import HouseRules
from companion.games.unexploded_cow.reducer import apply
from companion.games.unexploded_cow.rulebook.cities import ANTE, PartOfGame, start_of_turn
from companion.games.unexploded_cow.state import State


def ante(state: State, again: bool) -> cow_events.Anted:
    """Return the payment of every player into the pot; ``again``: not at the start, but because the pot was empty."""
    return cow_events.Anted(again, postings=tuple(Posting(seat, POT, ANTE, fact("ante")) for seat in state.playing))


def next_turn(state: State, pot: int, rules: HouseRules) -> tuple[Event, ...]:
    """Return the events at the start of the next turn."""
    start = start_of_turn(state.city is not None, state.cities_left, pot, rules.reante_when_empty)
    match start.part:
        case PartOfGame.OVER:
            return (cow_events.PotSettled(POT_EMPTY),)
        case PartOfGame.SUDDEN_DEATH:
            return (explosion.sudden_began(state),)
        case PartOfGame.PLAY:
            began = cow_events.TurnBegan(state.next_to(state.turn.active), state.turn.number + 1)
            return (began, ante(state, again=True)) if start.ante else (began,)


def pass_on(state: State, pot: int, rules: HouseRules) -> tuple[Event, ...]:
    """Return the events that end a player's turn: the next roll of sudden death, or the start of the next turn."""
    return (cow_events.RollBegan(state.sudden.next),) if state.sudden else next_turn(state, pot, rules)


def leave_events(state: State, seat: str, pot: int, rules: HouseRules) -> tuple[Event, ...]:
    """Return the events of a player leaving the game; the turn or the roll passes on (rules §18.5)."""
    leaving = cow_events.PlayerLeft(seat)
    if state.turn.active != seat:
        return (leaving,)
    return (leaving, *pass_on(apply(state, leaving), pot, rules))


def follow_money(state: State, pot: int, rules: HouseRules) -> tuple[Event, ...]:
    """Return the events that need no command at the level *money only*: the first roll of sudden death, and the end."""
    if not pot and explosion.ends_with_pot(state, rules):
        return (cow_events.PotSettled(POT_EMPTY),)
    return (cow_events.RollBegan(state.sudden.next),) if state.sudden and state.roll is None else ()


def follow(state: State, pot: int, rules: HouseRules) -> tuple[Event, ...]:
    """Return the events that need no command now, where the box follows the herds."""
    if state.aside is not None:
        return (cow_events.CountBegan(state.aside),)
    if state.over or state.counting or not (state.blast or state.sudden or state.turn.rolled):
        return ()
    event = explosion.follow(state, rules, pot) if state.blast else explosion.sudden_death(state, pot)
    turn_over = state.turn.rolled or (isinstance(event, cow_events.RollEnded) and not (state.roll and state.roll.extra))
    if turn_over and state.sudden is None:
        return next_turn(state, pot, rules)  # its events end the roll as well
    return (event,) if event else ()
