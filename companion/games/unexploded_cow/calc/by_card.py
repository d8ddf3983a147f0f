"""Further effects of cards and cities: a cow explodes, a city that was won is carried out (rules §18.1, §18.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from companion.core.text import fact
from companion.games.calc import Name, Plain, seated
from companion.games.unexploded_cow import events as cow_events
from companion.games.unexploded_cow.calc.reckoning import Simulation
from companion.games.unexploded_cow.calc.roll import Exploding, throw
from companion.games.unexploded_cow.calc.words import Amount, AskedCity, Dice
from companion.games.unexploded_cow.cards_played import moved_cow
from companion.games.unexploded_cow.explosion import from_pot
from companion.games.unexploded_cow.rulebook.cards import City
from companion.games.unexploded_cow.rulebook.herds import End, cow_of, herd_of


def explode(asked: Exploding, cow: Name, asks: bool = False, left: Sequence[Name] = ()) -> object:
    """Make a cow explode by a card (§18.2); ``left``: who has left the game (§18.5)."""
    seated(asked.seats, *left)
    simulation = asked.simulation()
    simulation.state = replace(simulation.state, left=tuple(left))
    simulation.explode(cow, asks)
    return asked.answer(simulation)


class Act(Plain):
    """An action that a city lets its winner do."""

    act: Literal["roll", "explode", "remove", "move", "pot"]
    dice: Dice = Field(default_factory=list)
    cow: Name = "-"
    asks: bool = False
    into: Name | None = None
    at: End = End.LEFT
    amount: Amount = 0

    def done(self, simulation: Simulation) -> None:
        """Play the act. Raise BadRequest or ValueError."""
        state, seat = simulation.state, simulation.state.turn.active
        match self.act:
            case "roll":
                throw(simulation, self.dice)
            case "explode":
                simulation.explode(self.cow, self.asks)
            case "remove":
                simulation.take(
                    cow_events.CowRemoved(seat, herd_of(state.herds, self.cow), cow_of(state.herds, self.cow))
                )
            case "move":
                into = self.into or seat
                seated(state.seats, into)
                simulation.take(moved_cow(state, seat, self.cow, into, self.at, anywhere=False))
            case "pot":
                simulation.take(
                    cow_events.PotPaid(
                        seat, postings=from_pot(simulation.pot, seat, self.amount, fact("card_text", words=""))
                    )
                )


class CityWithText(AskedCity):
    """A city that says something, too."""

    text: str = ""

    def of(self) -> City:
        """Return the city that the question means, with its text."""
        return replace(super().of(), text=self.text)


def carry_out(asked: Exploding, dice: Dice, city: CityWithText | None = None, acts: Sequence[Act] = ()) -> object:
    """Carry out the text of a city that the active player's roll has won, before all else (§18.1)."""
    simulation = asked.simulation(asked.active)
    throw(simulation, dice)
    carrying = simulation.state.carrying
    if acts and not carrying:
        raise ValueError("there is nothing to carry out")
    for act in acts:
        act.done(simulation)
    if carrying:
        simulation.take(cow_events.CityCarriedOut(asked.active, carrying.city))
        simulation.settle()
    return asked.answer(simulation)
