"""Sudden death: its order and its run (rules §10, §17.7-§17.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.calc import Name, everybody, seated, unique
from companion.games.unexploded_cow.calc.reckoning import Played, written
from companion.games.unexploded_cow.calc.words import Amount, Asked, AskedCity, Decision, Dice, Herds
from companion.games.unexploded_cow.rulebook import cards
from companion.games.unexploded_cow.rulebook.cities import sudden_order
from companion.games.unexploded_cow.state import Sudden


def order(asked: Asked, cities: dict[Name, list[AskedCity]], last: Name) -> object:
    """The order of sudden death (§10.2, §17.9)."""
    unique([city.name for taken in cities.values() for city in taken])
    seated(asked.seats, *cities, last)
    if not cities.get(last):
        raise ValueError(f"{last} has no city")
    taken = {seat: [cards.City(city.name, city.points) for city in won] for seat, won in cities.items()}
    return list(sudden_order(asked.seats, taken, last))


def run(
    asked: Asked,
    order: list[Name],
    herds: Herds,
    pot: Amount,
    dice: Dice,
    decisions: Sequence[Decision] = (),
    last_exploded: Name | None = None,
) -> object:
    """Sudden death (§10.3-§10.6, §17.7-§17.10)."""
    everybody(asked.seats, dict.fromkeys(order, 0))
    unique(order)
    placed = asked.placed(herds)
    if not any(placed.values()) and pot and last_exploded is None:
        raise ValueError("with no cow in play it matters whose cow exploded last")
    if last_exploded:
        seated(asked.seats, last_exploded)
    state = asked.state(placed, order[0], sudden=Sudden(tuple(order)))
    played = Played(asked.options, replace(state, last_exploded=last_exploded or ""), pot, decisions)
    rolls = played.run(dice)
    played.done()
    state = played.state
    told = {
        "end": state.over or "open",
        "next": None if state.over or not state.roll else state.roll.roller,
        "rolls": rolls,
        "asked": [written(each) for each in played.asked],
        "defused": played.defused,
        "survivors": played.survivors(),
    }
    return {**told, **asked.moved(played.postings, pot)}
