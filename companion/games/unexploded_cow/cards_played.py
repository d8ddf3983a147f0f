"""A card is played: who pays its price, whose the cow is, where it stands (rules §6)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Event, Posting
from companion.core.table.table import Level, Table
from companion.core.text import Fact, Who, fact, say
from companion.games.unexploded_cow.cards import typed
from companion.games.unexploded_cow.cards.deck import deck_of
from companion.games.unexploded_cow.commands import MoveCow, PlayCard, PlayCow
from companion.games.unexploded_cow.events import CowMoved, CowPlayed, EventPlayed, HerdsPassed
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.rulebook.cards import Ability, Cow
from companion.games.unexploded_cow.rulebook.herds import End, cow_of, herd_of, place_in, played_cow
from companion.games.unexploded_cow.state import State

MAX_COWS = 69
"""No more cows can be on the table than there are cards (rules §1.1)."""


def played(
    table: Table, state: State, seat: str, cow: Cow, into: str, at: End | int, free: bool, waived: bool
) -> tuple[CowPlayed, ...]:
    """Return the events of a cow that goes into the herd, whose owner pays its price.

    Raise IllegalMove or BadRequest for the place.
    """
    herd = present(table, state, into)
    if state.cows >= MAX_COWS:
        raise BadRequest(say("There are no more cards than %(count)s.", count=MAX_COWS))
    owned = played_cow(cow, seat, herd)
    row = state.herds.get(herd, ())
    index = place_in(row, at, anywhere=herd == seat or waived) if table.level is Level.BOARD else -1
    price = (Posting(herd, POT, cow.price, price_of(cow.name)),) if cow.price and not free else ()
    return (CowPlayed(seat, herd, owned, index, postings=price),)


def played_cow_typed(table: Table, state: State, seat: str, command: PlayCow, waived: bool) -> tuple[Event, ...]:
    """Return the events of a cow that the player describes. Raise BadRequest."""
    cow = possible(table, state, typed_cow(state, command), waived)
    return played(table, state, seat, cow, command.into, command.at, command.free, waived)


def possible(table: Table, state: State, cow: Cow, waived: bool) -> Cow:
    """Return the cow. Raise IllegalMove for odd amounts, and where all its copies lie in herds (rules §19.5)."""
    typed.amount(cow.price, waived)
    typed.value(cow.value, waived)
    card = deck_of(table.catalogue).cow(cow.name)
    lying = sum(each.name == cow.name for herd in state.herds.values() for each in herd)
    if card and lying >= card.copies and not waived:
        raise IllegalMove(
            say("%(card)s is on the table already (copies: %(count)s).", card=cow.name, count=card.copies),
            RuleRef("2011", "19.5"),
        )
    return cow


def present(table: Table, state: State, seat: str) -> str:
    """Return the seat, if its player has not left. Raise BadRequest."""
    if table.seat(seat).id in state.left:
        raise BadRequest(say("%(who)s has left the game: nobody pays there, and nobody is paid.", who=Who(seat)))
    return seat


def typed_cow(state: State, command: PlayCow) -> Cow:
    """Return the cow as it was described. Raise BadRequest."""
    abilities = tuple(ability for ability in Ability if ability in command.abilities)
    called = typed.name(command.name)
    return Cow(next_id(state), called, command.value, "", abilities, command.price)


def counted(table: Table, state: State, command: PlayCow | PlayCard, cow: Cow, waived: bool) -> tuple[Event, ...]:
    """Return the events of a cow that is on the table already. Raise BadRequest or IllegalMove."""
    possible(table, state, cow, waived)
    owner = table.seat(command.owner or command.into).id
    [found] = played(table, replace(state, left=()), owner, cow, command.into, command.at, free=True, waived=True)
    return (replace(found, counted=True),)


def price_of(card: str) -> Fact:
    """Return what the price of a card is paid for; "" for one that nobody has named."""
    return fact("price", card=card) if card else fact("price_unnamed")


def played_event(seat: str, name: str, price: int, waived: bool, text: str = "") -> EventPlayed:
    """Return the event card that its player pays for."""
    called, cost = typed.name(name), typed.amount(price, waived)
    paid = (Posting(seat, POT, cost, price_of(called)),) if cost else ()
    return EventPlayed(seat, called, text, postings=paid)


def moved(table: Table, state: State, seat: str, command: MoveCow, waived: bool) -> CowMoved:
    """Return the events of a card that moves a cow. Raise BadRequest.

    A spy stays its owner's, any other cow is the new herd's.
    """
    into = present(table, state, command.into)
    return moved_cow(state, seat, command.cow, into, command.at, anywhere=into == seat or waived)


def passed_on(state: State, seat: str, to: End) -> HerdsPassed:
    """Pass every herd on to the next player; spies keep their owners, other cows get a new one (rules §19.4)."""
    playing = state.playing
    step = 1 if to is End.LEFT else -1
    herds = dict(state.herds)
    for at, frm in enumerate(playing):
        into = playing[(at + step) % len(playing)]
        herds[into] = tuple(played_cow(cow, cow.owner, into) for cow in state.herds.get(frm, ()))
    return HerdsPassed(seat, to, herds)


def moved_cow(state: State, seat: str, name: str, into: str, at: End | int, anywhere: bool) -> CowMoved:
    """Return the events of a card that moves a cow between herds of players who are all in the game."""
    frm, cow = herd_of(state.herds, name), cow_of(state.herds, name)
    row = tuple(other for other in state.herds.get(into, ()) if other.id != name)
    return CowMoved(seat, frm, into, played_cow(cow, cow.owner, into), place_in(row, at, anywhere))


def next_id(state: State) -> str:
    """Return an id that no cow of this game has had."""
    return f"c{state.played + 1}"
