"""The state after an event. No rule is asked: events carry their outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.messages import Event, Posting
from companion.core.money.ledger import nets
from companion.core.values import changed
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.rulebook.bombs import QuestionKind
from companion.games.unexploded_cow.rulebook.cards import Cow, Herds
from companion.games.unexploded_cow.rulebook.herds import counted, rearranged, without
from companion.games.unexploded_cow.state import Carrying, Gone, LastRoll, Roll, State, Sudden, Turn


def apply(state: State, event: Event) -> State:
    """Return the game after the event; events that are not its own change nothing."""
    match event:
        case cow_events.TurnBegan(seat=seat, number=number):
            gone = tuple(each for each in state.gone if each.turn >= number - 1)
            return changed(state, turn=Turn(seat, number), roll=None, blast=None, gone=gone)
        case cow_events.CityTurnedUp(city=city):
            return changed(state, city=city, cities_left=max(0, state.cities_left - 1))
        case cow_events.CowPlayed(seat=seat, into=into, cow=cow, index=index):
            herds = state.herds if index < 0 else _put(state.herds, into, cow, index)
            known = not cow.name or any(each.name.casefold() == cow.name.casefold() for each in state.cows_seen)
            seen = state.cows_seen if known else (*state.cows_seen, cow)
            by = {**state.played_by, seat: (*state.played_by.get(seat, ()), cow.name)}
            return changed(state, played=state.played + 1, herds=herds, cows_seen=seen, played_by=by)
        case cow_events.EventPlayed(name=name, postings=paid):
            events = {**state.events_seen, name: sum(each.amount for each in paid)} if name else state.events_seen
            return changed(state, played=state.played + 1, events_seen=events)
        case cow_events.HerdArranged(seat=seat, cows=cows):
            return changed(state, herds={**state.herds, seat: rearranged(state.herds[seat], cows)})
        case cow_events.CowMoved(into=into, cow=cow, index=index):
            return changed(state, herds=_put(without(state.herds, (cow.id,)), into, cow, index))
        case cow_events.HerdsPassed(herds=herds):
            return changed(state, herds=herds)
        case cow_events.CowRemoved(cow=cow):
            return changed(state, **_left(state, (cow,)))
        case cow_events.CityWon(seat=seat, city=city):
            won = {**state.won, seat: (*state.won.get(seat, ()), city)}
            left = state.cities_left if state.city else max(0, state.cities_left - 1)  # one that the box has not seen
            thrown = state.thrown and changed(state.thrown, city=city.name)
            after = changed(state, city=None, cities_left=left, won=won, last_city=seat, thrown=thrown)
            after = changed(after, turn=changed(state.turn, city_won=True))
            if not (city.text or city.typed):
                return after
            return changed(after, carrying=Carrying(city, state.roll, state.blast), roll=None, blast=None)
        case cow_events.CityCarriedOut() if state.carrying:
            return changed(state, carrying=None, roll=state.carrying.roll, blast=state.carrying.blast)
        case cow_events.CountBegan(herds=herds):
            return changed(state, herds=herds, aside=None, counting=True)
        case cow_events.HerdsCounted(cities_left=left, up=up):
            return changed(state, counting=False, cities_left=left, city=state.city if up else None)
        case cow_events.PlayerLeft(seat=seat):
            last = "" if state.last_exploded == seat else state.last_exploded
            roll = None if state.roll and state.roll.roller == seat else state.roll
            sudden = state.sudden and state.sudden.without(seat)
            return changed(state, left=(*state.left, seat), last_exploded=last, roll=roll, sudden=sudden)
        case cow_events.SuddenDeathBegan(order=order):
            return changed(state, sudden=Sudden(order), roll=None, blast=None)
        case cow_events.PotSettled(code=code, seat=seat):
            return changed(state, over=code, rest=seat, roll=None, blast=None)
        case _:
            return _exploding(state, event)


def at_level(state: State, follows: bool) -> State:
    """Return the game when the box ceases to follow the herds, or is about to follow them again."""
    if follows:
        return changed(state, aside=state.herds if state.aside is None else state.aside)
    nothing = dict.fromkeys(state.seats, ())
    roll = state.roll if state.sudden else None
    return changed(state, herds=nothing, aside=state.herds, counting=False, roll=roll, blast=None)


def _exploding(state: State, event: Event) -> State:
    """Apply dice, bombs and what comes of them."""
    match event:
        case cow_events.RollBegan(seat=seat):
            sudden = state.sudden and changed(state.sudden, at=state.sudden.at + 1)
            return changed(state, roll=Roll(seat), sudden=sudden, turn=changed(state.turn, active=seat, used=()))
        case cow_events.BombLaid(seat=seat, blast=blast):
            return changed(state, roll=Roll(seat, extra=True), blast=blast, thrown=LastRoll(seat))
        case cow_events.DieRolled(seat=seat, face=face, to=to, extra=extra, found=found, blast=blast):
            roll = state.roll or Roll(seat, extra)
            way = tuple(cow.id for cow in counted(state.seats, state.herds, seat)[:face]) if found else ()
            state = changed(state, thrown=LastRoll(seat, face, way))
            if to or blast:
                return changed(state, roll=changed(roll, roller=to or seat, faces=(*roll.faces, face)), blast=blast)
            return _over(changed(state, roll=roll))
        case cow_events.Reacted(ability=ability, cow=cow, used=used, blast=blast):
            state = changed(state, blast=blast)
            if not used or ability is QuestionKind.PFC or cow.id in state.turn.used:
                return state
            return changed(state, turn=changed(state.turn, used=(*state.turn.used, cow.id)))
        case cow_events.CowsExploded(cows=cows, blast=blast):
            thrown = state.thrown and changed(state.thrown, cows=(*state.thrown.cows, *cows))
            return changed(state, **_left(state, cows), blast=blast, thrown=thrown)
        case cow_events.CowsPaid(seat=seat, blast=blast, postings=paid):
            state = changed(state, thrown=state.thrown and _paid(state.thrown, seat, paid))
            return changed(state, blast=blast, last_exploded=state.last_exploded if seat in state.left else seat)
        case cow_events.BombsGiven(blast=blast):
            return changed(state, blast=blast)
        case cow_events.RollEnded():
            return _over(state)
        case _:
            return state


def _paid(thrown: LastRoll, seat: str, postings: Sequence[Posting]) -> LastRoll:
    gained = thrown.gains.get(seat, 0) + nets(postings).get(seat, 0)
    return changed(thrown, gains={**thrown.gains, seat: gained})


def _over(state: State) -> State:
    """Return the state after the roll, which ends the turn unless it was one for a card."""
    last = state.roll is None or not state.roll.extra
    return changed(state, roll=None, blast=None, turn=changed(state.turn, rolled=last))


def _left(state: State, cows: Sequence[Cow]) -> dict[str, Any]:
    """Return the fields of the state that change when these cows leave the game."""
    ids = {cow.id for cow in cows}
    number = state.turn.number
    removed = [Gone(seat, cow.name, number) for seat, herd in state.herds.items() for cow in herd if cow.id in ids]
    return {"herds": without(state.herds, ids), "gone": (*state.gone, *removed)}


def _put(herds: Herds, into: str, cow: Cow, index: int) -> Herds:
    herd = herds.get(into, ())
    return {**herds, into: (*herd[:index], cow, *herd[index:])}
