"""The real cards that a player has to move because of what has happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import Event
from companion.core.table.table import Level, Table
from companion.core.text import Money, Param, Text, Who, listed, say
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.event_text import cow_words, effect_of, place_words
from companion.games.unexploded_cow.rulebook.herds import End
from companion.games.unexploded_cow.state import State


def to_move(table: Table[State], seat: str, events: Sequence[Event]) -> tuple[Text, ...]:
    """Return what this seat has to move, a line each; see ``Game.to_move``."""
    state = table.play
    follows = table.level is Level.BOARD
    return tuple(line for event in events for line in _lines(state, follows, seat, event))


def _lines(state: State, follows: bool, seat: str, event: Event) -> Iterator[Text]:
    match event:
        case cow_events.CowPlayed(counted=False) if event.seat != event.into:
            yield from _played(state, follows, seat, event)
        case cow_events.EventPlayed(seat=player, name=str(name), text=str(text)) if (
            player == seat and follows and name and text
        ):
            yield say("Do what %(card)s says: %(what)s", card=name, what=effect_of(name, text))
            yield say("Under More, tell the box what has changed")
        case cow_events.CowMoved():
            yield from _moved(state, seat, event)
        case cow_events.HerdsPassed(to=to, herds=herds):
            passing_order = state.playing if to is End.LEFT else state.playing[::-1]
            into = passing_order[(passing_order.index(seat) + 1) % len(passing_order)] if seat in passing_order else ""
            if herds.get(into):
                yield say("Pass your herd on to %(who)s: the cows stay in their order", who=Who(into))
        case cow_events.CowRemoved(herd=herd, cow=cow) if seat == _hands(state, herd):
            yield say("Lay on the discard pile: %(cows)s", cows=cow_words(cow))
        case cow_events.CowsExploded(cows=cows, blast=blast) if cows and seat == _hands(state, blast.herd):
            yield say("Lay on the discard pile: %(cows)s", cows=listed(map(cow_words, cows)))
        case cow_events.CityWon(seat=winner, city=city) if seat == winner:
            yield say("Take the card of the city: %(city)s", city=city.name)


def _played(state: State, follows: bool, seat: str, event: cow_events.CowPlayed) -> Iterator[Text]:
    """Yield where a cow goes that somebody plays into the herd of another, who pays for it."""
    if seat == event.seat and follows:
        yield from _laid(state, event, own_herd=False)
    if seat == event.into and follows:
        yield from _laid_by_other(state, event)
    for posting in event.postings:
        words: dict[str, Param] = {"cow": cow_words(event.cow), "amount": Money(posting.amount)}
        if seat == event.into:
            yield say("You have paid %(amount)s for %(cow)s", **words)
        elif seat == event.seat:
            yield say("%(who)s has paid %(amount)s for %(cow)s", who=Who(event.into), **words)


def _moved(state: State, seat: str, event: cow_events.CowMoved) -> Iterator[Text]:
    """Yield what becomes of a cow that a card moves, for its player and for both herds."""
    if seat == event.seat:
        yield from _laid(state, event, own_herd=event.into == seat)
    elif seat == event.into:
        yield from _laid_by_other(state, event)
    elif seat == event.frm:
        yield say("%(who)s takes %(cow)s out of your herd", who=Who(event.seat), cow=cow_words(event.cow))


def _laid(state: State, event: cow_events.CowPlayed | cow_events.CowMoved, own_herd: bool) -> Iterator[Text]:
    """Yield where the player of a card lays the cow; nothing if it has left that herd."""
    for where in _where(state, event):
        cow = cow_words(event.cow)
        if own_herd:
            yield say("Lay %(cow)s in your herd, %(where)s", cow=cow, where=where)
        else:
            yield say("Lay %(cow)s in the herd of %(into)s, %(where)s", cow=cow, into=Who(event.into), where=where)


def _laid_by_other(state: State, event: cow_events.CowPlayed | cow_events.CowMoved) -> Iterator[Text]:
    """Yield where another player's card has laid the cow in the own herd; nothing if it is not there any more."""
    for where in _where(state, event):
        yield say(
            "%(who)s lays %(cow)s in your herd, %(where)s", who=Who(event.seat), cow=cow_words(event.cow), where=where
        )


def _where(state: State, event: cow_events.CowPlayed | cow_events.CowMoved) -> Iterator[Text]:
    """Yield where in the herd the cow lies now, if it does."""
    herd = [cow.id for cow in state.herds.get(event.into, ())]
    if event.cow.id in herd:
        at = herd.index(event.cow.id) + 1
        yield place_words(End.LEFT if at == len(herd) else End.RIGHT if at == 1 else at)


def _hands(state: State, herd: str) -> str:
    """Return who clears cards out of this herd: whose it is, or whose turn it is where that one has left."""
    return herd if herd in state.playing else state.turn.active
