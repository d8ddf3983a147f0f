"""What cards and cities do besides: a cow explodes, a city that was won is carried out (rules §18.1, §18.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from companion.core.errors import BadRequest
from companion.core.text import fact, say
from companion.games.unexploded_cow import messages as m
from companion.games.unexploded_cow.calc.roll import Exploding, throw
from companion.games.unexploded_cow.calc.words import Amount, AskedCity, Name, Plain
from companion.games.unexploded_cow.explosion import from_pot
from companion.games.unexploded_cow.reckoning import Played, known
from companion.games.unexploded_cow.rulebook.cards import City
from companion.games.unexploded_cow.rulebook.herds import End, cow_of, herd_of, place_in, played_cow


class ExplodeAsked(Exploding):
    """A card makes a cow explode (§18.2); ``left``: who has left the game (§18.5)."""

    cow: Name
    asks: bool = False
    left: Sequence[Name] = ()

    def answer(self) -> object:
        played = self.played()
        played.state = replace(played.state, left=tuple(known(seat, self.seats) for seat in self.left))
        played.explode(self.cow, self.asks)
        return self.told(played)


class Act(Plain):
    """One thing that a city lets its winner do."""

    act: Literal["roll", "explode", "remove", "move", "pot"]
    dice: Sequence[Annotated[int, Field(ge=1, le=6)]] = ()
    cow: Name = "-"
    asks: bool = False
    into: Name | None = None
    at: End = End.LEFT
    amount: Amount = 0

    def done(self, played: Played) -> None:
        """It is done; raises BadRequest."""
        state, seat = played.state, played.state.turn.active
        match self.act:
            case "roll":
                throw(played, self.dice)
            case "explode":
                played.explode(self.cow, self.asks)
            case "remove":
                played.take(m.CowRemoved(seat, herd_of(state.herds, self.cow), cow_of(state.herds, self.cow)))
            case "move":
                into = known(self.into or seat, state.seats)
                cow = cow_of(state.herds, self.cow)
                row = tuple(each for each in state.herds[into] if each.id != cow.id)
                place = place_in(row, self.at, anywhere=False)
                moved = played_cow(cow, cow.owner, into)
                played.take(m.CowMoved(seat, herd_of(state.herds, cow.id), into, moved, place))
            case "pot":
                played.take(
                    m.PotPaid(seat, postings=from_pot(played.pot, seat, self.amount, fact("card_text", words="")))
                )


class CityWithText(AskedCity):
    """A city that says something, too."""

    text: str = ""

    def of(self) -> City:
        return replace(super().of(), text=self.text)


class CarriedOut(Exploding):
    """A roll of the active player wins a city with a text: what it makes him do comes before all else (§18.1)."""

    city: CityWithText | None = None
    dice: list[Annotated[int, Field(ge=1, le=6)]]
    acts: Sequence[Act] = ()

    def answer(self) -> object:
        played = self.played(self.active)
        throw(played, self.dice)
        carrying = played.state.carrying
        if self.acts and not carrying:
            raise BadRequest(say("There is nothing to carry out."))
        for act in self.acts:
            act.done(played)
        if carrying:
            played.take(m.CityCarriedOut(self.active, carrying.city))
            played.settle()
        return self.told(played)
