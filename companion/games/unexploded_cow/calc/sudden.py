"""Sudden death: its order and its run (rules §10, §17.7-§17.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from companion.core.errors import BadRequest
from companion.core.text import say
from companion.games.unexploded_cow.calc.words import Amount, AskedCity, AskedCow, Asking, Decision, Name
from companion.games.unexploded_cow.reckoning import Played, everybody, known, once, written
from companion.games.unexploded_cow.rulebook import cards, cities
from companion.games.unexploded_cow.state import Sudden


class SuddenOrder(Asking):
    """The order of sudden death (§10.2, §17.9)."""

    cities: dict[Name, list[AskedCity]]
    last: Name

    def answer(self) -> object:
        once([city.name for taken in self.cities.values() for city in taken])
        for seat in (*self.cities, self.last):
            known(seat, self.seats)
        if not self.cities.get(self.last):
            raise BadRequest(say("%(who)s has no city.", who=self.last))
        taken = {seat: [cards.City(city.name, city.points) for city in won] for seat, won in self.cities.items()}
        return list(cities.sudden_order(self.seats, taken, self.last))


class SuddenRun(Asking):
    """Sudden death (§10.3-§10.6, §17.7-§17.10)."""

    order: list[Name]
    herds: dict[Name, list[AskedCow]]
    pot: Amount
    dice: list[Annotated[int, Field(ge=1, le=6)]]
    decisions: Sequence[Decision] = ()
    last_exploded: Name | None = None

    def answer(self) -> object:
        everybody(dict.fromkeys(self.order, 0), self.seats)
        once(self.order)
        placed = self.all_herds(self.herds)
        if not any(placed.values()) and self.pot and self.last_exploded is None:
            raise BadRequest(say("With no cow in play it matters whose cow exploded last."))
        last = known(self.last_exploded, self.seats) if self.last_exploded else ""
        state = replace(self.state(placed, self.order[0], (), Sudden(tuple(self.order))), last_exploded=last)
        played = Played(self.options, state, self.pot, self.decisions)
        rolls = played.run(self.dice)
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
        return {**told, **self.moved(played.postings, self.pot)}
