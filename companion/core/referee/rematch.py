"""Another game with the same people: how they sit, what they keep, and the cards that were learnt."""

from __future__ import annotations

from dataclasses import replace
from math import factorial

from companion.core.catalogue import read_cards, written
from companion.core.errors import BadRequest
from companion.core.members import CardRules
from companion.core.messages import Event
from companion.core.money.ledger import carried_over
from companion.core.plugin import Game
from companion.core.table.commands import PlayAgain
from companion.core.table.events import SeatChanged, TableCleared
from companion.core.table.table import Rematch, Table


def play_again(game: Game, table: Table, actor: str | None, command: PlayAgain) -> tuple[Event, ...]:
    """Return the table for another game, at which the seats may change: in another order, or at another's place."""
    cleared, ids = _cleared(game, table, actor), table.ids
    match command.seating:
        case Rematch.NEXT:
            return (replace(cleared, order=(*ids[1:], *ids[:1])),)
        case Rematch.SHUFFLED if game.uses_seat_order(table):
            return (replace(cleared, order=_shuffled(ids, command.lot)),)
        case Rematch.SHUFFLED:
            places = zip(table.seats, map(table.seat, _shuffled(ids, command.lot)), strict=True)
            moved = (replace(seat, picks=place.picks, wished=place.wished) for seat, place in places if seat != place)
            return (cleared, *map(SeatChanged, moved))
        case _:
            return (cleared,)


def _shuffled(ids: tuple[str, ...], lot: int) -> tuple[str, ...]:
    """Return another order than this one: lot 0 would be the same."""
    lot = 1 + lot % max(factorial(len(ids)) - 1, 1)
    left, order = list(ids), []
    while left:
        lot, at = divmod(lot, len(left))
        order.append(left.pop(at))
    return tuple(order)


def _cleared(game: Game, table: Table, actor: str | None) -> TableCleared:
    """Return the table for another game. Raise ValueError when the game carries over what nobody has."""
    kept = dict(game.carried(table))
    if any(account not in (*table.ids, *table.pots) or amount < 0 for account, amount in kept.items()):
        raise ValueError(f"{table.game} carries over {kept}")
    learnt = _learnt(game.catalogue, table) if game.catalogue else ""
    return TableCleared(actor or "", kept, game.carried_loans(table), learnt, postings=carried_over(kept))


def _learnt(catalogue: CardRules, table: Table) -> str:
    """Return the cards of the players' own box known at the table by now, as a file; "" where nothing is to be kept."""
    cards = catalogue.known_cards(table) if table.catalogue and not table.catalogue.name else ()
    file = written(catalogue.types, cards)
    try:
        return file if read_cards(catalogue.types, file) else ""
    except BadRequest:  # none, too many, or names that differ in nothing but capitals: then they are typed again
        return ""
